//! The forms in which records are kept: each says which version of its form it is, older ones are read for ever, and
//! newer ones are refused by their number. Not here: what the forms are (beside what each of them keeps), and where they
//! lie (the ledger, and each adapter).
//!
//! A form is a type of its own, apart from what the code works with, and the way to it and back names every field: so a
//! new field is a decision about what is kept, and never an accident.
//!
//! ```
//! use adoube_service::stored::{self, Form};
//!
//! /// What the code works with.
//! #[derive(Debug, PartialEq)]
//! struct Seat { name: String, is_free: bool }
//!
//! /// What is kept of it.
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct StoredSeat { name: String }
//!
//! impl Form for StoredSeat {
//!     const KIND: &'static str = "a seat";
//!     const VERSION: u64 = 2;
//!
//!     // The first version was the bare name.
//!     fn older(_: u64, bytes: &[u8]) -> Option<Self> {
//!         Some(Self { name: String::from_utf8(bytes.to_vec()).ok()? })
//!     }
//! }
//!
//! impl From<&Seat> for StoredSeat {
//!     fn from(seat: &Seat) -> Self {
//!         let Seat { name, is_free: _ } = seat;
//!         Self { name: name.clone() }
//!     }
//! }
//!
//! impl From<StoredSeat> for Seat {
//!     fn from(stored: StoredSeat) -> Self {
//!         let StoredSeat { name } = stored;
//!         Self { name, is_free: false }
//!     }
//! }
//!
//! let seat = Seat { name: "Ada".to_owned(), is_free: false };
//! let bytes = stored::write(&StoredSeat::from(&seat)).unwrap();
//! assert_eq!(bytes, br#"{"format":2,"name":"Ada"}"#);
//! assert_eq!(Seat::from(stored::read::<StoredSeat>(&bytes).unwrap()), seat);
//! assert_eq!(stored::read::<StoredSeat>(b"Ada").unwrap().name, "Ada");
//! let newer = stored::read::<StoredSeat>(br#"{"format":3}"#).err().unwrap();
//! assert_eq!(newer.to_string(), "a seat has version 3, this program knows versions up to 2; use a newer program");
//! ```

use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[cfg(test)]
mod tests;

/// A form in which something is kept, as a JSON object. Its version stands in the field `format`, which is none of its own.
pub trait Form: Serialize + DeserializeOwned {
    /// What is kept in it, with its article, for whoever reads the log.
    const KIND: &'static str;
    /// The version that is written, and the newest that can be read. What does not say its version is of the first.
    const VERSION: u64;

    /// Reads what an earlier version wrote.
    fn older(version: u64, bytes: &[u8]) -> Option<Self> {
        let _ = (version, bytes);
        None
    }
}

/// Why a record cannot be read or written. It says nothing of what is in the record, so it may be logged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// A newer program wrote it.
    #[error("{kind} has version {found}, this program knows versions up to {known}; use a newer program")]
    Newer {
        /// What it is.
        kind: &'static str,
        /// The version it says it has.
        found: u64,
        /// The newest that is known.
        known: u64,
    },
    /// It is nothing that any program wrote.
    #[error("{kind} cannot be read: {reason}")]
    Unreadable {
        /// What it is.
        kind: &'static str,
        /// What is wrong, and where.
        reason: String,
    },
    /// It cannot be written.
    #[error("{kind} cannot be written: {reason}")]
    Unwritable {
        /// What it is.
        kind: &'static str,
        /// What is wrong.
        reason: String,
    },
}

/// The bytes to keep.
///
/// # Errors
///
/// [`FormError::Unwritable`].
pub fn write<F: Form>(form: &F) -> Result<Vec<u8>, FormError> {
    let versioned = Versioned { format: F::VERSION, form };
    let unwritable = |error| FormError::Unwritable { kind: F::KIND, reason: without_content(&error) };
    serde_json::to_vec(&versioned).map_err(unwritable)
}

/// What was kept, in whichever version it is.
///
/// # Errors
///
/// [`FormError::Newer`] and [`FormError::Unreadable`].
pub fn read<F: Form>(bytes: &[u8]) -> Result<F, FormError> {
    let (kind, known) = (F::KIND, F::VERSION);
    let unreadable = |reason| FormError::Unreadable { kind, reason };
    let found = version(bytes).map_err(|error| unreadable(without_content(&error)))?;
    if found > known {
        return Err(FormError::Newer { kind, found, known });
    }
    if found < known {
        return F::older(found, bytes).ok_or_else(|| unreadable(format!("it is no version {found}")));
    }
    serde_json::from_slice(bytes).map_err(|error| unreadable(without_content(&error)))
}

/// The same for records whose loss stops nothing: one that cannot be read is named in the log by its key.
pub fn read_or_tell<F: Form>(key: &[u8], bytes: &[u8]) -> Option<F> {
    read(bytes)
        .inspect_err(|error| tracing::error!(%error, key = %key.escape_ascii(), "a record is passed over"))
        .ok()
}

/// The version a record says it has. The first version said nothing, and some of it was no object.
fn version(bytes: &[u8]) -> Result<u64, serde_json::Error> {
    #[derive(Deserialize)]
    struct Said {
        format: Option<u64>,
    }
    if bytes.first() != Some(&b'{') {
        return Ok(1);
    }
    Ok(serde_json::from_slice::<Said>(bytes)?.format.unwrap_or(1))
}

/// A form with its version before it.
#[derive(Serialize)]
struct Versioned<'f, F> {
    format: u64,
    #[serde(flatten)]
    form: &'f F,
}

/// What is wrong with a record, and where. The error's own words may quote the record, which may hold hidden cards, and
/// this is logged.
fn without_content(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let what = match error.classify() {
        Category::Io | Category::Eof => "it breaks off",
        Category::Syntax => "it is no JSON",
        Category::Data => "its form is another one",
    };
    format!("{what}, at line {}, column {}", error.line(), error.column())
}
