//! What is known of a person across all their games. Not here: who they are (`people`), their games one by one (lists of
//! the ledger), and what a platform knows of them (its adapter).

/// A person's games, counted since games are counted: those before that are in the lists alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PersonRecord {
    /// Games that began.
    pub begun: u64,
    /// Games that ended, however they did.
    pub ended: u64,
}

/// What one event adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonEvent {
    /// A game of theirs began.
    Begun,
    /// A game of theirs ended.
    Ended,
}

impl PersonRecord {
    /// Counts it.
    pub fn note(&mut self, event: PersonEvent) {
        let count = match event {
            PersonEvent::Begun => &mut self.begun,
            PersonEvent::Ended => &mut self.ended,
        };
        *count = count.saturating_add(1);
    }
}
