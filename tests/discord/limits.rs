//! Checks requests by limits that Discord applies although its `OpenAPI` description does not state
//! them: text that is blank or too long together, controls with the same id, options with the same
//! value. Not here: the description itself (`openapi`).

use std::collections::HashSet;

use serde_json::Value;

use crate::fake::Request;

const CONTENT: usize = 2000;
const EMBED: usize = 4096;
const EMBEDS: usize = 6000;
const ALT: usize = 1024;
const CUSTOM_ID: usize = 100;
const BUTTON_LABEL: usize = 80;
const OPTION: usize = 100;
const PLACEHOLDER: usize = 150;
const CHOICES: usize = 25;

/// Discord counts in UTF-16.
fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.encode_utf16().count())
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn is_said(value: &Value, most: usize) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty()) && length(value) <= most
}

fn are_different<'v>(values: impl Iterator<Item = &'v Value>) -> bool {
    let mut seen = HashSet::new();
    values.filter_map(Value::as_str).all(|value| seen.insert(value))
}

/// Checks the message of a request, if it has one.
pub fn check(request: &Request) {
    let message = if request.path.ends_with("/callback") { &request.body["data"] } else { &request.body };
    assert!(length(&message["content"]) <= CONTENT, "{message:#}");
    let embeds: Vec<usize> = items(&message["embeds"]).map(|embed| length(&embed["description"])).collect();
    assert!(
        embeds.iter().all(|embed| *embed <= EMBED) && embeds.iter().sum::<usize>() <= EMBEDS,
        "{message:#}"
    );
    assert!(items(&message["attachments"]).all(|file| length(&file["description"]) <= ALT), "{message:#}");
    let choices: Vec<&Value> = items(&message["choices"]).collect();
    assert!(choices.len() <= CHOICES, "{message:#}");
    assert!(choices.iter().all(|choice| is_said(&choice["name"], OPTION)), "{message:#}");
    assert!(choices.iter().all(|choice| is_said(&choice["value"], OPTION)), "{message:#}");
    let controls = items(&message["components"]).flat_map(|row| items(&row["components"]));
    let controls: Vec<&Value> = controls.collect();
    assert!(are_different(controls.iter().map(|control| &control["custom_id"])), "{message:#}");
    for control in controls {
        check_control(control);
    }
}

fn check_control(control: &Value) {
    assert!(is_said(&control["custom_id"], CUSTOM_ID), "{control:#}");
    if control["type"] == 2 {
        assert!(is_said(&control["label"], BUTTON_LABEL), "{control:#}");
        return;
    }
    assert!(is_said(&control["placeholder"], PLACEHOLDER), "{control:#}");
    // A menu of people has no options of its own.
    if control["type"] == 5 {
        return;
    }
    let options: Vec<&Value> = items(&control["options"]).collect();
    assert!((1..=CHOICES).contains(&options.len()), "{control:#}");
    assert!(options.iter().all(|option| is_said(&option["label"], OPTION)), "{control:#}");
    assert!(options.iter().all(|option| is_said(&option["value"], OPTION)), "{control:#}");
    assert!(are_different(options.iter().map(|option| &option["value"])), "{control:#}");
}
