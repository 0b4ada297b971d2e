//! Definitions of `/block`, `/unblock`, `/bar` and `/unbar`, the commands against unwanted
//! opponents. Not here: the setting for who may challenge a person (`settings`), and the handlers
//! (`handlers`).

use super::{Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind, time::LENGTH};

/// The person to block or bar.
static PERSON: CommandOption<String> = CommandOption::text("person", OptionKind::Person);

/// Blocks a person, or lists the people whom the sender blocks.
pub static BLOCK: CommandSpec = CommandSpec {
    name: "block",
    group: HelpGroup::People,
    options: &[PERSON.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Block(given.value(&PERSON))),
};

/// Ends a block.
pub static UNBLOCK: CommandSpec = CommandSpec {
    name: "unblock",
    group: HelpGroup::People,
    options: &[PERSON.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Unblock(given.value(&PERSON))),
};

/// Bars a person from the server or room, or lists the barred.
pub static BAR: CommandSpec = CommandSpec {
    name: "bar",
    group: HelpGroup::People,
    options: &[PERSON.spec, LENGTH.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Bar(given.value(&PERSON), given.value(&LENGTH))),
};

/// Ends a bar.
pub static UNBAR: CommandSpec = CommandSpec {
    name: "unbar",
    group: HelpGroup::People,
    options: &[PERSON.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Unbar(given.value(&PERSON))),
};
