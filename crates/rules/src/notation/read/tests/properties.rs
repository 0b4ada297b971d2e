//! Property tests of the reader of typed moves, for any text in any position: no panic, only legal
//! moves, and refusals that agree with the rules.
//!
//! A failure prints the position and the text. `PROPTEST_RNG_SEED` and `PROPTEST_CASES` try other cases.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

use super::words;
use crate::notation::{MoveReading, MoveRefusal, MoveVocabulary, MoveWord, read, san};
use crate::{Move, Piece, PieceType, Position, Side, Square, Variant};

const CASES: u32 = 48;
const SEED: u64 = 1992;
const PLIES: usize = 60;
/// Extra pieces per side at most in a random array of Grand Chess.
const EXTRAS: usize = 6;

/// Every piece's English key as its name.
fn key_words() -> MoveVocabulary {
    MoveVocabulary::new(PieceType::all().map(|kind| (kind.key().to_owned(), MoveWord::Piece(kind))))
}

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        1 => Just(Position::start(Variant::Chess)),
        1 => (0..960_u16).prop_map(|number| Position::start_960(number).expect("a number below 960")),
        1 => Just(Position::start(Variant::Grand)),
        3 => prop::collection::vec(extra(), 1..EXTRAS).prop_filter_map("a King attacked", |extras| grand_with(&extras)),
    ]
}

/// A type and one of the ten empty squares of the classic array's first two ranks.
fn extra() -> impl Strategy<Value = (PieceType, Square)> {
    let squares: Vec<Square> =
        (1..9).map(|file| Square::new(file, 1)).chain([0, 9].map(|file| Square::new(file, 2))).collect();
    let kinds: Vec<PieceType> = PieceType::all().filter(|kind| !kind.is_king_or_pawn()).collect();
    (select(kinds), select(squares))
}

/// The classic array with more pieces, mirrored, in the mode in which pawns may become anything.
fn grand_with(extras: &[(PieceType, Square)]) -> Option<Position> {
    let classic = Position::start(Variant::Grand);
    let at = |square: Square| {
        let side = if square.rank <= 5 { Side::White } else { Side::Black };
        let home = if side == Side::White { square } else { Square::new(square.file, 11 - square.rank) };
        let added = extras.iter().find(|(_, place)| *place == home).map(|(kind, _)| Piece::new(side, *kind));
        added.or_else(|| classic.piece_at(square))
    };
    let rank = |rank: i32| {
        let (mut text, mut empty) = (String::new(), 0);
        for piece in (0..10).map(|file| at(Square::new(file, rank))).chain([None]) {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    text.extend((empty > 0).then(|| empty.to_string()));
                    text += &piece.to_string();
                    empty = 0;
                }
            }
        }
        // The one that was chained is no square.
        if empty > 1 { format!("{text}{}", empty - 1) } else { text }
    };
    let ranks: Vec<String> = (1..=10).rev().map(rank).collect();
    Position::parse(Variant::Grand, &format!("{} w - - 0 1 promo:all lock:2", ranks.join("/"))).ok()
}

/// A position after some random moves, with moves left.
fn position() -> impl Strategy<Value = Position> {
    (start(), prop::collection::vec(any::<Index>(), 0..PLIES)).prop_map(|(start, picks)| {
        let mut position = start;
        for pick in picks {
            let legal = position.legal_moves();
            let Some(made) = (!legal.is_empty()).then(|| pick.get(&legal)) else { break };
            let next = position.apply(made);
            if next.legal_moves().is_empty() {
                break;
            }
            position = next;
        }
        position
    })
}

fn promotion(made: &Move) -> String {
    made.choice.map(|kind| format!("={}", kind.code())).unwrap_or_default()
}

/// Texts that mean exactly this move.
fn exact_texts(position: &Position, made: &Move) -> Vec<String> {
    let kind = position.piece_at(made.from).expect("a piece moves").kind;
    let (from, to, promotion) = (made.from, made.to, promotion(made));
    vec![
        made.to_string(),
        format!("{from}-{to}{promotion}"),
        format!("{from} {to} {promotion}"),
        format!("{}{from}-{to}{promotion}", kind.code()),
        format!("{} {from} {to}{promotion}", kind.key()),
        format!("{}-{from}–{to}{promotion}!", kind.key().to_uppercase()),
    ]
}

fn includes(reading: &MoveReading, wanted: &Move) -> bool {
    match reading {
        MoveReading::Move(only) => only == wanted,
        MoveReading::Several(moves) => moves.contains(wanted),
        MoveReading::OtherLetters(_) | MoveReading::Refused(_) | MoveReading::NotAMove => false,
    }
}

