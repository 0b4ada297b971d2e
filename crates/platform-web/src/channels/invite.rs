//! Invite links as records: what a link leads to, and whether it still leads there.

use adoube_bot::PersonId;

use crate::{
    channels::channel::ChannelList,
    limits::{MEMBERS, shares::Share},
};

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InviteTarget {
    /// Who invites.
    pub(crate) by: PersonId,
    /// A mark of the address they came from, where it is known.
    pub(crate) from: Option<String>,
    /// The channel's name.
    pub(crate) channel: String,
    /// Until when, in milliseconds since 1970.
    pub(crate) until: u64,
    pub(crate) to: InviteDestination,
}

/// A seat or a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InviteDestination {
    /// A seat in a game.
    Seat {
        /// The control that takes it.
        accept: String,
        /// Who has opened the link.
        taken_by: Option<PersonId>,
        /// Whether they have been let in: a link does so once.
        is_seated: bool,
        /// The number of the room's own link at that time, where only some are let in: another one ends this one, too.
        link: Option<u64>,
    },
    /// A room.
    Room {
        /// The number of the link.
        link: u64,
    },
}

impl InviteTarget {
    /// The same link to a seat, taken by somebody or by nobody.
    pub(crate) fn taken(mut self, by: Option<PersonId>, seated: bool) -> Self {
        if let InviteDestination::Seat { taken_by, is_seated, .. } = &mut self.to {
            (*taken_by, *is_seated) = (by, seated);
        }
        self
    }
}

impl ChannelList {
    /// Whether this person's challenges there may be taken up by whoever has a link. Where only some are let in, its maker
    /// alone decides who.
    pub(crate) fn may_seat(&self, channel: &str, by: &PersonId) -> bool {
        let founded = self.find(channel).and_then(|channel| channel.founded.as_ref());
        let is_maker = founded.is_some_and(|founded| founded.private.is_some() && founded.by == *by);
        self.lets_in(channel, by) && (is_maker || self.is_for_everybody(channel))
    }

    /// The number of the link that invites there, where only some are let in.
    pub(crate) fn link_of(&self, channel: &str) -> Option<u64> {
        Some(self.find(channel)?.founded.as_ref()?.private.as_ref()?.link)
    }

    /// Whether a link still leads where it did, as far as the channel is concerned.
    pub(crate) fn leads_on(&self, invite: &InviteTarget) -> bool {
        let link = self.link_of(&invite.channel);
        match &invite.to {
            InviteDestination::Seat { link: then, .. } => {
                link == *then && self.may_seat(&invite.channel, &invite.by)
            }
            InviteDestination::Room { link: then } => link == Some(*then),
        }
    }

    /// Whether there is no place for one more person.
    pub(crate) fn is_full_for(&self, channel: &str, person: &PersonId) -> bool {
        let founded = self.find(channel).and_then(|channel| channel.founded.as_ref());
        let private = founded.and_then(|founded| founded.private.as_ref());
        private.is_some_and(|private| private.members.len() >= MEMBERS) && !self.lets_in(channel, person)
    }
}

impl InviteTarget {
    pub(crate) fn share(&self) -> Share<'_> {
        Share { by: &self.by, also: &[], from: self.from.as_deref(), at: self.until }
    }
}
