//! What is explained: pieces, rules, commands, terms, and whether all is well. Not here: the explanations
//! (`assets/locales`, `present`).

use adoube_rules::Variant;

use super::{Choice, Command, HelpGroup, Needs, Opt, OptionKind, Spec, VARIANT, Value};

/// Which rules to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesOf {
    /// Those of a game; by default of the one that is played here.
    Game(Option<Variant>),
    /// Those of touch-move.
    TouchMove,
}

/// What help is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    /// Whether everything works here.
    Check,
    /// All terms of the glossary.
    Terms,
    /// A command.
    Command(&'static Spec),
    /// A term.
    Term(&'static str),
}

/// Rules that are no game's own.
static RULE_TOPICS: Choice<RulesOf> = Choice { key: "topic", words: &[("touch-move", RulesOf::TouchMove)] };

/// What help can do instead of explaining something.
static HELP_WORDS: Choice<Topic> =
    Choice { key: "test", words: &[("check", Topic::Check), ("words", Topic::Terms)] };

static PIECE_NAME: Opt<String> = Opt::text("piece", OptionKind::PieceName);
static RULE_TOPIC: Opt<RulesOf> = Opt::choice("topic", &RULE_TOPICS);
static HELP_TOPIC: Opt<Topic> = Opt::new("command", OptionKind::Topic(&HELP_WORDS), |value| match value {
    Value::Word(word) => HELP_WORDS.meaning(word),
    Value::Command(command) => Some(Topic::Command(command)),
    Value::Term(term) => Some(Topic::Term(term)),
    _ => None,
});

/// How a piece moves: of that name, or the one on a square; or which pieces there are.
pub static PIECE: Spec = Spec {
    name: "piece",
    group: HelpGroup::Pieces,
    options: &[PIECE_NAME.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Piece(given.value(&PIECE_NAME))),
};

/// Which pieces the game here has.
pub static PIECES: Spec = Spec {
    name: "pieces",
    group: HelpGroup::Pieces,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Pieces),
};

/// The rules in short.
pub static RULES: Spec = Spec {
    name: "rules",
    group: HelpGroup::Pieces,
    options: &[VARIANT.spec, RULE_TOPIC.spec],
    needs: Needs::Nothing,
    read: |given| {
        let of_game = || RulesOf::Game(given.value(&VARIANT));
        Ok(Command::Rules(given.value(&RULE_TOPIC).unwrap_or_else(of_game)))
    },
};

/// How to talk to the bot, what a term means, or whether everything works here.
pub static HELP: Spec = Spec {
    name: "help",
    group: HelpGroup::Begin,
    options: &[HELP_TOPIC.spec],
    needs: Needs::Nothing,
    read: |given| {
        Ok(match given.value(&HELP_TOPIC) {
            None => Command::Help(None),
            Some(Topic::Command(command)) => Command::Help(Some(command)),
            Some(Topic::Terms) => Command::Glossary(None),
            Some(Topic::Term(term)) => Command::Glossary(Some(term)),
            Some(Topic::Check) => Command::Check,
        })
    },
};
