//! What can go wrong, and the limits of how often something may be asked; as Discord says it does.

use std::time::{Duration, Instant};

use std::collections::HashMap;

/// Which requests a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// New messages in channels.
    Messages,
    /// Changes of messages, of answers too.
    Edits,
    /// First answers to interactions.
    Answers,
    /// Further answers.
    Webhooks,
    Commands,
    /// Which application it is.
    Application,
    Gateway,
    Other,
}

impl Place {
    pub fn of(method: &str, path: &[&str]) -> Self {
        match (method, path) {
            ("POST", ["channels", _, "messages"]) => Self::Messages,
            ("PATCH", ["channels", _, "messages", _] | ["webhooks", _, _, "messages", _]) => Self::Edits,
            (_, ["interactions", ..]) => Self::Answers,
            (_, ["webhooks", ..]) => Self::Webhooks,
            (_, ["applications", _, .., "commands"]) => Self::Commands,
            (_, ["oauth2", ..]) => Self::Application,
            (_, ["gateway", ..]) => Self::Gateway,
            _ => Self::Other,
        }
    }
}

/// What goes wrong.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It is not done, and the status says so.
    Status(u16),
    /// It is done, and then the status says otherwise.
    DoneBut(u16),
    /// It is not done, and the error says why.
    Error { status: u16, code: u64 },
    /// It is not done: too often. For everything, or for this bucket alone.
    TooOften { seconds: f64, global: bool },
}

/// How often something may be asked.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub count: u32,
    pub window: Duration,
}

#[derive(Default)]
pub struct Faults {
    /// In order; each is used up.
    waiting: Vec<(Place, Fault)>,
    pub limit: Option<Limit>,
    buckets: HashMap<(Place, String), (Instant, u32)>,
    /// Requests that came although the limit was reached and told.
    pub ignored_limits: u32,
}

/// How a bucket stands after a request.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub limit: u32,
    pub remaining: u32,
    pub reset_after: f64,
    pub exceeded: bool,
}

impl Faults {
    pub fn add(&mut self, place: Place, fault: Fault, times: usize) {
        self.waiting.extend(std::iter::repeat_n((place, fault), times));
    }

    pub fn next(&mut self, place: Place) -> Option<Fault> {
        let index = self.waiting.iter().position(|(at, _)| *at == place)?;
        Some(self.waiting.remove(index).1)
    }

    /// Nothing goes wrong any more.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    pub fn left(&self) -> usize {
        self.waiting.len()
    }

    /// Counts a request.
    pub fn count(&mut self, place: Place, major: &str) -> Option<Standing> {
        let limit = self.limit.filter(|_| place == Place::Messages)?;
        let now = Instant::now();
        let bucket = self.buckets.entry((place, major.to_owned())).or_insert((now, 0));
        if now.duration_since(bucket.0) >= limit.window {
            *bucket = (now, 0);
        }
        bucket.1 += 1;
        let exceeded = bucket.1 > limit.count;
        self.ignored_limits += u32::from(exceeded);
        Some(Standing {
            limit: limit.count,
            remaining: limit.count.saturating_sub(bucket.1),
            reset_after: limit.window.saturating_sub(now.duration_since(bucket.0)).as_secs_f64(),
            exceeded,
        })
    }
}
