//! Parses position texts, which are FEN with keys of this project's own, in its own or a foreign dialect of piece letters,
//! and reports all faults of the syntax. `BoardPosition::parse` also validates what it read (`setup`); `text_writer` writes
//! such texts.

use super::BoardPosition;
use super::setup::BoardSetup;
use super::state::{JokerMimicry, PromotionMode};
use crate::position::text_fields::{
    MAX_NUMBER, MAX_TEXT, digits, quote, read_clocks, read_number, read_side,
};
use crate::position::{PositionError, PositionFault};
use crate::{Piece, PieceDialect, PieceType, Side, Square, Variant};

/// Fields before the keys.
const FIELDS: usize = 6;

impl BoardPosition {
    /// Reads a position text.
    ///
    /// # Errors
    /// All faults of the text, as far as they can be told apart.
    pub(crate) fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        read_fields(variant, PieceDialect::Own, &split(text)?)?.validate()
    }
}

/// Splits a text into its fields, unless it is too long.
pub(super) fn split(text: &str) -> Result<Vec<&str>, PositionError> {
    if text.len() > MAX_TEXT {
        return Err(PositionError { faults: vec![PositionFault::TooLong(MAX_TEXT)] });
    }
    Ok(text.split(' ').filter(|field| !field.is_empty()).collect())
}

/// Reads the fields, with the placement in the letters of a dialect. The keys have the letters of
/// this project.
pub(super) fn read_fields(
    variant: Variant,
    dialect: PieceDialect,
    fields: &[&str],
) -> Result<BoardSetup, PositionError> {
    let mut reader = BoardTextReader { setup: BoardSetup::empty(variant), dialect, faults: Vec::new() };
    reader.read(fields);
    if reader.faults.is_empty() { Ok(reader.setup) } else { Err(PositionError { faults: reader.faults }) }
}

struct BoardTextReader {
    setup: BoardSetup,
    dialect: PieceDialect,
    faults: Vec<PositionFault>,
}

impl BoardTextReader {
    fn read(&mut self, fields: &[&str]) {
        let [placement, side, castling, en_passant, clock, number, keys @ ..] = fields else {
            self.faults.push(PositionFault::Fields { found: fields.len(), wanted: FIELDS });
            return;
        };
        self.placement(placement);
        match read_side(side) {
            Ok(side) => self.setup.side = side,
            Err(fault) => self.faults.push(fault),
        }
        if *castling != "-" {
            (*castling).clone_into(&mut self.setup.castling);
        }
        self.en_passant(en_passant);
        match read_clocks(clock, number) {
            Ok((clock, number)) => (self.setup.clock, self.setup.number) = (clock, number),
            Err(faults) => self.faults.extend(faults),
        }
        self.keys(keys);
    }

    fn placement(&mut self, text: &str) {
        let wanted = usize::from(self.setup.terms.variant.board_side());
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != wanted {
            self.faults.push(PositionFault::Ranks { found: ranks.len(), wanted });
            return;
        }
        for (rank, text) in (1..=wanted).rev().zip(ranks) {
            match self.rank(rank, text) {
                Ok(found) if found == wanted => {}
                Ok(found) => self.faults.push(PositionFault::Squares { rank, found, wanted }),
                Err(fault) => self.faults.push(fault),
            }
        }
    }

    /// Adds the pieces of a rank. Returns how many squares the text fills; stops when there are too
    /// many.
    fn rank(&mut self, rank: usize, text: &str) -> Result<usize, PositionFault> {
        let side = usize::from(self.setup.terms.variant.board_side());
        let mut rest = text;
        let mut file = 0;
        while !rest.is_empty() && file <= side {
            if rest.starts_with(|c: char| c.is_ascii_digit()) {
                let (run, after) = digits(rest);
                let unknown = || PositionFault::UnknownPiece(quote(run));
                file += run.parse::<usize>().ok().filter(|&n| n > 0 && n <= side).ok_or_else(unknown)?;
                rest = after;
            } else {
                let (piece, after) =
                    self.piece(rest).ok_or_else(|| PositionFault::UnknownPiece(quote(rest)))?;
                self.setup.pieces.push((Square::new(file as i32, rank as i32), piece));
                file += 1;
                rest = after;
            }
        }
        Ok(file)
    }

