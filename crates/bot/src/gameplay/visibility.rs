//! Decides, for games with hidden cards in public channels, which messages may reveal a card, and
//! which refusal replaces the action. Neither depends on hidden information. Not here: which words
//! are harmless by themselves (`text`).

use super::{HandlerRequest, HandlerResult, ParsedAction, turn::text::TURN_WORDS};
use crate::{
    Audience, Reply,
    core::{decision::TextDisclosure, notice::CardRefusal},
    text::LeakRisk,
};

impl HandlerRequest<'_> {
    /// What is known about an action's text before it is decided.
    pub(crate) fn text_disclosure<'t>(&self, order: &'t ParsedAction) -> TextDisclosure<'t> {
        let ParsedAction::Text { text, otherwise: None } = order else { return TextDisclosure::Kept };
        if !self.hides_cards() {
            return TextDisclosure::Open(text);
        }
        self.leak_risk(text).map_or(TextDisclosure::Harmless(text), |_| TextDisclosure::Kept)
    }

    /// Whether the sender has cards that are hidden from others.
    fn hides_cards(&self) -> bool {
        self.require_player().is_ok_and(|(record, _)| record.hides_cards())
    }

    /// What in the sender's text may tell of hidden cards. Without hidden cards the text is not
    /// examined, because all text on all channels passes here.
    pub(crate) fn leak_risk(&self, text: &str) -> Option<LeakRisk> {
        self.hides_cards().then(|| self.context.text.leak_detector.suspicion(text)).flatten()
    }

    /// The refusal instead of an action, where others read along and cards are hidden: text about a
    /// turn, and any reply, could reveal cards. Everything meant for the bot gets the same refusal,
    /// and everything else none. It depends on the text and the players alone, never on the
    /// position.
    pub(crate) fn check_audience(&self, order: &ParsedAction) -> Option<HandlerResult> {
        self.draft.channel.game.as_ref().filter(|record| record.hides_cards())?;
        let refusal = match (self.incoming.audience, order) {
            (Audience::SenderOnly, _) => return None,
            (_, ParsedAction::Text { text, otherwise: None }) if !self.looks_like_turn(text) => {
                return Some(Ok(Reply::Ignored));
            }
            (Audience::TextAndReplyVisible, _) => CardRefusal::Overheard,
            (Audience::Public, _) => CardRefusal::CommandOverheard,
            // A person who does not play has no turn to reveal.
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
}

/// Whether a reader of the action learns what the sender intends in the game.
fn is_turn(order: &ParsedAction) -> bool {
    match order {
        ParsedAction::Text { .. } => true,
        ParsedAction::Command { call, .. } => call.discloses_turn(),
        ParsedAction::Press { .. } | ParsedAction::Mention | ParsedAction::Invalid(_) => false,
    }
}
