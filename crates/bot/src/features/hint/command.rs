//! Definition of `/hint`, and the call of its handler. Not here: the search (`handler`).

use crate::{
    core::{command::CommandSpec, ids::BoxFuture},
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: show the sender a good move.
#[derive(Debug)]
pub(crate) struct HintCommand;

/// Shows the sender a good move.
pub(crate) static HINT: CommandSpec = CommandSpec { name: "hint", menu_rank: 120, ..CommandSpec::PLAIN };

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] =
    &[FeatureCommand { spec: &HINT, read: |_, _| Ok(Box::new(HintCommand)) }];

impl Command for HintCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.hint() })
    }
}
