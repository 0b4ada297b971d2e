//! Error type of requests: a code for programs and a sentence for the bridge's author.
//!
//! Not here: refusals for players, which are messages.

use adoube_bot::RepositoryError;
use adoube_store::StoreError;
use serde::Serialize;

/// The error of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct DoorRequestError {
    pub(crate) code: DoorErrorCode,
    /// The path of the wrong field: `person.name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    pub(crate) message: String,
    /// The supported versions of the protocol, if another one was requested.
    #[serde(skip_serializing_if = "<[u64]>::is_empty")]
    pub(crate) supported: &'static [u64],
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DoorErrorCode {
    /// The line is not a JSON object, or too long.
    BadLine,
    /// A field is missing, unknown, or has a wrong value.
    BadField,
    /// The request does not exist.
    UnknownRequest,
    /// The program does not support that version.
    UnsupportedVersion,
    /// The id belongs to another event.
    EventIdUsed,
    /// The first request of a connection is not `hello`.
    HelloFirst,
    /// The token differs from the configured one.
    WrongToken,
    /// Another connection serves that platform.
    PlatformTaken,
    /// The connection was idle for too long.
    Idle,
    /// No delivery waits under the key, an earlier one is first, or the program ends.
    NotWaiting,
    /// A limit of concurrent requests or of memory is reached.
    TooMuch,
    /// The store failed, or the request panicked. Acknowledged data is safe.
    #[serde(rename = "trouble")]
    Internal,
}

impl DoorRequestError {
    pub(crate) fn new(code: DoorErrorCode, field: Option<&str>, message: impl Into<String>) -> Self {
        let field = field.map(str::to_owned);
        Self { code, field, message: message.into(), supported: &[] }
    }

    pub(crate) fn bad_line(message: impl Into<String>) -> Self {
        Self::new(DoorErrorCode::BadLine, None, message)
    }

    pub(crate) fn bad_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(DoorErrorCode::BadField, Some(&field.into()), message)
    }

    pub(crate) fn not_waiting(message: impl Into<String>) -> Self {
        Self::new(DoorErrorCode::NotWaiting, Some("key"), message)
    }

    pub(crate) fn too_much_of(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(DoorErrorCode::TooMuch, Some(&field.into()), message)
    }

    pub(crate) fn too_much(message: impl Into<String>) -> Self {
        Self::new(DoorErrorCode::TooMuch, None, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(DoorErrorCode::Internal, None, message)
    }
}

impl From<RepositoryError> for DoorRequestError {
    fn from(error: RepositoryError) -> Self {
        tracing::error!(%error, "a request was not done");
        Self::internal(error.to_string())
    }
}

impl From<StoreError> for DoorRequestError {
    fn from(error: StoreError) -> Self {
        RepositoryError::from(error).into()
    }
}
