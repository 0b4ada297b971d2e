//! Commands from the reading half of a socket to its writing half.

use adoube_bot::ChannelId;
use axum::extract::ws::CloseFrame;

use crate::wire::{ServerMessage, board::Question, entry_id::FeedCursor};

/// What the reading half of a socket asks of the writing half.
#[derive(Debug)]
pub(crate) enum SocketCommand {
    /// Send this.
    Send(ServerMessage),
    /// The reader did something, which was dealt with under this id.
    Done {
        /// The page's id of it.
        id: String,
        /// Where its page goes.
        room: Option<String>,
        /// What its page asks.
        question: Option<Box<Question>>,
    },
    /// Close the socket and say why.
    Close(CloseFrame),
    /// Follow this channel from now on, from after this place or from its latest page.
    Follow {
        /// Which.
        channel: ChannelId,
        /// What the page has seen already.
        seen: Option<FeedCursor>,
    },
}
