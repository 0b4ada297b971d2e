//! The task that watches leases of other processes, so that their expiry is known before a lease is asked for.

use std::collections::HashSet;

use adoube_store::{ScanOrder, Table};

use super::{LeaseManager, PAGE, name_in, range_of};
use crate::core::{panic_guard::catch_panic, records::RepositoryError};

impl LeaseManager {
    /// Watches the leases with this prefix for as long as the future is polled, so that a process
    /// that wants one later has its observation already. The renewal interval is often enough:
    /// expiry takes much longer.
    pub(crate) async fn watch(&self, beginning: &str) {
        loop {
            match catch_panic(self.look_at(beginning)).await {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%error, "leases of other processes are looked at later"),
                None => tracing::error!("the program broke while it looked at leases"),
            }
            self.timer.until(self.timer.now() + self.pace.renewed_every).await;
        }
    }

    async fn look_at(&self, beginning: &str) -> Result<(), RepositoryError> {
        let (mut range, mut names) = (range_of(beginning), HashSet::new());
        loop {
            let now = self.timer.now();
            let page = self.store.scan(Table::Meta, range.clone(), ScanOrder::Ascending, PAGE).await?;
            for (name, row) in page.iter().filter_map(|(key, row)| Some((name_in(key)?, row))) {
                self.watched.see(&name, Some(row.version), now);
                names.insert(name);
            }
            let Some((last, _)) = page.last().filter(|_| page.len() == PAGE) else { break };
            range = range.after(last);
        }
        self.watched.keep_only(beginning, &names);
        Ok(())
    }
}
