//! A player's own cards, and the steps of dropping one of them. For that player alone: it is answered in private and
//! never posted.

use serde::{Deserialize, Serialize};
use std::fmt;

use adoube_rules::{CardDrop, PieceType, Side};

use super::BoardNotice;
use crate::game::PendingTurn;

/// The cards a player holds, and where they may go.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandNotice {
    /// The board as everybody sees it.
    pub board: BoardNotice,
    /// Whose hand.
    pub side: Side,
    /// The cards.
    pub hand: Vec<PieceType>,
    /// The move that is made and waits for a drop.
    pub begun: Option<PendingTurn>,
    /// Where cards may go after that move; without one, where they could go on the board as it is.
    pub drops: Vec<CardDrop>,
    /// What is to be picked.
    pub step: HandStep,
}

/// What a player is to pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HandStep {
    /// Nothing: the cards are only looked at.
    Look,
    /// The card.
    Card,
    /// The square.
    Square {
        /// Of this card.
        card: PieceType,
    },
}

/// Without the cards: this may end up in a log.
impl fmt::Debug for HandNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandNotice")
            .field("board", &self.board)
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}
