//! What a group of requests changes, worked out before anything is written. Shared by every store that keeps an ordered
//! map of bytes; how the changes become durable is the store's.

use std::collections::BTreeMap;

use crate::{
    Batch, Committed, Once, Order, Restore, Row, StoreError, Write,
    layout::{self, Pairs},
    sealed,
};

/// New values of keys of the map; `None` removes the key.
pub(crate) type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// The changes of the requests so far, over a map that does not change meanwhile. Later requests see earlier ones.
pub(crate) struct Plan<'a, P> {
    base: &'a P,
    changes: Changes,
    writes: u64,
}

impl<'a, P: Pairs> Plan<'a, P> {
    pub(crate) const fn new(base: &'a P) -> Self {
        Self { base, changes: Changes::new(), writes: 0 }
    }

    /// How many requests change something.
    pub(crate) const fn writes(&self) -> u64 {
        self.writes
    }

    /// The changes of all requests.
    pub(crate) fn into_changes(self) -> Changes {
        self.changes
    }

    /// Adds a batch; an error leaves the plan as it was.
    pub(crate) fn commit(&mut self, batch: Batch) -> Result<Committed, StoreError> {
        if self.is_importing()? {
            return Err(StoreError::ImportUnfinished);
        }
        if let Some(once) = &batch.once
            && let key = layout::answer_key(&once.id)
            && let Some(value) = self.look(&key)?
        {
            return Ok(Committed::Repeated { answer: sealed::open(&key, &value)?.1.to_vec() });
        }
        for expect in batch.expect {
            if self.version(&layout::record_key(expect.table, &expect.key)?)? != expect.version {
                return Ok(Committed::Conflict { table: expect.table, key: expect.key });
            }
        }
        let mut own = Changes::new();
        for write in batch.writes {
            self.write(&mut own, write)?;
        }
        if let Some(once) = batch.once {
            answer(&mut own, &once);
        }
        self.take(own)?;
        Ok(Committed::Applied)
    }

    /// Takes the changes of one request over. What they replace is read here, so that a page that cannot be read fails
    /// this request and not all that are written with it.
    fn take(&mut self, own: Changes) -> Result<(), StoreError> {
        for key in own.keys() {
            self.look(key)?;
        }
        self.writes += u64::from(!own.is_empty());
        self.changes.extend(own);
        Ok(())
    }

    fn write(&self, own: &mut Changes, write: Write) -> Result<(), StoreError> {
        match write {
            Write::Put { table, key, value } => {
                let key = layout::record_key(table, &key)?;
                let old = match own.get(&key) {
                    Some(value) => version_of(&key, value.as_deref())?,
                    None => self.version(&key)?,
                };
                let value = sealed::seal(&key, old.unwrap_or(0).saturating_add(1), &value);
                own.insert(key, Some(value));
            }
            Write::Delete { table, key } => {
                own.insert(layout::record_key(table, &key)?, None);
            }
        }
        Ok(())
    }

    /// Forgets answers given before a moment, oldest first.
    pub(crate) fn forget(&mut self, before_millis: u64, limit: usize) -> Result<usize, StoreError> {
        let mut own = Changes::new();
        for (key, _) in self.base.range(&layout::answered_before(before_millis), Order::Ascending, limit)? {
            if self.changes.contains_key(&key) {
                continue;
            }
            own.insert(layout::answer_key(&layout::answered_id(&key)?), None);
            own.insert(key, None);
        }
        let count = own.len() / 2;
        self.take(own)?;
        Ok(count)
    }

    /// Adds a step of filling an empty store.
    pub(crate) fn restore(&mut self, step: Restore) -> Result<(), StoreError> {
        match (step, self.is_importing()?) {
            (Restore::Begin, true) => return Err(StoreError::ImportUnfinished),
            (Restore::Begin, false) => {
                let rows = self.base.range(&layout::rows_span(), Order::Ascending, 1)?;
                if !rows.is_empty() || self.changes.values().any(Option::is_some) {
                    return Err(StoreError::NotEmpty);
                }
                self.changes.insert(layout::importing_key(), Some(Vec::new()));
            }
            (Restore::Fill(filling), false) => {
                self.restore(Restore::Begin)?;
                self.changes.insert(layout::importing_key(), Some(filling.noted()?));
            }
            (Restore::Fill(filling), true) => {
                let key = layout::importing_key();
                if self.look(&key)?.is_none_or(|noted| noted.is_empty()) {
                    return Err(StoreError::ImportUnfinished);
                }
                self.changes.insert(key, Some(filling.noted()?));
            }
            (Restore::Rows(_) | Restore::Remove(_) | Restore::End, false) => {
                return Err(StoreError::NoImport);
            }
            (Restore::Rows(rows), true) => {
                let mut own = Changes::new();
                for row in rows {
                    put_row(&mut own, row)?;
                }
                self.take(own)?;
            }
            (Restore::Remove(rows), true) => {
                let mut own = Changes::new();
                for row in rows {
                    own.extend(keys_of(&row)?.into_iter().map(|key| (key, None)));
                }
                self.take(own)?;
            }
            (Restore::End, true) => {
                self.changes.insert(layout::importing_key(), None);
            }
        }
        Ok(())
    }

    fn is_importing(&self) -> Result<bool, StoreError> {
        Ok(self.look(&layout::importing_key())?.is_some())
    }

    fn version(&self, key: &[u8]) -> Result<Option<u64>, StoreError> {
        version_of(key, self.look(key)?.as_deref())
    }

    fn look(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        match self.changes.get(key) {
            Some(value) => Ok(value.clone()),
            None => self.base.get(key),
        }
    }
}

fn version_of(key: &[u8], value: Option<&[u8]>) -> Result<Option<u64>, StoreError> {
    value.map(|value| Ok(sealed::open(key, value)?.0)).transpose()
}

fn answer(changes: &mut Changes, once: &Once) {
    let key = layout::answer_key(&once.id);
    let value = sealed::seal(&key, once.at_millis, &once.answer);
    changes.insert(key, Some(value));
    changes.insert(layout::answered_key(once.at_millis, &once.id), Some(Vec::new()));
}

/// Where a row lies.
fn keys_of(row: &Row) -> Result<Vec<Vec<u8>>, StoreError> {
    Ok(match row {
        Row::Record { table, key, .. } => vec![layout::record_key(*table, key)?],
        Row::Answer { id, at_millis, .. } => {
            vec![layout::answer_key(id), layout::answered_key(*at_millis, id)]
        }
    })
}

fn put_row(changes: &mut Changes, row: Row) -> Result<(), StoreError> {
    match row {
        Row::Record { table, key, record } => {
            let key = layout::record_key(table, &key)?;
            let value = sealed::seal(&key, record.version, &record.value);
            changes.insert(key, Some(value));
        }
        Row::Answer { id, at_millis, answer: text } => {
            answer(changes, &Once { id, answer: text, at_millis });
        }
    }
    Ok(())
}
