//! Definitions of `/replay` and `/step`, and the calls of their handlers. Not here: exports
//! (`features::export`).

use crate::{
    core::{
        command::{CommandSpec, GAME_ID, HelpGroup, PlainWord, ReplayPosition},
        game::GameId,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
        private_reply,
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum ReplayCommand {
    /// Show a game move by move.
    Replay(Option<GameId>),
    /// Step through a game on one board.
    Step(Option<GameId>),
}

/// Shows a game move by move.
pub(crate) static REPLAY: CommandSpec = CommandSpec {
    name: "replay",
    menu_rank: 330,
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// Steps through a game on one board.
pub(crate) static STEPS: CommandSpec = CommandSpec {
    name: "step",
    menu_rank: 320,
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &REPLAY,
        read: |values, _| Ok(Box::new(ReplayCommand::Replay(values.value(&GAME_ID)))),
    },
    FeatureCommand {
        spec: &STEPS,
        read: |values, _| Ok(Box::new(ReplayCommand::Step(values.value(&GAME_ID)))),
    },
];

impl Command for ReplayCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Replay(id) => request.replay(id.as_ref()).await,
                Self::Step(id) => {
                    Ok(private_reply(request.at_step(id.as_ref(), ReplayPosition::First).await?))
                }
            }
        })
    }
}
