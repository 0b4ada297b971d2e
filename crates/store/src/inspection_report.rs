//! Struct of the report of an inspection of a whole store, damaged or not: rows, losses, and
//! whether completeness is proven. Not here: how a store is read for it (each store).

use std::path::PathBuf;

/// Lost records that are named; further ones are only counted.
const MAX_LOST_NAMES: usize = 1000;

/// What an inspection found in a store that may be damaged, as `adoube store check` prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InspectionReport {
    /// Records and answers whose checksum is right.
    pub rows: u64,
    /// Damaged records and answers, by table and key; at most a thousand of them.
    pub lost: Vec<String>,
    /// The number of further ones.
    pub lost_besides: u64,
    /// Damaged positions of sled's log; 0 when all data in use lies elsewhere.
    pub places: u64,
    /// Damaged files without which the store does not open, although all rows may be whole.
    pub files: Vec<PathBuf>,
    /// Acknowledged writes that are missing.
    pub missing_writes: u64,
    /// The expected number of records and answers; `None` when the store's counters are lost.
    pub rows_there_were: Option<u64>,
    /// Whether the counters prove that every row is there in its newest state.
    pub is_proven: bool,
    /// Whether an import or a copy into the store is unfinished.
    pub is_unfinished: bool,
}

impl InspectionReport {
    /// Whether nothing is damaged.
    pub fn is_whole(&self) -> bool {
        self.is_proven
            && self.places == 0
            && self.missing_writes == 0
            && self.lost.is_empty()
            && self.files.is_empty()
    }

    pub(crate) fn add_lost(&mut self, name: String) {
        if self.lost.len() < MAX_LOST_NAMES {
            self.lost.push(name);
        } else {
            self.lost_besides += 1;
        }
    }
}
