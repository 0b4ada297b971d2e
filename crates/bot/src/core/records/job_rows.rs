//! Reads, adds and removes the stored rows of scheduled jobs, in order of time; they change with
//! the records of channels from which the jobs are derived. A record lists its rows, so that a move
//! searches for none. Unreadable rows go to quarantine. Not here: the jobs (`job`).
//!
//! | table | key | value |
//! |---|---|---|
//! | deadline | `due`, instant, channel, subject, revision, kind | the version of its form; the key has the rest |
//! | deadline | `unreadable`, former key | a row in quarantine |

use std::fmt::{self, Display, Formatter};

use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, Record, ScanOrder, Table};
use serde::{Deserialize, Serialize};

use super::{
    channel::{ChannelRecord, channel_key},
    codec::{read, unreadable, write},
    error::RepositoryError,
    job::{JobKind, ScheduledJob},
    quarantine::put_aside,
    repository::{Repository, VersionedRecord},
};
use crate::{
    ChannelId,
    core::{forms::StoredForm, game::GameId},
};

/// Key prefix of the rows of scheduled jobs.
const DUE: &str = "due";

impl ScheduledJob {
    /// The key of its row.
    pub(super) fn key(&self, channel: &ChannelId) -> Key {
        let Self { at, subject, revision, kind } = self;
        let place = Key::new().text(DUE).number(*at).text(&channel.0);
        place.text(&subject.to_string()).number(*revision).text(kind.word())
    }

    /// The channel and the job in the key of a row; `None` for any other key.
    fn read(key: &[u8]) -> Option<(ChannelId, Self)> {
        let mut reader = KeyReader::new(key);
        reader.text().filter(|word| word == DUE)?;
        let (at, channel) = (reader.number()?, ChannelId(reader.text()?));
        let (subject, revision) = (GameId::parse(&reader.text()?)?, reader.number()?);
        let word = reader.text()?;
        let kind = JobKind::ALL.into_iter().find(|kind| kind.word() == word)?;
        reader.is_done().then_some((channel, Self { at, subject, revision, kind }))
    }
}

/// The value of a row; the key has all fields.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredJob {}

impl StoredForm for StoredJob {
    const KIND: &'static str = "something that is due";
    const VERSION: u64 = 1;
}

/// A row as read, displayed as its key.
pub(crate) struct JobRow {
    key: Vec<u8>,
    record: Record,
}

impl Display for JobRow {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.key))
    }
}

impl JobRow {
    /// The key, for the order of rows.
    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Decodes the channel and the job.
    ///
    /// # Errors
    ///
    /// [`RepositoryError::Unreadable`] and [`RepositoryError::NewerVersion`].
    pub(crate) fn read(&self) -> Result<(ChannelId, ScheduledJob), RepositoryError> {
        let StoredJob {} = read(Table::Deadline, &self.key, &self.record.value)?;
        let broken =
            || unreadable(Table::Deadline, &self.key, "its key names nothing that is due".to_owned());
        ScheduledJob::read(&self.key).ok_or_else(broken)
    }

    /// The batch that removes the row because the channel, as it was read, does not expect it.
    pub(crate) fn removal(&self, channel: &ChannelId, kept: &VersionedRecord<ChannelRecord>) -> Batch {
        let batch = Batch::new().delete(Table::Deadline, self.key.clone());
        batch.expect(Table::Channel, channel_key(channel), kept.version)
    }
}

