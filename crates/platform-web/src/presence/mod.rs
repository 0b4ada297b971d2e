//! Presence: the people with an open page in each channel, at this and at other processes.

pub(crate) mod board;
pub(crate) mod places;
pub(crate) mod remote;
pub(crate) mod roster;
pub(crate) mod stored;
pub(crate) mod sync;
pub(crate) mod sync_receive;
pub(crate) mod update;
