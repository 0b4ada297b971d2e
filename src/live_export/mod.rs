//! An export while the program runs: it has its data folder to itself, so whoever wants the records asks it, by a socket in
//! that folder. Only the folder's owner (and root) is answered; nothing can be changed that way.
//!
//! ```text
//! ask       export⏎
//! answer    rows 1234⏎        how many rows there are
//!           87⏎ and 87 bytes  a piece of the export, and so on
//!           0⏎                the end of it
//! ask       export⏎           the same moment once more
//! ```
//!
//! Instead of each line of an answer there may be `!` and why there is no more. Not here: what an export looks like
//! (`adoube-store`), and what is done with it (`adapter/cli/store`).

#[cfg(unix)]
mod asking;
#[cfg(unix)]
mod serving;

use std::path::{Path, PathBuf};

#[cfg(unix)]
pub use asking::LiveSnapshot;
#[cfg(unix)]
pub use serving::LiveExport;

/// What is asked for; there is nothing else.
const ASKED: &str = "export\n";
/// The longest line of either side, its end included.
const MAX_LINE_BYTES: u64 = 1024;

/// Where a program that runs on this folder is asked.
fn socket(data: &Path) -> PathBuf {
    data.join("export.socket")
}

/// Where there are no such sockets, nobody is answered: stop the program to export its records.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct LiveExport;

#[cfg(not(unix))]
impl LiveExport {
    /// Does nothing here.
    pub fn begin(
        _storage: &crate::storage::Storage,
        _store: &std::sync::Arc<dyn adoube_store::Store>,
    ) -> Self {
        Self
    }

    /// Does nothing here.
    #[expect(clippy::unused_async, reason = "the other systems wait")]
    pub async fn end(self) {}
}
