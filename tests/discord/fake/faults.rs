//! What can go wrong, and the limits of how often something may be asked; as Discord says it does.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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
    /// New threads.
    Threads,
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
            ("POST", ["channels", _, .., "threads"]) => Self::Threads,
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

/// What Discord grants a bot.
pub const FOR_ALL: Limit = Limit { count: 50, window: Duration::from_secs(1) };
/// What Discord usually grants in a channel.
pub const IN_A_CHANNEL: Limit = Limit { count: 5, window: Duration::from_secs(5) };

#[derive(Default)]
pub struct Faults {
    /// In order; each is used up.
    waiting: Vec<(Place, Fault)>,
    /// For new messages in a channel, and for changes of them. None where there is none.
    pub limit: Option<Limit>,
    buckets: HashMap<(Place, String), (Instant, u32)>,
    /// Requests that came although the limit was reached and told.
    pub ignored_limits: u32,
    /// For all requests with the bot's token together; Discord's is [`FOR_ALL`]. None where there is none.
    pub limit_for_all: Option<Limit>,
    all: Option<(Instant, u32)>,
    /// Requests over the limit for all.
    pub over_for_all: u32,
}

/// How a bucket stands after a request.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub bucket: &'static str,
    pub limit: u32,
    pub remaining: u32,
    /// When it is over, in seconds since 1970, and in how many seconds.
    pub reset: f64,
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

    /// Counts a request of a channel.
    pub fn count(&mut self, place: Place, path: &[&str]) -> Option<Standing> {
        let ["channels", channel, ..] = path else { return None };
        let bucket = match place {
            Place::Messages => "messages",
            Place::Edits => "edits",
            _ => return None,
        };
        let limit = self.limit?;
        let now = Instant::now();
        let used = self.buckets.entry((place, (*channel).to_owned())).or_insert((now, 0));
        let reset_after = limit.count_in(used, now);
        let exceeded = used.1 > limit.count;
        self.ignored_limits += u32::from(exceeded);
        let remaining = limit.count.saturating_sub(used.1);
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
        let reset = since_1970 + reset_after;
        Some(Standing { bucket, limit: limit.count, remaining, reset, reset_after, exceeded })
    }

    /// Counts a request with the bot's token; says for how many seconds there may be none when there were too many.
    pub fn count_for_all(&mut self) -> Option<f64> {
        let limit = self.limit_for_all?;
        let now = Instant::now();
        let used = self.all.get_or_insert((now, 0));
        let reset_after = limit.count_in(used, now);
        let exceeded = used.1 > limit.count;
        self.over_for_all += u32::from(exceeded);
        exceeded.then_some(reset_after)
    }
}

impl Limit {
    /// Counts one more in a window that began some time ago; says how many seconds are left of it.
    fn count_in(&self, (began, used): &mut (Instant, u32), now: Instant) -> f64 {
        if now.duration_since(*began) >= self.window {
            (*began, *used) = (now, 0);
        }
        *used += 1;
        self.window.saturating_sub(now.duration_since(*began)).as_secs_f64()
    }
}
