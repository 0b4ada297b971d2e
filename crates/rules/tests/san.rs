//! Tests of SAN with disambiguation and conversions. Unit tests check that each move is read again.

use adoube_rules::{Position, Variant, notation};

/// The legal moves of a position to a square, as they are written.
fn to(variant: Variant, text: &str, square: &str) -> Vec<String> {
    let position = Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let legal = position.legal_moves();
    let there: Vec<_> = legal.into_iter().filter(|made| made.to.to_string() == square).collect();
    let mut written: Vec<String> = there.iter().map(|made| notation::san(&position, made)).collect();
    written.sort_unstable();
    written
}

#[test]
fn a_piece_is_told_from_others_by_as_little_as_does() {
    let table = [
        ("by file", "4k3/8/8/8/8/5N2/8/KN6 w - - 0 1", "d2", &["Nbd2", "Nfd2"][..]),
        ("by rank", "R7/4k3/8/8/8/8/7K/R7 w - - 0 1", "a4", &["R1a4", "R8a4"]),
        ("by both", "8/8/8/8/4Q2Q/k7/8/K6Q w - - 0 1", "e1", &["Q1e1", "Qee1", "Qh4e1"]),
        ("one that is pinned is none", "4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "e2", &["Ke2", "Ne2"]),
        ("a Pawn takes", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", &["cxd5", "exd5"]),
        ("a Pawn takes in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", &["exd6"]),
        ("a Pawn goes", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", &["e4"]),
    ];
    for (what, text, square, expected) in table {
        assert_eq!(to(Variant::Chess, text, square), expected, "{what}");
    }
}

#[test]
fn what_is_converted_is_not_taken() {
    let text = "9k/10/10/10/4n5/4{DI}5/10/10/10/K9 w - - 0 30";
    assert_eq!(to(Variant::Grand, text, "e6"), ["DI~e6"]);
}
