//! Who plays where, as far as it was looked up: whatever others say is talk, and costs no more than a look at this. Not here:
//! what players say (`answering`).
//!
//! What is remembered may name people who play no more; whose game begins is never missing, as whatever begins one is done or
//! shown here.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{ChannelId, Notice, OutboxEntry, PersonId};
use adoube_matrix_client::{MatrixError, RoomId, RoomMessage, RoomState};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    message::parser::{MessageParser, ParsedMessage},
    state::room_cache::NOT_SEEN,
};

/// Channels that are remembered.
const REMEMBERED: usize = 4096;
/// How often a room is looked at before words there are taken for said among others.
const LOOKS: usize = 8;
/// How long words in a room are taken so at once when looking at it again and again was of no use.
const NOT_LOOKED_AT: Duration = Duration::from_secs(2 * 60);
/// Rooms of which that is remembered.
const MOST_UNSEEN: usize = 1000;
/// People remembered of one channel; more have played there one after the other.
const MOST_PEOPLE: usize = 64;

#[derive(Default)]
struct KnownPlayers {
    people: HashMap<ChannelId, HashSet<PersonId>>,
    /// Rooms that nobody tells of, and until when they are not looked at for what is said there.
    unseen: HashMap<RoomId, Duration>,
    /// How often something was forgotten: what was read before that may be of no use.
    forgotten: u64,
}

/// The players of channels.
#[derive(Default)]
pub(crate) struct PlayerCache(Mutex<KnownPlayers>);

impl PlayerCache {
    fn lock(&self) -> MutexGuard<'_, KnownPlayers> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody may play in a channel, if that is remembered.
    fn is_player(&self, channel: &ChannelId, person: &PersonId) -> Option<bool> {
        self.lock().people.get(channel).map(|people| people.contains(person))
    }

    /// Whether a room was looked at in vain a moment ago.
    fn is_unseen(&self, room: &RoomId, now: Duration) -> bool {
        self.lock().unseen.get(room).is_some_and(|until| *until > now)
    }

    /// A room was looked at in vain.
    fn note_unseen(&self, room: &RoomId, now: Duration) {
        let mut known = self.lock();
        if known.unseen.len() >= MOST_UNSEEN {
            known.unseen.clear();
        }
        known.unseen.insert(room.clone(), now + NOT_LOOKED_AT);
    }

    /// Something was done in a channel.
    pub(crate) fn forget(&self, channel: &ChannelId) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.people.remove(channel);
    }

    /// These are shown to play in a channel.
    fn add(&self, channel: &ChannelId, players: impl Iterator<Item = PersonId>) {
        let mut known = self.lock();
        if let Some(people) = known.people.get_mut(channel) {
            people.extend(players);
            if people.len() > MOST_PEOPLE {
                known.people.remove(channel);
            }
        }
    }

    /// These play in a channel, as was read since `forgotten`.
    fn learn(&self, channel: &ChannelId, people: HashSet<PersonId>, forgotten: u64) {
        let mut known = self.lock();
        if known.forgotten != forgotten {
            return;
        }
        if known.people.len() >= REMEMBERED {
            known.people.clear();
        }
        known.people.insert(channel.clone(), people);
    }
}

impl MatrixPlatform {
    /// Whether something was said among others and is nothing to the bot, as far as that is seen without asking anybody:
    /// neither told to it nor a number, and whoever said it plays no game there.
    pub(crate) async fn is_irrelevant_text(&self, said: &RoomMessage) -> bool {
        let is_among_others = self.link.company(&said.room).is_some_and(|others| others > 1);
        // An answer to the bot may be about a game elsewhere in the room.
        let may_answer = said.reply_to.as_ref().is_some_and(|to| self.link.is_own(to) != Some(false));
        if !is_among_others || may_answer || self.unread.may_concern_bot(&said.room, &said.event) {
            return false;
        }
        let user = self.link.user();
        let names = self.names(&user);
        let ear = MessageParser {
            prefix: self.words.prefix(),
            names: &names,
            languages: &self.languages,
            agreements: self.words.agreements(),
            answers_bot: false,
            alone: false,
            mentioned: &[],
        };
        match ear.read(said) {
            None => true,
            Some(ParsedMessage::Said(_)) => !self.may_play(said).await,
            Some(
                ParsedMessage::Told(_)
                | ParsedMessage::Number(..)
                | ParsedMessage::Speak(_)
                | ParsedMessage::Agree(_),
            ) => false,
        }
    }

    /// A room as it is. Where nobody tells now, it is asked again for a while if somebody may be alone there with the bot, to whom
    /// they say everything then; nothing else is heard of that room until then. If that is of no use, whatever comes next there
    /// waits for nothing: what is said in one room must not heap up until nothing is heard of any.
    pub(crate) async fn see(&self, room: &RoomId) -> Option<Arc<RoomState>> {
        let timer = self.clock.timer();
        if self.playing.is_unseen(room, timer.now()) {
            return None;
        }
        for _ in 0..LOOKS {
            let failure = match self.rooms.get(room).await {
                Ok(state) => return Some(state),
                Err(failure) => failure,
            };
            tracing::warn!(%failure, room = %room.0, "a room cannot be looked at");
            let is_among_others = self.link.company(room).is_some_and(|others| others > 1);
            if is_among_others
                || !matches!(failure, MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. })
            {
                return None;
            }
            timer.until(timer.now() + NOT_SEEN).await;
        }
        self.playing.note_unseen(room, timer.now());
        None
    }

    async fn may_play(&self, said: &RoomMessage) -> bool {
        let channel = ChannelAddress::new(&said.room, said.thread.as_ref()).channel();
        let person = ids::person_id(&said.sender);
        if let Some(is_player) = self.playing.is_player(&channel, &person) {
            return is_player;
        }
        let forgotten = self.playing.lock().forgotten;
        match self.service.players_in(&channel).await {
            Ok(people) => {
                let people: HashSet<PersonId> = people.into_iter().collect();
                let is_player = people.contains(&person);
                self.playing.learn(&channel, people, forgotten);
                is_player
            }
            Err(error) => {
                tracing::error!(%error, %channel, "who plays in a room cannot be read");
                true
            }
        }
    }

    /// A notice of the outbox shows who plays.
    pub(crate) fn learn_who_plays(&self, delivery: &OutboxEntry) {
        let seats = match &delivery.notice {
            Notice::Board(board) => &board.seats,
            Notice::Selection(choosing) => &choosing.seats,
            _ => return,
        };
        self.playing.add(&delivery.channel, seats.people().map(|person| person.id.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_something_happened_is_not_remembered() {
        let playing = PlayerCache::default();
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
