//! Moves a running game to another channel with all rows under its old channel: events,
//! checkpoints, outages, queued notices, open challenges and panels, and the list of games. Not
//! here: when that happens (`bot::relocation`).

use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, ScanOrder, Table};

use super::{
    channel::{ChannelRecord, channel_key},
    checkpoint,
    codec::{read, write},
    error::RepositoryError,
    event_log, outage,
    outbox::OutboxEntry,
    pending_commit::PendingCommit,
    repository::Repository,
    unit_of_work::UnitOfWork,
};
use crate::{
    ChannelId, Notice,
    core::game::{Challenge, Checkpoint, ContactEvent, GameId, GameRecord, SetupPanel},
};

/// Rows copied in one step, and their maximal size in bytes.
const PAGE: usize = 256;
const MOST_BYTES: usize = 256 * 1024;
/// Notices moved in one step, and their maximal size in bytes: the same batch may also hold both
/// channels and the game's record.
const AT_ONCE: usize = 16;
const BYTES_AT_ONCE: usize = 64 * 1024;

impl Repository {
    /// Channels with a running game whose ids have this prefix.
    pub(crate) async fn played_under(&self, beginning: &str) -> Result<Vec<ChannelId>, RepositoryError> {
        self.under(beginning, |there| there.game.is_some()).await
    }

    /// The same for channels without a game, with open challenges or panels.
    pub(crate) async fn challenged_under(&self, beginning: &str) -> Result<Vec<ChannelId>, RepositoryError> {
        self.under(beginning, |there| there.game.is_none() && there.is_open()).await
    }

    async fn under(
        &self,
        beginning: &str,
        is_wanted: impl Fn(&ChannelRecord) -> bool,
    ) -> Result<Vec<ChannelId>, RepositoryError> {
        let mut start: Vec<u8> = channel_key(&ChannelId(beginning.to_owned())).into();
        // Drop the end mark of the text, as the id goes on.
        start.pop();
        let (mut range, mut found) = (KeyRange::prefix(start), Vec::new());
        loop {
            let page = self.store.scan(Table::Channel, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(found) };
            range = range.after(last);
            for (key, record) in &page {
                let there: ChannelRecord = read(Table::Channel, key, &record.value)?;
                if is_wanted(&there) {
                    found.extend(KeyReader::new(key).text().map(ChannelId));
                }
            }
        }
    }

    /// Copies a channel's list of games to another channel.
    pub(crate) async fn copy_list(&self, from: &ChannelId, to: &ChannelId) -> Result<(), RepositoryError> {
        self.copy(Table::Index, listed(from), listed(to)).await
    }

    /// Copies a game's events and its channel's outages to another channel. Until the game moves
    /// they are not read there, and a repeated copy changes nothing.
    pub(crate) async fn copy_past(&self, game: &GameRecord, to: &ChannelId) -> Result<(), RepositoryError> {
        let from = &game.channel;
        self.copy(Table::Event, event_log::place(from, &game.id), event_log::place(to, &game.id)).await?;
        self.copy(Table::Meta, outage::of_channel(from), outage::of_channel(to)).await
    }

    /// The first queued notices of a channel, as many as move in one step, and whether there are
    /// more.
    pub(crate) async fn said_first(
        &self,
        channel: &ChannelId,
    ) -> Result<(Vec<OutboxEntry>, bool), RepositoryError> {
        let mut said = self.outbox(channel, AT_ONCE + 1).await?;
        let (mut fitting, mut bytes) = (0, 0);
        for delivery in said.iter().take(AT_ONCE) {
            bytes += write(&delivery.notice)?.len();
            if bytes > BYTES_AT_ONCE && fitting > 0 {
                break;
            }
            fitting += 1;
        }
        let is_more = said.len() > fitting;
        said.truncate(fitting);
        Ok((said, is_more))
    }

