//! Enum of the updates that are sent to a person's open pages, whichever channel they show.

use std::sync::Arc;

use adoube_bot::{ChannelId, Notice};

/// An event that concerns a person on any page.
#[derive(Clone, Debug)]
pub(crate) enum PersonUpdate {
    /// A notice about one of their games, or a challenge to them.
    Notice(ChannelId, Arc<Notice>),
    /// Their name was mentioned.
    Named {
        /// The channel.
        channel: ChannelId,
        /// The author's name.
        by: String,
        /// The text.
        text: String,
    },
    /// They took a step on this channel's board that only their own pages show.
    Step(ChannelId),
    /// Their list of games has changed.
    Look,
}

impl PersonUpdate {
    /// The channel it is about.
    pub(crate) fn channel(&self) -> Option<&ChannelId> {
        match self {
            Self::Notice(channel, _) | Self::Named { channel, .. } | Self::Step(channel) => Some(channel),
            Self::Look => None,
        }
    }
}
