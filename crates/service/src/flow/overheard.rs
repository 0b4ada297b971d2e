//! Words that everybody in the channel reads, with their answer, where something is for one person's eyes. What is done
//! there instead hangs on nothing that is hidden. Not here: words that an adapter can keep to their speaker
//! ([`Flow::is_secret`]).

use super::{Decided, Flow, moving::TURN_WORDS};
use crate::{
    Audience, Reply,
    notice::{CardRefusal, SetupRefusal},
    service::Order,
};

impl Flow<'_> {
    /// Whether others read this where cards are hidden: words and answers about a turn would tell what they are.
    pub(super) fn gives_cards_away(&self) -> bool {
        let hides_cards = self.draft.channel.game.as_ref().is_some_and(|record| record.deal.is_some());
        self.incoming.audience == Audience::Everybody && hides_cards
    }

    /// The same answer to everything that is meant for the bot, and none to the rest; what that is, the words alone say
    /// and who plays, never the position.
    pub(super) fn overheard(&self, order: &Order) -> Decided {
        match order {
            Order::PerhapsMove { text, otherwise: None } if !self.seems_a_turn(text) => Ok(Reply::NotForMe),
            _ => Err(CardRefusal::Overheard.into()),
        }
    }

    fn seems_a_turn(&self, text: &str) -> bool {
        let is_short = text.split_whitespace().nth(TURN_WORDS).is_none();
        is_short && self.as_player().is_ok() && names_a_square(text)
    }

    /// A set-up is its owner's until it is sent.
    pub(super) fn check_unseen(&self) -> Decided<()> {
        match self.incoming.audience {
            Audience::Nobody => Ok(()),
            Audience::Everybody => Err(SetupRefusal::PanelSeen.into()),
        }
    }
}

/// Whether a letter stands before a number somewhere: `n3`, `Nn3`, `a-1`.
pub(super) fn names_a_square(text: &str) -> bool {
    let mut after_letter = false;
    text.chars().any(|character| {
        let found = after_letter && character.is_ascii_digit();
        after_letter = character.is_ascii_alphabetic() || (after_letter && character == '-');
        found
    })
}
