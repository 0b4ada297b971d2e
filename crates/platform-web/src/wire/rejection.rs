//! Type of a rejected request: the reason code that pages translate, with its HTTP status.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

use crate::limits::rate_limits::RateLimitExceeded;

/// A rejected request: HTTP status and reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestRejection(pub(crate) StatusCode, pub(crate) RefusalReason);

/// The JSON body of a rejection.
#[derive(Serialize)]
struct RequestRejectionBody {
    reason: RefusalReason,
}

impl IntoResponse for RequestRejection {
    fn into_response(self) -> Response {
        (self.0, Json(RequestRejectionBody { reason: self.1 })).into_response()
    }
}

impl RequestRejection {
    /// An internal error, which is logged; the reader did nothing wrong.
    pub(crate) fn internal(error: &dyn std::error::Error, doing: &str) -> Self {
        tracing::error!(%error, "{doing}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, RefusalReason::Internal)
    }

    pub(crate) const UNKNOWN: Self = Self(StatusCode::UNAUTHORIZED, RefusalReason::Internal);
    pub(crate) const FULL: Self = Self(StatusCode::SERVICE_UNAVAILABLE, RefusalReason::TooMany);
    pub(crate) const TOO_FAST: Self = Self(StatusCode::TOO_MANY_REQUESTS, RefusalReason::TooFast);
    /// Too many requests from the same address.
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
    /// A request that no page of this server sends.
    pub(crate) const MALFORMED: Self = Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::Internal);

    /// More requests than the server can handle in time.
    pub(crate) const OVERLOADED: Self = Self(StatusCode::SERVICE_UNAVAILABLE, RefusalReason::Overloaded);
    pub(crate) const NEWCOMERS: Self = Self(StatusCode::TOO_MANY_REQUESTS, RefusalReason::Newcomers);
}

/// The reason of a rejection. Its sentence in `web.ftl`, which says what to do instead, has the
/// reason with the prefix `error-` as its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RefusalReason {
    /// The name is empty.
    NameEmpty,
    /// The name is too long.
    NameLong,
    /// The name has characters that names may not have.
    NameCharacters,
    /// The name, or one that looks like it, belongs to another person.
    NameTaken,
    /// The name is reserved.
    NameReserved,
    /// No channel can have this name.
    ChannelName,
    /// Another channel has this name.
    ChannelTaken,
    /// The server has as many channels as it may have.
    ChannelLimit,
    /// The person or address has as many channels as one may have.
    ChannelOwnLimit,
    /// Too many events at once.
    TooFast,
    /// Too much text in a period.
    TooMuch,
    /// The text is too long.
    TooLong,
    /// Too many sockets.
    TooMany,
    /// Too many requests at once from one address.
    Crowded,
    /// More than the server can handle in time.
    Overloaded,
    /// Too many new people at once.
    Newcomers,
    /// There is no such channel.
    UnknownChannel,
    /// There are as many rooms of games as there may be.
    Rooms,
    /// The room has as many members as it may have.
    RoomFull,
    /// Only the maker of a room may do that.
    NotYours,
    /// A player of a game stays in the game's room.
    Plays,
    /// There is no open challenge.
    NoOpenSeat,
    /// There is no such invite link.
    InviteUnknown,
    /// The invite link has expired.
    InviteOver,
    /// Another person has opened the invite link.
    InviteTaken,
    /// The person opened their own invite link, which is for an opponent.
    InviteOwn,
    /// The computer was chosen as the opponent of a set-up, which only people can have.
    ComputerSetup,
    /// An internal error.
    Internal,
}

impl From<RateLimitExceeded> for RequestRejection {
    fn from(exceeded: RateLimitExceeded) -> Self {
        Self(StatusCode::TOO_MANY_REQUESTS, exceeded.into())
    }
}

impl From<RateLimitExceeded> for RefusalReason {
    fn from(exceeded: RateLimitExceeded) -> Self {
        match exceeded {
            RateLimitExceeded::Events => Self::TooFast,
            RateLimitExceeded::Words => Self::TooMuch,
        }
    }
}
