//! Static analysis of the workspace's sources: import cycles, type names defined twice, names the glossary replaces, large
//! structs, types implemented in many files, and the imports of the page's scripts.
//!
//! Sources are parsed with `syn` from each crate root along its `mod` declarations. Test modules are left out. Not here:
//! which crate may depend on which (`tests/architecture`).

pub mod cycles;
pub mod duplicates;
pub mod glossary;
pub mod imports;
pub mod report;
pub mod scripts;
pub mod source;
pub mod structs;

use std::io;
use std::path::PathBuf;

/// Why sources cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum ShapeError {
    /// A file cannot be read.
    #[error("cannot read {path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A list cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The list's file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A file is not Rust.
    #[error("cannot parse {path}: {error}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        error: syn::Error,
    },
}
