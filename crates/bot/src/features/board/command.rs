//! Definition of `/board`, and the call of its handler. Not here: the list of legal moves
//! (`features::moves`).

use crate::{
    core::{
        command::{BoardView, CommandOption, CommandSpec, HelpGroup, PlainWord, WordChoice},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: show the board again.
#[derive(Debug)]
pub(crate) struct BoardCommand(pub(crate) BoardView);

/// Words for the views other than the plain one.
static VIEWS: WordChoice<BoardView> = WordChoice {
    key: "view",
    words: &[
        ("flip", BoardView::Flipped),
        ("hints", BoardView::Hints),
        ("text", BoardView::Text),
        ("words", BoardView::Words),
    ],
};

static VIEW: CommandOption<BoardView> = CommandOption::choice("view", &VIEWS);

/// Shows the board again.
pub(crate) static BOARD: CommandSpec = CommandSpec {
    name: "board",
    menu_rank: 90,
    group: HelpGroup::Begin,
    options: &[VIEW.spec],
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &BOARD,
    read: |values, _| Ok(Box::new(BoardCommand(values.value(&VIEW).unwrap_or_default()))),
}];

impl Command for BoardCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.show_board(self.0) })
    }
}
