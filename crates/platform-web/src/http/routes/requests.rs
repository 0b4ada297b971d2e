//! The requests beside the socket: who this browser is, names and settings, new channels, and opening the socket itself.
//! Not here: pages and pictures.

use std::sync::Arc;

use adoube_bot::{AdmissionPermit, ChannelId, EventPriority, PersonId};
use adoube_render::ThemeKey;
use axum::{
    Extension, Json,
    extract::{Query, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use axum_extra::extract::SignedCookieJar;
use serde::Serialize;
use tokio::time::Instant;

use crate::{
    WebState,
    channels::directory::{ChannelCreator, ChannelError},
    http::{guard::is_secure, proxy_faults::ProxyFault},
    identity::{
        cookie::{BrowserId, BrowserSeat},
        name::NameError,
        people::{PersonError, ProfileChanges},
    },
    limits::{BEGUN, SEATS, SOCKET_MESSAGE_BYTES, network::ClientAddress},
    session::socket,
    view::entry_view::EntryReader,
    wire::{
        LanguageChoice, OwnPersonJson, PersonInput, RefusalReason, SeatQuery, SeatedPersonJson, SessionJson,
        rooms::NewChannelInput,
    },
};

/// An answer that is no.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestRejection(StatusCode, RefusalReason);

/// Its form as JSON.
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
    /// Something failed that is not the reader's fault.
    pub(crate) fn internal(error: &dyn std::error::Error, doing: &str) -> Self {
        tracing::error!(%error, "{doing}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, RefusalReason::Internal)
    }

    const UNKNOWN: Self = Self(StatusCode::UNAUTHORIZED, RefusalReason::Internal);
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
    const OVERLOADED: Self = Self(StatusCode::SERVICE_UNAVAILABLE, RefusalReason::Overloaded);
    const NEWCOMERS: Self = Self(StatusCode::TOO_MANY_REQUESTS, RefusalReason::Newcomers);
}

impl From<PersonError> for RequestRejection {
    fn from(error: PersonError) -> Self {
        match error {
            PersonError::Name(NameError::Empty) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::NameEmpty)
            }
            PersonError::Name(NameError::TooLong) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::NameLong)
            }
            PersonError::Name(NameError::Characters) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::NameCharacters)
            }
            PersonError::Name(NameError::Reserved) => Self(StatusCode::CONFLICT, RefusalReason::NameReserved),
            PersonError::Taken => Self(StatusCode::CONFLICT, RefusalReason::NameTaken),
            PersonError::Store(_) | PersonError::Form { .. } => {
                Self::internal(&error, "a person cannot be changed")
            }
        }
    }
}

impl From<ChannelError> for RequestRejection {
    fn from(error: ChannelError) -> Self {
        match error {
            ChannelError::Name => Self(StatusCode::UNPROCESSABLE_ENTITY, RefusalReason::ChannelName),
            ChannelError::Taken => Self(StatusCode::CONFLICT, RefusalReason::ChannelTaken),
            ChannelError::Limit | ChannelError::Full { .. } => {
                Self(StatusCode::CONFLICT, RefusalReason::ChannelLimit)
            }
            ChannelError::OwnLimit => Self(StatusCode::CONFLICT, RefusalReason::ChannelOwnLimit),
            ChannelError::Store(_) | ChannelError::Form(_) => {
                Self::internal(&error, "a channel cannot be made")
            }
        }
    }
}

/// Makes the browser known if it is not, and tells it who it can be.
///
/// Pages set no cookie: a link on another site brings a browser here without its cookies, and it must not lose them.
pub(crate) async fn session(
    State(chat): State<Arc<WebState>>,
    headers: HeaderMap,
) -> Result<(SignedCookieJar, Json<SessionJson>), RequestRejection> {
    let secure = is_secure(&headers);
    let (browser, jar) = match chat.identity.browser(&headers) {
        Some(browser) => {
            let jar = chat.identity.renew(&headers, &browser, secure);
            (browser, jar)
        }
        None => chat
            .identity
            .newcomer(&headers, secure)
            .map_err(|error| RequestRejection::internal(&error, "a browser cannot be given an id"))?,
    };
    let mut persons = Vec::new();
    for seat in BrowserSeat::all() {
        if let Some(profile) = chat.people.profile(&browser.person(seat)).await? {
            let id = browser.person(seat);
            let profile = chat.chosen(&id, profile).await;
            persons.push(SeatedPersonJson {
                person: chat.myself(seat, &profile),
                choices: chat.choices(&id).await,
            });
        }
    }
    let languages = chat.service.locales().languages();
    let languages = languages
        .map(|language| LanguageChoice { tag: language, name: chat.service.endonym(language) })
        .collect();
    let themes = ThemeKey::ALL.map(ThemeKey::key).to_vec();
    Ok((jar, Json(SessionJson { seats: SEATS, persons, languages, themes })))
}

