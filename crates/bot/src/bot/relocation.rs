//! Moves running games and open challenges to another channel when a platform replaces the channel
//! they were played in, and copies bars and settings to the community that replaces another one.
//! Not here: how a platform notices (its own code), and what is written
//! (`core::records::relocation`).

use adoube_store::CommitOutcome;

use crate::{
    Bot, ChannelId, CommunityId, Notice, RepositoryError,
    core::{
        game::CommunitySettings,
        notice::{BoardEvent, BoardNotice, SelectionEvent, SelectionNotice},
        records::UnitOfWork,
    },
};

/// Upper limit of attempts at a step after version conflicts.
const ATTEMPTS: usize = 8;

/// Result of one step.
enum RelocationStep {
    Done,
    /// The channel has changed in between.
    Disturbed,
    /// Nothing is left to move.
    None,
}

impl Bot {
    /// Channels with this name prefix in which a game runs.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn played_under(&self, beginning: &str) -> Result<Vec<ChannelId>, RepositoryError> {
        self.inner.ledger.played_under(beginning).await
    }

    /// Channels with this name prefix without a game and with an open challenge.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn challenged_under(&self, beginning: &str) -> Result<Vec<ChannelId>, RepositoryError> {
        self.inner.ledger.challenged_under(beginning).await
    }

    /// Moves the contents of a channel to another one: its game, which is shown there, open
    /// challenges and panels, undelivered notices, and the list of its games. Returns whether there
    /// was anything to move. A game stays if another one runs in the new channel, and its notices
    /// stay with it. Everything open moves in one batch, after all notices posted before it. A
    /// repetition moves what is left.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn relocate(&self, from: &ChannelId, to: &ChannelId) -> Result<bool, RepositoryError> {
        if from == to {
            return Ok(false);
        }
        let (mut moved, mut attempts) = (false, 0);
        loop {
            match self.relocate_some(from, to).await? {
                RelocationStep::Done => (moved, attempts) = (true, 0),
                RelocationStep::Disturbed if attempts < ATTEMPTS => attempts += 1,
                RelocationStep::Disturbed => {
                    return Err(RepositoryError::Panicked("a channel that changes all the time".to_owned()));
                }
                RelocationStep::None => break,
            }
        }
        let ledger = &self.inner.ledger;
        ledger.copy_list(from, to).await?;
        ledger.drop_moved(from).await?;
        Ok(moved)
    }

    async fn relocate_some(
        &self,
        from: &ChannelId,
        to: &ChannelId,
    ) -> Result<RelocationStep, RepositoryError> {
        let inner = &self.inner;
        let ledger = &inner.ledger;
        let (there, here) = (ledger.channel(from).await?, ledger.channel(to).await?);
        let game = there.value.game.clone().filter(|_| here.value.game.is_none());
        let stays = there.value.game.is_some() && game.is_none();
        let (said, is_more) = if stays { (Vec::new(), false) } else { ledger.said_first(from).await? };
        if game.is_none() && said.is_empty() && !there.value.is_open() {
            return Ok(RelocationStep::None);
        }
        let checkpoints = match &game {
            Some(game) if !is_more => {
                ledger.copy_past(game, to).await?;
                ledger.checkpoints(game).await?
            }
            _ => Vec::new(),
        };
        let still = ledger.pause_times(&there.value).await?;
        let now = inner.clock.now_millis().max(game.as_ref().map_or(0, |game| game.changed_at));
        let mut leaving = UnitOfWork::new(from.clone(), there, still.clone(), now);
        let mut arriving = UnitOfWork::new(to.clone(), here, still, now);
        for delivery in said {
            arriving.post(delivery.notice.clone());
            leaving.take_back(&delivery);
        }
        if !is_more {
            if game.is_some()
                && let Some(game) = leaving.move_out()
            {
                arriving.move_in(game, &checkpoints)?;
                show(&mut arriving);
            }
            arriving.take_in_open(leaving.give_away_open());
        }
        let batch = leaving.written()?.and(arriving.written()?)?;
        Ok(match inner.commit(batch).await? {
            CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => RelocationStep::Done,
            CommitOutcome::Conflict { .. } => RelocationStep::Disturbed,
        })
    }

    /// Copies the bars of a community to another one, and its settings if the other one has none.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn settle_in(&self, from: &CommunityId, to: &CommunityId) -> Result<(), RepositoryError> {
        let ledger = &self.inner.ledger;
        ledger.copy_bars(from, to).await?;
        let (there, here) = (ledger.place(from).await?, ledger.place(to).await?);
        if here.value == CommunitySettings::default() && there.value != here.value {
            let renamed = |channel: &ChannelId| {
                if channel.0 == from.0 { ChannelId(to.0.clone()) } else { channel.clone() }
            };
            let channels = there.value.channels.iter().map(renamed).collect();
            ledger.keep_place(to, &CommunitySettings { channels, ..there.value }, here.version).await?;
        }
        Ok(())
    }
}

fn show(draft: &mut UnitOfWork) {
    let clock = draft.clock_view();
    let Some(game) = &draft.channel.game else { return };
    let notice = match SelectionNotice::of(game, SelectionEvent::Shown) {
        Some(choosing) => Notice::Selection(Box::new(SelectionNotice { clock, ..choosing })),
        None => Notice::Board(Box::new(BoardNotice { clock, ..BoardNotice::of(game, BoardEvent::Shown) })),
    };
    draft.post(notice);
}
