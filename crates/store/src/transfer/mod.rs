//! Transfer of whole stores: export and import as JSON lines, for backups and between any two stores, and direct copies.
//!
//! ```text
//! {"adoube":"store","format":2}
//! {"table":"game","key":"web:general/000000000000002a/","version":7,"value":{"white":"Ann"}}
//! {"event":"web:81","at":1767225600000,"answer":{"move":"e4"}}
//! {"end":2}
//! ```
//!
//! A value that is JSON stays as it is, byte for byte; any other is base64 in `value64` (`answer64`). A key that is printable
//! text stays text, any other is in `key64`. The last line holds the number of rows, so that a truncated export is detected.
//! Both directions stream: they hold a few rows in memory.

mod comparison;
mod copy;
mod export;
mod import;
mod line;
mod reader;

use std::io;

use thiserror::Error;

use crate::error::StoreError;

pub use comparison::RowDifference;
pub use copy::{CopyError, CopyReport, CopyStep, copy};
pub use export::{ExportWriter, export, export_snapshot};
pub use import::import;
pub use line::LineError;
pub use reader::ExportReader;

/// The format this program reads and writes. Format 1 was used before the first release.
const FORMAT: u64 = 2;
/// Bytes of a line: the largest value in base64, the largest key escaped, and room for the rest.
const MAX_LINE_BYTES: u64 = 256 * 1024;

/// An export or an import did not finish.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The export cannot be read.
    #[error("reading the export: {0}")]
    Read(#[source] io::Error),
    /// The export cannot be written.
    #[error("writing the export: {0}")]
    Write(#[source] io::Error),
    /// The store refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The first line is not that of an export.
    #[error("this is not an export of a store: its first line does not say so")]
    NotAnExport,
    /// The export has a format from before the first release.
    #[error(
        "this export has format {found}, this program reads formats from {oldest} on: older ones were used before the first \
         release only"
    )]
    OlderFormat {
        /// The format of the export.
        found: u64,
        /// The oldest format this program reads.
        oldest: u64,
    },
    /// The export was made by a newer program.
    #[error("this export has format {found}, this program knows formats up to {known}; use a newer program")]
    NewerFormat {
        /// The format of the export.
        found: u64,
        /// The newest format this program knows.
        known: u64,
    },
    /// A line is invalid.
    #[error("line {line}: {problem}")]
    Line {
        /// The number of the line; the first is 1.
        line: u64,
        /// What is wrong with it.
        problem: LineError,
    },
    /// The last line is missing.
    #[error("the export is cut short: it ends after {rows} rows without saying so")]
    CutShort {
        /// The rows that were there.
        rows: u64,
    },
}
