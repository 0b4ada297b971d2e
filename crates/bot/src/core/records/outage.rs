//! Reads and writes outages of the bot, of a platform, or of a channel. Each is a row keyed by its
//! end, so that a turn reads those since its beginning and no outage touches a game. Not here:
//! detection (`uptime`), and the effect on a clock (`pause_times`, `game`).
//!
//! | table | key | value |
//! |---|---|---|
//! | meta | `outage`, scope, end, beginning | the version of its form; the key has the rest |
//! | meta | `outage-open`, platform, beginning, source | the same, of an outage that has not ended |
//! | meta | `alive`, and a platform or a part of one | when the program, or that part, was last reachable |

use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, Record, ScanOrder, Table};
use serde::{Deserialize, Serialize};

use super::{
    codec::{read, write},
    error::RepositoryError,
    repository::Repository,
};
use crate::{
    ChannelId,
    core::{
        forms::StoredForm,
        game::{TimeSpan, joined, overlap},
    },
};

/// Key prefix of ended outages.
const OUTAGE: &str = "outage";
/// Key prefix of open outages.
const OPEN: &str = "outage-open";
/// Key prefix of the rows with the last contact.
const ALIVE: &str = "alive";
/// The scope of outages of the whole program; no platform and no channel has this name.
const EVERYWHERE: &str = "*";
/// How far an outage's end may lie ahead of now, as clocks of processes differ, in milliseconds.
const LATER: u64 = 1000;
/// Maximum of outages of a scope in the computation of one turn; older ones go first.
const MOST: usize = 1000;

/// Scope of an outage.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OutageScope {
    /// The whole program.
    Everywhere,
    /// A platform, by its name.
    Platform(String),
    /// A channel.
    Channel(ChannelId),
}

impl OutageScope {
    fn word(&self) -> &str {
        match self {
            Self::Everywhere => EVERYWHERE,
            Self::Platform(name) => name,
            Self::Channel(id) => &id.0,
        }
    }
}

/// The value of an outage's row; the key has all fields.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredOutage {}

impl StoredForm for StoredOutage {
    const KIND: &'static str = "an outage";
    const VERSION: u64 = 1;
}

/// When the program was last reachable.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredAlive {
    /// In milliseconds since 1970.
    at: u64,
}

impl StoredForm for StoredAlive {
    const KIND: &'static str = "when the program was last there";
    const VERSION: u64 = 1;
}

/// The write of an outage. An open one ends at [`TimeSpan::OPEN`].
pub(crate) fn row(scope: &OutageScope, outage: TimeSpan) -> Result<BatchWrite, RepositoryError> {
    let key = place(scope).number(outage.to).number(outage.from);
    Ok(BatchWrite::Put { table: Table::Meta, key: key.into(), value: write(&StoredOutage {})? })
}

/// The key of an open outage; `source` is the platform or a part of it.
fn open_key(platform: &str, from: u64, source: &str) -> Key {
    Key::new().text(OPEN).text(platform).number(from).text(source)
}

/// The key prefix of a channel's outages.
pub(super) fn of_channel(channel: &ChannelId) -> Key {
    place_of(&channel.0)
}

fn place(scope: &OutageScope) -> Key {
    place_of(scope.word())
}

fn place_of(scope: &str) -> Key {
    Key::new().text(OUTAGE).text(scope)
}

fn alive_key(source: Option<&str>) -> Key {
    let key = Key::new().text(ALIVE);
    source.map_or(key.clone(), |source| key.text(source))
}

/// An open outage as read from the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenOutage {
    /// The platform.
    pub(crate) platform: String,
    /// The beginning, in milliseconds since 1970.
    pub(crate) from: u64,
    /// The source that noticed it: a part of the platform, or the platform's own name when no
    /// process serves it.
    pub(crate) source: String,
    /// Grows whenever the outage is confirmed.
    pub(crate) version: u64,
}

