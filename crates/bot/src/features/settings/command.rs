//! Definition of `/settings`, and the call of its handler. Not here: how words find their setting
//! (`reading`).

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

use super::reading::{self, SettingsRequest};

/// The command: show settings, or change one.
#[derive(Debug)]
pub(crate) struct SettingsCommand(pub(crate) SettingsRequest);

/// The setting and its value, as typed.
static SETTING: CommandOption<String> = CommandOption::text("setting", OptionKind::Setting);

/// Shows and changes settings.
pub(crate) static SETTINGS: CommandSpec = CommandSpec {
    name: "settings",
    menu_rank: 420,
    group: HelpGroup::SetUp,
    options: &[SETTING.spec],
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[FeatureCommand {
    spec: &SETTINGS,
    read: |values, lexicon| {
        let typed = values.value(&SETTING).map(|text| reading::read(lexicon, &SETTINGS, &text));
        Ok(Box::new(SettingsCommand(typed.transpose()?.unwrap_or(SettingsRequest::Show))))
    },
}];

impl Command for SettingsCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.settings(&self.0).await })
    }
}