    /// The piece at the start of a text, if the variant has its type.
    fn piece<'a>(&self, text: &'a str) -> Option<(Piece, &'a str)> {
        let (piece, rest) = read_piece(text, self.dialect)?;
        self.setup.terms.variant.types().contains(piece.kind).then_some((piece, rest))
    }

    fn en_passant(&mut self, text: &str) {
        if text != "-" {
            match text.parse() {
                Ok(square) => self.setup.en_passant = Some(square),
                Err(_) => self.faults.push(PositionFault::EnPassant(quote(text))),
            }
        }
    }

    fn keys(&mut self, fields: &[&str]) {
        let mut seen: Vec<&str> = Vec::new();
        for field in fields {
            let (key, value) = field.split_once(':').unwrap_or((field, ""));
            if seen.contains(&key) {
                self.faults.push(PositionFault::RepeatedKey(quote(key)));
            }
            seen.push(key);
            match self.key(key, value) {
                FieldKey::Understood => {}
                FieldKey::UnknownKey => self.faults.push(PositionFault::UnknownKey(quote(key))),
                FieldKey::BadValue => {
                    self.faults.push(PositionFault::KeyValue { key: key.to_owned(), value: quote(value) });
                }
            }
        }
    }

    fn key(&mut self, key: &str, value: &str) -> FieldKey {
        if !self.setup.terms.variant.has_keys() {
            return FieldKey::UnknownKey;
        }
        let understood = match key {
            "promo" => PromotionMode::from_key(value).map(|mode| self.setup.terms.promotion = mode),
            "types" => read_types(value).map(|kinds| self.setup.terms.initial = kinds.into_iter().collect()),
            "pool" => read_pool(value).map(|pools| self.setup.pools = pools),
            "lock" => {
                read_number(value).filter(|lock| *lock <= MAX_NUMBER).map(|lock| self.setup.terms.lock = lock)
            }
            "last" => read_last(value).map(|last| self.setup.last = last),
            "joker" => read_joker(value).map(|joker| self.setup.joker = Some(joker)),
            _ => return FieldKey::UnknownKey,
        };
        if understood.is_some() { FieldKey::Understood } else { FieldKey::BadValue }
    }
}

enum FieldKey {
    Understood,
    UnknownKey,
    BadValue,
}

/// The piece at the start of a text: one letter, or two of the same case in braces.
fn read_piece(text: &str, dialect: PieceDialect) -> Option<(Piece, &str)> {
    let (code, rest, length) = if let Some(inner) = text.strip_prefix('{') {
        let (code, rest) = inner.split_once('}')?;
        (code, rest, 2)
    } else {
        let letter = text.chars().next()?;
        let (code, rest) = text.split_at(letter.len_utf8());
        (code, rest, 1)
    };
    let side = if code.chars().all(|c| c.is_ascii_lowercase()) { Side::Black } else { Side::White };
    let upper = match side {
        Side::White => code.to_owned(),
        Side::Black => code.to_ascii_uppercase(),
    };
    let kind = dialect.kind(&upper).filter(|_| code.len() == length)?;
    Some((Piece::new(side, kind), rest))
}

/// Piece codes one after the other; `-` for none.
fn read_pieces(text: &str) -> Option<Vec<Piece>> {
    if text.is_empty() {
        return None;
    }
    let mut pieces = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let (piece, after) = read_piece(rest, PieceDialect::Own)?;
        pieces.push(piece);
        rest = after;
    }
    Some(pieces)
}

fn read_types(text: &str) -> Option<Vec<PieceType>> {
    let pieces = read_pieces(text)?;
    let allowed = |piece: &Piece| piece.side == Side::White && !piece.kind.is_king_or_pawn();
    pieces.iter().all(allowed).then(|| pieces.into_iter().map(|piece| piece.kind).collect())
}

fn read_pool(text: &str) -> Option<[Vec<PieceType>; 2]> {
    let pieces = read_pieces(text)?;
    if pieces.iter().any(|piece| piece.kind.is_king_or_pawn()) {
        return None;
    }
    let of = |side| pieces.iter().filter(move |piece| piece.side == side).map(|piece| piece.kind).collect();
    Some(Side::BOTH.map(of))
}

fn read_last(text: &str) -> Option<[Option<PieceType>; 2]> {
    let (white, black) = text.split_once('/')?;
    let last = [read_pieces(white)?, read_pieces(black)?];
    let may_be_copied = |pieces: &Vec<Piece>| match pieces.as_slice() {
        [] => true,
        [Piece { side, kind }] => {
            *side == Side::White && !matches!(*kind, PieceType::JOKER | PieceType::CHAMELEON)
        }
        _ => false,
    };
    last.iter().all(may_be_copied).then(|| last.map(|pieces| pieces.first().map(|piece| piece.kind)))
}

fn read_joker(text: &str) -> Option<(Square, JokerMimicry)> {
    let (square, copied) = text.split_once('=')?;
    let mimicry = match copied {
        "BL" => JokerMimicry::Block,
        "IM" => JokerMimicry::Immobilizer,
        _ => return None,
    };
    Some((square.parse().ok()?, mimicry))
}
