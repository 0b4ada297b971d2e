//! Definition of `/draw`, and the call of its handler.

use crate::{
    core::{
        command::{ANSWER, CommandSpec, OfferAction, PlainWord},
        event_priority::EventPriority,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: offer, accept or decline a draw.
#[derive(Debug)]
pub(crate) struct DrawCommand(pub(crate) OfferAction);

/// Offers, accepts or declines a draw.
pub(crate) static DRAW: CommandSpec = CommandSpec {
    name: "draw",
    menu_rank: 190,
    options: &[ANSWER.spec],
    priority: EventPriority::RunningGame,
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &DRAW,
    read: |values, _| Ok(Box::new(DrawCommand(values.value(&ANSWER).unwrap_or_default()))),
}];

impl Command for DrawCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.draw(self.0) })
    }
}
