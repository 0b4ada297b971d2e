//! Checks that a record of a platform's table is readable, by the first part of its key, for
//! `adoube store check`.
//!
//! Not here: the forms themselves (`form_check` of each platform).

use adoube_bot::forms::{FormError, StoredForm, read};
use adoube_store::KeyReader;

/// Reads a record in one stored form.
pub type FormCheck = fn(&[u8]) -> Result<(), FormError>;

/// Checks that a value can be read as a stored form.
///
/// # Errors
/// The value cannot be read.
pub fn form<F: StoredForm>(value: &[u8]) -> Result<(), FormError> {
    read::<F>(value).map(drop)
}

/// Checks a record by the form for the first part of its key. Returns false if there is no such
/// form.
///
/// # Errors
/// The value cannot be read.
pub fn check(key: &[u8], value: &[u8], forms: &[(&str, FormCheck)]) -> Result<bool, FormError> {
    let kind = KeyReader::new(key).text().unwrap_or_default();
    match forms.iter().find(|(word, _)| *word == kind) {
        Some((_, read)) => read(value).map(|()| true),
        None => Ok(false),
    }
}
