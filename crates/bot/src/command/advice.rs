//! `/hint` and `/analyse`. Not here: how they are computed (`handlers`).

use super::{Command, CommandRequirement, CommandSpec, HelpGroup, game_records::GAME_ID};

/// Tell the speaker a good move.
pub static HINT: CommandSpec = CommandSpec {
    name: "hint",
    group: HelpGroup::During,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Hint),
};

/// Go through a game that is over with the computer.
pub static ANALYSE: CommandSpec = CommandSpec {
    name: "analyse",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Analyse(given.value(&GAME_ID))),
};
