//! What is kept while one move is looked for: positions seen, moves that were good, and how much may still be looked at.

use adoube_rules::Move;

/// Positions between two questions whether to go on.
const STOP_CHECK_INTERVAL: u64 = 64;
/// Places for moves that were good.
const HISTORY_SIZE: usize = 1 << 12;

/// How a score is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GridBound {
    Exact,
    Lower,
    Upper,
}

/// What was found out about a position.
#[derive(Clone, Copy)]
pub(super) struct GridTableEntry {
    pub(super) key: u64,
    pub(super) best_move: Option<Move>,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: GridBound,
}

/// Positions by their keys; a new one takes the place of another.
pub(super) struct GridTable {
    entries: Vec<Option<GridTableEntry>>,
    /// How often a move was good, by what goes where.
    history: Vec<i32>,
}

impl GridTable {
    /// Room for about as many positions as are looked at.
    pub(super) fn new(positions: u64) -> Self {
        let places = positions.clamp(1 << 8, 1 << 15).next_power_of_two() as usize;
        Self { entries: vec![None; places], history: vec![0; HISTORY_SIZE] }
    }

    pub(super) fn probe(&self, key: u64) -> Option<GridTableEntry> {
        self.entries[self.slot(key)].filter(|known| known.key == key)
    }

    pub(super) fn store(&mut self, known: GridTableEntry) {
        let place = self.slot(known.key);
        self.entries[place] = Some(known);
    }

    const fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    pub(super) fn history_score(&self, number: u32) -> i32 {
        self.history[number as usize % HISTORY_SIZE]
    }

    pub(super) fn update_history(&mut self, number: u32, depth: i32) {
        self.history[number as usize % HISTORY_SIZE] += depth * depth;
    }
}

/// How much may be looked at.
pub(super) struct NodeBudget<'a> {
    pub(super) nodes: u64,
    /// None: until somebody says to stop.
    pub(super) max_nodes: Option<u64>,
    pub(super) should_continue: &'a mut dyn FnMut() -> bool,
    pub(super) is_exhausted: bool,
}

impl NodeBudget<'_> {
    /// Counts a position; whether the search is to go on.
    pub(super) fn count_node(&mut self) -> bool {
        if self.is_exhausted {
            return false;
        }
        self.nodes += 1;
        let has_enough = self.max_nodes.is_some_and(|most| self.nodes >= most);
        self.is_exhausted = has_enough || self.nodes % STOP_CHECK_INTERVAL == 1 && !(self.should_continue)();
        !self.is_exhausted
    }
}
