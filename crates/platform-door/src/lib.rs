//! The chat door: the bot for programs in any language, over JSON lines. A bridge to another chat
//! sends events and delivers the bot's messages there; a script plays whole games.
//!
//! The protocol is `docs/protocols/chat-door.md` with its schema. `protocol` reads requests,
//! `handlers` answers them, `server` takes them from standard input or from a socket of the running
//! program, and `door` assembles the parts. Not here: the meaning of commands and all sentences
//! (`adoube-bot`), the location of the store (`adoube`).

// These macros panic when the output cannot be written, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod door;
mod door_time;
mod event_ids;
mod handlers;
mod input_clock;
mod message_presenter;
mod message_view;
mod outboxes;
mod people;
mod picture_files;
mod protocol;
mod server;

pub use self::{
    door::{ChatDoor, DoorError, DoorParts, DoorSettings},
    people::DoorPeople,
    picture_files::PictureFolderError,
    server::{
        address::DoorAddress,
        listener::{DoorListener, ListenError, ListenSettings},
        standard_streams::serve,
    },
};
