//! Computes how old a record must be before it is deleted. Age counts only the time in which the
//! bot served, so neither an outage nor a changed wall clock makes a record old. Not here: what is
//! deleted (platforms and the program), and outages (`core::uptime`).

use crate::{Bot, RepositoryError};

impl Bot {
    /// The instant before which records are older than `age` milliseconds of service, by the
    /// store's clock if it has one. `None` while nothing may be deleted by age: in the first hour
    /// after the clock was set or after a long outage, and while clocks of processes differ.
    ///
    /// # Errors
    /// A store error.
    pub async fn deletion_cutoff(&self, age: u64) -> Result<Option<u64>, RepositoryError> {
        let inner = &self.inner;
        inner.check_clock_jump().await?;
        if !inner.clock.is_trusted() || !inner.uptime.is_settled(&*inner.clock).await {
            return Ok(None);
        }
        let now = inner.clock.now_millis();
        let by_store = inner.ledger.store().now_millis().await?;
        let now = by_store.map_or(now, |by_store| by_store.min(now));
        Ok(Some(inner.ledger.served_since(now, age).await?))
    }
}
