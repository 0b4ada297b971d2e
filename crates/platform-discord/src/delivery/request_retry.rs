//! Retries of requests to Discord, with exponential backoff and the pause that Discord asks for.

use std::time::Duration;

use adoube_bot::DeliveryError;
use adoube_discord_client::RequestError;
use tokio::time::{Instant, sleep};

/// How long a request is tried for which a person may still wait.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The pause between attempts, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(4);

/// Makes a request until it succeeds, fails for good, or a minute is over.
pub(crate) async fn retry<T, F: Future<Output = Result<T, RequestError>>>(
    request: impl Fn() -> F,
) -> Result<T, RequestError> {
    retry_until(Instant::now() + MAX_WAIT, request).await
}

/// Makes a request until it succeeds, fails for good, or `until` is reached.
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

/// The delivery is tried again by the outbox, after the pause that Discord asks for.
pub(crate) fn retry_later(error: &RequestError) -> DeliveryError {
    let after = if let RequestError::RateLimited(pause) = error { Some(*pause) } else { None };
    DeliveryError::Retry { reason: error.to_string(), after }
}
