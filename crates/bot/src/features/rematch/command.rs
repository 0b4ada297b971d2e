//! Definition of `/rematch`, and the call of its handler.

use crate::{
    core::{
        command::{CommandOption, CommandSpec, GAME_ID, HelpGroup, PlainWord, WordChoice},
        event_priority::EventPriority,
        game::GameId,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// The start array of a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RematchArray {
    /// The array that was played.
    #[default]
    Same,
    /// Another array, drawn by the same rules.
    Drawn,
}

static ARRAYS_AGAIN: WordChoice<RematchArray> = WordChoice {
    key: "again",
    words: &[("same-array", RematchArray::Same), ("new-array", RematchArray::Drawn)],
};

static AGAIN: CommandOption<RematchArray> = CommandOption::choice("start", &ARRAYS_AGAIN);

/// The command: propose a rematch with an array, of the named game or of the channel's last one.
#[derive(Debug)]
pub(crate) struct RematchCommand(pub(crate) RematchArray, pub(crate) Option<GameId>);

/// Proposes the same game again with colours exchanged.
pub(crate) static REMATCH: CommandSpec = CommandSpec {
    name: "rematch",
    menu_rank: 290,
    group: HelpGroup::SetUp,
    options: &[AGAIN.spec, GAME_ID.spec],
    priority: EventPriority::NewGame,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &REMATCH,
    read: |values, _| {
        let array = values.value(&AGAIN).unwrap_or_default();
        Ok(Box::new(RematchCommand(array, values.value(&GAME_ID))))
    },
}];

impl Command for RematchCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.rematch(self.0, self.1.as_ref()).await })
    }
}
