//! What an error of the database means for what was asked. Not here: what is done about it (`link`).

use std::{error::Error as _, io, iter::successors};

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::{Error, error::SqlState};

use super::tls;
use crate::StoreError;

/// What an error means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DatabaseError {
    /// Somebody else was in the way: the same at once again.
    Retry,
    /// It takes no writes, but reads.
    ReadOnly,
    /// It cannot be reached or cannot do anything now; what was asked may have been done.
    Unreachable,
    /// The same would fail again.
    Permanent,
}

impl DatabaseError {
    pub(super) fn of(error: &Error) -> Self {
        let Some(code) = error.code() else {
            return if is_broken(error) { Self::Unreachable } else { Self::Permanent };
        };
        match *code {
            SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::T_R_DEADLOCK_DETECTED
            | SqlState::LOCK_NOT_AVAILABLE => Self::Retry,
            // A full disk can be read.
            SqlState::READ_ONLY_SQL_TRANSACTION | SqlState::DISK_FULL => Self::ReadOnly,
            // Classes: connections, resources that are used up, an operator who intervenes, the system.
            _ => match code.code().get(..2) {
                Some("08" | "53" | "57" | "58") => Self::Unreachable,
                _ => Self::Permanent,
            },
        }
    }
}

/// Whether the connection broke; otherwise what was asked does not even fit the statement.
fn is_broken(error: &Error) -> bool {
    let mut causes = successors(error.source(), |cause| (*cause).source());
    let is_broken = error.is_closed() || causes.any(<dyn std::error::Error>::is::<io::Error>);
    is_broken && tls::refusal(error).is_none()
}

/// The error for callers, as far as they have to do with it.
pub(super) fn to_store_error(doing: &'static str, fault: DatabaseError, error: &Error) -> StoreError {
    let detail = message(error);
    match fault {
        DatabaseError::Permanent => StoreError::Database { doing, detail },
        DatabaseError::Retry | DatabaseError::ReadOnly | DatabaseError::Unreachable => {
            StoreError::Unreachable { doing, detail }
        }
    }
}

/// Why there is no connection.
pub(super) fn pool_error(doing: &'static str, error: &PoolError) -> (DatabaseError, StoreError) {
    match error {
        PoolError::Backend(error) => {
            // Whoever may not connect now, as a password is wrong, may be let in when somebody has put that right.
            (DatabaseError::Unreachable, to_store_error(doing, DatabaseError::Unreachable, error))
        }
        PoolError::Closed => (DatabaseError::Permanent, StoreError::Closed),
        error => (DatabaseError::Unreachable, StoreError::Unreachable { doing, detail: error.to_string() }),
    }
}

/// Why a program that starts has no connection: a wrong password or a database that does not exist are no better later.
pub(super) fn startup_error(doing: &'static str, error: &PoolError) -> StoreError {
    match backend(error) {
        Some(error) => to_store_error(doing, DatabaseError::of(error), error),
        None => pool_error(doing, error).1,
    }
}

/// Whether the server, or what the role or the database may have of it, is full.
pub(super) fn is_full(error: &PoolError) -> bool {
    backend(error).and_then(Error::code) == Some(&SqlState::TOO_MANY_CONNECTIONS)
}

fn backend(error: &PoolError) -> Option<&Error> {
    match error {
        PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => Some(error),
        _ => None,
    }
}

/// What the database says. Neither the address nor a password is in it.
pub(super) fn message(error: &Error) -> String {
    if let Some(refusal) = tls::refusal(error) {
        return refusal;
    }
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => format!("{} ({})", said.message(), said.code().code()),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}
