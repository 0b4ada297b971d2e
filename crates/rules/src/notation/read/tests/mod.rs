//! Readings of texts in positions: what they mean, why they are refused, and that every legal move can be typed.

mod attempts;
mod dialects;
mod loose;
mod promotions;
mod properties;
mod refusals;
mod schachen;
mod spellings;

use super::{Reading, read};
use crate::notation::{Word, Words};
use crate::{PieceType, Position, Variant};

/// English and German, as a caller would give them.
fn words() -> Words {
    use PieceType as T;
    let pieces = [
        (T::KING, "King", "König", "K"),
        (T::QUEEN, "Queen", "Dame", "D"),
        (T::ROOK, "Rook", "Turm", "T"),
        (T::BISHOP, "Bishop", "Läufer", "L"),
        (T::KNIGHT, "Knight", "Springer", "S"),
        (T::CARDINAL, "Cardinal", "Kardinal", "C"),
        (T::MARSHAL, "Marshal", "Marschall", "M"),
        (T::PAWN, "Pawn", "Bauer", "P"),
        (T::from_key("nightrider").expect("a type"), "Nightrider", "Nachtreiter", "NR"),
        (T::from_key("knight-ferz").expect("a type"), "Knight-Ferz", "Springer-Fers", "NF"),
    ];
    let pieces = pieces
        .into_iter()
        .flat_map(|(kind, en, de, letter)| [en, de, letter].map(|text| (text, Word::Piece(kind))));
    let others = [
        ("takes", Word::Takes),
        ("schlägt", Word::Takes),
        ("converts", Word::Converts),
        ("to", Word::To),
        ("from", Word::To),
        ("on", Word::To),
        ("nach", Word::To),
        ("auf", Word::To),
        ("von", Word::To),
        ("castle", Word::Castle),
        ("Rochade", Word::Castle),
        ("castle kingside", Word::CastleKingside),
        ("kurze Rochade", Word::CastleKingside),
        ("castle queenside", Word::CastleQueenside),
        ("große Rochade", Word::CastleQueenside),
        ("promotes", Word::Promotes),
        ("wird", Word::Promotes),
        ("e.p.", Word::EnPassant),
        ("en passant", Word::EnPassant),
        ("check", Word::Check),
        ("Schach", Word::Check),
        ("schachmatt", Word::Check),
        ("drop", Word::Drop),
        ("and drop", Word::Drop),
        ("setze", Word::Drop),
        ("ein", Word::Drop),
        ("pass", Word::Pass),
        ("passe", Word::Pass),
    ];
    Words::new(pieces.chain(others).map(|(text, word)| (text.to_owned(), word)))
}

fn position(variant: Variant, text: &str) -> Position {
    Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A reading in short: the moves in coordinates, `-` for no move, or the refusal.
fn short(reading: &Reading) -> String {
    match reading {
        Reading::Move(only) => only.to_string(),
        Reading::Several(moves) if moves.len() < 2 => format!("several: {moves:?}"),
        Reading::Several(moves) => moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
        Reading::OtherLetters(moves) => format!("other letters: {moves:?}"),
        Reading::Refused(refusal) => refusals::short(refusal),
        Reading::NotAMove => "-".to_owned(),
    }
}

/// Checks a table of texts and what they are read as in one position.
fn check(variant: Variant, text: &str, table: &[(&str, &str)]) {
    let (position, words) = (position(variant, text), words());
    let read = |typed: &str| short(&read(&position, typed, &words));
    let wrong: Vec<_> = table.iter().filter(|(typed, expected)| read(typed) != *expected).collect();
    let found =
        wrong.iter().map(|(typed, expected)| format!("{typed:?}: {:?}, not {expected:?}", read(typed)));
    assert!(wrong.is_empty(), "in {text}:\n{}", found.collect::<Vec<_>>().join("\n"));
}
