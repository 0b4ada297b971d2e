//! Quotas of channels: decides whether a person may have one more channel of a kind, and which
//! channels could make way.

use adoube_bot::PersonId;

use crate::{
    channels::channel::{ChannelDetails, ChannelError, ChannelList},
    limits::{
        CHANNELS, PRIVATE_ROOMS, ROOMS,
        shares::{Share, ShareAdmission, ShareLimits, ShareRefusal, admit},
    },
};

/// A kind of channel, with limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// A channel for everybody.
    Open,
    /// A private room.
    Private,
    /// The room of a running game.
    Game,
}

impl ChannelKind {
    fn of(founded: &ChannelDetails) -> Option<Self> {
        match (&founded.room, &founded.private) {
            (Some(room), _) => room.over_at.is_none().then_some(Self::Game),
            (None, Some(_)) => Some(Self::Private),
            (None, None) => Some(Self::Open),
        }
    }

    fn limits(self) -> ShareLimits {
        match self {
            Self::Open => CHANNELS,
            Self::Private => PRIVATE_ROOMS,
            Self::Game => ROOMS,
        }
    }
}

impl ChannelDetails {
    fn share(&self) -> Share<'_> {
        let also = self.room.as_ref().map_or(&[][..], |room| &room.players);
        Share { by: &self.by, also, from: self.from.as_deref(), at: self.at }
    }
}

impl ChannelList {
    /// Whether a person from this address may have one more channel of a kind now.
    pub(crate) fn admit(
        &self,
        kind: ChannelKind,
        person: &PersonId,
        from: Option<&str>,
    ) -> Result<(), ChannelError> {
        let founded = self.0.iter().filter_map(|channel| Some((&channel.name, channel.founded.as_ref()?)));
        let (names, held): (Vec<&String>, Vec<Share<'_>>) = founded
            .filter(|(_, founded)| ChannelKind::of(founded) == Some(kind))
            .map(|(name, founded)| (name, founded.share()))
            .unzip();
        match admit(person, from, &held, kind.limits()) {
            Ok(ShareAdmission::Free) => Ok(()),
            Ok(ShareAdmission::InPlaceOf(places)) => {
                let instead = places.into_iter().filter_map(|place| names.get(place).copied().cloned());
                Err(ChannelError::Full { instead: instead.collect() })
            }
            Err(ShareRefusal::Own) => Err(ChannelError::OwnLimit),
            Err(ShareRefusal::Everybody) => Err(ChannelError::Limit),
        }
    }

    /// Whether a person may have one more channel, if need be in place of another one.
    pub(crate) fn may_have(&self, kind: ChannelKind, person: &PersonId, from: Option<&str>) -> bool {
        matches!(self.admit(kind, person, from), Ok(()) | Err(ChannelError::Full { .. }))
    }
}
