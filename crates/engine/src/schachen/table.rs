//! Hash table, history heuristic and node budget of a search in Schachen.

use adoube_rules::Move;

/// Nodes between two stop checks.
const STOP_CHECK_INTERVAL: u64 = 64;
/// Entries of the history table.
const HISTORY_SIZE: usize = 1 << 12;

/// Bound type of a score.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GridBound {
    Exact,
    Lower,
    Upper,
}

/// Entry of a position.
#[derive(Clone, Copy)]
pub(super) struct GridTableEntry {
    pub(super) key: u64,
    pub(super) best_move: Option<Move>,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: GridBound,
}

/// Hash table by key, which always replaces, and the history of good moves.
pub(super) struct GridTable {
    entries: Vec<Option<GridTableEntry>>,
    /// History heuristic: by a hash of piece and target.
    history: Vec<i32>,
}

impl GridTable {
    /// A table with about as many entries as nodes that may be searched.
    pub(super) fn new(positions: u64) -> Self {
        let places = positions.clamp(1 << 8, 1 << 15).next_power_of_two() as usize;
        Self { entries: vec![None; places], history: vec![0; HISTORY_SIZE] }
    }

    pub(super) fn probe(&self, key: u64) -> Option<GridTableEntry> {
        self.entries[self.slot(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn store(&mut self, entry: GridTableEntry) {
        let slot = self.slot(entry.key);
        self.entries[slot] = Some(entry);
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

/// Node budget and stop check of a search.
pub(super) struct NodeBudget<'a> {
    pub(super) nodes: u64,
    /// No limit of nodes if `None`.
    pub(super) max_nodes: Option<u64>,
    pub(super) should_continue: &'a mut dyn FnMut() -> bool,
    pub(super) is_exhausted: bool,
}

impl NodeBudget<'_> {
    /// Counts a node and checks for a stop; whether the search is to continue.
    pub(super) fn count_node(&mut self) -> bool {
        if self.is_exhausted {
            return false;
        }
        self.nodes += 1;
        let has_enough = self.max_nodes.is_some_and(|max_nodes| self.nodes >= max_nodes);
        self.is_exhausted = has_enough || self.nodes % STOP_CHECK_INTERVAL == 1 && !(self.should_continue)();
        !self.is_exhausted
    }
}
