//! Tests that every row of the fixture store, a stored copy of a store in `tests/fixtures`, is read
//! and written again unchanged, and that unknown forms are refused. Not here: play that goes on
//! from it (`tests/fixture.rs`), and rows of platforms.

#[path = "../../../../../tests/fixture_store/files.rs"]
mod files;

use std::{collections::HashSet, fs};

use serde_json::{Map, Value};

use super::row_kinds::RowKind;
use crate::core::forms::FormError;

/// Fields that hold the name of a variant.
const TAGS: [&str; 11] =
    ["notice", "why", "setup", "cards", "stray", "after", "contact", "bar", "what", "reason", "fault"];

/// A field that no form has.
const UNKNOWN: &str = "unheard_of";

/// Analyses, which the fixture store lacks: a missing analysis is computed again.
const ANALYSES: [&str; 2] = [
    r#"{"format":1,"start":{"pawns":0},"plies":[]}"#,
    r#"{"format":1,"start":{"pawns":23},"plies":[{"by":"white","san":"f3","could":{"pawns":23},"better":["e4","e5"],"did":{"pawns":-88}},{"by":"black","san":"e5","could":{"pawns":-88},"did":{"pawns":-88}},{"by":"white","san":"g4","could":{"pawns":-90},"better":["e4"],"did":{"mates":["black",1]}},{"by":"black","san":"Qh4#","could":{"mates":["black",0]},"did":{"mates":["black",0]}}]}"#,
];

/// Contacts, which the fixture store lacks.
const CONTACTS: [&str; 2] = [
    r#"{"format":1,"blocked":[{"id":"web:5f0c","name":"Bob"}]}"#,
    r#"{"format":1,"approached":[{"person":"web:5f0c","open":{"channel":"web:lobby","challenge":"k7f2mq","made_at":7},"closed":[5,6]}]}"#,
];

/// Answers with replies that the fixture store lacks: to a text for others, and to questions.
const ANSWERS: [&str; 4] = [
    r#"{"format":2,"reply":"not_for_me"}"#,
    r#"{"format":2,"reply":{"check":{"findings":[]}}}"#,
    r#"{"format":2,"reply":{"think":{"channel":"web:lobby","by":"web:5f0c","game":"k7f2mq","about":"analysis"}}}"#,
    r#"{"format":2,"reply":{"think":{"channel":"web:lobby","game":"k7f2mq","about":{"hint":{"board_revision":3}}}}}"#,
];

/// A bar list, which the fixture store lacks, too.
const BARRED: &str = r#"{"format":1,"bars":[{"person":{"id":"web:5f0c","name":"Bob"},"until":7},{"person":{"id":"web:5f0d","name":"Cy"}}]}"#;

/// A row of the bot.
struct Row {
    name: String,
    kind: RowKind,
    value: Value,
}

impl Row {
    /// This row with another value, as the program writes it.
    fn again(&self, value: &Value) -> Result<Value, FormError> {
        let written = self.kind.again(&serde_json::to_vec(value).expect("JSON"))?;
        Ok(serde_json::from_slice(&written).expect("JSON"))
    }
}

/// All rows of the bot in the fixture store, and the notices in the logs of platforms.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for file in files::all() {
        for line in fs::read_to_string(file).expect("lines").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            rows.extend(row(&line));
            notices(&line["value"]["what"], &mut rows);
        }
    }
    for analysis in ANALYSES {
        let value = serde_json::from_str(analysis).expect("JSON");
        rows.push(Row { name: "an analysis".to_owned(), kind: RowKind::Analysis, value });
    }
    for contacts in CONTACTS {
        let value = serde_json::from_str(contacts).expect("JSON");
        rows.push(Row { name: "contacts".to_owned(), kind: RowKind::Contacts, value });
    }
    for answer in ANSWERS {
        let value = serde_json::from_str(answer).expect("JSON");
        rows.push(Row { name: "an answer".to_owned(), kind: RowKind::Answer, value });
    }
    let value = serde_json::from_str(BARRED).expect("JSON");
    rows.push(Row { name: "a list of the barred".to_owned(), kind: RowKind::Barred, value });
    assert!(rows.len() > 500, "{}", rows.len());
    rows
}

fn row(line: &Value) -> Option<Row> {
    if let (Some(event), Some(answer)) = (line["event"].as_str(), line.get("answer")) {
        return Some(Row { name: event.to_owned(), kind: RowKind::Answer, value: answer.clone() });
    }
    let (table, key) = (line["table"].as_str()?, line["key"].as_str()?);
    let kind = RowKind::of(table, key)?;
    Some(Row { name: format!("{table} {key}"), kind, value: line["value"].clone() })
}

/// The notices within a log entry of a platform.
fn notices(what: &Value, rows: &mut Vec<Row>) {
    for notice in [&what["notice"], &what["private"]["notice"]] {
        if notice.is_object() {
            let name = format!("a notice in a log: {}", notice["notice"]);
            rows.push(Row { name, kind: RowKind::Notice, value: notice.clone() });
        }
    }
}

/// Where the stored forms within a row have their versions, and the kind of each form.
fn forms(kind: RowKind) -> Vec<(&'static str, RowKind)> {
    let (places, part): (&[_], _) = match kind {
        RowKind::Channel | RowKind::Notice => (&["/game"], RowKind::Game),
        RowKind::Answer => (&["/reply/private", "/reply/update"], RowKind::Notice),
        _ => (&[], kind),
    };
    let parts = places.iter().map(|place| (*place, part));
    std::iter::once(("", kind)).chain(parts).collect()
}

