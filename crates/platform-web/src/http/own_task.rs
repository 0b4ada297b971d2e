//! Runs the work of a request in a task of its own, so that it finishes even if the browser
//! disconnects. Not here: the work (`routes`).

use crate::wire::rejection::RequestRejection;

/// Runs the work to its end; `failure` is logged if it panics.
pub(crate) async fn run_to_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, RequestRejection>> + Send + 'static,
    failure: &str,
) -> Result<T, RequestRejection> {
    tokio::spawn(work).await.unwrap_or_else(|error| Err(RequestRejection::internal(&error, failure)))
}
