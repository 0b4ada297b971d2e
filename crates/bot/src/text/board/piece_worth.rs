//! Describes the worth of a piece in a sentence that compares it with familiar pieces. Not here:
//! the measured values (`adoube-engine`).

use std::sync::LazyLock;

use adoube_engine::piece_values::PieceValues;
use adoube_rules::{PieceType, Variant};

use crate::text::Localizer;

/// The values of all pieces, read from the table once.
pub(crate) static VALUES: LazyLock<PieceValues> = LazyLock::new(PieceValues::built_in);

/// The pieces to compare with, the strongest first, and the maximal count of each.
const KNOWN: [(PieceType, &str, u64); 5] = [
    (PieceType::QUEEN, "worth-queen", 2),
    (PieceType::ROOK, "worth-rook", 2),
    (PieceType::BISHOP, "worth-bishop", 1),
    (PieceType::KNIGHT, "worth-knight", 2),
    (PieceType::PAWN, "worth-pawn", 3),
];
/// Penalty for a second kind of piece in a comparison, in centipawns: one kind is easier to
/// remember.
const ONE_MORE: i32 = 25;
/// Worth below which there is no comparison, in centipawns.
const HALF_A_PAWN: i32 = 65;

/// A sentence on a piece's strength in Grand Chess; none for the King, which is worth the game, and
/// for the Pawn.
pub(crate) fn sentence(speaker: Localizer<'_>, kind: PieceType) -> Option<String> {
    let worth = VALUES.measured(Variant::Grand, kind).filter(|_| !kind.is_king_or_pawn())?.centipawns;
    if worth < HALF_A_PAWN {
        return Some(speaker.fixed_sentence("worth-less"));
    }
    let parts: Vec<String> = alike(&VALUES, kind, worth)
        .into_iter()
        .map(|(key, count)| speaker.sentence(key, &[("count", count.into())]))
        .collect();
    (!parts.is_empty()).then(|| speaker.sentence("worth-told", &[("what", speaker.list(&parts).into())]))
}

/// One or two kinds of pieces with about the same worth together.
fn alike(values: &PieceValues, kind: PieceType, worth: i32) -> Vec<(&'static str, u64)> {
    let one = KNOWN.iter().filter(|(known, ..)| *known != kind);
    let of = |&&(known, ..): &&(PieceType, &'static str, u64)| values.of(Variant::Grand, known);
    let mut ways: Vec<(i32, Vec<(&'static str, u64)>)> = Vec::new();
    for (place, first) in one.clone().enumerate() {
        ways.extend((1..=first.2).map(|count| (of(&first) * count as i32, vec![(first.1, count)])));
        for second in one.clone().skip(place + 1) {
            // Two Pawns more are easy to understand, two Knights more are not.
            let most = if second.0 == PieceType::PAWN { 2 } else { 1 };
            let together = |count: u64| of(&first) + of(&second) * count as i32;
            ways.extend((1..=most).map(|count| (together(count), vec![(first.1, 1), (second.1, count)])));
        }
    }
    let off = |(sum, parts): &(i32, Vec<_>)| (sum - worth).abs() + ONE_MORE * parts.len() as i32;
    ways.into_iter().min_by_key(off).map(|(_, parts)| parts).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, text::Translations};

    #[test]
    fn pieces_are_compared_with_what_is_nearest() {
        let table = "queen | 900 ± 1\nrook | 500 ± 1\nbishop | 355 ± 1\nknight | 320 ± 1\npawn | 100 ± 1\n";
        let values = PieceValues::parse(table).expect("a table");
        let lion = PieceType::from_key("lion").expect("a type");
        let wanted: [(i32, &[(&str, u64)]); 10] = [
            (100, &[("worth-pawn", 1)]),
            (190, &[("worth-pawn", 2)]),
            (310, &[("worth-knight", 1)]),
            (500, &[("worth-rook", 1)]),
            // A Knight and two Pawns are a little nearer, but harder to remember.
            (515, &[("worth-rook", 1)]),
            (600, &[("worth-rook", 1), ("worth-pawn", 1)]),
            // Two Bishops are no usual comparison.
            (710, &[("worth-rook", 1), ("worth-pawn", 2)]),
            (880, &[("worth-queen", 1)]),
            (1_250, &[("worth-queen", 1), ("worth-bishop", 1)]),
            (2_500, &[("worth-queen", 2)]),
        ];
        for (worth, parts) in wanted {
            assert_eq!(alike(&values, lion, worth), parts, "{worth}");
        }
        // A Rook is not compared with a Rook.
        assert_eq!(alike(&values, PieceType::ROOK, 500), [("worth-knight", 1), ("worth-pawn", 2)]);
    }

    #[test]
    fn what_is_worth_less_than_any_known_piece_is_compared_with_none() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let speaker = Localizer::new(&wording, Language::EN);
        let values = PieceValues::built_in();
        let (mut less, mut more) = (0, 0);
        for kind in PieceType::all().filter(|kind| !kind.is_king_or_pawn()) {
            let Some(measured) = values.measured(Variant::Grand, kind) else { continue };
            let told = sentence(speaker, kind).unwrap_or_default();
            let is_less = told == "In Grand Chess it is weaker than a Pawn.";
            assert_eq!(is_less, measured.centipawns < HALF_A_PAWN, "{}: {told}", kind.key());
            assert!(is_less || told.starts_with("In Grand Chess it is about as strong as "), "{told}");
            *(if is_less { &mut less } else { &mut more }) += 1;
        }
        assert!(less > 0 && more > 50, "{less} {more}");
    }
}
