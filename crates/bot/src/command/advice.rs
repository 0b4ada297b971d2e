//! Definitions of `/hint` and `/analyse`, the commands that ask the engine. Not here: the searches
//! (`handlers`).

use super::{Command, CommandRequirement, CommandSpec, HelpGroup, game_records::GAME_ID};

/// Shows the sender a good move.
pub static HINT: CommandSpec = CommandSpec {
    name: "hint",
    group: HelpGroup::During,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Hint),
};

/// Analyses a finished game with the computer.
pub static ANALYSE: CommandSpec = CommandSpec {
    name: "analyse",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Analyse(given.value(&GAME_ID))),
};
