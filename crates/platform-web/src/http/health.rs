//! Readiness of the process for load balancers and service managers: whether it is ready, by
//! conditions that other parts of the program report, or is draining before it stops. Not here: the
//! routes `/ready` and `/healthz` (`routes/health.rs`).

use std::fmt;

use adoube_platform::setting_words;

use serde::{Deserialize, Deserializer, Serialize};
use tokio::{sync::watch, task::AbortHandle};

/// A part of the program on which readiness can depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dependency {
    /// The store.
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

/// The parts whose failure makes `/ready` answer 503 (`web.ready`). Failures of other parts are
/// only remarks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReadyDependencies(pub(crate) Vec<Dependency>);

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

/// State that other parts of the program report.
#[derive(Default)]
pub struct Readiness {
    pub(crate) lines: Vec<ReadinessLine>,
    pub(crate) is_draining: Option<watch::Receiver<bool>>,
    pub(crate) tasks: Vec<(AbortHandle, &'static str)>,
    pub(crate) on_ready: Option<Box<dyn FnOnce() + Send + Sync>>,
}

/// A line of `/ready`, shown while a condition holds.
pub(crate) struct ReadinessLine {
    pub(crate) holds: watch::Receiver<bool>,
    pub(crate) text: &'static str,
    /// The part that fails while the condition holds; `None` for a remark.
    pub(crate) failure_of: Option<Dependency>,
}

impl fmt::Debug for Readiness {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.debug_struct("Readiness").finish_non_exhaustive()
    }
}

impl Readiness {
    /// Adds a line that is shown while a condition holds, without effect on readiness.
    pub fn add_remark(&mut self, holds: watch::Receiver<bool>, text: &'static str) {
        self.lines.push(ReadinessLine { holds, text, failure_of: None });
    }

    /// Adds a line that is shown while a part of the program fails. The process is then not ready
    /// if the configuration names that part.
    pub fn add_error(&mut self, of: Dependency, holds: watch::Receiver<bool>, text: &'static str) {
        self.lines.push(ReadinessLine { holds, text, failure_of: Some(of) });
    }

    /// Sets the signal that the program is about to stop; from then on it is not ready.
    pub fn draining(&mut self, is_draining: watch::Receiver<bool>) {
        self.is_draining = Some(is_draining);
    }

    /// Adds a task that the process needs; `/healthz` names it when it has ended.
    pub fn task(&mut self, task: AbortHandle, name: &'static str) {
        self.tasks.push((task, name));
    }

    /// Sets a function to call once, when the server begins to answer requests.
    pub fn on_ready(&mut self, call: impl FnOnce() + Send + Sync + 'static) {
        self.on_ready = Some(Box::new(call));
    }

    /// The function to call when the server begins to answer requests.
    pub(crate) fn take_on_ready(&mut self) -> impl FnOnce() + use<> {
        let call = self.on_ready.take();
        move || call.into_iter().for_each(|call| call())
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.as_ref().is_some_and(|is_draining| *is_draining.borrow())
    }
}
