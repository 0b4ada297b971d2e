//! Records that are kept in memory, so that the store is asked once: what it has under a key, and that it has nothing
//! there. Both are bounded, each for itself: of what everybody says where the bot reads along, nearly everything is by
//! people, and in channels, of which nothing is kept. Not here: what the records are (`known_channels`, `people`).

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

/// What is known of records by their keys.
pub(crate) struct RecordCache<K, V> {
    most: usize,
    there: HashMap<K, V>,
    missing: HashSet<K>,
}

impl<K: Clone + Eq + Hash, V> RecordCache<K, V> {
    /// At most so many that are there, and so many that are not.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, there: HashMap::new(), missing: HashSet::new() }
    }

    /// A record that is there, as far as is known.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.there.get(key)
    }

    /// All that are there, as far as is known.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&K, &V)> {
        self.there.iter()
    }

    /// Whether there is known to be none.
    pub(crate) fn is_missing(&self, key: &K) -> bool {
        self.missing.contains(key)
    }

    /// There is one.
    pub(crate) fn keep(&mut self, key: &K, value: V) {
        if self.there.len() >= self.most && !self.there.contains_key(key) {
            self.there.clear();
        }
        self.missing.remove(key);
        self.there.insert(key.clone(), value);
    }

    /// The store had none; unless one was written since it was asked.
    pub(crate) fn miss(&mut self, key: &K) {
        if self.there.contains_key(key) {
            return;
        }
        if self.missing.len() >= self.most {
            self.missing.clear();
        }
        self.missing.insert(key.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_so_until_it_is_there() {
        let mut remembered = RecordCache::new(2);
        assert_eq!((remembered.get(&1), remembered.is_missing(&1)), (None, false));
        remembered.miss(&1);
        assert_eq!((remembered.get(&1), remembered.is_missing(&1)), (None, true));
        remembered.keep(&1, "one");
        assert_eq!((remembered.get(&1), remembered.is_missing(&1)), (Some(&"one"), false));
        // Whoever had asked before it was written comes late.
        remembered.miss(&1);
        assert_eq!((remembered.get(&1), remembered.is_missing(&1)), (Some(&"one"), false));
    }

    #[test]
    fn however_many_are_missing_those_that_are_there_are_not_forgotten() {
        let mut remembered = RecordCache::new(2);
        remembered.keep(&0, "zero");
        for key in 1..100 {
            remembered.miss(&key);
        }
        assert_eq!(remembered.get(&0), Some(&"zero"));
        assert_eq!((1..100).filter(|key| remembered.is_missing(key)).count(), 1);
        for key in 1..100 {
            remembered.keep(&key, "more");
        }
        assert!((0..100).filter(|key| remembered.get(key).is_some()).count() <= 2);
    }
}
