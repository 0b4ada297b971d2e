//! Values that a line, or the fields of a platform, give for the options of a command, each with its type, and the call
//! of a command with them. Not here: how a value is found in a line (`text::parser`).

use adoube_rules::Square;

use super::{CommandOption, CommandSpec, OptionSpec, TimeControlWord};
use crate::core::game::GameId;

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A word of the option's set.
    Word(&'static str),
    /// Other words, as typed.
    Text(String),
    /// A number; one too large to read is replaced by one above any limit.
    Number(u64),
    /// A time control.
    Pace(TimeControlWord),
    /// A length of time, in milliseconds.
    Span(u64),
    /// Squares.
    Squares(Vec<Square>),
    /// A game.
    Game(GameId),
    /// A command that help is asked about.
    Command(&'static CommandSpec),
    /// A term of the glossary, by its key.
    Term(&'static str),
}

/// A command with the values given for its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandCall {
    /// The command.
    pub spec: &'static CommandSpec,
    /// Its options.
    pub values: OptionValues,
}

impl CommandCall {
    /// A command without options.
    pub fn plain(spec: &'static CommandSpec) -> Self {
        Self { spec, values: OptionValues::default() }
    }

    /// A command with a value for one option.
    pub fn with(spec: &'static CommandSpec, option: &OptionSpec, value: OptionValue) -> Self {
        let mut call = Self::plain(spec);
        call.values.put(option, value);
        call
    }

    /// The words given for the option that takes a person's name, if it was given and is none of
    /// the option's own words.
    pub fn person(&self) -> Option<&str> {
        self.spec.options.iter().filter(|option| option.kind.may_be_person()).find_map(|option| {
            match self.values.get(option)? {
                OptionValue::Text(name) => Some(name.as_str()),
                _ => None,
            }
        })
    }

    /// Whether a reader of the command learns what the sender intends in the game.
    pub fn discloses_turn(&self) -> bool {
        self.spec.discloses_turn && (self.spec.options.is_empty() || self.values.len() > 0)
    }
}

/// The options that were given, with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues {
    values: Vec<(&'static str, OptionValue)>,
}

impl OptionValues {
    /// Adds the value of an option that has none yet.
    pub fn put(&mut self, option: &OptionSpec, value: OptionValue) {
        self.values.push((option.name, value));
    }

    /// Whether an option was given.
    pub fn has(&self, option: &OptionSpec) -> bool {
        self.get(option).is_some()
    }

    /// The value of an option.
    pub fn get(&self, option: &OptionSpec) -> Option<&OptionValue> {
        self.values.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    /// Number of options given.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether an option was the last one given.
    pub fn is_last(&self, option: &OptionSpec) -> bool {
        self.values.last().is_some_and(|(name, _)| *name == option.name)
    }

    /// The text given for an option, to append further words to.
    pub fn text_mut(&mut self, option: &OptionSpec) -> Option<&mut String> {
        self.values.iter_mut().find(|(name, _)| *name == option.name).and_then(|(_, value)| match value {
            OptionValue::Text(text) => Some(text),
            _ => None,
        })
    }

    /// The converted value of an option; `None` if it was not given.
    pub fn value<T: Clone + PartialEq>(&self, option: &CommandOption<T>) -> Option<T> {
        option.read(self.get(&option.spec)?)
    }
}
