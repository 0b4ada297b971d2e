//! Recognises commands written as a plain word in the channel, without a prefix: "help",
//! "takeback". Only single words count, and only commands that reply in private or ask first. Not
//! here: moves in plain messages (`submit_move`).

use crate::{
    command::{
        ABORT, ACCEPT, ANALYSE, BOARD, CLAIM, CLOCK, Command, CommandSpec, DECLINE, DRAW, EXPORT, HELP,
        MORE_TIME, MOVES, PAUSE, PIECES, REMATCH, REPLAY, RESIGN, RESUME, RULES, SETTINGS, TAKEBACK,
        VACATION, WITHDRAW,
    },
    gameplay::{HandlerRequest, HandlerResult},
    notice::UnknownTermRefusal,
    parser,
};

/// Commands that run when their name is said.
static DONE: [&CommandSpec; 11] =
    [&HELP, &BOARD, &MOVES, &PIECES, &CLOCK, &RULES, &RESIGN, &ABORT, &CLAIM, &TAKEBACK, &DRAW];

/// Commands that must not run by accident: the reply explains how to type them.
static EXPLAINED: [&CommandSpec; 12] = [
    &ACCEPT, &DECLINE, &WITHDRAW, &MORE_TIME, &PAUSE, &RESUME, &VACATION, &SETTINGS, &EXPORT, &REPLAY,
    &ANALYSE, &REMATCH,
];

/// Shorter words are talk.
const NAME_LETTERS: usize = 4;

impl HandlerRequest<'_> {
    /// The command that a player means by a single word, or a refusal that says how to type it if
    /// the word alone is too little.
    pub(crate) fn said_command(&self, text: &str) -> Option<HandlerResult<Command>> {
        let word = text.trim().trim_matches(|letter: char| !letter.is_alphanumeric());
        let is_one_word = word.chars().all(|letter| letter.is_alphanumeric() || letter == '-');
        if !is_one_word || word.chars().count() < NAME_LETTERS || text.contains('?') {
            return None;
        }
        let spec = self.context.lexicon.command(word)?;
        self.require_player().ok()?;
        if DONE.contains(&spec) && self.leak_risk(text).is_none() {
            return parser::parse(&self.context.lexicon, word).ok().map(Ok);
        }
        let hint = UnknownTermRefusal::SaidCommand { command: spec.name.to_owned() };
        let is_explained = EXPLAINED.contains(&spec) && self.is_chief_name(spec, word);
        is_explained.then(|| Err(crate::notice::GameRefusal::from(hint).into()))
    }

    /// Whether the word is the main name of a command in some language; other names are everyday
    /// words.
    fn is_chief_name(&self, spec: &CommandSpec, word: &str) -> bool {
        let reading = self.reading();
        let speaker = self.context.speaker(reading);
        let key = format!("command-{}", spec.name);
        let mut names =
            speaker.languages().map(|language| speaker.in_language(language).fixed_sentence(&key));
        names.any(|name| name.to_lowercase() == word.to_lowercase())
    }
}
