//! Reasons why a change of a Grand Chess set-up, or a piece selection, is refused, as data for a
//! sentence of `setup.ftl`.

use adoube_rules::{ArrayKind, PieceType, Variant};
use serde::{Deserialize, Serialize};

use crate::{Person, core::game::Seat};

/// Refusals about a set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "setup", deny_unknown_fields)]
pub enum SetupRefusal {
    /// Only Grand Chess is set up by a panel.
    NothingToSetUp {
        /// The game asked for.
        variant: Variant,
    },
    /// The number of extra pieces does not fit the array.
    ExtraOutOfRange {
        /// The array.
        array: ArrayKind,
        /// The minimum.
        least: usize,
        /// The maximum.
        most: usize,
    },
    /// The requested lock of piece types is too long.
    LockOutOfRange {
        /// The maximum, in moves.
        most: u16,
    },
    /// No array with these pieces leaves every King unattacked.
    NoArray,
    /// This array is not drawn before the game.
    NothingToRedraw,
    /// The panel is no longer there.
    PanelGone,
    /// The panel belongs to another person.
    NotYourPanel {
        /// The owner.
        owner: Person,
    },
    /// The button belongs to an older state of the panel.
    PanelStale,
    /// Everybody would see the panel.
    PanelSeen,
    /// No extra pieces are being chosen.
    NotChoosing,
    /// The other player is to choose.
    NotYourChoice {
        /// The player to choose.
        of: Seat,
    },
    /// The piece selection has to be finished first.
    StillChoosing {
        /// The player to choose.
        of: Seat,
    },
    /// Kings and Pawns are no extra pieces.
    NoExtraPiece {
        /// The piece type.
        kind: PieceType,
    },
    /// The type stands in the array already, or was chosen before.
    PieceTaken {
        /// The piece type.
        kind: PieceType,
        /// The player who chose it; `None` for a piece of the classic array.
        by: Option<Seat>,
    },
    /// The game has no position yet: its pieces are not on the board.
    NoPosition,
}
