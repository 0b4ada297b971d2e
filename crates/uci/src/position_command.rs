//! Parser of the `position` command: the position where a game began, and the moves played since,
//! as a game to search.

use adoube_engine::GameLine;
use adoube_rules::{PieceDialect, Position, Variant};

use crate::moves;
use crate::variant::UciVariant;

/// A game that was set up, and the dialect of its host.
#[derive(Clone)]
pub(crate) struct UciGame {
    pub(crate) line: GameLine,
    pub(crate) position: Position,
    pub(crate) dialect: PieceDialect,
}

impl UciGame {
    /// The start of a game; `None` for a variant without a board.
    pub(crate) fn start(variant: UciVariant, chess960: bool) -> Option<Self> {
        let position = Position::start(variant.rules(chess960));
        Some(Self { line: GameLine::new(&position)?, position, dialect: variant.letters() })
    }

    /// Plays a move; whether it is legal.
    fn play_move(&mut self, text: &str) -> bool {
        let Some(made) = moves::read_move(&self.position, text, self.dialect) else { return false };
        self.position = self.position.apply(&made);
        self.line.play(&made)
    }
}

/// Reads `startpos` or `fen` with a position, and the moves after `moves`.
///
/// # Errors
/// A sentence for the host that says what is wrong.
pub(crate) fn read_position(variant: UciVariant, chess960: bool, text: &str) -> Result<UciGame, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let played = words.get(end + 1..).unwrap_or_default();
    let mut game = match &words[..end] {
        ["startpos"] => UciGame::start(variant, chess960).ok_or("that game has no board")?,
        ["fen", fields @ ..] => read_fen(variant, variant.rules(chess960), fields)?,
        _ => return Err("a position begins with startpos or fen".to_owned()),
    };
    for (number, word) in (1..).zip(played) {
        if !game.play_move(word) {
            return Err(format!("move {number}, {word}, cannot be played"));
        }
    }
    Ok(game)
}

/// Reads the fields of a FEN. In Grand Chess a FEN with pieces of this project alone is in its
/// dialect.
fn read_fen(variant: UciVariant, rules: Variant, fields: &[&str]) -> Result<UciGame, String> {
    let text = fields.join(" ");
    let placement = fields.first().copied().unwrap_or_default();
    let is_own = placement.contains(['M', 'm', '{']);
    let dialect = if is_own { PieceDialect::Own } else { variant.letters() };
    // In this project's own positions nothing is captured that no field names.
    let exact = Position::parse(rules, &text).ok().filter(|_| variant == UciVariant::GrandExtra);
    let read = || Position::parse_foreign(rules, &text, Some(dialect)).map(|foreign| foreign.position);
    let position = exact.map_or_else(read, Ok).map_err(|error| error.to_string())?;
    let line = GameLine::new(&position).ok_or("that game has no board")?;
    Ok(UciGame { line, position, dialect })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read() {
        use UciVariant::{Chess, Chess960, Grand, GrandExtra};
        let table = [
            (Chess, "startpos", true),
            (Chess, "startpos moves e2e4 e7e5", true),
            (Chess, "  startpos   moves  e2e4\te7e5 ", true),
            (Chess, "startpos moves e2e5", false),
            (Chess, "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q", true),
            (Chess, "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8=Q", true),
            (Chess, "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
            (Chess, "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 0 moves g1f3", true),
            (Chess, "fen nonsense", false),
            (Chess, "fen", false),
            (Chess, "", false),
            (Chess, "startpos moves é", false),
            (Chess960, "fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", true),
            (Grand, "startpos moves e3e5", true),
            (Grand, "fen 9k/3P6/10/10/10/10/10/10/10/9K w - - 0 9 promo:all moves d9d10=NR", true),
            (GrandExtra, "fen 9k/3P6/4{NR}5/10/10/10/10/10/10/9K w - - 0 9 promo:all moves d9d10=NR", true),
        ];
        for (variant, text, is_read) in table {
            let read = read_position(variant, false, text);
            assert_eq!(read.is_ok(), is_read, "{text}: {:?}", read.err());
        }
    }

    #[test]
    fn grand_chess_of_others_has_their_letters_and_all_that_was_captured() {
        let start = "fen r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
        let same = read_position(UciVariant::Grand, false, start).map(|game| game.position.to_string());
        assert_eq!(same, Ok(Position::start(Variant::Grand).to_string()));
        let table = [
            ("fen 9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 moves a9a10c", UciVariant::Grand, 'M'),
            ("fen 9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 moves a9a10a", UciVariant::Grand, 'C'),
            ("fen 9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 promo:all moves a9a10c", UciVariant::Grand, 'M'),
            ("fen 8mk/P9/10/10/10/10/10/10/10/9K w - - 0 30 promo:all moves a9a10c", UciVariant::Grand, 'C'),
            (
                "fen 9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 promo:all moves a9a10c",
                UciVariant::GrandExtra,
                'C',
            ),
        ];
        for (text, variant, letter) in table {
            let game = read_position(variant, false, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(game.position.to_string().starts_with(letter), "{text}: {}", game.position);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error =
            read_position(UciVariant::Chess, false, "startpos moves e2e4 e7e4").err().expect("no such move");
        assert!(error.contains("move 2") && error.contains("e7e4"), "{error}");
    }
}
