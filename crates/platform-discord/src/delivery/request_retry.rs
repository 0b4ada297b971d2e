//! Retries requests to Discord, with exponential backoff and the pause that Discord asks for.

use std::time::Duration;

use adoube_bot::DeliveryError;
use adoube_discord_client::RequestError;
use tokio::time::{Instant, sleep};

/// How long a request is retried for which a person may be waiting.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The first and the longest pause between attempts.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(4);

/// Repeats a request until it succeeds, fails permanently, or a minute is over.
pub(crate) async fn retry<T, F: Future<Output = Result<T, RequestError>>>(
    request: impl Fn() -> F,
) -> Result<T, RequestError> {
    retry_until(Instant::now() + MAX_WAIT, request).await
}

/// Repeats a request until it succeeds, fails permanently, or `until` is reached.
pub(crate) async fn retry_until<T, F: Future<Output = Result<T, RequestError>>>(
    until: Instant,
    request: impl Fn() -> F,
) -> Result<T, RequestError> {
    let mut pause = FIRST_PAUSE;
    loop {
        let error = match request().await {
            Err(error @ (RequestError::Transient(_) | RequestError::RateLimited(_))) => error,
            outcome => return outcome,
        };
        let wait = if let RequestError::RateLimited(asked) = error { asked.max(pause) } else { pause };
        if Instant::now() + wait >= until {
            return Err(error);
        }
        sleep(wait).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// The error after which the outbox retries a delivery, with the pause that Discord asks for.
pub(crate) fn retry_later(error: &RequestError) -> DeliveryError {
    let after = if let RequestError::RateLimited(pause) = error { Some(*pause) } else { None };
    DeliveryError::Retry { reason: error.to_string(), after }
}
