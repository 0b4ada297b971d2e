//! What was found out about positions, kept in a table of a fixed size by their keys. Not here: what follows from it.

use adoube_rules::SearchMove;

/// What a score says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the position's.
    #[default]
    Exact,
    /// The position's is at least that.
    Least,
    /// The position's is at most that.
    Most,
}

impl Bound {
    /// What a score says that was found when it was asked whether the position is worth more than `alpha`, up to `beta`.
    pub(crate) const fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Least
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Most
        }
    }

    /// Whether a score of this kind answers that question.
    pub(crate) const fn decides(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Least => score >= beta,
            Self::Most => score <= alpha,
        }
    }
}

/// What is kept of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    key: u64,
    /// The best move's bits; 0 if none is known.
    best: u32,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// In which search it was written.
    age: u8,
}

impl Entry {
    /// Whether this was the best move.
    pub(crate) fn is_best(&self, made: SearchMove) -> bool {
        self.best == made.to_bits()
    }

    /// Whether a best move is known.
    pub(crate) const fn has_best(&self) -> bool {
        self.best != 0
    }
}

/// Entries that share a place.
const SHARING: usize = 4;

/// The table.
pub(crate) struct Table {
    entries: Vec<[Entry; SHARING]>,
    age: u8,
}

impl Table {
    /// One of at most so many bytes, and at least one place.
    pub(crate) fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<[Entry; SHARING]>()).max(1);
        Self { entries: vec![[Entry::default(); SHARING]; places], age: 0 }
    }

    /// Another search begins: what older ones wrote goes first.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// What is known about a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.entries[self.place(key)].iter().find(|entry| entry.key == key).copied()
    }

    /// Notes what was found out about a position. A best move that is known stays when there is none now.
    #[inline]
    pub(crate) fn note(&mut self, key: u64, best: Option<SearchMove>, score: i32, depth: i32, bound: Bound) {
        let (place, age) = (self.place(key), self.age);
        let Some(entry) = self.entries[place].iter_mut().min_by_key(|entry| {
            let is_same = entry.key == key;
            let years = age.wrapping_sub(entry.age);
            (!is_same, i32::from(entry.depth) - 8 * i32::from(years))
        }) else {
            return;
        };
        let kept = if entry.key == key { entry.best } else { 0 };
        let best = best.map_or(kept, SearchMove::to_bits);
        if entry.key == key && bound != Bound::Exact && depth + 3 < i32::from(entry.depth) && entry.age == age
        {
            return;
        }
        *entry = Entry { key, best, score: score as i16, depth: depth as i8, bound, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_younger_entries_stay() {
        let mut table = Table::new(1);
        for key in 1..=4 {
            table.note(key, None, key as i32, 10, Bound::Exact);
        }
        table.grow_older();
        table.note(1, None, 11, 3, Bound::Exact);
        table.note(5, None, 5, 1, Bound::Least);
        assert_eq!(table.get(1).map(|entry| (entry.score, entry.depth)), Some((11, 3)));
        assert_eq!(table.get(5).map(|entry| (entry.score, entry.bound)), Some((5, Bound::Least)));
        assert_eq!((2..=4).filter(|key| table.get(*key).is_some()).count(), 2);
    }
}
