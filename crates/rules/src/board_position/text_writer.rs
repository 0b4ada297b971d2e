//! Writes position texts and FENs. `text_reader` reads them.

use std::fmt;

use super::BoardPosition;
use super::state::{DEFAULT_LOCK, PromotionMode};
use crate::padded_board::{PaddedSquare, PieceCode};
use crate::piece::code_in_text;
use crate::position::text_fields::side_letter;
use crate::variant::CastlingRule;
use crate::{CastlingSide, Piece, PieceDialect, PieceType, Side, Square};

/// The position text, with all keys of Grand Chess that apply.
impl fmt::Display for BoardPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(PieceDialect::Own))?;
        if self.terms.variant.has_keys() { self.write_keys(f) } else { Ok(()) }
    }
}

impl BoardPosition {
    /// The six fields of a FEN in the letters of a dialect, without the keys of Grand Chess.
    pub(crate) fn fen(&self, dialect: PieceDialect) -> String {
        let (placement, side) = (self.placement_in(dialect), side_letter(self.state.side));
        let en_passant = self.en_passant().map_or_else(|| "-".to_owned(), |square| square.to_string());
        let (clock, number) = (self.state.clock, self.state.number);
        format!("{placement} {side} {} {en_passant} {clock} {number}", self.castling_text())
    }

    /// The first field: ranks from the top, runs of empty squares as numbers.
    pub(crate) fn placement_text(&self) -> String {
        self.placement_in(PieceDialect::Own)
    }

    fn placement_in(&self, dialect: PieceDialect) -> String {
        let side = i32::from(self.terms.variant.board_side());
        let ranks = (1..=side).rev().map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..side {
                match self.board.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(Piece { side, kind }) => {
                        push_run(&mut text, std::mem::take(&mut empty));
                        text.push_str(&code_in_text(dialect.code(kind), side));
                    }
                }
            }
            push_run(&mut text, empty);
            text
        });
        ranks.collect::<Vec<_>>().join("/")
    }

    /// The castling field. A right is K or Q if its Rook is the outermost on its side of the King,
    /// else the file of the Rook.
    pub(crate) fn castling_text(&self) -> String {
        let mut text = String::new();
        for colour in Side::BOTH {
            for side in CastlingSide::BOTH {
                let rook = self.state.rook(colour, side);
                if rook == PaddedSquare::NOWHERE {
                    continue;
                }
                let letter = match side {
                    _ if !self.is_outermost(colour, rook, side) => (b'A' + rook.square().file as u8).into(),
                    CastlingSide::Kingside => 'K',
                    CastlingSide::Queenside => 'Q',
                };
                text.push(if colour == Side::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn is_outermost(&self, colour: Side, rook: PaddedSquare, side: CastlingSide) -> bool {
        let place = rook.square();
        let beyond = match side {
            CastlingSide::Kingside => place.file + 1..i32::from(self.terms.variant.board_side()),
            CastlingSide::Queenside => 0..place.file,
        };
        let other_rook = PieceCode::of(colour, PieceType::ROOK);
        self.terms.variant.castling() != CastlingRule::TakesRook
            || !beyond
                .into_iter()
                .any(|file| self.board.at(PaddedSquare::at(Square::new(file, place.rank))) == other_rook)
    }

    fn write_keys(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " promo:{}", self.terms.promotion)?;
        match self.terms.promotion {
            PromotionMode::Captured => write!(f, " pool:{}", self.pool_text())?,
            PromotionMode::Initial => {
                write!(f, " types:{}", codes_text(self.terms.initial.iter(), Side::White))?;
            }
            PromotionMode::All => {}
        }
        if self.terms.lock != DEFAULT_LOCK {
            write!(f, " lock:{}", self.terms.lock)?;
        }
        write!(f, " {}", self.last_text())?;
        self.joker_text().map_or(Ok(()), |joker| write!(f, " {joker}"))
    }

    /// The value of the key `pool`.
    pub(crate) fn pool_text(&self) -> String {
        let sides = Side::BOTH.map(|side| codes(self.pool(side).iter().copied(), side));
        dash_if_empty(sides.concat())
    }

    /// The key `last` with its value.
    pub(crate) fn last_text(&self) -> String {
        let [white, black] = self.state.last.map(|kind| codes_text(kind.into_iter(), Side::White));
        format!("last:{white}/{black}")
    }

    /// The key `joker` with its value, if there is one.
    pub(crate) fn joker_text(&self) -> Option<String> {
        let (cell, mimicry) = self.state.joker?;
        Some(format!("joker:{}={}", cell.square(), mimicry.kind().code()))
    }
}

fn push_run(text: &mut String, empty: usize) {
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
}

fn codes(kinds: impl Iterator<Item = PieceType>, side: Side) -> String {
    kinds.map(|kind| kind.in_text(side)).collect()
}

fn codes_text(kinds: impl Iterator<Item = PieceType>, side: Side) -> String {
    dash_if_empty(codes(kinds, side))
}

fn dash_if_empty(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}
