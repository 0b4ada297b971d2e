//! Self-tests, as answers keep them.

use serde::{Deserialize, Serialize};

use crate::notice::{CheckNotice, Finding, Found, Outcome};

kept! {
    CheckNotice as CheckNoticeForm,
    Finding as FindingForm,
    Outcome as OutcomeForm,
    Found as FoundForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CheckNotice", deny_unknown_fields)]
struct CheckNoticeForm {
    findings: Vec<Finding>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Finding", deny_unknown_fields)]
struct FindingForm {
    outcome: Outcome,
    found: Found,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome", rename_all = "snake_case")]
enum OutcomeForm {
    Fine,
    Missing,
    Broken,
    Note,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Found", rename_all = "snake_case")]
enum FoundForm {
    Store,
    Drawing,
    Waiting(usize),
    PutAside(usize),
    Said(String),
}
