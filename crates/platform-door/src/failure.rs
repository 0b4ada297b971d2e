//! Why a request is not done, by a code for programs and in a sentence for people. Not here: what people who play are told,
//! which is a message.

use adoube_bot::RepositoryError;
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
    /// The versions of the protocol that there are, where the one that was asked for is none of them.
    #[serde(skip_serializing_if = "<[u64]>::is_empty")]
    pub(super) supported: &'static [u64],
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
    /// The id of the event is that of another one.
    EventIdUsed,
    /// A connection begins with hello.
    HelloFirst,
    /// The token is not the one that is configured.
    WrongToken,
    /// Another connection serves that platform.
    PlatformTaken,
    /// Nothing was asked on a connection for too long.
    Idle,
    /// Nothing waits under that key, or something waits before it; or what was waited for does not come any more.
    NotWaiting,
    /// Too much is under way, or known.
    TooMuch,
    /// Something failed inside; nothing acknowledged is lost.
    Trouble,
}

impl Failure {
    pub(super) fn of(code: Code, field: Option<&str>, message: impl Into<String>) -> Self {
        let field = field.map(str::to_owned);
        Self { code, field, message: message.into(), supported: &[] }
    }

    pub(super) fn line(message: impl Into<String>) -> Self {
        Self::of(Code::BadLine, None, message)
    }

    pub(super) fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::of(Code::BadField, Some(&field.into()), message)
    }

    pub(super) fn not_waiting(message: impl Into<String>) -> Self {
        Self::of(Code::NotWaiting, Some("key"), message)
    }

    pub(super) fn too_much_of(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::of(Code::TooMuch, Some(&field.into()), message)
    }

    pub(super) fn too_much(message: impl Into<String>) -> Self {
        Self::of(Code::TooMuch, None, message)
    }

    pub(super) fn trouble(message: impl Into<String>) -> Self {
        Self::of(Code::Trouble, None, message)
    }
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Self {
        tracing::error!(%error, "a request was not done");
        Self::trouble(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        RepositoryError::from(error).into()
    }
}
