//! Definition of `/clock`, which shows the clocks of a game. Not here: the commands that change a
//! clock (`time`).

use super::{Command, CommandRequirement, CommandSpec, HelpGroup};

/// Shows both clocks of the channel's game.
pub static CLOCK: CommandSpec = CommandSpec {
    name: "clock",
    group: HelpGroup::During,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Clock),
};
