//! Finds the legal move that a SAN text of a game score names, in standard notation as programs
//! write it.
//!
//! Beside the exact text it accepts more or less of the start square, a missing capture sign, `e8Q` for `e8=Q`, `0-0`, and
//! signs of check and comment behind the move. Not here: what people type (`read`), which is read far more leniently.

use crate::notation::san;
use crate::{Move, Piece, PieceType, Position, Region, Square};

/// Characters of a text an error quotes at most.
const MAX_QUOTE: usize = 20;

/// Why a text is no SAN of a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// No legal move has this SAN.
    #[error("{0:?} is no legal move")]
    NoSuchMove(String),
    /// Several legal moves have it.
    #[error("{text:?} is ambiguous: {}", moves.join(" or "))]
    Ambiguous {
        /// The text, cut to a readable length.
        text: String,
        /// The moves in full SAN.
        moves: Vec<String>,
    },
}

/// Finds the legal move with a SAN of a game score. `legal` are all legal moves of the position.
///
/// ```
/// use adoube_rules::{Position, Variant, notation};
/// let start = Position::start(Variant::Chess);
/// let made = notation::parse_san(&start, &start.legal_moves(), "Nf3")?;
/// assert_eq!(made.to_string(), "g1f3");
/// # Ok::<(), notation::SanError>(())
/// ```
///
/// # Errors
/// No legal move, or more than one, has this SAN.
pub fn parse_san(position: &Position, legal: &[Move], text: &str) -> Result<Move, SanError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let quoted = || text.chars().take(MAX_QUOTE).collect::<String>();
    let meant: Vec<&Move> = legal.iter().filter(|made| matches_san(position, made, bare)).collect();
    match meant.as_slice() {
        [] => Err(SanError::NoSuchMove(quoted())),
        [only] => Ok(**only),
        several => {
            let moves = several.iter().map(|made| san(position, made)).collect();
            Err(SanError::Ambiguous { text: quoted(), moves })
        }
    }
}

/// Whether a text without check signs is an accepted SAN of a move.
fn matches_san(position: &Position, made: &Move, text: &str) -> bool {
    let Some(piece) = position.piece_at(made.from) else { return false };
    if piece.kind == PieceType::KING
        && let Some(name) = position.castling_name(made)
    {
        return text.replace('0', "O") == name;
    }
    let is_pawn = piece.kind == PieceType::PAWN;
    let code = if is_pawn { "" } else { piece.kind.code() };
    let Some(rest) = text.strip_prefix(code) else { return false };
    let is_unbounded = position.region() == Region::Unbounded;
    let (file, rank) = (Square::file_name(made.from.file), made.from.rank.to_string());
    let square = made.from.to_string();
    let origins: &[&str] = match (is_pawn, is_unbounded) {
        (true, _) if made.from.file == made.to.file => &[""],
        (true, _) => &[&file],
        (false, true) => &["", &square],
        (false, false) => &["", &file, &rank, &square],
    };
    let mut rests = origins.iter().filter_map(|origin| rest.strip_prefix(origin));
    rests.any(|rest| matches_ending(position, made, piece, rest))
}

/// Whether a text is the part of a SAN behind the start square: sign, target, promotion and drop.
fn matches_ending(position: &Position, made: &Move, piece: Piece, text: &str) -> bool {
    let sign = text.chars().next().filter(|sign| matches!(sign, 'x' | '~'));
    let unsigned = sign.map_or(text, |sign| &text[sign.len_utf8()..]);
    let Some(rest) = unsigned.strip_prefix(&made.to.to_string()) else { return false };
    let (rest, drop) = rest.split_once('/').map_or((rest, None), |(rest, drop)| (rest, Some(drop)));
    let is_same_drop = drop == made.drop.map(|drop| drop.to_string()).as_deref();
    let is_same_choice = match made.choice {
        Some(kind) => rest.strip_prefix('=').unwrap_or(rest) == kind.code(),
        None => rest.is_empty(),
    };
    let does = |sign| match sign {
        '~' => position.effects(made).converted(piece.side).next().is_some(),
        _ => position.effects(made).captured(piece.side).next().is_some(),
    };
    is_same_drop && is_same_choice && sign.is_none_or(does)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, notation::sans};

    fn read(variant: Variant, position: &str, text: &str) -> Result<String, String> {
        let position =
            Position::parse(variant, position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let made = parse_san(&position, &position.legal_moves(), text);
        made.map(|made| made.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn scores_of_chess_are_read() {
        let knights = "4k3/8/8/8/3p4/8/1N3N2/R3K2R w KQ - 0 1";
        let pawns = "rn2k3/1P6/3p4/2P1P3/8/8/8/4K3 w - - 0 1";
        let bishops = "4k3/8/2b5/1B6/8/8/1P6/4K3 w - - 0 1";
        let table = [
            (knights, "Nd3", Err("\"Nd3\" is ambiguous: Nbd3 or Nfd3")),
            (knights, "Nbd3", Ok("b2d3")),
            (knights, "Nfd3+!?", Ok("f2d3")),
            (knights, "Nb2d3", Ok("b2d3")),
            (knights, "N2d3", Err("\"N2d3\" is ambiguous: Nbd3 or Nfd3")),
            (knights, "Nxd3", Err("\"Nxd3\" is no legal move")),
            (knights, "O-O", Ok("e1g1")),
            (knights, "0-0-0", Ok("e1c1")),
            (knights, "Kg1", Err("\"Kg1\" is no legal move")),
            (knights, "nd3", Err("\"nd3\" is no legal move")),
            (pawns, "b8=Q+", Err("\"b8=Q+\" is no legal move")),
            (pawns, "bxa8=Q", Ok("b7a8=Q")),
            (pawns, "ba8N", Ok("b7a8=N")),
            (pawns, "bxa8", Err("\"bxa8\" is no legal move")),
            (pawns, "cxd6", Ok("c5d6")),
            (pawns, "xd6", Err("\"xd6\" is no legal move")),
            (pawns, "c6", Ok("c5c6")),
            (bishops, "Bxc6", Ok("b5c6")),
            (bishops, "Bc6", Ok("b5c6")),
            (bishops, "bxc6", Err("\"bxc6\" is no legal move")),
            (bishops, "é", Err("\"é\" is no legal move")),
            (bishops, "", Err("\"\" is no legal move")),
        ];
        for (position, text, wanted) in table {
            let wanted = wanted.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(read(Variant::Chess, position, text), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_in_every_game() {
        let table = [
            (Variant::Chess960, "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1"),
            (Variant::Grand, "k9/2P6P/10/4q5/4{DI}2{NR}2/4{CE}5/10/2M2C4/10/4K5 w - - 0 30 promo:all"),
            (
                Variant::Schachen,
                "Pm2,Kn1,Pn2,Po2,Pp2/Pm5,Pn5,Po5,Ko6,Pp5 w hand:QNP/RRB stack:RRBBNPPP/QBNNPPPP taken:-/- 0 1",
            ),
        ];
        for (variant, text) in table {
            let position = Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let legal = position.legal_moves();
            for (made, san) in legal.iter().zip(sans(&position, &legal)) {
                assert_eq!(parse_san(&position, &legal, &san), Ok(*made), "{san} in {text}");
                // Coordinates are read as such or not at all.
                let coordinated_squares = parse_san(&position, &legal, &made.to_string());
                assert!(coordinated_squares.is_err(), "{made} in {text}");
            }
        }
    }
}
