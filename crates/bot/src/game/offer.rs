//! What the players of a running game offer each other, and what was declined. Not here: who may offer when
//! (`flow/offering.rs`).

use adoube_rules::Side;

/// Something one player offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What.
    pub kind: OfferKind,
    /// Who offers.
    pub by: Side,
    /// The revision at which it was made: its answers carry it, so that none can answer another offer.
    pub revision: u64,
}

/// What can be offered in a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take the last plies back.
    Takeback {
        /// One: the asker's own last move; two: also the reply to it.
        plies: u32,
    },
    /// A pause, in which the clocks stand still.
    Pause {
        /// How long at most, in milliseconds.
        millis: u64,
    },
}

impl OfferKind {
    /// What it is about.
    pub fn topic(self) -> OfferTopic {
        match self {
            OfferKind::Draw => OfferTopic::Draw,
            OfferKind::Takeback { .. } => OfferTopic::Takeback,
            OfferKind::Pause { .. } => OfferTopic::Pause,
        }
    }
}

/// What offers are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferTopic {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A pause.
    Pause,
}

/// An offer that was declined: whoever made it makes none of its kind before their next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclinedOffer {
    /// What it was about.
    pub topic: OfferTopic,
    /// Who made it.
    pub by: Side,
}
