//! Words where something is for one person's eyes: which of them may tell of it, and what is done instead where everybody
//! reads them with their answer. Neither hangs on anything that is hidden. Not here: which words are harmless by
//! themselves (`wording`).

use super::{Decided, Flow, Order, moving::TURN_WORDS};
use crate::{
    Audience, Reply,
    command::Command,
    notice::{CardRefusal, SetupRefusal},
    speech::Utterance,
    wording::Suspicion,
};

impl Flow<'_> {
    /// What is known about the words of an order before it is decided.
    pub(crate) fn words<'t>(&self, order: &'t Order) -> Utterance<'t> {
        let Order::PerhapsMove { text, otherwise: None } = order else { return Utterance::Kept };
        if !self.hides_cards() {
            return Utterance::Open(text);
        }
        self.tells(text).map_or(Utterance::Harmless(text), |_| Utterance::Kept)
    }

    /// Whether the speaker has cards that are hidden from others.
    fn hides_cards(&self) -> bool {
        self.as_player().is_ok_and(|(record, _)| record.hides_cards())
    }

    /// What in words of the speaker may tell of cards that are hidden from others. Where none are, the words are not even
    /// looked at: everything that is said anywhere comes by here.
    pub(super) fn tells(&self, text: &str) -> Option<Suspicion> {
        self.hides_cards().then(|| self.context.talk.suspicion(text)).flatten()
    }

    /// What is said instead of doing it when others read along where cards are hidden: words about a turn, and answers
    /// to anything, would tell what they are. The same to everything that is meant for the bot, and nothing to the rest;
    /// what that is, the words alone say and who plays, never the position.
    pub(super) fn overheard(&self, order: &Order) -> Option<Decided> {
        self.draft.channel.game.as_ref().filter(|record| record.hides_cards())?;
        let refusal = match (self.incoming.audience, order) {
            (Audience::Nobody, _) => return None,
            (_, Order::PerhapsMove { text, otherwise: None }) if !self.seems_a_turn(text) => {
                return Some(Ok(Reply::NotForMe));
            }
            (Audience::Everybody, _) => CardRefusal::Overheard,
            (Audience::Public, _) => CardRefusal::CommandOverheard,
            // Whoever does not play has no turn that anybody could learn of.
            (Audience::Words, _) if self.as_player().is_err() => return None,
            (Audience::Words, Order::PerhapsMove { text, otherwise: Some(refusal) })
                if !self.seems_a_turn(text) =>
            {
                return Some(Err(refusal.clone().into()));
            }
            (Audience::Words, order) if is_turn(order) => CardRefusal::TurnOverheard,
            (Audience::Words, _) => return None,
        };
        Some(Err(refusal.into()))
    }

    fn seems_a_turn(&self, text: &str) -> bool {
        let is_short = text.split_whitespace().nth(TURN_WORDS).is_none();
        is_short && self.tells(text).is_some_and(|suspicion| suspicion.is_turn)
    }

    /// A set-up is its owner's until it is sent.
    pub(super) fn check_unseen(&self) -> Decided<()> {
        if self.incoming.audience.reads_answers() {
            return Err(SetupRefusal::PanelSeen.into());
        }
        Ok(())
    }
}

/// Whether somebody who reads it learns what was wanted of the game.
fn is_turn(order: &Order) -> bool {
    match order {
        Order::PerhapsMove { .. } => true,
        Order::Command(command) => {
            matches!(
                command,
                Command::Move(Some(_)) | Command::Claim(Some(_)) | Command::Drop(Some(_)) | Command::Pass
            )
        }
        Order::Press { .. } | Order::Called | Order::Unreadable(_) => false,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_before_a_number_names_a_square() {
        for (text, names_one) in [
            ("n3", true),
            ("Nn3", true),
            ("a-1", true),
            ("a--1", true),
            ("(-b12)", true),
            ("to a 3", false),
            ("at 5", false),
            ("-3", false),
            ("3a", false),
            ("\u{fc}5", false),
            ("", false),
        ] {
            assert_eq!(names_a_square(text), names_one, "{text}");
        }
    }
}
