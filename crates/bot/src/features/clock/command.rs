//! Definitions of `/clock` and `/moretime`, and the calls of their handlers.

use crate::{
    core::{
        command::{CommandRequirement, CommandSpec, HelpGroup, PlainWord},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum ClockCommand {
    /// Show both clocks.
    Show,
    /// Give the opponent more time.
    MoreTime,
}

/// Shows both clocks of the channel's game.
pub(crate) static CLOCK: CommandSpec =
    CommandSpec { name: "clock", menu_rank: 100, plain_word: PlainWord::Runs, ..CommandSpec::PLAIN };

/// Gives the opponent more time.
pub(crate) static MORE_TIME: CommandSpec = CommandSpec {
    name: "moretime",
    menu_rank: 230,
    group: HelpGroup::Time,
    needs: CommandRequirement::Clock,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand { spec: &CLOCK, read: |_, _| Ok(Box::new(ClockCommand::Show)) },
    FeatureCommand { spec: &MORE_TIME, read: |_, _| Ok(Box::new(ClockCommand::MoreTime)) },
];

impl Command for ClockCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Show => request.show_clock(),
                Self::MoreTime => request.give_time(),
            }
        })
    }
}
