//! Client of a Matrix homeserver in plain types: an account that is logged in, verified and able to
//! read encrypted rooms. Events come in, requests go out through one trait with boxed futures, so
//! that no other crate is compiled against the SDK. Not here: chess, commands, and every sentence
//! people read (the adapter).

mod account_store;
mod activity;
mod api;
mod avatar;
mod catch_up;
mod connect;
mod connect_error;
mod cross_signing;
mod device_code;
mod direct_marks;
mod direct_room_cache;
mod direct_rooms;
mod discovery;
mod encrypted_values;
mod error;
mod event_reader;
mod folder_lock;
mod http_query;
mod identity_reset;
mod last_reported;
mod late_keys;
mod login;
mod message_lookup;
mod message_memory;
mod message_timeline;
mod private_file;
mod progress_writer;
mod public_rooms;
mod recency_map;
mod recipients;
mod room_owner;
mod room_queries;
mod rooms;
mod saved_session;
mod send;
mod session;
mod session_handle;
mod session_signals;
mod settings;
mod sync_loop;
mod sync_progress;
mod sync_report;
mod sync_response;
mod token_client;
mod verification;

pub use api::{
    AccountBlock, BoxFuture, GapReason, MatrixApi, MatrixError, MatrixEvent, MatrixEventId, MatrixFile,
    MatrixMessage, MatrixPicture, MessageOrigin, ReplacedMessage, RoomId, RoomMessage, RoomRoute, RoomState,
    TransactionId, UserId,
};
pub use connect::{connect, let_in};
pub use connect_error::ConnectError;
pub use event_reader::{EventReading, read_event};
pub use identity_reset::reset_identity;
pub use settings::{AccountSettings, MatrixSecret, OperatorPrompt, OperatorTask};
pub use sync_progress::SyncProgressStore;
