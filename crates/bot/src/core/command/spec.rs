//! Type of the definition of a command: its name, its options, and what the parser, help,
//! completion, admission and menus need to know of it. Its sentences have its name in
//! `assets/locales/*/commands.ftl`. Not here: what a command does (`features`).

use std::fmt;

use super::{AnyWordChoice, OptionSpec};
use crate::core::event_priority::EventPriority;

/// The definition of a command.
pub struct CommandSpec {
    /// Its key and English name; the locale key is `command-<name>`.
    pub name: &'static str,
    /// Its place in menus and lists: those with a lower rank come first. No two commands share one.
    pub menu_rank: u16,
    /// Where help lists it.
    pub group: HelpGroup,
    /// What may follow the name, in the usual order.
    pub options: &'static [OptionSpec],
    /// What the channel's game must have for the command to be offered.
    pub needs: CommandRequirement,
    /// How urgent it is under load; [`EventPriority::NewGame`] if it may begin a game or make a
    /// challenge, and so needs the settings of the community.
    pub priority: EventPriority,
    /// What happens when a player writes its name alone, without the platform's prefix.
    pub plain_word: PlainWord,
    /// Whether its values tell what the sender intends in the game; without options, whether the
    /// command itself does.
    pub discloses_turn: bool,
    /// Whether it explains other commands: its name after theirs asks for their help.
    pub explains_commands: bool,
    /// Lines that begin with another command's name and mean this command.
    pub takeover: Option<LineTakeover>,
}

impl CommandSpec {
    /// A command without options or peculiarities, for the fields that a definition leaves out.
    pub const PLAIN: Self = Self {
        name: "",
        menu_rank: 0,
        group: HelpGroup::During,
        options: &[],
        needs: CommandRequirement::Nothing,
        priority: EventPriority::Other,
        plain_word: PlainWord::Talk,
        discloses_turn: false,
        explains_commands: false,
        takeover: None,
    };

    /// Whether it may begin a game or make a challenge.
    pub fn can_begin_game(&self) -> bool {
        self.priority == EventPriority::NewGame
    }
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

/// The definitions of all commands, in the order in which a menu lists them. Cheap to copy.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommandList(&'static [&'static CommandSpec]);

impl CommandList {
    /// The list of these definitions, which are in the order of menus.
    pub const fn new(specs: &'static [&'static CommandSpec]) -> Self {
        Self(specs)
    }

    /// The definitions, in the order of menus.
    pub fn iter(self) -> impl Iterator<Item = &'static CommandSpec> + Clone {
        self.0.iter().copied()
    }

    /// The command with this key.
    pub fn find(self, name: &str) -> Option<&'static CommandSpec> {
        self.iter().find(|spec| spec.name == name)
    }

    /// The commands that take over lines of this one, with what says so.
    pub fn takeovers_of(
        self,
        command: &CommandSpec,
    ) -> impl Iterator<Item = (&'static CommandSpec, &'static LineTakeover)> {
        let of = command.name;
        let taking = self.iter().filter_map(|spec| Some((spec, spec.takeover.as_ref()?)));
        taking.filter(move |(_, takeover)| takeover.from == of)
    }
}

/// Lines that begin with the name of one command and mean another one.
#[derive(Clone, Copy, Debug)]
pub struct LineTakeover {
    /// The key of the command whose name the lines begin with.
    pub from: &'static str,
    /// Which of its lines are taken over.
    pub when: TakeoverCondition,
}

/// Which lines of a command are taken over by another one.
#[derive(Clone, Copy, Debug)]
pub enum TakeoverCondition {
    /// The other command's name follows: `/settings vacation 3d`.
    NameFollows,
    /// One of these words of a set is in the line: `/play bob free-chosen`.
    Word {
        /// The set.
        set: &'static dyn AnyWordChoice,
        /// The words of the set.
        words: &'static [&'static str],
        /// The option that gets a word of its set, unless the line has a value for it.
        implies: (OptionSpec, &'static str),
    },
    /// A word that is no option's value looks like a game's id: `/board k7f2mq`. It is the value of
    /// this option.
    GameId(OptionSpec),
}

/// What happens when a player writes the name of a command as a single word in the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainWord {
    /// The word is talk.
    Talk,
    /// The command runs: it replies in private, or asks first.
    Runs,
    /// The command must not run by accident: the reply explains how to type it.
    Explained,
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
