//! Definition of `/if`, and the call of its handler. Not here: the moves themselves (`handler`).

use crate::{
    core::{
        command::{CommandOption, CommandSpec, OptionKind, OptionValue, WordChoice},
        event_priority::EventPriority,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// Request of the if command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ConditionalMovesRequest {
    /// List the sender's conditional moves.
    #[default]
    List,
    /// Delete all of them.
    Clear,
    /// Add a line, as typed.
    Line(String),
}

static PLAN_WORDS: WordChoice<ConditionalMovesRequest> =
    WordChoice { key: "plan", words: &[("clear", ConditionalMovesRequest::Clear)] };

static PLAN: CommandOption<ConditionalMovesRequest> =
    CommandOption::new("plan", OptionKind::Plan(&PLAN_WORDS), |value| match value {
        OptionValue::Word(word) => PLAN_WORDS.meaning(word),
        OptionValue::Text(text) => Some(ConditionalMovesRequest::Line(text.clone())),
        _ => None,
    });

/// The command: plan conditional moves, or list them.
#[derive(Debug)]
pub(crate) struct ConditionalMovesCommand(pub(crate) ConditionalMovesRequest);

/// Plans replies to the opponent's moves.
pub(crate) static IF: CommandSpec = CommandSpec {
    name: "if",
    menu_rank: 80,
    options: &[PLAN.spec],
    priority: EventPriority::RunningGame,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &IF,
    read: |values, _| Ok(Box::new(ConditionalMovesCommand(values.value(&PLAN).unwrap_or_default()))),
}];

impl Command for ConditionalMovesCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.plan(&self.0) })
    }
}
