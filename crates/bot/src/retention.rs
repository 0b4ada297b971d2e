//! How old a record must be before it is deleted by age. Age counts the time in which the bot served: a bot that was off, or
//! a calendar that was set, makes nothing old. Not here: what is deleted (the adapters, and answers in the program), and what
//! is known of absences (`uptime`).

use crate::{Bot, RepositoryError};

impl Bot {
    /// The instant before which everything is older than `age` milliseconds of service, by the store's own calendar where it
    /// has one. Nothing while nothing is to be deleted by age: in the first hour after the calendar was set or after a long
    /// absence, and while calendars differ.
    ///
    /// # Errors
    /// A fault of the store.
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
