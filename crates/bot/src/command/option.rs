//! Options of commands: what each is called, what may stand in its place, and which value that is. Not here: how the words
//! of a line find their option (`parser`).

use std::fmt::Debug;

use adoube_rules::Square;

use super::{AnyWordChoice, OptionValue, WordChoice};
use crate::game::GameId;

/// An option whose value is a `T`.
#[derive(Debug)]
pub struct CommandOption<T: 'static> {
    /// What everybody needs to know who does not ask for the value.
    pub spec: OptionSpec,
    reading: OptionReader<T>,
}

/// How a value becomes a `T`.
#[derive(Debug)]
enum OptionReader<T: 'static> {
    /// By the meaning of its word.
    Word(&'static WordChoice<T>),
    /// Otherwise.
    Value(fn(&OptionValue) -> Option<T>),
}

/// One option of a command.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The locale key is `option-<name>`.
    pub name: &'static str,
    /// What may stand there.
    pub kind: OptionKind,
}

/// The least and the greatest number an option can be. A set-up may take fewer, which is told where it is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberBounds {
    /// The least.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

/// What may stand in the place of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// One of a few words.
    Choice(&'static dyn AnyWordChoice),
    /// One of a few words that count only after the option's name: elsewhere they may be somebody's.
    NamedChoice(&'static dyn AnyWordChoice),
    /// One of a few words that count only after the option's name, or right behind a value of the option before it.
    FollowingChoice(&'static dyn AnyWordChoice),
    /// One of two words, the first of which can also be said as `option:on`, the second as `option:off`.
    Switch(&'static dyn AnyWordChoice),
    /// A number within these bounds.
    Number(NumberBounds),
    /// The same, where it counts only after the option's name.
    NamedNumber(NumberBounds),
    /// How much time the players of a game have: `3d+7d`, in the units of any language, or a word for none.
    Pace,
    /// How long something lasts, in the units of any language; a number alone is of days.
    Span,
    /// Somebody's name.
    Person,
    /// One of a few words, or else somebody's name: the rest of the line.
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
    /// The words one of which may stand there, if only those may.
    pub fn closed_set(self) -> Option<&'static dyn AnyWordChoice> {
        match self {
            OptionKind::Choice(set)
            | OptionKind::NamedChoice(set)
            | OptionKind::FollowingChoice(set)
            | OptionKind::Switch(set) => Some(set),
            _ => None,
        }
    }

    /// The words that are understood there, whatever else may stand there.
    pub fn word_set(self) -> Option<&'static dyn AnyWordChoice> {
        match self {
            OptionKind::WordOrPerson(set) | OptionKind::Topic(set) | OptionKind::Plan(set) => Some(set),
            kind => kind.closed_set(),
        }
    }

    /// Whether somebody's name may stand there.
    pub fn may_be_person(self) -> bool {
        matches!(self, OptionKind::Person | OptionKind::WordOrPerson(_))
    }

    /// Whether everything that follows the command stands there.
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

    /// Whether it is this one of its command's options.
    pub fn is(&self, option: &OptionSpec) -> bool {
        self.spec.name == option.name
    }
}

impl<T: Clone + PartialEq> CommandOption<T> {
    /// What the value of this option stands for.
    pub(super) fn read(&self, value: &OptionValue) -> Option<T> {
        match (&self.reading, value) {
            (OptionReader::Word(words), OptionValue::Word(word)) => words.meaning(word),
            (OptionReader::Word(_), _) => None,
            (OptionReader::Value(read), value) => read(value),
        }
    }
}

impl<T: Debug + Sync> CommandOption<T> {
    /// One of a few words.
    pub(super) const fn choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::Choice(words) },
            reading: OptionReader::Word(words),
        }
    }

    /// One of a few words, after the option's name alone.
    pub(super) const fn named_choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::NamedChoice(words) },
            reading: OptionReader::Word(words),
        }
    }

    /// One of a few words, after the option's name, or right behind the option before it.
    pub(super) const fn following_choice(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::FollowingChoice(words) },
            reading: OptionReader::Word(words),
        }
    }

    /// One of two words, the first of which is "on".
    pub(super) const fn switch(name: &'static str, words: &'static WordChoice<T>) -> Self {
        Self {
            spec: OptionSpec { name, kind: OptionKind::Switch(words) },
            reading: OptionReader::Word(words),
        }
    }
}

impl CommandOption<String> {
    /// Words that are read by whoever knows the game or the people.
    pub(super) const fn text(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Text(text) => Some(text.clone()),
            _ => None,
        })
    }
}

impl CommandOption<u64> {
    /// A number.
    pub(super) const fn number(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Number(number) => Some(*number),
            _ => None,
        })
    }
}

impl CommandOption<Vec<Square>> {
    /// Some squares, at least one.
    pub(super) const fn squares(name: &'static str, kind: OptionKind) -> Self {
        Self::new(name, kind, |value| match value {
            OptionValue::Squares(squares) => Some(squares.clone()),
            _ => None,
        })
    }
}

impl CommandOption<GameId> {
    /// A game's id.
    pub(super) const fn game(name: &'static str) -> Self {
        Self::new(name, OptionKind::GameId, |value| match value {
            OptionValue::Game(id) => Some(id.clone()),
            _ => None,
        })
    }
}
