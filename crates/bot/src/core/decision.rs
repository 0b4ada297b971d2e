//! Types of a decision on an event: the reply, the part of the event's text that everybody may read
//! ([`PublicText`]), what a platform must know of the person and the channel to keep secrets, and
//! the form in which it is stored for a repeated event. Only a decision creates a [`PublicText`],
//! so a platform cannot publish text that may reveal hidden cards. Not here: which text reveals
//! cards (`text`), and who holds cards (`gameplay::visibility`).

use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, ChatEvent, Notice, PersonId, ReaderProfile, Reply,
    core::{
        game::GameRecord,
        notice::{GameRefusal, SetupRefusal},
    },
};

/// Text that everybody in the channel may read. Only [`Decision::speech`] or a stored decision
/// holds one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PublicText(String);

impl PublicText {
    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Outcome of an event, decided on one version of the channel. A repetition of an event that
/// changed the state gets the same decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The direct reply.
    pub reply: Reply,
    /// The event's text, if it was just said and everybody may read it. Other text stays with the
    /// sender.
    pub speech: Option<PublicText>,
    /// The channel the decision is about: the one of [`ChatEvent::ongoing`] if a game or an offer
    /// is open there.
    pub channel: ChannelId,
    /// The sender's part in the channel's game.
    pub stake: GameParticipation,
    /// The sender's reader profile: what they have chosen, also by this very event, or else what
    /// the platform said.
    pub reading: ReaderProfile,
    /// The id of a game against the computer that this event began and that gets a thread of its
    /// own.
    pub begun: Option<String>,
}

/// A person's part in the game of a channel. The states before and after an event both count: the
/// reply to the last move of a game is still for its player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameParticipation {
    /// Whether the person plays the game.
    pub is_seated: bool,
    /// Whether the person has cards that are hidden from others; then everything said to them may
    /// tell of those cards.
    pub holds_cards: bool,
}

impl GameParticipation {
    /// Assumed where the game is not known: the person may have hidden cards.
    pub(crate) const UNKNOWN: Self = Self { is_seated: false, holds_cards: true };

    /// The part in the game as it is.
    pub(crate) fn of(game: Option<&GameRecord>, person: &PersonId) -> Self {
        let game = game.filter(|game| game.seats.side_of(person).is_some());
        Self { is_seated: game.is_some(), holds_cards: game.is_some_and(GameRecord::hides_cards) }
    }

    /// Combines the parts before and after an event.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            is_seated: self.is_seated || other.is_seated,
            holds_cards: self.holds_cards || other.holds_cards,
        }
    }
}

/// Stored form of a decision, so that a repetition of the event gets the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAnswer {
    reply: Reply,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speech: Option<PublicText>,
    /// The channel, if not that of the event. Kept because the game or offer there may be over at a
    /// repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    channel: Option<ChannelId>,
    /// The part at the time of the event: at a repetition the game whose cards the reply tells of
    /// may be over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stake: Option<GameParticipation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<String>,
}

impl StoredAnswer {
    pub(crate) fn of(decision: &Decision, incoming: &ChatEvent) -> Self {
        let Decision { reply, speech, channel, stake, reading: _, begun } = decision.clone();
        let channel = Some(channel).filter(|channel| *channel != incoming.channel);
        Self { reply, speech, channel, stake: Some(stake), begun }
    }

    /// The form of a decision whose reply and public text a platform has written: a repetition needs
    /// neither.
    pub(crate) fn without_reply(decision: &Decision, incoming: &ChatEvent) -> Self {
        let Decision { channel, stake, begun, .. } = decision;
        let channel = Some(channel).filter(|channel| **channel != incoming.channel).cloned();
        Self { reply: Reply::Public, speech: None, channel, stake: Some(*stake), begun: begun.clone() }
    }

    /// The decision for a repetition of the event, with the sender's present reader profile.
    pub(crate) fn again(self, incoming: &ChatEvent, reading: ReaderProfile) -> Decision {
        Decision {
            reply: self.reply,
            speech: self.speech,
            channel: self.channel.unwrap_or_else(|| incoming.channel.clone()),
            stake: self.stake.unwrap_or(GameParticipation::UNKNOWN),
            reading,
            begun: self.begun,
        }
    }
}

impl From<Reply> for StoredAnswer {
    /// An answer with a reply alone: no public text, no channel, no participation, no new game.
    fn from(reply: Reply) -> Self {
        Self { reply, speech: None, channel: None, stake: None, begun: None }
    }
}

/// What is known about an event's text before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextDisclosure<'a> {
    /// The event has no text, or its text may tell of hidden cards.
    Kept,
    /// The sender has hidden cards, and the text tells of none.
    Harmless(&'a str),
    /// The sender knows of no hidden cards.
    Open(&'a str),
}

impl TextDisclosure<'_> {
    /// The text, if everybody may read it, given the reply to it.
    pub(crate) fn answered(self, reply: &Reply) -> Option<PublicText> {
        let speech = match self {
            Self::Harmless(text) if *reply == Reply::Ignored => Some(text),
            Self::Open(text) if !is_about_the_turn(reply) => Some(text),
            _ => None,
        };
        speech.map(|text| PublicText(text.to_owned()))
    }
}

/// Whether the reply says that the sender is not to move: a move that cannot be made yet stays
/// private.
fn is_about_the_turn(reply: &Reply) -> bool {
    let Reply::Private(notice) = reply else { return false };
    matches!(
        **notice,
        Notice::Refused(
            GameRefusal::NotYourTurn { .. } | GameRefusal::Setup(SetupRefusal::StillChoosing { .. })
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::Seat;

    #[test]
    fn words_are_for_everybody_unless_they_may_tell_of_cards_or_were_said_too_soon() {
        let refused = |refusal| Reply::Private(Box::new(Notice::Refused(refusal)));
        let too_soon = refused(GameRefusal::NotYourTurn { of: Seat::Computer { level: 1 } });
        let other = refused(GameRefusal::UnknownButton);
        for (utterance, shown_with) in [
            (TextDisclosure::Kept, [false; 4]),
            (TextDisclosure::Harmless("hm"), [true, false, false, false]),
            (TextDisclosure::Open("hm"), [true, true, true, false]),
        ] {
            let replies = [&Reply::Ignored, &Reply::Public, &other, &too_soon];
            let shown = replies.map(|reply| utterance.answered(reply).is_some());
            assert_eq!(shown, shown_with, "{utterance:?}");
        }
        let speech = TextDisclosure::Open("hm").answered(&Reply::Ignored).expect("words");
        assert_eq!(speech.text(), "hm");
    }

    #[test]
    fn whoever_had_something_to_hide_before_or_after_has() {
        let stake = |is_seated, holds_cards| GameParticipation { is_seated, holds_cards };
        let none = stake(false, false);
        for one in [stake(true, false), stake(false, true), stake(true, true)] {
            assert_eq!((one.or(none), none.or(one)), (one, one));
        }
        assert_eq!(stake(true, false).or(stake(false, true)), stake(true, true));
        assert_eq!(none.or(none), none);
    }
}
