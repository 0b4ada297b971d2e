//! Converts records to the bytes of their stored forms and back, with errors that name the record.

use adoube_store::Table;

use super::error::RepositoryError;
use crate::core::forms::{self, FormError, StoredForm};

/// Serialises a record in its stored form.
pub(crate) fn write(form: &impl StoredForm) -> Result<Vec<u8>, RepositoryError> {
    forms::write(form).map_err(RepositoryError::Unwritable)
}

/// Deserialises a record from its stored form.
pub(crate) fn read<F: StoredForm>(table: Table, key: &[u8], bytes: &[u8]) -> Result<F, RepositoryError> {
    forms::read(bytes).map_err(|error| match error {
        FormError::Newer { kind, found, known } => RepositoryError::NewerVersion {
            table,
            key: String::from_utf8_lossy(key).into_owned(),
            kind,
            found,
            known,
        },
        error => unreadable(table, key, error.to_string()),
    })
}

/// The error of a record that cannot be read, for this reason.
pub(crate) fn unreadable(table: Table, key: &[u8], reason: String) -> RepositoryError {
    RepositoryError::Unreadable { table, key: String::from_utf8_lossy(key).into_owned(), reason }
}
