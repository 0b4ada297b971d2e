//! Rooms of games: opened when a game is agreed in a channel where another one is played, or by whoever invites somebody
//! by a link; marked when the game is over, and no longer listed after a while. Not here: when a game gets one (the
//! service), who is let in (`channels`), when rooms go (`tidying`).

use std::{collections::HashMap, sync::Arc};

use adoube_bot::{
    ChannelId, DeliveryError, DeliveryReceipt, Language, Message, MessageAccess, OutboxEntry, Person,
    PersonId, ReadingPreferences, SoloRoom, ThreadPolicy, Viewer,
};
use tokio::time::timeout;

use crate::{
    WebState,
    channels::directory::{
        ChannelDetails, ChannelError, ChannelList, GameRoomInfo, PrivateAccess, WebChannel, channel_id,
        game_room, is_game_room, name_of,
    },
    chat::channel_displacement::ChannelKind,
    limits::{LISTED_MILLIS, OVER_ROOMS, ROOM_TIME, ROOMS_LISTED},
    log::chat_log::{LogAppend, LogContent, LogEntry},
    wire::{ServerMessage, rooms},
};

impl WebState {
    /// When a game that this person begins here gets a room of its own. Rooms have none for games between people, and there
    /// are only so many. A game against the computer is its player's alone, and is played again where it was played.
    pub(crate) fn threads_in(&self, channel: &ChannelId, person: &PersonId) -> ThreadPolicy {
        let (list, name) = (self.channels.list(), name_of(channel));
        let from = self.people.here.origin(person);
        let has_place = list.may_have(ChannelKind::Game, person, from.as_deref());
        let solo = match (list.is_solo_room_of(name, person), has_place) {
            (false, true) => SoloRoom::Always,
            (false, false) => SoloRoom::NoneLeft,
            (true, true) => SoloRoom::WhenBusy,
            (true, false) => SoloRoom::Here,
        };
        ThreadPolicy::Rooms { people: has_place && list.room(name).is_none(), solo }
    }

    /// The room of a game against the computer that has just begun, as soon as it is there; nothing if that takes long: then the page
    /// offers the way when it hears of the room.
    pub(crate) async fn room_begun(&self, game: Option<&str>) -> Option<String> {
        let name = game_room(game?);
        let mut list = self.channels.watched();
        let is_there = timeout(ROOM_TIME, list.wait_for(|list| list.find(&name).is_some())).await;
        is_there.is_ok_and(|listed| listed.is_ok()).then_some(name)
    }

    /// Takes the oldest rooms of games that are over away, where there are more than there is room for.
    pub(crate) async fn make_place(&self) {
        for channel in self.channels.list().rooms_to_remove() {
            let Some(at_rest) = self.service.idle_channel_version(&channel).await else { continue };
            if let Err(error) = self.remove_channel(&channel, vec![at_rest]).await {
                tracing::error!(%error, %channel, "the room of a game that is over cannot be removed");
            }
        }
    }

