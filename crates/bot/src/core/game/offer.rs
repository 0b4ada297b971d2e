//! Offers of one player of a running game to the other (draw, takeback, pause), and the note of
//! declined ones. Not here: when a player may offer (`gameplay::offers`).

use adoube_rules::Side;

/// An offer of one player to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The kind of offer.
    pub kind: OfferKind,
    /// The side that offers.
    pub by: Side,
    /// The game's revision at the offer: answers carry it, so that none answers another offer.
    pub revision: u64,
}

/// Kinds of offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take the last plies back.
    Takeback {
        /// One: the asker's last move; two: the reply to it as well.
        plies: u32,
    },
    /// A pause, in which the clocks do not run.
    Pause {
        /// Its longest duration, in milliseconds.
        millis: u64,
    },
}

impl OfferKind {
    /// The topic of the offer.
    pub fn topic(self) -> OfferTopic {
        match self {
            OfferKind::Draw => OfferTopic::Draw,
            OfferKind::Takeback { .. } => OfferTopic::Takeback,
            OfferKind::Pause { .. } => OfferTopic::Pause,
        }
    }
}

/// Topics of offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferTopic {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A pause.
    Pause,
}

/// A declined offer: the side that made it may not repeat it before its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclinedOffer {
    /// The topic.
    pub topic: OfferTopic,
    /// The side that made it.
    pub by: Side,
}
