//! Reads and writes the stored analyses of games, a row each under the game's channel. An analysis
//! can be computed again, so a lost row loses nothing. Not here: its content (`game`).

use adoube_store::{Batch, BatchWrite, Key, StoreError, Table};

use super::{
    codec::{read, write},
    error::RepositoryError,
    repository::Repository,
};
use crate::core::game::{GameAnalysis, GameRecord};

impl Repository {
    /// The stored analysis of a game, if there is one.
    pub(crate) async fn analysis(&self, game: &GameRecord) -> Result<Option<GameAnalysis>, RepositoryError> {
        let key = place(game);
        let Some(record) = self.store.get(Table::Game, key.as_ref()).await? else { return Ok(None) };
        read(Table::Game, key.as_ref(), &record.value).map(Some)
    }

    /// Stores an analysis.
    pub(crate) async fn keep_analysis(
        &self,
        game: &GameRecord,
        analysis: &GameAnalysis,
    ) -> Result<(), RepositoryError> {
        let put = BatchWrite::Put { table: Table::Game, key: place(game).into(), value: write(analysis)? };
        let kept: Result<_, StoreError> =
            self.store.commit(Batch { writes: vec![put], ..Batch::new() }).await;
        kept?;
        Ok(())
    }
}

fn place(game: &GameRecord) -> Key {
    Key::new().text(&game.channel.0).text(&game.id.to_string()).text("analysis")
}
