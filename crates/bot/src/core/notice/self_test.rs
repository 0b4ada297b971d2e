//! The self-test notice: a list of findings of the self-test of an installation, each with its
//! subject and status, in reading order. Not here: the tests (`features::self_test`, and platforms
//! for what they alone know).

use serde::{Deserialize, Serialize};

/// All findings in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfTestNotice {
    /// The findings.
    pub findings: Vec<SelfTestFinding>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfTestFinding {
    /// Its status.
    pub outcome: FindingStatus,
    /// Its subject.
    pub found: FindingSubject,
}

/// The status of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingStatus {
    /// As it should be.
    Fine,
    /// A required setting or permission is missing.
    Missing,
    /// A part does not work.
    Broken,
    /// Information; nothing is wrong.
    Note,
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingSubject {
    /// Whether written records can be read again.
    Store,
    /// Whether boards can be drawn.
    Drawing,
    /// Queued notices of the channel; counted up to a bound.
    Waiting(usize),
    /// Unreadable notices of the channel in quarantine; counted up to a bound.
    PutAside(usize),
    /// A subject of the platform, in its own words and the asking person's language.
    Said(String),
}

impl SelfTestNotice {
    /// Adds a finding.
    pub fn add(&mut self, outcome: FindingStatus, found: FindingSubject) {
        self.findings.push(SelfTestFinding { outcome, found });
    }

    /// Adds a finding in the platform's own words.
    pub fn say(&mut self, outcome: FindingStatus, text: impl Into<String>) {
        self.add(outcome, FindingSubject::Said(text.into()));
    }

    /// The number of findings that are not as they should be.
    pub fn troubles(&self) -> usize {
        let trouble = |finding: &&SelfTestFinding| {
            matches!(finding.outcome, FindingStatus::Missing | FindingStatus::Broken)
        };
        self.findings.iter().filter(trouble).count()
    }
}
