//! Lenient deserialisation of Discord's JSON: a field of an unexpected form counts as missing, so
//! that the rest of its object stays usable.

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

/// A field, or its default where it is missing, `null` or of an unexpected form.
pub(crate) fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    from: D,
) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).unwrap_or_default())
}

/// The readable elements of a list.
pub(crate) fn readable<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let Value::Array(list) = Value::deserialize(from)? else { return Ok(Vec::new()) };
    Ok(list.into_iter().filter_map(|each| serde_json::from_value(each).ok()).collect())
}

/// The lowest 64 bits of a bit set, which Discord writes as a decimal string of any length;
/// <https://discord.com/developers/docs/topics/permissions>.
pub(crate) fn bits<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Number(number) => number.as_u64(),
        Value::String(digits) => low_bits(&digits),
        _ => None,
    })
}

fn low_bits(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let low = |bits: u64, digit: u8| bits.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
    is_number.then(|| digits.bytes().fold(0, low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_more_bits_the_lowest_are_kept() {
        for (digits, bits) in [
            ("0", Some(0)),
            ("2048", Some(2048)),
            ("18446744073709551615", Some(u64::MAX)),
            // 2^64 + 2048, and 2^130 + 1024.
            ("18446744073709553664", Some(2048)),
            ("1361129467683753853853498429727072846848", Some(1024)),
            ("", None),
            ("-1", None),
            ("0x10", None),
        ] {
            assert_eq!(low_bits(digits), bits, "{digits}");
        }
    }

    #[test]
    fn what_is_of_another_form_is_missing() {
        #[derive(Deserialize)]
        struct Read {
            #[serde(default, deserialize_with = "lenient")]
            name: Option<String>,
            #[serde(default, deserialize_with = "readable")]
            numbers: Vec<u8>,
            #[serde(default, deserialize_with = "bits")]
            flags: Option<u64>,
        }
        for (text, name, numbers, flags) in [
            (r#"{"name":"a","numbers":[1,2],"flags":"7"}"#, Some("a"), &[1, 2][..], Some(7)),
            (r#"{"name":{"en":"a"},"numbers":[1,"2",900,3],"flags":[]}"#, None, &[1, 3], None),
            (r#"{"name":null,"numbers":null,"flags":5,"new":{}}"#, None, &[], Some(5)),
            ("{}", None, &[], None),
        ] {
            let read: Read = serde_json::from_str(text).expect("an object");
            assert_eq!((read.name.as_deref(), &*read.numbers, read.flags), (name, numbers, flags), "{text}");
        }
    }
}
