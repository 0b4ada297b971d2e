//! Definition of `/analyse`, and the call of its handler. Not here: the search (`handler`).

use crate::{
    core::{
        command::{CommandSpec, GAME_ID, HelpGroup, PlainWord},
        game::GameId,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: analyse a finished game with the computer.
#[derive(Debug)]
pub(crate) struct AnalysisCommand(pub(crate) Option<GameId>);

/// Analyses a finished game with the computer.
pub(crate) static ANALYSE: CommandSpec = CommandSpec {
    name: "analyse",
    menu_rank: 340,
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &ANALYSE,
    read: |values, _| Ok(Box::new(AnalysisCommand(values.value(&GAME_ID)))),
}];

impl Command for AnalysisCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.analyse(self.0.as_ref()).await })
    }
}
