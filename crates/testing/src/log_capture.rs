//! Everything that is logged, as text, and what spans say of themselves. Not here: what must not stand there.

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

/// While there is one subscriber alone, tracing asks the thread that comes to a line first whether anybody listens there,
/// and keeps the answer for all threads. With a second one it asks the subscribers.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(CapturedLog::default()));

/// What of the program is logged begins with this.
const PROGRAM: &str = "adoube";
/// Who writes to a lane, and whether somebody else did at the same moment, happens as it may.
const AS_IT_MAY: [&str; 2] = ["adoube_bot::records::leases", "adoube_bot::outbox"];

/// What was logged since the last look: where in the code, and what.
#[derive(Clone, Default)]
pub struct CapturedLog(Arc<Mutex<Vec<(&'static str, String)>>>);

impl CapturedLog {
    /// All of it in one text.
    pub fn take(&self) -> String {
        self.lines().into_iter().map(|(_, text)| text).collect()
    }

    /// What the program has logged but for what happens as it may; what goes on at the same time has no order.
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
