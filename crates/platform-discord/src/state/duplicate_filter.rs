//! Which interactions and messages have been seen, as Discord repeats some. Not here: what is done with them.

use std::{
    collections::{HashSet, VecDeque},
    hash::Hash,
    sync::{Mutex, PoisonError},
};

/// Interactions or messages remembered; the gateway repeats those of a few seconds.
const SEEN: usize = 8192;

/// The interactions, or the messages, that came last, by their ids.
pub(crate) struct DuplicateFilter<Id>(Mutex<(HashSet<Id>, VecDeque<Id>)>);

impl<Id> Default for DuplicateFilter<Id> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Id: Copy + Eq + Hash> DuplicateFilter<Id> {
    /// Notes one; whether it was there already.
    pub(crate) fn note(&self, id: Id) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (set, order) = &mut *seen;
        if !set.insert(id) {
            return true;
        }
        order.push_back(id);
        if order.len() > SEEN
            && let Some(oldest) = order.pop_front()
        {
            set.remove(&oldest);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use adoube_discord_client::InteractionId;

    use super::*;

    #[test]
    fn an_interaction_is_new_once() {
        let seen = DuplicateFilter::default();
        let id = |number: u64| InteractionId::new(number + 1).expect("an id");
        assert!(!seen.note(id(0)));
        assert!(seen.note(id(0)));
        for number in 1..=SEEN as u64 {
            assert!(!seen.note(id(number)));
        }
        assert!(!seen.note(id(0)), "the oldest are forgotten");
        assert!(seen.note(id(SEEN as u64)));
    }
}
