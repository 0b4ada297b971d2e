//! Record of the computer's missed turns in a game: how often and when its turn was found undone.

/// How often no process finished the computer's turn: its process ended, or its engine panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissedTurns {
    /// Number of misses.
    pub times: u8,
    /// Time of the last miss, in milliseconds since 1970.
    pub last: u64,
}
