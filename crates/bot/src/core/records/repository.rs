//! Repository: typed access to the bot's records. Here are the records of channels and games, the
//! lists of games, and stored answers. Not here: other kinds of records, which have a file each in
//! this folder, and commits (`pending_commit`).

use std::sync::Arc;

use adoube_store::{Batch, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError, Table};

use super::{
    channel::{ChannelRecord, channel_key},
    codec::read,
    error::RepositoryError,
};
use crate::{
    ChannelId, IdempotencyKey, PersonId,
    core::{
        decision::StoredAnswer,
        forms::{GameLocation, ListMembership, StoredForm},
        game::{GameId, GameRecord},
    },
};

/// A record with the version it was read at.
#[derive(Clone, Debug)]
pub(crate) struct VersionedRecord<T> {
    pub(crate) value: T,
    pub(crate) version: Option<u64>,
}

/// Typed access to the store.
#[derive(Clone)]
pub(crate) struct Repository {
    pub(super) store: Arc<dyn Store>,
}

impl Repository {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Writes a record, reads it and deletes it again; returns whether it could be read.
    pub(crate) async fn probe_write(&self, event: &IdempotencyKey) -> Result<bool, StoreError> {
        let (key, value) = (Key::new().text("check").text(event.as_str()), event.as_str().as_bytes());
        self.store.commit(Batch::new().put(Table::Meta, key.clone(), value)).await?;
        let there = self.store.get(Table::Meta, key.as_ref()).await?;
        self.store.commit(Batch::new().delete(Table::Meta, key)).await?;
        Ok(there.is_some_and(|record| record.value == value))
    }

    /// A record with its version; the default of its type where there is none.
    pub(super) async fn load_or_default<T: StoredForm + Default>(
        &self,
        table: Table,
        key: &Key,
    ) -> Result<VersionedRecord<T>, RepositoryError> {
        let Some(record) = self.store.get(table, key.as_ref()).await? else {
            return Ok(VersionedRecord { value: T::default(), version: None });
        };
        let value = read(table, key.as_ref(), &record.value)?;
        Ok(VersionedRecord { value, version: Some(record.version) })
    }

    /// The stored answer to an event in a channel.
    pub(crate) async fn answer(
        &self,
        channel: &ChannelId,
        event: &IdempotencyKey,
    ) -> Result<Option<StoredAnswer>, RepositoryError> {
        let bytes = self.store.answer(&event.clone().in_shard(&channel.0)).await?;
        bytes.map(|bytes| read_answer(event, &bytes)).transpose()
    }

    /// The channel's record; an empty one at first.
    pub(crate) async fn channel(
        &self,
        id: &ChannelId,
    ) -> Result<VersionedRecord<ChannelRecord>, RepositoryError> {
        self.load_or_default(Table::Channel, &channel_key(id)).await
    }

    /// A game by its id, running or ended.
    pub(crate) async fn game(&self, id: &GameId) -> Result<Option<GameRecord>, RepositoryError> {
        if let Some(ended) = self.ended_game(id).await? {
            return Ok(Some(ended));
        }
        let Some(channel) = self.channel_of(id).await? else { return Ok(None) };
        match self.channel(&channel).await?.value.game.filter(|game| game.id == *id) {
            Some(running) => Ok(Some(running)),
            // The game may have ended between the two reads.
            None => self.ended_game(id).await,
        }
    }

    async fn ended_game(&self, id: &GameId) -> Result<Option<GameRecord>, RepositoryError> {
        let key = game_key(id);
        let record = self.store.get(Table::Game, key.as_ref()).await?;
        record.map(|record| read(Table::Game, key.as_ref(), &record.value)).transpose()
    }

    pub(super) async fn channel_of(&self, id: &GameId) -> Result<Option<ChannelId>, RepositoryError> {
        let key = index_game_key(id);
        let record = self.store.get(Table::Index, key.as_ref()).await?;
        let home = record.map(|record| read(Table::Index, key.as_ref(), &record.value)).transpose()?;
        Ok(home.map(|GameLocation(channel)| channel))
    }

    /// The newest games of a person.
    pub(crate) async fn games_of(
        &self,
        person: &PersonId,
        limit: usize,
    ) -> Result<Vec<GameRecord>, RepositoryError> {
        self.listed(Key::new().text("person").text(&person.0), limit).await
    }

    /// The newest games of a channel.
    pub(crate) async fn games_in(
        &self,
        channel: &ChannelId,
        limit: usize,
    ) -> Result<Vec<GameRecord>, RepositoryError> {
        self.listed(Key::new().text("channel").text(&channel.0), limit).await
    }

    async fn listed(&self, prefix: Key, limit: usize) -> Result<Vec<GameRecord>, RepositoryError> {
        let rows =
            self.store.scan(Table::Index, KeyRange::prefix(prefix), ScanOrder::Descending, limit).await?;
        let mut games = Vec::new();
        for (key, row) in rows {
            match self.of_line(&key, &row.value).await {
                Ok(game) => games.extend(game),
                // An unreadable game does not hide the others.
                Err(error) if error.is_unreadable() => {
                    tracing::error!(%error, line = %key.escape_ascii(), "a game is left out of a list");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// The game of a row of a list.
    async fn of_line(&self, key: &[u8], value: &[u8]) -> Result<Option<GameRecord>, RepositoryError> {
        let ListMembership = read(Table::Index, key, value)?;
        match last_text(key).as_deref().and_then(GameId::parse) {
            Some(id) => self.game(&id).await,
            None => Ok(None),
        }
    }
}

/// The key of an ended game's record.
pub(super) fn game_key(id: &GameId) -> Key {
    Key::new().text(&id.to_string())
}

/// The key of the row that says which channel a game belongs to.
pub(super) fn index_game_key(id: &GameId) -> Key {
    Key::new().text("game").text(&id.to_string())
}

/// The game id at the end of the key of a row of a list.
pub(super) fn last_text(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    let (_, _, _) = (reader.text()?, reader.text()?, reader.number()?);
    reader.text()
}

/// Decodes the stored answer to an event.
pub(crate) fn read_answer(event: &IdempotencyKey, bytes: &[u8]) -> Result<StoredAnswer, RepositoryError> {
    let key = event.as_str().as_bytes();
    read(Table::Meta, key, bytes)
}
