//! What can be wrong with a request, by the protocol's codes.

use adoube_rules::PositionError;

/// Why a request has no other answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Request(String),
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("{0}")]
    Move(String),
}

impl Failure {
    pub(super) fn request(message: String) -> Self {
        Self::Request(message)
    }

    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::Request(_) => "bad-request",
            Self::Position(_) => "bad-position",
            Self::Move(_) => "illegal-move",
        }
    }
}
