//! Reads, writes and deletes the stored checkpoints of a game, its states some plies ago: a row
//! each, under the channel of the game. Not here: which plies get one (`game`).

use adoube_store::{BatchWrite, Key, Table};

use super::{codec::read, error::RepositoryError, repository::Repository, unit_of_work::UnitOfWork};
use crate::{
    ChannelId,
    core::game::{Checkpoint, GameId, GameRecord},
};

impl Repository {
    /// The checkpoint of a running game after this many plies, if there is one.
    pub(crate) async fn checkpoint(
        &self,
        game: &GameRecord,
        plies: u32,
    ) -> Result<Option<Checkpoint>, RepositoryError> {
        let key = place(&game.channel, &game.id, plies);
        let Some(record) = self.store.get(Table::Game, key.as_ref()).await? else { return Ok(None) };
        read(Table::Game, key.as_ref(), &record.value).map(Some)
    }
}

impl UnitOfWork {
    /// Writes a checkpoint of the running game, if it is at a ply that gets one.
    pub(crate) fn write_checkpoint(&mut self) -> Result<(), RepositoryError> {
        let Some(game) = &self.channel.game else { return Ok(()) };
        let Some(checkpoint) = Checkpoint::of(game) else { return Ok(()) };
        let key = place(&game.channel, &game.id, checkpoint.plies);
        let outlived = checkpoint.outlived().map(|plies| place(&game.channel, &game.id, plies));
        self.put(Table::Game, key, &checkpoint)?;
        self.batch.writes.extend(outlived.map(deletion));
        Ok(())
    }

    /// Deletes the checkpoints of a game that is over.
    pub(super) fn forget_checkpoints(&mut self, game: &GameRecord) {
        if game.keeps_checkpoints() {
            let keys = Checkpoint::around(game.plies).map(|plies| place(&game.channel, &game.id, plies));
            self.batch.writes.extend(keys.map(deletion));
        }
    }
}

fn deletion(key: Key) -> BatchWrite {
    BatchWrite::Delete { table: Table::Game, key: key.into() }
}

pub(super) fn place(channel: &ChannelId, id: &GameId, plies: u32) -> Key {
    Key::new().text(&channel.0).text(&id.to_string()).text("checkpoint").number(u64::from(plies))
}
