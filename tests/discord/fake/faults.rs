//! Faults that tests can inject into the fake Discord, and its rate limits, as Discord documents
//! them.

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
    /// It is not done: too often. For everything, or for this bucket alone. What was too often for everything is so for
    /// every request with the bot's token until then
    /// (<https://discord.com/developers/docs/topics/rate-limits#global-rate-limit>).
    TooOften { seconds: f64, global: bool },
    /// It is not done, and something before Discord says so: a page, and none of Discord's headers
    /// (<https://github.com/discord/discord-api-docs/issues/1463>). A 429 is for everything from the address, for so long
    /// (<https://github.com/discord/discord-api-docs/issues/5385>).
    Page { status: u16, retry_after: Option<u32> },
}

/// How many requests that are refused shut an address out within ten minutes; those that are refused because of others
/// (scope `shared`) do not count
/// (<https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans>).
pub const INVALID: u32 = 10_000;

/// Whether a request that is refused like this is one of those.
pub fn is_invalid(status: u16, headers: &[(&'static str, String)]) -> bool {
    let is_shared = headers.iter().any(|(name, value)| *name == "x-ratelimit-scope" && value == "shared");
    matches!(status, 401 | 403) || status == 429 && !is_shared
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
    /// Until when there is to be none with the bot's token, and none at all.
    stopped: Option<Instant>,
    shut: Option<Instant>,
    /// Requests that came all the same.
    pub while_stopped: u32,
    pub while_shut: u32,
    /// Requests that count towards [`INVALID`].
    pub invalid: u32,
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

    /// There is to be no request with the bot's token for so long.
    pub fn stop(&mut self, seconds: f64) {
        self.stopped = Some(Instant::now() + Duration::from_secs_f64(seconds));
    }

    /// Whether that is so.
    pub fn takes_none(&self) -> bool {
        self.stopped.is_some_and(|until| Instant::now() < until)
    }

    /// How many seconds that still is; whoever asks is counted.
    pub fn is_stopped(&mut self) -> Option<f64> {
        let left = self.stopped?.checked_duration_since(Instant::now())?;
        self.while_stopped += 1;
        Some(left.as_secs_f64())
    }

    /// There is to be no request from this address for so long.
    pub fn shut(&mut self, seconds: u32) {
        self.shut = Some(Instant::now() + Duration::from_secs(seconds.into()));
    }

    /// How many seconds that still is; whoever asks is counted.
    pub fn is_shut(&mut self) -> Option<u32> {
        let left = self.shut?.checked_duration_since(Instant::now())?;
        self.while_shut += 1;
        u32::try_from(left.as_secs() + 1).ok()
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
