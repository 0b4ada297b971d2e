//! Filling an empty database with the rows of another store: what marks it meanwhile, and how rows are written. Not here: which
//! rows (`transfer`).

use super::{
    PostgresStore, READING, checksum, homes, link::Nature, millis, parameter::Parameter, rows::column,
};
use crate::{Filling, Restore, Row, StoreError, home::Home};

impl PostgresStore {
    pub(super) async fn restore_step(&self, step: Restore) -> Result<(), StoreError> {
        step.check()?;
        match step {
            Restore::Begin => self.begin_filling(None).await,
            Restore::Fill(filling) => {
                let noted = filling.noted()?;
                match self.changed(&self.statements.note_filling, &[&noted]).await? {
                    0 => self.begin_filling(Some(noted)).await,
                    _ => Ok(()),
                }
            }
            Restore::Rows(_) | Restore::Remove(_) if !self.is_restoring().await? => Err(StoreError::NoImport),
            Restore::Rows(rows) => self.restore_rows(rows).await,
            Restore::Remove(rows) => self.remove_rows(&rows).await,
            Restore::End => match self.changed(&self.statements.end_restoring, &[]).await? {
                0 => Err(StoreError::NoImport),
                _ => Ok(()),
            },
        }
    }

    /// Which copy it is being filled by.
    pub(super) async fn noted_filling(&self) -> Result<Option<Filling>, StoreError> {
        match self.mark().await? {
            (false, _) => Ok(None),
            (true, Some(noted)) => Filling::of(&noted).map(Some),
            (true, None) => Err(StoreError::ImportUnfinished),
        }
    }

    /// Nobody works with half of the records.
    pub(super) async fn refuse_if_filling(&self) -> Result<(), StoreError> {
        self.noted_filling().await?.map_or(Ok(()), |filling| Err(filling.unfinished()))
    }

    pub(super) async fn is_restoring(&self) -> Result<bool, StoreError> {
        Ok(self.mark().await?.0)
    }

    /// Whether it is being filled, and what is noted about that.
    async fn mark(&self) -> Result<(bool, Option<Vec<u8>>), StoreError> {
        let rows = self.rows(READING, Nature::Read, &self.statements.is_restoring, &[]).await?;
        rows.first().map_or(Ok((false, None)), |row| Ok((column(row, 0)?, column(row, 1)?)))
    }

    async fn begin_filling(&self, noted: Option<Vec<u8>>) -> Result<(), StoreError> {
        match self.changed(&self.statements.begin_restoring, &[&noted]).await? {
            // Whoever asked twice, as the answer was lost, finds what they wrote.
            0 if noted.is_some() && self.mark().await? == (true, noted.clone()) => Ok(()),
            0 if self.is_restoring().await? => Err(StoreError::ImportUnfinished),
            0 => Err(StoreError::NotEmpty),
            _ => Ok(()),
        }
    }

    async fn restore_rows(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        let (mut at, mut kinds, mut keys, mut versions, mut values) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut places, mut ids, mut instants, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut record_sums, mut answer_sums) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                Row::Record { table, key, record } => {
                    let version = millis(record.version);
                    let sum = checksum::of_record(table.name(), &key, &record.value);
                    record_sums.push(checksum::numbered(sum, version));
                    at.push(Home::of_key(table, &key).number());
                    kinds.push(table.name());
                    keys.push(key);
                    versions.push(version);
                    values.push(record.value);
                }
                Row::Answer { id, at_millis, answer } => {
                    let (home, instant) = (Home::of_event(&id)[0].number(), millis(at_millis));
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
            self.changed(&self.statements.restore_records, &parameters).await?;
        }
        if !ids.is_empty() {
            let parameters: [&dyn Parameter; 5] = [&places, &ids, &instants, &texts, &answer_sums];
            self.changed(&self.statements.restore_answers, &parameters).await?;
        }
        Ok(())
    }

    async fn remove_rows(&self, rows: &[Row]) -> Result<(), StoreError> {
        let (mut at, mut kinds, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        let (mut places, mut ids) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                Row::Record { table, key, .. } => {
                    at.push(Home::of_key(*table, key).number());
                    kinds.push(table.name());
                    keys.push(key.as_slice());
                }
                Row::Answer { id, .. } => {
                    places.extend(homes(id));
                    ids.push(id.as_str().as_bytes());
                }
            }
        }
        if !keys.is_empty() {
            let parameters: [&dyn Parameter; 3] = [&at, &kinds, &keys];
            self.changed(&self.statements.remove_records, &parameters).await?;
        }
        if !ids.is_empty() {
            self.changed(&self.statements.remove_answers, &[&places, &ids]).await?;
        }
        Ok(())
    }
}
