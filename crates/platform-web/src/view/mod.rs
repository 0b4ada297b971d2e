//! Entries of the log and live boards as one reader sees them, ready for the wire.

pub(crate) mod entry_view;
pub(crate) mod live_board;
