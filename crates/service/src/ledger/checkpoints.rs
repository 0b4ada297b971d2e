//! Where games stood some moves ago. Not here: which of their plies are kept (`game`).

use adoube_store::{Key, Table, Write};

use super::{Draft, Ledger, LedgerError, game_key, read};
use crate::game::{Checkpoint, GameId, GameRecord};

impl Ledger {
    /// A game as it stood after that many plies, if that was kept.
    pub(crate) async fn checkpoint(
        &self,
        id: &GameId,
        plies: u32,
    ) -> Result<Option<Checkpoint>, LedgerError> {
        let key = checkpoint_key(id, plies);
        let Some(record) = self.store.get(Table::Game, key.as_ref()).await? else { return Ok(None) };
        read(Table::Game, key.as_ref(), &record.value).map(Some)
    }
}

impl Draft {
    /// Keeps where the running game stands, if that is to be kept.
    pub(crate) fn keep_checkpoint(&mut self) -> Result<(), LedgerError> {
        let Some(game) = &self.channel.game else { return Ok(()) };
        let Some(checkpoint) = Checkpoint::of(game) else { return Ok(()) };
        let key = checkpoint_key(&game.id, checkpoint.plies);
        let outlived = checkpoint.outlived().map(|plies| checkpoint_key(&game.id, plies));
        self.put(Table::Game, key, &checkpoint)?;
        self.batch.writes.extend(outlived.map(deletion));
        Ok(())
    }

    /// Keeps nothing of how this game stood earlier: it is over.
    pub(super) fn forget_checkpoints(&mut self, game: &GameRecord) {
        if game.allows_takebacks() {
            let keys = Checkpoint::around(game.plies).map(|plies| checkpoint_key(&game.id, plies));
            self.batch.writes.extend(keys.map(deletion));
        }
    }
}

fn deletion(key: Key) -> Write {
    Write::Delete { table: Table::Game, key: key.into() }
}

fn checkpoint_key(id: &GameId, plies: u32) -> Key {
    game_key(id).text("checkpoint").number(u64::from(plies))
}
