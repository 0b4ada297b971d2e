//! What Discord's refusals and the library's errors mean to whoever asked for something: whether to ask again, when, or
//! not at all. Not here: what is done about it.

use std::time::Duration;

use serenity::http::HttpError;

/// What a request gives.
pub type Granted<T> = Result<T, Failure>;

/// Why a request was not granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The token is none, or no longer one.
    #[error("Discord does not accept the token")]
    Token,
    /// The bot may not do that there.
    #[error("Discord does not allow it: {0}")]
    Forbidden(String),
    /// The thread sleeps; what is written there wakes it, but nothing in it can be changed.
    #[error("the thread is archived: {0}")]
    Archived(String),
    /// The thread is locked: only moderators may write there.
    #[error("the thread is locked: {0}")]
    Locked(String),
    /// The channel, server or message is not there any more.
    #[error("it is not there any more: {0}")]
    Gone(String),
    /// The interaction can no longer be answered.
    #[error("the interaction can no longer be answered")]
    Expired,
    /// The message has a thread already.
    #[error("the message has a thread already")]
    HasThread,
    /// The interaction has been answered already.
    #[error("the interaction has been answered already")]
    Answered,
    /// Discord finds something wrong with the request itself.
    #[error("Discord refuses it: {0}")]
    Refused(String),
    /// It may go through another time; perhaps it did already.
    #[error("Discord cannot be reached or is busy: {0}")]
    Later(String),
    /// It was not done, and will not be until so much later.
    #[error("Discord does not want to be asked for another {:.1} s", .0.as_secs_f64())]
    TooOften(Duration),
}

impl Failure {
    /// Whether the same request may be granted another time.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Later(_) | Self::TooOften(_) | Self::Token)
    }
}

/// Codes of Discord's errors; <https://discord.com/developers/docs/topics/opcodes-and-status-codes>.
mod code {
    pub(super) const UNKNOWN_WEBHOOK: isize = 10015;
    pub(super) const UNKNOWN_INTERACTION: isize = 10062;
    pub(super) const ALREADY_ACKNOWLEDGED: isize = 40060;
    pub(super) const THREAD_ARCHIVED: isize = 50083;
    pub(super) const CANNOT_REPLY: isize = 160_002;
    pub(super) const THREAD_ALREADY_CREATED: isize = 160_004;
    pub(super) const THREAD_LOCKED: isize = 160_005;
    pub(super) const OPENING_TOO_FAST: isize = 40003;
    pub(super) const INVALID_WEBHOOK_TOKEN: isize = 50027;
}

/// What an error of the library means.
pub(crate) fn from_library(error: &serenity::Error) -> Failure {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        return match error {
            serenity::Error::Http(HttpError::Request(_)) => Failure::Later(without_address(error)),
            // What Discord answered cannot be read; the request itself was granted or not, nobody knows.
            serenity::Error::Json(_) => Failure::Later(error.to_string()),
            _ => Failure::Refused(error.to_string()),
        };
    };
    told(response.status_code.as_u16(), response.error.code, &error.to_string())
}

/// What it means when Discord answers with this status and code.
pub(crate) fn told(status: u16, code: isize, message: &str) -> Failure {
    let told = format!("{message} ({status}, code {code})");
    match (status, code) {
        (_, code::UNKNOWN_INTERACTION | code::UNKNOWN_WEBHOOK | code::INVALID_WEBHOOK_TOKEN) => {
            Failure::Expired
        }
        (_, code::ALREADY_ACKNOWLEDGED) => Failure::Answered,
        (_, code::THREAD_ALREADY_CREATED) => Failure::HasThread,
        // Replies need to read what was written before; other messages do not.
        (_, code::CANNOT_REPLY) => Failure::Refused(told),
        (401, _) => Failure::Token,
        // Conversations are opened too fast, for whomever they are.
        (_, code::OPENING_TOO_FAST) => Failure::Later(told),
        // The status of both says that something is wrong with the request.
        (_, code::THREAD_ARCHIVED) => Failure::Archived(told),
        (_, code::THREAD_LOCKED) => Failure::Locked(told),
        (403, _) => Failure::Forbidden(told),
        (404 | 410, _) => Failure::Gone(told),
        (408 | 429 | 500.., _) => Failure::Later(told),
        _ => Failure::Refused(told),
    }
}

/// The address in an error of the HTTP client holds the token of an interaction.
fn without_address(error: &serenity::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
