//! The way to a Matrix homeserver: an account that is logged in, trusted and able to read encrypted rooms; what happens
//! comes as plain events, and what shall happen is asked for through one trait with boxed futures, so that nobody else
//! has to be compiled against the SDK. Deliberately not here: chess, commands, and every word people read (the adapter).

mod activity;
mod asking;
mod avatar;
mod catch_up;
mod connecting;
mod device_code;
mod entering;
mod failure;
mod finding;
mod folder_lock;
mod heard;
mod kept;
mod keys;
mod link;
mod private;
mod private_file;
mod progress;
mod questions;
mod reading;
mod recipients;
mod refusal;
mod resetting;
mod rooms;
mod sending;
mod session;
mod settings;
mod standing;
mod syncing;
mod telling;
mod token;
mod trusting;
mod vault;
mod verifying;
mod visiting;

pub use connecting::{connect, let_in};
pub use link::{
    BoxFuture, EventId, Failure, File, Happening, Link, Missing, Origin, Outgoing, Picture, Replaced, RoomId,
    RoomRoute, RoomState, Said, Standstill, TransactionId, UserId,
};
pub use progress::Progress;
pub use reading::{Reading, read_event};
pub use refusal::ConnectError;
pub use resetting::reset_identity;
pub use settings::{Errand, Operator, Secret, Settings};
