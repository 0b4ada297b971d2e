//! Errors of requests to Discord, by what the caller can do: retry, wait, or give up. Only codes
//! known to be permanent count as permanent. Not here: reading responses (`response`), what is done
//! about errors.

use std::time::Duration;

use crate::MessageId;

/// The result of a request.
pub type RequestResult<T> = Result<T, RequestError>;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The token is not valid, or no longer.
    #[error("Discord does not accept the token")]
    Token,
    /// The bot lacks the permission.
    #[error("Discord does not allow it: {0}")]
    Forbidden(String),
    /// AutoMod of the server blocks the text.
    #[error("the server's AutoMod blocks it: {0}")]
    Blocked(String),
    /// The thread is archived: a message unarchives it, but nothing in it can be changed.
    #[error("the thread is archived: {0}")]
    Archived(String),
    /// The thread is locked: only moderators may write there.
    #[error("the thread is locked: {0}")]
    Locked(String),
    /// The channel, server or user does not exist any more.
    #[error("it is not there any more: {0}")]
    Gone(String),
    /// The message does not exist any more, which says nothing about its channel.
    #[error("the message is not there any more: {0}")]
    NoMessage(String),
    /// The interaction can no longer be answered.
    #[error("the interaction can no longer be answered")]
    Expired,
    /// The message has a thread already.
    #[error("the message has a thread already")]
    HasThread,
    /// The interaction has been answered already.
    #[error("the interaction has been answered already")]
    Answered,
    /// The answer was meant for everybody, and Discord shows it to its user alone: this message.
    #[error("Discord shows it to nobody but whoever acted")]
    Hidden(MessageId),
    /// The request itself is invalid.
    #[error("Discord refuses it: {0}")]
    Refused(String),
    /// Discord refuses it with a code that is not known here.
    #[error("Discord refuses it for a reason that is not known here: {0}")]
    Unknown(String),
    /// It may succeed later, and may have been carried out already.
    #[error("Discord cannot be reached or is busy: {0}")]
    Later(String),
    /// The daily number of new commands is used up.
    #[error("Discord takes no more new commands today: {0}")]
    Commands(String),
    /// A command list without the entry point command of the Activity is refused.
    #[error("Discord refuses commands without the one of the Activity: {0}")]
    EntryPoint(String),
    /// Rate limited: not carried out, and not to be tried before this time has passed.
    #[error("Discord does not want to be asked for another {:.1} s", .0.as_secs_f64())]
    TooOften(Duration),
}

impl RequestError {
    /// Whether the same request may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Later(_) | Self::TooOften(_) | Self::Token | Self::Unknown(_) | Self::Commands(_)
        )
    }
}

/// Stands for the code where the response is not Discord's JSON.
pub(crate) const UNREADABLE: isize = -1;
/// The code of errors without one.
const NONE: isize = 0;

/// The meaning of an error code.
#[derive(Clone, Copy)]
enum ErrorMeaning {
    Forbidden,
    Blocked,
    Archived,
    Locked,
    Gone,
    NoMessage,
    Expired,
    HasThread,
    Answered,
    Refused,
    CommandsLater,
    EntryPoint,
    Later,
}

