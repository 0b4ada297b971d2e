//! Helpers for the tests of the reader of typed moves, which are in the files of this folder:
//! positions, words, and a check of what a text means.

mod attempts;
mod dialects;
mod loose;
mod promotions;
mod properties;
mod refusals;
mod schachen;
mod spellings;

use super::{MoveReading, read};
use crate::notation::{MoveVocabulary, MoveWord};
use crate::{PieceType, Position, Variant};

/// English and German, as a caller would give them.
fn words() -> MoveVocabulary {
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
        .flat_map(|(kind, en, de, letter)| [en, de, letter].map(|text| (text, MoveWord::Piece(kind))));
    let others = [
        ("takes", MoveWord::Takes),
        ("schlägt", MoveWord::Takes),
        ("converts", MoveWord::Converts),
        ("to", MoveWord::To),
        ("from", MoveWord::To),
        ("on", MoveWord::To),
        ("nach", MoveWord::To),
        ("auf", MoveWord::To),
        ("von", MoveWord::To),
        ("castle", MoveWord::Castle),
        ("Rochade", MoveWord::Castle),
        ("castle kingside", MoveWord::CastleKingside),
        ("kurze Rochade", MoveWord::CastleKingside),
        ("castle queenside", MoveWord::CastleQueenside),
        ("große Rochade", MoveWord::CastleQueenside),
        ("promotes", MoveWord::Promotes),
        ("wird", MoveWord::Promotes),
        ("e.p.", MoveWord::EnPassant),
        ("en passant", MoveWord::EnPassant),
        ("check", MoveWord::Check),
        ("Schach", MoveWord::Check),
        ("schachmatt", MoveWord::Check),
        ("drop", MoveWord::Drop),
        ("and drop", MoveWord::Drop),
        ("setze", MoveWord::Drop),
        ("ein", MoveWord::Drop),
        ("pass", MoveWord::Pass),
        ("passe", MoveWord::Pass),
    ];
    MoveVocabulary::new(pieces.chain(others).map(|(text, word)| (text.to_owned(), word)))
}

fn position(variant: Variant, text: &str) -> Position {
    Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A reading in short: the moves in coordinates, `-` for no move, or the refusal.
fn short(reading: &MoveReading) -> String {
    match reading {
        MoveReading::Move(only) => only.to_string(),
        MoveReading::Several(moves) if moves.len() < 2 => format!("several: {moves:?}"),
        MoveReading::Several(moves) => moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
        MoveReading::OtherLetters(moves) => format!("other letters: {moves:?}"),
        MoveReading::Refused(refusal) => refusals::short(refusal),
        MoveReading::NotAMove => "-".to_owned(),
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