    /// Says that the game gets a room, makes it, and lets the game begin there: all of it in one batch.
    pub(crate) async fn open_room(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let (language, hearing) = (Language::default(), MessageAccess::Everything);
        let viewer = Viewer { person: None, language, hearing, taste: ReadingPreferences::default() };
        let message = self.service.present(&delivery.notice, &viewer);
        let never = |reason: &str| DeliveryError::Permanent {
            reason: reason.to_owned(),
            done: DeliveryReceipt::default(),
        };
        let name = room_of(&message).ok_or_else(|| never("a notice of no game"))?;
        if self.channels.list().find(&name).is_some() {
            return Err(never("there is a channel of the room's name"));
        }
        let mut players = Vec::new();
        for id in message.thread.into_iter().flat_map(|thread| thread.players) {
            let named = self.people.name_of(&id).await;
            let name =
                named.map_err(|error| DeliveryError::Retry { reason: error.to_string(), after: None })?;
            players.push(Person { name: name.unwrap_or_default(), id });
        }
        self.make_place().await;
        let has_place = self.place_for_game(&players).await.map_err(later)?;
        if !has_place {
            return Err(never("there is no place for one more room"));
        }
        let by = players.first().map_or_else(|| PersonId(String::new()), |player| player.id.clone());
        let from = self.people.here.origin(&by);
        let list = self.channels.list();
        let agreed_in = name_of(&delivery.channel);
        // Rooms have no rooms.
        let parent = list.room(agreed_in).map_or(agreed_in, |room| &room.parent).to_owned();
        // Who plays the computer plays by themselves: the others neither see the room nor hear of it.
        let is_solo = players.len() == 1;
        let private =
            is_solo.then(|| PrivateAccess { title: String::new(), members: players.clone(), link: 1 });
        let notice = Box::new(delivery.notice.clone());
        let what = if is_solo {
            LogContent::Private { to: by.clone(), notice, in_place_of: None }
        } else {
            LogContent::Notice(notice)
        };
        let room = GameRoomInfo { parent, players, over_at: None };
        let now = self.clock.now_millis();
        let founded = ChannelDetails { by, from, at: now, room: Some(room), private };
        let opening = self
            .channels
            .opening(&name, &founded)
            .map_err(|error| DeliveryError::Retry { reason: error.to_string(), after: None })?;
        let telling = self.log.begin_telling(&delivery.channel).await;
        let place = self.log.reserve_end(&delivery.channel, LogEntry::new(now, None, what)).await?;
        let told = place.batch();
        let (expect, writes) =
            ([told.version_checks, opening.version_checks].concat(), [told.writes, opening.writes].concat());
        let done = DeliveryReceipt { expect, writes, thread: Some(channel_id(&name)), then: None };
        let channels = self.channels.clone();
        Ok(done.then(async move || {
            channels.merge_remote_channel(&name, founded).await;
            LogAppend::publish(place);
            drop(telling);
        }))
    }

    /// Notes that the game of a room is over. Nothing is said of it: the last board has said it.
    pub(crate) async fn close_room(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let now = self.clock.now_millis();
        self.change_with(DeliveryReceipt::default(), &delivery.channel, |room| {
            room.over_at = Some(now);
            true
        })
        .await
    }

    /// Adds to what is written that nothing is played any more in a room, or that something is again: also in one that no
    /// game opened, of whose end nobody else tells.
    pub(crate) async fn finish_room(
        &self,
        done: DeliveryReceipt,
        channel: &ChannelId,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let list = self.channels.list();
        let Some(room) = list.room(name_of(channel)) else { return Ok(done) };
        let is_used = self.service.is_used(channel).await?;
        if is_used == room.over_at.is_none() {
            return Ok(done);
        }
        let over_at = (!is_used).then(|| self.clock.now_millis());
        self.change_with(done, channel, |room| {
            room.over_at = over_at;
            true
        })
        .await
    }

    async fn change_with(
        &self,
        mut done: DeliveryReceipt,
        channel: &ChannelId,
        change: impl FnOnce(&mut GameRoomInfo) -> bool,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let name = name_of(channel).to_owned();
        let changed =
            self.channels.changing(&name, |founded| founded.room.as_mut().is_some_and(change)).await;
        let Some((batch, founded)) = changed.map_err(later)? else { return Ok(done) };
        done.expect.extend(batch.version_checks);
        done.writes.extend(batch.writes);
        let channels = self.channels.clone();
        Ok(done.then(async move || channels.merge_remote_channel(&name, founded).await))
    }
}

pub(crate) fn later(error: ChannelError) -> DeliveryError {
    match error {
        ChannelError::Store(error) => error.into(),
        error => DeliveryError::Retry { reason: error.to_string(), after: None },
    }
}

/// The name of the room that a message opens.
pub(crate) fn room_of(message: &Message) -> Option<String> {
    message.thread.as_ref()?;
    let game = message.series.as_ref()?.0.strip_prefix("game:")?;
    Some(game_room(game))
}

impl ChannelList {
    /// The room of this name, if it is one of a game.
    pub(crate) fn room(&self, name: &str) -> Option<&GameRoomInfo> {
        self.find(name)?.founded.as_ref()?.room.as_ref()
    }

    /// Whether this is the room of a game that this person plays against the computer, unseen by others.
    pub(crate) fn is_solo_room_of(&self, name: &str, person: &PersonId) -> bool {
        self.find(name).and_then(|channel| channel.founded.as_ref()).is_some_and(|founded| {
            founded.by == *person && founded.private.is_some() && is_solo(name, founded)
        })
    }

