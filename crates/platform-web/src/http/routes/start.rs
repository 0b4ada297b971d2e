//! Routes of the start form of a game: its fields, made from the definition of the command, and its
//! submission. Not here: beginning the game (`chat/start_form.rs`).

use std::sync::Arc;

use adoube_bot::{CommunityId, OptionFieldKind, StartField, WordHelp};
use axum::{
    Extension, Json,
    extract::{Query, State},
    http::HeaderMap,
    response::Response,
};
use serde::Deserialize;

use crate::{
    chat::{
        event::is_event_id,
        start_form::{OPPONENT, SETUP},
    },
    http::own_task::run_to_end,
    limits::network::ClientAddress,
    state::WebState,
    wire::{
        rejection::RequestRejection,
        rooms::{Levels, StartFieldJson, StartFieldKind, StartFieldWord, StartForm, StartFormInput},
        seat::BrowserSeat,
    },
};

/// The seat that requests the form, and the channel whose settings give the defaults.
#[derive(Debug, Deserialize)]
pub(crate) struct StartFormQuery {
    seat: BrowserSeat,
    channel: Option<String>,
}

/// The fields of the form in the reader's language.
pub(crate) async fn form(
    State(state): State<Arc<WebState>>,
    Query(StartFormQuery { seat, channel }): Query<StartFormQuery>,
    headers: HeaderMap,
) -> Result<Json<StartForm>, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    let place = match channel {
        Some(channel) => {
            let channel = state
                .channels
                .open_to(&channel, &reader.person)
                .await
                .ok_or(RequestRejection::UNKNOWN_CHANNEL)?;
            Some(CommunityId(state.chat.start_forms.place_for(channel, &reader.person).await?.0))
        }
        None => None,
    };
    let language = reader.profile.reading.language;
    let commands = state.service.commands(language);
    let setup = commands.into_iter().find(|command| command.key == SETUP);
    let in_setup: Vec<_> =
        setup.map(|setup| setup.options.iter().map(|option| option.key).collect()).unwrap_or_default();
    let fields = state.service.start_fields(reader.profile.reading, place.as_ref()).await.into_iter();
    let fields = fields.map(|field| shown(in_setup.contains(&field.help.key), field)).collect();
    let levels = state.service.computer_levels();
    let levels = levels.map(|levels| Levels { usual: levels.usual, most: levels.most });
    Ok(Json(StartForm { fields, levels }))
}

fn shown(in_setup: bool, field: StartField) -> StartFieldJson {
    let StartField { help, is_switch, is_game, default, only_with } = field;
    let word = |WordHelp { word, label }| StartFieldWord { word: word.to_owned(), label };
    let suggested = |(word, label)| StartFieldWord { word, label };
    let (kind, words) = match help.form {
        OptionFieldKind::Person => (StartFieldKind::Person, Vec::new()),
        OptionFieldKind::Number(_) => (StartFieldKind::Number, Vec::new()),
        OptionFieldKind::Text => (StartFieldKind::Text, Vec::new()),
        OptionFieldKind::Pace(usual) => (StartFieldKind::Text, usual.into_iter().map(suggested).collect()),
        OptionFieldKind::Words(words) => {
            let kind = match (is_game, is_switch) {
                (true, _) => StartFieldKind::Game,
                (false, true) => StartFieldKind::Switch,
                (false, false) => StartFieldKind::Choice,
            };
            (kind, words.into_iter().map(word).collect())
        }
    };
    StartFieldJson {
        key: help.key,
        label: help.name,
        hint: help.about,
        kind,
        words,
        default,
        only_with,
        in_setup,
    }
}

/// Begins the game of a submitted form.
pub(crate) async fn start(
    State(state): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<StartFormInput>,
) -> Result<Response, RequestRejection> {
    let reader = state.reader(&headers, wish.seat).await?;
    state.limits.may_act(&reader.person)?;
    let channel = state
        .channels
        .open_to(&wish.channel, &reader.person)
        .await
        .ok_or(RequestRejection::UNKNOWN_CHANNEL)?;
    if !is_event_id(&wish.id) {
        return Err(RequestRejection::MALFORMED);
    }
    // A set-up's panel has its own button for the computer; without the panel there are no extra
    // pieces.
    if wish.setup && wish.values.get(OPPONENT).is_some_and(|name| state.service.is_computer(name)) {
        return Err(RequestRejection::COMPUTER_SETUP);
    }
    let action = state.chat.start_forms.action(&wish, &reader).await.ok_or(RequestRejection::MALFORMED)?;
    let from = state.persons.identity.origin(address);
    let admitted = state.chat.events.admit_new_game(&channel).await?;
    let beginning = async move {
        let _inside = admitted;
        Arc::clone(&state.chat.start_forms).begin(wish, (channel, from), action, &reader).await
    };
    run_to_end(beginning, "a game was not begun").await
}
