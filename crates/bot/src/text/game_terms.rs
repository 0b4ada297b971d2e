//! Writes the terms of a game: variant, array, promotion, touch-move, claims, time control. Not
//! here: the array itself (`board::array`), and the challenge (`features::challenge`).

use adoube_rules::{KingPlacement, PieceType, PromotionMode, Variant};

use super::{
    Localizer,
    board::{array, piece_counts},
};
use crate::core::{
    game::{ClaimMode, GameTerms},
    notice::AgreedTerms,
};

/// Maximum of locked piece types that the terms name where the pieces are shown beside them.
const NAMED_BESIDE: usize = 3;

/// The terms, one per line; `extra` are the extra pieces, empty while they are still chosen.
pub(crate) fn lines(speaker: Localizer<'_>, terms: &GameTerms, extra: &[PieceType]) -> Vec<String> {
    let name = speaker.variant(terms.variant);
    let game = match terms.variant {
        Variant::Chess => name,
        variant => speaker
            .sentence("game-known", &[("variant", name.into()), ("about", about(speaker, variant).into())]),
    };
    let mut lines = vec![speaker.sentence("terms-variant", &[("variant", game.into())])];
    lines.extend(choices(speaker, terms, extra, usize::MAX));
    lines.push(match terms.colour {
        Some(side) => speaker.sentence("terms-colour", &[("side", speaker.side(side).into())]),
        None => speaker.fixed_sentence("terms-colour-random"),
    });
    lines
}

/// The agreed terms of a game, one per line.
pub(crate) fn agreed_lines(speaker: Localizer<'_>, agreed: &AgreedTerms) -> Vec<String> {
    let mut lines = with_pieces(speaker, agreed);
    if !agreed.terms.touch_move {
        lines.push(speaker.fixed_sentence("terms-no-touch-move"));
    }
    lines
}

/// The same in one line, without defaults.
pub(crate) fn in_one_line(speaker: Localizer<'_>, agreed: &AgreedTerms) -> String {
    with_pieces(speaker, agreed).join("; ")
}

/// The same for a place that shows pieces and clocks itself: without piece names, and with only the
/// time control.
pub(crate) fn beside_the_pieces(speaker: Localizer<'_>, agreed: &AgreedTerms) -> String {
    let terms = GameTerms { pace: None, ..agreed.terms.clone() };
    let pace = agreed.terms.pace.map(|pace| speaker.pace(pace));
    let lines = choices(speaker, &terms, &agreed.extra, NAMED_BESIDE).into_iter().chain(pace);
    lines.collect::<Vec<_>>().join("; ")
}

/// "10×10, new pieces"
pub(crate) fn about(speaker: Localizer<'_>, variant: Variant) -> String {
    speaker.fixed_sentence(&format!("game-about-{}", variant.key()))
}

/// The chosen terms, one per line. Locked pieces are named unless they have more than `most_named`
/// types.
fn choices(speaker: Localizer<'_>, terms: &GameTerms, extra: &[PieceType], most_named: usize) -> Vec<String> {
    let mut lines = array::lines(speaker, terms, extra, most_named);
    if let Some(mode) = terms.promotion {
        lines.push(speaker.fixed_sentence(match mode {
            PromotionMode::Captured => "terms-promotion-captured",
            PromotionMode::Initial => "terms-promotion-initial",
            PromotionMode::All => "terms-promotion-all",
        }));
    }
    if terms.kings == Some(KingPlacement::Facing) {
        lines.push(speaker.fixed_sentence("terms-kings-facing"));
    }
    if terms.touch_move {
        lines.push(speaker.fixed_sentence("terms-touch-move"));
    }
    if terms.claims == ClaimMode::Automatic {
        lines.push(speaker.fixed_sentence("terms-auto-claim"));
    }
    lines.extend(terms.pace.map(|pace| speaker.pace_with_time_out(pace, terms.time_out)));
    lines
}

/// The chosen terms of a game, with its extra pieces.
fn with_pieces(speaker: Localizer<'_>, agreed: &AgreedTerms) -> Vec<String> {
    let mut lines = choices(speaker, &agreed.terms, &agreed.extra, usize::MAX);
    if !agreed.extra.is_empty() {
        let pieces = piece_counts::names_with_letters(speaker, &agreed.extra).join(", ");
        lines.insert(1, speaker.sentence("terms-extra-pieces", &[("pieces", pieces.into())]));
    }
    lines
}
