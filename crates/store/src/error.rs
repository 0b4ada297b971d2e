//! Error type of every store: what failed, in sentences for the operator of the program, and
//! whether a retry can succeed.

use std::{io, path::PathBuf, sync::Arc};

use thiserror::Error;

/// Why a store did not do what it was asked to. Cloneable, because one failed write answers many requests.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Something given to the store exceeds its limit.
    #[error("{what} of {size} is over the limit of {limit}")]
    TooLarge {
        /// What is too large, with its article.
        what: &'static str,
        /// How large it is.
        size: usize,
        /// How large it may be.
        limit: usize,
    },
    /// An idempotency key (event id) has no characters.
    #[error("an event id is empty")]
    EmptyIdempotencyKey,
    /// Another process, or another part of this one, has the folder open.
    #[error("another adoube is running on this data folder ({}); stop it first, or choose another folder", .path.display())]
    AlreadyOpen {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds no store. Opening for reading creates none.
    #[error("there are no records in {}; `--data` names the folder that holds them", .path.display())]
    NoStore {
        /// The folder.
        path: PathBuf,
    },
    /// The records have a format from before the first release.
    #[error(
        "this data has format {found}, this program reads formats from {oldest} on: older ones were used before the first \
         release only; begin with a new folder or an empty database"
    )]
    OlderFormat {
        /// The format on disk.
        found: u64,
        /// The oldest format this program reads.
        oldest: u64,
    },
    /// The records were written by a newer program.
    #[error("this data has format {found}, this program knows formats up to {known}; use a newer program")]
    NewerFormat {
        /// The format on disk.
        found: u64,
        /// The newest format this program knows.
        known: u64,
    },
    /// The disk has not enough room for a copy of everything.
    #[error(
        "there is not enough room where {} is: beside what is there {} MB are needed for a while, and {} MB are free; nothing \
         is changed", .path.display(), .needed.div_ceil(1_000_000), .free / 1_000_000
    )]
    NoRoom {
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
        /// The folder.
        path: PathBuf,
    },
    /// The operating system refused something.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: String,
        /// The system's answer.
        source: Arc<io::Error>,
    },
    /// A checksum or a stored form is wrong: stored data is damaged.
    #[error("the stored data is damaged: {detail}; `adoube store check` says what is lost")]
    Damaged {
        /// Where, and what is wrong.
        detail: String,
    },
    /// Acknowledged writes are missing.
    #[error(
        "the {missing} newest writes are missing from {}: its files are damaged. `adoube store check` says what is there; \
         to go on with that, `adoube store salvage FILE`, then `adoube store import FILE` into a new folder", .path.display()
    )]
    Missing {
        /// How many writes.
        missing: u64,
        /// The folder.
        path: PathBuf,
    },
    /// The write gate is closed: a write failed, and the state on disk has not been read again since.
    #[error("the store takes no writes now: {cause}")]
    Stopped {
        /// The failure that stopped it, and what can be done.
        cause: String,
    },
    /// The address is not that of a PostgreSQL database, or an option of it cannot be used.
    #[error("the address of the database cannot be used: {detail}")]
    Address {
        /// What is wrong with it.
        detail: String,
    },
    /// The database cannot be reached, or cannot work at present.
    #[error("{doing}: {detail}")]
    Unreachable {
        /// What was being done.
        doing: &'static str,
        /// What is wrong, as far as that is known.
        detail: String,
    },
    /// The database refuses; the same statement would fail again.
    #[error("{doing}: the database refuses: {detail}")]
    Database {
        /// What was being done.
        doing: &'static str,
        /// What it says.
        detail: String,
    },
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The limit of open snapshots is reached.
    #[error("two exports or copies of these records are under way; try again when one of them is done")]
    TooManySnapshots,
    /// The pre-images of a snapshot exceeded their limit, so its state can no longer be read.
    #[error(
        "so much was written meanwhile that what was there at the beginning is not kept any longer; \
         try again when there is less to do, or stop adoube for it"
    )]
    SnapshotLost,
    /// This kind of store has no snapshots.
    #[error("these records cannot be read while they are written")]
    NoSnapshots,
    /// Rows can only be restored into an empty store.
    #[error("the store is not empty; import into a new folder")]
    NotEmpty,
    /// An import was begun and never finished.
    #[error("an import into this store was interrupted; remove its folder and import again")]
    ImportUnfinished,
    /// A copy into the store was begun and is not finished.
    #[error(
        "these records are being copied here from {from}, {rows} rows so far: `adoube store copy` from there to here once \
         more goes on where it stopped"
    )]
    CopyUnfinished {
        /// The source of the copy.
        from: String,
        /// Rows copied so far.
        rows: u64,
    },
    /// The schema holds no tables of a store. Opening for reading creates none.
    #[error("there are no records of adoube in {place}")]
    NoTables {
        /// The database.
        place: String,
    },
    /// Rows were to be restored, but no import or copy was begun.
    #[error("no import has been begun")]
    NoImport,
}

impl StoreError {
    /// Whether the error is transient: a retry can succeed, such as when the disk has room again.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Io { .. } | Self::Stopped { .. } | Self::Unreachable { .. })
    }

    /// Refuses a size over its limit.
    pub(crate) const fn check_limit(what: &'static str, size: usize, limit: usize) -> Result<(), Self> {
        if size > limit { Err(Self::TooLarge { what, size, limit }) } else { Ok(()) }
    }

    /// Refuses another format than the one this program reads.
    pub(crate) const fn check_format(found: u64, format: u64) -> Result<(), Self> {
        if found < format {
            Err(Self::OlderFormat { found, oldest: format })
        } else if found > format {
            Err(Self::NewerFormat { found, known: format })
        } else {
            Ok(())
        }
    }

    /// The system's error with what was being done.
    pub(crate) fn io(doing: impl Into<String>, source: io::Error) -> Self {
        Self::Io { doing: doing.into(), source: Arc::new(source) }
    }

    /// Damage, with where it was found.
    pub(crate) fn damaged(detail: impl Into<String>) -> Self {
        Self::Damaged { detail: detail.into() }
    }
}
