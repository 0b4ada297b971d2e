//! Error type of a request of the rules protocol, with the protocol's codes.

use adoube_rules::PositionError;

use super::limits::MAX_LIMIT_MS;

/// Why a request has no other answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum RulesError {
    #[error("{0}")]
    Request(String),
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("{0}")]
    Move(String),
    /// The protocol has no code of its own for this, and programs know its codes.
    #[error("not done within limit_ms = {limit_ms}; ask for less or give it more time, up to {MAX_LIMIT_MS}")]
    Late { limit_ms: u64 },
}

impl RulesError {
    pub(super) fn request(message: String) -> Self {
        Self::Request(message)
    }

    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::Request(_) | Self::Late { .. } => "bad-request",
            Self::Position(_) => "bad-position",
            Self::Move(_) => "illegal-move",
        }
    }
}
