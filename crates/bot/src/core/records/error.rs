//! Error type of the repository: the store fails, or a record in it cannot be read or written.

use adoube_store::{StoreError, Table};

use crate::core::{forms::FormError, notice::GameRefusal};

/// An error of the store or in its records.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read.
    #[error("the record {key} in table {table} cannot be read: {reason}")]
    Unreadable {
        /// Its table.
        table: Table,
        /// Its key, as text.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A newer program wrote a record.
    #[error(
        "the record {key} in table {table} is {kind} of version {found}, this program knows versions up to {known}; use a newer program"
    )]
    NewerVersion {
        /// Its table.
        table: Table,
        /// Its key, as text.
        key: String,
        /// The kind of record.
        kind: &'static str,
        /// Its version.
        found: u64,
        /// The newest this program knows.
        known: u64,
    },
    /// A record cannot be written.
    #[error(transparent)]
    Unwritable(FormError),
    /// The program has a bug, and panicked.
    #[error("the program broke while it dealt with {0}")]
    Panicked(String),
}

impl RepositoryError {
    /// Whether this program cannot read a record: it is damaged, or a newer program wrote it.
    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::NewerVersion { .. })
    }

    /// Whether a later attempt may succeed: the store could not be reached, or takes no writes.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_transient())
    }

    /// The refusal that people read. For damaged and newer records it suggests no retry, which
    /// would not help.
    pub(crate) fn refusal(&self) -> GameRefusal {
        match self {
            Self::Unreadable { .. } | Self::Store(StoreError::Damaged { .. }) => GameRefusal::RecordDamaged,
            Self::NewerVersion { .. } => GameRefusal::NewerRecord,
            // A database that refuses one write refuses others as well.
            Self::Store(StoreError::Database { .. }) => GameRefusal::StoreUnavailable,
            Self::Store(error) if error.is_transient() => GameRefusal::StoreUnavailable,
            Self::Store(_) | Self::Unwritable(_) | Self::Panicked(_) => GameRefusal::InternalError,
        }
    }
}

/// The record that was read; `None` if it cannot be read, which is logged with the sentence
/// `passed_over`.
///
/// # Errors
///
/// Any other error, such as one of the store.
pub(crate) fn readable<T>(
    found: Result<T, RepositoryError>,
    passed_over: &str,
) -> Result<Option<T>, RepositoryError> {
    match found {
        Ok(record) => Ok(Some(record)),
        Err(error) if error.is_unreadable() => {
            tracing::error!(%error, "{passed_over}");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
