//! Looks up opponents: the person whom a typed name means, and the meaning of a word that is no
//! person's name: a variant that is not offered, a time, a mistyped term. Not here: lookup of games
//! (`game_lookup`).

use super::{HandlerError, HandlerRequest, HandlerResult};
use crate::{
    Person,
    core::{
        command::CommandSpec,
        notice::{GameRefusal, UnknownTermRefusal},
    },
    text::likeness::handle,
};

/// Upper limit of words of a name that are looked up one by one.
const WORDS_LOOKED_UP: usize = 6;

impl HandlerRequest<'_> {
    /// The person with this name in the channel.
    pub(crate) async fn find_person(&self, name: &str) -> HandlerResult<Person> {
        only(self.people_called(name).await, name)
    }

    /// The person with this name; `None` if there is none.
    pub(crate) async fn find_person_or_none(&self, name: &str) -> HandlerResult<Option<Person>> {
        match self.find_person(name).await {
            Ok(found) => Ok(Some(found)),
            Err(HandlerError::Refused(refusal)) if matches!(*refusal, GameRefusal::UnknownPerson { .. }) => {
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// The people whom a typed name means: exact matches, or else matches up to case, or else those
    /// whom the platform finds.
    async fn people_called(&self, name: &str) -> Vec<Person> {
        let found = self.context.people.directory.find(&self.incoming.channel, name).await;
        let typed = name.trim().trim_start_matches('@');
        let exactly: Vec<Person> = found.iter().filter(|person| person.name == typed).cloned().collect();
        let cased = |person: &&Person| person.name.to_lowercase() == typed.to_lowercase();
        match exactly.is_empty() {
            false => exactly,
            true if found.iter().any(|person| cased(&person)) => {
                found.iter().filter(cased).cloned().collect()
            }
            true => found,
        }
    }

    /// The person with this name, other than the sender.
    pub(crate) async fn find_opponent(&self, name: &str) -> HandlerResult<Person> {
        let mut called = self.people_called(name).await;
        let all = called.len();
        called.retain(|person| person.id != self.incoming.person.id);
        if called.is_empty() && all > 0 {
            return Err(GameRefusal::SelfChallenge.into());
        }
        only(called, name)
    }

    /// The person whom words of a command mean. If there is none, the refusal considers that the
    /// words may not be a name.
    pub(crate) async fn resolve_opponent_or_suggest(
        &self,
        command: &'static CommandSpec,
        name: &str,
    ) -> HandlerResult<Person> {
        match self.find_opponent(name).await {
            Err(HandlerError::Refused(refusal)) if matches!(*refusal, GameRefusal::UnknownPerson { .. }) => {
                Err(self.stray(command, name).await.unwrap_or(*refusal).into())
            }
            found => found,
        }
    }

    /// The name among these words, without words such as "against"; `None` if no other word is
    /// left. If the directory finds a person by all the words, they are returned unchanged.
    pub(crate) async fn name_among(&self, words: &str) -> Option<String> {
        let bare = self.context.text.unsupported_terms.bare_name(words);
        if bare == words
            || !self.context.people.directory.find(&self.incoming.channel, words).await.is_empty()
        {
            return Some(words.to_owned());
        }
        Some(bare).filter(|bare| !bare.is_empty())
    }

    /// The refusal for words that are no person's name; `None` if they were certainly meant as one.
    async fn stray(&self, command: &'static CommandSpec, name: &str) -> Option<GameRefusal> {
        let words = self.strangers(name).await;
        if words.is_empty() || words.iter().any(|word| word.starts_with(['@', '<'])) {
            return None;
        }
        if let Some(game) = self.context.text.unsupported_terms.game(&words) {
            return Some(UnknownTermRefusal::OtherGame { game: game.to_owned() }.into());
        }
        if let Some(words) = self.context.text.unsupported_terms.time(&words) {
            return Some(UnknownTermRefusal::NoClocks { words }.into());
        }
        if let Some((word, feature)) = self.context.text.unsupported_terms.missing(&words) {
            return Some(UnknownTermRefusal::Missing { word: word.to_owned(), feature }.into());
        }
        if let Some((word, option)) = self.context.text.lexicon.term(command, &words) {
            return Some(
                UnknownTermRefusal::Contradiction { word: word.to_owned(), option: option.to_owned() }.into(),
            );
        }
        let nearest = self.context.text.lexicon.nearest_term(command, &words).map(str::to_owned);
        let command = command.name.to_owned();
        Some(UnknownTermRefusal::UnknownWord { command, word: words.join(" "), nearest }.into())
    }

    /// The words that are no person's name by themselves either.
    async fn strangers<'t>(&self, name: &'t str) -> Vec<&'t str> {
        let apart = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
        let mut words: Vec<&str> = name.split(apart).filter(|word| !word.is_empty()).collect();
        if !(2..=WORDS_LOOKED_UP).contains(&words.len()) {
            return words;
        }
        let mut strangers = Vec::new();
        for word in words.drain(..) {
            if self.context.people.directory.find(&self.incoming.channel, word).await.is_empty() {
                strangers.push(word);
            }
        }
        strangers
    }
}

/// The only person of a list, or the refusal.
fn only(mut people: Vec<Person>, name: &str) -> HandlerResult<Person> {
    match people.len() {
        0 => Err(GameRefusal::UnknownPerson { name: name.to_owned() }.into()),
        1 => Ok(people.remove(0)),
        _ => {
            let handles = people.iter().map(|person| handle(&person.id).to_owned()).collect();
            let names = people.into_iter().map(|person| person.name).collect();
            Err(GameRefusal::AmbiguousPerson { name: name.to_owned(), names, handles }.into())
        }
    }
}
