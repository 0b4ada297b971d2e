//! Where games stood some moves ago. Not here: which of their plies are kept (`game`).

use adoube_rules::{GameSnapshot, PieceType};
use adoube_store::{Key, KeyRange, Table, Write};
use serde::{Deserialize, Serialize};

use super::{Draft, Ledger, LedgerError, game_key, unreadable};
use crate::{
    game::{Checkpoint, GameId, LoggedEvent, Taken},
    stored::{self, Form},
};

/// What is kept of a game at some ply.
#[derive(Serialize, Deserialize)]
struct StoredCheckpoint {
    plies: u32,
    turn: u64,
    state: GameSnapshot,
    taken_white: Vec<PieceType>,
    taken_black: Vec<PieceType>,
}

impl Form for StoredCheckpoint {
    const KIND: &'static str = "a game as it stood earlier";
    const VERSION: u64 = 1;
}

impl From<Checkpoint> for StoredCheckpoint {
    fn from(checkpoint: Checkpoint) -> Self {
        let Checkpoint { plies, turn, state, taken: Taken { white, black } } = checkpoint;
        Self { plies, turn, state, taken_white: white, taken_black: black }
    }
}

impl From<StoredCheckpoint> for Checkpoint {
    fn from(stored: StoredCheckpoint) -> Self {
        let StoredCheckpoint { plies, turn, state, taken_white: white, taken_black: black } = stored;
        Self { plies, turn, state, taken: Taken { white, black } }
    }
}

impl Ledger {
    /// A game as it stood after that many plies, if that was kept.
    pub(crate) async fn checkpoint(
        &self,
        id: &GameId,
        plies: u32,
    ) -> Result<Option<Checkpoint>, LedgerError> {
        let key = checkpoint_key(id, plies);
        let Some(record) = self.store.get(Table::Game, key.as_ref()).await? else { return Ok(None) };
        let stored = stored::read::<StoredCheckpoint>(&record.value)
            .map_err(|error| unreadable(Table::Game, key.as_ref(), error.to_string()))?;
        Ok(Some(stored.into()))
    }

    /// The events of a game from a turn on, in order.
    pub(crate) async fn events_since(&self, id: &GameId, turn: u64) -> Result<Vec<LoggedEvent>, LedgerError> {
        let all = KeyRange::prefix(game_key(id));
        let range = match turn.checked_sub(1) {
            Some(before) => all.after(game_key(id).number(before).as_ref()),
            None => all,
        };
        self.events_in(range).await
    }
}

impl Draft {
    /// Keeps where the running game stands, if that is to be kept.
    pub(crate) fn keep_checkpoint(&mut self) -> Result<(), LedgerError> {
        let Some(game) = &self.channel.game else { return Ok(()) };
        let Some(checkpoint) = Checkpoint::of(game) else { return Ok(()) };
        let key = checkpoint_key(&game.id, checkpoint.plies);
        let value = stored::write(&StoredCheckpoint::from(checkpoint))?;
        self.batch.writes.push(Write::Put { table: Table::Game, key: key.into(), value });
        Ok(())
    }
}

fn checkpoint_key(id: &GameId, plies: u32) -> Key {
    game_key(id).text("checkpoint").number(u64::from(plies))
}
