//! Versions of stored forms: how a form says its version, and how an unknown one is refused. Not
//! here: any form.
//!
//! A form is a JSON object that begins with its version: `{"format":2,…}`. One that says none has version 1. What is no
//! object cannot say one either: such a form can only be a version 1, and becomes an object with the next.

use std::cell::Cell;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor,
        value::{BorrowedStrDeserializer, StringDeserializer},
    },
    forward_to_deserialize_any,
};

/// The field in which a form says its version.
const LABEL: &str = "format";

/// The version of a form that says none.
const UNLABELLED: u64 = 1;

/// Something that is kept: a record, or a part of one with a version of its own. What it keeps are its [`FormFields`], which
/// everything has that serde reads and writes.
pub trait StoredForm: FormFields {
    /// What is kept in it, with its article, for whoever reads the log.
    const KIND: &'static str;

    /// The newest version there is.
    const VERSION: u64;

    /// The oldest version that the same fields read as well.
    const OLDEST: u64 = Self::VERSION;

    /// The first version that says which it is. What is no object cannot.
    const LABELLED_SINCE: u64 = 1;

    /// Forms within it that have versions of their own.
    const PARTS: &'static [FormPart] = &[];

    /// Reads what a version before [`StoredForm::OLDEST`] wrote, where a form still does.
    fn older(version: u64, bytes: &[u8]) -> Option<Self> {
        let _ = (version, bytes);
        None
    }
}

/// What of something is kept, without its version. Whatever serde writes and reads has these already; what the code works
/// with and is never to be written by accident has only these.
pub trait FormFields: Sized {
    /// Writes them.
    ///
    /// # Errors
    ///
    /// Where they are written to fails.
    fn write_fields<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;

    /// Reads them.
    ///
    /// # Errors
    ///
    /// They are other ones.
    fn read_fields<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

impl<T: Serialize + DeserializeOwned> FormFields for T {
    fn write_fields<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.serialize(to)
    }

    fn read_fields<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from)
    }
}

/// Where a form has another one inside it, and how much of that this program knows.
#[derive(Clone, Copy, Debug)]
pub struct FormPart {
    at: &'static str,
    kind: &'static str,
    known: u64,
    oldest: u64,
}

impl FormPart {
    /// The one at this JSON pointer.
    pub const fn of<F: StoredForm>(at: &'static str) -> Self {
        Self { at, kind: F::KIND, known: F::VERSION, oldest: F::OLDEST }
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
    /// A program wrote it whose forms are no longer read.
    #[error(
        "{kind} has version {found}, the oldest this program reads is {oldest}; open the store once with a program before it"
    )]
    Older {
        /// What it is.
        kind: &'static str,
        /// The version it says it has.
        found: u64,
        /// The oldest that is read.
        oldest: u64,
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
pub fn write<F: StoredForm>(form: &F) -> Result<Vec<u8>, FormError> {
    let unwritable = |error| FormError::Unwritable { kind: F::KIND, reason: without_content(&error) };
    serde_json::to_vec(&VersionedForm(form)).map_err(unwritable)
}

/// What was kept, in whichever version it is.
///
/// # Errors
///
/// [`FormError::Newer`], [`FormError::Older`] and [`FormError::Unreadable`].
pub fn read<F: StoredForm>(bytes: &[u8]) -> Result<F, FormError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = read_labelled(&mut json).and_then(|form| json.end().map(|()| form));
    read.or_else(|error| second_look(bytes, &error))
}

/// The same for records whose loss stops nothing: one that cannot be read is named in the log by its key.
pub fn read_or_tell<F: StoredForm>(key: &[u8], bytes: &[u8]) -> Option<F> {
    read(bytes)
        .inspect_err(|error| tracing::error!(%error, key = %key.escape_ascii(), "a record is passed over"))
        .ok()
}

/// Reads and writes forms within others, for serde's `with`: each says its own version there.
pub mod part {
    /// Of a form in a box.
    pub mod boxed {
        use std::ops::Deref;

        use serde::{Deserializer, Serialize, Serializer};

        use super::super::{StoredForm, VersionedForm, read_labelled};

        /// Writes it.
        ///
        /// # Errors
        ///
        /// Where it is written to fails.
        pub fn serialize<B, S>(form: &B, to: S) -> Result<S::Ok, S::Error>
        where
            B: Deref<Target: StoredForm>,
            S: Serializer,
        {
            VersionedForm(&**form).serialize(to)
        }

        /// Reads it.
        ///
        /// # Errors
        ///
        /// It is another one, or of another version.
        pub fn deserialize<'de, F: StoredForm, D: Deserializer<'de>>(from: D) -> Result<Box<F>, D::Error> {
            read_labelled(from).map(Box::new)
        }
    }

    /// Of a form that may be there.
    pub mod option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        use super::super::{ParsedVersionedForm, StoredForm, VersionedForm};

        /// Writes it.
        ///
        /// # Errors
        ///
        /// Where it is written to fails.
        pub fn serialize<F: StoredForm, S: Serializer>(form: &Option<F>, to: S) -> Result<S::Ok, S::Error> {
            form.as_ref().map(VersionedForm).serialize(to)
        }

        /// Reads it.
        ///
        /// # Errors
        ///
        /// It is another one, or of another version.
        pub fn deserialize<'de, F: StoredForm, D: Deserializer<'de>>(from: D) -> Result<Option<F>, D::Error> {
            Ok(Option::<ParsedVersionedForm<F>>::deserialize(from)?.map(|read| read.0))
        }
    }
}

/// A form with its version in front.
struct VersionedForm<'a, F>(&'a F);

