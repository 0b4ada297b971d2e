//! Captures the log of a thread as text, with the fields of spans.

use std::{
    fmt::{Debug, Write as _},
    sync::{Arc, LazyLock, Mutex},
};

use tracing::{
    Dispatch, Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::DefaultGuard,
};

/// A second subscriber. With a single one, tracing caches for all threads whether the first thread at a line had a subscriber;
/// with two it asks the subscribers.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(CapturedLog::default()));

/// The beginning of the program's own targets.
const PROGRAM: &str = "adoube";
/// Targets whose lines depend on timing: which process writes to a lane, and version conflicts.
const AS_IT_MAY: [&str; 2] = ["adoube_bot::records::leases", "adoube_bot::outbox"];

/// The lines logged since the last call: target and text.
#[derive(Clone, Default)]
pub struct CapturedLog(Arc<Mutex<Vec<(&'static str, String)>>>);

impl CapturedLog {
    /// Takes all lines as one text.
    pub fn take(&self) -> String {
        self.lines().into_iter().map(|(_, text)| text).collect()
    }

    /// Takes the lines of the program, sorted, as concurrent lines have no order. Lines that depend on timing are left out.
    pub fn of_program(&self) -> Vec<String> {
        let is_own = |(place, _): &(&str, String)| {
            place.starts_with(PROGRAM) && !AS_IT_MAY.iter().any(|other| place.starts_with(other))
        };
        let lines = self.lines().into_iter().filter(is_own);
        let mut lines: Vec<String> = lines.map(|(place, text)| format!("{place}: {text}")).collect();
        lines.sort();
        lines
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        std::mem::take(&mut self.0.lock().expect("nobody panics with it"))
    }

    fn note(&self, place: &'static str, record: impl FnOnce(&mut LogBuffer)) {
        let mut text = LogBuffer(String::new());
        record(&mut text);
        self.0.lock().expect("nobody panics with it").push((place, text.0));
    }
}

/// Captures the log of this thread as long as the guard lives.
pub fn capture() -> (CapturedLog, DefaultGuard) {
    LazyLock::force(&SECOND);
    let captured = CapturedLog::default();
    let guard = tracing::subscriber::set_default(captured.clone());
    (captured, guard)
}

impl Subscriber for CapturedLog {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        self.note(attributes.metadata().target(), |text| attributes.record(text));
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        self.note("", |text| values.record(text));
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        self.note(event.metadata().target(), |text| event.record(text));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct LogBuffer(String);

impl Visit for LogBuffer {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = writeln!(self.0, "{field}={value:?}");
    }
}
