//! Converts errors of the SDK to [`MatrixError`]: whether to retry, when, and whether the cause is
//! the request or the account. Not here: what is done about them.

use std::time::{Duration, SystemTime};

use matrix_sdk::{
    Error, HttpError, RefreshTokenError,
    authentication::oauth::{
        OAuthError,
        error::{BasicErrorResponseType, RequestTokenError},
    },
    ruma::api::error::{Error as Answer, ErrorBody, ErrorKind, RetryAfter},
};

use crate::{AccountBlock, MatrixError};

/// Error codes that concern the account, whatever the request.
const ABOUT_THE_ACCOUNT: [(&str, AccountBlock); 4] = [
    ("M_USER_SUSPENDED", AccountBlock::Suspended),
    ("M_USER_LOCKED", AccountBlock::Locked),
    ("M_CONSENT_NOT_GIVEN", AccountBlock::NoConsent),
    ("M_RESOURCE_LIMIT_EXCEEDED", AccountBlock::Exhausted),
];
/// A proxy's status for a file that is too large, which concerns the file.
const TOO_LARGE: u16 = 413;

pub(crate) fn from_sdk(error: &Error) -> MatrixError {
    match error {
        Error::Http(error) => from_http(error),
        Error::AuthenticationRequired => MatrixError::LoggedOut,
        Error::WrongRoomState(_) | Error::InsufficientData => MatrixError::NotFound(error.to_string()),
        Error::Timeout
        | Error::ConcurrentRequestFailed
        | Error::Io(_)
        | Error::StateStore(_)
        | Error::CryptoStoreError(_) => later(error.to_string()),
        _ => MatrixError::Rejected(error.to_string()),
    }
}

pub(crate) fn from_http(error: &HttpError) -> MatrixError {
    let reason = error.to_string();
    match (error.as_client_api_error(), error) {
        (Some(answer), _) => from_answer(answer, reason),
        (None, HttpError::Cached(inner)) => from_http(inner),
        (None, HttpError::RefreshToken(error)) => from_renewal(error),
        (None, HttpError::IntoHttp(_)) => MatrixError::Rejected(reason),
        _ => later(reason),
    }
}

/// Errors of refreshing tokens. Only the authorization server can say that the session has ended.
fn from_renewal(error: &RefreshTokenError) -> MatrixError {
    match error {
        RefreshTokenError::RefreshTokenRequired => MatrixError::LoggedOut,
        RefreshTokenError::MatrixAuth(error) => from_http(error),
        RefreshTokenError::OAuth(error) => match &**error {
            OAuthError::RefreshToken(RequestTokenError::ServerResponse(answer))
                if *answer.error() == BasicErrorResponseType::InvalidGrant =>
            {
                MatrixError::LoggedOut
            }
            error => later(error.to_string()),
        },
    }
}

pub(crate) fn from_answer(answer: &Answer, reason: String) -> MatrixError {
    let Some(code) = code(answer) else { return from_somebody_else(answer, reason) };
    if let Some((_, cause)) = ABOUT_THE_ACCOUNT.into_iter().find(|(about, _)| *about == code) {
        return MatrixError::AccountBlocked { cause, reason };
    }
    match answer.error_kind() {
        Some(ErrorKind::LimitExceeded(limit)) => {
            MatrixError::Transient { reason, after: limit.retry_after.as_ref().and_then(delay) }
        }
        Some(ErrorKind::UnknownToken(_) | ErrorKind::MissingToken | ErrorKind::UserDeactivated) => {
            MatrixError::LoggedOut
        }
        // Synapse says `M_BAD_STATE` to an account that is banned from the room it wants to join.
        Some(ErrorKind::Forbidden | ErrorKind::GuestAccessForbidden | ErrorKind::BadState) => {
            MatrixError::Forbidden(reason)
        }
        Some(ErrorKind::NotFound) => MatrixError::NotFound(reason),
        _ if answer.status_code.is_server_error() || answer.status_code.as_u16() == 429 => later(reason),
        _ => MatrixError::Rejected(reason),
    }
}

