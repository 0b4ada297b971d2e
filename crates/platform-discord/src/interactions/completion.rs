//! Whose completions are still of use: each key that somebody types asks anew, and nobody looks at what an earlier one asked
//! for. Not here: what fits (the bot).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use adoube_bot::PersonId;
use adoube_discord_client::InteractionId;

/// People remembered; when there are more, all are forgotten, and the next keys are answered whether or not they were
/// overtaken.
const PEOPLE: usize = 4_096;

/// The last key of everybody who types.
#[derive(Default)]
pub(crate) struct LatestKeystroke(Mutex<HashMap<PersonId, InteractionId>>);

impl LatestKeystroke {
    /// Notes what a key of somebody asks for.
    pub(crate) fn note(&self, person: &PersonId, id: InteractionId) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= PEOPLE && !last.contains_key(person) {
            last.clear();
        }
        let known = last.entry(person.clone()).or_insert(id);
        *known = (*known).max(id);
    }

    /// Whether somebody has typed on since.
    pub(crate) fn is_overtaken(&self, person: &PersonId, id: InteractionId) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(person).is_some_and(|last| *last > id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_key_of_somebody_counts() {
        let typing = LatestKeystroke::default();
        let [ada, bob] = ["ada", "bob"].map(|name| PersonId(name.to_owned()));
        let id = |number| InteractionId::new(number).expect("an id");
        typing.note(&ada, id(2));
        typing.note(&ada, id(1));
        typing.note(&bob, id(3));
        assert!(typing.is_overtaken(&ada, id(1)) && !typing.is_overtaken(&ada, id(2)));
        assert!(!typing.is_overtaken(&bob, id(3)));
        for number in 0..2 * PEOPLE as u64 {
            typing.note(&PersonId(number.to_string()), id(number + 4));
        }
        assert!(typing.0.lock().expect("nobody panicked").len() <= PEOPLE);
    }
}
