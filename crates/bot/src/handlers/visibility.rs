//! Hidden-card games in public channels: which messages may reveal a card, and the refusal that
//! replaces the action. Neither depends on hidden information. Not here: which words are harmless
//! by themselves (`text`).

use super::{HandlerRequest, HandlerResult, ParsedAction, submit_move::TURN_WORDS};
use crate::{
    Audience, Reply,
    command::Command,
    decision::TextDisclosure,
    notice::{CardRefusal, SetupRefusal},
    text::LeakRisk,
};

impl HandlerRequest<'_> {
    /// What is known about the words of an order before it is decided.
    pub(crate) fn text_disclosure<'t>(&self, order: &'t ParsedAction) -> TextDisclosure<'t> {
        let ParsedAction::Text { text, otherwise: None } = order else { return TextDisclosure::Kept };
        if !self.hides_cards() {
            return TextDisclosure::Open(text);
        }
        self.leak_risk(text).map_or(TextDisclosure::Harmless(text), |_| TextDisclosure::Kept)
    }

    /// Whether the speaker has cards that are hidden from others.
    fn hides_cards(&self) -> bool {
        self.require_player().is_ok_and(|(record, _)| record.hides_cards())
    }

    /// What in words of the speaker may tell of cards that are hidden from others. Where none are, the words are not even
    /// looked at: everything that is said anywhere comes by here.
    pub(super) fn leak_risk(&self, text: &str) -> Option<LeakRisk> {
        self.hides_cards().then(|| self.context.talk.suspicion(text)).flatten()
    }

    /// What is said instead of doing it when others read along where cards are hidden: words about a turn, and answers
    /// to anything, would tell what they are. The same to everything that is meant for the bot, and nothing to the rest;
    /// what that is, the words alone say and who plays, never the position.
    pub(super) fn check_audience(&self, order: &ParsedAction) -> Option<HandlerResult> {
        self.draft.channel.game.as_ref().filter(|record| record.hides_cards())?;
        let refusal = match (self.incoming.audience, order) {
            (Audience::SenderOnly, _) => return None,
            (_, ParsedAction::Text { text, otherwise: None }) if !self.looks_like_turn(text) => {
                return Some(Ok(Reply::Ignored));
            }
            (Audience::TextAndReplyVisible, _) => CardRefusal::Overheard,
            (Audience::Public, _) => CardRefusal::CommandOverheard,
            // Whoever does not play has no turn that anybody could learn of.
            (Audience::TextVisible, _) if self.require_player().is_err() => return None,
            (Audience::TextVisible, ParsedAction::Text { text, otherwise: Some(refusal) })
                if !self.looks_like_turn(text) =>
            {
                return Some(Err(refusal.clone().into()));
            }
            (Audience::TextVisible, order) if is_turn(order) => CardRefusal::TurnOverheard,
            (Audience::TextVisible, _) => return None,
        };
        Some(Err(refusal.into()))
    }

    fn looks_like_turn(&self, text: &str) -> bool {
        let is_short = text.split_whitespace().nth(TURN_WORDS).is_none();
        is_short && self.leak_risk(text).is_some_and(|suspicion| suspicion.is_turn)
    }

    /// A set-up is its owner's until it is sent.
    pub(super) fn require_private(&self) -> HandlerResult<()> {
        if self.incoming.audience.reads_answers() {
            return Err(SetupRefusal::PanelSeen.into());
        }
        Ok(())
    }
}

/// Whether somebody who reads it learns what was wanted of the game.
fn is_turn(order: &ParsedAction) -> bool {
    match order {
        ParsedAction::Text { .. } => true,
        ParsedAction::Command(command) => {
            matches!(
                command,
                Command::Move(Some(_)) | Command::Claim(Some(_)) | Command::Drop(Some(_)) | Command::Pass
            )
        }
        ParsedAction::Press { .. } | ParsedAction::Mention | ParsedAction::Invalid(_) => false,
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
