//! Enum of the priorities of events under load: events in running games first, new games last. Not
//! here: the admission by priority (`bot::admission`).

/// Priority of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventPriority {
    /// A move, or another event in a running game.
    RunningGame,
    /// Any other event a person waits for.
    Other,
    /// Completions while a person types: the next key asks again.
    Completions,
    /// An event that may begin a game.
    NewGame,
}

impl EventPriority {
    /// Every priority, the first one first.
    pub(crate) const ALL: [Self; 4] = [Self::RunningGame, Self::Other, Self::Completions, Self::NewGame];
}
