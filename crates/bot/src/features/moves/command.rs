//! Definitions of `/move` and `/moves`, and the calls of their handlers. Not here: turns with cards
//! (`features::cards`), and touched pieces (`features::touch_move`).

use crate::{
    core::{
        command::{CommandOption, CommandSpec, HelpGroup, OptionKind, PlainWord, TYPED_MOVE},
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
pub(crate) enum MovesCommand {
    /// Play a move as typed, or pick it in steps.
    Move(Option<String>),
    /// List legal moves: all, or those of a square or a piece.
    List(Option<String>),
}

static FOCUS: CommandOption<String> = CommandOption::text("focus", OptionKind::Focus);

/// Plays a move as typed, or lets the sender pick it in steps.
pub(crate) static MOVE: CommandSpec = CommandSpec {
    name: "move",
    menu_rank: 70,
    group: HelpGroup::Begin,
    options: &[TYPED_MOVE.spec],
    priority: EventPriority::RunningGame,
    discloses_turn: true,
    ..CommandSpec::PLAIN
};

/// Lists legal moves: all, or those of a square or a piece.
pub(crate) static MOVES: CommandSpec = CommandSpec {
    name: "moves",
    menu_rank: 110,
    options: &[FOCUS.spec],
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &MOVE,
        read: |values, _| Ok(Box::new(MovesCommand::Move(values.value(&TYPED_MOVE)))),
    },
    FeatureCommand { spec: &MOVES, read: |values, _| Ok(Box::new(MovesCommand::List(values.value(&FOCUS)))) },
];

impl Command for MovesCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Move(Some(text)) => request.move_typed(text),
                Self::Move(None) => request.begin_picking(),
                Self::List(focus) => request.show_moves(focus.as_deref()),
            }
        })
    }
}
