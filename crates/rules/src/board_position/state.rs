//! What a position is beside its pieces: what changes with every move, and what a game fixes at its start.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::padded_board::{PaddedSquare, PieceCode};
use crate::piece::TypeSet;
use crate::position::text_fields::MAX_NUMBER;
use crate::{CastlingSide, PieceType, Side, Variant};

/// Moves of its owner during which a locked type stays, unless the game says otherwise.
pub(crate) const DEFAULT_LOCK: u16 = 5;

/// What a pawn may become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionMode {
    /// Own pieces that were captured and have not been brought back.
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

    /// The mode with that word.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.key() == key)
    }
}

impl fmt::Display for PromotionMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// What a game fixes at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionTerms {
    pub(crate) variant: Variant,
    pub(crate) promotion: PromotionMode,
    /// What `initial` allows.
    pub(crate) initial: TypeSet,
    /// Locked types stay while their owner's move number is not above this.
    pub(crate) lock: u16,
}

impl PositionTerms {
    /// The terms of a game whose text names none.
    pub(crate) fn of(variant: Variant) -> Self {
        Self {
            variant,
            promotion: if variant.has_keys() { PromotionMode::Captured } else { PromotionMode::Initial },
            initial: variant.initial_types(),
            lock: DEFAULT_LOCK,
        }
    }
}

/// What a Joker that copied a Block or an Immobilizer is until the opponent has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JokerMimicry {
    /// It cannot be captured or converted.
    Block,
    /// It freezes adjacent enemies.
    Immobilizer,
}

impl JokerMimicry {
    /// The guise a Joker takes by copying that type.
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

/// What changes with every move, the pieces and pools apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionState {
    pub(crate) side: Side,
    /// The Rooks that may castle, by colour and side; nowhere without the right.
    pub(crate) castling: [[PaddedSquare; 2]; 2],
    /// The square a pawn has just skipped; nowhere after any other move.
    pub(crate) en_passant: PaddedSquare,
    /// Half-moves since a pawn move or a capture.
    pub(crate) clock: u16,
    /// The number of the side's next move.
    pub(crate) number: u16,
    /// The type each side moved last, as a Joker sees it.
    pub(crate) last: [Option<PieceType>; 2],
    /// The Joker that made the very last move in a guise.
    pub(crate) joker: Option<(PaddedSquare, JokerMimicry)>,
}

impl PositionState {
    /// White's first move, with nothing before it.
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

    /// The state if the side to move made no move at all.
    pub(crate) fn passed(&self) -> Self {
        let number = if self.side == Side::Black { (self.number + 1).min(MAX_NUMBER) } else { self.number };
        Self { side: self.side.other(), number, en_passant: PaddedSquare::NOWHERE, joker: None, ..*self }
    }

    /// As much of the state after a move of a piece acting as `acting` as attacks depend on, from that without a move.
    #[must_use]
    pub(crate) fn after_move_as(mut self, acting: PieceCode) -> Self {
        self.last[self.side.other().index()] = copied_type(acting);
        self
    }

    pub(crate) const fn rook(&self, colour: Side, side: CastlingSide) -> PaddedSquare {
        self.castling[colour.index()][side.index()]
    }
}

/// What a Joker of the opponent remembers of a move of a piece acting like that: its type, or nothing of a Chameleon's.
pub(crate) fn copied_type(acting: PieceCode) -> Option<PieceType> {
    acting.kind().filter(|kind| *kind != PieceType::CHAMELEON)
}
