//! Sending: the queues of what waits, rate limits, and how a message becomes events of a room.

pub(crate) mod activity;
pub(crate) mod attachments;
pub(crate) mod availability;
pub(crate) mod presenter;
pub(crate) mod private_send;
pub(crate) mod rate_limited_account;
pub(crate) mod refused_pictures;
pub(crate) mod reply_queue;
pub(crate) mod room_creation_queue;
pub(crate) mod room_pace;
pub(crate) mod send_text;
pub(crate) mod token_bucket;
pub(crate) mod transport;
pub(crate) mod unconfirmed_sends;
pub(crate) mod unencrypted_consent;
pub(crate) mod unjoined_rooms;
