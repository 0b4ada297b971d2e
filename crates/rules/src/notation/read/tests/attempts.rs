//! Tests of which piece a typed move touches under the touch-move rule.

use super::{position, words};
use crate::Variant::{self, Chess, Grand};
use crate::notation::{sans, touch_attempt};
use crate::test_games::play_random_games;

/// `from-to`, `from` alone where the target is not certain, or `-`.
fn check(variant: Variant, text: &str, table: &[(&str, &str)]) {
    let (position, words) = (position(variant, text), words());
    for (typed, expected) in table {
        let found = match touch_attempt(&position, typed, &words) {
            None => "-".to_owned(),
            Some(tried) => {
                tried.to.map_or_else(|| tried.from.to_string(), |to| format!("{}-{to}", tried.from))
            }
        };
        assert_eq!(found, *expected, "{typed:?} in {text}");
    }
}

#[test]
fn a_piece_is_taken_in_hand_when_there_is_no_doubt_which() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(
        Chess,
        start,
        &[
            ("Ke2", "e1-e2"),
            ("Qxd7", "d1-d7"),
            ("Dame d7", "d1-d7"),
            ("e1g1", "e1-g1"),
            ("O-O", "e1"),
            ("lange Rochade", "-"),
            ("große Rochade", "e1"),
            // Only one of the two moves that way at all.
            ("Bc4", "f1-c4"),
            ("Bg5", "c1-g5"),
            ("Nd2", "b1-d2"),
            ("Nxf3", "g1-f3"),
            ("e5", "e2-e5"),
            ("exd3", "e2-d3"),
            ("e2-e2", "e2-e2"),
            // Legal ones as well.
            ("e4", "e2-e4"),
            ("Sf3", "g1-f3"),
            // The square says which piece, even an enemy's.
            ("e7e5", "e7-e5"),
            ("Bf1c4", "f1-c4"),
        ],
    );
}

#[test]
fn what_is_not_certain_is_nothing() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(
        Chess,
        start,
        &[
            // Two such pieces, neither of which moves that way.
            ("Nd4", "-"),
            ("Rd4", "-"),
            ("Na1", "-"),
            // Nothing there, something else there, no such square.
            ("e3e5", "-"),
            ("Bb1c3", "-"),
            ("Ke9", "-"),
            ("e9", "-"),
            ("z4", "-"),
            ("hello", "-"),
            ("", "-"),
            (&"e".repeat(100), "-"),
        ],
    );
    // Two Rooks that move that way, and are both kept from it.
    check(Chess, "4k3/8/8/8/8/8/8/R2QK2R w - - 0 30", &[("Rd1", "-"), ("Rd8", "-"), ("Qa4", "d1-a4")]);
    check(Chess, "4k3/8/8/8/R2Q3R/8/8/4K3 w - - 0 30", &[("Rd4", "-"), ("Rad4", "a4-d4"), ("R4d4", "-")]);
}

#[test]
fn a_piece_that_may_not_move_now_is_taken_in_hand_all_the_same() {
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 30";
    check(Chess, pinned, &[("Ne4", "c3-e4"), ("Ne2", "-"), ("Nge2", "g1-e2"), ("Nce2", "c3-e2")]);
    let locked = "4k5/10/10/10/10/4{NR}5/10/10/10/4K5 w - - 0 2";
    check(Grand, locked, &[("NRd7", "e5-d7"), ("Nachtreiter d7", "e5-d7"), ("O-O", "e1")]);
}

/// A text that means one legal move takes no other piece in hand, and a move in coordinates says which.
#[test]
fn no_attempt_takes_another_piece_than_the_move_that_is_meant() {
    let words = words();
    let mut certain = 0_usize;
    play_random_games(7..11, |seed, game| {
        let position = game.position();
        for (made, san) in game.legal_moves().iter().zip(sans(position, game.legal_moves())).step_by(5) {
            let lan = touch_attempt(position, &made.to_string(), &words);
            assert_eq!(lan.map(|tried| tried.from), Some(made.from), "seed {seed}: {made} in {position}");
            let tried = touch_attempt(position, &san, &words).map(|tried| tried.from);
            assert!(tried.is_none_or(|from| from == made.from), "seed {seed}: {san} in {position}");
            certain += usize::from(tried.is_some());
        }
    });
    assert!(certain > 500, "only {certain} texts named a piece with certainty");
}
