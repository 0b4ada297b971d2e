//! Definitions of `/touch` and `/release`, and the calls of their handlers. Not here: what a
//! touched piece demands (`adoube-rules`).

use adoube_rules::Square;

use crate::{
    core::{
        command::{CommandError, CommandOption, CommandSpec, HelpGroup, OptionKind},
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
pub(crate) enum TouchMoveCommand {
    /// Touch what stands on squares.
    Touch(Vec<Square>),
    /// Release the touched pieces on these squares; all of them if no square is named.
    Release(Vec<Square>),
}

static SQUARES: CommandOption<Vec<Square>> = CommandOption::squares("squares", OptionKind::Squares);
static TOUCHED_SQUARES: CommandOption<Vec<Square>> =
    CommandOption::squares("squares", OptionKind::TouchedSquares);

/// Touches the pieces on squares.
pub(crate) static TOUCH: CommandSpec = CommandSpec {
    name: "touch",
    menu_rank: 130,
    group: HelpGroup::Touch,
    options: &[SQUARES.spec],
    priority: EventPriority::RunningGame,
    ..CommandSpec::PLAIN
};

/// Releases the touched pieces on these squares; all of them if no square is named.
pub(crate) static RELEASE: CommandSpec = CommandSpec {
    name: "release",
    menu_rank: 140,
    group: HelpGroup::Touch,
    options: &[TOUCHED_SQUARES.spec],
    priority: EventPriority::RunningGame,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &TOUCH,
        read: |values, _| {
            let missing = CommandError::Missing { command: &TOUCH, option: SQUARES.spec.name };
            Ok(Box::new(TouchMoveCommand::Touch(values.value(&SQUARES).ok_or(missing)?)))
        },
    },
    FeatureCommand {
        spec: &RELEASE,
        read: |values, _| {
            let squares = values.value(&TOUCHED_SQUARES).unwrap_or_default();
            Ok(Box::new(TouchMoveCommand::Release(squares)))
        },
    },
];

impl Command for TouchMoveCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Touch(squares) => request.touch(squares),
                Self::Release(squares) => request.release(squares),
            }
        })
    }
}
