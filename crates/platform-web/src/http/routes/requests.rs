//! Routes of the session: the browser's people, their names and settings, new channels, and the
//! WebSocket.

use std::sync::Arc;

use adoube_bot::PersonId;
use adoube_render::ThemeKey;
use axum::{
    Extension, Json,
    extract::{Query, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::HeaderMap,
    response::Response,
};
use axum_extra::extract::SignedCookieJar;
use serde::Serialize;

use crate::{
    channels::channel::ChannelCreator,
    http::{guard::is_secure, proxy_faults::ProxyFault},
    identity::{cookie::BrowserId, profile::ProfileChanges},
    limits::{SEATS, SOCKET_MESSAGE_BYTES, network::ClientAddress},
    session::socket,
    state::WebState,
    view::reader::EntryReader,
    wire::{
        person::{LanguageChoice, OwnPersonJson, PersonInput, SeatQuery, SeatedPersonJson, SessionJson},
        rejection::RequestRejection,
        rooms::NewChannelInput,
        seat::BrowserSeat,
    },
};

/// Returns the people of the browser's seats, and gives a new browser its cookie.
///
/// The page itself sets no cookie: a link on another site opens it without the browser's cookies,
/// and a new cookie would replace them.
pub(crate) async fn session(
    State(state): State<Arc<WebState>>,
    headers: HeaderMap,
) -> Result<(SignedCookieJar, Json<SessionJson>), RequestRejection> {
    let secure = is_secure(&headers);
    let (browser, jar) = match state.persons.identity.browser(&headers) {
        Some(browser) => {
            let jar = state.persons.identity.renew(&headers, &browser, secure);
            (browser, jar)
        }
        None => state
            .persons
            .identity
            .newcomer(&headers, secure)
            .map_err(|error| RequestRejection::internal(&error, "a browser cannot be given an id"))?,
    };
    let mut persons = Vec::new();
    for seat in BrowserSeat::all() {
        if let Some(profile) = state.persons.people.profile(&browser.person(seat)).await? {
            let id = browser.person(seat);
            let profile = profile.with_preferences(&state.service, &id).await;
            persons.push(SeatedPersonJson {
                person: state.chat.view.myself(seat, &profile),
                choices: state.chat.preferences.choices(&id).await,
            });
        }
    }
    let languages = state.service.locales().languages();
    let languages = languages
        .map(|language| LanguageChoice { tag: language, name: state.service.endonym(language) })
        .collect();
    let themes = ThemeKey::ALL.map(ThemeKey::key).to_vec();
    Ok((jar, Json(SessionJson { seats: SEATS, persons, languages, themes })))
}

/// Creates or changes a person: name, language, theme and other preferences.
pub(crate) async fn person(
    State(state): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<PersonInput>,
) -> Result<Json<OwnPersonJson>, RequestRejection> {
    let id = state.known_browser(&headers)?.person(wish.seat);
    state.may_change(&id)?;
    let before = state.persons.people.profile(&id).await?;
    let mut changes = ProfileChanges { name: wish.name.clone(), ..ProfileChanges::default() };
    if before.is_none() {
        state.may_come(address)?;
        // The browser's language and theme; a person's own choices are stored as preferences.
        changes.language = wish.language.as_deref().and_then(|tag| state.service.locales().find(tag));
        changes.theme = wish.theme.as_deref().and_then(ThemeKey::from_key);
    }
    let profile = state.persons.people.change(&id, &changes, &state.persons.names).await?;
    if let Some(before) = before {
        let before = before.with_preferences(&state.service, &id).await;
        let chosen = state.chat.preferences.choose(&id, &before, &wish).await;
        chosen.map_err(|error| RequestRejection::internal(&error, "what somebody chose cannot be kept"))?;
    }
    let profile = profile.with_preferences(&state.service, &id).await;
    state.persons.presence.change(&id, &profile);
    state.chat.sync.wakeups.wake_person(&id, None).await;
    Ok(Json(state.chat.view.myself(wish.seat, &profile)))
}

/// The answer to a new channel: its name.
#[derive(Serialize)]
pub(crate) struct CreatedChannel {
    name: String,
}

/// Makes a channel.
pub(crate) async fn make_channel(
    State(state): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<NewChannelInput>,
) -> Result<Json<CreatedChannel>, RequestRejection> {
    let reader = state.reader(&headers, wish.seat).await?;
    state.may_change(&reader.person)?;
    state.chat.cleanup.finish_removal(&wish.name).await?;
    let founder = ChannelCreator { from: state.persons.identity.origin(address), person: reader.as_person() };
    let name = state.chat.displacement.make_channel(&wish.name, founder, wish.private).await?;
    Ok(Json(CreatedChannel { name }))
}

/// Opens a WebSocket for the person on a browser seat.
pub(crate) async fn open_socket(
    State(state): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, RequestRejection> {
    let Ok(upgrade) = upgrade else {
        return Ok(state.site.proxy_faults.refuse(ProxyFault::NoUpgrade, &headers));
    };
    let reader = state.reader(&headers, seat).await?;
    let upgrade = upgrade.max_message_size(SOCKET_MESSAGE_BYTES).max_frame_size(SOCKET_MESSAGE_BYTES);
    let Some(slot) = state.sockets.slots.take(Some(address)) else {
        // A page gets no reason for a refused upgrade, but it gets the reason of a closed socket.
        return Ok(upgrade.on_upgrade(|socket| socket::refuse(socket, "crowded")));
    };
    let open = state.sockets.open.start();
    let from = state.persons.identity.origin(address);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _work = slot.work();
        socket::serve(state, socket, (reader, from), &slot).await;
        drop(open);
    }))
}

impl WebState {
    pub(crate) fn known_browser(&self, headers: &HeaderMap) -> Result<BrowserId, RequestRejection> {
        self.persons.identity.browser(headers).ok_or(RequestRejection::UNKNOWN)
    }

    /// The reader on this seat of the browser that sent these headers.
    pub(crate) async fn reader(
        &self,
        headers: &HeaderMap,
        seat: BrowserSeat,
    ) -> Result<EntryReader, RequestRejection> {
        let person = self.known_browser(headers)?.person(seat);
        self.chat.sync.poller.poll_now().await?;
        let profile = self.persons.people.profile(&person).await?.ok_or(RequestRejection::UNKNOWN)?;
        let profile = profile.with_preferences(&self.service, &person).await;
        Ok(EntryReader { person, seat, profile })
    }

    /// Whether a new person may come from this address; a rejection if not.
    fn may_come(&self, address: ClientAddress) -> Result<(), RequestRejection> {
        if self.limits.may_come(address) { Ok(()) } else { Err(RequestRejection::NEWCOMERS) }
    }

    pub(crate) fn may_change(&self, person: &PersonId) -> Result<(), RequestRejection> {
        let allowed = self.limits.may_change(person);
        if allowed { Ok(()) } else { Err(RequestRejection::TOO_FAST) }
    }
}
