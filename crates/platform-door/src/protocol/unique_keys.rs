//! JSON parser that reports the first repeated key of an object, with its path.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A JSON value, and the path of its first repeated key.
pub(crate) fn read(text: &[u8]) -> Result<(Value, Option<String>), serde_json::Error> {
    let mut repeated = None;
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = JsonReader { path: "", repeated: &mut repeated }.deserialize(&mut json)?;
    json.end()?;
    Ok((value, repeated))
}

/// Reads one value.
struct JsonReader<'a> {
    path: &'a str,
    repeated: &'a mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for JsonReader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for JsonReader<'_> {
    type Value = Value;

    fn expecting(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, is_so: bool) -> Result<Value, E> {
        Ok(is_so.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Value, E> {
        Number::from_f64(number).map(Value::Number).ok_or_else(|| E::custom("no number"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let path = format!("{}[{}]", self.path, values.len());
            let element = JsonReader { path: &path, repeated: &mut *self.repeated };
            match list.next_element_seed(element)? {
                Some(value) => values.push(value),
                None => return Ok(values.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let path = if self.path.is_empty() { key.clone() } else { format!("{}.{key}", self.path) };
            let value = entries.next_value_seed(JsonReader { path: &path, repeated: &mut *self.repeated })?;
            if fields.insert(key, value).is_some() {
                self.repeated.get_or_insert(path);
            }
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_that_stands_twice_is_named() {
        for (text, expected) in [
            (r#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#, None),
            (r#"{"a":1,"a":1}"#, Some("a")),
            (r#"{"a":null,"b":{"c":1,"d":2,"c":3},"b":1}"#, Some("b.c")),
            (r#"{"a":[1,{"x":1,"x":2}]}"#, Some("a[1].x")),
            (r#"{"\u0061":1,"a":2}"#, Some("a")),
        ] {
            let (value, repeated) = read(text.as_bytes()).expect("JSON");
            assert_eq!(repeated.as_deref(), expected, "{text}");
            assert_eq!(value, serde_json::from_str::<Value>(text).expect("JSON"), "the last one is kept");
        }
        for text in ["", "{", "1 2", r#"{"a":}"#, "\u{feff}1"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        let numbers = br#"[0, -5, 18446744073709551615, 1.5, 12345678901234567890123, true, null, "x"]"#;
        assert_eq!(read(numbers).expect("JSON").0, serde_json::from_slice::<Value>(numbers).expect("JSON"));
    }
}
