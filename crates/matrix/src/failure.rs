//! What the SDK's errors mean to somebody who wants something done: whether to try again, when, or not at all.

use std::time::{Duration, SystemTime};

use matrix_sdk::{
    Error, HttpError,
    ruma::api::error::{ErrorKind, RetryAfter},
};

use crate::Failure;

pub(crate) fn from_sdk(error: &Error) -> Failure {
    match error {
        Error::Http(error) => from_http(error),
        Error::AuthenticationRequired => Failure::LoggedOut,
        Error::WrongRoomState(_) | Error::InsufficientData => Failure::Gone(error.to_string()),
        Error::Timeout
        | Error::ConcurrentRequestFailed
        | Error::Io(_)
        | Error::StateStore(_)
        | Error::CryptoStoreError(_) => later(error.to_string()),
        _ => Failure::Refused(error.to_string()),
    }
}

pub(crate) fn from_http(error: &HttpError) -> Failure {
    let reason = error.to_string();
    let Some(answer) = error.as_client_api_error() else {
        return match error {
            HttpError::Cached(inner) => from_http(inner),
            HttpError::RefreshToken(_) => Failure::LoggedOut,
            HttpError::IntoHttp(_) => Failure::Refused(reason),
            _ => later(reason),
        };
    };
    match answer.error_kind() {
        Some(ErrorKind::LimitExceeded(limit)) => {
            Failure::Later { reason, after: limit.retry_after.as_ref().and_then(delay) }
        }
        Some(ErrorKind::UnknownToken(_) | ErrorKind::MissingToken | ErrorKind::UserDeactivated) => {
            Failure::LoggedOut
        }
        Some(ErrorKind::Forbidden | ErrorKind::GuestAccessForbidden) => Failure::Forbidden(reason),
        Some(ErrorKind::NotFound) => Failure::Gone(reason),
        _ if answer.status_code.is_server_error() || answer.status_code.as_u16() == 429 => later(reason),
        _ => Failure::Refused(reason),
    }
}

fn delay(retry_after: &RetryAfter) -> Option<Duration> {
    match retry_after {
        RetryAfter::Delay(delay) => Some(*delay),
        RetryAfter::DateTime(at) => at.duration_since(SystemTime::now()).ok(),
    }
}

pub(crate) fn later(reason: impl Into<String>) -> Failure {
    Failure::Later { reason: reason.into(), after: None }
}
