//! Why a request is not done, by a code for programs and in a sentence for people. Not here: what people who play are told,
//! which is a message.

use adoube_service::LedgerError;
use adoube_store::StoreError;
use serde::Serialize;

/// The error of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Failure {
    pub(super) code: Code,
    /// The field it is about, with the way to it: `person.name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    pub(super) message: String,
}

/// What kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Code {
    /// The line is no JSON object, or too long.
    BadLine,
    /// A field is missing, unknown, or cannot be what it is.
    BadField,
    /// There is no such request.
    UnknownRequest,
    /// The program does not speak that version.
    UnsupportedVersion,
    /// Nothing waits under that key, or something waits before it; or what was waited for does not come any more.
    NotWaiting,
    /// Too much is under way, or known.
    TooMuch,
    /// Something failed inside; nothing acknowledged is lost.
    Trouble,
}

impl Failure {
    pub(super) fn line(message: impl Into<String>) -> Self {
        Self { code: Code::BadLine, field: None, message: message.into() }
    }

    pub(super) fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: Code::BadField, field: Some(field.into()), message: message.into() }
    }

    pub(super) fn not_waiting(message: impl Into<String>) -> Self {
        Self { code: Code::NotWaiting, field: Some("key".to_owned()), message: message.into() }
    }

    pub(super) fn too_much_of(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: Code::TooMuch, field: Some(field.into()), message: message.into() }
    }

    pub(super) fn too_much(message: impl Into<String>) -> Self {
        Self { code: Code::TooMuch, field: None, message: message.into() }
    }

    pub(super) fn trouble(message: impl Into<String>) -> Self {
        Self { code: Code::Trouble, field: None, message: message.into() }
    }
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Self {
        tracing::error!(%error, "a request was not done");
        Self::trouble(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        LedgerError::from(error).into()
    }
}
