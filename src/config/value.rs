//! Type of the value of a setting, and a serde deserializer that reads it as the type of its key.
//! Nothing is converted silently.

use std::fmt;

use serde::{
    Deserializer,
    de::{
        self, IntoDeserializer, Unexpected, Visitor,
        value::{MapDeserializer, SeqDeserializer},
    },
    forward_to_deserialize_any,
};

/// Characters of a value that an error shows.
const MAX_SHOWN_CHARS: usize = 80;

/// A value as it was set. Without `Debug`, as it may be a secret.
#[derive(Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    Number(i128),
    Boolean(bool),
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
    /// A kind of value that no key has, such as a date, as text.
    Other(String),
    /// The text of a variable, which is read as the type of the key.
    Variable(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Variable(text) => {
                let shown: String = text.chars().take(MAX_SHOWN_CHARS).collect();
                write!(f, "{shown:?}{}", if shown.len() < text.len() { "…" } else { "" })
            }
            Self::Number(number) => number.fmt(f),
            Self::Boolean(is_so) => is_so.fmt(f),
            Self::List(_) => f.write_str("a list"),
            Self::Table(_) => f.write_str("as it is"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl Value {
    /// The element of a list at a path such as `[2]`, else the whole value.
    pub(super) fn at(&self, place: &str) -> Self {
        let index = place.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let index: Option<usize> = index.and_then(|(index, _)| index.parse().ok());
        let element = match (self, index) {
            (Self::List(values), Some(index)) => values.get(index).cloned(),
            (Self::Variable(text), Some(index)) => elements(text).nth(index),
            _ => None,
        };
        element.unwrap_or_else(|| self.clone())
    }

    /// This value with `other` over it. Sections are merged key by key.
    pub(super) fn overlaid(self, other: Self) -> Self {
        match (self, other) {
            (Self::Table(mut keys), Self::Table(others)) => {
                keys.retain(|(key, _)| !others.iter().any(|(other, _)| other == key));
                keys.extend(others);
                Self::Table(keys)
            }
            (_, other) => other,
        }
    }

    fn number(&self) -> Option<i128> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Variable(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    fn boolean(&self) -> Option<bool> {
        match self {
            Self::Boolean(is_so) => Some(*is_so),
            Self::Variable(text) => text.trim().to_ascii_lowercase().parse().ok(),
            _ => None,
        }
    }
}

/// The elements of a list in a variable, separated by commas.
fn elements(text: &str) -> impl Iterator<Item = Value> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| Value::Variable(part.to_owned()))
}

/// Why a value is wrong for its key. Holds the value only if the check of the key puts it there.
#[derive(Debug, thiserror::Error)]
pub(super) enum ValueError {
    #[error("there is no such key, but {}", .0.join(", "))]
    UnknownKey(&'static [&'static str]),
    #[error("{0}")]
    Wrong(String),
}

impl de::Error for ValueError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Wrong(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::Wrong(format!("it should be {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let expected = expected.to_string();
        // serde's name of the number types that are at least 1.
        if expected.starts_with("a nonzero") {
            return Self::Wrong("it is a whole number of at least 1".to_owned());
        }
        Self::Wrong(format!("it should be {expected}"))
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self::UnknownKey(expected)
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $number:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
            let number = self.number().and_then(|number| $number::try_from(number).ok());
            let range = || format!("it is a whole number from {} to {}", $number::MIN, $number::MAX);
            visitor.$visit(number.ok_or_else(|| ValueError::Wrong(range()))?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Value {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Self::Text(text) | Self::Variable(text) => visitor.visit_string(text),
            Self::Number(number) => visitor.visit_i128(number),
            Self::Boolean(is_so) => visitor.visit_bool(is_so),
            Self::List(values) => visitor.visit_seq(SeqDeserializer::new(values.into_iter())),
            Self::Table(values) => visitor.visit_map(MapDeserializer::new(values.into_iter())),
            Self::Other(_) => Err(ValueError::Wrong("no key has this kind of value".to_owned())),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        let is_so = self.boolean();
        visitor.visit_bool(is_so.ok_or_else(|| ValueError::Wrong("it is true or false".to_owned()))?)
    }

    numbers! {
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Self::Text(text) | Self::Variable(text) => visitor.visit_string(text),
            _ => Err(ValueError::Wrong("it is text, in quotes".to_owned())),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        let values = match self {
            Self::List(values) => values,
            Self::Variable(text) => elements(&text).collect(),
            _ => return Err(ValueError::Wrong("it is a list, in brackets".to_owned())),
        };
        visitor.visit_seq(SeqDeserializer::new(values.into_iter()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Self::Table(values) => visitor.visit_map(MapDeserializer::new(values.into_iter())),
            _ => Err(ValueError::Wrong("it is a section, with keys of its own".to_owned())),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, ValueError> for Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use serde::{Deserialize, de::DeserializeOwned};

    use super::*;

    fn refused<T: DeserializeOwned + fmt::Debug>(value: Value) -> String {
        T::deserialize(value).expect_err("another type").to_string()
    }

    #[test]
    fn values_of_files_are_not_converted() {
        let text = || Value::Text("8424".to_owned());
        assert_eq!(refused::<u16>(text()), "it is a whole number from 0 to 65535");
        assert_eq!(refused::<u16>(Value::Number(65_536)), "it is a whole number from 0 to 65535");
        assert_eq!(refused::<u16>(Value::Number(-1)), "it is a whole number from 0 to 65535");
        assert_eq!(refused::<u16>(Value::Other("1.0".to_owned())), "it is a whole number from 0 to 65535");
        assert_eq!(refused::<NonZeroU64>(Value::Number(0)), "it is a whole number of at least 1");
        assert_eq!(refused::<String>(Value::Number(5)), "it is text, in quotes");
        assert_eq!(refused::<Option<String>>(Value::Boolean(true)), "it is text, in quotes");
        assert_eq!(refused::<bool>(Value::Text("true".to_owned())), "it is true or false");
        assert_eq!(refused::<bool>(Value::Number(1)), "it is true or false");
        assert_eq!(refused::<Vec<String>>(text()), "it is a list, in brackets");
        assert_eq!(refused::<Vec<String>>(Value::List(vec![Value::Number(1)])), "it is text, in quotes");
    }

    #[test]
    fn variables_are_read_as_the_type_of_their_key() {
        let variable = |text: &str| Value::Variable(text.to_owned());
        assert_eq!(u16::deserialize(variable("8424")).ok(), Some(8424));
        assert_eq!(String::deserialize(variable("0815")).ok().as_deref(), Some("0815"));
        assert_eq!(bool::deserialize(variable("True")).ok(), Some(true));
        assert_eq!(Vec::<u64>::deserialize(variable("1, 2")).ok(), Some(vec![1, 2]));
        assert_eq!(Vec::<String>::deserialize(variable("")).ok(), Some(Vec::new()));
        assert_eq!(refused::<u16>(variable("")), "it is a whole number from 0 to 65535");
        assert_eq!(refused::<bool>(variable("yes")), "it is true or false");
    }

    #[test]
    fn an_error_shows_the_beginning_of_a_long_text() {
        let shown = Value::Text("é".repeat(100)).to_string();
        assert_eq!(shown, format!("\"{}\"…", "é".repeat(MAX_SHOWN_CHARS)));
    }
}
