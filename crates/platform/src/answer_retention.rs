//! Forgets the answers to events that nobody will repeat any more. Not here: which event had which answer (the store), and
//! when nothing is deleted by age (the service).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, RepositoryError};
use adoube_store::{MAX_PAGE_ROWS, Store};

/// How long the bot serves before an event is forgotten, in milliseconds: far longer than any platform repeats one.
const KEPT: u64 = 7 * 24 * 60 * 60 * 1000;

/// How often old answers are forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(10 * 60);

/// Forgets those that are old now.
///
/// # Errors
/// The store failed; what is left is forgotten the next time.
pub async fn delete_old_answers(store: &dyn Store, service: &Bot) -> Result<(), RepositoryError> {
    let Some(before) = service.deletion_cutoff(KEPT).await? else { return Ok(()) };
    while store.forget_answers(before, MAX_PAGE_ROWS).await? == MAX_PAGE_ROWS {}
    Ok(())
}

/// Forgets old ones for as long as this is polled.
pub async fn run_answer_retention(store: Arc<dyn Store>, service: Bot) {
    let mut interval = tokio::time::interval(TIDY_EVERY);
    loop {
        interval.tick().await;
        if let Err(error) = delete_old_answers(&*store, &service).await {
            tracing::error!(%error, "old answers could not be forgotten");
        }
    }
}
