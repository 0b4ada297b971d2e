//! What Discord's refusals mean to whoever asked for something: whether to ask again, when, or not at all. Final is only
//! what is known to be. Not here: how they are told (`answered`), and what is done about them.

use std::time::Duration;

use crate::MessageId;

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
    /// The server keeps such words out.
    #[error("the server's AutoMod blocks it: {0}")]
    Blocked(String),
    /// The thread sleeps; what is written there wakes it, but nothing in it can be changed.
    #[error("the thread is archived: {0}")]
    Archived(String),
    /// The thread is locked: only moderators may write there.
    #[error("the thread is locked: {0}")]
    Locked(String),
    /// The channel, server or person is not there any more.
    #[error("it is not there any more: {0}")]
    Gone(String),
    /// The message is not there any more, which says nothing about its channel.
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
    /// The answer was for everybody and is shown to whoever acted alone: this message.
    #[error("Discord shows it to nobody but whoever acted")]
    Hidden(MessageId),
    /// Discord finds something wrong with the request itself.
    #[error("Discord refuses it: {0}")]
    Refused(String),
    /// Discord refuses it, and whether it always will nobody here knows.
    #[error("Discord refuses it for a reason that is not known here: {0}")]
    Unknown(String),
    /// It may go through another time; perhaps it did already.
    #[error("Discord cannot be reached or is busy: {0}")]
    Later(String),
    /// Discord takes no more new commands today.
    #[error("Discord takes no more new commands today: {0}")]
    Commands(String),
    /// Discord does not let the command of an Activity be left out of a list of commands.
    #[error("Discord refuses commands without the one of the Activity: {0}")]
    EntryPoint(String),
    /// It was not done, and will not be until so much later.
    #[error("Discord does not want to be asked for another {:.1} s", .0.as_secs_f64())]
    TooOften(Duration),
}

impl Failure {
    /// Whether the same request may be granted another time.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Later(_) | Self::TooOften(_) | Self::Token | Self::Unknown(_) | Self::Commands(_)
        )
    }
}

/// In place of a code where something else than Discord answers.
pub(crate) const UNREADABLE: isize = -1;
/// The code of errors that have none.
const NONE: isize = 0;

/// What a code means.
#[derive(Clone, Copy)]
enum Meaning {
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

/// The codes that are known; <https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>.
const KNOWN: [(isize, Meaning); 49] = [
    // Unknown channel, server, member, user; an invalid server.
    (10003, Meaning::Gone),
    (10004, Meaning::Gone),
    (10007, Meaning::Gone),
    (10013, Meaning::Gone),
    (50055, Meaning::Gone),
    (10008, Meaning::NoMessage),
    // Unknown webhook and interaction; an invalid webhook token; no more further answers to the interaction.
    (10015, Meaning::Expired),
    (10062, Meaning::Expired),
    (50027, Meaning::Expired),
    (40094, Meaning::Expired),
    (40060, Meaning::Answered),
    // Content that those do not get who do not want it; banned there; no such person reached, by privacy or without a server
    // in common; no access; nothing of the kind in such a channel; somebody else's message; no permission.
    (20009, Meaning::Forbidden),
    (40007, Meaning::Forbidden),
    (50001, Meaning::Forbidden),
    (50005, Meaning::Forbidden),
    (50007, Meaning::Forbidden),
    (50008, Meaning::Forbidden),
    (50009, Meaning::Forbidden),
    (50013, Meaning::Forbidden),
    (50024, Meaning::Forbidden),
    (50278, Meaning::Forbidden),
    // AutoMod: a message, a title; a harmful link.
    (200_000, Meaning::Blocked),
    (200_001, Meaning::Blocked),
    (240_000, Meaning::Blocked),
    (50083, Meaning::Archived),
    (160_005, Meaning::Locked),
    (160_004, Meaning::HasThread),
    // Too large, empty, too many changes of an old message, too many threads or people in one; a form, a file or a body that
    // is wrong; an answer to what cannot be read. Replies need to read what was written before, other messages do not.
    (40005, Meaning::Refused),
    (50006, Meaning::Refused),
    (50035, Meaning::Refused),
    (50045, Meaning::Refused),
    (50046, Meaning::Refused),
    (50109, Meaning::Refused),
    (30046, Meaning::Refused),
    (30033, Meaning::Refused),
    (160_002, Meaning::Refused),
    (160_006, Meaning::Refused),
    // As many announcement threads as there may be.
    (160_007, Meaning::Refused),
    (50240, Meaning::EntryPoint),
    // As many new commands as it takes in a day.
    (30034, Meaning::CommandsLater),
    // Announcements, messages, the server and slow mode, each written to too fast; conversations opened too fast; overload;
    // something between Discord's own servers, or before them; an index that is not there yet.
    (20016, Meaning::Later),
    (20022, Meaning::Later),
    (20028, Meaning::Later),
    (20029, Meaning::Later),
    (40003, Meaning::Later),
    (40004, Meaning::Later),
    (40333, Meaning::Later),
    (110_000, Meaning::Later),
    (130_000, Meaning::Later),
];

/// What it means when Discord answers with this status and code, or something else does ([`UNREADABLE`]).
pub(crate) fn told(status: u16, code: isize, message: &str) -> Failure {
    let told = format!("{message} ({status}, code {code})");
    if let Some((_, meaning)) = KNOWN.iter().find(|(known, _)| *known == code) {
        return meaning.failure(told);
    }
    match (status, code) {
        (401, NONE) => Failure::Token,
        (413, _) => Failure::Refused(told),
        // Those that say so; and where it is no word of Discord's that it is so, only somebody's that it is not so now.
        (408 | 425 | 429 | 500.., _) | (_, UNREADABLE) | (403 | 404, NONE) => Failure::Later(told),
        _ => Failure::Unknown(told),
    }
}

impl Meaning {
    fn failure(self, told: String) -> Failure {
        match self {
            Self::Forbidden => Failure::Forbidden(told),
            Self::Blocked => Failure::Blocked(told),
            Self::Archived => Failure::Archived(told),
            Self::Locked => Failure::Locked(told),
            Self::Gone => Failure::Gone(told),
            Self::NoMessage => Failure::NoMessage(told),
            Self::Expired => Failure::Expired,
            Self::HasThread => Failure::HasThread,
            Self::Answered => Failure::Answered,
            Self::Refused => Failure::Refused(told),
            Self::CommandsLater => Failure::Commands(told),
            Self::EntryPoint => Failure::EntryPoint(told),
            Self::Later => Failure::Later(told),
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
            assert!(matches!(told(status, code, ""), Failure::Later(_)), "{status} {code}");
        }
        for (status, code) in [(400, NONE), (400, 99_999), (403, 99_999), (404, 99_999), (409, 99_999)] {
            let failure = told(status, code, "");
            assert!(matches!(failure, Failure::Unknown(_)) && failure.may_pass(), "{status} {code}");
        }
        assert_eq!(told(401, NONE, ""), Failure::Token);
        assert!(
            matches!(told(401, UNREADABLE, ""), Failure::Later(_)),
            "a page says nothing about the token"
        );
        assert!(matches!(told(403, 40333, "internal network error"), Failure::Later(_)));
        assert!(matches!(told(400, 200_000, ""), Failure::Blocked(_)));
        assert!(matches!(told(404, 10008, ""), Failure::NoMessage(_)), "the channel is there");
        assert!(matches!(told(400, 40094, ""), Failure::Expired));
        assert!(matches!(told(400, 30034, ""), Failure::Commands(_)));
        let codes: HashSet<isize> = KNOWN.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), KNOWN.len(), "each once");
    }
}