/// The last contact with a platform, as read from the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastContact {
    /// The platform.
    pub(crate) platform: String,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// Grows with every contact.
    pub(crate) version: u64,
}

/// Platform and beginning in the key of an open outage.
fn open_at(key: &[u8]) -> Option<(String, u64)> {
    let mut reader = KeyReader::new(key);
    let (_, platform, from) = (reader.text()?, reader.text()?, reader.number()?);
    Some((platform, from))
}

fn outage(key: &[u8]) -> Option<TimeSpan> {
    scope_and_outage(key).map(|(_, outage)| outage)
}

fn scope_and_outage(key: &[u8]) -> Option<(String, TimeSpan)> {
    let mut reader = KeyReader::new(key);
    let (_, scope, to, from) = (reader.text()?, reader.text()?, reader.number()?, reader.number()?);
    Some((scope, TimeSpan { from, to }))
}

/// The latest end of an outage that counts as over.
fn latest_end(now: u64) -> u64 {
    now.saturating_add(LATER)
}

impl Repository {
    /// Stores an outage.
    pub(crate) async fn keep_outage(
        &self,
        scope: &OutageScope,
        outage: TimeSpan,
    ) -> Result<(), RepositoryError> {
        let batch = Batch { writes: vec![row(scope, outage)?], ..Batch::new() };
        self.store().commit(batch).await?;
        Ok(())
    }

    /// Ends all open outages now; `now` in milliseconds since 1970.
    pub(crate) async fn end_outages(&self, now: u64) -> Result<(), RepositoryError> {
        let all = KeyRange::prefix(Key::new().text(OPEN));
        for (key, record) in self.store().scan(Table::Meta, all, ScanOrder::Ascending, MOST).await? {
            let Some((platform, from)) = open_at(&key) else { continue };
            let over = place_of(&platform).number(now.max(from)).number(from);
            let batch = Batch::new().delete(Table::Meta, key).put(Table::Meta, over, record.value);
            self.store().commit(batch).await?;
        }
        Ok(())
    }

    /// Shortens outages of the program and of its platforms that end later than now, after the
    /// calendar was wrong.
    pub(crate) async fn cut_outages(&self, now: u64) -> Result<(), RepositoryError> {
        self.cut_outages_of(&OutageScope::Everywhere, now, None).await?;
        for LastContact { platform, .. } in self.reached().await? {
            self.cut_outages_of(&OutageScope::Platform(platform), now, None).await?;
        }
        Ok(())
    }

    /// The same for these outages of the whole program alone, where other processes with right
    /// calendars may have stored others.
    pub(crate) async fn cut_own_outages(&self, now: u64, own: &[TimeSpan]) -> Result<(), RepositoryError> {
        self.cut_outages_of(&OutageScope::Everywhere, now, Some(own)).await
    }

    async fn cut_outages_of(
        &self,
        scope: &OutageScope,
        now: u64,
        only: Option<&[TimeSpan]>,
    ) -> Result<(), RepositoryError> {
        let place = place(scope);
        let later = KeyRange::prefix(place.clone()).after(place.clone().number(latest_end(now)).as_ref());
        for (key, record) in self.store().scan(Table::Meta, later, ScanOrder::Ascending, MOST).await? {
            if only.is_none_or(|only| outage(&key).is_some_and(|found| only.contains(&found))) {
                self.cut_outage(key, record, now).await?;
            }
        }
        Ok(())
    }

    /// The same for outages of every scope, those of channels included; returns whether there was
    /// one. It reads all outages, page by page: for the start and background tasks, not for a move.
    pub(crate) async fn cut_every_outage(&self, now: u64) -> Result<bool, RepositoryError> {
        let all = KeyRange::prefix(Key::new().text(OUTAGE));
        let (mut range, mut is_cut) = (all.clone(), false);
        loop {
            let page = self.store().scan(Table::Meta, range, ScanOrder::Ascending, MOST).await?;
            let Some((last, _)) = page.last() else { return Ok(is_cut) };
            range = all.clone().after(last);
            for (key, record) in page {
                if outage(&key).is_some_and(|outage| outage.to > latest_end(now)) {
                    self.cut_outage(key, record, now).await?;
                    is_cut = true;
                }
            }
        }
    }

