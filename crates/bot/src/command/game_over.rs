//! Commands and buttons for a finished game: rematch and steps through the game. Not here: exports
//! (`game_records`), and the handlers (`handlers`).

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, WordChoice, game_records::GAME_ID,
    id_parts::ids,
};

/// With which array the same is played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RematchArray {
    /// The one that was played.
    #[default]
    Same,
    /// Another one, drawn by the same rules.
    Drawn,
}

static ARRAYS_AGAIN: WordChoice<RematchArray> = WordChoice {
    key: "again",
    words: &[("same-array", RematchArray::Same), ("new-array", RematchArray::Drawn)],
};

static AGAIN: CommandOption<RematchArray> = CommandOption::choice("start", &ARRAYS_AGAIN);

/// Play the same again with colours exchanged.
pub static REMATCH: CommandSpec = CommandSpec {
    name: "rematch",
    group: HelpGroup::SetUp,
    options: &[AGAIN.spec, GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Rematch(given.value(&AGAIN).unwrap_or_default(), given.value(&GAME_ID))),
};

/// Go through a game on one board.
pub static STEPS: CommandSpec = CommandSpec {
    name: "step",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Step(given.value(&GAME_ID))),
};

/// Which board of a game that somebody goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayPosition {
    /// The one before all moves.
    First,
    /// The one after so many plies, or the last one if there are not as many.
    Ply(u32),
    /// The last one.
    Last,
}

ids! {
    /// What a button under a game that is over does. It means the same for ever, however long ago that was.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GameOverButton {
        /// Ask for a rematch, or agree to one.
        Rematch = "rematch",
        /// The same with an array that is drawn anew.
        NewArray = "array",
        /// Show it move by move.
        Replay = "replay",
        /// Go through it with the computer.
        Analyse = "analyse",
        /// Show its first board, from which one goes through it.
        Steps = "steps",
        /// Show the first board in place of another one.
        First = "first",
        /// The board after so many plies.
        Step(ply: u32) = "step",
        /// The last one.
        Last = "last",
        /// Hand out the record: the value is a format, without one the whole game.
        Export = "export",
    }
}