/// Known error codes; <https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>.
const KNOWN: [(isize, ErrorMeaning); 49] = [
    // Unknown channel, server, member, user; an invalid server.
    (10003, ErrorMeaning::Gone),
    (10004, ErrorMeaning::Gone),
    (10007, ErrorMeaning::Gone),
    (10013, ErrorMeaning::Gone),
    (50055, ErrorMeaning::Gone),
    (10008, ErrorMeaning::NoMessage),
    // Unknown webhook and interaction; an invalid webhook token; no more further answers to the interaction.
    (10015, ErrorMeaning::Expired),
    (10062, ErrorMeaning::Expired),
    (50027, ErrorMeaning::Expired),
    (40094, ErrorMeaning::Expired),
    (40060, ErrorMeaning::Answered),
    // Explicit content for a user who blocks it; banned there; user cannot be reached, by privacy
    // or without a common server; no access; not possible in such a channel; message of another
    // user; no permission.
    (20009, ErrorMeaning::Forbidden),
    (40007, ErrorMeaning::Forbidden),
    (50001, ErrorMeaning::Forbidden),
    (50005, ErrorMeaning::Forbidden),
    (50007, ErrorMeaning::Forbidden),
    (50008, ErrorMeaning::Forbidden),
    (50009, ErrorMeaning::Forbidden),
    (50013, ErrorMeaning::Forbidden),
    (50024, ErrorMeaning::Forbidden),
    (50278, ErrorMeaning::Forbidden),
    // AutoMod: a message, a title; a harmful link.
    (200_000, ErrorMeaning::Blocked),
    (200_001, ErrorMeaning::Blocked),
    (240_000, ErrorMeaning::Blocked),
    (50083, ErrorMeaning::Archived),
    (160_005, ErrorMeaning::Locked),
    (160_004, ErrorMeaning::HasThread),
    // Too large, empty, too many edits of an old message, too many threads or members; an invalid
    // form, file or body; a reply to an unreadable message, which needs the history permission.
    (40005, ErrorMeaning::Refused),
    (50006, ErrorMeaning::Refused),
    (50035, ErrorMeaning::Refused),
    (50045, ErrorMeaning::Refused),
    (50046, ErrorMeaning::Refused),
    (50109, ErrorMeaning::Refused),
    (30046, ErrorMeaning::Refused),
    (30033, ErrorMeaning::Refused),
    (160_002, ErrorMeaning::Refused),
    (160_006, ErrorMeaning::Refused),
    // The most announcement threads are open.
    (160_007, ErrorMeaning::Refused),
    (50240, ErrorMeaning::EntryPoint),
    // The daily number of new commands is used up.
    (30034, ErrorMeaning::CommandsLater),
    // Write limits of announcements, messages, the server and slow mode; conversations opened too
    // fast; overload; errors between Discord's own servers or in front of them; a search index that
    // is not ready.
    (20016, ErrorMeaning::Later),
    (20022, ErrorMeaning::Later),
    (20028, ErrorMeaning::Later),
    (20029, ErrorMeaning::Later),
    (40003, ErrorMeaning::Later),
    (40004, ErrorMeaning::Later),
    (40333, ErrorMeaning::Later),
    (110_000, ErrorMeaning::Later),
    (130_000, ErrorMeaning::Later),
];

/// The error for a status and code; [`CODE_UNREADABLE`] where the response is not Discord's.
pub(crate) fn told(status: u16, code: isize, message: &str) -> RequestError {
    let told = format!("{message} ({status}, code {code})");
    if let Some((_, meaning)) = KNOWN.iter().find(|(known, _)| *known == code) {
        return meaning.failure(told);
    }
    match (status, code) {
        (401, NONE) => RequestError::Token,
        (413, _) => RequestError::Refused(told),
        // Statuses that mean "later"; and refusals that come from a proxy rather than from Discord.
        (408 | 425 | 429 | 500.., _) | (_, UNREADABLE) | (403 | 404, NONE) => RequestError::Later(told),
        _ => RequestError::Unknown(told),
    }
}

impl ErrorMeaning {
    fn failure(self, told: String) -> RequestError {
        match self {
            Self::Forbidden => RequestError::Forbidden(told),
            Self::Blocked => RequestError::Blocked(told),
            Self::Archived => RequestError::Archived(told),
            Self::Locked => RequestError::Locked(told),
            Self::Gone => RequestError::Gone(told),
            Self::NoMessage => RequestError::NoMessage(told),
            Self::Expired => RequestError::Expired,
            Self::HasThread => RequestError::HasThread,
            Self::Answered => RequestError::Answered,
            Self::Refused => RequestError::Refused(told),
            Self::CommandsLater => RequestError::Commands(told),
            Self::EntryPoint => RequestError::EntryPoint(told),
            Self::Later => RequestError::Later(told),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn only_known_codes_are_final() {
        for (status, code) in
            [(403, NONE), (404, NONE), (403, UNREADABLE), (404, UNREADABLE), (400, UNREADABLE)]
        {
            assert!(matches!(told(status, code, ""), RequestError::Later(_)), "{status} {code}");
        }
        for (status, code) in [(400, NONE), (400, 99_999), (403, 99_999), (404, 99_999), (409, 99_999)] {
            let failure = told(status, code, "");
            assert!(matches!(failure, RequestError::Unknown(_)) && failure.may_pass(), "{status} {code}");
        }
        assert_eq!(told(401, NONE, ""), RequestError::Token);
        assert!(
            matches!(told(401, UNREADABLE, ""), RequestError::Later(_)),
            "a page says nothing about the token"
        );
        assert!(matches!(told(403, 40333, "internal network error"), RequestError::Later(_)));
        assert!(matches!(told(400, 200_000, ""), RequestError::Blocked(_)));
        assert!(matches!(told(404, 10008, ""), RequestError::NoMessage(_)), "the channel is there");
        assert!(matches!(told(400, 40094, ""), RequestError::Expired));
        assert!(matches!(told(400, 30034, ""), RequestError::Commands(_)));
        let codes: HashSet<isize> = KNOWN.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), KNOWN.len(), "each once");
    }
}
