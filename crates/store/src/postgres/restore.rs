//! Restores rows into an empty database, for imports and copies: the restore mark, and bulk writes
//! and removals of rows. Not here: which rows (`transfer`).

use super::{
    PostgresStore, checksum,
    connection_pool::{READING, RetrySafety},
    parameter::{Parameter, millis},
    rows::column,
    shard_keys_of,
};
use crate::{
    copy_mark::CopyMark, error::StoreError, record::StoreRow, shard_key::ShardKey, store::RestoreStep,
};

impl PostgresStore {
    pub(super) async fn restore_step(&self, step: RestoreStep) -> Result<(), StoreError> {
        step.check()?;
        match step {
            RestoreStep::Begin => self.begin_restore(None).await,
            RestoreStep::Mark(mark) => {
                let stored = mark.encode()?;
                match self.change(&self.statements.update_copy_mark, &[&stored]).await? {
                    0 => self.begin_restore(Some(stored)).await,
                    _ => Ok(()),
                }
            }
            RestoreStep::Rows(_) | RestoreStep::Remove(_) if !self.is_restoring().await? => {
                Err(StoreError::NoImport)
            }
            RestoreStep::Rows(rows) => self.restore_rows(rows).await,
            RestoreStep::Remove(rows) => self.remove_rows(&rows).await,
            RestoreStep::End => match self.change(&self.statements.end_restoring, &[]).await? {
                0 => Err(StoreError::NoImport),
                _ => Ok(()),
            },
        }
    }

    /// The mark of the copy that fills the store.
    pub(super) async fn read_copy_mark(&self) -> Result<Option<CopyMark>, StoreError> {
        match self.read_restore_mark().await? {
            (false, _) => Ok(None),
            (true, Some(stored)) => CopyMark::decode(&stored).map(Some),
            (true, None) => Err(StoreError::ImportUnfinished),
        }
    }

    /// Refuses a store that an import or a copy has not finished filling.
    pub(super) async fn refuse_if_unfinished(&self) -> Result<(), StoreError> {
        self.read_copy_mark().await?.map_or(Ok(()), |mark| Err(mark.into_error()))
    }

    pub(super) async fn is_restoring(&self) -> Result<bool, StoreError> {
        Ok(self.read_restore_mark().await?.0)
    }

    /// Whether the restore mark is set, and the stored copy mark.
    async fn read_restore_mark(&self) -> Result<(bool, Option<Vec<u8>>), StoreError> {
        let rows = self.rows(READING, RetrySafety::Read, &self.statements.is_restoring, &[]).await?;
        rows.first().map_or(Ok((false, None)), |row| Ok((column(row, 0)?, column(row, 1)?)))
    }

    async fn begin_restore(&self, stored: Option<Vec<u8>>) -> Result<(), StoreError> {
        match self.change(&self.statements.begin_restoring, &[&stored]).await? {
            // A retry after a lost answer finds its own mark.
            0 if stored.is_some() && self.read_restore_mark().await? == (true, stored.clone()) => Ok(()),
            0 if self.is_restoring().await? => Err(StoreError::ImportUnfinished),
            0 => Err(StoreError::NotEmpty),
            _ => Ok(()),
        }
    }

    async fn restore_rows(&self, rows: Vec<StoreRow>) -> Result<(), StoreError> {
        let (mut at, mut kinds, mut keys, mut versions, mut values) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut places, mut ids, mut instants, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut record_sums, mut answer_sums) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                StoreRow::Record { table, key, record } => {
                    let version = millis(record.version);
                    let sum = checksum::of_record(table.name(), &key, &record.value);
                    record_sums.push(checksum::numbered(sum, version));
                    at.push(ShardKey::of_key(table, &key).as_i32());
                    kinds.push(table.name());
                    keys.push(key);
                    versions.push(version);
                    values.push(record.value);
                }
                StoreRow::Answer { id, at_millis, answer } => {
                    let (home, instant) = (ShardKey::of_event(&id)[0].as_i32(), millis(at_millis));
                    let id = id.as_str().as_bytes().to_vec();
                    answer_sums.push(checksum::of_answer(home, &id, instant, &answer));
                    places.push(home);
                    ids.push(id);
                    instants.push(instant);
                    texts.push(answer);
                }
            }
        }
        if !keys.is_empty() {
            let parameters: [&dyn Parameter; 6] = [&at, &kinds, &keys, &versions, &values, &record_sums];
            self.change(&self.statements.restore_records, &parameters).await?;
        }
        if !ids.is_empty() {
            let parameters: [&dyn Parameter; 5] = [&places, &ids, &instants, &texts, &answer_sums];
            self.change(&self.statements.restore_answers, &parameters).await?;
        }
        Ok(())
    }

    async fn remove_rows(&self, rows: &[StoreRow]) -> Result<(), StoreError> {
        let (mut at, mut kinds, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        let (mut places, mut ids) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                StoreRow::Record { table, key, .. } => {
                    at.push(ShardKey::of_key(*table, key).as_i32());
                    kinds.push(table.name());
                    keys.push(key.as_slice());
                }
                StoreRow::Answer { id, .. } => {
                    places.extend(shard_keys_of(id));
                    ids.push(id.as_str().as_bytes());
                }
            }
        }
        if !keys.is_empty() {
            let parameters: [&dyn Parameter; 3] = [&at, &kinds, &keys];
            self.change(&self.statements.remove_records, &parameters).await?;
        }
        if !ids.is_empty() {
            self.change(&self.statements.remove_answers, &[&places, &ids]).await?;
        }
        Ok(())
    }
}
