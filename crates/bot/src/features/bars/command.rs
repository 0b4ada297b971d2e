//! Definitions of `/bar` and `/unbar`, and the calls of their handlers.

use crate::{
    core::{
        command::{CommandOption, CommandSpec, HelpGroup, LENGTH, OptionKind},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum BarsCommand {
    /// Bar the person of this name from the server or room, for this many milliseconds or for good,
    /// or list who is barred.
    Bar(Option<String>, Option<u64>),
    /// Lift the bar of the person of this name, or list who is barred.
    Unbar(Option<String>),
}

/// The person to bar.
static PERSON: CommandOption<String> = CommandOption::text("person", OptionKind::Person);

/// Bars a person from the server or room, or lists the barred.
pub(crate) static BAR: CommandSpec = CommandSpec {
    name: "bar",
    menu_rank: 450,
    group: HelpGroup::People,
    options: &[PERSON.spec, LENGTH.spec],
    ..CommandSpec::PLAIN
};

/// Ends a bar.
pub(crate) static UNBAR: CommandSpec = CommandSpec {
    name: "unbar",
    menu_rank: 460,
    group: HelpGroup::People,
    options: &[PERSON.spec],
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &BAR,
        read: |values, _| Ok(Box::new(BarsCommand::Bar(values.value(&PERSON), values.value(&LENGTH)))),
    },
    FeatureCommand {
        spec: &UNBAR,
        read: |values, _| Ok(Box::new(BarsCommand::Unbar(values.value(&PERSON)))),
    },
];

impl Command for BarsCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Bar(name, length) => request.bar(name.as_deref(), *length).await,
                Self::Unbar(name) => request.unbar(name.as_deref()).await,
            }
        })
    }
}
