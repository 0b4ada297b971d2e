//! Repeats requests about entering a room when they fail for a while.

use std::time::Duration;

use adoube_matrix_client::{BoxFuture, MatrixError, RoomId};

/// Attempts to enter a room, and the pause between them when the server names none.
pub(super) const ATTEMPTS: u32 = 4;
pub(super) const PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Repeats a request about entering a room a few times. A request that took too long may have
/// succeeded all the same: the server tells then that the bot is there.
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
