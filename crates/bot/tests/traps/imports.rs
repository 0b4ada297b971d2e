//! Reads positions and moves as other programs write them, by the rules, as `rules serve` and the
//! engine do; for the rows of traps that need no chat.

use adoube_rules::{Game, Position, Variant, notation};

/// `reads` with the position in its own text or the move in coordinates, or `refuses` with the reason.
pub fn outcome(game: &str, moves: &str, typed: &str) -> String {
    let variant = Variant::from_key(game).unwrap_or_else(|| panic!("no game is called {game:?}"));
    if typed.contains('/') {
        return match Position::parse_foreign(variant, typed, None) {
            Ok(read) => format!("reads {}", read.position),
            Err(error) => format!("refuses {error}"),
        };
    }
    let mut game = Game::new(Position::start(variant));
    for text in moves.split_whitespace() {
        let made = notation::parse_san(game.position(), game.legal_moves(), text).expect("a move");
        game.play(&made).expect("a legal move");
    }
    match notation::parse_san(game.position(), game.legal_moves(), typed) {
        Ok(made) => format!("reads {made}"),
        Err(error) => format!("refuses {error}"),
    }
}
