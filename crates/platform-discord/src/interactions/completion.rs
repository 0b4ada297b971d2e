//! Answers requests to complete the option of a command that a person is typing; requests of
//! earlier keystrokes are dropped.
//!
//! Not here: the choice of completions (`adoube-bot`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::{AdmissionPermit, Bot, PersonId};
use adoube_discord_client::{DiscordApi, InteractionAnswer, InteractionId, OptionCompletion, RequestError};

use crate::state::{interaction_request::InteractionRequest, shared::SharedServices};

/// Discord's limits: completions of an option, and characters of each.
const MAX_COMPLETIONS: usize = 25;
const MAX_CHARS: usize = 100;
/// Maximum number of remembered people. Beyond it all are forgotten, and their next request is
/// answered.
const MAX_PEOPLE: usize = 4_096;

/// The latest keystroke of each person.
#[derive(Default)]
struct LatestKeystroke(Mutex<HashMap<PersonId, InteractionId>>);

impl LatestKeystroke {
    /// Notes a keystroke.
    fn note(&self, person: &PersonId, id: InteractionId) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= MAX_PEOPLE && !last.contains_key(person) {
            last.clear();
        }
        let known = last.entry(person.clone()).or_insert(id);
        *known = (*known).max(id);
    }

    /// Whether the person has typed on since this keystroke.
    fn is_overtaken(&self, person: &PersonId, id: InteractionId) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(person).is_some_and(|last| *last > id)
    }
}

/// Answers requests for completions.
pub(crate) struct Completions {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    latest: LatestKeystroke,
}

impl Completions {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, api, .. } = shared.clone();
        Self { bot, api, latest: LatestKeystroke::default() }
    }

    /// Notes a keystroke. Call it in the order of Discord's events, before the answering tasks run.
    pub(crate) fn note_keystroke(&self, interaction: &InteractionRequest) {
        self.latest.note(&interaction.person.id, interaction.handle.id);
    }

    /// Answers with completions, unless the person has typed on.
    pub(crate) async fn answer(
        &self,
        interaction: &InteractionRequest,
        option: (&str, &str),
        typed: &str,
        admitted: AdmissionPermit,
    ) -> Result<(), RequestError> {
        let InteractionRequest { handle, channel, person, reader, .. } = interaction;
        if self.latest.is_overtaken(&person.id, handle.id) {
            return Ok(());
        }
        let found = self.bot.suggest_for(channel, person, reader.language, option, typed).await;
        drop(admitted);
        let fits = |text: &str| !text.trim().is_empty() && text.encode_utf16().count() <= MAX_CHARS;
        let choices = found
            .into_iter()
            .filter(|found| fits(&found.line) && fits(&found.label))
            .take(MAX_COMPLETIONS)
            .map(|found| OptionCompletion { label: found.label, value: found.line })
            .collect();
        // A late list is useless, so there is only one attempt.
        let answer = InteractionAnswer::Autocomplete(choices);
        self.api.answer(handle.id, &handle.token, &answer).await.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_keystroke_of_a_person_counts() {
        let typing = LatestKeystroke::default();
        let [ada, bob] = ["ada", "bob"].map(|name| PersonId(name.to_owned()));
        let id = |number| InteractionId::new(number).expect("an id");
        typing.note(&ada, id(2));
        typing.note(&ada, id(1));
        typing.note(&bob, id(3));
        assert!(typing.is_overtaken(&ada, id(1)) && !typing.is_overtaken(&ada, id(2)));
        assert!(!typing.is_overtaken(&bob, id(3)));
        for number in 0..2 * MAX_PEOPLE as u64 {
            typing.note(&PersonId(number.to_string()), id(number + 4));
        }
        assert!(typing.0.lock().expect("nobody panicked").len() <= MAX_PEOPLE);
    }
}
