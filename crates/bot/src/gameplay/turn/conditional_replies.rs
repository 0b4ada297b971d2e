//! Finds the planned conditional move that answers the opponent's move. Not here: how moves are
//! planned (`features::conditional_moves`).

use adoube_rules::{Game, Move, Side};

use crate::core::game::{GameRecord, Offer, OfferKind};

/// The planned move of the side to move. `None` if the player has to decide first: the opponent
/// offers a draw, or a draw can be claimed, also with the planned move.
pub(crate) fn next_conditional_reply(record: &GameRecord, game: &Game, to_move: Side) -> Option<Move> {
    let is_draw = |offer: Offer| offer.kind == OfferKind::Draw && offer.by != to_move;
    let is_offered = record.offer.is_some_and(is_draw);
    if is_offered || record.touch_move || record.variant.has_cards() || !game.draw_claims().is_empty() {
        return None;
    }
    let planned = record.plans.next(to_move)?;
    let planned = game.legal_moves().iter().find(|legal| legal.to_string() == planned.lan).copied()?;
    (!record.asks_to_claim(game, &planned)).then_some(planned)
}
