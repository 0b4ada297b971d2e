//! Every way in which the bot says no to a game against the computer. Not here: the sentences (`present`,
//! `assets/locales`).

use super::Refusal;

/// A no about playing the computer, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComputerRefusal {
    /// It does not play here.
    Off,
    /// A level was said, and a person to play.
    LevelOfPerson,
    /// The computer was named, and a person.
    NotBoth,
    /// It has no such level.
    NoSuchLevel {
        /// What was typed.
        word: String,
    },
}

impl From<ComputerRefusal> for Refusal {
    fn from(refusal: ComputerRefusal) -> Self {
        Refusal::Computer(refusal)
    }
}
