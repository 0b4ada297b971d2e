//! Findings of a self-test, in reading order. Not here: the tests (`handlers`, and platforms for
//! what they alone know).

use serde::{Deserialize, Serialize};

/// Everything that was found out in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfTestNotice {
    /// One thing each.
    pub findings: Vec<SelfTestFinding>,
}

/// One thing that was found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfTestFinding {
    /// How it is.
    pub outcome: FindingStatus,
    /// What.
    pub found: FindingSubject,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingStatus {
    /// As it should be.
    Fine,
    /// Something that is needed has not been given.
    Missing,
    /// Something does not work.
    Broken,
    /// Good to know; nothing is wrong.
    Note,
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingSubject {
    /// Whether what is written can be read again.
    Store,
    /// Whether boards can be drawn.
    Drawing,
    /// How much waits to be shown in the channel; counted up to a bound.
    Waiting(usize),
    /// How much the channel was never shown because it cannot be read; counted up to a bound.
    PutAside(usize),
    /// Something of the platform's own, in the words of the adapter: in the language of whoever asked.
    Said(String),
}

impl SelfTestNotice {
    /// Adds something.
    pub fn add(&mut self, outcome: FindingStatus, found: FindingSubject) {
        self.findings.push(SelfTestFinding { outcome, found });
    }

    /// Adds something in the adapter's own words.
    pub fn say(&mut self, outcome: FindingStatus, text: impl Into<String>) {
        self.add(outcome, FindingSubject::Said(text.into()));
    }

    /// How many things are not as they should be.
    pub fn troubles(&self) -> usize {
        let trouble = |finding: &&SelfTestFinding| {
            matches!(finding.outcome, FindingStatus::Missing | FindingStatus::Broken)
        };
        self.findings.iter().filter(trouble).count()
    }
}