    /// Stores an outage anew with its end now. An outage that begins later is deleted.
    async fn cut_outage(&self, key: Vec<u8>, record: Record, now: u64) -> Result<(), RepositoryError> {
        let mut batch = Batch::new().delete(Table::Meta, key.clone());
        if let Some((scope, outage)) = scope_and_outage(&key) {
            tracing::warn!(scope, "an outage that was to end later than now ends now");
            if outage.from < now {
                let shorter = place_of(&scope).number(now).number(outage.from);
                batch = batch.put(Table::Meta, shorter, record.value);
            }
        }
        self.store().commit(batch).await?;
        Ok(())
    }

    /// The last contact with each platform.
    pub(crate) async fn reached(&self) -> Result<Vec<LastContact>, RepositoryError> {
        let all = KeyRange::prefix(Key::new().text(ALIVE));
        let mut reached = Vec::new();
        for (key, record) in self.store().scan(Table::Meta, all, ScanOrder::Ascending, MOST).await? {
            let StoredAlive { at } = read(Table::Meta, &key, &record.value)?;
            let mut reader = KeyReader::new(&key);
            let platform = reader.text().and_then(|_| reader.text());
            let version = record.version;
            reached.extend(platform.map(|platform| LastContact { platform, at, version }));
        }
        Ok(reached)
    }

    /// Opens an outage of a platform, or of a part of it, since `from`. It may be opened again.
    pub(crate) async fn open_outage(
        &self,
        platform: &str,
        from: u64,
        source: &str,
    ) -> Result<(), RepositoryError> {
        let (key, value) = (open_key(platform, from, source), write(&StoredOutage {})?);
        self.store().commit(Batch::new().put(Table::Meta, key, value)).await?;
        Ok(())
    }

    /// Closes an outage; `kept` is the outage to store, if it was long enough.
    pub(crate) async fn close_outage(
        &self,
        platform: &str,
        (from, source): (u64, &str),
        kept: Option<TimeSpan>,
    ) -> Result<(), RepositoryError> {
        let mut batch = Batch::new().delete(Table::Meta, open_key(platform, from, source));
        if let Some(outage) = kept {
            batch.writes.push(row(&OutageScope::Platform(platform.to_owned()), outage)?);
        }
        self.store().commit(batch).await?;
        Ok(())
    }

    /// When the program, or the named platform, was last reachable, in milliseconds since 1970.
    pub(crate) async fn alive(&self, source: Option<&str>) -> Result<Option<u64>, RepositoryError> {
        let key = alive_key(source);
        let record = self.store().get(Table::Meta, key.as_ref()).await?;
        let alive: Option<StoredAlive> =
            record.map(|record| read(Table::Meta, key.as_ref(), &record.value)).transpose()?;
        Ok(alive.map(|alive| alive.at))
    }

    /// Records that the program and these sources are reachable.
    pub(crate) async fn keep_alive(
        &self,
        at: u64,
        sources: impl IntoIterator<Item = String>,
    ) -> Result<(), RepositoryError> {
        let value = write(&StoredAlive { at })?;
        let mut batch = Batch::new().put(Table::Meta, alive_key(None), value.clone());
        for source in sources {
            batch = batch.put(Table::Meta, alive_key(Some(&source)), value.clone());
        }
        self.store().commit(batch).await?;
        Ok(())
    }

