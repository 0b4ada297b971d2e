//! Transposition table: results of searches by hash key, in buckets of a fixed size, shared without
//! locks by the threads of a search.
//!
//! Not here: what a search makes of an entry (`search::node`).

use std::collections::TryReserveError;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use adoube_rules::{SearchMove, SquareIndex};

/// Bound type of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ScoreBound {
    /// Exact score (PV node).
    #[default]
    Exact,
    /// Lower bound: the search failed high (cut node).
    Lower,
    /// Upper bound: the search failed low (all node).
    Upper,
}

impl ScoreBound {
    /// Bound type of a score that a search with that window has found.
    pub(crate) const fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a score of this bound type decides a search with that window.
    pub(crate) const fn gives_cutoff(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

/// Entry: hash move, score, depth and bound of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// Bits of the hash move; 0 for none.
    move_bits: u32,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: ScoreBound,
    /// Generation of the search that wrote it, below [`GENERATIONS`].
    generation: u8,
}

/// Number of generations that are told apart.
const GENERATIONS: u8 = 64;

impl TableEntry {
    /// An entry that says nothing but the move to search first.
    pub(crate) fn hint(best: SearchMove) -> Self {
        Self {
            move_bits: best.to_bits(),
            score: i16::MIN,
            depth: i8::MIN,
            bound: ScoreBound::Lower,
            generation: 0,
        }
    }

    /// Whether this is the hash move.
    pub(crate) fn is_tt_move(&self, made: SearchMove) -> bool {
        self.move_bits == made.to_bits()
    }

    /// Target square of the hash move.
    pub(crate) fn move_target(&self) -> Option<SquareIndex> {
        self.has_move().then(|| SearchMove::target_of_bits(self.move_bits))
    }

    /// Bits of the hash move; 0 for none.
    pub(crate) const fn move_bits(&self) -> u32 {
        self.move_bits
    }

    /// Whether there is a hash move.
    pub(crate) const fn has_move(&self) -> bool {
        self.move_bits != 0
    }

    const fn to_bits(self) -> u64 {
        let score = self.score.cast_unsigned() as u64;
        let depth = self.depth.cast_unsigned() as u64;
        (self.move_bits as u64) << 32
            | score << 16
            | depth << 8
            | (self.bound as u64) << 6
            | self.generation as u64
    }

    const fn from_bits(bits: u64) -> Self {
        let bound = match (bits >> 6) & 3 {
            0 => ScoreBound::Exact,
            1 => ScoreBound::Lower,
            _ => ScoreBound::Upper,
        };
        Self {
            move_bits: (bits >> 32) as u32,
            score: ((bits >> 16) as u16).cast_signed(),
            depth: ((bits >> 8) as u8).cast_signed(),
            bound,
            generation: bits as u8 % GENERATIONS,
        }
    }
}

/// Slot of an entry: its bits, and its key XOR these bits, so that an entry half overwritten by
/// another thread has no matching key (lockless hashing).
struct TableSlot<'a> {
    key_xor_data: &'a AtomicU64,
    data: &'a AtomicU64,
}

/// Words of a slot.
const SLOT_WORDS: usize = 2;

impl<'a> TableSlot<'a> {
    #[inline]
    fn of([mixed, bits]: &'a [AtomicU64; SLOT_WORDS]) -> Self {
        Self { key_xor_data: mixed, data: bits }
    }

    #[inline]
    fn read(&self) -> (u64, TableEntry) {
        let bits = self.data.load(Ordering::Relaxed);
        (self.key_xor_data.load(Ordering::Relaxed) ^ bits, TableEntry::from_bits(bits))
    }

    #[inline]
    fn write(&self, key: u64, entry: TableEntry) {
        let bits = entry.to_bits();
        self.data.store(bits, Ordering::Relaxed);
        self.key_xor_data.store(key ^ bits, Ordering::Relaxed);
    }
}

/// Entries of a bucket.
const BUCKET_SIZE: usize = 4;
/// Words of a bucket.
const BUCKET_WORDS: usize = SLOT_WORDS * BUCKET_SIZE;
/// Buckets that are sampled for `hashfull`.
const HASHFULL_SAMPLE: usize = 250;

/// The table; a clone is the same table.
#[derive(Clone)]
pub(crate) struct TranspositionTable {
    words: Arc<Vec<AtomicU64>>,
    buckets: usize,
    generation: Arc<AtomicU8>,
}

