//! Writes how many cards each side has; once the game is over, names the cards. Not here: a
//! player's own cards, and the commitment to the deal (`features::cards`).

use adoube_render::{SideCards, VisibleHand};
use adoube_rules::{Position, Side};

use super::piece_counts;
use crate::text::{Localizer, scenes};

/// "White: 3 cards in hand, 8 in the stack. Black: …" The cards by name when the game is over.
pub(crate) fn counts(speaker: Localizer<'_>, position: &Position) -> Option<String> {
    (position.variant().has_cards())
        .then(|| Side::BOTH.map(|side| count(speaker, side, &scenes::cards(position, side))).join(" "))
}

/// "White: 3 cards in hand, 8 in the stack."
pub(crate) fn count(speaker: Localizer<'_>, side: Side, cards: &SideCards) -> String {
    let (count, known) = match &cards.hand {
        VisibleHand::Hidden(count) => (usize::from(*count), &[][..]),
        VisibleHand::Known(kinds) => (kinds.len(), kinds.as_slice()),
    };
    let names = piece_counts::names(speaker, known);
    let args = [
        ("side", speaker.side(side).into()),
        ("hand", (count as u64).into()),
        ("pieces", speaker.list(&names).into()),
        ("stack", u32::from(cards.stack).into()),
    ];
    speaker.sentence(if names.is_empty() { "cards-count" } else { "cards-open" }, &args)
}