impl<F: StoredForm> Serialize for VersionedForm<'_, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<T> {
            format: u64,
            #[serde(flatten)]
            fields: T,
        }
        if F::VERSION < F::LABELLED_SINCE {
            return self.0.write_fields(to);
        }
        Object { format: F::VERSION, fields: UnversionedForm(self.0) }.serialize(to)
    }
}

/// A form without its version.
struct UnversionedForm<'a, F>(&'a F);

impl<F: StoredForm> Serialize for UnversionedForm<'_, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write_fields(to)
    }
}

/// What is read of a form with its version in front.
struct ParsedVersionedForm<F>(F);

impl<'de, F: StoredForm> Deserialize<'de> for ParsedVersionedForm<F> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_labelled(from).map(Self)
    }
}

/// Reads a form whose fields this program knows. The version comes first, so nothing of another one is looked at.
fn read_labelled<'de, F: StoredForm, D: Deserializer<'de>>(from: D) -> Result<F, D::Error> {
    let label = FormVersion { known: (F::OLDEST, F::VERSION), found: Cell::new(None) };
    let form = F::read_fields(VersionExtractor { inner: from, label: &label })?;
    if label.found.get().is_none() {
        label.note(UNLABELLED)?;
    }
    Ok(form)
}

/// Why something was not read by the newest version's fields: perhaps it is an older one, perhaps a newer one.
fn second_look<F: StoredForm>(bytes: &[u8], error: &serde_json::Error) -> Result<F, FormError> {
    let unreadable = |reason| FormError::Unreadable { kind: F::KIND, reason };
    // The first version may have been anything.
    let value = match bytes.first() {
        Some(b'{') => serde_json::from_slice(bytes).map_err(|_| unreadable(without_content(error)))?,
        _ => serde_json::Value::Null,
    };
    let version_at = |place| match value.pointer(place).and_then(|form| form.get(LABEL)) {
        None => Some(UNLABELLED),
        Some(version) => version.as_u64(),
    };
    for FormPart { at, kind, known, oldest } in F::PARTS.iter().chain(&[FormPart::of::<F>("")]).copied() {
        let Some(found) = version_at(at) else { continue };
        if found > known {
            return Err(FormError::Newer { kind, found, known });
        }
        let is_part = !at.is_empty() && value.pointer(at).is_some_and(serde_json::Value::is_object);
        if is_part && (UNLABELLED..oldest).contains(&found) {
            return Err(FormError::Older { kind, found, oldest });
        }
    }
    match version_at("") {
        Some(found) if found < F::OLDEST => F::older(found, bytes).ok_or_else(|| {
            if value.is_object() && found >= UNLABELLED {
                FormError::Older { kind: F::KIND, found, oldest: F::OLDEST }
            } else {
                unreadable(without_content(error))
            }
        }),
        _ => Err(unreadable(without_content(error))),
    }
}

/// What is wrong, and where, in words that quote nothing.
fn without_content(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let what = match error.classify() {
        Category::Io | Category::Eof => "it breaks off",
        Category::Syntax => "it is no JSON",
        Category::Data if error.to_string().starts_with("unknown field") => {
            "it has a field that its version does not have"
        }
        Category::Data => "its form is another one",
    };
    format!("{what}, at line {}, column {}", error.line(), error.column())
}

/// The version of a form that is being read.
struct FormVersion {
    known: (u64, u64),
    found: Cell<Option<u64>>,
}

impl FormVersion {
    fn note<E: serde::de::Error>(&self, version: u64) -> Result<(), E> {
        let (oldest, newest) = self.known;
        if self.found.replace(Some(version)).is_some() {
            return Err(E::duplicate_field(LABEL));
        }
        if version < oldest || version > newest {
            return Err(E::custom(format_args!("version {version}")));
        }
        Ok(())
    }
}

/// Takes the version out of the object that somebody is about to read.
struct VersionExtractor<'l, T> {
    inner: T,
    label: &'l FormVersion,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for VersionExtractor<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(VersionExtractor { inner: visitor, label: self.label })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for VersionExtractor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<V::Value, E> {
        self.inner.visit_bool(value)
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<V::Value, E> {
        self.inner.visit_u64(value)
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<V::Value, E> {
        self.inner.visit_str(value)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(VersionExtractor { inner: object, label: self.label })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for VersionExtractor<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        loop {
            match self.inner.next_key::<FieldName<'de>>()? {
                None => return Ok(None),
                Some(name) if name.as_str() == LABEL => self.label.note(self.inner.next_value()?)?,
                Some(FieldName::Borrowed(name)) => {
                    return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
                }
                Some(FieldName::Owned(name)) => {
                    return seed.deserialize(StringDeserializer::new(name)).map(Some);
                }
            }
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(seed)
    }
}

/// A field's name, taken from the bytes without a copy where that is possible.
enum FieldName<'de> {
    Borrowed(&'de str),
    Owned(String),
}

impl FieldName<'_> {
    fn as_str(&self) -> &str {
        match self {
            Self::Borrowed(name) => name,
            Self::Owned(name) => name,
        }
    }
}

impl<'de> Deserialize<'de> for FieldName<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Name;

        impl<'de> Visitor<'de> for Name {
            type Value = FieldName<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the name of a field")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(FieldName::Borrowed(name))
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(FieldName::Owned(name.to_owned()))
            }

            fn visit_string<E>(self, name: String) -> Result<Self::Value, E> {
                Ok(FieldName::Owned(name))
            }
        }

        from.deserialize_str(Name)
    }
}

#[cfg(test)]
mod tests;
