//! Definition of `/remind`, and the call of its handler.

use crate::{
    core::{
        command::{CommandOption, CommandSpec, HelpGroup, WordChoice},
        game::ReminderTarget,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: choose where to be reminded, or show the choice.
#[derive(Debug)]
pub(crate) struct RemindersCommand(pub(crate) Option<ReminderTarget>);

/// Where the sender is reminded.
static REMINDED: WordChoice<ReminderTarget> = WordChoice {
    key: "remind",
    words: &[
        ("here", ReminderTarget::Here),
        ("private", ReminderTarget::Private),
        ("off", ReminderTarget::Off),
    ],
};

static WHERE: CommandOption<ReminderTarget> = CommandOption::choice("where", &REMINDED);

/// Chooses where the sender is reminded.
pub(crate) static REMIND: CommandSpec = CommandSpec {
    name: "remind",
    menu_rank: 270,
    group: HelpGroup::Time,
    options: &[WHERE.spec],
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &REMIND,
    read: |values, _| Ok(Box::new(RemindersCommand(values.value(&WHERE)))),
}];

impl Command for RemindersCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.remind(self.0).await })
    }
}
