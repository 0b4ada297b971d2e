//! Definitions of `/rematch` and `/step`, and of the buttons under a finished game: rematch, replay
//! and steps through the game. Not here: exports (`game_records`), and the handlers (`handlers`).

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, WordChoice, game_records::GAME_ID,
    id_parts::ids,
};

/// The start array of a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RematchArray {
    /// The array that was played.
    #[default]
    Same,
    /// Another array, drawn by the same rules.
    Drawn,
}

static ARRAYS_AGAIN: WordChoice<RematchArray> = WordChoice {
    key: "again",
    words: &[("same-array", RematchArray::Same), ("new-array", RematchArray::Drawn)],
};

static AGAIN: CommandOption<RematchArray> = CommandOption::choice("start", &ARRAYS_AGAIN);

/// Proposes the same game again with colours exchanged.
pub static REMATCH: CommandSpec = CommandSpec {
    name: "rematch",
    group: HelpGroup::SetUp,
    options: &[AGAIN.spec, GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Rematch(given.value(&AGAIN).unwrap_or_default(), given.value(&GAME_ID))),
};

/// Steps through a game on one board.
pub static STEPS: CommandSpec = CommandSpec {
    name: "step",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Step(given.value(&GAME_ID))),
};

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
