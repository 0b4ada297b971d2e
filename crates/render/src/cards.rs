//! What a side holds besides its pieces on the grid: cards in hand, and the stack they are drawn from. Plain data, as
//! much of it as the viewer may know; how it is drawn is in `hand`.

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

/// The cards of one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cards {
    /// The cards in hand.
    pub hand: Hand,
    /// How many cards lie face down on the stack.
    pub stack: u16,
}

/// The cards in a hand, as far as the viewer knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// So many cards, seen from the back.
    Hidden(u16),
    /// The viewer's own hand, face up, in this order.
    Known(Vec<PieceType>),
}

impl Cards {
    /// A hand of which only the number of cards is known.
    pub const fn hidden(hand: u16, stack: u16) -> Self {
        Self { hand: Hand::Hidden(hand), stack }
    }

    /// A hand that is shown face up.
    pub fn known(hand: impl IntoIterator<Item = PieceType>, stack: u16) -> Self {
        Self { hand: Hand::Known(hand.into_iter().collect()), stack }
    }
}
