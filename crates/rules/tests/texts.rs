//! What is printed of a position is all there is to it: read again it is the same one, whatever was played before. Not here:
//! which texts are refused (unit tests).

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
