//! Error type of reading and changing a person, and the answer each error gets.

use adoube_bot::forms::FormError;
use adoube_store::StoreError;
use axum::http::StatusCode;

use crate::{
    identity::name::NameError,
    wire::rejection::{RefusalReason, RequestRejection},
};

/// Why a person could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PersonError {
    /// The name is not valid.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Another person has the name, or one that looks like it.
    #[error("the name is taken")]
    Taken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read or written.
    #[error(transparent)]
    Form(#[from] FormError),
}

impl From<PersonError> for RequestRejection {
    fn from(error: PersonError) -> Self {
        match error {
            PersonError::Name(NameError::Empty) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::NameEmpty)
            }
            PersonError::Name(NameError::TooLong) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::NameLong)
            }
            PersonError::Name(NameError::Characters) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::NameCharacters)
            }
            PersonError::Name(NameError::Reserved) => Self(StatusCode::CONFLICT, RefusalReason::NameReserved),
            PersonError::Taken => Self(StatusCode::CONFLICT, RefusalReason::NameTaken),
            PersonError::Store(_) | PersonError::Form { .. } => {
                Self::internal(&error, "a person cannot be changed")
            }
        }
    }
}
