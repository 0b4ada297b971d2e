//! Scheduled jobs as rows in order of time, derived from the records of channels and written and
//! removed with them. A record knows its rows, so none is searched when a person moves. Unreadable
//! rows go to quarantine. Not here: what a job does (`scheduler`).
//!
//! | table | key | value |
//! |---|---|---|
//! | deadline | `due`, instant, channel, subject, revision, kind | the version of its form: the key says the rest |
//! | deadline | `unreadable`, and the key it had | what stood there and could not be read |

use std::fmt::{self, Display, Formatter};

use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, Record, ScanOrder, Table};
use serde::{Deserialize, Serialize};

use super::{
    ChannelRecord, PendingCommit, Repository, RepositoryError, VersionedRecord, channel_key, read,
    unreadable, write,
};
use crate::{
    ChannelId, IdempotencyKey,
    forms::StoredForm,
    game::{GameId, GameRecord},
};

/// What may fall due stands in the table under this word.
const DUE: &str = "due";

/// Something that is due in a channel at a certain time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScheduledJob {
    /// When, in milliseconds since 1970; not before.
    pub(crate) at: u64,
    /// What it is about: a game, or a challenge or a panel by the id their game will have.
    pub(crate) subject: GameId,
    /// How often that had changed by then.
    pub(crate) revision: u64,
    /// What is to happen.
    pub(crate) kind: JobKind,
}

/// What is to happen when something is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    /// A challenge nobody has answered is over.
    Challenge,
    /// A set-up panel that was left alone goes.
    Panel,
    /// The clock of a game says that something is to be done.
    Clock,
    /// Nobody has moved for long in a game without a pace.
    Idle,
    /// The computer has not moved, or not answered: whoever was to think about it is gone, or had no time.
    Computer,
}

impl JobKind {
    const ALL: [Self; 5] = [Self::Challenge, Self::Panel, Self::Clock, Self::Idle, Self::Computer];

    /// The word in keys and ids; it never changes once released.
    fn word(self) -> &'static str {
        match self {
            Self::Challenge => "challenge",
            Self::Panel => "panel",
            Self::Clock => "clock",
            Self::Idle => "idle",
            Self::Computer => "computer",
        }
    }

    /// Whether it is about a running game, of which everybody knows.
    pub(crate) fn is_of_game(self) -> bool {
        matches!(self, Self::Clock | Self::Idle | Self::Computer)
    }
}

impl ScheduledJob {
    /// What is due by the time of a running game: one thing at a time.
    pub(super) fn of_game(game: &GameRecord) -> Option<Self> {
        let (at, revision, kind) = match (&game.clock, &game.idle) {
            (Some(clock), _) => (clock.look_at, clock.version, JobKind::Clock),
            (None, Some(idle)) => (idle.look_at, idle.version, JobKind::Idle),
            (None, None) => return None,
        };
        Some(Self { at, subject: game.id.clone(), revision, kind })
    }

    /// What the computer has to do in a running game, if it has. The process that writes it thinks at once, so that the row is
    /// for those that come after it.
    pub(super) fn of_computer(game: &GameRecord) -> Option<Self> {
        game.computer_to_act()?;
        let at = game.computer_missed_at();
        Some(Self { at, subject: game.id.clone(), revision: game.revision, kind: JobKind::Computer })
    }

    /// The id of the event that it is: it happens once, whoever comes upon the row.
    ///
    /// # Errors
    ///
    /// None: all parts are short.
    pub(crate) fn event(&self) -> Result<IdempotencyKey, RepositoryError> {
        let Self { subject, revision, kind, .. } = self;
        if *kind == JobKind::Computer {
            return Ok(IdempotencyKey::new(format!("computer:{subject}:{revision}"))?);
        }
        Ok(IdempotencyKey::new(format!("due:{subject}:{revision}:{}", kind.word()))?)
    }

    /// Where its row stands.
    pub(super) fn key(&self, channel: &ChannelId) -> Key {
        let Self { at, subject, revision, kind } = self;
        let place = Key::new().text(DUE).number(*at).text(&channel.0);
        place.text(&subject.to_string()).number(*revision).text(kind.word())
    }

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

/// What a row holds beside its key.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredJob {}

impl StoredForm for StoredJob {
    const KIND: &'static str = "something that is due";
    const VERSION: u64 = 1;
}

/// A row as it was found. For a log it is its key.
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
    /// Its place among the others.
    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    /// What is due where.
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

    /// The batch that takes it away because its channel, as it was read, knows nothing of it.
    pub(crate) fn removal(
        &self,
        channel: &ChannelId,
        kept: &VersionedRecord<ChannelRecord>,
    ) -> PendingCommit {
        let batch = Batch::new().delete(Table::Deadline, self.key.clone());
        batch.expect(Table::Channel, channel_key(channel), kept.version).into()
    }
}

impl Repository {
    /// Rows in the order in which they fall due: the first `limit` after a key.
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

    /// Keeps a row about which nothing can be done for whoever runs the program, out of the way of the others.
    pub(crate) async fn put_due_aside(
        &self,
        row: &JobRow,
        error: &RepositoryError,
    ) -> Result<(), RepositoryError> {
        if self.put_aside(Table::Deadline, row.key.clone(), row.record.clone()).await? {
            tracing::error!(%error, "something that is due is put aside: it does not happen, what follows it does");
        }
        Ok(())
    }
}

/// What turns the rows a channel had into those it has; of both, what stays is left alone.
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

/// When the first of the things falls due that a batch adds.
pub(crate) fn soonest(batch: &Batch) -> Option<u64> {
    let added = batch.writes.iter().filter_map(|write| match write {
        BatchWrite::Put { table: Table::Deadline, key, .. } => ScheduledJob::read(key),
        _ => None,
    });
    added.map(|(_, due)| due.at).min()
}

/// What the computer has to do from this batch on.
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
