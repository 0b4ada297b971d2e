//! Stored forms: the JSON of records. Each form says its version; unknown newer versions, and those
//! older than the oldest readable one, are refused by their number. Not here: keys and tables of
//! records (`records`, and the tables of platforms).
//!
//! Notices, answers and most records are written with the fields of their working types, which have
//! the attributes of serde. Games and people have forms apart from the working type, in the files
//! here, so that a new field is a decision about what is stored.
//!
//! # Changing a form
//!
//! - What release 0.2.0 or a later one has written stays readable for ever. A different output is a
//!   new version of the form.
//! - A new field, a new variant, another name: each is a new version. Programs that do not know it
//!   refuse it, as they would lose the unknown part when they write the record back. So forms deny
//!   unknown fields.
//! - A version whose fields the newest one reads as well is read with them ([`StoredForm::OLDEST`]);
//!   an earlier one keeps a type of its own, from which [`StoredForm::older`] leads to the newest.
//!
//! ```
//! use adoube_bot::forms::{self, StoredForm};
//!
//! /// The working type.
//! #[derive(Debug, PartialEq)]
//! struct Seat { name: String, is_free: bool }
//!
//! /// The stored form.
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct StoredSeat { name: String }
//!
//! impl StoredForm for StoredSeat {
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
//! let bytes = forms::write(&StoredSeat::from(&seat)).unwrap();
//! assert_eq!(bytes, br#"{"format":2,"name":"Ada"}"#);
//! assert_eq!(Seat::from(forms::read::<StoredSeat>(&bytes).unwrap()), seat);
//! assert_eq!(forms::read::<StoredSeat>(b"Ada").unwrap().name, "Ada");
//! let newer = forms::read::<StoredSeat>(br#"{"format":3}"#).err().unwrap();
//! assert_eq!(newer.to_string(), "a seat has version 3, this program knows versions up to 2; use a newer program");
//! ```

/// Implements serde for a working type through its form. serde's `remote` attribute compares both
/// field by field: a field that only one of them has is a compile error.
macro_rules! kept {
    ($($working:ident as $form:ident),+ $(,)?) => {$(
        impl serde::Serialize for $working {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $form::serialize(self, to)
            }
        }

        impl<'de> serde::Deserialize<'de> for $working {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $form::deserialize(from)
            }
        }
    )+};
}

/// The same for a record, which is only written together with its version.
macro_rules! fields {
    ($($working:ident as $form:ident),+ $(,)?) => {$(
        impl $crate::core::forms::FormFields for $working {
            fn write_fields<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $form::serialize(self, to)
            }

            fn read_fields<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $form::deserialize(from)
            }
        }
    )+};
}

pub(crate) use {fields, kept};

mod checkpoint;
mod conditional_moves;
mod event;
mod game;
mod game_clock;
mod lists;
mod notice;
mod person;
mod records;
mod seats;
mod terms;
mod time_control;

pub(crate) use lists::{GameLocation, ListMembership};

pub use crate::core::versioned_form::{
    FormError, FormFields, FormPart, StoredForm, part, read, read_or_tell, write,
};
