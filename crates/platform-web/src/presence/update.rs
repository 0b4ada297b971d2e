//! Updates for a person's open pages, whichever channel these show.

use std::sync::Arc;

use adoube_bot::{ChannelId, Notice};

/// Something that concerns a person, wherever they look at the moment.
#[derive(Clone, Debug)]
pub(crate) enum PersonUpdate {
    /// A notice about a game of theirs, or a challenge to them.
    Notice(ChannelId, Arc<Notice>),
    /// Somebody named them.
    Named {
        /// Where.
        channel: ChannelId,
        /// Who.
        by: String,
        /// In which words.
        text: String,
    },
    /// They did something on the board of this channel that nobody else notices: their other tabs show it.
    Step(ChannelId),
    /// Something about their games is different.
    Look,
}

impl PersonUpdate {
    /// Where it is.
    pub(crate) fn channel(&self) -> Option<&ChannelId> {
        match self {
            Self::Notice(channel, _) | Self::Named { channel, .. } | Self::Step(channel) => Some(channel),
            Self::Look => None,
        }
    }
}
