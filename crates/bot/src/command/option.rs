//! Definitions of the options of commands: their names, the kinds of values they take, and the
//! reading of a given value as its type. Not here: how the words of a line find their option
//! (`parser`).

use std::fmt::Debug;

use adoube_rules::Square;

use super::{AnyWordChoice, OptionValue, WordChoice};
use crate::game::GameId;

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

/// One option of a command.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The locale key is `option-<name>`.
    pub name: &'static str,
    /// The kind of values it takes.
    pub kind: OptionKind,
}

/// Bounds of a number option, both inclusive. A set-up may take fewer, which its handler checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberBounds {
    /// The lower bound.
    pub least: u64,
    /// The upper bound.
    pub most: u64,
}

/// The kind of values that an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// One of a few words.
    Choice(&'static dyn AnyWordChoice),
    /// One of a few words that count only after the option's name: elsewhere they may be a person's
    /// name.
    NamedChoice(&'static dyn AnyWordChoice),
    /// One of a few words that count only after the option's name, or right behind a value of the
    /// option before it.
    FollowingChoice(&'static dyn AnyWordChoice),
    /// One of two words; `option:on` also means the first, `option:off` the second.
    Switch(&'static dyn AnyWordChoice),
    /// A number within bounds.
    Number(NumberBounds),
    /// A number within bounds that counts only after the option's name.
    NamedNumber(NumberBounds),
    /// A time control: `3d+7d`, in the units of any language, or a word for none.
    Pace,
    /// A length of time, in the units of any language; a bare number is in days.
    Span,
    /// A person's name.
    Person,
    /// One of a few words, or else a person's name: the rest of the line.
    WordOrPerson(&'static dyn AnyWordChoice),
    /// A move in any notation: the rest of the line.
    Move,
    /// One of a few words, or moves of both players in turn: the rest of the line.
    Plan(&'static dyn AnyWordChoice),
    /// A square or a piece: the rest of the line.
    Focus,
    /// A card and a square: the rest of the line.
    Drop,
    /// Squares of pieces: the rest of the line.
    Squares,
    /// Squares of touched pieces: the rest of the line.
    TouchedSquares,
    /// The name of a piece, or its square: the rest of the line.
    PieceName,
    /// The name of a piece that may be picked: the rest of the line.
    OpenPiece,
    /// One of a few words, the name of a command, or a term of the glossary: the rest of the line.
    Topic(&'static dyn AnyWordChoice),
    /// A setting and its value: the rest of the line.
    Setting,
    /// A game's id.
    GameId,
}

impl OptionKind {
    /// The set of words, if the option takes no other values.
    pub fn closed_set(self) -> Option<&'static dyn AnyWordChoice> {
        match self {
            OptionKind::Choice(set)
            | OptionKind::NamedChoice(set)
            | OptionKind::FollowingChoice(set)
            | OptionKind::Switch(set) => Some(set),
            _ => None,
        }
    }

    /// The set of words, also if the option takes other values.
    pub fn word_set(self) -> Option<&'static dyn AnyWordChoice> {
        match self {
            OptionKind::WordOrPerson(set) | OptionKind::Topic(set) | OptionKind::Plan(set) => Some(set),
            kind => kind.closed_set(),
        }
    }

    /// Whether the option takes a person's name.
    pub fn may_be_person(self) -> bool {
        matches!(self, OptionKind::Person | OptionKind::WordOrPerson(_))
    }

    /// Whether the value is the rest of the line.
    pub fn takes_the_rest(self) -> bool {
        match self {
            OptionKind::WordOrPerson(_)
            | OptionKind::Move
            | OptionKind::Plan(_)
            | OptionKind::Focus
            | OptionKind::Drop
            | OptionKind::Squares
            | OptionKind::TouchedSquares
            | OptionKind::PieceName
            | OptionKind::OpenPiece
            | OptionKind::Setting
            | OptionKind::Topic(_) => true,
            OptionKind::Choice(_)
            | OptionKind::NamedChoice(_)
            | OptionKind::FollowingChoice(_)
            | OptionKind::Switch(_)
            | OptionKind::Pace
            | OptionKind::Span
            | OptionKind::Number(_)
            | OptionKind::NamedNumber(_)
            | OptionKind::Person
            | OptionKind::GameId => false,
        }
    }
}

impl<T> CommandOption<T> {
    /// An option of any kind.
    pub(super) const fn new(
        name: &'static str,
        kind: OptionKind,
        value: fn(&OptionValue) -> Option<T>,
    ) -> Self {
        Self { spec: OptionSpec { name, kind }, reading: OptionReader::Value(value) }
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
    pub(super) const fn choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::Choice(words) },
            reading: OptionReader::Word(words),
        }
    }

    /// An option of the kind [`OptionKind::NamedChoice`].
    pub(super) const fn named_choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::NamedChoice(words) },
            reading: OptionReader::Word(words),
        }
    }

    /// An option of the kind [`OptionKind::FollowingChoice`].
    pub(super) const fn following_choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::FollowingChoice(words) },
            reading: OptionReader::Word(words),
        }
    }

    /// An option of the kind [`OptionKind::Switch`].
    pub(super) const fn switch(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::Switch(words) },
            reading: OptionReader::Word(words),
        }
    }
}

impl CommandOption<String> {
    /// Text that a handler interprets, with the game or the people at hand.
    pub(super) const fn text(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Text(text) => Some(text.clone()),
            _ => None,
        })
    }
}

impl CommandOption<u64> {
    /// A number option.
    pub(super) const fn number(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Number(number) => Some(*number),
            _ => None,
        })
    }
}

impl CommandOption<Vec<Square>> {
    /// One or more squares.
    pub(super) const fn squares(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Squares(squares) => Some(squares.clone()),
            _ => None,
        })
    }
}

impl CommandOption<GameId> {
    /// A game id.
    pub(super) const fn game(name: &'static str) -> Self {
        Self::new(name, OptionKind::GameId, |value| match value {
            OptionValue::Game(id) => Some(id.clone()),
            _ => None,
        })
    }
}
