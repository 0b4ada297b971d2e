//! Whether this process can serve people, for load balancers and whoever watches over it: `GET /ready`. Not here: what is wrong
//! in detail (`/help check`).

use std::sync::Arc;

use adoube_store::Health;
use axum::{extract::State, http::StatusCode};

use super::Chat;

/// 200 while people can be served, 503 with the reason in plain words while they cannot. It is cheap, asks the store
/// nothing, and begins nothing for whoever asks.
pub(super) async fn ready(State(chat): State<Arc<Chat>>) -> (StatusCode, &'static str) {
    if *chat.stop.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match *chat.store.health().borrow() {
        Health::Writable => (StatusCode::OK, "ready\n"),
        Health::ReadOnly => {
            (StatusCode::SERVICE_UNAVAILABLE, "the records take no writes now; it goes on by itself\n")
        }
    }
}
