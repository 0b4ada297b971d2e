//! Classifies database errors: retry at once, read-only, unreachable, permanent. Not here: retries
//! (`connection_pool`).

use std::{error::Error as _, io, iter::successors};

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::{Error, error::SqlState};

use super::tls;
use crate::error::StoreError;

/// Class of a database error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DatabaseError {
    /// Serialization failure, deadlock or lock timeout: retry at once.
    Retry,
    /// The database takes reads, but no writes.
    ReadOnly,
    /// The database cannot be reached or cannot work at present; the outcome of the statement is unknown.
    Unreachable,
    /// The same statement would fail again.
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
            // SQLSTATE classes: connection, insufficient resources, operator intervention, system error.
            _ => match code.code().get(..2) {
                Some("08" | "53" | "57" | "58") => Self::Unreachable,
                _ => Self::Permanent,
            },
        }
    }
}

/// Whether the connection broke; otherwise the parameters do not fit the statement.
fn is_broken(error: &Error) -> bool {
    let mut causes = successors(error.source(), |cause| (*cause).source());
    let is_broken = error.is_closed() || causes.any(<dyn std::error::Error>::is::<io::Error>);
    is_broken && tls::refusal(error).is_none()
}

/// The error for callers of the store.
pub(super) fn to_store_error(doing: &'static str, fault: DatabaseError, error: &Error) -> StoreError {
    let detail = message(error);
    match fault {
        DatabaseError::Permanent => StoreError::Database { doing, detail },
        DatabaseError::Retry | DatabaseError::ReadOnly | DatabaseError::Unreachable => {
            StoreError::Unreachable { doing, detail }
        }
    }
}

/// The class of an error of the pool, and the error for callers.
pub(super) fn pool_error(doing: &'static str, error: &PoolError) -> (DatabaseError, StoreError) {
    match error {
        PoolError::Backend(error) => {
            // A wrong password may be set right by the operator while the program runs.
            (DatabaseError::Unreachable, to_store_error(doing, DatabaseError::Unreachable, error))
        }
        PoolError::Closed => (DatabaseError::Permanent, StoreError::Closed),
        error => (DatabaseError::Unreachable, StoreError::Unreachable { doing, detail: error.to_string() }),
    }
}

/// The error for the first connection of a program: a wrong password or a missing database is permanent here.
pub(super) fn startup_error(doing: &'static str, error: &PoolError) -> StoreError {
    match backend(error) {
        Some(error) => to_store_error(doing, DatabaseError::of(error), error),
        None => pool_error(doing, error).1,
    }
}

/// Whether the connection limit of server, role or database is reached.
pub(super) fn is_full(error: &PoolError) -> bool {
    backend(error).and_then(Error::code) == Some(&SqlState::TOO_MANY_CONNECTIONS)
}

fn backend(error: &PoolError) -> Option<&Error> {
    match error {
        PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => Some(error),
        _ => None,
    }
}

/// The message of the database, without address and password.
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
