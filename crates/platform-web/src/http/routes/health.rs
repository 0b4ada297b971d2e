//! Routes of the health checks: `GET /ready` and `GET /healthz`.

use std::sync::Arc;

use adoube_store::StoreHealth;
use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};

use crate::{http::health::Dependency, state::WebState};

/// The line of `/ready` while the store takes no writes.
const NO_WRITES: &str = "store: the records take no writes now; the log says why";

/// 200 while the process can serve people; otherwise 503 with the reason in plain words.
pub(crate) async fn ready(State(state): State<Arc<WebState>>) -> Response {
    if *state.stop.borrow() || state.site.readiness.is_draining() {
        return answer(StatusCode::SERVICE_UNAVAILABLE, &["stopping"]);
    }
    let is_read_only = *state.store.health().borrow() == StoreHealth::ReadOnly;
    let of_store = is_read_only.then_some((NO_WRITES, Some(Dependency::Store)));
    let holding = state.site.readiness.lines.iter().filter(|line| *line.holds.borrow());
    let lines: Vec<_> =
        of_store.into_iter().chain(holding.map(|line| (line.text, line.failure_of))).collect();
    let counts = |of: Option<Dependency>| of.is_some_and(|of| state.site.ready_dependencies.0.contains(&of));
    let (status, first) = if lines.iter().any(|(_, of)| counts(*of)) {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready")
    } else {
        (StatusCode::OK, "ready")
    };
    let texts: Vec<_> = std::iter::once(first).chain(lines.iter().map(|(text, _)| *text)).collect();
    answer(status, &texts)
}

/// 200 as long as the event loop answers and no essential task has ended. Only failures that a
/// restart can repair count; the store and the platforms do not.
pub(crate) async fn alive(State(state): State<Arc<WebState>>) -> Response {
    // When the program stops, tasks are expected to end.
    let is_stopping = *state.stop.borrow();
    let dead = state.site.readiness.tasks.iter().find(|(task, _)| !is_stopping && task.is_finished());
    match dead {
        Some((_, name)) => answer(StatusCode::SERVICE_UNAVAILABLE, &["not alive", name]),
        None => answer(StatusCode::OK, &["alive"]),
    }
}

pub(crate) fn answer(status: StatusCode, lines: &[&str]) -> Response {
    let text: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
    (status, [(CACHE_CONTROL, HeaderValue::from_static("no-store"))], text).into_response()
}
