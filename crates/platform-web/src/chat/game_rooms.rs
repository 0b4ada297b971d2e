//! Opens a room for a game that is agreed where another one is played, and marks the room when its
//! game has ended. Not here: when a game gets a room (`adoube-bot`), removal of rooms
//! (`channel_cleanup.rs`).

use std::sync::Arc;

use adoube_bot::{
    Bot, ChannelId, Clock, DeliveryError, DeliveryReceipt, Language, MessageAccess, OutboxEntry, Person,
    PersonId, ReadingPreferences, SoloRoom, ThreadPolicy, Viewer,
};
use tokio::time::timeout;

use crate::{
    channels::{
        channel::{
            ChannelDetails, ChannelError, GameRoomInfo, PrivateAccess, channel_id, game_room, name_of,
        },
        directory::ChannelDirectory,
        listing::room_of,
        quota::ChannelKind,
    },
    chat::{channel_cleanup::ChannelCleanup, channel_displacement::ChannelDisplacement},
    identity::people::WebPeople,
    limits::ROOM_TIME,
    log::{
        append::LogAppend,
        chat_log::ChatLog,
        entry::{LogContent, LogEntry},
    },
    presence::board::PresenceBoard,
};

/// Opens and closes rooms of games.
pub(crate) struct GameRooms {
    pub(crate) service: Bot,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
    pub(crate) people: WebPeople,
    pub(crate) presence: PresenceBoard,
    pub(crate) cleanup: Arc<ChannelCleanup>,
    pub(crate) displacement: Arc<ChannelDisplacement>,
}

impl GameRooms {
    /// When a game that this person begins here gets a room of its own. Rooms cannot have rooms for
    /// games between people, and their number is limited. A game against the computer is private to
    /// its player; the next one is played in the same room.
    pub(crate) fn threads_in(&self, channel: &ChannelId, person: &PersonId) -> ThreadPolicy {
        let (list, name) = (self.channels.list(), name_of(channel));
        let from = self.presence.origin(person);
        let has_place = list.may_have(ChannelKind::Game, person, from.as_deref());
        let solo = match (list.is_solo_room_of(name, person), has_place) {
            (false, true) => SoloRoom::Always,
            (false, false) => SoloRoom::NoneLeft,
            (true, true) => SoloRoom::WhenBusy,
            (true, false) => SoloRoom::Here,
        };
        ThreadPolicy::Rooms { people: has_place && list.room(name).is_none(), solo }
    }

    /// The room of a game against the computer that has just begun. `None` if the room does not
    /// appear soon; the page then offers a link when the room is listed.
    pub(crate) async fn room_begun(&self, game: Option<&str>) -> Option<String> {
        let name = game_room(game?);
        let mut list = self.channels.watched();
        let is_there = timeout(ROOM_TIME, list.wait_for(|list| list.find(&name).is_some())).await;
        is_there.is_ok_and(|listed| listed.is_ok()).then_some(name)
    }

    /// Removes the oldest rooms of ended games, if there are more than the limit.
    pub(crate) async fn make_place(&self) {
        for channel in self.channels.list().rooms_to_remove() {
            let Some(at_rest) = self.service.idle_channel_version(&channel).await else { continue };
            if let Err(error) = self.cleanup.remove_channel(&channel, vec![at_rest]).await {
                tracing::error!(%error, %channel, "the room of a game that is over cannot be removed");
            }
        }
    }

    /// Announces the room of a game, makes the room, and begins the game there, in one batch.
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
        let has_place = self.displacement.place_for_game(&players).await.map_err(later)?;
        if !has_place {
            return Err(never("there is no place for one more room"));
        }
        let by = players.first().map_or_else(|| PersonId(String::new()), |player| player.id.clone());
        let from = self.presence.origin(&by);
        let list = self.channels.list();
        let agreed_in = name_of(&delivery.channel);
        // Rooms cannot have rooms: take the channel above.
        let parent = list.room(agreed_in).map_or(agreed_in, |room| &room.parent).to_owned();
        // A game against the computer is private: other people do not see the room or hear of it.
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
        let place = self.log.reserve_end(&delivery.channel, LogEntry::new(now, None, what)).await?;
        let told = place.batch();
        let (expect, writes) =
            ([told.version_checks, opening.version_checks].concat(), [told.writes, opening.writes].concat());
        let done = DeliveryReceipt { expect, writes, thread: Some(channel_id(&name)), then: None };
        let channels = self.channels.clone();
        Ok(done.then(async move || {
            channels.merge_remote_channel(&name, founded).await;
            LogAppend::publish(place);
        }))
    }

    /// Marks a room's game as ended. No message says so, because the last board does.
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

    /// Adds to a delivery that a room's game has ended or that the room is used again. This also
    /// covers rooms in which no game began, for which no other notice says so.
    pub(crate) async fn finish_room(
        &self,
        done: DeliveryReceipt,
        channel: &ChannelId,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        if self.channels.list().room(name_of(channel)).is_none() {
            return Ok(done);
        }
        let is_used = self.service.is_used(channel).await?;
        self.note_use(done, channel, is_used).await
    }

    /// Adds to a delivery whether a room is used, if that has changed.
    pub(crate) async fn note_use(
        &self,
        done: DeliveryReceipt,
        channel: &ChannelId,
        is_used: bool,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let list = self.channels.list();
        let Some(room) = list.room(name_of(channel)) else { return Ok(done) };
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
