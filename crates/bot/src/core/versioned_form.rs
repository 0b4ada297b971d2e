//! Version mechanism of stored forms, the JSON of records: how a form says its version, and how an
//! unknown one is refused. Not here: any form.
//!
//! A form is a JSON object that begins with its version: `{"format":2,…}`. A form without a version
//! field has version 1. A form that is no object can only be version 1, and becomes an object with
//! its next version.

use std::cell::Cell;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor,
        value::{BorrowedStrDeserializer, StringDeserializer},
    },
    forward_to_deserialize_any,
};

/// The field with the version of a form.
const LABEL: &str = "format";

/// The version of a form without that field.
const UNLABELLED: u64 = 1;

/// A stored record, or a part of one with a version of its own. Its content are its [`FormFields`],
/// which every type has that serde reads and writes.
pub trait StoredForm: FormFields {
    /// The kind of record, with its article, for the log.
    const KIND: &'static str;

    /// The newest version.
    const VERSION: u64;

    /// The oldest version that is read with the same fields.
    const OLDEST: u64 = Self::VERSION;

    /// The first version that writes its version field; a form that is no object cannot.
    const LABELLED_SINCE: u64 = 1;

    /// Parts of the form that have versions of their own.
    const PARTS: &'static [FormPart] = &[];

    /// Reads a version before [`StoredForm::OLDEST`], in forms that still support one.
    fn older(version: u64, bytes: &[u8]) -> Option<Self> {
        let _ = (version, bytes);
        None
    }
}

/// The fields of a stored form, without its version. Types with serde's traits have them already;
/// working types that must not be written by accident have only these.
pub trait FormFields: Sized {
    /// Writes the fields.
    ///
    /// # Errors
    ///
    /// The serializer fails.
    fn write_fields<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;

    /// Reads the fields.
    ///
    /// # Errors
    ///
    /// The input does not have these fields.
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

/// A part of a form that has versions of its own, with the versions this program knows.
#[derive(Clone, Copy, Debug)]
pub struct FormPart {
    at: &'static str,
    kind: &'static str,
    known: u64,
    oldest: u64,
}

impl FormPart {
    /// The part at this JSON pointer.
    pub const fn of<F: StoredForm>(at: &'static str) -> Self {
        Self { at, kind: F::KIND, known: F::VERSION, oldest: F::OLDEST }
    }
}

/// Why a record cannot be read or written. It quotes nothing from the record, so it may be logged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// A newer program wrote the record.
    #[error("{kind} has version {found}, this program knows versions up to {known}; use a newer program")]
    Newer {
        /// The kind of record.
        kind: &'static str,
        /// The version of the record.
        found: u64,
        /// The newest version this program knows.
        known: u64,
    },
    /// The record's version is too old for this program.
    #[error(
        "{kind} has version {found}, the oldest this program reads is {oldest}; open the store once with a program before it"
    )]
    Older {
        /// The kind of record.
        kind: &'static str,
        /// The version of the record.
        found: u64,
        /// The oldest version this program reads.
        oldest: u64,
    },
    /// The record is damaged: no program has written it so.
    #[error("{kind} cannot be read: {reason}")]
    Unreadable {
        /// The kind of record.
        kind: &'static str,
        /// The error and its position.
        reason: String,
    },
    /// The record cannot be written.
    #[error("{kind} cannot be written: {reason}")]
    Unwritable {
        /// The kind of record.
        kind: &'static str,
        /// The error.
        reason: String,
    },
}

/// Serialises a form with its version.
///
/// # Errors
///
/// [`FormError::Unwritable`].
pub fn write<F: StoredForm>(form: &F) -> Result<Vec<u8>, FormError> {
    let unwritable = |error| FormError::Unwritable { kind: F::KIND, reason: without_content(&error) };
    serde_json::to_vec(&VersionedForm(form)).map_err(unwritable)
}

/// Reads a form of any known version.
///
/// # Errors
///
/// [`FormError::Newer`], [`FormError::Older`] and [`FormError::Unreadable`].
pub fn read<F: StoredForm>(bytes: &[u8]) -> Result<F, FormError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = read_labelled(&mut json).and_then(|form| json.end().map(|()| form));
    read.or_else(|error| second_look(bytes, &error))
}

