//! What a self-test has found out, in the order in which it is read. Not here: how anything is tried (`flow`, and the
//! adapters for what they alone know).

/// Everything that was found out in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckNotice {
    /// One thing each.
    pub findings: Vec<Finding>,
}

/// One thing that was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it is.
    pub outcome: Outcome,
    /// What.
    pub found: Found,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
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

impl CheckNotice {
    /// Adds something.
    pub fn add(&mut self, outcome: Outcome, found: Found) {
        self.findings.push(Finding { outcome, found });
    }

    /// Adds something in the adapter's own words.
    pub fn say(&mut self, outcome: Outcome, text: impl Into<String>) {
        self.add(outcome, Found::Said(text.into()));
    }

    /// How many things are not as they should be.
    pub fn troubles(&self) -> usize {
        let trouble = |finding: &&Finding| matches!(finding.outcome, Outcome::Missing | Outcome::Broken);
        self.findings.iter().filter(trouble).count()
    }
}
