//! Tests that position texts round-trip: a printed position reads as the same position, after
//! any sequence of moves.
//!
//! Not here: refused texts (unit tests).

use adoube_rules::{Game, Position, Variant};

/// Half-moves of a game.
const PLIES: usize = 40;

/// Plays moves from all parts of the list.
fn check(start: Position) {
    let mut game = Game::new(start);
    for ply in 0..PLIES {
        let legal = game.legal_moves();
        let Some(made) = legal.get(ply * 7 % legal.len().max(1)).copied() else { return };
        game.play(&made).expect("a legal move");
        let text = game.position().full_text();
        let read = Position::parse(game.position().variant(), &text);
        assert_eq!(read.as_ref(), Ok(game.position()), "after {made}: {text}");
    }
}

#[test]
fn positions_that_are_printed_the_same_are_the_same() {
    for variant in [Variant::Chess, Variant::Chess960, Variant::Grand] {
        check(Position::start(variant));
    }
    check(Position::start_960(0).expect("an array"));
}

#[test]
fn a_right_names_its_rook_where_another_one_stands_beyond_it() {
    let table = [
        ("4k3/8/8/8/8/8/8/1R1RK1RR w DG - 0 1", "GD"),
        ("4k3/8/8/8/8/8/8/1R1RK1RR w BH - 0 1", "KQ"),
        ("4k3/8/8/8/8/8/8/1R1RK1RR w DH - 0 1", "KD"),
        ("1r1rk1rr/8/8/8/8/8/8/4K3 w gd - 0 1", "gd"),
        ("1r1rk1rr/8/8/8/8/8/8/4K3 w kq - 0 1", "kq"),
        // Rooks of the other side, pieces that are no Rooks, and Rooks between the King and this one do not count.
        ("4k3/8/8/8/8/8/8/rBR1K1Rb w CG - 0 1", "KQ"),
        ("r3k2r/8/8/8/8/8/8/1R1RK1RR w DGkq - 0 1", "GDkq"),
    ];
    for (text, rights) in table {
        let read = Position::parse(Variant::Chess960, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = read.full_text();
        assert_eq!(written.split(' ').nth(2), Some(rights), "{text}: {written}");
        assert_eq!(Position::parse(Variant::Chess960, &written).as_ref(), Ok(&read), "{text}: {written}");
    }
}
