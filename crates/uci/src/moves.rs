//! Writes and reads moves in UCI notation: `e2e4`, `e7e8q`, and in Grand Chess with the letters of
//! the dialect. More spellings are read than written.

use adoube_rules::{Move, PieceDialect, PieceType, Position, notation};

/// Writes a move for a host.
pub(crate) fn write_move(made: &Move, dialect: PieceDialect) -> String {
    match made.choice {
        Some(kind) => {
            let code = dialect.code(kind);
            // Pieces of two letters are this project's own, as is how it writes them.
            let choice = if code.len() == 1 { code.to_ascii_lowercase() } else { format!("={code}") };
            format!("{}{}{choice}", made.from, made.to)
        }
        None => format!("{}{}", made.from, made.to),
    }
}

/// Reads a legal move.
pub(crate) fn read_move(position: &Position, text: &str, dialect: PieceDialect) -> Option<Move> {
    let legal = position.legal_moves();
    let plain = normalised(text);
    let written = |made: &&Move| plain == self::normalised(&write_move(made, dialect));
    legal.iter().find(written).or_else(|| find_castling(position, &legal, text)).copied()
}

/// Normalised spelling, the same for `e7e8=Q`, `e7e8Q`, `e7-e8q` and `e7e8(q)`.
fn normalised(text: &str) -> String {
    let letters = text.chars().filter(|letter| !matches!(letter, '=' | '-' | '/' | '(' | ')'));
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Castling in the notation of the other of chess and Chess960, or as `O-O`.
fn find_castling<'a>(position: &Position, legal: &'a [Move], text: &str) -> Option<&'a Move> {
    let king = position.king(position.side_to_move())?;
    let mut castles = legal.iter().filter(|made| {
        made.from == king
            && position.piece_at(king).is_some_and(|piece| piece.kind == PieceType::KING)
            && notation::san(position, made).starts_with("O-O")
    });
    castles.find(|made| {
        let is_kingside = made.to.file > king.file;
        let files = if is_kingside { ['g', 'h'] } else { ['c', 'a'] };
        // A King that takes its Rook, or goes two squares from where Kings stand in chess.
        let squares = files.map(|file| format!("{king}{file}{}", king.rank));
        let name = if is_kingside { "O-O" } else { "O-O-O" };
        let is_home = king.to_string().starts_with('e');
        is_home && squares.iter().any(|squares| *squares == normalised(text))
            || text.to_ascii_uppercase().replace('0', "O") == name
    })
}

#[cfg(test)]
mod tests {
    use adoube_rules::Variant;

    use super::*;

    fn position(variant: Variant, text: &str) -> Position {
        Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_spelling_of_hosts_is_read() {
        let promotion = "r5k1/1P6/8/8/8/8/8/R3K2R w KQ - 0 1";
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let table = [
            (Variant::Chess, promotion, "b7b8q", Some("b7b8q")),
            (Variant::Chess, promotion, "b7b8Q", Some("b7b8q")),
            (Variant::Chess, promotion, "b7b8=N", Some("b7b8n")),
            (Variant::Chess, promotion, "B7A8r", Some("b7a8r")),
            (Variant::Chess, promotion, "b7b8", None),
            (Variant::Chess, promotion, "b7b8k", None),
            (Variant::Chess, promotion, "0000", None),
            (Variant::Chess, promotion, "é", None),
            (Variant::Chess, promotion, "", None),
            (Variant::Chess, castling, "e1g1", Some("e1g1")),
            (Variant::Chess, castling, "e1h1", Some("e1g1")),
            (Variant::Chess, castling, "e1a1", Some("e1c1")),
            (Variant::Chess, castling, "O-O-O", Some("e1c1")),
            (Variant::Chess960, castling, "e1h1", Some("e1h1")),
            (Variant::Chess960, castling, "e1g1", Some("e1h1")),
            (Variant::Chess960, castling, "e1c1", Some("e1a1")),
            (Variant::Chess960, castling, "0-0", Some("e1h1")),
            (Variant::Chess960, castling, "e1f1", Some("e1f1")),
        ];
        for (variant, text, spelling, wanted) in table {
            let read = read_move(&position(variant, text), spelling, PieceDialect::Own);
            let written = read.map(|made| write_move(&made, PieceDialect::Own));
            assert_eq!(written.as_deref(), wanted, "{spelling}");
        }
    }

    #[test]
    fn a_letter_means_what_its_dialect_says() {
        let text = "9k/P9/10/10/10/10/10/10/10/9K w - - 0 30 promo:captured pool:MC";
        let position = position(Variant::Grand, text);
        let table = [
            (PieceDialect::FairyStockfish, "a9a10c", Some("a9a10=M")),
            (PieceDialect::FairyStockfish, "a9a10a", Some("a9a10=C")),
            (PieceDialect::FairyStockfish, "a9a10m", None),
            (PieceDialect::Own, "a9a10c", Some("a9a10=C")),
            (PieceDialect::Own, "a9a10=M", Some("a9a10=M")),
            (PieceDialect::Own, "a9a10a", None),
        ];
        for (dialect, spelling, wanted) in table {
            let read = read_move(&position, spelling, dialect);
            assert_eq!(read.map(|made| made.to_string()).as_deref(), wanted, "{dialect:?} {spelling}");
        }
    }
}