impl TranspositionTable {
    /// A table of at most that many bytes, and at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        Self::of(zeroed_words(bucket_count(bytes)))
    }

    /// A table of that size, if there is so much memory.
    ///
    /// # Errors
    /// The system does not give that much memory.
    pub(crate) fn try_new(bytes: usize) -> Result<Self, TryReserveError> {
        let places = bucket_count(bytes);
        // Memory is asked for and given back at once: making the table would end the program where
        // there is none.
        let mut asked = Vec::<u64>::new();
        asked.try_reserve_exact(places * BUCKET_WORDS)?;
        drop(black_box(asked));
        Ok(Self::of(zeroed_words(places)))
    }

    fn of(words: Vec<AtomicU64>) -> Self {
        Self { buckets: words.len() / BUCKET_WORDS, words: Arc::new(words), generation: Arc::default() }
    }

    /// Drops all entries.
    pub(crate) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// Permille of entries that the present search has written, from a sample.
    pub(crate) fn permille(&self) -> u32 {
        let age = self.generation.load(Ordering::Relaxed) % GENERATIONS;
        let slots = (0..self.buckets.min(HASHFULL_SAMPLE)).flat_map(|index| self.bucket(index));
        let (mut written, mut all) = (0, 0);
        for (_, entry) in slots.map(|slot| TableSlot::of(slot).read()) {
            all += 1;
            written += u32::from(entry != TableEntry::default() && entry.generation == age);
        }
        written * 1_000 / all.max(1)
    }

    #[inline]
    fn bucket(&self, index: usize) -> &[[AtomicU64; SLOT_WORDS]] {
        self.words[index * BUCKET_WORDS..(index + 1) * BUCKET_WORDS].as_chunks().0
    }

    /// Begins a new generation: entries of older ones are replaced first.
    pub(crate) fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        let mut old = self.bucket(self.bucket_index(key)).iter().map(|slot| TableSlot::of(slot).read());
        old.find(|(of, _)| *of == key).map(|(_, entry)| entry)
    }

    /// Stores the result of a search in the slot of least worth: shallow and old entries go first.
    /// A known hash move stays where the result has none.
    #[inline]
    pub(crate) fn store(
        &self,
        key: u64,
        best: Option<SearchMove>,
        score: i32,
        depth: i32,
        bound: ScoreBound,
    ) {
        let age = self.generation.load(Ordering::Relaxed) % GENERATIONS;
        let of_no_use = |slot: &TableSlot<'_>| {
            let (of, entry) = slot.read();
            let age = age.wrapping_sub(entry.generation) % GENERATIONS;
            (of != key, i32::from(entry.depth) - 8 * i32::from(age))
        };
        let slots = self.bucket(self.bucket_index(key)).iter().map(TableSlot::of);
        let Some(slot) = slots.min_by_key(of_no_use) else { return };
        let (of, old) = slot.read();
        let is_same = of == key;
        if is_same && bound != ScoreBound::Exact && depth + 3 < i32::from(old.depth) && old.generation == age
        {
            return;
        }
        let old_move = if is_same { old.move_bits } else { 0 };
        let best = best.map_or(old_move, SearchMove::to_bits);
        slot.write(
            key,
            TableEntry { move_bits: best, score: score as i16, depth: depth as i8, bound, generation: age },
        );
    }
}

/// Buckets of a table of at most that many bytes.
const fn bucket_count(bytes: usize) -> usize {
    let places = bytes / (BUCKET_WORDS * size_of::<AtomicU64>());
    if places == 0 { 1 } else { places }
}

/// Zeroed words. The system gives zeroed memory of any size at once and counts it only where it is
/// used; the words become atomic in place.
fn zeroed_words(places: usize) -> Vec<AtomicU64> {
    vec![0_u64; places * BUCKET_WORDS].into_iter().map(AtomicU64::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_younger_entries_stay() {
        let table = TranspositionTable::new(1);
        for key in 1..=4 {
            table.store(key, None, key as i32, 10, ScoreBound::Exact);
        }
        table.new_generation();
        table.store(1, None, 11, 3, ScoreBound::Exact);
        table.store(5, None, 5, 1, ScoreBound::Lower);
        assert_eq!(table.probe(1).map(|entry| (entry.score, entry.depth)), Some((11, 3)));
        assert_eq!(table.probe(5).map(|entry| (entry.score, entry.bound)), Some((5, ScoreBound::Lower)));
        assert_eq!((2..=4).filter(|key| table.probe(*key).is_some()).count(), 2);
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        for score in [i16::MIN, -1, 0, 1, i16::MAX] {
            for bound in [ScoreBound::Exact, ScoreBound::Lower, ScoreBound::Upper] {
                let entry = TableEntry {
                    move_bits: u32::MAX - 7,
                    score,
                    depth: -3,
                    bound,
                    generation: GENERATIONS - 1,
                };
                assert_eq!(TableEntry::from_bits(entry.to_bits()), entry);
            }
        }
    }

    #[test]
    fn halves_of_two_entries_are_none() {
        let table = TranspositionTable::new(1);
        table.store(7, None, 1, 1, ScoreBound::Exact);
        let slot = TableSlot::of(&table.bucket(0)[0]);
        let (_, entry) = slot.read();
        slot.data.store(TableEntry { score: 2, ..entry }.to_bits(), Ordering::Relaxed);
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn a_table_tells_how_full_it_is() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.permille(), 0);
        table.store(1, None, 5, 3, ScoreBound::Exact);
        table.store(2, None, 5, 3, ScoreBound::Exact);
        assert_eq!(table.permille(), 500);
        table.new_generation();
        assert_eq!(table.permille(), 0, "those of older searches give way to new ones");
    }

    #[test]
    fn a_table_larger_than_any_memory_is_refused() {
        assert!(TranspositionTable::try_new(usize::MAX / 4).is_err());
        assert_eq!(TranspositionTable::try_new(1 << 20).map(|table| table.buckets).ok(), Some(1 << 14));
    }
}
