//! Explains in sentences why a piece does not reach a square or does not capture there, with its
//! way of moving, for pieces that move or capture in an unusual way.

use adoube_rules::{PieceType, Square, notation::PlacedPiece};

use super::at;
use crate::text::{Localizer, SentenceArg, sentence_parts::alternatives};

/// Maximum of squares listed one by one.
const LISTED: usize = 6;

/// "Windmill c4 cannot get to c6 in one move. It only circles around a piece next to it."
pub(super) fn cannot_reach(
    speaker: Localizer<'_>,
    mover: &PlacedPiece,
    to: Square,
    copied: Option<PieceType>,
) -> String {
    let args = |last: SentenceArg<'static>| {
        [("piece", at(speaker, mover).into()), ("to", to.to_string().into()), last]
    };
    if let Some(copied) = copied {
        let copied = ("copied", speaker.kind(copied).into());
        return speaker.sentence("illegal-cannot-reach-copying", &args(copied));
    }
    let way = speaker.fixed_sentence(way_of_moving(mover.piece.kind));
    speaker.sentence("illegal-cannot-reach", &args(("way", way.into())))
}

/// "no Knight of yours can go to c6."
pub(super) fn none_reaches(
    speaker: Localizer<'_>,
    kind: PieceType,
    to: Square,
    copied: Option<PieceType>,
) -> String {
    let args = |kind: PieceType| [("piece", speaker.kind(kind).into()), ("to", to.to_string().into())];
    match copied {
        Some(copied) => speaker.sentence("illegal-none-reaches-copying", &args(copied)),
        None => speaker.sentence("illegal-none-reaches", &args(kind)),
    }
}

/// "Advancer e4 captures Knight e7 only by going to e6."
pub(super) fn captures_by_going(
    speaker: Localizer<'_>,
    mover: &PlacedPiece,
    target: &PlacedPiece,
    to: &[Square],
) -> String {
    let mut squares: Vec<String> = to.iter().take(LISTED).map(ToString::to_string).collect();
    if to.len() > LISTED {
        squares.push("…".to_owned());
    }
    let squares = if to.len() > LISTED { squares.join(", ") } else { alternatives(speaker, &squares) };
    let args = [
        ("piece", at(speaker, mover).into()),
        ("target", at(speaker, target).into()),
        ("to", squares.into()),
    ];
    speaker.sentence("illegal-captures-by-going", &args)
}

/// "Advancer e4 does not capture Knight e5 by moving to e5. It captures by moving up to the square
/// just before."
pub(super) fn captures_otherwise(
    speaker: Localizer<'_>,
    mover: &PlacedPiece,
    target: &PlacedPiece,
    copied: Option<PieceType>,
) -> String {
    let way = way_of_capturing(copied.unwrap_or(mover.piece.kind), target.piece.kind);
    let mut args = vec![
        ("piece", at(speaker, mover).into()),
        ("target", at(speaker, target).into()),
        ("to", target.square.to_string().into()),
        ("way", speaker.fixed_sentence(way).into()),
    ];
    let Some(copied) = copied else {
        return speaker.sentence("illegal-captures-otherwise", &args);
    };
    args.push(("copied", speaker.kind(copied).into()));
    speaker.sentence("illegal-captures-otherwise-copying", &args)
}

/// The key of the sentence on a piece's way of moving.
fn way_of_moving(kind: PieceType) -> &'static str {
    match kind.key() {
        "windmill" => "way-windmill",
        "edgehog" => "way-edgehog",
        "grasshopper" => "way-grasshopper",
        "scorpion" => "way-scorpion",
        "kangaroo" => "way-kangaroo",
        "chameleon" => "way-chameleon",
        "diplomat" => "way-diplomat",
        "archer" => "way-archer",
        "cannon" | "vao" | "leo" => "way-cannon",
        _ => "way-of-any-piece",
    }
}

/// The key of the sentence on a piece's way of capturing.
fn way_of_capturing(kind: PieceType, target: PieceType) -> &'static str {
    match kind.key() {
        "advancer" => "captures-advancer",
        "withdrawer" => "captures-withdrawer",
        "coordinator" => "captures-coordinator",
        "immobilizer" => "captures-immobilizer",
        "block" => "captures-block",
        "cannon" | "vao" | "leo" => "captures-over-one",
        "steward" | "ox" => "captures-diagonally",
        "chameleon" if matches!(target, PieceType::IMMOBILIZER | PieceType::JOKER | PieceType::CHAMELEON) => {
            "captures-not-by-chameleon"
        }
        "chameleon" => "captures-chameleon",
        _ => "way-of-any-piece",
    }
}
