//! Encodes and decodes the lines of an export: a row, the header and the end, as JSON.

use base64::{DecodeError, Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::{
    error::StoreError,
    idempotency_key::IdempotencyKey,
    record::{Record, StoreRow},
    table::Table,
};

/// A line of an export is invalid.
#[derive(Debug, Error)]
pub enum LineError {
    /// The line is longer than the limit.
    #[error("it is longer than {0} bytes")]
    TooLong(u64),
    /// The line is not JSON, or has unknown fields.
    #[error("it cannot be understood: {0}")]
    Json(#[from] serde_json::Error),
    /// A field that must be base64 is not.
    #[error("{field} is not base64: {source}")]
    Base64 {
        /// The field.
        field: &'static str,
        /// The decoder's error.
        source: DecodeError,
    },
    /// The fields are not exactly those of a row or of the last line.
    #[error(
        "it is neither a record (table, version, key or key64, value or value64), nor an answered event \
         (event, at, answer or answer64), nor the end"
    )]
    Fields,
    /// No table has this name.
    #[error("there is no table of the name {0:?}")]
    Table(String),
    /// The version is zero.
    #[error("versions begin at 1")]
    Version,
    /// A field exceeds its limit, or an idempotency key is empty.
    #[error(transparent)]
    Limit(#[from] StoreError),
    /// The row count of the last line is wrong.
    #[error("it tells of {said} rows, but there were {found}")]
    Count {
        /// The count in the line.
        said: u64,
        /// The rows before the line.
        found: u64,
    },
    /// Lines follow the last line.
    #[error("nothing may follow the end")]
    AfterEnd,
}

/// The header line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportHeader {
    pub(super) adoube: String,
    pub(super) format: u64,
}

/// A line after the header.
#[derive(Debug)]
pub(super) enum ExportLine {
    Row(StoreRow),
    /// The last line, with the number of rows.
    End(u64),
}

/// All fields that a line after the header may have.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportLineFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
    #[serde(
        default,
        borrow,
        deserialize_with = "deserialize_raw_value",
        skip_serializing_if = "Option::is_none"
    )]
    value: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    #[serde(
        default,
        borrow,
        deserialize_with = "deserialize_raw_value",
        skip_serializing_if = "Option::is_none"
    )]
    answer: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u64>,
}

/// Keeps a `null` as a value; serde would take it for a missing field.
fn deserialize_raw_value<'de: 'a, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Encodes a row, without the line end.
pub(super) fn write_row(row: &StoreRow) -> Result<String, serde_json::Error> {
    let fields = match row {
        StoreRow::Record { table, key, record } => {
            let (key, key64) = text_or_base64(key);
            let (value, value64) = json_or_base64(&record.value);
            let table = Some(table.name().to_owned());
            ExportLineFields {
                table,
                key,
                key64,
                version: Some(record.version),
                value,
                value64,
                ..ExportLineFields::default()
            }
        }
        StoreRow::Answer { id, at_millis, answer } => {
            let (answer, answer64) = json_or_base64(answer);
            let event = Some(id.as_str().to_owned());
            ExportLineFields { event, at: Some(*at_millis), answer, answer64, ..ExportLineFields::default() }
        }
    };
    serde_json::to_string(&fields)
}

/// Encodes the last line, without the line end.
pub(super) fn write_end(rows: u64) -> Result<String, serde_json::Error> {
    serde_json::to_string(&ExportLineFields { end: Some(rows), ..ExportLineFields::default() })
}

/// Decodes a line after the header.
pub(super) fn read(line: &[u8]) -> Result<ExportLine, LineError> {
    match serde_json::from_slice(line)? {
        ExportLineFields {
            table: Some(table),
            key,
            key64,
            version: Some(version),
            value,
            value64,
            event: None,
            at: None,
            answer: None,
            answer64: None,
            end: None,
        } => {
            let table = Table::from_name(&table).ok_or(LineError::Table(table))?;
            let key = either("key64", key.map(String::into_bytes), key64)?;
            let value = either("value64", value.map(raw_bytes), value64)?;
            if version == 0 {
                return Err(LineError::Version);
            }
            checked(StoreRow::Record { table, key, record: Record { version, value } })
        }
        ExportLineFields {
            table: None,
            key: None,
            key64: None,
            version: None,
            value: None,
            value64: None,
            event: Some(event),
            at: Some(at_millis),
            answer,
            answer64,
            end: None,
        } => {
            let answer = either("answer64", answer.map(raw_bytes), answer64)?;
            checked(StoreRow::Answer { id: IdempotencyKey::new(event)?, at_millis, answer })
        }
        ExportLineFields {
            table: None,
            key: None,
            key64: None,
            version: None,
            value: None,
            value64: None,
            event: None,
            at: None,
            answer: None,
            answer64: None,
            end: Some(rows),
        } => Ok(ExportLine::End(rows)),
        _ => Err(LineError::Fields),
    }
}

fn checked(row: StoreRow) -> Result<ExportLine, LineError> {
    row.check()?;
    Ok(ExportLine::Row(row))
}

/// A field given either plainly or as base64.
fn either(
    field64: &'static str,
    plain: Option<Vec<u8>>,
    base64: Option<String>,
) -> Result<Vec<u8>, LineError> {
    match (plain, base64) {
        (Some(plain), None) => Ok(plain),
        (None, Some(text)) => {
            STANDARD.decode(text).map_err(|source| LineError::Base64 { field: field64, source })
        }
        _ => Err(LineError::Fields),
    }
}