#[test]
fn every_row_of_the_fixture_is_read_and_written_again() {
    let rows = rows();
    for kind in RowKind::ALL {
        assert!(rows.iter().any(|row| row.kind == kind), "no {kind:?}");
    }
    for row in rows {
        let Row { name, kind, value } = &row;
        let again = row.again(value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again, *value, "{name}");
        for (place, form) in forms(*kind) {
            if let Some(Value::Object(object)) = again.pointer(place) {
                assert_eq!(object["format"], form.version(), "{name}: {place}");
            }
        }
    }
}

/// The tests of whole chats compare all other rows with a store byte by byte.
#[test]
fn what_is_thought_of_a_game_is_written_as_it_was() {
    for analysis in ANALYSES {
        let written = RowKind::Analysis.again(analysis.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(String::from_utf8_lossy(&written), analysis);
    }
}

#[test]
fn a_newer_version_of_each_is_refused_with_both_numbers() {
    let rows = rows();
    for kind in RowKind::ALL {
        // A newer version may have the same fields with another meaning.
        let newer = [1, 1000].into_iter().flat_map(|more| [(more, true), (more, false)]);
        for (newer, has_more) in newer.map(|(more, has_more)| (kind.version() + more, has_more)) {
            for row in rows.iter().filter(|row| row.kind == kind).take(20) {
                let Row { name, value, .. } = row;
                let mut object = value.as_object().cloned().unwrap_or_default();
                object.insert("format".to_owned(), newer.into());
                if has_more {
                    object.insert(UNKNOWN.to_owned(), Value::Null);
                }
                let error = row.again(&object.into()).expect_err(name);
                assert!(
                    matches!(error, FormError::Newer { found, known, .. } if (found, known) == (newer, kind.version())),
                    "{name}: {error}"
                );
            }
        }
    }
}

#[test]
fn an_older_version_is_refused_and_named() {
    for row in rows() {
        let Row { name, kind, value } = &row;
        let Some(older) = kind.version().checked_sub(1).filter(|older| *older > 0) else { continue };
        let mut object = value.as_object().cloned().unwrap_or_default();
        object.insert("format".to_owned(), older.into());
        let error = row.again(&object.into()).expect_err(name);
        assert!(
            matches!(error, FormError::Older { found, oldest, .. } if (found, oldest) == (older, kind.version())),
            "{name}: {error}"
        );
    }
}

#[test]
fn a_newer_part_is_refused_as_what_it_is() {
    let rows = rows();
    for (kind, place, part) in [
        (RowKind::Channel, "/game", RowKind::Game),
        (RowKind::Notice, "/game", RowKind::Game),
        (RowKind::Answer, "/reply/private", RowKind::Notice),
    ] {
        let newer = part.version() + 1;
        let mut found = 0;
        for row in rows.iter().filter(|row| row.kind == kind) {
            let Row { name, value, .. } = row;
            let mut value = value.clone();
            let Some(Value::Object(object)) = value.pointer_mut(place) else { continue };
            object.insert("format".to_owned(), newer.into());
            let error = row.again(&value).expect_err(name);
            assert!(
                matches!(error, FormError::Newer { found, known, .. } if (found, known) == (newer, part.version())),
                "{name}: {error}"
            );
            found += 1;
        }
        assert!(found > 0, "no {part:?} in any {kind:?}");
    }
}

/// An unknown field in a form of a known version is an error: the next write would lose it.
#[test]
fn a_field_that_nobody_knows_is_a_fault_wherever_it_is() {
    let mut seen = HashSet::new();
    for row in rows() {
        let Row { name, kind, value } = &row;
        let mut places = Vec::new();
        objects(value, String::new(), &mut places);
        // One of each shape at each place.
        places.retain(|place| seen.insert(shape(*kind, value, place)));
        for place in places {
            let mut value = value.clone();
            let Some(Value::Object(object)) = value.pointer_mut(&place) else { panic!("no {place}") };
            // serde ignores fields beside the tag of a variant that has no fields.
            if is_bare(object) {
                continue;
            }
            object.insert(UNKNOWN.to_owned(), 1.into());
            let read = row.again(&value);
            assert!(matches!(read, Err(FormError::Unreadable { .. })), "{name}: {place}: {read:?}");
        }
    }
}

fn shape(kind: RowKind, value: &Value, place: &str) -> String {
    let place_of_any = place.replace(|letter: char| letter.is_ascii_digit(), "");
    let said = |value: &Value| value.as_str().filter(|word| !word.contains(' ')).map(str::to_owned);
    let fields = value.pointer(place).and_then(Value::as_object).into_iter().flatten();
    let fields: Vec<_> =
        fields.map(|(key, value)| (key, said(value).filter(|_| TAGS.contains(&key.as_str())))).collect();
    format!("{kind:?} {place_of_any} {fields:?}")
}

fn is_bare(object: &Map<String, Value>) -> bool {
    let is_tag = |key: &String| TAGS.contains(&key.as_str());
    object.keys().any(is_tag) && object.keys().all(|key| is_tag(key) || key == "format")
}

/// The paths of all objects in a value.
fn objects(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                objects(value, format!("{place}/{key}"), places);
            }
            places.push(place);
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                objects(value, format!("{place}/{index}"), places);
            }
        }
        _ => {}
    }
}
