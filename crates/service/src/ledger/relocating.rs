//! What goes on in another channel: a running game with everything that lies under the channel in which it is played, what is open
//! there, and the list of its games. Not here: when that happens (`crate::relocating`).

use adoube_store::{Batch, Key, KeyRange, KeyReader, Order, Table, Write};

use super::{
    ChannelRecord, DecidedBatch, Delivery, Draft, Ledger, LedgerError, channel_key, checkpoints, events, read,
};
use crate::{
    ChannelId, Notice,
    game::{Challenge, Checkpoint, GameId, GameRecord, Panel},
    stored::Listed,
};

/// Rows copied in one step, and how many bytes of them at most.
const PAGE: usize = 256;
const MOST_BYTES: usize = 256 * 1024;

impl Ledger {
    /// Channels whose names begin so, in which a game runs.
    pub(crate) async fn played_under(&self, beginning: &str) -> Result<Vec<ChannelId>, LedgerError> {
        self.under(beginning, |there| there.game.is_some()).await
    }

    /// The same where none runs and challenges or panels are open.
    pub(crate) async fn challenged_under(&self, beginning: &str) -> Result<Vec<ChannelId>, LedgerError> {
        self.under(beginning, |there| there.game.is_none() && there.is_open()).await
    }

    async fn under(
        &self,
        beginning: &str,
        is_wanted: impl Fn(&ChannelRecord) -> bool,
    ) -> Result<Vec<ChannelId>, LedgerError> {
        let mut start: Vec<u8> = channel_key(&ChannelId(beginning.to_owned())).into();
        // Without the end of the part.
        start.pop();
        let (mut range, mut found) = (KeyRange::prefix(start), Vec::new());
        loop {
            let page = self.store.scan(Table::Channel, range.clone(), Order::Ascending, PAGE).await?;
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

    /// Names the games of one channel in the list of another one as well.
    pub(crate) async fn copy_list(&self, from: &ChannelId, to: &ChannelId) -> Result<(), LedgerError> {
        self.copy(Table::Index, listed(from), listed(to)).await
    }

    /// Writes a game's events where they lie once it is played in another channel. Until then nobody looks there, and
    /// doing it again changes nothing.
    pub(crate) async fn copy_events(&self, game: &GameRecord, to: &ChannelId) -> Result<(), LedgerError> {
        self.copy(Table::Event, events::place(&game.channel, &game.id), events::place(to, &game.id)).await
    }

    /// Writes all rows whose keys begin so under keys that begin otherwise as well.
    async fn copy(&self, table: Table, from: Key, to: Key) -> Result<(), LedgerError> {
        let (from, to): (Vec<u8>, Vec<u8>) = (from.into(), to.into());
        let mut range = KeyRange::prefix(from.clone());
        loop {
            let page = self.store.scan(table, range.clone(), Order::Ascending, PAGE).await?;
            let (mut writes, mut bytes) = (Vec::new(), 0);
            for (key, record) in page {
                bytes += record.value.len();
                if bytes > MOST_BYTES && !writes.is_empty() {
                    break;
                }
                range = range.after(&key);
                let key = [to.as_slice(), key.get(from.len()..).unwrap_or_default()].concat();
                writes.push(Write::Put { table, key, value: record.value });
            }
            if writes.is_empty() {
                return Ok(());
            }
            self.store.commit(Batch { writes, ..Batch::new() }).await?;
        }
    }

    /// Takes the events of a game away that were copied.
    pub(crate) async fn drop_events(&self, from: &ChannelId, game: &GameId) -> Result<(), LedgerError> {
        let range = KeyRange::prefix(events::place(from, game));
        loop {
            let page = self.store.scan(Table::Event, range.clone(), Order::Ascending, PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            let delete = |(key, _)| Write::Delete { table: Table::Event, key };
            let writes = page.into_iter().map(delete).collect();
            self.store.commit(Batch { writes, ..Batch::new() }).await?;
        }
    }

    /// How a running game stood earlier, as far as that is kept.
    pub(crate) async fn checkpoints(&self, game: &GameRecord) -> Result<Vec<Checkpoint>, LedgerError> {
        let mut found = Vec::new();
        for plies in Checkpoint::around(game.plies) {
            found.extend(self.checkpoint(game, plies).await?);
        }
        Ok(found)
    }
}

impl Draft {
    /// Takes the running game out for another channel.
    pub(crate) fn give_away(&mut self) -> Option<GameRecord> {
        let game = self.channel.game.take()?;
        self.forget_checkpoints(&game);
        self.mark_changed();
        Some(game)
    }

    /// Lets a game that was played in another channel go on here.
    pub(crate) fn take_in(
        &mut self,
        game: GameRecord,
        checkpoints: &[Checkpoint],
    ) -> Result<(), LedgerError> {
        self.take_over(&game.id)?;
        let list = listed(self.id());
        self.put(Table::Index, list.number(self.now()).text(&game.id.to_string()), &Listed)?;
        for checkpoint in checkpoints {
            let key = checkpoints::place(self.id(), &game.id, checkpoint.plies);
            self.put(Table::Game, key, checkpoint)?;
        }
        self.channel.game = Some(GameRecord { channel: self.id().clone(), ..game });
        Ok(())
    }

    /// Takes out what was begun and is no game yet.
    pub(crate) fn give_away_open(&mut self) -> Open {
        self.mark_changed();
        Open {
            overdue: std::mem::take(&mut self.overdue),
            challenges: std::mem::take(&mut self.channel.challenges),
            panels: std::mem::take(&mut self.channel.panels),
        }
    }

    /// Lets it wait here, and shows it. Of each person one panel is kept.
    pub(crate) fn take_in_open(&mut self, open: Open) {
        let Open { overdue, challenges, panels } = open;
        self.overdue.extend(overdue);
        for panel in panels {
            if self.channel.panels.iter().all(|other| other.owner.id != panel.owner.id) {
                self.channel.panels.push(panel);
            }
        }
        for challenge in challenges {
            self.channel.challenges.push(challenge.clone());
            self.post(Notice::Challenge(challenge));
        }
    }

    /// Says something no more that waits to be said here.
    pub(crate) fn take_back(&mut self, delivery: &Delivery) {
        let taken = delivery.done(&Batch::new());
        self.batch.expect.extend(taken.expect);
        self.batch.writes.extend(taken.writes);
        self.mark_changed();
    }
}

/// What was begun in a channel and is no game yet.
pub(crate) struct Open {
    /// Nobody has answered these in time, which is not told yet.
    overdue: Vec<Challenge>,
    challenges: Vec<Challenge>,
    panels: Vec<Panel>,
}

impl ChannelRecord {
    /// Whether something was begun that is no game yet.
    pub(crate) fn is_open(&self) -> bool {
        !self.challenges.is_empty() || !self.panels.is_empty()
    }
}

fn listed(channel: &ChannelId) -> Key {
    Key::new().text("channel").text(&channel.0)
}

impl DecidedBatch {
    /// Both at once.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.batch.expect.extend(other.batch.expect);
        self.batch.writes.extend(other.batch.writes);
        self.persons.extend(other.persons);
        self
    }
}
