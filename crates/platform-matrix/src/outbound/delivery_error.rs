//! Delivery policy of Matrix: pauses and attempts of deliveries, and the mapping of homeserver
//! errors to delivery errors, which say what is retried and when.

use std::time::Duration;

use adoube_bot::{DeliveryError, DeliveryPolicy, RetryAfterPolicy};
use adoube_matrix_client::MatrixError;

/// Bounds of a server's retry-after for one channel; the account has bounds of its own.
const SHORTEST_WISH: Duration = Duration::from_millis(50);
const LONGEST_WISH: Duration = Duration::from_secs(60 * 60);
/// Longest backoff of a channel without a retry-after.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// Delivery policy: as much concurrency as a homeserver bears, and the exact retry-after.
pub(crate) const DELIVERY_POLICY: DeliveryPolicy = DeliveryPolicy {
    at_once: 64,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(500),
    longest_pause: LONGEST_PAUSE,
    wish: RetryAfterPolicy::Exact { shortest: SHORTEST_WISH, longest: LONGEST_WISH },
    attempts: None,
};

/// Maps an error that is retried to a delivery error; returns an error that is final.
pub(super) fn later(failure: MatrixError) -> Result<MatrixError, DeliveryError> {
    match failure {
        MatrixError::Transient { reason, after } => Err(DeliveryError::Retry { reason, after }),
        // The message queues again among all that wait for the account.
        failure @ MatrixError::AccountBlocked { .. } => {
            Err(DeliveryError::Retry { reason: failure.to_string(), after: Some(SHORTEST_WISH) })
        }
        failure @ MatrixError::LoggedOut => {
            Err(DeliveryError::Retry { reason: failure.to_string(), after: Some(LONGEST_PAUSE) })
        }
        failure => Ok(failure),
    }
}

/// Maps every error to one that is retried.
pub(super) fn undone(failure: MatrixError) -> DeliveryError {
    later(failure).map_or_else(
        |undone| undone,
        |failure| DeliveryError::Retry { reason: failure.to_string(), after: None },
    )
}
