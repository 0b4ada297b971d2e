//! Reads FENs of other programs leniently, as a position of this crate.
//!
//! Unlike `text_reader` it accepts missing fields, move number 0 and Rook files as castling rights of ordinary chess, and
//! in Grand Chess other piece letters and captured pieces that no field names. `setup` validates the result as usual.

use super::BoardPosition;
use super::text_reader::{read_fields, split};
use crate::position::PositionError;
use crate::variant::CastlingRule;
use crate::{Piece, PieceDialect, PieceType, Position, Side, Square, Variant};

/// Required fields: up to the en passant square.
const NEEDED: usize = 4;
/// Fields before the keys.
const FIELDS: usize = 6;

impl BoardPosition {
    /// Reads a FEN of another program in the given letters, or in those it seems to be written in.
    ///
    /// # Errors
    /// All faults of the text, as far as they can be told apart.
    pub(crate) fn parse_foreign(
        variant: Variant,
        text: &str,
        letters: Option<PieceDialect>,
    ) -> Result<(Self, PieceDialect), PositionError> {
        let fields = fill_missing_fields(split(text)?);
        let keys = fields.get(FIELDS..).unwrap_or_default();
        let dialect = letters.unwrap_or_else(|| detect_dialect(variant, fields.first().copied(), keys));
        let mut setup = read_fields(variant, dialect, &fields)?;
        let says_pool = keys.iter().any(|key| key.starts_with("promo:") || key.starts_with("pool:"));
        if variant.has_keys() && !says_pool {
            setup.pools = Side::BOTH.map(|side| missing(variant, side, &setup.pieces));
        }
        if variant.castling() == CastlingRule::TwoSquares {
            setup.castling = rook_files_to_wings(&setup.castling);
        }
        Ok((setup.validate()?, dialect))
    }
}

/// The six fields and the keys, with defaults for a missing clock and move number, and 1 for a move
/// number 0.
fn fill_missing_fields(mut fields: Vec<&str>) -> Vec<&str> {
    if let Some(counters) = fields.get(NEEDED..).and_then(epd_counters) {
        fields.truncate(NEEDED);
        fields.extend(counters);
    }
    let is_key = |field: &&str| field.contains(':');
    for (place, usual) in [(NEEDED, "0"), (NEEDED + 1, "1")] {
        if fields.len() >= place && fields.get(place).is_none_or(is_key) {
            fields.insert(place, usual);
        }
    }
    if let Some(number) = fields.get_mut(NEEDED + 1).filter(|number| **number == "0") {
        *number = "1";
    }
    fields
}

/// The clock and the move number among the opcodes of an EPD (`hmvc 3; fmvn 12; id "x";`). None if
/// the words are no opcodes.
fn epd_counters<'a>(words: &[&'a str]) -> Option<[&'a str; 2]> {
    let are_opcodes = words.first()?.starts_with(|letter: char| letter.is_ascii_lowercase())
        && words.last()?.ends_with(';');
    let operand = |opcode| {
        let place = words.iter().position(|word| *word == opcode)?;
        words.get(place + 1).map(|word| word.trim_end_matches(';'))
    };
    are_opcodes.then(|| [operand("hmvc").unwrap_or("0"), operand("fmvn").unwrap_or("1")])
}

/// The dialect of a FEN. Letters that only one dialect has decide; without them the keys do, which
/// this project always writes and other programs never do.
fn detect_dialect(variant: Variant, placement: Option<&str>, keys: &[&str]) -> PieceDialect {
    let mut in_braces = false;
    let mut single = placement.unwrap_or_default().chars().filter(|letter| {
        in_braces = *letter == '{' || (in_braces && *letter != '}');
        !in_braces
    });
    let telling = single.find_map(|letter| match letter {
        'A' | 'a' => Some(PieceDialect::FairyStockfish),
        'M' | 'm' => Some(PieceDialect::Own),
        _ => None,
    });
    match telling {
        _ if !variant.has_keys() => PieceDialect::Own,
        Some(dialect) => dialect,
        None if keys.is_empty() => PieceDialect::FairyStockfish,
        None => PieceDialect::Own,
    }
}

/// The captured pieces of a side: those of the classic array that are missing on the board.
fn missing(variant: Variant, side: Side, pieces: &[(Square, Piece)]) -> Vec<PieceType> {
    let start = Position::start(variant);
    let gone = |kind: PieceType| {
        let piece = Piece::new(side, kind);
        let initial = start.pieces().filter(|(_, there)| *there == piece).count();
        let left = pieces.iter().filter(|(_, there)| *there == piece).count();
        std::iter::repeat_n(kind, initial.saturating_sub(left))
    };
    variant.initial_types().iter().filter(|kind| !kind.is_king_or_pawn()).flat_map(gone).collect()
}

/// `HAha` as `KQkq`.
fn rook_files_to_wings(castling: &str) -> String {
    let wing = |letter| match letter {
        'H' => 'K',
        'A' => 'Q',
        'h' => 'k',
        'a' => 'q',
        other => other,
    };
    castling.chars().map(wing).collect()
}