/// The same for records whose loss blocks nothing: an unreadable one is logged with its key and
/// skipped.
pub fn read_or_tell<F: StoredForm>(key: &[u8], bytes: &[u8]) -> Option<F> {
    read(bytes)
        .inspect_err(|error| tracing::error!(%error, key = %key.escape_ascii(), "a record is passed over"))
        .ok()
}

/// serde's `with` modules for forms within other forms, each with its own version.
pub mod part {
    /// For a boxed form.
    pub mod boxed {
        use std::ops::Deref;

        use serde::{Deserializer, Serialize, Serializer};

        use super::super::{StoredForm, VersionedForm, read_labelled};

        /// Writes the form with its version.
        ///
        /// # Errors
        ///
        /// The serializer fails.
        pub fn serialize<B, S>(form: &B, to: S) -> Result<S::Ok, S::Error>
        where
            B: Deref<Target: StoredForm>,
            S: Serializer,
        {
            VersionedForm(&**form).serialize(to)
        }

        /// Reads the form.
        ///
        /// # Errors
        ///
        /// The input is another form, or of an unknown version.
        pub fn deserialize<'de, F: StoredForm, D: Deserializer<'de>>(from: D) -> Result<Box<F>, D::Error> {
            read_labelled(from).map(Box::new)
        }
    }

    /// For an optional form.
    pub mod option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        use super::super::{ParsedVersionedForm, StoredForm, VersionedForm};

        /// Writes the form with its version, if there is one.
        ///
        /// # Errors
        ///
        /// The serializer fails.
        pub fn serialize<F: StoredForm, S: Serializer>(form: &Option<F>, to: S) -> Result<S::Ok, S::Error> {
            form.as_ref().map(VersionedForm).serialize(to)
        }

        /// Reads the form, if there is one.
        ///
        /// # Errors
        ///
        /// The input is another form, or of an unknown version.
        pub fn deserialize<'de, F: StoredForm, D: Deserializer<'de>>(from: D) -> Result<Option<F>, D::Error> {
            Ok(Option::<ParsedVersionedForm<F>>::deserialize(from)?.map(|read| read.0))
        }
    }
}

/// Defaults of fields, and serde's predicates for fields that are not written.
pub(crate) mod field {
    /// Whether a field has the default of its type.
    pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
        *value == T::default()
    }

    /// Default of a field that is true in forms without it.
    pub(crate) const fn yes() -> bool {
        true
    }

    /// Whether a field is true, as it is in forms without it.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
    pub(crate) const fn is_true(value: &bool) -> bool {
        *value
    }
}

/// A form to write, with its version in front.
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

/// A form to write, without its version.
struct UnversionedForm<'a, F>(&'a F);

impl<F: StoredForm> Serialize for UnversionedForm<'_, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write_fields(to)
    }
}

/// A form that was read with its version in front.
struct ParsedVersionedForm<F>(F);

impl<'de, F: StoredForm> Deserialize<'de> for ParsedVersionedForm<F> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_labelled(from).map(Self)
    }
}

/// Reads a form whose fields this program knows. The version comes first, so no field of another
/// version is read.
fn read_labelled<'de, F: StoredForm, D: Deserializer<'de>>(from: D) -> Result<F, D::Error> {
    let label = FormVersion { known: (F::OLDEST, F::VERSION), found: Cell::new(None) };
    let form = F::read_fields(VersionExtractor { inner: from, label: &label })?;
    if label.found.get().is_none() {
        label.note(UNLABELLED)?;
    }
    Ok(form)
}

/// Finds out why the fields of the newest version did not fit: an older version, a newer one,
/// damage.
fn second_look<F: StoredForm>(bytes: &[u8], error: &serde_json::Error) -> Result<F, FormError> {
    let unreadable = |reason| FormError::Unreadable { kind: F::KIND, reason };
    // Version 1 need not be a JSON object, or JSON at all.
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

/// The error and its position, without a quotation from the record.
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

/// The version field of a form that is being read.
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

/// A deserializer that takes the version field out of the object it passes on.
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

/// A field's name, borrowed from the input where possible.
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
