//! Plan of a group commit: applies batches, deletions and restore steps to a write buffer over a fixed base state, and yields
//! the changes that are to be written together. Used by every store on an ordered map; making the changes durable is up to
//! the store.

use std::collections::BTreeMap;

use crate::{
    batch::{Batch, BatchWrite, CommitOutcome, IdempotentAnswer},
    checksum,
    error::StoreError,
    layout::{self, RawMap},
    range::ScanOrder,
    record::StoreRow,
    store::RestoreStep,
};

/// New values of keys of the map; `None` removes the key.
pub(crate) type RawChanges = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// The changes of the requests of a group so far, over a base that does not change meanwhile. A request sees the changes of
/// those before it.
pub(crate) struct GroupPlan<'a, P> {
    base: &'a P,
    changes: RawChanges,
    writes: u64,
}

impl<'a, P: RawMap> GroupPlan<'a, P> {
    pub(crate) const fn new(base: &'a P) -> Self {
        Self { base, changes: RawChanges::new(), writes: 0 }
    }

    /// The number of requests that change something.
    pub(crate) const fn writes(&self) -> u64 {
        self.writes
    }

    /// The changes of all requests.
    pub(crate) fn into_changes(self) -> RawChanges {
        self.changes
    }

    /// Adds a batch; an error leaves the plan as it was.
    pub(crate) fn commit(&mut self, batch: Batch) -> Result<CommitOutcome, StoreError> {
        if self.is_importing()? {
            return Err(StoreError::ImportUnfinished);
        }
        if let Some(idempotent) = &batch.idempotent_answer
            && let key = layout::answer_key(&idempotent.id)
            && let Some(value) = self.lookup(&key)?
        {
            return Ok(CommitOutcome::Duplicate {
                answer: checksum::verify_checksum(&key, &value)?.1.to_vec(),
            });
        }
        for expect in batch.version_checks {
            if self.version(&layout::record_key(expect.table, &expect.key)?)? != expect.version {
                return Ok(CommitOutcome::Conflict { table: expect.table, key: expect.key });
            }
        }
        let mut own = RawChanges::new();
        for write in batch.writes {
            self.write(&mut own, write)?;
        }
        if let Some(idempotent) = batch.idempotent_answer {
            put_answer(&mut own, &idempotent);
        }
        self.add_changes(own)?;
        Ok(CommitOutcome::Applied)
    }

    /// Adds the changes of one request. The values they replace are read here, so that a damaged page fails this request and
    /// not the whole group.
    fn add_changes(&mut self, own: RawChanges) -> Result<(), StoreError> {
        for key in own.keys() {
            self.lookup(key)?;
        }
        self.writes += u64::from(!own.is_empty());
        self.changes.extend(own);
        Ok(())
    }

    fn write(&self, own: &mut RawChanges, write: BatchWrite) -> Result<(), StoreError> {
        match write {
            BatchWrite::Put { table, key, value } => {
                let key = layout::record_key(table, &key)?;
                let old = match own.get(&key) {
                    Some(value) => version_of(&key, value.as_deref())?,
                    None => self.version(&key)?,
                };
                let value = checksum::with_checksum(&key, old.unwrap_or(0).saturating_add(1), &value);
                own.insert(key, Some(value));
            }
            BatchWrite::Delete { table, key } => {
                own.insert(layout::record_key(table, &key)?, None);
            }
        }
        Ok(())
    }

    /// Deletes answers given before a moment, oldest first.
    pub(crate) fn forget(&mut self, before_millis: u64, limit: usize) -> Result<usize, StoreError> {
        let mut own = RawChanges::new();
        for (key, _) in
            self.base.range(&layout::answers_before(before_millis), ScanOrder::Ascending, limit)?
        {
            if self.changes.contains_key(&key) {
                continue;
            }
            own.insert(layout::answer_key(&layout::answer_id(&key)?), None);
            own.insert(key, None);
        }
        let count = own.len() / 2;
        self.add_changes(own)?;
        Ok(count)
    }

