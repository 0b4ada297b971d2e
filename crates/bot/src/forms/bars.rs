//! Stored form of a bar list: `{"format":1,"bars":[{"person":{"id":"web:5f0c","name":"Bob"}}]}`.
//!
//! Versions: 1 is the first; nothing else has been written.

use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::{
    Person,
    game::{Bar, BarList},
};

impl StoredForm for BarList {
    const KIND: &'static str = "a list of the barred";
    const VERSION: u64 = 1;
}

fields! { BarList as BarListForm }
kept! { Bar as BarForm }

#[derive(Serialize, Deserialize)]
#[serde(remote = "BarList", deny_unknown_fields)]
struct BarListForm {
    bars: Vec<Bar>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Bar", deny_unknown_fields)]
struct BarForm {
    person: Person,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<u64>,
}
