//! Definitions of `/hand`, `/drop` and `/pass`, the commands for Schachen cards in a turn. Not
//! here: the check of a game's cards (`game_records`), and what a drop does (`handlers`).

use super::{Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind};

static CARD: CommandOption<String> = CommandOption::text("card", OptionKind::Drop);

/// Shows the sender's cards.
pub static HAND: CommandSpec = CommandSpec {
    name: "hand",
    group: HelpGroup::Cards,
    options: &[],
    needs: CommandRequirement::Cards,
    read: |_| Ok(Command::Hand),
};

/// Drops a card, as typed or in steps.
pub static DROP: CommandSpec = CommandSpec {
    name: "drop",
    group: HelpGroup::Cards,
    options: &[CARD.spec],
    needs: CommandRequirement::Cards,
    read: |given| Ok(Command::Drop(given.value(&CARD))),
};

/// Ends the turn without a drop.
pub static PASS: CommandSpec = CommandSpec {
    name: "pass",
    group: HelpGroup::Cards,
    options: &[],
    needs: CommandRequirement::Cards,
    read: |_| Ok(Command::Pass),
};
