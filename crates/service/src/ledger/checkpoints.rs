//! Where games stood some moves ago. Not here: which of their plies are kept (`game`).

use adoube_store::{Key, KeyRange, Table};

use super::{Draft, Ledger, LedgerError, game_key, read};
use crate::game::{Checkpoint, GameId, LoggedEvent};

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

    /// The events of a game from a revision on, in order.
    pub(crate) async fn events_since(
        &self,
        id: &GameId,
        revision: u64,
    ) -> Result<Vec<LoggedEvent>, LedgerError> {
        let all = KeyRange::prefix(game_key(id));
        let range = match revision.checked_sub(1) {
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
        self.put(Table::Game, key, &checkpoint)
    }
}

fn checkpoint_key(id: &GameId, plies: u32) -> Key {
    game_key(id).text("checkpoint").number(u64::from(plies))
}
