//! Everything that is logged, as text, and what spans say of themselves.

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
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(Captured::default()));

/// What was logged since the last look.
#[derive(Clone, Default)]
pub struct Captured(Arc<Mutex<String>>);

impl Captured {
    pub fn take(&self) -> String {
        std::mem::take(&mut self.0.lock().expect("nobody panics with it"))
    }

    fn note(&self, record: impl FnOnce(&mut Text)) {
        let mut text = Text(String::new());
        record(&mut text);
        self.0.lock().expect("nobody panics with it").push_str(&text.0);
    }
}

/// Captures the log of this thread as long as the guard lives.
pub fn capture() -> (Captured, DefaultGuard) {
    LazyLock::force(&SECOND);
    let captured = Captured::default();
    let guard = tracing::subscriber::set_default(captured.clone());
    (captured, guard)
}

impl Subscriber for Captured {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        self.note(|text| attributes.record(text));
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        self.note(|text| values.record(text));
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        self.note(|text| event.record(text));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = writeln!(self.0, "{field}={value:?}");
    }
}
