//! Error type of handlers: why one ends without a change, a refusal for the person who acted or an
//! internal error.

use adoube_rules::Game;

use crate::{
    Reply,
    core::{
        game::GameRecord,
        notice::{
            BarRefusal, CardRefusal, ClaimRefusal, ClockRefusal, ConditionalMovesRefusal, ContactRefusal,
            GameRefusal, RematchRefusal, SetupRefusal,
        },
        records::RepositoryError,
    },
};

/// Why a handler ends without a change.
#[derive(Debug)]
pub(crate) enum HandlerError {
    /// A refusal for the person who acted.
    Refused(Box<GameRefusal>),
    /// An internal error.
    Internal(RepositoryError),
}

impl HandlerError {
    /// The error behind it, for jobs, which have no sender to refuse.
    pub(crate) fn into_fault(self) -> RepositoryError {
        match self {
            HandlerError::Internal(error) => error,
            HandlerError::Refused(_) => {
                RepositoryError::Panicked("something that is due and was refused".to_owned())
            }
        }
    }
}

impl From<GameRefusal> for HandlerError {
    fn from(refusal: GameRefusal) -> Self {
        HandlerError::Refused(Box::new(refusal))
    }
}

impl From<SetupRefusal> for HandlerError {
    fn from(refusal: SetupRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<CardRefusal> for HandlerError {
    fn from(refusal: CardRefusal) -> Self {
        GameRefusal::Cards(refusal).into()
    }
}

impl From<ClaimRefusal> for HandlerError {
    fn from(refusal: ClaimRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<ConditionalMovesRefusal> for HandlerError {
    fn from(refusal: ConditionalMovesRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<ClockRefusal> for HandlerError {
    fn from(refusal: ClockRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<RematchRefusal> for HandlerError {
    fn from(refusal: RematchRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<BarRefusal> for HandlerError {
    fn from(refusal: BarRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<ContactRefusal> for HandlerError {
    fn from(refusal: ContactRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<RepositoryError> for HandlerError {
    fn from(error: RepositoryError) -> Self {
        HandlerError::Internal(error)
    }
}

/// Result of a handler.
pub(crate) type HandlerResult<T = Reply> = Result<T, HandlerError>;

/// The position and history of a stored game.
pub(crate) fn restore_game(record: &GameRecord) -> HandlerResult<Game> {
    Game::restore(record.state.clone()).map_err(|error| {
        HandlerError::Internal(RepositoryError::Unreadable {
            table: adoube_store::Table::Game,
            key: record.id.to_string(),
            // The error quotes the position, and it is logged.
            reason: if record.variant.has_cards() {
                "its state is no game's".to_owned()
            } else {
                error.to_string()
            },
        })
    })
}
