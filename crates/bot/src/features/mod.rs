//! List of the features of the bot, each of which is a folder here with its commands, their
//! decisions (handlers) and their sentences. A new feature is a folder; with commands it has a line
//! in [`FEATURES`].

pub(crate) mod analysis;
pub(crate) mod bars;
pub(crate) mod blocks;
pub(crate) mod board;
pub(crate) mod button_dispatch;
pub(crate) mod cards;
pub(crate) mod challenge;
pub(crate) mod clock;
pub(crate) mod computer;
pub(crate) mod conditional_moves;
pub(crate) mod dispatch;
pub(crate) mod draw;
pub(crate) mod end_game;
pub(crate) mod export;
pub(crate) mod follow;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod hint;
pub(crate) mod live_board;
pub(crate) mod moves;
pub(crate) mod pause;
pub(crate) mod piece_book;
pub(crate) mod pieces;
pub(crate) mod presentation;
pub(crate) mod refusal_text;
pub(crate) mod rematch;
pub(crate) mod reminders;
pub(crate) mod replay;
pub(crate) mod self_test;
pub(crate) mod settings;
pub(crate) mod setup;
pub(crate) mod takeback;
#[cfg(test)]
mod tests;
pub(crate) mod text_command;
pub(crate) mod touch_move;
#[cfg(test)]
mod typed_lines;
pub(crate) mod vacation;

pub(crate) use dispatch::decide;

use std::sync::LazyLock;

use crate::{
    core::command::{CommandCall, CommandError, CommandList, CommandSpec},
    gameplay::feature::{Command, Feature, FeatureCommand},
    text::Lexicon,
};

/// Every feature.
static FEATURES: &[&Feature] = &[
    &challenge::FEATURE,
    &setup::FEATURE,
    &rematch::FEATURE,
    &moves::FEATURE,
    &cards::FEATURE,
    &touch_move::FEATURE,
    &conditional_moves::FEATURE,
    &draw::FEATURE,
    &takeback::FEATURE,
    &end_game::FEATURE,
    &clock::FEATURE,
    &pause::FEATURE,
    &vacation::FEATURE,
    &reminders::FEATURE,
    &hint::FEATURE,
    &analysis::FEATURE,
    &board::FEATURE,
    &games::FEATURE,
    &follow::FEATURE,
    &replay::FEATURE,
    &export::FEATURE,
    &pieces::FEATURE,
    &help::FEATURE,
    &settings::FEATURE,
    &blocks::FEATURE,
    &bars::FEATURE,
];

/// The definitions of all commands, in the order of menus.
pub(crate) fn commands() -> CommandList {
    static SORTED: LazyLock<Vec<&'static CommandSpec>> = LazyLock::new(|| {
        let mut specs: Vec<_> = all_commands().map(|(_, command)| command.spec).collect();
        specs.sort_by_key(|spec| spec.menu_rank);
        specs
    });
    CommandList::new(&SORTED)
}

/// Makes the command of its feature from a call.
///
/// # Errors
///
/// A value that the feature cannot read, or a missing one that the command needs.
pub(crate) fn read_command(call: &CommandCall, lexicon: &Lexicon) -> Result<Box<dyn Command>, CommandError> {
    let found = all_commands().find(|(_, command)| command.spec == call.spec);
    let Some((feature, command)) = found else {
        let word = call.spec.name.to_owned();
        return Err(CommandError::UnknownCommand { word, nearest: None });
    };
    tracing::trace!(feature = feature.name, command = call.spec.name, "a command is read");
    (command.read)(&call.values, lexicon)
}

fn all_commands() -> impl Iterator<Item = (&'static Feature, &'static FeatureCommand)> {
    FEATURES.iter().flat_map(|feature| feature.commands.iter().map(move |command| (*feature, command)))
}