impl Repository {
    /// Rows in order of their due time: the first `limit` after a key.
    pub(crate) async fn due(
        &self,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<JobRow>, RepositoryError> {
        let mut range = KeyRange::prefix(Key::new().text(DUE));
        if let Some(key) = after {
            range = range.after(key);
        }
        let rows = self.store.scan(Table::Deadline, range, ScanOrder::Ascending, limit).await?;
        Ok(rows.into_iter().map(|(key, record)| JobRow { key, record }).collect())
    }

    /// Moves an unreadable row to quarantine, where the operator finds it.
    pub(crate) async fn put_due_aside(
        &self,
        row: &JobRow,
        error: &RepositoryError,
    ) -> Result<(), RepositoryError> {
        if put_aside(&*self.store, Table::Deadline, row.key.clone(), row.record.clone()).await? {
            tracing::error!(%error, "something that is due is put aside: it does not happen, what follows it does");
        }
        Ok(())
    }
}

/// The writes that turn a channel's former rows into its present ones; unchanged rows stay.
pub(super) fn changes(
    channel: &ChannelId,
    had: &[ScheduledJob],
    has: &[ScheduledJob],
) -> Result<Vec<BatchWrite>, RepositoryError> {
    let gone = had.iter().filter(|due| !has.contains(due));
    let new = has.iter().filter(|due| !had.contains(due));
    let mut writes: Vec<BatchWrite> =
        gone.map(|due| BatchWrite::Delete { table: Table::Deadline, key: due.key(channel).into() }).collect();
    for due in new {
        let key = due.key(channel).into();
        writes.push(BatchWrite::Put { table: Table::Deadline, key, value: write(&StoredJob {})? });
    }
    Ok(writes)
}

/// The earliest due time of the jobs that a batch adds.
pub(crate) fn soonest(batch: &Batch) -> Option<u64> {
    let added = batch.writes.iter().filter_map(|write| match write {
        BatchWrite::Put { table: Table::Deadline, key, .. } => ScheduledJob::read(key),
        _ => None,
    });
    added.map(|(_, due)| due.at).min()
}

/// The computer's jobs that a batch adds.
pub(crate) fn of_computer(batch: &Batch) -> Vec<(ChannelId, ScheduledJob)> {
    let added = batch.writes.iter().filter_map(|write| match write {
        BatchWrite::Put { table: Table::Deadline, key, .. } => ScheduledJob::read(key),
        _ => None,
    });
    added.filter(|(_, due)| due.kind == JobKind::Computer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(at: u64, subject: &str, kind: JobKind) -> ScheduledJob {
        ScheduledJob { at, subject: GameId::parse(subject).expect("an id"), revision: 3, kind }
    }

    #[test]
    fn a_row_says_what_is_due_and_sorts_by_time() {
        let (first, second) = (ChannelId("web:a/b".to_owned()), ChannelId("discord:1".to_owned()));
        let (early, late) = (due(9, "zzzzzz", JobKind::Panel), due(10, "222222", JobKind::Challenge));
        let keys: [Vec<u8>; 2] = [early.key(&first).into(), late.key(&second).into()];
        assert!(keys[0] < keys[1]);
        assert_eq!(ScheduledJob::read(&keys[0]), Some((first, early)));
        assert_eq!(ScheduledJob::read(&keys[1]), Some((second, late.clone())));
        assert_eq!(late.event().expect("an id").as_str(), "due:222222:3:challenge");
    }

    #[test]
    fn other_keys_say_nothing() {
        let place = || Key::new().text(DUE).number(9).text("web:a");
        let keys = [
            Key::new(),
            place(),
            place().text("222222").number(0).text("feast"),
            place().text("no id").number(0).text("panel"),
            place().text("222222").number(0).text("panel").text("more"),
            Key::new().text("unreadable").number(9).text("web:a").text("222222").number(0).text("panel"),
        ];
        for key in keys {
            assert_eq!(ScheduledJob::read(key.as_ref()), None, "{key:?}");
        }
    }

    #[test]
    fn only_what_changed_is_written() {
        let channel = ChannelId("web:a".to_owned());
        let (stays, goes) = (due(9, "222222", JobKind::Panel), due(9, "333333", JobKind::Panel));
        let comes = due(8, "444444", JobKind::Challenge);
        let writes = changes(&channel, &[stays.clone(), goes.clone()], &[stays.clone(), comes.clone()]);
        let batch = Batch { writes: writes.expect("JSON"), ..Batch::new() };
        let keys: Vec<Vec<u8>> = [&goes, &comes].map(|due| due.key(&channel).into()).to_vec();
        let written: Vec<Vec<u8>> = batch
            .writes
            .iter()
            .map(|write| match write {
                BatchWrite::Put { key, .. } | BatchWrite::Delete { key, .. } => key.clone(),
            })
            .collect();
        assert_eq!(written, keys);
        assert_eq!(soonest(&batch), Some(8));
        let stays = [stays];
        assert_eq!(changes(&channel, &stays, &stays).expect("JSON"), []);
    }
}
