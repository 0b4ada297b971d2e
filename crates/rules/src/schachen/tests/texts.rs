//! Tests of position texts of Schachen: valid, refused and hostile ones.

use super::{parse, play_random_games};
use crate::arrays::SeededRandom;
use crate::test_games::mutate;
use crate::{Position, PositionView, Square, Variant};

#[test]
fn texts_read_back_as_themselves() {
    play_random_games(8, |seed, game| {
        let text = game.position().full_text();
        let read = Position::parse(Variant::Schachen, &text).expect(&text);
        assert_eq!((&read, read.full_text()), (game.position(), text), "seed {seed}");
    });
}

#[test]
fn a_changed_text_is_a_position_or_an_error_that_says_why() {
    play_random_games(9, |seed, game| {
        let mut draw = SeededRandom::new(seed);
        let text = mutate(&game.position().full_text(), &mut draw);
        match Position::parse(Variant::Schachen, &text) {
            Ok(other) => {
                other.legal_moves();
                assert_eq!(Position::parse(Variant::Schachen, &other.full_text()), Ok(other), "seed {seed}");
            }
            Err(error) => assert!(!error.to_string().is_empty(), "seed {seed}"),
        }
        if let Ok(view) = PositionView::parse(Variant::Schachen, &text) {
            assert_eq!(PositionView::parse(Variant::Schachen, &view.to_string()), Ok(view), "seed {seed}");
        }
    });
}

#[test]
fn pieces_and_cards_are_sorted_when_written() {
    let position = parse("Pp2,Kn1,P-m2,Pm-2/Ko6,Pn5 b stack:PB/NP taken:PR/NB hand:PNQ/BRR 3 7");
    let written = "P-m2,Pm-2,Kn1,Pp2/Pn5,Ko6 b hand:QNP/RRB stack:PB/NP taken:RP/BN 3 7";
    assert_eq!(position.full_text(), written);
}

/// A text in which one field is replaced.
fn with(field: usize, value: &str) -> String {
    let mut fields: Vec<&str> =
        "Pm2,Kn1/Ko6,Pp5 w hand:QNP/RRB stack:BBN/QNN taken:PP/P 0 1".split(' ').collect();
    fields[field] = value;
    fields.join(" ")
}

#[test]
fn bad_positions_are_refused() {
    let table = [
        (0, "Pm2/Ko6,Pp5", "no King"),
        (0, "Kn1,Kn3/Ko6", "two Kings"),
        (0, "Kn1,Pn1/Ko6", "a shared square"),
        (0, "Kn1/Ko6,Pn1", "a square shared by both"),
        (0, "Kn1", "one side"),
        (0, "Kn1/Ko6/Kp7", "three sides"),
        (0, "Kn1,/Ko6", "an empty entry"),
        (0, "kn1/Ko6", "a small code"),
        (0, "Cn3,Kn1/Ko6", "a type of another game"),
        (0, "{NR}n3,Kn1/Ko6", "a code in braces"),
        (0, "Kn1,P/Ko6", "a piece nowhere"),
        (0, "Kn1,Pn01/Ko6", "a leading zero"),
        (0, "Kn1,Paaaa1/Ko6", "a file of four letters"),
        (0, "Kn1,Pn1234567/Ko6", "a rank of seven digits"),
        (0, "Kn1,Pn99999999999999999999/Ko6", "a number nobody holds"),
        (0, "Kn1,én3/Ko6", "a letter of two bytes"),
        (0, "Kn1/Ko2", "Kings in touch"),
        (0, "Kn1,Ro3/Ko6", "the other side in check"),
        (1, "x", "no side"),
        (2, "hand:QNPP/RRB", "four cards in hand"),
        (2, "hand:KNP/RRB", "a King in hand"),
        (2, "hand:QNP", "one hand"),
        (2, "hand:QNP/RRB/P", "three hands"),
        (2, "hand:/RRB", "an empty list"),
        (2, "hand:3/RRB", "a number for cards"),
        (2, "hand:Q2/RRB", "a number for some cards"),
        (2, "hands:QNP/RRB", "another key"),
        (2, "hand", "a key without a value"),
        (3, "hand:QNP/RRB", "a key twice"),
        (3, "stack:QBN/QNN", "two Queens"),
        (3, "stack:NNN/QNN", "four Knights"),
        (3, "stack:BBNPPPPPP/QNN", "nine Pawns"),
        (3, "stack:K/-", "a King in the stack"),
        (3, "stack:8/8", "numbers for stacks"),
        (4, "taken:K/P", "a King taken"),
        (4, "taken:qq/P", "small codes"),
        (5, "-1", "a negative clock"),
        (5, "10000", "a large clock"),
        (6, "0", "a move number below one"),
        (6, "1 x", "one field more"),
    ];
    assert!(Position::parse(Variant::Schachen, &with(1, "b")).is_ok());
    for (field, value, what) in table {
        let text = with(field, value);
        assert!(Position::parse(Variant::Schachen, &text).is_err(), "{what}: {text}");
    }
    for field in 2..5 {
        let text = with(field, "");
        assert!(Position::parse(Variant::Schachen, &text).is_err(), "{text}");
    }
    assert!(Position::parse(Variant::Schachen, &"P".repeat(100_000)).is_err());
}

#[test]
fn nobody_needs_a_board_to_be_asked_about_squares_far_away() {
    let position = parse("Pm2,Kn1,Rzzz999999/Ko6,Pp5,B-zzz-999999 w hand:QNP/RRB stack:-/- taken:-/- 0 1");
    for square in [Square::new(i32::MIN, i32::MAX), Square::new(i32::MAX, i32::MIN), Square::new(1 << 30, 0)]
    {
        assert_eq!(position.piece_at(square), None);
        let made = crate::Move::new(square, Square::new(12, 2));
        assert_eq!(position.apply(&made), position);
        let made = crate::Move::new(Square::new(12, 2), square);
        position.apply(&made).legal_moves();
        position.view(crate::PositionViewer::Spectator).position().legal_moves();
    }
    for made in position.legal_moves() {
        assert!(made.to.has_name() && made.drop.is_none_or(|drop| drop.square.has_name()), "{made}");
    }
}
