//! `position`: where a game began and what was played since.

use adoube_engine::Course;
use adoube_rules::{Move, Position, Variant, notation};

/// Reads `startpos` or `fen` with a position text, and the moves after `moves`.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn read(variant: Variant, text: &str) -> Result<Course, String> {
    let (begun, moves) = text.split_once("moves").unwrap_or((text, ""));
    let start = match begun.trim().strip_prefix("fen") {
        Some(fen) => Position::parse(variant, fen.trim()).map_err(|error| error.to_string())?,
        None if begun.trim() == "startpos" => Position::start(variant),
        None => return Err("a position begins with startpos or fen".to_owned()),
    };
    let mut course = Course::new(&start).ok_or("that game has no board")?;
    let mut position = start;
    for word in moves.split_whitespace() {
        let made = read_move(&position, word).ok_or_else(|| format!("{word} cannot be played"))?;
        position = position.apply(&made);
        if !course.play(&made) {
            return Err(format!("{word} cannot be played"));
        }
    }
    Ok(course)
}

/// A move in coordinate form; what a pawn becomes may stand in lower case right behind it, as in chess.
fn read_move(position: &Position, word: &str) -> Option<Move> {
    if let Ok(made) = notation::parse_lan(position, word) {
        return Some(made);
    }
    let (squares, choice) = word.split_at_checked(word.len().checked_sub(1)?)?;
    notation::parse_lan(position, &format!("{squares}={}", choice.to_ascii_uppercase())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read() {
        let table = [
            (Variant::Chess, "startpos", true),
            (Variant::Chess, "startpos moves e2e4 e7e5", true),
            (Variant::Chess, "startpos moves e2e5", false),
            (Variant::Chess, "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q", true),
            (Variant::Chess, "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8=Q", true),
            (Variant::Chess, "fen nonsense", false),
            (Variant::Chess, "", false),
            (Variant::Chess, "startpos moves é", false),
            (Variant::Grand, "fen 9k/3P6/10/10/10/10/10/10/10/9K w - - 0 9 promo:all moves d9d10=NR", true),
            (Variant::Schachen, "startpos", false),
        ];
        for (variant, text, is_read) in table {
            assert_eq!(read(variant, text).is_ok(), is_read, "{text}: {:?}", read(variant, text).err());
        }
    }
}
