//! Data types of the cards of a side: hand and stack, as far as the viewer may know them. Not here:
//! drawing them (`card_rows`).

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

/// The cards of one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideCards {
    /// The cards in hand.
    pub hand: VisibleHand,
    /// How many cards lie face down on the stack.
    pub stack: u16,
}

/// The cards in a hand, as far as the viewer knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VisibleHand {
    /// So many cards, seen from the back.
    Hidden(u16),
    /// The viewer's own hand, face up, in this order.
    Known(Vec<PieceType>),
}

impl SideCards {
    /// A hand of which only the number of cards is known.
    pub const fn hidden(hand: u16, stack: u16) -> Self {
        Self { hand: VisibleHand::Hidden(hand), stack }
    }

    /// A hand that is shown face up.
    pub fn face_up(hand: impl IntoIterator<Item = PieceType>, stack: u16) -> Self {
        Self { hand: VisibleHand::Known(hand.into_iter().collect()), stack }
    }
}
