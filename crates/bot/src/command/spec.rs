//! The definition of a command: its name, its options, and the [`Command`] they make. Parsing,
//! help, completion and platform menus are derived from it; its sentences have its name in
//! `assets/locales/*/commands.ftl`.

use std::fmt;

use super::{Command, CommandError, OptionSpec, OptionValues};

/// The definition of a command.
pub struct CommandSpec {
    /// Its key and English name; the locale key is `command-<name>`.
    pub name: &'static str,
    /// Where help lists it.
    pub group: HelpGroup,
    /// What may follow, in the order in which it is usually said.
    pub options: &'static [OptionSpec],
    /// Without what it is not offered.
    pub needs: CommandRequirement,
    /// What is asked for with these options.
    pub read: fn(&OptionValues) -> Result<Command, CommandError>,
}

impl PartialEq for CommandSpec {
    /// No two commands have one name.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CommandSpec {}

impl fmt::Debug for CommandSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What the game of a channel must have for completions to offer a command. Whoever says it all the same reads why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandRequirement {
    /// Nothing: it is always offered.
    Nothing,
    /// Moves that may be taken back.
    Takebacks,
    /// Cards.
    Cards,
    /// Pieces that are still picked.
    OpenPieces,
    /// A clock.
    Clock,
}

/// Under which heading help lists a command: by what people want to do. The locale key is `help-group-<key>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpGroup {
    /// All that a first game takes.
    Begin,
    /// While a game runs.
    During,
    /// Clocks, pauses, vacation.
    Time,
    /// Games of others, and what is left of a game.
    Watch,
    /// Before a game.
    SetUp,
    /// Who bothers whom.
    People,
    /// How everything goes.
    Pieces,
    /// Schachen alone.
    Cards,
    /// Touch-move alone.
    Touch,
}

impl HelpGroup {
    /// Every group, in the order in which help lists them.
    pub const ALL: [HelpGroup; 9] = [
        HelpGroup::Begin,
        HelpGroup::During,
        HelpGroup::Time,
        HelpGroup::Watch,
        HelpGroup::SetUp,
        HelpGroup::People,
        HelpGroup::Pieces,
        HelpGroup::Cards,
        HelpGroup::Touch,
    ];

    /// The group's key.
    pub fn key(self) -> &'static str {
        match self {
            HelpGroup::Begin => "begin",
            HelpGroup::During => "during",
            HelpGroup::Time => "time",
            HelpGroup::Watch => "watch",
            HelpGroup::SetUp => "set-up",
            HelpGroup::People => "people",
            HelpGroup::Pieces => "pieces",
            HelpGroup::Cards => "cards",
            HelpGroup::Touch => "touch",
        }
    }
}
