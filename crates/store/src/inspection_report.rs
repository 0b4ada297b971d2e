//! What was found where everything in a store was read, damaged or not. Not here: how it is read (each store).

use std::path::PathBuf;

/// Names of lost records that are kept; more are counted.
const MAX_LOST_NAMES: usize = 1000;

/// What is in a store that may be damaged, as `adoube store check` found it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InspectionReport {
    /// Records and answers that are whole.
    pub rows: u64,
    /// Records and answers that are there, but damaged, by table and key; at most a thousand of them.
    pub lost: Vec<String>,
    /// How many more there are.
    pub lost_besides: u64,
    /// Places of sled's log that are damaged; none when everything of use is elsewhere.
    pub places: u64,
    /// Files that are damaged so that the store does not open, although all rows may be whole.
    pub files: Vec<PathBuf>,
    /// Acknowledged writes of which nothing is there.
    pub missing_writes: u64,
    /// Records and answers there should be; unknown when the store's own counts are lost, or in an old format.
    pub rows_there_were: Option<u64>,
    /// Records and answers of a program without checksums, which are taken as they are.
    pub without_checksum: u64,
    /// Whether everything is there in its newest state.
    pub is_proven: bool,
    /// Whether an import or a copy into it has not come to its end.
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
