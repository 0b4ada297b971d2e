//! Games that go on in another channel, because the platform has put that in the place of the one in which they were played.
//! Not here: how a platform tells (its adapter), and what is written (`ledger::relocating`).

use adoube_store::Committed;

use crate::{
    ChannelId, LedgerError, Notice, PlaceId, Service,
    game::PlaceSettings,
    ledger::Draft,
    notice::{BoardEvent, BoardNotice, ChoosingEvent, ChoosingNotice},
};

/// How often it is tried while others do something there.
const ATTEMPTS: usize = 8;

impl Service {
    /// Channels whose names begin so, in which a game runs.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub async fn played_under(&self, beginning: &str) -> Result<Vec<ChannelId>, LedgerError> {
        self.inner.ledger.played_under(beginning).await
    }

    /// Lets the game of one channel go on in another one, and shows it there; whether it does. It stays where it is when
    /// another one runs there. All of it happens in one batch; doing it again does nothing.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub async fn relocate(&self, from: &ChannelId, to: &ChannelId) -> Result<bool, LedgerError> {
        let inner = &self.inner;
        let ledger = &inner.ledger;
        for _ in 0..ATTEMPTS {
            let (there, here) = (ledger.channel(from).await?, ledger.channel(to).await?);
            let Some(game) = there.value.game.clone() else { return Ok(false) };
            if from == to || here.value.game.is_some() {
                return Ok(false);
            }
            ledger.copy_events(&game, to).await?;
            let checkpoints = ledger.checkpoints(&game).await?;
            let still = ledger.still(&there.value).await?;
            let now = inner.clock.now_millis().max(game.changed_at);
            let mut leaving = Draft::new(from.clone(), there, still.clone(), now);
            let mut arriving = Draft::new(to.clone(), here, still, now);
            let Some(game) = leaving.give_away() else { return Ok(false) };
            let id = game.id.clone();
            arriving.take_in(game, &checkpoints)?;
            show(&mut arriving);
            let batch = leaving.written()?.and(arriving.written()?);
            match inner.commit(batch).await? {
                Committed::Applied | Committed::Repeated { .. } => {
                    ledger.drop_events(from, &id).await?;
                    return Ok(true);
                }
                Committed::Conflict { .. } => {}
            }
        }
        Err(LedgerError::Broken("a channel that changes all the time".to_owned()))
    }

    /// What was chosen for one place is chosen for another one as well, where nothing is.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub async fn settle_in(&self, from: &PlaceId, to: &PlaceId) -> Result<(), LedgerError> {
        let ledger = &self.inner.ledger;
        let (there, here) = (ledger.place(from).await?, ledger.place(to).await?);
        if here.value == PlaceSettings::default() && there.value != here.value {
            ledger.keep_place(to, &there.value, here.version).await?;
        }
        Ok(())
    }
}

fn show(draft: &mut Draft) {
    let clock = draft.clock_view();
    let Some(game) = &draft.channel.game else { return };
    let notice = match ChoosingNotice::of(game, ChoosingEvent::Shown) {
        Some(choosing) => Notice::Choosing(Box::new(ChoosingNotice { clock, ..choosing })),
        None => Notice::Board(Box::new(BoardNotice { clock, ..BoardNotice::of(game, BoardEvent::Shown) })),
    };
    draft.post(notice);
}
