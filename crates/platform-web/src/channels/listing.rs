//! Selects the channels that one person's page lists, and tells which channels are rooms of games.

use std::collections::HashMap;

use adoube_bot::{ChannelId, Message, PersonId};

use crate::{
    channels::channel::{
        ChannelDetails, ChannelList, GameRoomInfo, WebChannel, channel_id, game_room, is_game_room,
    },
    identity::name::CHANNEL_CHARS,
    limits::{LISTED_MILLIS, OVER_ROOMS, ROOMS_LISTED},
    wire::{ServerMessage, rooms},
};

/// The name of the room that a message opens.
pub(crate) fn room_of(message: &Message) -> Option<String> {
    message.thread.as_ref()?;
    let game = message.series.as_ref()?.0.strip_prefix("game:")?;
    Some(game_room(game))
}

impl ChannelList {
    /// The room of a game with this name.
    pub(crate) fn room(&self, name: &str) -> Option<&GameRoomInfo> {
        self.find(name)?.founded.as_ref()?.room.as_ref()
    }

    /// Whether this is the private room of this person's game against the computer.
    pub(crate) fn is_solo_room_of(&self, name: &str, person: &PersonId) -> bool {
        self.find(name).and_then(|channel| channel.founded.as_ref()).is_some_and(|founded| {
            founded.by == *person && founded.private.is_some() && is_solo(name, founded)
        })
    }

    /// Rooms of ended games beyond the limit, the oldest first.
    pub(crate) fn rooms_to_remove(&self) -> Vec<ChannelId> {
        let over_at = |channel: &WebChannel| channel.founded.as_ref()?.room.as_ref()?.over_at;
        let over = |channel: &WebChannel| Some((over_at(channel)?, channel_id(&channel.name)));
        let mut over: Vec<(u64, ChannelId)> = self.0.iter().filter_map(over).collect();
        let beyond = over.len().saturating_sub(OVER_ROOMS);
        over.sort_by_key(|(at, _)| *at);
        over.into_iter().take(beyond).map(|(_, channel)| channel).collect()
    }

    /// The channels that this person's page lists: those that let them in, of rooms of games their
    /// own and the newest ones, and the channel that they are in (`here`). `now` in milliseconds
    /// since 1970.
    pub(crate) fn told_to(&self, person: &PersonId, here: Option<&str>, now: u64) -> ServerMessage {
        // One map for all look-ups: this runs for every page whenever a channel changes.
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
        // The reader's own rooms first, then rooms of running games, then by age.
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

    /// The channels of a person, with the message that the channel `gone` does not exist for them.
    pub(crate) fn without(&self, gone: &str, person: &PersonId, now: u64) -> ServerMessage {
        match self.told_to(person, None, now) {
            ServerMessage::Channels { names, rooms, .. } => {
                // Returns at most as much of the requested name as a channel name can have.
                let gone = Some(gone.chars().take(CHANNEL_CHARS).collect());
                ServerMessage::Channels { names, rooms, gone }
            }
            other => other,
        }
    }
}

/// Whether a channel is the room of a game with one player.
pub(crate) fn is_solo(name: &str, founded: &ChannelDetails) -> bool {
    is_game_room(name) && founded.room.as_ref().is_some_and(|room| room.players.len() == 1)
}

pub(crate) fn shown(name: &str, founded: &ChannelDetails, reader: &PersonId) -> rooms::RoomJson {
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
