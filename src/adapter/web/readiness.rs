//! Whether this process can serve people, for load balancers and whoever watches over it: `GET /ready`. Not here: what is wrong
//! in detail (`/help check`).

use std::sync::Arc;

use adoube_store::Health;
use axum::{extract::State, http::StatusCode};
use tokio::sync::watch;

use super::Chat;

/// What whoever watches over the program should know besides, while it is so; people can be served all the same.
#[derive(Clone, Default)]
pub struct Remarks(Vec<(watch::Receiver<bool>, &'static str)>);

impl Remarks {
    /// One line more, in plain words, while something is so.
    pub fn add(&mut self, is_so: watch::Receiver<bool>, line: &'static str) {
        self.0.push((is_so, line));
    }
}

/// 200 while people can be served, 503 with the reason in plain words while they cannot. It is cheap, asks the store
/// nothing, and begins nothing for whoever asks.
pub(super) async fn ready(State(chat): State<Arc<Chat>>) -> (StatusCode, String) {
    if *chat.stop.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n".to_owned());
    }
    let (status, first) = match *chat.store.health().borrow() {
        Health::Writable => (StatusCode::OK, "ready"),
        Health::ReadOnly => {
            (StatusCode::SERVICE_UNAVAILABLE, "the records take no writes now; it goes on by itself")
        }
    };
    let remarks = chat.remarks.0.iter().filter(|(is_so, _)| *is_so.borrow()).map(|(_, line)| *line);
    (status, std::iter::once(first).chain(remarks).flat_map(|line| [line, "\n"]).collect())
}
