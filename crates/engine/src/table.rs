//! What was found out about positions, kept in a table of a fixed size by their keys, which several searches may share. Not
//! here: what follows from it.

use std::collections::TryReserveError;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use adoube_rules::{Place, SearchMove};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move's bits; 0 if none is known.
    best: u32,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// In which search it was written, of [`AGES`].
    age: u8,
}

/// Ages are told apart within so many searches.
const AGES: u8 = 64;

impl Entry {
    /// An entry that says nothing but which move to look at first.
    pub(crate) fn hint(best: SearchMove) -> Self {
        Self { best: best.to_bits(), score: i16::MIN, depth: i8::MIN, bound: Bound::Least, age: 0 }
    }

    /// Whether this was the best move.
    pub(crate) fn is_best(&self, made: SearchMove) -> bool {
        self.best == made.to_bits()
    }

    /// Where the best move goes.
    pub(crate) fn best_target(&self) -> Option<Place> {
        self.has_best().then(|| SearchMove::target_of_bits(self.best))
    }

    /// The best move's bits; 0 if none is known.
    pub(crate) const fn best_bits(&self) -> u32 {
        self.best
    }

    /// Whether a best move is known.
    pub(crate) const fn has_best(&self) -> bool {
        self.best != 0
    }

    const fn to_bits(self) -> u64 {
        let score = self.score.cast_unsigned() as u64;
        let depth = self.depth.cast_unsigned() as u64;
        (self.best as u64) << 32 | score << 16 | depth << 8 | (self.bound as u64) << 6 | self.age as u64
    }

    const fn from_bits(bits: u64) -> Self {
        let bound = match (bits >> 6) & 3 {
            0 => Bound::Exact,
            1 => Bound::Least,
            _ => Bound::Most,
        };
        Self {
            best: (bits >> 32) as u32,
            score: ((bits >> 16) as u16).cast_signed(),
            depth: ((bits >> 8) as u8).cast_signed(),
            bound,
            age: bits as u8 % AGES,
        }
    }
}

/// Where an entry is kept: its bits, and its key mixed with them, so that halves of two entries that were written at the same
/// time are taken for none.
struct Slot<'a> {
    mixed: &'a AtomicU64,
    bits: &'a AtomicU64,
}

/// Words of a slot.
const WORDS: usize = 2;

impl<'a> Slot<'a> {
    #[inline]
    fn of([mixed, bits]: &'a [AtomicU64; WORDS]) -> Self {
        Self { mixed, bits }
    }

    #[inline]
    fn read(&self) -> (u64, Entry) {
        let bits = self.bits.load(Ordering::Relaxed);
        (self.mixed.load(Ordering::Relaxed) ^ bits, Entry::from_bits(bits))
    }

    #[inline]
    fn write(&self, key: u64, entry: Entry) {
        let bits = entry.to_bits();
        self.bits.store(bits, Ordering::Relaxed);
        self.mixed.store(key ^ bits, Ordering::Relaxed);
    }
}

/// Entries that share a place.
const SHARING: usize = 4;
/// Words of a place.
const PLACE: usize = WORDS * SHARING;
/// Places that are looked at to find out how full a table is.
const SAMPLE: usize = 250;

/// The table; a clone is the same one.
#[derive(Clone)]
pub(crate) struct Table {
    words: Arc<Vec<AtomicU64>>,
    places: usize,
    age: Arc<AtomicU8>,
}

impl Table {
    /// One of at most so many bytes, and at least one place.
    pub(crate) fn new(bytes: usize) -> Self {
        Self::of(zeroed(places(bytes)))
    }

    /// The same if there is so much memory.
    ///
    /// # Errors
    /// The system does not give that much.
    pub(crate) fn try_new(bytes: usize) -> Result<Self, TryReserveError> {
        let places = places(bytes);
        // Memory is asked for and given back at once: making the table would end the program where there is none.
        let mut asked = Vec::<u64>::new();
        asked.try_reserve_exact(places * PLACE)?;
        drop(black_box(asked));
        Ok(Self::of(zeroed(places)))
    }