fn raw_bytes(value: &RawValue) -> Vec<u8> {
    value.get().as_bytes().to_vec()
}

fn text_or_base64(bytes: &[u8]) -> (Option<String>, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.chars().any(char::is_control) => (Some(text.to_owned()), None),
        _ => (None, Some(STANDARD.encode(bytes))),
    }
}

/// A value that is JSON stays as it is, unless it contains line ends or has space around it, which would be lost.
fn json_or_base64(bytes: &[u8]) -> (Option<&RawValue>, Option<String>) {
    match serde_json::from_slice::<&RawValue>(bytes) {
        Ok(json) if json.get().as_bytes() == bytes && !bytes.contains(&b'\n') && !bytes.contains(&b'\r') => {
            (Some(json), None)
        }
        _ => (None, Some(STANDARD.encode(bytes))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn record(key: &[u8], value: &[u8]) -> StoreRow {
        let record = Record { version: 3, value: value.to_vec() };
        StoreRow::Record { table: Table::Game, key: key.to_vec(), record }
    }

    fn comes_back(row: &StoreRow) -> String {
        let line = write_row(row).expect("a row can be written");
        assert!(!line.contains('\n'), "{line}");
        match read(line.as_bytes()) {
            Ok(ExportLine::Row(read)) => assert_eq!(&read, row, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
        line
    }

    #[test]
    fn json_and_text_stand_as_they_are_and_the_rest_as_base64() {
        let cases: [(&[u8], &[u8], &str); 7] = [
            (b"a/b", b"{\"x\": 1}", r#"{"table":"game","key":"a/b","version":3,"value":{"x": 1}}"#),
            (b"a", b"null", r#"{"table":"game","key":"a","version":3,"value":null}"#),
            (b"", b"1e999", r#"{"table":"game","key":"","version":3,"value":1e999}"#),
            (b"\xff", b"\xff", r#"{"table":"game","key64":"/w==","version":3,"value64":"/w=="}"#),
            (b"a\n", b" 1", r#"{"table":"game","key64":"YQo=","version":3,"value64":"IDE="}"#),
            (b"a", b"[\n]", r#"{"table":"game","key":"a","version":3,"value64":"Wwpd"}"#),
            (b"a", b"", r#"{"table":"game","key":"a","version":3,"value64":""}"#),
        ];
        for (key, value, line) in cases {
            assert_eq!(comes_back(&record(key, value)), line);
        }
        let answer = StoreRow::Answer {
            id: IdempotencyKey::new("web:\u{1}\"").expect("an id"),
            at_millis: u64::MAX,
            answer: b"\"yes\"".to_vec(),
        };
        let line = "{\"event\":\"web:\\u0001\\\"\",\"at\":18446744073709551615,\"answer\":\"yes\"}";
        assert_eq!(comes_back(&answer), line);
    }

    #[test]
    fn a_wrong_line_says_what_is_wrong() {
        let cases = [
            ("", "it cannot be understood: EOF"),
            ("{}", "it is neither a record"),
            (r#"{"table":"game","key":"a","key64":"YQ==","version":1,"value":1}"#, "it is neither a record"),
            (r#"{"table":"game","key":"a","version":1}"#, "it is neither a record"),
            (r#"{"table":"game","key":"a","version":1,"value":1,"end":1}"#, "it is neither a record"),
            (
                r#"{"table":"games","key":"a","version":1,"value":1}"#,
                "there is no table of the name \"games\"",
            ),
            (r#"{"table":"game","key":"a","version":0,"value":1}"#, "versions begin at 1"),
            (
                r#"{"table":"game","key":"a","version":-1,"value":1}"#,
                "it cannot be understood: invalid value",
            ),
            (r#"{"table":"game","key":"a","version":1,"value64":"?"}"#, "value64 is not base64"),
            (
                r#"{"table":"game","kee":"a","version":1,"value":1}"#,
                "it cannot be understood: unknown field `kee`",
            ),
            (r#"{"event":"","at":1,"answer":1}"#, "an event id is empty"),
        ];
        for (line, problem) in cases {
            let error = read(line.as_bytes()).expect_err(line).to_string();
            assert!(error.starts_with(problem), "{line}: {error}");
        }
        let key = "k".repeat(crate::MAX_KEY_BYTES + 1);
        let line = format!(r#"{{"table":"game","key":"{key}","version":1,"value":1}}"#);
        assert_eq!(
            read(line.as_bytes()).expect_err("too long").to_string(),
            "a key of 513 is over the limit of 512"
        );
    }

    proptest! {
        #[test]
        fn any_row_comes_back(key in prop::collection::vec(any::<u8>(), 0..40), value: Vec<u8>) {
            comes_back(&record(&key, &value));
        }

        #[test]
        fn any_text_comes_back(key in ".{0,40}", value in ".{0,40}") {
            comes_back(&record(key.as_bytes(), value.as_bytes()));
        }

        #[test]
        fn any_line_is_read_without_a_panic(line: Vec<u8>, text in ".{0,40}") {
            let _ = read(&line);
            let _ = read(text.as_bytes());
        }
    }
}
