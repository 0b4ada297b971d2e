//! Rejected requests: the reason codes that pages translate, with their HTTP status.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

use crate::limits::rate_limits::RateLimitExceeded;

/// An answer that is no.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestRejection(pub(crate) StatusCode, pub(crate) RefusalReason);

/// Its form as JSON.
#[derive(Serialize)]
pub(crate) struct RequestRejectionBody {
    reason: RefusalReason,
}

impl IntoResponse for RequestRejection {
    fn into_response(self) -> Response {
        (self.0, Json(RequestRejectionBody { reason: self.1 })).into_response()
    }
}

impl RequestRejection {
    /// Something failed that is not the reader's fault.
    pub(crate) fn internal(error: &dyn std::error::Error, doing: &str) -> Self {
        tracing::error!(%error, "{doing}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, RefusalReason::Internal)
    }

    pub(crate) const UNKNOWN: Self = Self(StatusCode::UNAUTHORIZED, RefusalReason::Internal);
    pub(crate) const FULL: Self = Self(StatusCode::SERVICE_UNAVAILABLE, RefusalReason::TooMany);
    pub(crate) const TOO_FAST: Self = Self(StatusCode::TOO_MANY_REQUESTS, RefusalReason::TooFast);
    /// There are too many from the same address.
    pub(crate) const CROWDED: Self = Self(StatusCode::SERVICE_UNAVAILABLE, RefusalReason::Crowded);
    pub(crate) const UNKNOWN_CHANNEL: Self = Self(StatusCode::NOT_FOUND, RefusalReason::UnknownChannel);
    pub(crate) const ROOMS: Self = Self(StatusCode::CONFLICT, RefusalReason::Rooms);
    pub(crate) const ROOM_FULL: Self = Self(StatusCode::CONFLICT, RefusalReason::RoomFull);
    pub(crate) const NOT_YOURS: Self = Self(StatusCode::FORBIDDEN, RefusalReason::NotYours);
    pub(crate) const PLAYS: Self = Self(StatusCode::CONFLICT, RefusalReason::Plays);
    pub(crate) const NO_OPEN_SEAT: Self = Self(StatusCode::CONFLICT, RefusalReason::NoOpenSeat);
    pub(crate) const INVITE_UNKNOWN: Self = Self(StatusCode::NOT_FOUND, RefusalReason::InviteUnknown);
    pub(crate) const INVITE_OVER: Self = Self(StatusCode::GONE, RefusalReason::InviteOver);
    pub(crate) const INVITE_TAKEN: Self = Self(StatusCode::GONE, RefusalReason::InviteTaken);
    pub(crate) const INVITE_OWN: Self = Self(StatusCode::CONFLICT, RefusalReason::InviteOwn);
    pub(crate) const COMPUTER_SETUP: Self = Self(StatusCode::CONFLICT, RefusalReason::ComputerSetup);
    /// Nothing that a page of ours sends.
    pub(crate) const MALFORMED: Self = Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::Internal);

    /// The person has done too much for now.
    pub(crate) fn because(reason: RefusalReason) -> Self {
        Self(StatusCode::TOO_MANY_REQUESTS, reason)
    }

    /// More comes than can be dealt with in time.
    pub(crate) const OVERLOADED: Self = Self(StatusCode::SERVICE_UNAVAILABLE, RefusalReason::Overloaded);
    pub(crate) const NEWCOMERS: Self = Self(StatusCode::TOO_MANY_REQUESTS, RefusalReason::Newcomers);
}

/// Why something was refused: `error-` and this is the key of a sentence in `web.ftl` that says
/// what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RefusalReason {
    /// No name.
    NameEmpty,
    /// A long name.
    NameLong,
    /// Characters that names do not have.
    NameCharacters,
    /// Somebody else's name, or one that looks like it.
    NameTaken,
    /// A name that is kept free.
    NameReserved,
    /// A name no channel can have.
    ChannelName,
    /// Another channel's name.
    ChannelTaken,
    /// Enough channels.
    ChannelLimit,
    /// Enough channels of one person, or from one address.
    ChannelOwnLimit,
    /// Too much at once.
    TooFast,
    /// Too many words for a while.
    TooMuch,
    /// Too long.
    TooLong,
    /// Too many sockets.
    TooMany,
    /// Too much at once from one address.
    Crowded,
    /// More than can be dealt with in time.
    Overloaded,
    /// Too many new persons at once.
    Newcomers,
    /// No such channel.
    UnknownChannel,
    /// Enough rooms of games.
    Rooms,
    /// As many people in a room as may be.
    RoomFull,
    /// Only the maker of a room may do that.
    NotYours,
    /// Who plays in a room stays in it.
    Plays,
    /// There is no open challenge.
    NoOpenSeat,
    /// No such link.
    InviteUnknown,
    /// The link leads nowhere any more.
    InviteOver,
    /// Somebody else has opened the link.
    InviteTaken,
    /// The link is for somebody else.
    InviteOwn,
    /// The computer was named where pieces are set up for a person.
    ComputerSetup,
    /// Not the reader's fault.
    Internal,
}

impl From<RateLimitExceeded> for RefusalReason {
    fn from(exceeded: RateLimitExceeded) -> Self {
        match exceeded {
            RateLimitExceeded::Events => Self::TooFast,
            RateLimitExceeded::Words => Self::TooMuch,
        }
    }
}
