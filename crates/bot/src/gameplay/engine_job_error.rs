//! Error type of a question to the engine: why it has no result, a refusal for the person who asked
//! or an internal error. Not here: the questions (`features`), and the threads (`engine_pool`).

use super::HandlerError;
use crate::core::{
    engine_pool::EnginePoolError,
    notice::{ComputerRefusal, GameRefusal},
    records::RepositoryError,
};

/// Why a question has no result.
pub(crate) enum EngineJobError {
    /// A refusal for the person who asked.
    Refused(GameRefusal),
    /// An internal error.
    Fault(RepositoryError),
}

impl From<RepositoryError> for EngineJobError {
    fn from(error: RepositoryError) -> Self {
        Self::Fault(error)
    }
}

impl From<HandlerError> for EngineJobError {
    fn from(stop: HandlerError) -> Self {
        Self::Fault(stop.into_fault())
    }
}

impl From<GameRefusal> for EngineJobError {
    fn from(refusal: GameRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<ComputerRefusal> for EngineJobError {
    fn from(refusal: ComputerRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl EngineJobError {
    /// Reports a broken search as an error: it is a bug, not a refusal.
    pub(crate) fn of(unthought: EnginePoolError) -> Self {
        match unthought {
            EnginePoolError::Crowded | EnginePoolError::Stopped => ComputerRefusal::Busy.into(),
            EnginePoolError::Broken => broken(),
        }
    }
}

/// A search that found nothing, or nothing that can be used.
pub(crate) fn broken() -> EngineJobError {
    RepositoryError::Panicked("a thought".to_owned()).into()
}