/// The error code, which every error of a homeserver has. The SDK finds none where other fields are
/// unexpected, such as an admin contact of `null`.
fn code(answer: &Answer) -> Option<String> {
    match &answer.body {
        ErrorBody::Standard(standard) => Some(standard.kind.errcode().to_string()),
        ErrorBody::Json(json) => Some(json.get("errcode")?.as_str()?.to_owned()),
        ErrorBody::NotJson { .. } => None,
    }
}

/// A proxy's page says nothing about room or message.
fn from_somebody_else(answer: &Answer, reason: String) -> MatrixError {
    match answer.status_code {
        status if status.is_server_error() => later(reason),
        status if status.as_u16() == TOO_LARGE => MatrixError::Rejected(reason),
        _ => MatrixError::AccountBlocked { cause: AccountBlock::Intercepted, reason },
    }
}

fn delay(retry_after: &RetryAfter) -> Option<Duration> {
    match retry_after {
        RetryAfter::Delay(delay) => Some(*delay),
        RetryAfter::DateTime(at) => at.duration_since(SystemTime::now()).ok(),
    }
}

pub(crate) fn later(reason: impl Into<String>) -> MatrixError {
    MatrixError::Transient { reason: reason.into(), after: None }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::api::EndpointError as _;

    use super::*;

    /// The meaning of a response in one word.
    fn meaning(status: u16, body: &str) -> String {
        let response = http::Response::builder().status(status).body(body).expect("a response");
        match from_answer(&Answer::from_http_response(response), String::new()) {
            MatrixError::AccountBlocked { cause, .. } => format!("{cause:?}"),
            MatrixError::Transient { after, .. } => format!("Transient {after:?}"),
            failure => format!("{failure:?}").split('(').next().unwrap_or_default().to_owned(),
        }
    }

    #[test]
    fn what_is_about_the_account_is_not_about_what_was_asked_for() {
        let html = "<html><head><title>403 Forbidden</title></head></html>";
        let code = |code: &str| format!(r#"{{"errcode":"{code}","error":"no"}}"#);
        for (status, body, means) in [
            (403, code("M_USER_SUSPENDED"), "Suspended"),
            (401, r#"{"errcode":"M_USER_LOCKED","error":"no","soft_logout":true}"#.to_owned(), "Locked"),
            (
                403,
                r#"{"errcode":"M_CONSENT_NOT_GIVEN","error":"no","consent_uri":"https://x/"}"#.to_owned(),
                "NoConsent",
            ),
            (
                403,
                r#"{"errcode":"M_RESOURCE_LIMIT_EXCEEDED","error":"no","admin_contact":"mailto:x"}"#
                    .to_owned(),
                "Exhausted",
            ),
            // Synapse's form without an admin contact.
            (
                403,
                r#"{"errcode":"M_RESOURCE_LIMIT_EXCEEDED","error":"no","admin_contact":null}"#.to_owned(),
                "Exhausted",
            ),
            (403, html.to_owned(), "Intercepted"),
            (404, html.to_owned(), "Intercepted"),
            (401, String::new(), "Intercepted"),
            (429, "error code: 1015".to_owned(), "Intercepted"),
            (400, "M_UNKNOWN".to_owned(), "Intercepted"),
            (403, r#"{"message":"no such route"}"#.to_owned(), "Intercepted"),
            (413, html.to_owned(), "Rejected"),
            (502, html.to_owned(), "Transient None"),
            (403, code("M_FORBIDDEN"), "Forbidden"),
            (403, code("M_BAD_STATE"), "Forbidden"),
            (404, code("M_NOT_FOUND"), "NotFound"),
            (400, code("M_UNKNOWN"), "Rejected"),
            (401, code("M_UNKNOWN_TOKEN"), "LoggedOut"),
            (
                429,
                r#"{"errcode":"M_LIMIT_EXCEEDED","error":"no","retry_after_ms":4500}"#.to_owned(),
                "Transient Some(4.5s)",
            ),
        ] {
            assert_eq!(meaning(status, &body), means, "{status} {body}");
        }
    }
}
