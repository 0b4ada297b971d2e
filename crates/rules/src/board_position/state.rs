//! State of a position beside its pieces (side to move, castling rights, en passant, clocks, what a
//! Joker copies), which every move changes, and the terms a game fixes at its start, such as what a
//! Pawn may become.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::padded_board::{PaddedSquare, PieceCode};
use crate::piece::TypeSet;
use crate::position::text_fields::MAX_NUMBER;
use crate::{CastlingSide, PieceType, Side, Variant};

/// Default number of moves during which locked types may not move.
pub(crate) const DEFAULT_LOCK: u16 = 5;

/// What a Pawn may become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionMode {
    /// Own pieces that were captured and have not come back.
    #[default]
    Captured,
    /// The types of the start array.
    Initial,
    /// Every type but King and Pawn.
    All,
}

impl PromotionMode {
    /// The three modes.
    pub const ALL: [Self; 3] = [Self::Captured, Self::Initial, Self::All];

    /// The word of position texts and options.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Captured => "captured",
            Self::Initial => "initial",
            Self::All => "all",
        }
    }

    /// The mode with a word.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.key() == key)
    }
}

impl fmt::Display for PromotionMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Terms that a game fixes at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionTerms {
    pub(crate) variant: Variant,
    pub(crate) promotion: PromotionMode,
    /// The types that promotion mode `initial` allows.
    pub(crate) initial: TypeSet,
    /// Locked types may not move while the move number is at most this.
    pub(crate) lock: u16,
}

impl PositionTerms {
    /// The default terms of a variant.
    pub(crate) fn of(variant: Variant) -> Self {
        Self {
            variant,
            promotion: if variant.has_keys() { PromotionMode::Captured } else { PromotionMode::Initial },
            initial: variant.initial_types(),
            lock: DEFAULT_LOCK,
        }
    }
}

/// The passive power of a Joker that copied a Block or an Immobilizer. It lasts until the opponent
/// has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JokerMimicry {
    /// It cannot be captured or converted.
    Block,
    /// It freezes adjacent enemies.
    Immobilizer,
}

impl JokerMimicry {
    /// The passive power a Joker gets by copying a type.
    pub(crate) const fn of(copied: PieceType) -> Option<Self> {
        match copied {
            PieceType::BLOCK => Some(Self::Block),
            PieceType::IMMOBILIZER => Some(Self::Immobilizer),
            _ => None,
        }
    }

    pub(crate) const fn kind(self) -> PieceType {
        match self {
            Self::Block => PieceType::BLOCK,
            Self::Immobilizer => PieceType::IMMOBILIZER,
        }
    }
}

/// The part of a position that changes with every move, without pieces and pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionState {
    pub(crate) side: Side,
    /// The Rooks that may castle, by colour and side; [`PaddedSquare::NOWHERE`] without the right.
    pub(crate) castling: [[PaddedSquare; 2]; 2],
    /// The cell a Pawn has just skipped; [`PaddedSquare::NOWHERE`] after any other move.
    pub(crate) en_passant: PaddedSquare,
    /// Half-moves since a pawn move or a capture.
    pub(crate) clock: u16,
    /// The number of the side's next move.
    pub(crate) number: u16,
    /// The type that each side moved last, as a Joker copies it.
    pub(crate) last: [Option<PieceType>; 2],
    /// The Joker with a passive power, if it made the last move.
    pub(crate) joker: Option<(PaddedSquare, JokerMimicry)>,
}

impl PositionState {
    /// The state before the first move of White.
    pub(crate) const fn first() -> Self {
        Self {
            side: Side::White,
            castling: [[PaddedSquare::NOWHERE; 2]; 2],
            en_passant: PaddedSquare::NOWHERE,
            clock: 0,
            number: 1,
            last: [None; 2],
            joker: None,
        }
    }

    /// The state after a null move.
    pub(crate) fn passed(&self) -> Self {
        let number = if self.side == Side::Black { (self.number + 1).min(MAX_NUMBER) } else { self.number };
        Self { side: self.side.other(), number, en_passant: PaddedSquare::NOWHERE, joker: None, ..*self }
    }

    /// The part of the state after a move of a piece that acts as `acting` that attacks depend on,
    /// computed from the state after a null move.
    #[must_use]
    pub(crate) fn after_move_as(mut self, acting: PieceCode) -> Self {
        self.last[self.side.other().index()] = copied_type(acting);
        self
    }

    pub(crate) const fn rook(&self, colour: Side, side: CastlingSide) -> PaddedSquare {
        self.castling[colour.index()][side.index()]
    }
}

/// The type that a Joker of the opponent copies after a move of a piece that acts as `acting`; none
/// after a Chameleon.
pub(crate) fn copied_type(acting: PieceCode) -> Option<PieceType> {
    acting.kind().filter(|kind| *kind != PieceType::CHAMELEON)
}
