//! Definitions of `/resign`, `/claim` and `/abort`, and the calls of their handlers. Not here: draw
//! offers (`features::draw`).

use crate::{
    core::{
        command::{CommandSpec, HelpGroup, PlainWord, TYPED_MOVE},
        event_priority::EventPriority,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum EndGameCommand {
    /// Resign.
    Resign,
    /// Claim a draw by the rules; with the intended move as typed, if given.
    Claim(Option<String>),
    /// End a game without a result.
    Abort,
}

/// Resigns.
pub(crate) static RESIGN: CommandSpec = CommandSpec {
    name: "resign",
    menu_rank: 180,
    group: HelpGroup::Begin,
    priority: EventPriority::RunningGame,
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// Claims a draw by the rules, for the position on the board or with an intended move.
pub(crate) static CLAIM: CommandSpec = CommandSpec {
    name: "claim",
    menu_rank: 200,
    options: &[TYPED_MOVE.spec],
    priority: EventPriority::RunningGame,
    plain_word: PlainWord::Runs,
    discloses_turn: true,
    ..CommandSpec::PLAIN
};

/// Ends a game without a result.
pub(crate) static ABORT: CommandSpec = CommandSpec {
    name: "abort",
    menu_rank: 220,
    priority: EventPriority::RunningGame,
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand { spec: &RESIGN, read: |_, _| Ok(Box::new(EndGameCommand::Resign)) },
    FeatureCommand {
        spec: &CLAIM,
        read: |values, _| Ok(Box::new(EndGameCommand::Claim(values.value(&TYPED_MOVE)))),
    },
    FeatureCommand { spec: &ABORT, read: |_, _| Ok(Box::new(EndGameCommand::Abort)) },
];

impl Command for EndGameCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Resign => request.ask_to_resign(),
                Self::Claim(intended) => request.ask_to_claim(intended.as_deref()),
                Self::Abort => request.ask_to_abort().await,
            }
        })
    }
}