/// Gives a person a name, a language, a theme.
pub(crate) async fn person(
    State(chat): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<PersonInput>,
) -> Result<Json<OwnPersonJson>, RequestRejection> {
    let id = chat.known_browser(&headers)?.person(wish.seat);
    chat.may_change(&id)?;
    let before = chat.people.profile(&id).await?;
    let mut changes = ProfileChanges { name: wish.name.clone(), ..ProfileChanges::default() };
    if before.is_none() {
        chat.may_come(address)?;
        // What their browser says; whatever is different later they have chosen.
        changes.language = wish.language.as_deref().and_then(|tag| chat.service.locales().find(tag));
        changes.theme = wish.theme.as_deref().and_then(ThemeKey::from_key);
    }
    let profile = chat.people.change(&id, &changes, &chat.names).await?;
    if let Some(before) = before {
        let chosen = chat.choose(&id, &chat.chosen(&id, before).await, &wish).await;
        chosen.map_err(|error| RequestRejection::internal(&error, "what somebody chose cannot be kept"))?;
    }
    let profile = chat.chosen(&id, profile).await;
    chat.people.here.change(&id, &profile);
    chat.wake_person(&[id], None).await;
    Ok(Json(chat.myself(wish.seat, &profile)))
}

/// A channel's name.
#[derive(Serialize)]
pub(crate) struct CreatedChannel {
    name: String,
}

/// Makes a channel.
pub(crate) async fn make_channel(
    State(chat): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<NewChannelInput>,
) -> Result<Json<CreatedChannel>, RequestRejection> {
    let reader = chat.reader(&headers, wish.seat).await?;
    chat.may_change(&reader.person)?;
    chat.finish_removal(&wish.name).await?;
    let founder = ChannelCreator { from: chat.identity.origin(address), person: reader.as_person() };
    let name = chat.make_channel(&wish.name, founder, wish.private).await?;
    Ok(Json(CreatedChannel { name }))
}

/// Opens a socket for the person on a seat.
pub(crate) async fn open_socket(
    State(chat): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, RequestRejection> {
    let Ok(upgrade) = upgrade else { return Ok(chat.faults.refuse(ProxyFault::NoUpgrade, &headers)) };
    let reader = chat.reader(&headers, seat).await?;
    let upgrade = upgrade.max_message_size(SOCKET_MESSAGE_BYTES).max_frame_size(SOCKET_MESSAGE_BYTES);
    let Some(slot) = chat.sockets.take(Some(address)) else {
        // A page is told nothing of an upgrade that is refused, but why a socket is closed.
        return Ok(upgrade.on_upgrade(|socket| socket::refuse(socket, "crowded")));
    };
    let open = chat.open_sockets.start();
    let from = chat.identity.origin(address);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _work = slot.work();
        socket::serve(chat, socket, (reader, from), &slot).await;
        drop(open);
    }))
}

impl WebState {
    pub(crate) fn known_browser(&self, headers: &HeaderMap) -> Result<BrowserId, RequestRejection> {
        self.identity.browser(headers).ok_or(RequestRejection::UNKNOWN)
    }

    /// The person on this seat of the browser that sent these headers.
    pub(crate) async fn reader(
        &self,
        headers: &HeaderMap,
        seat: BrowserSeat,
    ) -> Result<EntryReader, RequestRejection> {
        let person = self.known_browser(headers)?.person(seat);
        self.poll_now().await?;
        let profile = self.people.profile(&person).await?.ok_or(RequestRejection::UNKNOWN)?;
        let profile = self.chosen(&person, profile).await;
        Ok(EntryReader { person, seat, profile })
    }

    /// Whether one more person may come from this address.
    fn may_come(&self, address: ClientAddress) -> Result<(), RequestRejection> {
        let now = self.clock.monotonic();
        let is_first = self.newcomers_of_one.is_full(address, now);
        // Of the address first: whoever is refused there takes nothing from the others.
        let may = self.newcomers_of_one.take(address, now)
            // However many came from elsewhere, somebody comes from there.
            && (self.newcomer_pace.take((), now) || (is_first && self.first_newcomers.take((), now)));
        if may { Ok(()) } else { Err(RequestRejection::NEWCOMERS) }
    }

    /// Waits until a game may be begun in a channel, or somebody may take their seat in one.
    pub(crate) async fn may_begin(&self, channel: &ChannelId) -> Result<AdmissionPermit, RequestRejection> {
        let admitted = self.service.admit(channel, EventPriority::NewGame, Instant::now() + BEGUN).await;
        admitted.ok_or(RequestRejection::OVERLOADED)
    }

    pub(crate) fn may_change(&self, person: &PersonId) -> Result<(), RequestRejection> {
        let allowed = self.change_pace.take(person.clone(), self.clock.monotonic());
        if allowed { Ok(()) } else { Err(RequestRejection::TOO_FAST) }
    }
}
