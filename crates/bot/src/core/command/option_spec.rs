//! Types of the options of commands without their values: the name of an option, the kind of value
//! it takes, and the bounds of numbers. Not here: the conversion of a value (`option`), and how the
//! words of a line find their option (`text::parser`).

use super::AnyWordChoice;

/// One option of a command.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The locale key is `option-<name>`.
    pub name: &'static str,
    /// The kind of values it takes.
    pub kind: OptionKind,
    /// Whether a refusal of an unknown word names one of its words as an example.
    pub is_example: bool,
}

impl OptionSpec {
    /// An option whose words may serve as examples.
    pub const fn new(name: &'static str, kind: OptionKind) -> Self {
        Self { name, kind, is_example: true }
    }
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
