//! Viewers of a position: a player or a spectator.

use crate::Side;

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionViewer {
    /// The player of a side.
    Player(Side),
    /// Anyone else.
    Spectator,
}
