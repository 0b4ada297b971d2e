//! The value given for each option of a command. Not here: how it is found in a line (`parser`).

use adoube_rules::Square;

use super::{CommandOption, CommandSpec, OptionSpec, SettingsRequest, TimeControlWord};
use crate::game::GameId;

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A word of its set.
    Word(&'static str),
    /// Other words, as typed.
    Text(String),
    /// A number; one that is too large to read is larger than any limit.
    Number(u64),
    /// How much time the players have.
    Pace(TimeControlWord),
    /// How long something lasts, in milliseconds.
    Span(u64),
    /// Some squares.
    Squares(Vec<Square>),
    /// What is wanted of settings.
    Setting(Box<SettingsRequest>),
    /// A game.
    Game(GameId),
    /// A command that help is asked about.
    Command(&'static CommandSpec),
    /// A term of the glossary, by its key.
    Term(&'static str),
}

/// The values of a command's options, as far as they were given.
#[derive(Debug, Default)]
pub struct OptionValues {
    values: Vec<(&'static str, OptionValue)>,
}

impl OptionValues {
    /// Notes the value of an option that has none yet.
    pub fn put(&mut self, option: &OptionSpec, value: OptionValue) {
        self.values.push((option.name, value));
    }

    /// Whether an option was given.
    pub fn has(&self, option: &OptionSpec) -> bool {
        self.values.iter().any(|(name, _)| *name == option.name)
    }

    /// How many options were given.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether an option was given last.
    pub fn is_last(&self, option: &OptionSpec) -> bool {
        self.values.last().is_some_and(|(name, _)| *name == option.name)
    }

    /// The words given for an option, to which more may belong.
    pub fn text_mut(&mut self, option: &OptionSpec) -> Option<&mut String> {
        self.values.iter_mut().find(|(name, _)| *name == option.name).and_then(|(_, value)| match value {
            OptionValue::Text(text) => Some(text),
            _ => None,
        })
    }

    /// What was given for an option.
    pub fn value<T: Clone + PartialEq>(&self, option: &CommandOption<T>) -> Option<T> {
        let (_, value) = self.values.iter().find(|(name, _)| *name == option.spec.name)?;
        option.read(value)
    }
}
