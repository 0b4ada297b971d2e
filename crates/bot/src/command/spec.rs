//! Type of the definition of a command: its name, its options, and the [`Command`] they make.
//! Parsing, help, completion and platform menus are derived from it; its sentences have its name in
//! `assets/locales/*/commands.ftl`.

use std::fmt;

use super::{Command, CommandError, OptionSpec, OptionValues};

/// The definition of a command.
pub struct CommandSpec {
    /// Its key and English name; the locale key is `command-<name>`.
    pub name: &'static str,
    /// Where help lists it.
    pub group: HelpGroup,
    /// What may follow the name, in the usual order.
    pub options: &'static [OptionSpec],
    /// What the channel's game must have for the command to be offered.
    pub needs: CommandRequirement,
    /// Makes the command from its options.
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

/// What the channel's game must have for completions to offer a command. A command that is sent all
/// the same gets a refusal with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandRequirement {
    /// Nothing: it is always offered.
    Nothing,
    /// Moves that may be taken back.
    Takebacks,
    /// Cards.
    Cards,
    /// Extra pieces that are still to be picked.
    OpenPieces,
    /// A clock.
    Clock,
}

/// Heading under which help lists a command, by what people want to do. The locale key is
/// `help-group-<key>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpGroup {
    /// Commands for a first game.
    Begin,
    /// During a game.
    During,
    /// Clocks, pauses and vacation.
    Time,
    /// Games of others, and finished games.
    Watch,
    /// Before a game.
    SetUp,
    /// Blocks and bars.
    People,
    /// Pieces and rules.
    Pieces,
    /// Schachen only.
    Cards,
    /// Touch-move only.
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
