//! Handles the start form of a game: turns it into a command with its options, finds the channel or
//! makes a room, and begins the game.

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, Clock, Decision, InputValue, Notice, OptionFieldKind, PersonId, Reply};
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use crate::{
    channels::{
        channel::{
            ChannelDetails, ChannelError, GameRoomInfo, PrivateAccess, channel_id, name_of, room_name,
        },
        directory::ChannelDirectory,
    },
    chat::{
        channel_displacement::ChannelDisplacement,
        event::{WebAction, WebEvent},
        event_handler::WebEventHandler,
        game_rooms::GameRooms,
        invites::Invites,
    },
    limits::START_VALUE_CHARS,
    view::{entry_view::EntryPresenter, reader::EntryReader},
    wire::{
        rejection::RequestRejection,
        rooms::{StartFormError, StartFormInput, StartResult},
    },
};

/// The commands behind the form.
const PLAY: &str = "play";
pub(crate) const SETUP: &str = "setup";
/// The option for the opponent's name.
pub(crate) const OPPONENT: &str = "opponent";
/// The option for the computer as opponent, its word, and the option for its level.
const AGAINST: &str = "against";
const COMPUTER: &str = "computer";
const LEVEL: &str = "level";

/// Begins games from the start form.
pub(crate) struct StartForms {
    pub(crate) service: Bot,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) rooms: Arc<GameRooms>,
    pub(crate) displacement: Arc<ChannelDisplacement>,
    pub(crate) events: Arc<WebEventHandler>,
    pub(crate) invites: Arc<Invites>,
    pub(crate) view: Arc<EntryPresenter>,
}

impl StartForms {
    /// The command that does what the form says, with its options; `None` if the page cannot have
    /// sent the form.
    pub(crate) async fn action(&self, wish: &StartFormInput, reader: &EntryReader) -> Option<WebAction> {
        // A set-up of extra pieces takes neither a link nor a level, and no link leads to the
        // computer.
        if [wish.setup, wish.by_link, wish.computer.is_some()].into_iter().filter(|is| *is).count() > 1 {
            return None;
        }
        let mut values = Vec::new();
        if let Some(level) = wish.computer {
            values.push((AGAINST.to_owned(), InputValue::Text(COMPUTER.to_owned())));
            values.push((LEVEL.to_owned(), InputValue::Number(level.into())));
        }
        let fields = self.service.start_fields(reader.profile.reading, None).await;
        let known = |key: &&String| fields.iter().any(|field| field.help.key == key.as_str());
        if !wish.values.keys().all(|key| known(&key)) {
            return None;
        }
        for field in fields {
            let Some(given) = wish.values.get(field.help.key).map(|value| value.trim()) else { continue };
            if given.is_empty() {
                continue;
            }
            if given.chars().count() > START_VALUE_CHARS {
                return None;
            }
            let value = match field.help.form {
                OptionFieldKind::Person => InputValue::Person(format!("@{}", given.trim_start_matches('@'))),
                OptionFieldKind::Words(words) => {
                    words.iter().find(|word| word.word == given)?;
                    InputValue::Text(given.to_owned())
                }
                OptionFieldKind::Number(_) => InputValue::Number(given.parse::<u32>().ok()?.into()),
                OptionFieldKind::Pace(_) | OptionFieldKind::Text => InputValue::Text(given.to_owned()),
            };
            values.push((field.help.key.to_owned(), value));
        }
        let command = if wish.setup { SETUP } else { PLAY }.to_owned();
        Some(WebAction::Invoke { command, values })
    }

    /// Begins the game of a completed form.
    pub(crate) async fn begin(
        self: Arc<Self>,
        wish: StartFormInput,
        (channel, from): (ChannelId, String),
        deed: WebAction,
        reader: &EntryReader,
    ) -> Result<Response, RequestRejection> {
        // A game against the computer gets a room of its own in any channel.
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
            deed,
        };
        let decision = self.events.handle_without_log(&event, "started").await;
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
                let refused = StartFormError { field, text: self.view.words_of(&notice, reader) };
                return Ok((StatusCode::CONFLICT, Json(refused)).into_response());
            }
            let written = self.events.write_private(&event, notice).await;
            written.map_err(|error| RequestRejection::internal(&error, "an answer was not written"))?;
        }
        let link = if wish.by_link {
            self.invites.seat_link(name_of(&channel), &reader.person, Some(from)).await?
        } else {
            None
        };
        let room = self.rooms.room_begun(begun.as_deref()).await;
        let channel = room.unwrap_or_else(|| name_of(&channel).to_owned());
        Ok(Json(StartResult { channel, link }).into_response())
    }

    /// The channel in which a new game is agreed: not the room of a game that is still played.
    pub(crate) async fn place_for(
        &self,
        channel: ChannelId,
        person: &PersonId,
    ) -> Result<ChannelId, RequestRejection> {
        let list = self.channels.list_now().await;
        let Some(room) = list.room(name_of(&channel)) else { return Ok(channel) };
        let is_played = self.service.is_played_in(&channel).await;
        let is_played =
            is_played.map_err(|error| RequestRejection::internal(&error, "a channel cannot be read"))?;
        let parent = list.lets_in(&room.parent, person).then(|| channel_id(&room.parent));
        Ok(parent.filter(|_| is_played).unwrap_or(channel))
    }

    /// A room for the reader and the opponent who opens their link, and whether it is new. The same
    /// form sent again gets the same room.
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
        self.rooms.make_place().await;
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
        match self.displacement.add_room(&name, founded).await {
            Ok(is_new) => Ok((channel_id(&name), is_new)),
            Err(ChannelError::Limit | ChannelError::OwnLimit | ChannelError::Taken) => {
                Err(RequestRejection::ROOMS)
            }
            Err(error) => Err(RequestRejection::internal(&error, "a room cannot be made")),
        }
    }
}
