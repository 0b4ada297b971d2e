//! A whole store as JSON lines: the backup, and the way from any store to any other.
//!
//! ```text
//! {"adoube":"store","format":2}
//! {"table":"game","key":"web:general/000000000000002a/","version":7,"value":{"white":"Ann"}}
//! {"event":"web:81","at":1767225600000,"answer":{"move":"e4"}}
//! {"end":2}
//! ```
//!
//! A value that is JSON stands as it is, byte for byte; any other as base64 in `value64` (`answer64`). A key that is
//! printable text stands as text, any other in `key64`. The last line tells how many rows there are, so that an export
//! that was cut short is not taken for a whole one. Both directions hold a few rows in memory, never the whole.

mod comparison;
mod copy;
mod export;
mod import;
mod line;
mod reader;

use std::io;

use thiserror::Error;

use crate::StoreError;

pub use comparison::RowDifference;
pub use copy::{CopyError, CopyReport, CopyStep, copy};
pub use export::{ExportWriter, export, export_snapshot};
pub use import::import;
pub use line::LineError;
pub use reader::ExportReader;

/// The format of the lines this program writes, and the newest it reads. In format 1 adapters had no tables of their own.
const FORMAT: u64 = 2;
/// Bytes of a line: the largest value in base64, the largest key escaped, and room for the rest.
const MAX_LINE_BYTES: u64 = 256 * 1024;

/// Why an export or an import did not come to its end.
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
    /// The export was made by a newer program.
    #[error("this export has format {found}, this program knows formats up to {known}; use a newer program")]
    NewerFormat {
        /// The format of the export.
        found: u64,
        /// The newest format this program knows.
        known: u64,
    },
    /// A line cannot be understood.
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
