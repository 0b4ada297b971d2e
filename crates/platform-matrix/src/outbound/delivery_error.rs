//! Delivery policy of Matrix, and how an error of the homeserver becomes one of a delivery: what is
//! tried again, and when.

use std::time::Duration;

use adoube_bot::{DeliveryError, DeliveryPolicy, RetryAfterPolicy};
use adoube_matrix_client::MatrixError;

/// Bounds of the retry-after of a server, for one channel; the account has its own.
const SHORTEST_WISH: Duration = Duration::from_millis(50);
const LONGEST_WISH: Duration = Duration::from_secs(60 * 60);
/// How long a place waits when the server does not say, at most.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// As much at once as a homeserver bears, and as patiently as it wishes.
pub(crate) const DELIVERY_POLICY: DeliveryPolicy = DeliveryPolicy {
    at_once: 64,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(500),
    longest_pause: LONGEST_PAUSE,
    wish: RetryAfterPolicy::Exact { shortest: SHORTEST_WISH, longest: LONGEST_WISH },
    attempts: None,
};

/// An error that is final, or the delivery error of one that is tried again.
pub(super) fn later(failure: MatrixError) -> Result<MatrixError, DeliveryError> {
    match failure {
        MatrixError::Transient { reason, after } => Err(DeliveryError::Retry { reason, after }),
        // It waits its turn again among all that do.
        failure @ MatrixError::AccountBlocked { .. } => {
            Err(DeliveryError::Retry { reason: failure.to_string(), after: Some(SHORTEST_WISH) })
        }
        failure @ MatrixError::LoggedOut => {
            Err(DeliveryError::Retry { reason: failure.to_string(), after: Some(LONGEST_PAUSE) })
        }
        failure => Ok(failure),
    }
}

/// The same for an error that ends a delivery: all errors are tried again.
pub(super) fn undone(failure: MatrixError) -> DeliveryError {
    later(failure).map_or_else(
        |undone| undone,
        |failure| DeliveryError::Retry { reason: failure.to_string(), after: None },
    )
}
