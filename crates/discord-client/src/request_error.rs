//! Error type of requests to Discord, by what the caller can do (retry, wait, or give up), and the
//! classification of Discord's error codes. Only codes known to be permanent count as permanent.
//! Not here: reading responses (`response`), what is done about errors.

use std::time::Duration;

use crate::MessageId;

/// The result of a request.
pub type RequestResult<T> = Result<T, RequestError>;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The token is not valid, or no longer.
    #[error("Discord does not accept the token")]
    InvalidToken,
    /// The bot lacks the permission.
    #[error("Discord does not allow it: {0}")]
    Forbidden(String),
    /// `AutoMod` of the server blocks the text.
    #[error("the server's AutoMod blocks it: {0}")]
    BlockedByAutoMod(String),
    /// The thread is archived: a message unarchives it, but nothing in it can be changed.
    #[error("the thread is archived: {0}")]
    ThreadArchived(String),
    /// The thread is locked: only moderators may write there.
    #[error("the thread is locked: {0}")]
    ThreadLocked(String),
    /// The channel, server or user does not exist any more.
    #[error("it is not there any more: {0}")]
    NotFound(String),
    /// The message does not exist any more, which says nothing about its channel.
    #[error("the message is not there any more: {0}")]
    MessageNotFound(String),
    /// The interaction can no longer be answered.
    #[error("the interaction can no longer be answered")]
    InteractionExpired,
    /// The message has a thread already.
    #[error("the message has a thread already")]
    ThreadExists,
    /// The interaction has been answered already.
    #[error("the interaction has been answered already")]
    AlreadyAnswered,
    /// The answer was meant for everybody, and Discord shows it to its user alone: this message.
    #[error("Discord shows it to nobody but whoever acted")]
    ShownPrivately(MessageId),
    /// The request itself is invalid.
    #[error("Discord refuses it: {0}")]
    Rejected(String),
    /// Discord refuses it with a code that is not known here.
    #[error("Discord refuses it for a reason that is not known here: {0}")]
    Unknown(String),
    /// It may succeed later, and may have been carried out already.
    #[error("Discord cannot be reached or is busy: {0}")]
    Transient(String),
    /// The daily number of new commands is used up.
    #[error("Discord takes no more new commands today: {0}")]
    CommandQuota(String),
    /// A command list without the entry point command of the Activity is refused.
    #[error("Discord refuses commands without the one of the Activity: {0}")]
    EntryPointMissing(String),
    /// Rate limited: not carried out, and not to be tried before this time has passed.
    #[error("Discord does not want to be asked for another {:.1} s", .0.as_secs_f64())]
    RateLimited(Duration),
}

impl RequestError {
    /// Whether the same request may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Transient(_)
                | Self::RateLimited(_)
                | Self::InvalidToken
                | Self::Unknown(_)
                | Self::CommandQuota(_)
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
    BlockedByAutoMod,
    ThreadArchived,
    ThreadLocked,
    NotFound,
    MessageNotFound,
    InteractionExpired,
    ThreadExists,
    AlreadyAnswered,
    Rejected,
    CommandQuota,
    EntryPointMissing,
    Transient,
}