    /// Adds a step of filling an empty store.
    pub(crate) fn restore(&mut self, step: RestoreStep) -> Result<(), StoreError> {
        match (step, self.is_importing()?) {
            (RestoreStep::Begin, true) => return Err(StoreError::ImportUnfinished),
            (RestoreStep::Begin, false) => {
                let rows = self.base.range(&layout::row_range(), ScanOrder::Ascending, 1)?;
                if !rows.is_empty() || self.changes.values().any(Option::is_some) {
                    return Err(StoreError::NotEmpty);
                }
                self.changes.insert(layout::restore_mark_key(), Some(Vec::new()));
            }
            (RestoreStep::Mark(mark), false) => {
                self.restore(RestoreStep::Begin)?;
                self.changes.insert(layout::restore_mark_key(), Some(mark.encode()?));
            }
            (RestoreStep::Mark(mark), true) => {
                let key = layout::restore_mark_key();
                if self.lookup(&key)?.is_none_or(|noted| noted.is_empty()) {
                    return Err(StoreError::ImportUnfinished);
                }
                self.changes.insert(key, Some(mark.encode()?));
            }
            (RestoreStep::Rows(_) | RestoreStep::Remove(_) | RestoreStep::End, false) => {
                return Err(StoreError::NoImport);
            }
            (RestoreStep::Rows(rows), true) => {
                let mut own = RawChanges::new();
                for row in rows {
                    put_row(&mut own, row)?;
                }
                self.add_changes(own)?;
            }
            (RestoreStep::Remove(rows), true) => {
                let mut own = RawChanges::new();
                for row in rows {
                    own.extend(keys_of(&row)?.into_iter().map(|key| (key, None)));
                }
                self.add_changes(own)?;
            }
            (RestoreStep::End, true) => {
                self.changes.insert(layout::restore_mark_key(), None);
            }
        }
        Ok(())
    }

    fn is_importing(&self) -> Result<bool, StoreError> {
        Ok(self.lookup(&layout::restore_mark_key())?.is_some())
    }

    fn version(&self, key: &[u8]) -> Result<Option<u64>, StoreError> {
        version_of(key, self.lookup(key)?.as_deref())
    }

    fn lookup(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        match self.changes.get(key) {
            Some(value) => Ok(value.clone()),
            None => self.base.get(key),
        }
    }
}

fn version_of(key: &[u8], value: Option<&[u8]>) -> Result<Option<u64>, StoreError> {
    value.map(|value| Ok(checksum::verify_checksum(key, value)?.0)).transpose()
}

fn put_answer(changes: &mut RawChanges, idempotent: &IdempotentAnswer) {
    let key = layout::answer_key(&idempotent.id);
    let value = checksum::with_checksum(&key, idempotent.at_millis, &idempotent.answer);
    changes.insert(key, Some(value));
    changes.insert(layout::answer_age_key(idempotent.at_millis, &idempotent.id), Some(Vec::new()));
}

/// The keys of a row in the map: an answer has a second one, in the index by age.
fn keys_of(row: &StoreRow) -> Result<Vec<Vec<u8>>, StoreError> {
    Ok(match row {
        StoreRow::Record { table, key, .. } => vec![layout::record_key(*table, key)?],
        StoreRow::Answer { id, at_millis, .. } => {
            vec![layout::answer_key(id), layout::answer_age_key(*at_millis, id)]
        }
    })
}

fn put_row(changes: &mut RawChanges, row: StoreRow) -> Result<(), StoreError> {
    match row {
        StoreRow::Record { table, key, record } => {
            let key = layout::record_key(table, &key)?;
            let value = checksum::with_checksum(&key, record.version, &record.value);
            changes.insert(key, Some(value));
        }
        StoreRow::Answer { id, at_millis, answer: text } => {
            put_answer(changes, &IdempotentAnswer { id, answer: text, at_millis });
        }
    }
    Ok(())
}
