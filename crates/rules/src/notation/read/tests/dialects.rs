//! Tests of typed piece letters that mean one piece in this project and another in Fairy-Stockfish.

use super::words;
use crate::notation::{
    MoveReading, TypedLetters, looks_like_move, read, read_promotion, shown_dialect, touch_attempt,
};
use crate::{PieceDialect, Position, Square, Variant};

use PieceDialect::{FairyStockfish, Own};
use TypedLetters::{Undecided, Usually};

/// The Cardinal on c2 and the Marshal on h2 can both go to h7, either alone to e4 or to h5, and neither to a9.
const BOTH: &str = "k9/10/10/10/10/10/10/10/2C4M2/K9 w - - 0 30";
/// The Pawn on a4 and the Cardinal on d7 can both take on b5.
const CAPTURES: &str = "9k/10/10/3C6/10/1n8/P9/10/10/K9 w - - 0 30";
/// The Pawn on e8 may become anything.
const PROMOTION: &str = "9k/10/4P5/10/10/10/10/10/10/K9 w - - 0 30 promo:all";

fn position(text: &str) -> Position {
    Position::parse(Variant::Grand, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// `c2h7`, `c2h7 or h2h7`, `c2h7?` where it must be confirmed, `no`.
fn told(reading: &MoveReading) -> String {
    let all = |moves: &[crate::Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    match reading {
        MoveReading::Move(only) => only.to_string(),
        MoveReading::Several(moves) => all(moves),
        MoveReading::OtherLetters(moves) => all(moves) + "?",
        MoveReading::Refused(_) | MoveReading::NotAMove => "no".to_owned(),
    }
}

#[test]
fn no_letter_moves_another_piece_than_was_meant() {
    let table = [
        // Text, nothing known, usually own letters, usually the others, own letters only.
        (BOTH, "Ch7", ["c2h7 or h2h7", "c2h7", "h2h7", "c2h7"]),
        (BOTH, "ch7", ["c2h7 or h2h7", "c2h7", "h2h7", "c2h7"]),
        (BOTH, "Ch7+", ["c2h7 or h2h7", "c2h7", "h2h7", "c2h7"]),
        (BOTH, "12. Ch7", ["c2h7 or h2h7", "c2h7", "h2h7", "c2h7"]),
        (BOTH, "Ce4", ["c2e4", "c2e4", "c2e4?", "c2e4"]),
        (BOTH, "Ch5", ["h2h5?", "h2h5?", "h2h5", "no"]),
        (BOTH, "Chh7", ["h2h7?", "h2h7?", "h2h7", "no"]),
        (BOTH, "Cch7", ["c2h7", "c2h7", "c2h7?", "c2h7"]),
        (BOTH, "Ah7", ["c2h7", "c2h7", "c2h7", "no"]),
        (BOTH, "Ach7", ["c2h7", "c2h7", "c2h7", "no"]),
        (BOTH, "Ah5", ["no", "no", "no", "no"]),
        (BOTH, "Mh7", ["h2h7", "h2h7", "h2h7", "h2h7"]),
        (BOTH, "Me4", ["no", "no", "no", "no"]),
        (BOTH, "Ca9", ["no", "no", "no", "no"]),
        (BOTH, "c2h7", ["c2h7", "c2h7", "c2h7", "c2h7"]),
        (BOTH, "Cardinal h7", ["c2h7", "c2h7", "c2h7", "c2h7"]),
        (BOTH, "Marschall h7", ["h2h7", "h2h7", "h2h7", "h2h7"]),
        (CAPTURES, "axb5", ["a4b5", "a4b5", "a4b5 or d7b5", "a4b5"]),
        (CAPTURES, "ab5", ["a4b5", "a4b5", "a4b5 or d7b5", "a4b5"]),
        (CAPTURES, "Axb5", ["d7b5", "d7b5", "d7b5", "a4b5"]),
        (CAPTURES, "a5", ["a4a5", "a4a5", "a4a5", "a4a5"]),
        (CAPTURES, "Cxb5", ["d7b5", "d7b5", "d7b5?", "d7b5"]),
        (PROMOTION, "e9=C", ["e8e9=C or e8e9=M", "e8e9=C", "e8e9=M", "e8e9=C"]),
        (PROMOTION, "e9C", ["e8e9=C or e8e9=M", "e8e9=C", "e8e9=M", "e8e9=C"]),
        (PROMOTION, "e9=A", ["e8e9=C", "e8e9=C", "e8e9=C", "no"]),
        (PROMOTION, "e9=M", ["e8e9=M", "e8e9=M", "e8e9=M", "e8e9=M"]),
        (PROMOTION, "e9=AM", ["e8e9=AM", "e8e9=AM", "e8e9=AM", "e8e9=AM"]),
        (PROMOTION, "e9", ["e8e9", "e8e9", "e8e9", "e8e9"]),
    ];
    let words = words();
    for (text, typed, wanted) in table {
        let habits = [Undecided, Usually(Own), Usually(FairyStockfish), TypedLetters::Own];
        let found = habits.map(|letters| told(&read(&position(text), typed, words.with_letters(letters))));
        assert_eq!(found, wanted, "{typed} in {text}");
    }
}

#[test]
fn a_choice_alone_is_read_in_both_letters() {
    let words = words();
    let table = [
        ("C", ["e8e9=C or e8e9=M", "e8e9=C", "e8e9=M", "e8e9=C"]),
        ("=A", ["e8e9=C", "e8e9=C", "e8e9=C", "no"]),
        ("M", ["e8e9=M", "e8e9=M", "e8e9=M", "e8e9=M"]),
        ("Queen", ["e8e9=Q", "e8e9=Q", "e8e9=Q", "e8e9=Q"]),
    ];
    for (typed, wanted) in table {
        let habits = [Undecided, Usually(Own), Usually(FairyStockfish), TypedLetters::Own];
        let squares = (square("e8"), square("e9"));
        let found = habits.map(|letters| {
            told(&read_promotion(&position(PROMOTION), squares, typed, words.with_letters(letters)))
        });
        assert_eq!(found, wanted, "{typed}");
    }
}

#[test]
fn a_letter_that_one_dialect_lacks_shows_the_other() {
    let table = [
        (BOTH, "Ae4", Some(FairyStockfish)),
        (BOTH, "Mh7", Some(Own)),
        (BOTH, "Ch7", None),
        (BOTH, "ch7", None),
        (BOTH, "Kb1", None),
        (BOTH, "Marshal h7", None),
        (CAPTURES, "axb5", None),
        (CAPTURES, "Axb5", Some(FairyStockfish)),
        (PROMOTION, "e9=A", Some(FairyStockfish)),
        (PROMOTION, "e9=M", Some(Own)),
        (PROMOTION, "e9=C", None),
    ];
    for (text, typed, wanted) in table {
        assert_eq!(shown_dialect(&position(text), typed, &words()), wanted, "{typed} in {text}");
    }
    let chess = Position::start(Variant::Chess);
    assert_eq!(shown_dialect(&chess, "Ae4", &words()), None);
}

#[test]
fn a_doubtful_letter_takes_no_piece_in_hand() {
    let words = words();
    let in_hand = |typed, letters| {
        touch_attempt(&position(BOTH), typed, words.with_letters(letters)).map(|tried| tried.from.to_string())
    };
    for (typed, wanted) in [
        ("Ca9", [None, Some("c2"), Some("h2")]),
        ("Aa9", [Some("c2"), Some("c2"), Some("c2")]),
        ("Ma9", [Some("h2"), Some("h2"), Some("h2")]),
        ("Ka9", [Some("a1"), Some("a1"), Some("a1")]),
    ] {
        let found = [Undecided, Usually(Own), Usually(FairyStockfish)].map(|letters| in_hand(typed, letters));
        assert_eq!(found.each_ref().map(Option::as_deref), wanted, "{typed}");
    }
}

#[test]
fn the_letters_of_both_look_like_moves() {
    let words = words();
    for typed in ["Ae4", "Ce4", "Me4"] {
        assert!(looks_like_move(&position(BOTH), typed, words.with_letters(Undecided)), "{typed}");
    }
}
