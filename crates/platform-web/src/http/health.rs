//! Readiness and liveness, for load balancers and service managers: `GET /ready` and `GET /healthz`. Both are cheap, ask
//! the store nothing and create nobody. Not here: what is wrong in detail (`/help check`).

use std::{fmt, sync::Arc};

use adoube_platform::setting_words;
use adoube_store::StoreHealth;
use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Deserializer, Serialize};
use tokio::{sync::watch, task::AbortHandle};

use crate::WebState;

/// The line while the store takes no writes.
const NO_WRITES: &str = "store: the records take no writes now; the log says why";

/// A part of the program on which readiness can depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dependency {
    /// The records.
    Store,
    /// The connection to Discord.
    #[cfg(feature = "discord")]
    Discord,
    /// The connection to Matrix.
    #[cfg(feature = "matrix")]
    Matrix,
}

impl<'de> Deserialize<'de> for Dependency {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        setting_words::read(
            from,
            &[
                ("store", Self::Store),
                #[cfg(feature = "discord")]
                ("discord", Self::Discord),
                #[cfg(feature = "matrix")]
                ("matrix", Self::Matrix),
            ],
        )
    }
}

/// The parts whose failure makes `/ready` answer 503 (`web.ready`). Failures of others are remarks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReadyDependencies(Vec<Dependency>);

impl Default for ReadyDependencies {
    fn default() -> Self {
        Self(vec![Dependency::Store])
    }
}

impl From<Vec<Dependency>> for ReadyDependencies {
    fn from(dependencies: Vec<Dependency>) -> Self {
        Self(dependencies)
    }
}

/// What other parts of the program report about their state.
#[derive(Default)]
pub struct Readiness {
    lines: Vec<ReadinessLine>,
    is_draining: Option<watch::Receiver<bool>>,
    tasks: Vec<(AbortHandle, &'static str)>,
    on_ready: Option<Box<dyn FnOnce() + Send + Sync>>,
}

/// A line of `/ready`, shown while a condition holds.
struct ReadinessLine {
    holds: watch::Receiver<bool>,
    text: &'static str,
    /// The part that fails while the condition holds; nothing for a mere remark.
    failure_of: Option<Dependency>,
}

impl fmt::Debug for Readiness {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.debug_struct("Readiness").finish_non_exhaustive()
    }
}

impl Readiness {
    /// Shows a line while a condition holds in which people can be served all the same.
    pub fn add_remark(&mut self, holds: watch::Receiver<bool>, text: &'static str) {
        self.lines.push(ReadinessLine { holds, text, failure_of: None });
    }

    /// Shows a line while a part of the program fails, which counts if the configuration says so.
    pub fn add_error(&mut self, of: Dependency, holds: watch::Receiver<bool>, text: &'static str) {
        self.lines.push(ReadinessLine { holds, text, failure_of: Some(of) });
    }

    /// Says that the program is stopping from when this is true, before it stops.
    pub fn draining(&mut self, is_draining: watch::Receiver<bool>) {
        self.is_draining = Some(is_draining);
    }

    /// A task without which the process is of no use; its name is told when it has died.
    pub fn task(&mut self, task: AbortHandle, name: &'static str) {
        self.tasks.push((task, name));
    }

    /// Called once, when requests begin to be answered.
    pub fn on_ready(&mut self, call: impl FnOnce() + Send + Sync + 'static) {
        self.on_ready = Some(Box::new(call));
    }

    /// What is to be called when requests begin to be answered.
    pub(crate) fn take_on_ready(&mut self) -> impl FnOnce() + use<> {
        let call = self.on_ready.take();
        move || call.into_iter().for_each(|call| call())
    }

    fn is_draining(&self) -> bool {
        self.is_draining.as_ref().is_some_and(|is_draining| *is_draining.borrow())
    }
}

/// 200 while people can be served, 503 with the reason in plain words while they cannot.
pub(crate) async fn ready(State(chat): State<Arc<WebState>>) -> Response {
    if *chat.stop.borrow() || chat.readiness.is_draining() {
        return answer(StatusCode::SERVICE_UNAVAILABLE, &["stopping"]);
    }
    let is_read_only = *chat.store.health().borrow() == StoreHealth::ReadOnly;
    let of_store = is_read_only.then_some((NO_WRITES, Some(Dependency::Store)));
    let holding = chat.readiness.lines.iter().filter(|line| *line.holds.borrow());
    let lines: Vec<_> =
        of_store.into_iter().chain(holding.map(|line| (line.text, line.failure_of))).collect();
    let counts = |of: Option<Dependency>| of.is_some_and(|of| chat.ready_dependencies.0.contains(&of));
    let (status, first) = if lines.iter().any(|(_, of)| counts(*of)) {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready")
    } else {
        (StatusCode::OK, "ready")
    };
    let texts: Vec<_> = std::iter::once(first).chain(lines.iter().map(|(text, _)| *text)).collect();
    answer(status, &texts)
}

/// 200 as long as the event loop answers and no task without which nothing goes on has died: what a restart mends, and
/// nothing else. The store and the platforms do not count.
pub(crate) async fn alive(State(chat): State<Arc<WebState>>) -> Response {
    // Tasks end in order when the program stops.
    let is_stopping = *chat.stop.borrow();
    let dead = chat.readiness.tasks.iter().find(|(task, _)| !is_stopping && task.is_finished());
    match dead {
        Some((_, name)) => answer(StatusCode::SERVICE_UNAVAILABLE, &["not alive", name]),
        None => answer(StatusCode::OK, &["alive"]),
    }
}

fn answer(status: StatusCode, lines: &[&str]) -> Response {
    let text: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
    (status, [(CACHE_CONTROL, HeaderValue::from_static("no-store"))], text).into_response()
}
