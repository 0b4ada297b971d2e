//! Test of the stored JSON of notices, the bot's messages as data: every line of
//! `stored_notices.jsonl` is read and written back byte for byte, and every notice and refusal has
//! a line there. A difference means that notices of earlier programs are no longer read, or that a
//! version is missing.

use std::collections::BTreeSet;

use adoube_bot::{
    Notice,
    forms::{self, FormError},
};
use serde_json::{Value, json};

const STORED: &str = include_str!("stored_notices.jsonl");

#[test]
fn stored_notices_are_read_and_written_as_they_are() {
    let rewritten = |line: &str| -> Result<String, FormError> {
        let notice: Notice = forms::read(line.as_bytes())?;
        Ok(String::from_utf8_lossy(&forms::write(&notice)?).into_owned())
    };
    let changed: Vec<_> = STORED
        .lines()
        .map(|line| (line, rewritten(line)))
        .filter(|(line, rewritten)| rewritten.as_deref() != Ok(*line))
        .collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

/// Tags of refusals within refusals: the word of `why`, and the field that names the inner one.
const TOPICS: [&str; 11] =
    ["after", "bar", "cards", "claim", "computer", "contact", "plan", "settings", "setup", "stray", "time"];

#[test]
fn every_notice_and_refusal_has_a_stored_line() {
    let lines: Vec<Value> = STORED
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let missing = |tag: &str, unknown: Value| {
        let stored: BTreeSet<&str> = lines.iter().filter_map(|line| line[tag].as_str()).collect();
        let missing = variants(unknown).into_iter().filter(|word| !stored.contains(word.as_str()));
        missing.map(|word| format!("{tag}: {word}")).collect::<Vec<_>>()
    };
    let mut all = missing("notice", json!({ "notice": "?" }));
    all.extend(missing("why", json!({ "notice": "refused", "why": "?" })));
    for topic in TOPICS {
        all.extend(missing(topic, json!({ "notice": "refused", "why": topic, topic: "?" })));
    }
    assert_eq!(all, Vec::<String>::new());
}

/// The words of an enum's variants, as serde lists them where it refuses an unknown one.
fn variants(unknown: Value) -> BTreeSet<String> {
    let error = serde_json::from_value::<Notice>(unknown).err().map(|error| error.to_string());
    let words: BTreeSet<String> =
        error.iter().flat_map(|error| error.split('`').skip(3).step_by(2)).map(str::to_owned).collect();
    assert!(words.len() > 1, "{error:?}");
    words
}
