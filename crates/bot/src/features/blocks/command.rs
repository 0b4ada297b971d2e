//! Definitions of `/block` and `/unblock`, and the calls of their handlers. Not here: the setting
//! for who may challenge a person (`features::settings`).

use crate::{
    core::{
        command::{CommandOption, CommandSpec, HelpGroup, OptionKind},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum BlocksCommand {
    /// Block the person of this name, or list whom the sender blocks.
    Block(Option<String>),
    /// Unblock the person of this name, or list whom the sender blocks.
    Unblock(Option<String>),
}

/// The person to block.
static PERSON: CommandOption<String> = CommandOption::text("person", OptionKind::Person);

/// Blocks a person, or lists the people whom the sender blocks.
pub(crate) static BLOCK: CommandSpec = CommandSpec {
    name: "block",
    menu_rank: 430,
    group: HelpGroup::People,
    options: &[PERSON.spec],
    ..CommandSpec::PLAIN
};

/// Ends a block.
pub(crate) static UNBLOCK: CommandSpec = CommandSpec {
    name: "unblock",
    menu_rank: 440,
    group: HelpGroup::People,
    options: &[PERSON.spec],
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &BLOCK,
        read: |values, _| Ok(Box::new(BlocksCommand::Block(values.value(&PERSON)))),
    },
    FeatureCommand {
        spec: &UNBLOCK,
        read: |values, _| Ok(Box::new(BlocksCommand::Unblock(values.value(&PERSON)))),
    },
];

impl Command for BlocksCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Block(name) => request.block(name.as_deref()).await,
                Self::Unblock(name) => request.unblock(name.as_deref()).await,
            }
        })
    }
}
