//! Bounded cache of records by key, and of keys without a record.
//!
//! The two have separate bounds: where the bot reads all messages, most authors and channels have
//! no record.

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

/// Cached records, and keys known to have none.
pub(crate) struct RecordCache<K, V> {
    max: usize,
    records: HashMap<K, V>,
    missing: HashSet<K>,
}

impl<K: Clone + Eq + Hash, V> RecordCache<K, V> {
    /// A cache of at most `max` records and `max` missing keys.
    pub(crate) fn new(max: usize) -> Self {
        Self { max, records: HashMap::new(), missing: HashSet::new() }
    }

    /// A cached record.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.records.get(key)
    }

    /// All cached records.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&K, &V)> {
        self.records.iter()
    }

    /// What the store holds under a key, by the cache: a record or none; `None` if the store must
    /// be read.
    #[expect(clippy::option_option, reason = "a cached record, a cached absence, or neither")]
    pub(crate) fn find(&self, key: &K) -> Option<Option<&V>> {
        match self.get(key) {
            Some(record) => Some(Some(record)),
            None => self.is_missing(key).then_some(None),
        }
    }

    /// Whether the key is cached as having no record.
    fn is_missing(&self, key: &K) -> bool {
        self.missing.contains(key)
    }

    /// Caches a record.
    pub(crate) fn keep(&mut self, key: &K, value: V) {
        if self.records.len() >= self.max && !self.records.contains_key(key) {
            self.records.clear();
        }
        self.missing.remove(key);
        self.records.insert(key.clone(), value);
    }

    /// Caches what was read from the store.
    pub(crate) fn store_read(&mut self, key: &K, record: Option<V>) {
        match record {
            Some(record) => self.keep(key, record),
            None => self.miss(key),
        }
    }

    /// Caches that the store had no record, unless one was cached since that read.
    fn miss(&mut self, key: &K) {
        if self.records.contains_key(key) {
            return;
        }
        if self.missing.len() >= self.max {
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
        // A reader that began before the write finishes after it.
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
