//! Claim mode: whether draws by repetition and by the 50-move rule are claimed by a player or automatic.

/// How a game is drawn at the third repetition, or after 50 moves without progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClaimMode {
    /// A player claims the draw.
    #[default]
    ByPlayer,
    /// Automatically, with the move that completes the count.
    Automatic,
}
