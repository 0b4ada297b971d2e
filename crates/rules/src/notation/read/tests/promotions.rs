//! Tests of reading a text that names a promotion choice alone, without its move.

use super::{position, short, words};
use crate::Square;
use crate::Variant::{self, Chess, Grand};
use crate::notation::read_promotion;

/// Checks a table of texts and what they choose for the move between these squares.
fn check(variant: Variant, text: &str, (from, to): (&str, &str), table: &[(&str, &str)]) {
    let (position, words) = (position(variant, text), words());
    let square = |name: &str| name.parse::<Square>().expect(name);
    for (typed, expected) in table {
        let read = read_promotion(&position, (square(from), square(to)), typed, &words);
        assert_eq!(short(&read), *expected, "{typed:?} for {from}{to} in {text}");
    }
}

#[test]
fn a_piece_is_chosen_by_letter_by_name_or_in_a_sentence() {
    let text = "8/P7/8/8/8/8/k7/7K w - - 0 1";
    check(
        Chess,
        text,
        ("a7", "a8"),
        &[
            ("Q", "a7a8=Q"),
            ("q", "a7a8=Q"),
            ("=N", "a7a8=N"),
            ("Dame", "a7a8=Q"),
            ("promotes to Rook", "a7a8=R"),
            ("wird Läufer", "a7a8=B"),
            ("♞", "a7a8=N"),
            ("King", "unavailable: white pawn a7 to a8 K [Q, R, B, N]"),
            ("k", "unavailable: white pawn a7 to a8 K [Q, R, B, N]"),
            ("m", "-"),
            ("hello", "-"),
            ("e4", "-"),
            ("", "-"),
        ],
    );
}

#[test]
fn two_small_letters_are_a_word_unless_that_piece_can_be_chosen() {
    let text = "9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 promo:all";
    check(Grand, text, ("a9", "a10"), &[("NR", "a9a10=NR"), ("nr", "a9a10=NR"), ("nightrider", "a9a10=NR")]);
    let none = "9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 promo:captured pool:Q";
    check(Grand, none, ("a9", "a10"), &[("nr", "-"), ("Q", "a9a10=Q")]);
}

#[test]
fn whoever_may_stay_a_pawn_says_so() {
    let text = "9k/10/P9/10/10/10/10/10/10/9K w - - 0 30 promo:captured pool:Q";
    check(Grand, text, ("a8", "a9"), &[("Pawn", "a8a9"), ("Q", "a8a9=Q"), ("Bauer", "a8a9")]);
}

#[test]
fn nothing_is_chosen_for_a_move_that_is_none() {
    let text = "8/P7/8/8/8/8/k7/7K w - - 0 1";
    for squares in [("a7", "b8"), ("b7", "b8"), ("h1", "h8")] {
        check(Chess, text, squares, &[("Q", "-")]);
    }
}
