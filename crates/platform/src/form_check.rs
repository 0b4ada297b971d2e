//! Whether a record of a platform's table can be read, by what its key begins with: for `adoube store check`. Not here: which
//! forms there are (`form_check` of each platform).

use adoube_bot::forms::{FormError, StoredForm, read};
use adoube_store::KeyReader;

/// Reads a record of one form.
pub type FormCheck = fn(&[u8]) -> Result<(), FormError>;

/// Whether a value is of this form.
///
/// # Errors
/// Why it cannot be read.
pub fn form<F: StoredForm>(value: &[u8]) -> Result<(), FormError> {
    read::<F>(value).map(drop)
}

/// Reads a record by the form that belongs to its key's first part; whether there is one.
///
/// # Errors
/// Why it cannot be read.
pub fn check(key: &[u8], value: &[u8], forms: &[(&str, FormCheck)]) -> Result<bool, FormError> {
    let kind = KeyReader::new(key).text().unwrap_or_default();
    match forms.iter().find(|(word, _)| *word == kind) {
        Some((_, read)) => read(value).map(|()| true),
        None => Ok(false),
    }
}