    /// All open outages.
    pub(crate) async fn all_open(&self) -> Result<Vec<OpenOutage>, RepositoryError> {
        let all = KeyRange::prefix(Key::new().text(OPEN));
        let rows = self.store().scan(Table::Meta, all, ScanOrder::Ascending, MOST).await?;
        let open = rows.iter().filter_map(|(key, record)| {
            let mut reader = KeyReader::new(key);
            let (_, platform, from) = (reader.text()?, reader.text()?, reader.number()?);
            Some(OpenOutage { platform, from, source: reader.text()?, version: record.version })
        });
        Ok(open.collect())
    }

    /// Ends an open outage now. It has no effect when the outage was confirmed or ended since it
    /// was read.
    pub(crate) async fn end_outage(&self, open: &OpenOutage, now: u64) -> Result<(), RepositoryError> {
        let OpenOutage { platform, from, source, version } = open;
        let key = open_key(platform, *from, source);
        let mut batch =
            Batch::new().expect_version(Table::Meta, key.clone(), *version).delete(Table::Meta, key);
        let outage = TimeSpan { from: *from, to: now.max(*from) };
        batch.writes.push(row(&OutageScope::Platform(platform.clone()), outage)?);
        self.store().commit(batch).await?;
        Ok(())
    }

    /// The open outages of a platform.
    pub(super) async fn open_outages(&self, platform: &str) -> Result<Vec<TimeSpan>, RepositoryError> {
        let open = KeyRange::prefix(Key::new().text(OPEN).text(platform));
        let open = self.store().scan(Table::Meta, open, ScanOrder::Ascending, MOST).await?;
        let since = open.iter().filter_map(|(key, _)| open_at(key));
        Ok(since.map(|(_, from)| TimeSpan { from, to: TimeSpan::OPEN }).collect())
    }

    /// Length of the part of `stretch` that no outage of a channel covers, in milliseconds.
    pub(crate) async fn uncovered_time(
        &self,
        channel: &ChannelId,
        stretch: TimeSpan,
    ) -> Result<u64, RepositoryError> {
        let platform = OutageScope::Platform(channel.platform().to_owned());
        let mut known = self.outages(&OutageScope::Everywhere, stretch.from).await?;
        known.extend(self.outages(&platform, stretch.from).await?);
        known.extend(self.open_outages(channel.platform()).await?);
        Ok(stretch.length().saturating_sub(overlap(&joined(known), stretch.from, stretch.to)))
    }

    /// The instant since which the bot was reachable for `served` milliseconds until `now`.
    pub(crate) async fn served_since(&self, now: u64, served: u64) -> Result<u64, RepositoryError> {
        let all = KeyRange::prefix(place(&OutageScope::Everywhere));
        let rows = self.store().scan(Table::Meta, all, ScanOrder::Descending, MOST).await?;
        let (mut since, mut left) = (now, served);
        for TimeSpan { from, to } in
            joined(rows.iter().filter_map(|(key, _)| outage(key)).collect()).into_iter().rev()
        {
            let after = since.saturating_sub(to);
            if after >= left {
                break;
            }
            left -= after;
            since = since.min(from);
        }
        Ok(since.saturating_sub(left))
    }

    /// Outages of a scope that ended after `since`.
    pub(super) async fn outages(
        &self,
        scope: &OutageScope,
        since: u64,
    ) -> Result<Vec<TimeSpan>, RepositoryError> {
        let range = KeyRange::prefix(place(scope)).after(place(scope).number(since).as_ref());
        let rows = self.store().scan(Table::Meta, range, ScanOrder::Ascending, MOST).await?;
        let mut outages = Vec::new();
        for (key, record) in rows {
            let StoredOutage {} = read(Table::Meta, &key, &record.value)?;
            outages.extend(outage(&key));
        }
        Ok(outages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_when() {
        let stretch = TimeSpan { from: 7, to: 9 };
        let scope = OutageScope::Channel(ChannelId("web:a/b".to_owned()));
        let Ok(BatchWrite::Put { key, .. }) = row(&scope, stretch) else { panic!("a row") };
        assert_eq!(outage(&key), Some(stretch));
        assert_eq!(outage(place(&scope).as_ref()), None);
    }
}