    /// Copies all rows under one key prefix to another prefix.
    async fn copy(&self, table: Table, from: Key, to: Key) -> Result<(), RepositoryError> {
        let (from, to): (Vec<u8>, Vec<u8>) = (from.into(), to.into());
        let mut range = KeyRange::prefix(from.clone());
        loop {
            let page = self.store.scan(table, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let (mut writes, mut bytes) = (Vec::new(), 0);
            for (key, record) in page {
                bytes += record.value.len();
                if bytes > MOST_BYTES && !writes.is_empty() {
                    break;
                }
                range = range.after(&key);
                let key = [to.as_slice(), key.get(from.len()..).unwrap_or_default()].concat();
                writes.push(BatchWrite::Put { table, key, value: record.value });
            }
            if writes.is_empty() {
                return Ok(());
            }
            self.store.commit(Batch { writes, ..Batch::new() }).await?;
        }
    }

    /// Deletes the rows of games that were moved to another channel.
    pub(crate) async fn drop_moved(&self, from: &ChannelId) -> Result<(), RepositoryError> {
        let mut range = KeyRange::prefix(channel_key(from));
        loop {
            let first = self.store.scan(Table::Event, range.clone(), ScanOrder::Ascending, 1).await?;
            let Some((key, _)) = first.first() else { return Ok(()) };
            let mut reader = KeyReader::new(key);
            let game = reader.text().and_then(|_| reader.text()).and_then(|id| GameId::parse(&id));
            let Some(game) = game else {
                range = range.after(key);
                continue;
            };
            let last: Vec<u8> = event_log::place(from, &game).number(u64::MAX).into();
            range = range.after(&last);
            if self.channel_of(&game).await?.is_some_and(|home| home != *from) {
                self.drop_events(from, &game).await?;
            }
        }
    }

    async fn drop_events(&self, from: &ChannelId, game: &GameId) -> Result<(), RepositoryError> {
        let range = KeyRange::prefix(event_log::place(from, game));
        loop {
            let page = self.store.scan(Table::Event, range.clone(), ScanOrder::Ascending, PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            let delete = |(key, _)| BatchWrite::Delete { table: Table::Event, key };
            let writes = page.into_iter().map(delete).collect();
            self.store.commit(Batch { writes, ..Batch::new() }).await?;
        }
    }

    /// The stored checkpoints of a running game.
    pub(crate) async fn checkpoints(&self, game: &GameRecord) -> Result<Vec<Checkpoint>, RepositoryError> {
        let mut found = Vec::new();
        for plies in Checkpoint::around(game.plies) {
            found.extend(self.checkpoint(game, plies).await?);
        }
        Ok(found)
    }
}

impl UnitOfWork {
    /// Removes the running game, to move it to another channel.
    pub(crate) fn move_out(&mut self) -> Option<GameRecord> {
        let game = self.channel.game.take()?;
        self.forget_checkpoints(&game);
        self.mark_changed();
        Some(game)
    }

    /// Inserts a running game from another channel.
    pub(crate) fn move_in(
        &mut self,
        game: GameRecord,
        checkpoints: &[Checkpoint],
    ) -> Result<(), RepositoryError> {
        self.move_game_id(&game.id)?;
        for checkpoint in checkpoints {
            let key = checkpoint::place(self.id(), &game.id, checkpoint.plies);
            self.put(Table::Game, key, checkpoint)?;
        }
        self.channel.game = Some(GameRecord { channel: self.id().clone(), ..game });
        Ok(())
    }

    /// Removes open challenges and panels, to move them to another channel.
    pub(crate) fn give_away_open(&mut self) -> OpenItems {
        self.mark_changed();
        OpenItems {
            overdue: std::mem::take(&mut self.overdue),
            challenges: std::mem::take(&mut self.channel.challenges),
            panels: std::mem::take(&mut self.channel.panels),
        }
    }

    /// Inserts open challenges and panels and posts the challenges, as far as there is room: one
    /// panel and one challenge for each person. The channel is told of dropped and expired
    /// challenges; the owner of a dropped panel learns it when they press its buttons.
    pub(crate) fn take_in_open(&mut self, open: OpenItems) {
        let OpenItems { overdue, challenges, panels } = open;
        self.overdue.extend(overdue);
        self.post_expired();
        for panel in panels {
            let own = self.channel.panels.iter().any(|other| other.owner.id == panel.owner.id);
            if !own && self.channel.panels.len() < SetupPanel::MOST {
                self.channel.panels.push(panel);
            }
        }
        for challenge in challenges {
            let open = &self.channel.challenges;
            let own = open.iter().any(|other| other.challenger.id == challenge.challenger.id);
            if own || open.len() >= Challenge::MOST {
                self.post(Notice::ChallengeWithoutRoom { challenge });
            } else {
                if let Some(event) = ContactEvent::approach(&challenge, self.id()) {
                    self.note_contact(challenge.challenger.id.clone(), event);
                }
                self.channel.challenges.push(challenge.clone());
                self.post(Notice::Challenge(challenge));
            }
        }
    }

    /// Removes a notice from this channel's outbox.
    pub(crate) fn take_back(&mut self, delivery: &OutboxEntry) {
        let taken = delivery.done(&Batch::new());
        self.batch.extend(taken.version_checks, taken.writes);
        self.mark_changed();
    }
}

/// Open challenges and panels of a channel.
pub(crate) struct OpenItems {
    /// Expired challenges that the channel was not told of yet.
    overdue: Vec<Challenge>,
    challenges: Vec<Challenge>,
    panels: Vec<SetupPanel>,
}

impl ChannelRecord {
    /// Whether challenges or panels are open.
    pub(crate) fn is_open(&self) -> bool {
        !self.challenges.is_empty() || !self.panels.is_empty()
    }
}

fn listed(channel: &ChannelId) -> Key {
    Key::new().text("channel").text(&channel.0)
}

impl PendingCommit {
    /// Both commits in one batch, with the notices of both in the outbox.
    pub(crate) fn and(self, other: Self) -> Result<Self, RepositoryError> {
        let (mut both, other) = (self.queued()?, other.queued()?);
        both.batch.extend(other.batch.version_checks, other.batch.writes);
        both.side.extend(other.side);
        Ok(both)
    }
}
