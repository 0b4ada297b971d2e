//! Cache of the players of each channel. In a room of many, the messages of other people do not
//! concern the bot; this cache makes that check cheap.
//!
//! An entry may name people who no longer play, but never misses a player: all actions and notices
//! that begin a game pass through here. Not here: messages of players (`inbound`).

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{Bot, ChannelId, Notice, OutboxEntry, PersonId};
use adoube_matrix_client::RoomMessage;

use crate::ids::{self, ChannelAddress};

/// Channels in the cache.
const MAX_CHANNELS: usize = 4096;
/// Most people of one entry; a larger entry is dropped, because most of them no longer play.
const MAX_PEOPLE: usize = 64;

#[derive(Default)]
struct ChannelPlayers {
    people: HashMap<ChannelId, HashSet<PersonId>>,
    /// Number of removals: data read before a removal may be outdated.
    forgotten: u64,
}

/// Entries by channel.
#[derive(Default)]
struct KnownPlayers(Mutex<ChannelPlayers>);

impl KnownPlayers {
    fn lock(&self) -> MutexGuard<'_, ChannelPlayers> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a person may play in a channel; `None` without an entry.
    fn is_player(&self, channel: &ChannelId, person: &PersonId) -> Option<bool> {
        self.lock().people.get(channel).map(|people| people.contains(person))
    }

    /// Removes the entry of a channel in which an action took place.
    fn forget(&self, channel: &ChannelId) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.people.remove(channel);
    }

    /// Adds players to the entry of a channel, if there is one.
    fn add(&self, channel: &ChannelId, players: impl Iterator<Item = PersonId>) {
        let mut known = self.lock();
        if let Some(people) = known.people.get_mut(channel) {
            people.extend(players);
            if people.len() > MAX_PEOPLE {
                known.people.remove(channel);
            }
        }
    }

    /// Adds an entry that was read since `forgotten`.
    fn learn(&self, channel: &ChannelId, people: HashSet<PersonId>, forgotten: u64) {
        let mut known = self.lock();
        if known.forgotten != forgotten {
            return;
        }
        if known.people.len() >= MAX_CHANNELS {
            known.people.clear();
        }
        known.people.insert(channel.clone(), people);
    }
}

/// Cache of players; missing entries are read from the bot.
pub(crate) struct PlayerCache {
    bot: Bot,
    known: KnownPlayers,
}

impl PlayerCache {
    pub(crate) fn new(bot: Bot) -> Self {
        Self { bot, known: KnownPlayers::default() }
    }

    /// Removes the entry of a channel in which an action took place.
    pub(crate) fn forget(&self, channel: &ChannelId) {
        self.known.forget(channel);
    }

    /// Whether the sender of a message may play in its channel; true if that cannot be read.
    pub(crate) async fn may_play(&self, said: &RoomMessage) -> bool {
        let channel = ChannelAddress::new(&said.room, said.thread.as_ref()).channel();
        let person = ids::person_id(&said.sender);
        if let Some(is_player) = self.known.is_player(&channel, &person) {
            return is_player;
        }
        let forgotten = self.known.lock().forgotten;
        match self.bot.players_in(&channel).await {
            Ok(people) => {
                let people: HashSet<PersonId> = people.into_iter().collect();
                let is_player = people.contains(&person);
                self.known.learn(&channel, people, forgotten);
                is_player
            }
            Err(error) => {
                tracing::error!(%error, %channel, "who plays in a room cannot be read");
                true
            }
        }
    }

    /// Adds the players named by a notice of the outbox.
    pub(crate) fn learn_who_plays(&self, delivery: &OutboxEntry) {
        let seats = match &delivery.notice {
            Notice::Board(board) => &board.seats,
            Notice::Selection(choosing) => &choosing.seats,
            _ => return,
        };
        self.known.add(&delivery.channel, seats.people().map(|person| person.id.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_something_happened_is_not_remembered() {
        let playing = KnownPlayers::default();
        let [room, other] = ["matrix:!r", "matrix:!s"].map(|id| ChannelId(id.to_owned()));
        let ada = PersonId("matrix:@ada:x".to_owned());
        assert_eq!(playing.is_player(&room, &ada), None);
        let read = playing.lock().forgotten;
        playing.forget(&room);
        playing.learn(&room, HashSet::new(), read);
        assert_eq!(playing.is_player(&room, &ada), None, "a game may have begun meanwhile");
        let read = playing.lock().forgotten;
        playing.learn(&room, HashSet::from([ada.clone()]), read);
        assert_eq!(playing.is_player(&room, &ada), Some(true));
        playing.forget(&other);
        assert_eq!(playing.is_player(&room, &ada), Some(true));
    }
}
