//! `/clock`. Not here: what changes a clock.

use super::{Command, CommandRequirement, CommandSpec, HelpGroup};

/// Both clocks of the game here.
pub static CLOCK: CommandSpec = CommandSpec {
    name: "clock",
    group: HelpGroup::During,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Clock),
};
