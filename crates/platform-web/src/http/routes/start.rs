//! The form that begins a game: its fields, made of the definition of the command, and what becomes of one that is filled
//! in, which is what the command would do. What is wrong is said at its field. Not here: what can be agreed (the bot).

use std::sync::Arc;

use adoube_bot::{
    ChannelId, CommunityId, Decision, Notice, OptionFieldKind, PersonId, Reply, StartField, WordHelp,
};
use axum::{
    Extension, Json,
    extract::{Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{
    WebState,
    channels::directory::{
        ChannelDetails, ChannelError, GameRoomInfo, PrivateAccess, channel_id, name_of, room_name,
    },
    chat::event_handler::{WebAction, WebEvent},
    http::routes::requests::RequestRejection,
    identity::cookie::BrowserSeat,
    limits::{START_VALUE_CHARS, network::ClientAddress},
    session::client_messages::is_event_id,
    view::entry_view::EntryReader,
    wire::rooms::{
        Levels, StartFieldJson, StartFieldKind, StartFieldWord, StartForm, StartFormError, StartFormInput,
        StartResult,
    },
};

/// The commands behind the form.
const PLAY: &str = "play";
const SETUP: &str = "setup";
/// The option that names a person.
const OPPONENT: &str = "opponent";

/// Who wants the form, and for which channel, whose settings say what is usual there.
#[derive(Debug, Deserialize)]
pub(crate) struct StartFormQuery {
    seat: BrowserSeat,
    channel: Option<String>,
}

/// The fields of the form in the reader's language.
pub(crate) async fn form(
    State(chat): State<Arc<WebState>>,
    Query(StartFormQuery { seat, channel }): Query<StartFormQuery>,
    headers: HeaderMap,
) -> Result<Json<StartForm>, RequestRejection> {
    let reader = chat.reader(&headers, seat).await?;
    let place = match channel {
        Some(channel) => {
            let channel = chat
                .channels
                .open_to(&channel, &reader.person)
                .await
                .ok_or(RequestRejection::UNKNOWN_CHANNEL)?;
            Some(CommunityId(chat.place_for(channel, &reader.person).await?.0))
        }
        None => None,
    };
    let language = reader.profile.reading.language;
    let commands = chat.service.commands(language);
    let setup = commands.into_iter().find(|command| command.key == SETUP);
    let in_setup: Vec<_> =
        setup.map(|setup| setup.options.iter().map(|option| option.key).collect()).unwrap_or_default();
    let fields = chat.service.start_fields(reader.profile.reading, place.as_ref()).await.into_iter();
    let fields = fields.map(|field| shown(in_setup.contains(&field.help.key), field)).collect();
    let levels = chat.service.computer_levels();
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

/// Does what the form says.
pub(crate) async fn start(
    State(chat): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<StartFormInput>,
) -> Result<Response, RequestRejection> {
    let reader = chat.reader(&headers, wish.seat).await?;
    chat.may_act(&reader.person).map_err(RequestRejection::because)?;
    let channel = chat
        .channels
        .open_to(&wish.channel, &reader.person)
        .await
        .ok_or(RequestRejection::UNKNOWN_CHANNEL)?;
    if !is_event_id(&wish.id) {
        return Err(RequestRejection::MALFORMED);
    }
    // The panel of a set-up has a button for that; without the panel there would be no extra pieces.
    if wish.setup && wish.values.get(OPPONENT).is_some_and(|name| chat.service.is_computer(name)) {
        return Err(RequestRejection::COMPUTER_SETUP);
    }
    let line = chat.line(&wish, &reader).await.ok_or(RequestRejection::MALFORMED)?;
    let from = chat.identity.origin(address);
    let admitted = chat.may_begin(&channel).await?;
    let beginning = async move {
        let _inside = admitted;
        chat.begin(wish, (channel, from), line, &reader).await
    };
    // A task of its own: it goes on when the browser goes away in the middle.
    match tokio::spawn(beginning).await {
        Ok(answer) => answer,
        Err(error) => Err(RequestRejection::internal(&error, "a game was not begun")),
    }
}

impl WebState {
    /// The command that says what the form does, with the words that are understood in every language.
    async fn line(&self, wish: &StartFormInput, reader: &EntryReader) -> Option<String> {
        let mut line = if wish.setup { SETUP } else { PLAY }.to_owned();
        // Extra pieces are set up in steps, in which a link or a level has no place; a link leads to no computer.
        if [wish.setup, wish.by_link, wish.computer.is_some()].into_iter().filter(|is| *is).count() > 1 {
            return None;
        }
        if let Some(level) = wish.computer {
            line.extend([" computer level:", &level.to_string()]);
        }
        let fields = self.service.start_fields(reader.profile.reading, None).await;
        let known = |key: &&String| fields.iter().any(|field| field.help.key == key.as_str());
        if !wish.values.keys().all(|key| known(&key)) {
            return None;
        }
        for field in fields {
            let Some(value) = wish.values.get(field.help.key).map(|value| value.trim()) else { continue };
            if value.is_empty() {
                continue;
            }
            if value.chars().count() > START_VALUE_CHARS {
                return None;
            }
            let key = field.help.key;
            match field.help.form {
                OptionFieldKind::Person => line.extend([" @", value.trim_start_matches('@')]),
                OptionFieldKind::Words(words) => {
                    words.iter().find(|word| word.word == value)?;
                    line.extend([" ", key, ":", value]);
                }
                OptionFieldKind::Number(_) => {
                    value.parse::<u32>().ok()?;
                    line.extend([" ", key, ":", value]);
                }
                OptionFieldKind::Pace(_) => line.extend([" ", key, ":", value]),
                OptionFieldKind::Text => line.extend([" ", value]),
            }
        }
        Some(line)
    }

    async fn begin(
        self: Arc<Self>,
        wish: StartFormInput,
        (channel, from): (ChannelId, String),
        command: String,
        reader: &EntryReader,
    ) -> Result<Response, RequestRejection> {
        // A game against the computer has a room of its own, wherever it is agreed.
        let channel = match wish.computer {
            Some(_) => channel,
            None => self.place_for(channel, &reader.person).await?,
        };
        let (channel, is_new) = if wish.by_link {
            self.room_for_two(&wish.id, (&channel, from.clone()), reader).await?
        } else {
            (channel, false)
        };
        let event = WebEvent {
            id: wish.id.clone(),
            channel: channel.clone(),
            person: reader.as_person(),
            language: reader.profile.language,
            deed: WebAction::Say(format!("/{command}")),
        };
        let decision = self.handle_without_log(&event, "started").await;
        let Decision { reply, begun, .. } =
            decision.map_err(|error| RequestRejection::internal(&error, "a game was not begun"))?;
        if let Reply::Private(notice) | Reply::Replace(notice) = reply {
            if matches!(*notice, Notice::Refused(_)) {
                let at_rest = if is_new { self.service.idle_channel_version(&channel).await } else { None };
                if let Some(at_rest) = at_rest {
                    let gone = self.channels.forget(name_of(&channel), at_rest).await;
                    gone.map_err(|error| RequestRejection::internal(&error, "a room cannot be removed"))?;
                }
                let field = self.service.start_field_of(&notice);
                let refused = StartFormError { field, text: self.words_of(&notice, reader) };
                return Ok((StatusCode::CONFLICT, Json(refused)).into_response());
            }
            let written = self.write_private(&event, notice).await;
            written.map_err(|error| RequestRejection::internal(&error, "an answer was not written"))?;
        }
        let link = if wish.by_link {
            self.seat_link(name_of(&channel), &reader.person, Some(from)).await?
        } else {
            None
        };
        let room = self.room_begun(begun.as_deref()).await;
        let channel = room.unwrap_or_else(|| name_of(&channel).to_owned());
        Ok(Json(StartResult { channel, link }).into_response())
    }

    /// Where a game that somebody wants here is agreed: not in the room of a game that is still played.
    async fn place_for(&self, channel: ChannelId, person: &PersonId) -> Result<ChannelId, RequestRejection> {
        let list = self.channels.list_now().await;
        let Some(room) = list.room(name_of(&channel)) else { return Ok(channel) };
        let is_played = self.service.is_played_in(&channel).await;
        let is_played =
            is_played.map_err(|error| RequestRejection::internal(&error, "a channel cannot be read"))?;
        let parent = list.lets_in(&room.parent, person).then(|| channel_id(&room.parent));
        Ok(parent.filter(|_| is_played).unwrap_or(channel))
    }

    /// A room for the reader and whoever opens their link, and whether it was not there yet: when the form is sent again it
    /// is the same one.
    async fn room_for_two(
        &self,
        id: &str,
        (channel, from): (&ChannelId, String),
        reader: &EntryReader,
    ) -> Result<(ChannelId, bool), RequestRejection> {
        let drawn =
            Sha256::new().chain_update(&reader.person.0).chain_update([0]).chain_update(id).finalize();
        let name = room_name(drawn.get(..8).unwrap_or_default());
        let list = self.channels.list();
        if list.lets_in(&name, &reader.person) {
            return Ok((channel_id(&name), false));
        }
        self.make_place().await;
        let person = reader.as_person();
        let parent = list
            .room(name_of(channel))
            .map_or_else(|| name_of(channel).to_owned(), |room| room.parent.clone());
        let founded = ChannelDetails {
            by: person.id.clone(),
            from: Some(from),
            at: self.clock.now_millis(),
            room: Some(GameRoomInfo { parent, players: vec![person.clone()], over_at: None }),
            private: Some(PrivateAccess { title: String::new(), members: vec![person], link: 1 }),
        };
        match self.add_room(&name, founded).await {
            Ok(is_new) => Ok((channel_id(&name), is_new)),
            Err(ChannelError::Limit | ChannelError::OwnLimit | ChannelError::Taken) => {
                Err(RequestRejection::ROOMS)
            }
            Err(error) => Err(RequestRejection::internal(&error, "a room cannot be made")),
        }
    }
}
