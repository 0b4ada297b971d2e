//! Decisions: the reply to an event, which of its words everybody may read ([`PublicText`]), and
//! what a platform must know of the person and the channel to keep secrets. Only a decision creates
//! a [`PublicText`], so a platform cannot publish words that may reveal hidden cards. Not here:
//! which words reveal cards (`text`), and who holds some (`handlers`).

use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, ChatEvent, Notice, PersonId, ReaderProfile, Reply,
    game::GameRecord,
    notice::{GameRefusal, SetupRefusal},
};

/// Words that everybody in the channel may read. There is no other way to one than [`Decision::speech`], or reading what
/// was stored of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PublicText(String);

impl PublicText {
    /// The words.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// What came of an event, decided at one look at the channel. An event that did something gets the same one when it is
/// repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The direct answer.
    pub reply: Reply,
    /// The words, if they were just said and everybody may read them. Others are their speaker's alone.
    pub speech: Option<PublicText>,
    /// The channel it is about: the one that [`ChatEvent::ongoing`] names if anything goes on there.
    pub channel: ChannelId,
    /// What whoever acted has to do with the game there.
    pub stake: GameParticipation,
    /// How they read: as they have chosen, also by this very event, or else as the platform said.
    pub reading: ReaderProfile,
    /// The id of the game against the computer that was begun by it and gets a thread of its own.
    pub begun: Option<String>,
}

/// What somebody has to do with the game of a channel. Before and after an event count alike: what the last move of a game
/// is answered with is still for its player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameParticipation {
    /// Whether they play it.
    pub is_seated: bool,
    /// Whether they have cards that are hidden from others: then whatever is said to them may tell of those.
    pub holds_cards: bool,
}

impl GameParticipation {
    /// What is assumed where nothing is known: they may have something to hide.
    pub(crate) const UNKNOWN: Self = Self { is_seated: false, holds_cards: true };

    /// As the channel is.
    pub(crate) fn of(game: Option<&GameRecord>, person: &PersonId) -> Self {
        let game = game.filter(|game| game.seats.side_of(person).is_some());
        Self { is_seated: game.is_some(), holds_cards: game.is_some_and(GameRecord::hides_cards) }
    }

    /// Before or after.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            is_seated: self.is_seated || other.is_seated,
            holds_cards: self.holds_cards || other.holds_cards,
        }
    }
}

/// What is stored of a decision, so that a repetition of the event gets the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAnswer {
    reply: Reply,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speech: Option<PublicText>,
    /// Where it is another one than that of the event: what went on there may be over by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    channel: Option<ChannelId>,
    /// Not what is so by now, as the game may be over whose cards the answer tells of.
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

    /// The decision about the event that was repeated, for somebody who reads so by now.
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
    /// An answer about which nothing else is known.
    fn from(reply: Reply) -> Self {
        Self { reply, speech: None, channel: None, stake: None, begun: None }
    }
}

/// What is known about words before they are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextDisclosure<'a> {
    /// None were just said, or they may tell of hidden cards.
    Kept,
    /// Cards of the speaker are hidden, and nothing in the words tells of any.
    Harmless(&'a str),
    /// Nothing is hidden that the speaker knows of.
    Open(&'a str),
}

impl TextDisclosure<'_> {
    /// The words if everybody may read them, now that they are answered like this.
    pub(crate) fn answered(self, reply: &Reply) -> Option<PublicText> {
        let speech = match self {
            Self::Harmless(text) if *reply == Reply::Ignored => Some(text),
            Self::Open(text) if !is_about_the_turn(reply) => Some(text),
            _ => None,
        };
        speech.map(|text| PublicText(text.to_owned()))
    }
}

/// Whether somebody is told that they are not the one to move: a move that cannot be made yet is their own business.
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
    use crate::game::Seat;

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