    /// Rooms of games that are over and have to go, as there are more than there is room for; the oldest first.
    fn rooms_to_remove(&self) -> Vec<ChannelId> {
        let over_at = |channel: &WebChannel| channel.founded.as_ref()?.room.as_ref()?.over_at;
        let over = |channel: &WebChannel| Some((over_at(channel)?, channel_id(&channel.name)));
        let mut over: Vec<(u64, ChannelId)> = self.0.iter().filter_map(over).collect();
        let beyond = over.len().saturating_sub(OVER_ROOMS);
        over.sort_by_key(|(at, _)| *at);
        over.into_iter().take(beyond).map(|(_, channel)| channel).collect()
    }

    /// The channels as this person's page lists them: those that let them in, of rooms of games their own and the newest
    /// ones, and where they are (`here`). `now` in milliseconds since 1970.
    pub(crate) fn told_to(&self, person: &PersonId, here: Option<&str>, now: u64) -> ServerMessage {
        // Looked up once: this is done for every page whenever a channel changes.
        let by_name: HashMap<&str, &WebChannel> =
            self.0.iter().map(|channel| (channel.name.as_str(), channel)).collect();
        let is_in = |channel: &WebChannel, parent: &dyn Fn(&str) -> bool| {
            channel.founded.as_ref().is_none_or(|founded| founded.lets_in(person, parent))
        };
        let sees = |name: &str| by_name.get(name).is_some_and(|channel| is_in(channel, &|_| false));
        let shown = |channel: &WebChannel, founded: &ChannelDetails| {
            let mut shown = shown(&channel.name, founded, person);
            shown.parent = shown.parent.filter(|parent| sees(parent));
            shown
        };
        let visible: Vec<&WebChannel> = self.0.iter().filter(|channel| is_in(channel, &sees)).collect();
        let mut names = Vec::new();
        let mut rooms = Vec::new();
        for channel in &visible {
            match &channel.founded {
                Some(founded) if founded.room.is_some() => {}
                Some(founded) => {
                    names.push(channel.name.clone());
                    rooms.extend(founded.private.as_ref().map(|_| shown(channel, founded)));
                }
                None => names.push(channel.name.clone()),
            }
        }
        let mut of_games: Vec<(&ChannelDetails, rooms::RoomJson)> = visible
            .iter()
            .filter_map(|channel| channel.founded.as_ref().map(|founded| (channel, founded)))
            .filter(|(channel, founded)| {
                let over_at = founded.room.as_ref().and_then(|room| room.over_at);
                let is_new = over_at.is_none_or(|over| now.saturating_sub(over) < LISTED_MILLIS);
                founded.room.is_some() && (is_new || here == Some(channel.name.as_str()))
            })
            .map(|(channel, founded)| (founded, shown(channel, founded)))
            .collect();
        // One's own and those that are played first, then by age.
        of_games.sort_by_key(|(founded, room)| {
            let is_here = here == Some(room.name.as_str());
            (!(room.yours || is_here), room.over, std::cmp::Reverse(founded.at))
        });
        of_games.truncate(ROOMS_LISTED);
        of_games.sort_by_key(|(founded, _)| std::cmp::Reverse(founded.at));
        for (_, room) in of_games {
            names.push(room.name.clone());
            rooms.push(room);
        }
        ServerMessage::Channels { names, rooms, gone: None }
    }
}

/// Whether a channel is the room of a game with one player.
pub(crate) fn is_solo(name: &str, founded: &ChannelDetails) -> bool {
    is_game_room(name) && founded.room.as_ref().is_some_and(|room| room.players.len() == 1)
}

fn shown(name: &str, founded: &ChannelDetails, reader: &PersonId) -> rooms::RoomJson {
    let room = founded.room.as_ref();
    let players = room.map(|room| room.players.as_slice()).unwrap_or_default();
    rooms::RoomJson {
        name: name.to_owned(),
        parent: room.map(|room| room.parent.clone()),
        title: founded
            .private
            .as_ref()
            .map(|private| private.title.clone())
            .filter(|title| !title.is_empty()),
        players: players.iter().map(|player| player.name.clone()).collect(),
        yours: players.iter().any(|player| player.id == *reader),
        solo: is_solo(name, founded),
        private: founded.private.is_some(),
        made: founded.by == *reader && founded.private.is_some(),
        over: room.is_some_and(|room| room.over_at.is_some()),
    }
}
