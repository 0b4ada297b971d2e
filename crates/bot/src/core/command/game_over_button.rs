//! Types of the ids of the buttons and menus under a finished game: rematch, replay, steps, export,
//! analysis. Not here: the handlers (`features`).

use super::id_parts::ids;

/// A position to show while a person steps through a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayPosition {
    /// The start position.
    First,
    /// The position after this number of plies, or the last one if the game is shorter.
    Ply(u32),
    /// The last position.
    Last,
}

ids! {
    /// A button or menu under a finished game. Its meaning never changes, however old the message
    /// is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GameOverButton {
        /// Propose or accept a rematch.
        Rematch = "rematch",
        /// The same with a newly drawn array.
        NewArray = "array",
        /// Show the game move by move.
        Replay = "replay",
        /// Analyse the game with the computer.
        Analyse = "analyse",
        /// Show the start position with buttons to step through the game.
        Steps = "steps",
        /// Show the start position in place of another one.
        First = "first",
        /// Show the position after this number of plies.
        Step(ply: u32) = "step",
        /// Show the last position.
        Last = "last",
        /// Export the record: the value is a format; without one the whole game.
        Export = "export",
    }
}
