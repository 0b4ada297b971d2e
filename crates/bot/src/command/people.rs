//! What people do against others who bother them, and moderators against people who bother many. Not here: who may challenge somebody (`settings`), and what comes of any of it
//! (`flow`).

use super::{Command, HelpGroup, Needs, Opt, OptionKind, Spec, time::LENGTH};

/// Whom it is about.
static PERSON: Opt<String> = Opt::text("person", OptionKind::Person);

/// Blocks a person, or lists the people one blocks.
pub static BLOCK: Spec = Spec {
    name: "block",
    group: HelpGroup::People,
    options: &[PERSON.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Block(given.value(&PERSON))),
};

/// Ends a block.
pub static UNBLOCK: Spec = Spec {
    name: "unblock",
    group: HelpGroup::People,
    options: &[PERSON.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Unblock(given.value(&PERSON))),
};

/// Bars a person from the server or room, or lists the barred.
pub static BAR: Spec = Spec {
    name: "bar",
    group: HelpGroup::People,
    options: &[PERSON.spec, LENGTH.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Bar(given.value(&PERSON), given.value(&LENGTH))),
};

/// Ends a bar.
pub static UNBAR: Spec = Spec {
    name: "unbar",
    group: HelpGroup::People,
    options: &[PERSON.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Unbar(given.value(&PERSON))),
};
