//! Messages from the reading half of a WebSocket session to its writing half.

use adoube_bot::ChannelId;
use axum::extract::ws::CloseFrame;

use crate::wire::{ServerMessage, board::Question, entry_id::FeedCursor};

/// A command from the reading half of a socket to its writing half.
#[derive(Debug)]
pub(crate) enum SocketCommand {
    /// Sends a message.
    Send(ServerMessage),
    /// Sends that an event was handled, after the board.
    Done {
        /// The page's id of the event.
        id: String,
        /// The room to which the page goes.
        room: Option<String>,
        /// The confirmation question for the page.
        question: Option<Box<Question>>,
    },
    /// Closes the socket with a reason.
    Close(CloseFrame),
    /// Follows a channel, from after this cursor or from its latest entries.
    Follow {
        /// The channel.
        channel: ChannelId,
        /// The cursor up to which the page has all entries.
        seen: Option<FeedCursor>,
    },
}
