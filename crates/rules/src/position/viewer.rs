//! Enum of the viewers of a position, a player of a side or a spectator, by whom hidden cards are
//! left out.

use crate::Side;

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionViewer {
    /// The player of a side.
    Player(Side),
    /// Anyone else.
    Spectator,
}
