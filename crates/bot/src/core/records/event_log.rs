//! Reads and writes the event log of games: a row for each event, under the channel of the game.
//! Not here: what an event is (`game`).

use adoube_store::{Key, KeyRange, KeyReader, ScanOrder, Table};

use super::{
    codec::read,
    error::RepositoryError,
    repository::{Repository, game_key},
    unit_of_work::UnitOfWork,
};
use crate::{
    ChannelId,
    core::game::{GameEvent, GameId, GameLogEntry},
};

/// Maximum of events read of one game; far more than any game has.
const LIMIT: usize = 100_000;

/// Events read in one step.
const PAGE: usize = 512;

impl Repository {
    /// All events of a game, in order.
    pub(crate) async fn events(&self, id: &GameId) -> Result<Vec<GameLogEntry>, RepositoryError> {
        self.events_since(id, 0).await
    }

    /// The events of a game from a revision on, in order.
    pub(crate) async fn events_since(
        &self,
        id: &GameId,
        revision: u64,
    ) -> Result<Vec<GameLogEntry>, RepositoryError> {
        let rows = match self.channel_of(id).await? {
            Some(channel) => self.events_in(place(&channel, id), revision).await?,
            None => Vec::new(),
        };
        let mut events = Vec::new();
        // The rows before the first one here are under the key that an earlier program version
        // used.
        if rows.first().is_none_or(|(number, _)| *number != Some(revision)) {
            events = self.events_in(game_key(id), revision).await?;
        }
        events.extend(rows);
        Ok(events.into_iter().map(|(_, event)| event).collect())
    }

    /// The events under a key prefix, with their numbers.
    async fn events_in(
        &self,
        place: Key,
        revision: u64,
    ) -> Result<Vec<(Option<u64>, GameLogEntry)>, RepositoryError> {
        let (mut events, parts) = (Vec::new(), place.as_ref().len());
        let mut range = KeyRange::prefix(place.clone());
        if let Some(before) = revision.checked_sub(1) {
            range = range.after(place.number(before).as_ref());
        }
        while events.len() < LIMIT {
            let page = self.store.scan(Table::Event, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((last, _)) = page.last() else { break };
            range = range.after(last);
            for (key, record) in &page {
                let number = key.get(parts..).and_then(|rest| KeyReader::new(rest).number());
                events.push((number, read(Table::Event, key, &record.value)?));
            }
        }
        Ok(events)
    }
}

impl UnitOfWork {
    /// Adds an event of the running game.
    pub(crate) fn log(&mut self, event: GameEvent) -> Result<(), RepositoryError> {
        let now = self.now();
        let Some(game) = &mut self.channel.game else { return Ok(()) };
        let (id, revision) = (game.id.clone(), game.revision);
        game.apply_event(&event, now);
        let key = place(self.id(), &id).number(revision);
        self.put(Table::Event, key, &GameLogEntry { at: now, event })
    }
}

pub(super) fn place(channel: &ChannelId, id: &GameId) -> Key {
    Key::new().text(&channel.0).text(&id.to_string())
}

/// Game id and number of an event's row. The key begins with the channel, or with the game's id
/// alone, as an earlier program version wrote it.
pub(super) fn event_of(key: &[u8]) -> Option<(GameId, u64)> {
    let mut reader = KeyReader::new(key);
    let first = reader.text()?;
    let id = match GameId::parse(&first) {
        Some(id) => id,
        None => GameId::parse(&reader.text()?)?,
    };
    Some((id, reader.number()?))
}
