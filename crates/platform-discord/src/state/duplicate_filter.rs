//! Duplicate filter: remembers the latest ids, because Discord sends some interactions and messages
//! again.

use std::{
    collections::{HashSet, VecDeque},
    hash::Hash,
    sync::{Mutex, PoisonError},
};

/// Number of remembered ids; the gateway repeats those of a few seconds.
const MAX_IDS: usize = 8192;

/// The latest ids.
pub(crate) struct DuplicateFilter<Id>(Mutex<(HashSet<Id>, VecDeque<Id>)>);

impl<Id> Default for DuplicateFilter<Id> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Id: Copy + Eq + Hash> DuplicateFilter<Id> {
    /// Remembers an id; true if it is a duplicate.
    pub(crate) fn is_duplicate(&self, id: Id) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (set, order) = &mut *seen;
        if !set.insert(id) {
            return true;
        }
        order.push_back(id);
        if order.len() > MAX_IDS
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
        assert!(!seen.is_duplicate(id(0)));
        assert!(seen.is_duplicate(id(0)));
        for number in 1..=MAX_IDS as u64 {
            assert!(!seen.is_duplicate(id(number)));
        }
        assert!(!seen.is_duplicate(id(0)), "the oldest are forgotten");
        assert!(seen.is_duplicate(id(MAX_IDS as u64)));
    }
}
