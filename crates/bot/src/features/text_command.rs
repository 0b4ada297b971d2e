//! Recognises commands written as a plain word in the channel, without a prefix: "help",
//! "takeback". Only single words count, and only commands that reply in private or ask first. Not
//! here: moves in plain messages (`features::moves`).

use crate::{
    core::{
        command::{CommandCall, CommandSpec, PlainWord},
        notice::{GameRefusal, UnknownTermRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult},
};

/// Shorter words are talk.
const NAME_LETTERS: usize = 4;

impl HandlerRequest<'_> {
    /// The command that a player means by a single word, or a refusal that says how to type it if
    /// the word alone is too little.
    pub(crate) fn said_command(&self, text: &str) -> Option<HandlerResult<CommandCall>> {
        let word = text.trim().trim_matches(|letter: char| !letter.is_alphanumeric());
        let is_one_word = word.chars().all(|letter| letter.is_alphanumeric() || letter == '-');
        if !is_one_word || word.chars().count() < NAME_LETTERS || text.contains('?') {
            return None;
        }
        let spec = self.context.text.lexicon.command(word)?;
        self.require_player().ok()?;
        match spec.plain_word {
            PlainWord::Runs if self.leak_risk(text).is_none() => Some(Ok(CommandCall::plain(spec))),
            PlainWord::Explained if self.is_chief_name(spec, word) => {
                let hint = UnknownTermRefusal::SaidCommand { command: spec.name.to_owned() };
                Some(Err(GameRefusal::from(hint).into()))
            }
            PlainWord::Talk | PlainWord::Runs | PlainWord::Explained => None,
        }
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
