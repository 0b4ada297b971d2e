//! Definitions of `/piece` and `/pieces`, and the calls of their handlers. Not here: the
//! explanations (`assets/locales`, `text::board`).

use crate::{
    core::{
        command::{CommandOption, CommandSpec, HelpGroup, OptionKind, PlainWord},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum PiecesCommand {
    /// Explain how a piece moves, by its name or its square; without either, list the pieces.
    Explain(Option<String>),
    /// List the pieces of the channel's game.
    List,
}

static PIECE_NAME: CommandOption<String> = CommandOption::text("piece", OptionKind::PieceName);

/// Explains how a piece moves, by its name or its square; without either, lists the pieces.
pub(crate) static PIECE: CommandSpec = CommandSpec {
    name: "piece",
    menu_rank: 370,
    group: HelpGroup::Pieces,
    options: &[PIECE_NAME.spec],
    ..CommandSpec::PLAIN
};

/// Lists the pieces of the channel's game.
pub(crate) static PIECES: CommandSpec = CommandSpec {
    name: "pieces",
    menu_rank: 380,
    group: HelpGroup::Pieces,
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &PIECE,
        read: |values, _| Ok(Box::new(PiecesCommand::Explain(values.value(&PIECE_NAME)))),
    },
    FeatureCommand { spec: &PIECES, read: |_, _| Ok(Box::new(PiecesCommand::List)) },
];

impl Command for PiecesCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Explain(Some(text)) => request.explain_piece(text),
                Self::Explain(None) | Self::List => Ok(request.show_pieces()),
            }
        })
    }
}