    fn of(words: Vec<AtomicU64>) -> Self {
        Self { places: words.len() / PLACE, words: Arc::new(words), age: Arc::default() }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// How many of a thousand entries the present search has written, from a sample.
    pub(crate) fn permille(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed) % AGES;
        let slots = (0..self.places.min(SAMPLE)).flat_map(|place| self.slots(place));
        let (mut written, mut all) = (0, 0);
        for (_, entry) in slots.map(|slot| Slot::of(slot).read()) {
            all += 1;
            written += u32::from(entry != Entry::default() && entry.age == age);
        }
        written * 1_000 / all.max(1)
    }

    #[inline]
    fn slots(&self, place: usize) -> &[[AtomicU64; WORDS]] {
        self.words[place * PLACE..(place + 1) * PLACE].as_chunks().0
    }

    /// Another search begins: what older ones wrote goes first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.places as u128) >> 64) as usize
    }

    /// What is known about a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let mut known = self.slots(self.place(key)).iter().map(|slot| Slot::of(slot).read());
        known.find(|(of, _)| *of == key).map(|(_, entry)| entry)
    }

    /// Notes what was found out about a position. A best move that is known stays when there is none now.
    #[inline]
    pub(crate) fn note(&self, key: u64, best: Option<SearchMove>, score: i32, depth: i32, bound: Bound) {
        let age = self.age.load(Ordering::Relaxed) % AGES;
        let of_no_use = |slot: &Slot<'_>| {
            let (of, entry) = slot.read();
            let years = age.wrapping_sub(entry.age) % AGES;
            (of != key, i32::from(entry.depth) - 8 * i32::from(years))
        };
        let slots = self.slots(self.place(key)).iter().map(Slot::of);
        let Some(slot) = slots.min_by_key(of_no_use) else { return };
        let (of, known) = slot.read();
        let is_same = of == key;
        if is_same && bound != Bound::Exact && depth + 3 < i32::from(known.depth) && known.age == age {
            return;
        }
        let kept = if is_same { known.best } else { 0 };
        let best = best.map_or(kept, SearchMove::to_bits);
        slot.write(key, Entry { best, score: score as i16, depth: depth as i8, bound, age });
    }
}

/// Places of a table of at most so many bytes.
const fn places(bytes: usize) -> usize {
    let places = bytes / (PLACE * size_of::<AtomicU64>());
    if places == 0 { 1 } else { places }
}

/// Places of nothing but zeros. The system gives such memory of any size at once, and it counts only where it is used: the
/// numbers become atomic ones in place.
fn zeroed(places: usize) -> Vec<AtomicU64> {
    vec![0_u64; places * PLACE].into_iter().map(AtomicU64::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_younger_entries_stay() {
        let table = Table::new(1);
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

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        for score in [i16::MIN, -1, 0, 1, i16::MAX] {
            for bound in [Bound::Exact, Bound::Least, Bound::Most] {
                let entry = Entry { best: u32::MAX - 7, score, depth: -3, bound, age: AGES - 1 };
                assert_eq!(Entry::from_bits(entry.to_bits()), entry);
            }
        }
    }

    #[test]
    fn halves_of_two_entries_are_none() {
        let table = Table::new(1);
        table.note(7, None, 1, 1, Bound::Exact);
        let slot = Slot::of(&table.slots(0)[0]);
        let (_, entry) = slot.read();
        slot.bits.store(Entry { score: 2, ..entry }.to_bits(), Ordering::Relaxed);
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn a_table_tells_how_full_it_is() {
        let table = Table::new(1);
        assert_eq!(table.permille(), 0);
        table.note(1, None, 5, 3, Bound::Exact);
        table.note(2, None, 5, 3, Bound::Exact);
        assert_eq!(table.permille(), 500);
        table.grow_older();
        assert_eq!(table.permille(), 0, "those of older searches give way to new ones");
    }

    #[test]
    fn a_table_larger_than_any_memory_is_refused() {
        assert!(Table::try_new(usize::MAX / 4).is_err());
        assert_eq!(Table::try_new(1 << 20).map(|table| table.places).ok(), Some(1 << 14));
    }
}
