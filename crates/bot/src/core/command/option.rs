//! Type of an option of a command together with the type of its value, and the conversion of a
//! value to that type. Not here: how the words of a line find their option (`text::parser`).

use std::fmt::Debug;

use adoube_rules::Square;

use super::{OptionKind, OptionSpec, OptionValue, WordChoice};
use crate::core::game::GameId;

/// An option whose value is a `T`.
#[derive(Debug)]
pub struct CommandOption<T: 'static> {
    /// The option without its value type.
    pub spec: OptionSpec,
    reading: OptionReader<T>,
}

/// Conversion of an option's value to a `T`.
#[derive(Debug)]
enum OptionReader<T: 'static> {
    /// The meaning of a word in a set.
    Word(&'static WordChoice<T>),
    /// A function.
    Value(fn(&OptionValue) -> Option<T>),
}

impl<T> CommandOption<T> {
    /// An option of any kind.
    pub(crate) const fn new(
        name: &'static str,
        kind: OptionKind,
        value: fn(&OptionValue) -> Option<T>,
    ) -> Self {
        Self { spec: OptionSpec::new(name, kind), reading: OptionReader::Value(value) }
    }

    /// The option, whose words are no example in a refusal of an unknown word.
    pub(crate) const fn without_example(mut self) -> Self {
        self.spec.is_example = false;
        self
    }

    /// Whether the given option is this one; both belong to one command.
    pub fn is(&self, option: &OptionSpec) -> bool {
        self.spec.name == option.name
    }
}

impl<T: Clone + PartialEq> CommandOption<T> {
    /// Converts a value of this option.
    pub(super) fn read(&self, value: &OptionValue) -> Option<T> {
        match (&self.reading, value) {
            (OptionReader::Word(words), OptionValue::Word(word)) => words.meaning(word),
            (OptionReader::Word(_), _) => None,
            (OptionReader::Value(read), value) => read(value),
        }
    }
}

impl<T: Debug + Sync> CommandOption<T> {
    /// An option of the kind [`OptionKind::Choice`].
    pub(crate) const fn choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self { spec: OptionSpec::new(name, OptionKind::Choice(words)), reading: OptionReader::Word(words) }
    }

    /// An option of the kind [`OptionKind::NamedChoice`].
    pub(crate) const fn named_choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec::new(name, OptionKind::NamedChoice(words)),
            reading: OptionReader::Word(words),
        }
    }

    /// An option of the kind [`OptionKind::FollowingChoice`].
    pub(crate) const fn following_choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec::new(name, OptionKind::FollowingChoice(words)),
            reading: OptionReader::Word(words),
        }
    }

    /// An option of the kind [`OptionKind::Switch`].
    pub(crate) const fn switch(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self { spec: OptionSpec::new(name, OptionKind::Switch(words)), reading: OptionReader::Word(words) }
    }
}

impl CommandOption<String> {
    /// Text that a handler interprets, with the game or the people at hand.
    pub(crate) const fn text(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Text(text) => Some(text.clone()),
            _ => None,
        })
    }
}

impl CommandOption<u64> {
    /// A number option.
    pub(crate) const fn number(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Number(number) => Some(*number),
            _ => None,
        })
    }
}

impl CommandOption<Vec<Square>> {
    /// One or more squares.
    pub(crate) const fn squares(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Squares(squares) => Some(squares.clone()),
            _ => None,
        })
    }
}

impl CommandOption<GameId> {
    /// A game id.
    pub(crate) const fn game(name: &'static str) -> Self {
        Self::new(name, OptionKind::GameId, |value| match value {
            OptionValue::Game(id) => Some(id.clone()),
            _ => None,
        })
    }
}
