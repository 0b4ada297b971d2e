//! The hand notice, the data of a message with a player's own cards in Schachen and the steps of
//! dropping one of them. It is a private reply for that player, never posted.

use std::fmt;

use adoube_rules::{CardDrop, PieceType, Side};
use serde::{Deserialize, Serialize};

use super::BoardNotice;
use crate::core::game::PendingTurn;

/// The cards a player holds, and where they may be dropped.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandNotice {
    /// The public board.
    pub board: BoardNotice,
    /// The player's side.
    pub side: Side,
    /// The cards.
    pub hand: Vec<PieceType>,
    /// The pending turn: a move that waits for a drop.
    pub begun: Option<PendingTurn>,
    /// Legal drops after that move; without one, drops on the present board.
    pub drops: Vec<CardDrop>,
    /// The next choice.
    pub step: HandStep,
}

/// The next choice of a card drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HandStep {
    /// None: the cards are only shown.
    Look,
    /// The card.
    Card,
    /// The square.
    Square {
        /// The chosen card.
        card: PieceType,
    },
}

/// Prints no cards: the output may end up in a log.
impl fmt::Debug for HandNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandNotice")
            .field("board", &self.board)
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}
