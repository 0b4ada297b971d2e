//! Definitions of `/piece`, `/pieces`, `/rules` and `/help`, which also runs the self-test. Not
//! here: the explanations (`assets/locales`, `present`).

use adoube_rules::Variant;

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind, OptionValue, VARIANT,
    WordChoice,
};

/// Value of the topic option: which rules to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesTopic {
    /// Rules of a game; by default of the channel's game.
    Game(Option<Variant>),
    /// Rules of touch-move.
    TouchMove,
}

/// Value of the command option of `/help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HelpTopic {
    /// The self-test.
    Check,
    /// All terms of the glossary.
    Terms,
    /// Help about a command.
    Command(&'static CommandSpec),
    /// The explanation of a term.
    Term(&'static str),
}

/// Rules that belong to no single game.
static RULE_TOPICS: WordChoice<RulesTopic> =
    WordChoice { key: "topic", words: &[("touch-move", RulesTopic::TouchMove)] };

/// Words of `/help` that run a check or list the glossary instead of explaining a command.
static HELP_WORDS: WordChoice<HelpTopic> =
    WordChoice { key: "test", words: &[("check", HelpTopic::Check), ("words", HelpTopic::Terms)] };

static PIECE_NAME: CommandOption<String> = CommandOption::text("piece", OptionKind::PieceName);
static RULE_TOPIC: CommandOption<RulesTopic> = CommandOption::choice("topic", &RULE_TOPICS);
static HELP_TOPIC: CommandOption<HelpTopic> =
    CommandOption::new("command", OptionKind::Topic(&HELP_WORDS), |value| match value {
        OptionValue::Word(word) => HELP_WORDS.meaning(word),
        OptionValue::Command(command) => Some(HelpTopic::Command(command)),
        OptionValue::Term(term) => Some(HelpTopic::Term(term)),
        _ => None,
    });

/// Explains how a piece moves, by its name or its square; without either, lists the pieces.
pub static PIECE: CommandSpec = CommandSpec {
    name: "piece",
    group: HelpGroup::Pieces,
    options: &[PIECE_NAME.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Piece(given.value(&PIECE_NAME))),
};

/// Lists the pieces of the channel's game.
pub static PIECES: CommandSpec = CommandSpec {
    name: "pieces",
    group: HelpGroup::Pieces,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Pieces),
};

/// Shows the rules in short.
pub static RULES: CommandSpec = CommandSpec {
    name: "rules",
    group: HelpGroup::Pieces,
    options: &[VARIANT.spec, RULE_TOPIC.spec],
    needs: CommandRequirement::Nothing,
    read: |given| {
        let of_game = || RulesTopic::Game(given.value(&VARIANT));
        Ok(Command::Rules(given.value(&RULE_TOPIC).unwrap_or_else(of_game)))
    },
};

/// Explains commands and terms, or runs the self-test.
pub static HELP: CommandSpec = CommandSpec {
    name: "help",
    group: HelpGroup::Begin,
    options: &[HELP_TOPIC.spec],
    needs: CommandRequirement::Nothing,
    read: |given| {
        Ok(match given.value(&HELP_TOPIC) {
            None => Command::Help(None),
            Some(HelpTopic::Command(command)) => Command::Help(Some(command)),
            Some(HelpTopic::Terms) => Command::Glossary(None),
            Some(HelpTopic::Term(term)) => Command::Glossary(Some(term)),
            Some(HelpTopic::Check) => Command::Check,
        })
    },
};
