//! Data types of invite links: where a link leads (an open seat or a private room), and whether it
//! is still valid.

use adoube_bot::PersonId;

use crate::{
    channels::channel::ChannelList,
    limits::{MEMBERS, shares::Share},
};

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InviteTarget {
    /// The inviter.
    pub(crate) by: PersonId,
    /// A mark of the inviter's address, if known.
    pub(crate) from: Option<String>,
    /// The channel's name.
    pub(crate) channel: String,
    /// When it expires, in milliseconds since 1970.
    pub(crate) until: u64,
    pub(crate) to: InviteDestination,
}

/// The destination of a link: a seat or a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InviteDestination {
    /// A seat in a game.
    Seat {
        /// The button id that takes the seat.
        accept: String,
        /// The person who has opened the link.
        taken_by: Option<PersonId>,
        /// Whether that person has been let in: a link lets in once.
        is_seated: bool,
        /// For a private channel: its link number when this link was made. A new number ends this
        /// link too.
        link: Option<u64>,
    },
    /// A room.
    Room {
        /// The room's link number when this link was made.
        link: u64,
    },
}

impl InviteTarget {
    /// The same link to a seat, with another claim; `None` releases it.
    pub(crate) fn taken(mut self, by: Option<PersonId>, seated: bool) -> Self {
        if let InviteDestination::Seat { taken_by, is_seated, .. } = &mut self.to {
            (*taken_by, *is_seated) = (by, seated);
        }
        self
    }

    pub(crate) fn share(&self) -> Share<'_> {
        Share { by: &self.by, also: &[], from: self.from.as_deref(), at: self.until }
    }
}

impl ChannelList {
    /// Whether an invite link may lead to this person's challenge in a channel. In a private
    /// channel, only its maker may invite.
    pub(crate) fn may_seat(&self, channel: &str, by: &PersonId) -> bool {
        let founded = self.find(channel).and_then(|channel| channel.founded.as_ref());
        let is_maker = founded.is_some_and(|founded| founded.private.is_some() && founded.by == *by);
        self.lets_in(channel, by) && (is_maker || self.is_for_everybody(channel))
    }

    /// The present link number of a private channel.
    pub(crate) fn link_of(&self, channel: &str) -> Option<u64> {
        Some(self.find(channel)?.founded.as_ref()?.private.as_ref()?.link)
    }

    /// Whether the channel still accepts a link.
    pub(crate) fn leads_on(&self, invite: &InviteTarget) -> bool {
        let link = self.link_of(&invite.channel);
        match &invite.to {
            InviteDestination::Seat { link: then, .. } => {
                link == *then && self.may_seat(&invite.channel, &invite.by)
            }
            InviteDestination::Room { link: then } => link == Some(*then),
        }
    }

    /// Whether the channel is full and this person is not in it.
    pub(crate) fn is_full_for(&self, channel: &str, person: &PersonId) -> bool {
        let founded = self.find(channel).and_then(|channel| channel.founded.as_ref());
        let private = founded.and_then(|founded| founded.private.as_ref());
        private.is_some_and(|private| private.members.len() >= MEMBERS) && !self.lets_in(channel, person)
    }
}
