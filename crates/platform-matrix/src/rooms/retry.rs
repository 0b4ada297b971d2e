//! Retries a request about joining a room a few times, with growing pauses.

use std::time::Duration;

use adoube_matrix_client::{BoxFuture, MatrixError, RoomId};

/// Attempts of a join, and the pause between them without a retry-after.
pub(super) const ATTEMPTS: u32 = 4;
pub(super) const PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Retries a request about joining a room. A request that timed out may have succeeded; then the
/// server reports the membership.
pub(crate) async fn retry_join<'a, T>(
    room: &RoomId,
    attempt_it: impl Fn() -> BoxFuture<'a, Result<T, MatrixError>>,
) -> Result<T, MatrixError> {
    let mut attempt = 1;
    loop {
        match attempt_it().await {
            Err(MatrixError::Transient { reason, after }) if attempt < ATTEMPTS => {
                tracing::warn!(reason, room = %room.0, "what is to be done about a room is tried again");
                tokio::time::sleep(after.unwrap_or(PAUSE).min(LONGEST_PAUSE)).await;
                attempt += 1;
            }
            outcome => return outcome,
        }
    }
}
