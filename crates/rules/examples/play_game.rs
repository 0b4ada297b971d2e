//! Plays a short game of chess and prints its moves and the last board:
//! `cargo run -p adoube-rules --example play_game`.

use std::{
    error::Error,
    io::{self, Write},
};

use adoube_rules::{Game, Position, Square, Variant, notation};

fn main() -> Result<(), Box<dyn Error>> {
    play_game(&mut io::stdout())
}

/// Plays the shortest checkmate.
pub(crate) fn play_game(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // A game goes on from any position; `Position::parse` reads one from text (FEN, for chess).
    let mut game = Game::new(Position::start(Variant::Chess));
    for text in ["f3", "e5", "g4", "Qh4"] {
        // Standard algebraic notation names one of the legal moves. What people type, in many
        // spellings, is read by `notation::read`.
        let intended = notation::parse_san(game.position(), game.legal_moves(), text)?;
        let played = game.play(&intended)?;
        // A move is printed in coordinates; its standard notation is known when it was played.
        writeln!(out, "{intended} {}", played.san)?;
    }
    // The game is over by the rules alone. Clocks, draws by agreement and resigning are not here.
    if let Some(outcome) = game.outcome() {
        writeln!(out, "{outcome}")?;
    }
    write_board(game.position(), out)?;
    Ok(())
}

/// Writes the board from White's side: capital letters are White's pieces.
fn write_board(position: &Position, out: &mut impl Write) -> io::Result<()> {
    for rank in (1..=8).rev() {
        write!(out, "{rank}")?;
        for file in 0..8 {
            match position.piece_at(Square::new(file, rank)) {
                Some(piece) => write!(out, " {piece}")?,
                None => write!(out, " .")?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "  a b c d e f g h")
}