/// Whether a text begins like two squares, which it then is.
fn is_two_squares(text: &str) -> bool {
    let is_square = |text: &str| text.parse::<Square>().is_ok();
    let squares = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    squares.char_indices().any(|(at, _)| {
        squares.split_at_checked(at).is_some_and(|(from, to)| is_square(from) && is_square(to))
    })
}

/// A text of the letters and signs moves are made of.
fn moveish() -> impl Strategy<Value = String> {
    let parts = [
        "N", "n", "b", "B", "D", "s", "K", "e", "d", "E", "4", "5", "1", "10", "0", "e4", "d5", "x", "-",
        ":", "~", "=", "Q", "(", ")", " ", "+", "#", ".", "O-O", "0", "o", "Springer", "takes", "to", "ep",
        "♘", "wird", "nr", "é", "ß", "\u{308}",
    ];
    prop::collection::vec(select(parts.to_vec()), 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, rng_seed: RngSeed::Fixed(SEED), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_legal_move_can_be_typed(position in position()) {
        let (words, names) = (words(), key_words());
        for made in position.legal_moves() {
            for text in exact_texts(&position, &made) {
                prop_assert_eq!(read(&position, &text, &names), MoveReading::Move(made), "{}", text);
            }
            let san = san(&position, &made);
            let reading = read(&position, &san, &words);
            // `bxc3` may be a Bishop's.
            let is_exact = san.chars().any(char::is_uppercase);
            prop_assert!(includes(&reading, &made), "{}: {:?}", san, reading);
            prop_assert!(!is_exact || reading == MoveReading::Move(made), "{}: {:?}", san, reading);
            let small = san.to_lowercase();
            let reading = read(&position, &small, &words);
            prop_assert!(is_two_squares(&small) || includes(&reading, &made), "{}: {:?}", small, reading);
        }
    }

    #[test]
    fn a_refusal_agrees_with_the_rules(position in position(), to in any::<Index>()) {
        let squares: Vec<Square> = position.region().squares().collect();
        let to = *to.get(&squares);
        let (words, pseudo_legal, legal) = (words(), position.pseudo_legal_moves(), position.legal_moves());
        for from in squares {
            let text = format!("{from}{to}");
            if legal.iter().any(|made| made.from == from && made.to == to) {
                continue;
            }
            let refusal = match read(&position, &text, &words) {
                MoveReading::Refused(refusal) => refusal,
                // Castling by another of its names.
                MoveReading::Move(made) if made.from == from && position.king(position.side_to_move()) == Some(from) => continue,
                other => return Err(TestCaseError::fail(format!("{text}: {other:?}"))),
            };
            let is_unsafe = matches!(
                refusal,
                MoveRefusal::LeavesInCheck { .. } | MoveRefusal::StillInCheck { .. } | MoveRefusal::KingAttacked { .. }
            );
            let is_castling = matches!(refusal, MoveRefusal::Castling { .. });
            let goes = pseudo_legal.iter().any(|made| made.from == from && made.to == to);
            prop_assert!(is_castling || is_unsafe == goes, "{}: {:?}", text, refusal);
            let json = serde_json::to_string(&refusal).expect("a refusal can be written");
            prop_assert_eq!(serde_json::from_str::<MoveRefusal>(&json).expect("and read"), refusal);
        }
    }

    #[test]
    fn any_text_is_read_without_panic(position in position(), text in prop_oneof![".{0,80}", moveish()]) {
        let legal = position.legal_moves();
        match read(&position, &text, &words()) {
            MoveReading::Move(only) => prop_assert!(legal.contains(&only)),
            MoveReading::Several(moves) => {
                prop_assert!(moves.len() > 1 && moves.iter().all(|made| legal.contains(made)));
            }
            MoveReading::OtherLetters(_) => prop_assert!(false, "only its own letters are known here"),
            MoveReading::Refused(_) | MoveReading::NotAMove => {}
        }
    }

    #[test]
    fn any_words_are_taken(texts in prop::collection::vec(".{0,20}", 0..20), text in ".{0,64}") {
        let meanings = [MoveWord::Piece(PieceType::KNIGHT), MoveWord::Takes, MoveWord::To, MoveWord::Castle, MoveWord::Promotes, MoveWord::Check];
        let words = MoveVocabulary::new(texts.into_iter().zip(meanings.into_iter().cycle()));
        read(&Position::start(Variant::Chess), &text, &words);
    }
}
