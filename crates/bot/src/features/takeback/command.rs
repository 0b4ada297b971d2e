//! Definition of `/takeback`, and the call of its handler.

use crate::{
    core::{
        command::{ANSWER, CommandRequirement, CommandSpec, OfferAction, PlainWord},
        event_priority::EventPriority,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: ask for the last move back, or answer such a request.
#[derive(Debug)]
pub(crate) struct TakebackCommand(pub(crate) OfferAction);

/// Asks for the last move back, or answers such a request.
pub(crate) static TAKEBACK: CommandSpec = CommandSpec {
    name: "takeback",
    menu_rank: 210,
    options: &[ANSWER.spec],
    needs: CommandRequirement::Takebacks,
    priority: EventPriority::RunningGame,
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &TAKEBACK,
    read: |values, _| Ok(Box::new(TakebackCommand(values.value(&ANSWER).unwrap_or_default()))),
}];

impl Command for TakebackCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.takeback(self.0).await })
    }
}
