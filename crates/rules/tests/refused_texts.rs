//! Tests of position texts that are refused, each with all its faults, and of valid texts close to
//! them.
//!
//! Not here: printed texts (`texts`), and texts of Schachen (unit tests).

use adoube_rules::{Position, Variant};

/// Checks what is said of each text; nothing of those that are read.
fn check(variant: Variant, table: &[(&str, &str)]) {
    let said = |text: &str| match Position::parse(variant, text) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    for (text, expected) in table {
        assert_eq!(said(text), *expected, "{variant:?} {text}");
    }
}

#[test]
fn in_passing_is_taken_only_what_has_just_stepped_twice() {
    let no_pawn = |square: &str| format!("en passant {square:?}: no Pawn has just passed there");
    let table = [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ""),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", ""),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1", "e6"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "d6"),
        ("4k3/8/3p4/8/8/8/8/4K3 w - d7 0 1", "d7"),
        ("4k3/8/8/8/3p4/8/8/4K3 w - d5 0 1", "d5"),
    ];
    for (text, wrong) in table {
        let expected = if wrong.is_empty() { String::new() } else { no_pawn(wrong) };
        check(Variant::Chess, &[(text, &expected)]);
    }
    check(
        Variant::Grand,
        &[
            ("9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30 last:-/P", ""),
            ("9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30", ""),
            ("9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30 last:-/N", &no_pawn("d7")),
            ("9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30 last:N/-", ""),
        ],
    );
}

#[test]
fn a_right_needs_its_king_and_its_rook_in_place() {
    let none = |letter: &str| format!("castling {letter:?}: there is no King and Rook in place for it");
    check(
        Variant::Chess,
        &[
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""),
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", &none("Q")),
            ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/R3K2r w K - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/3RK1R1 w KQ - 0 1", &format!("{}; {}", none("K"), none("Q"))),
            ("4k3/8/8/8/8/8/8/R4K1R w K - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/R2K3R w Q - 0 1", &none("Q")),
            ("4k3/8/8/8/8/8/4K3/R6R w K - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/R3K2R w A - 0 1", &none("A")),
            ("4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", &none("K")),
            ("r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", ""),
        ],
    );
    check(
        Variant::Chess960,
        &[
            ("4k3/8/8/8/8/8/8/1R1K1R2 w KQ - 0 1", ""),
            ("4k3/8/8/8/8/8/8/1R1K1R2 w BF - 0 1", ""),
            ("4k3/8/8/8/8/8/8/1R1K1R2 w B - 0 1", ""),
            ("4k3/8/8/8/8/8/8/1R1K1R2 w A - 0 1", &none("A")),
            ("4k3/8/8/8/8/8/8/1R1K1R2 w C - 0 1", &none("C")),
            ("4k3/8/8/8/8/8/8/1R1K4 w K - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/3RK3 w K - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/4KR2 w Q - 0 1", &none("Q")),
            ("4k3/8/8/8/8/8/8/3K1R2 w Q - 0 1", &none("Q")),
            ("4k3/8/8/8/8/8/3K4/1R3R2 w K - 0 1", &none("K")),
            ("4k3/8/8/8/8/8/8/1R1K1RR1 w FG - 0 1", &none("G")),
        ],
    );
}

#[test]
fn a_joker_copies_what_moved_last() {
    let none = |square: &str| format!("joker: no Joker on {square} has just copied that");
    let board = "9k/10/10/4{JO}5/10/4n5/10/10/10/K9 b - - 0 30";
    let text = |rest: &str| format!("{board} {rest}");
    check(
        Variant::Grand,
        &[
            (&text("last:N/-"), ""),
            (&text("last:n/-"), "the key \"last\" cannot be \"n/-\""),
            (&text("last:{JO}/-"), "the key \"last\" cannot be \"{JO}/-\""),
            (&text("last:{CM}/-"), "the key \"last\" cannot be \"{CM}/-\""),
            (&text("last:NN/-"), "the key \"last\" cannot be \"NN/-\""),
            (&text("last:N"), "the key \"last\" cannot be \"N\""),
            (&text("last:{BL}/- joker:e7=BL"), ""),
            (&text("last:{IM}/- joker:e7=BL"), &none("e7")),
            (&text("last:{BL}/- joker:e5=BL"), &none("e5")),
            (&text("joker:e7=BL"), &none("e7")),
        ],
    );
}

#[test]
fn what_is_in_a_pool_can_be_promoted_to() {
    let text = |pool: &str| format!("9k/10/10/10/10/10/10/10/10/K9 w - - 0 30 promo:captured pool:{pool}");
    let wrong = |pool: &str| format!("the key \"pool\" cannot be {pool:?}");
    for pool in ["-", "Q", "RRn", "{NR}q"] {
        check(Variant::Grand, &[(&text(pool), "")]);
    }
    for pool in ["K", "P", "p", "k", "Qx", "Q2"] {
        check(Variant::Grand, &[(&text(pool), &wrong(pool))]);
    }
}

#[test]
fn a_board_has_one_king_each_and_no_pawn_on_its_edges() {
    check(
        Variant::Chess,
        &[
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 Kings, not one"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 Kings, not one"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a Pawn stands on h8, on the first or last rank"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a Pawn stands on a1, on the first or last rank"),
            ("4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", ""),
            ("4k3/8/8/8/8/8/8/9 w - - 0 1", "\"9\" is no piece of this game"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 has 9 squares, not 8"),
        ],
    );
    check(
        Variant::Grand,
        &[
            ("9k/10/10/10/10/10/10/10/10/K9 w - - 0 30", ""),
            ("9k/11/10/10/10/10/10/10/10/K9 w - - 0 30", "\"11\" is no piece of this game"),
        ],
    );
}

#[test]
fn a_pawn_becomes_no_king_no_pawn_and_nothing_of_blacks() {
    for (types, is_read) in
        [("RN", true), ("RK", false), ("RP", false), ("Rn", false), ("k", false), ("", false)]
    {
        let text = format!("k9/10/10/10/10/10/10/10/10/9K w - - 0 30 promo:initial types:{types}");
        let expected = if is_read { String::new() } else { format!("the key \"types\" cannot be {types:?}") };
        check(Variant::Grand, &[(&text, &expected)]);
    }
}

#[test]
fn a_run_of_empty_squares_is_one_at_least() {
    let nothing = "\"0\" is no piece of this game";
    check(
        Variant::Chess,
        &[("4k3/8/8/3p0p3/8/8/8/4K3 w - - 0 1", nothing), ("4k3/8/8/3p1p2/8/8/8/4K3 w - - 0 1", "")],
    );
}