/// Known error codes; <https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>.
const KNOWN: [(isize, ErrorMeaning); 49] = [
    // Unknown channel, server, member, user; an invalid server.
    (10003, ErrorMeaning::NotFound),
    (10004, ErrorMeaning::NotFound),
    (10007, ErrorMeaning::NotFound),
    (10013, ErrorMeaning::NotFound),
    (50055, ErrorMeaning::NotFound),
    (10008, ErrorMeaning::MessageNotFound),
    // Unknown webhook and interaction; an invalid webhook token; no more further answers to the interaction.
    (10015, ErrorMeaning::InteractionExpired),
    (10062, ErrorMeaning::InteractionExpired),
    (50027, ErrorMeaning::InteractionExpired),
    (40094, ErrorMeaning::InteractionExpired),
    (40060, ErrorMeaning::AlreadyAnswered),
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
    (200_000, ErrorMeaning::BlockedByAutoMod),
    (200_001, ErrorMeaning::BlockedByAutoMod),
    (240_000, ErrorMeaning::BlockedByAutoMod),
    (50083, ErrorMeaning::ThreadArchived),
    (160_005, ErrorMeaning::ThreadLocked),
    (160_004, ErrorMeaning::ThreadExists),
    // Too large, empty, too many edits of an old message, too many threads or members; an invalid
    // form, file or body; a reply to an unreadable message, which needs the history permission.
    (40005, ErrorMeaning::Rejected),
    (50006, ErrorMeaning::Rejected),
    (50035, ErrorMeaning::Rejected),
    (50045, ErrorMeaning::Rejected),
    (50046, ErrorMeaning::Rejected),
    (50109, ErrorMeaning::Rejected),
    (30046, ErrorMeaning::Rejected),
    (30033, ErrorMeaning::Rejected),
    (160_002, ErrorMeaning::Rejected),
    (160_006, ErrorMeaning::Rejected),
    // The most announcement threads are open.
    (160_007, ErrorMeaning::Rejected),
    (50240, ErrorMeaning::EntryPointMissing),
    // The daily number of new commands is used up.
    (30034, ErrorMeaning::CommandQuota),
    // Write limits of announcements, messages, the server and slow mode; conversations opened too
    // fast; overload; errors between Discord's own servers or in front of them; a search index that
    // is not ready.
    (20016, ErrorMeaning::Transient),
    (20022, ErrorMeaning::Transient),
    (20028, ErrorMeaning::Transient),
    (20029, ErrorMeaning::Transient),
    (40003, ErrorMeaning::Transient),
    (40004, ErrorMeaning::Transient),
    (40333, ErrorMeaning::Transient),
    (110_000, ErrorMeaning::Transient),
    (130_000, ErrorMeaning::Transient),
];

/// The error for a status and code; [`UNREADABLE`] where the response is not Discord's.
pub(crate) fn classify(status: u16, code: isize, message: &str) -> RequestError {
    let told = format!("{message} ({status}, code {code})");
    if let Some((_, meaning)) = KNOWN.iter().find(|(known, _)| *known == code) {
        return meaning.to_error(told);
    }
    match (status, code) {
        (401, NONE) => RequestError::InvalidToken,
        (413, _) => RequestError::Rejected(told),
        // Statuses that mean "later"; and refusals that come from a proxy rather than from Discord.
        (408 | 425 | 429 | 500.., _) | (_, UNREADABLE) | (403 | 404, NONE) => RequestError::Transient(told),
        _ => RequestError::Unknown(told),
    }
}

impl ErrorMeaning {
    fn to_error(self, told: String) -> RequestError {
        match self {
            Self::Forbidden => RequestError::Forbidden(told),
            Self::BlockedByAutoMod => RequestError::BlockedByAutoMod(told),
            Self::ThreadArchived => RequestError::ThreadArchived(told),
            Self::ThreadLocked => RequestError::ThreadLocked(told),
            Self::NotFound => RequestError::NotFound(told),
            Self::MessageNotFound => RequestError::MessageNotFound(told),
            Self::InteractionExpired => RequestError::InteractionExpired,
            Self::ThreadExists => RequestError::ThreadExists,
            Self::AlreadyAnswered => RequestError::AlreadyAnswered,
            Self::Rejected => RequestError::Rejected(told),
            Self::CommandQuota => RequestError::CommandQuota(told),
            Self::EntryPointMissing => RequestError::EntryPointMissing(told),
            Self::Transient => RequestError::Transient(told),
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
            assert!(matches!(classify(status, code, ""), RequestError::Transient(_)), "{status} {code}");
        }
        for (status, code) in [(400, NONE), (400, 99_999), (403, 99_999), (404, 99_999), (409, 99_999)] {
            let failure = classify(status, code, "");
            assert!(matches!(failure, RequestError::Unknown(_)) && failure.may_pass(), "{status} {code}");
        }
        assert_eq!(classify(401, NONE, ""), RequestError::InvalidToken);
        assert!(
            matches!(classify(401, UNREADABLE, ""), RequestError::Transient(_)),
            "a page says nothing about the token"
        );
        assert!(matches!(classify(403, 40333, "internal network error"), RequestError::Transient(_)));
        assert!(matches!(classify(400, 200_000, ""), RequestError::BlockedByAutoMod(_)));
        assert!(matches!(classify(404, 10008, ""), RequestError::MessageNotFound(_)), "the channel is there");
        assert!(matches!(classify(400, 40094, ""), RequestError::InteractionExpired));
        assert!(matches!(classify(400, 30034, ""), RequestError::CommandQuota(_)));
        let codes: HashSet<isize> = KNOWN.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), KNOWN.len(), "each once");
    }
}
