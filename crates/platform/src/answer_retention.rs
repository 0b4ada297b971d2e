//! Deletes stored answers to events that are so old that no platform repeats the events any more.
//!
//! Not here: when age does not count (`adoube-bot`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, RepositoryError};
use adoube_store::{MAX_PAGE_ROWS, Store};

/// The age at which an answer is deleted, in milliseconds of the bot's running time: far longer
/// than a platform repeats an event.
const MAX_AGE_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// The pause between deletions.
const DELETION_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// Deletes the answers beyond the maximum age.
///
/// # Errors
/// The store failed. The next run deletes the rest.
pub async fn delete_old_answers(store: &dyn Store, service: &Bot) -> Result<(), RepositoryError> {
    let Some(before) = service.deletion_cutoff(MAX_AGE_MS).await? else { return Ok(()) };
    while store.forget_answers(before, MAX_PAGE_ROWS).await? == MAX_PAGE_ROWS {}
    Ok(())
}

/// Deletes old answers periodically. Never resolves.
pub async fn run_answer_retention(store: Arc<dyn Store>, service: Bot) {
    let mut interval = tokio::time::interval(DELETION_INTERVAL);
    loop {
        interval.tick().await;
        if let Err(error) = delete_old_answers(&*store, &service).await {
            tracing::error!(%error, "old answers could not be forgotten");
        }
    }
}
