//! Inspects all rows of a database as of one snapshot, damaged ones included, for
//! `adoube store check`. Not here: checksums (`checksum`), and how records fit together (the
//! program).

use tokio_postgres::Row as Found;

use super::{
    PostgresStore, checksum,
    connection_pool::READING,
    rows::{answer_row, column, log_damage, record_row},
    snapshot::PostgresSnapshot,
};
use crate::{
    error::StoreError, inspection_report::InspectionReport, limits::MAX_PAGE_ROWS, record::StoreRow,
};

impl PostgresStore {
    /// Reads every row of a snapshot. Rows with a right checksum go to `found`, in the order of a snapshot.
    ///
    /// # Errors
    /// As [`crate::Store::snapshot`], and errors of `found`. A damaged row is no error: the report names it.
    pub async fn inspect<E: From<StoreError>>(
        &self,
        mut found: impl FnMut(StoreRow) -> Result<(), E>,
    ) -> Result<InspectionReport, E> {
        let client = self.pool.connection(READING).await?;
        let mut snapshot = PostgresSnapshot::begin(client, self.statements.clone()).await?;
        let rows_there_were = Some(snapshot.expected_rows().await?);
        let (mut findings, mut read) =
            (InspectionReport { rows_there_were, ..InspectionReport::default() }, 0);
        loop {
            let (rows, are_records) = snapshot.next(MAX_PAGE_ROWS).await?;
            if rows.is_empty() {
                break;
            }
            for row in &rows {
                read += 1;
                let opened = if are_records { record_row(row) } else { answer_row(row) };
                match opened.and_then(|opened| opened.check().map(|()| opened)) {
                    Ok(opened) => {
                        findings.rows += 1;
                        found(opened)?;
                    }
                    Err(error) => {
                        log_damage(&error);
                        findings.add_lost(name(row, are_records)?);
                    }
                }
            }
        }
        findings.is_proven = rows_there_were == Some(read);
        Ok(findings)
    }
}

/// The name of a row that cannot be read.
fn name(row: &Found, is_record: bool) -> Result<String, StoreError> {
    Ok(if is_record {
        checksum::named(&column::<String>(row, 0)?, &column::<Vec<u8>>(row, 1)?)
    } else {
        checksum::named(checksum::ANSWER, &column::<Vec<u8>>(row, 0)?)
    })
}
