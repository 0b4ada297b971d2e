//! Refusals about a set-up and its piece selection (sentences in `setup.ftl`).

use adoube_rules::{ArrayKind, PieceType, Variant};
use serde::{Deserialize, Serialize};

use super::GameRefusal;
use crate::{Person, game::Seat};

/// A no, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "setup", deny_unknown_fields)]
pub enum SetupRefusal {
    /// Only Grand Chess is set up by a panel.
    NothingToSetUp {
        /// The game asked for.
        variant: Variant,
    },
    /// The array has no room for so many extra pieces, or needs some.
    ExtraOutOfRange {
        /// Which array.
        array: ArrayKind,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Types cannot be locked so long.
    LockOutOfRange {
        /// The most moves.
        most: u16,
    },
    /// No array can be drawn with these pieces in which no King is attacked.
    NoArray,
    /// This array is not drawn before the game.
    NothingToRedraw,
    /// The panel is no longer there.
    PanelGone,
    /// The panel belongs to somebody else.
    NotYourPanel {
        /// Whose it is.
        owner: Person,
    },
    /// The button belongs to an older state of the panel.
    PanelStale,
    /// Everybody would see the panel.
    PanelSeen,
    /// No extra pieces are being chosen.
    NotChoosing,
    /// It is the other one's turn to choose.
    NotYourChoice {
        /// Whose turn it is.
        of: Seat,
    },
    /// Before anything else the extra pieces have to be chosen.
    StillChoosing {
        /// Whose turn it is.
        of: Seat,
    },
    /// Kings and Pawns are no extra pieces.
    NoExtraPiece {
        /// What was to be chosen.
        kind: PieceType,
    },
    /// The type stands in the array already, or was chosen before.
    PieceTaken {
        /// Which.
        kind: PieceType,
        /// Who chose it; nobody when it is one of the classic array.
        by: Option<Seat>,
    },
    /// The game has no position: its pieces are not on the board.
    NoPosition,
}

impl From<SetupRefusal> for GameRefusal {
    fn from(refusal: SetupRefusal) -> Self {
        GameRefusal::Setup(refusal)
    }
}
