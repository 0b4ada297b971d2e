//! Stored forms of self-test notices.

use serde::{Deserialize, Serialize};

use crate::notice::{FindingStatus, FindingSubject, SelfTestFinding, SelfTestNotice};

kept! {
    SelfTestNotice as SelfTestNoticeForm,
    SelfTestFinding as SelfTestFindingForm,
    FindingStatus as FindingStatusForm,
    FindingSubject as FoundForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SelfTestNotice", deny_unknown_fields)]
struct SelfTestNoticeForm {
    findings: Vec<SelfTestFinding>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SelfTestFinding", deny_unknown_fields)]
struct SelfTestFindingForm {
    outcome: FindingStatus,
    found: FindingSubject,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FindingStatus", rename_all = "snake_case")]
enum FindingStatusForm {
    Fine,
    Missing,
    Broken,
    Note,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FindingSubject", rename_all = "snake_case")]
enum FoundForm {
    Store,
    Drawing,
    Waiting(usize),
    PutAside(usize),
    Said(String),
}
