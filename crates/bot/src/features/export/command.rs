//! Definition of `/export`, and the call of its handler. Not here: the records (`text::pgn`,
//! `json`).

use adoube_rules::PieceDialect;

use crate::{
    core::{
        command::{
            CommandOption, CommandSpec, ExportFormat, FORMATS, GAME_ID, HelpGroup, PlainWord, WordChoice,
        },
        game::GameId,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The command: export a record, with these letters for pieces if they were named.
#[derive(Debug)]
pub(crate) struct ExportCommand(
    pub(crate) ExportFormat,
    pub(crate) Option<GameId>,
    pub(crate) Option<PieceDialect>,
);

static FORMAT: CommandOption<ExportFormat> = CommandOption::choice("format", &FORMATS);

/// Which letters for pieces a record has; they differ in Grand Chess alone.
static DIALECTS: WordChoice<PieceDialect> = WordChoice {
    key: "dialect",
    words: &[("adoube", PieceDialect::Own), ("fairy-stockfish", PieceDialect::FairyStockfish)],
};
static DIALECT: CommandOption<PieceDialect> = CommandOption::choice("letters", &DIALECTS);

/// Exports a record.
pub(crate) static EXPORT: CommandSpec = CommandSpec {
    name: "export",
    menu_rank: 350,
    group: HelpGroup::Watch,
    options: &[FORMAT.spec, GAME_ID.spec, DIALECT.spec],
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &EXPORT,
    read: |values, _| {
        let format = values.value(&FORMAT).unwrap_or_default();
        Ok(Box::new(ExportCommand(format, values.value(&GAME_ID), values.value(&DIALECT))))
    },
}];

impl Command for ExportCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            let letters = self.2.unwrap_or_else(|| request.piece_dialect());
            request.export(self.0, self.1.as_ref(), letters).await
        })
    }
}
