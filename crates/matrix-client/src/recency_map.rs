//! Bounded map that evicts its oldest entry.

use std::collections::{HashMap, VecDeque};

/// A map that keeps its newest entries.
pub(crate) struct RecencyMap<T> {
    most: usize,
    known: HashMap<String, T>,
    order: VecDeque<String>,
}

impl<T> RecencyMap<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, known: HashMap::new(), order: VecDeque::new() }
    }

    pub(crate) fn put(&mut self, key: &str, value: T) {
        if self.known.insert(key.to_owned(), value).is_none() {
            self.order.push_back(key.to_owned());
        }
        if self.order.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.known.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_forgotten() {
        let mut newest = RecencyMap::new(2);
        for key in ["a", "b", "a", "c"] {
            newest.put(key, ());
        }
        assert!(!newest.known.contains_key("a"));
        assert_eq!(newest.known.len(), 2);
    }
}
