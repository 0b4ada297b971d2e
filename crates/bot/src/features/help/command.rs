//! Definitions of `/help` and `/rules`, and the calls of their handlers. Not here: the explanations
//! (`assets/locales`, `text`).

use adoube_rules::Variant;

use crate::{
    Notice, Reply,
    core::{
        command::{
            CommandOption, CommandSpec, HelpGroup, OptionKind, OptionValue, PlainWord, VARIANT, WordChoice,
        },
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
        private_reply,
    },
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

static RULE_TOPIC: CommandOption<RulesTopic> = CommandOption::choice("topic", &RULE_TOPICS);
static HELP_TOPIC: CommandOption<HelpTopic> =
    CommandOption::new("command", OptionKind::Topic(&HELP_WORDS), |value| match value {
        OptionValue::Word(word) => HELP_WORDS.meaning(word),
        OptionValue::Command(command) => Some(HelpTopic::Command(command)),
        OptionValue::Term(term) => Some(HelpTopic::Term(term)),
        _ => None,
    });

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum HelpCommand {
    /// Show the rules in short.
    Rules(RulesTopic),
    /// Explain a command, or the commands.
    Help(Option<&'static CommandSpec>),
    /// Explain a term; list all terms if none is named.
    Glossary(Option<&'static str>),
    /// Run the self-test.
    Check,
}

impl From<Option<HelpTopic>> for HelpCommand {
    fn from(topic: Option<HelpTopic>) -> Self {
        match topic {
            None => Self::Help(None),
            Some(HelpTopic::Command(command)) => Self::Help(Some(command)),
            Some(HelpTopic::Terms) => Self::Glossary(None),
            Some(HelpTopic::Term(term)) => Self::Glossary(Some(term)),
            Some(HelpTopic::Check) => Self::Check,
        }
    }
}

/// Shows the rules in short.
pub(crate) static RULES: CommandSpec = CommandSpec {
    name: "rules",
    menu_rank: 410,
    group: HelpGroup::Pieces,
    options: &[VARIANT.spec, RULE_TOPIC.spec],
    plain_word: PlainWord::Runs,
    ..CommandSpec::PLAIN
};

/// Explains commands and terms, or runs the self-test.
pub(crate) static HELP: CommandSpec = CommandSpec {
    name: "help",
    menu_rank: 470,
    group: HelpGroup::Begin,
    options: &[HELP_TOPIC.spec],
    plain_word: PlainWord::Runs,
    explains_commands: true,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &RULES,
        read: |values, _| {
            let of_game = || RulesTopic::Game(values.value(&VARIANT));
            Ok(Box::new(HelpCommand::Rules(values.value(&RULE_TOPIC).unwrap_or_else(of_game))))
        },
    },
    FeatureCommand {
        spec: &HELP,
        read: |values, _| Ok(Box::new(HelpCommand::from(values.value(&HELP_TOPIC)))),
    },
];

impl Command for HelpCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Rules(RulesTopic::Game(variant)) => Ok(request.explain_rules(*variant)),
                Self::Rules(RulesTopic::TouchMove) => Ok(private_reply(Notice::TouchRules)),
                Self::Help(asked) => Ok(help_reply(*asked)),
                Self::Glossary(term) => Ok(private_reply(Notice::Glossary { term: term.map(str::to_owned) })),
                Self::Check => Ok(Reply::SelfTest(Box::new(request.check().await))),
            }
        })
    }
}

/// The help of one command, or the list of commands.
pub(crate) fn help_reply(asked: Option<&CommandSpec>) -> Reply {
    private_reply(Notice::Help { command: asked.map(|command| command.name.to_owned()) })
}
