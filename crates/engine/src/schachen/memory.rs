//! What is kept while one move is looked for: positions seen, moves that were good, and how much may still be looked at.

use adoube_rules::Move;

/// Positions between two questions whether to go on.
const BETWEEN_QUESTIONS: u64 = 64;
/// Places for moves that were good.
const GOOD: usize = 1 << 12;

/// How a score is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) key: u64,
    pub(super) best: Option<Move>,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// Positions by their keys; a new one takes the place of another.
pub(super) struct Memory {
    places: Vec<Option<Known>>,
    /// How often a move was good, by what goes where.
    good: Vec<i32>,
}

impl Memory {
    /// Room for about as many positions as are looked at.
    pub(super) fn new(positions: u64) -> Self {
        let places = positions.clamp(1 << 8, 1 << 15).next_power_of_two() as usize;
        Self { places: vec![None; places], good: vec![0; GOOD] }
    }

    pub(super) fn find(&self, key: u64) -> Option<Known> {
        self.places[self.place(key)].filter(|known| known.key == key)
    }

    pub(super) fn keep(&mut self, known: Known) {
        let place = self.place(known.key);
        self.places[place] = Some(known);
    }

    const fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    pub(super) fn how_good(&self, number: u32) -> i32 {
        self.good[number as usize % GOOD]
    }

    pub(super) fn is_good(&mut self, number: u32, depth: i32) {
        self.good[number as usize % GOOD] += depth * depth;
    }
}

/// How much may be looked at.
pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    /// None: until somebody says to stop.
    pub(super) most: Option<u64>,
    pub(super) go_on: &'a mut dyn FnMut() -> bool,
    pub(super) is_over: bool,
}

impl Budget<'_> {
    /// Counts a position; whether the search is to go on.
    pub(super) fn counts(&mut self) -> bool {
        if self.is_over {
            return false;
        }
        self.nodes += 1;
        let has_enough = self.most.is_some_and(|most| self.nodes >= most);
        self.is_over = has_enough || self.nodes % BETWEEN_QUESTIONS == 1 && !(self.go_on)();
        !self.is_over
    }
}
