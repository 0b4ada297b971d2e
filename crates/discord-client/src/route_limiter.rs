//! Limits the requests of single routes, as Discord reports it in response headers: a request over
//! the limit waits for the next window. Not here: the global limit (`global_rate_limiter`).

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::header::HeaderMap;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

/// Most buckets that are remembered.
const REMEMBERED: usize = 10_000;

/// A rate limit bucket: a route and its major parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RouteBucket {
    /// Method and route.
    pub(crate) name: &'static str,
    /// Channel, server or user id; 0 without one.
    pub(crate) place: u64,
}

/// The limits of all buckets.
#[derive(Default)]
pub(crate) struct RouteLimiter {
    standings: Mutex<HashMap<RouteBucket, RouteLimit>>,
    changed: Notify,
}

/// State of one bucket.
#[derive(Debug, Default)]
struct RouteLimit {
    /// Whether a response has come.
    is_known: bool,
    /// Requests per window; `None` where there is no limit.
    most: Option<u32>,
    left: u32,
    /// When the window ends, if one has begun.
    over: Option<Instant>,
    under_way: u32,
}

/// When a request may be made.
#[derive(Debug, PartialEq, Eq)]
enum RequestTurn {
    Now,
    At(Instant),
    /// After the next response.
    AfterUpdate,
}

impl RouteLimit {
    fn take(&mut self, now: Instant) -> RequestTurn {
        if self.over.is_some_and(|over| over <= now) {
            (self.over, self.left) = (None, self.most.unwrap_or_default());
        }
        let is_free = match (self.over, self.most) {
            _ if !self.is_known => self.under_way == 0,
            (Some(over), _) if self.left == 0 => return RequestTurn::At(over),
            (None, Some(_)) if self.left == 0 => self.under_way == 0,
            _ => true,
        };
        if !is_free {
            return RequestTurn::AfterUpdate;
        }
        self.left = self.left.saturating_sub(1);
        self.under_way += 1;
        RequestTurn::Now
    }

    /// Reads the headers of a response.
    fn read_headers(&mut self, headers: &HeaderMap, now: Instant) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        let told =
            (number("x-ratelimit-limit"), number("x-ratelimit-remaining"), number("x-ratelimit-reset-after"));
        let (Some(most), Some(left), Some(after)) = told else { return };
        let Ok(after) = Duration::try_from_secs_f64(after) else { return };
        self.most = Some(most as u32);
        // Requests in flight will count as well.
        self.left = (left as u32).saturating_sub(self.under_way);
        self.over = now.checked_add(after);
    }
}

impl RouteLimiter {
    fn limits(&self) -> MutexGuard<'_, HashMap<RouteBucket, RouteLimit>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when a request of this bucket may be made.
    pub(crate) async fn turn(&self, kind: RouteBucket) -> RoutePermit<'_> {
        loop {
            let changed = self.changed.notified();
            let turn = self.take(kind, Instant::now());
            match turn {
                RequestTurn::Now => return RoutePermit { limits: self, kind },
                RequestTurn::At(at) => sleep_until(at).await,
                RequestTurn::AfterUpdate => changed.await,
            }
        }
    }

    fn take(&self, kind: RouteBucket, now: Instant) -> RequestTurn {
        let mut standings = self.limits();
        if standings.len() >= REMEMBERED && !standings.contains_key(&kind) {
            standings.retain(|_, it| it.under_way > 0 || it.over.is_some_and(|over| over > now));
        }
        standings.entry(kind).or_default().take(now)
    }

    fn change(&self, kind: RouteBucket, change: impl FnOnce(&mut RouteLimit)) {
        if let Some(standing) = self.limits().get_mut(&kind) {
            change(standing);
        }
        self.changed.notify_waiters();
    }
}

/// Permission for one request, which is in flight until this is dropped.
pub(crate) struct RoutePermit<'a> {
    limits: &'a RouteLimiter,
    kind: RouteBucket,
}

impl RoutePermit<'_> {
    /// Records the headers of the response.
    pub(crate) fn record_response(&self, headers: &HeaderMap) {
        self.limits.change(self.kind, |standing| {
            standing.under_way -= 1;
            standing.read_headers(headers, Instant::now());
            standing.under_way += 1;
        });
    }

    /// Blocks the bucket for `wait`.
    pub(crate) fn wait(&self, wait: Duration) {
        self.limits.change(self.kind, |standing| {
            (standing.left, standing.over) = (0, Instant::now().checked_add(wait));
        });
    }
}

impl Drop for RoutePermit<'_> {
    fn drop(&mut self) {
        self.limits.change(self.kind, |standing| {
            standing.under_way -= 1;
            standing.is_known = true;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: RouteBucket = RouteBucket { name: "POST channels/messages", place: 1 };

    fn headers(most: &str, left: &str, after: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in [("limit", most), ("remaining", left), ("reset-after", after)]
            .map(|(name, value)| (format!("x-ratelimit-{name}"), value))
        {
            headers.insert(
                reqwest::header::HeaderName::try_from(name).expect("a name"),
                value.parse().expect("a value"),
            );
        }
        headers
    }

    #[tokio::test]
    async fn the_first_one_finds_out_and_then_nobody_is_over_the_limit() {
        let limits = RouteLimiter::default();
        let first = limits.turn(KIND).await;
        assert_eq!(
            limits.take(KIND, Instant::now()),
            RequestTurn::AfterUpdate,
            "nobody knows how many there may be"
        );
        first.record_response(&headers("3", "2", "100"));
        drop(first);
        let now = Instant::now();
        assert_eq!([limits.take(KIND, now), limits.take(KIND, now)], [RequestTurn::Now, RequestTurn::Now]);
        assert!(matches!(limits.take(KIND, now), RequestTurn::At(at) if at > now + Duration::from_secs(90)));
        assert_eq!(
            limits.take(RouteBucket { place: 2, ..KIND }, now),
            RequestTurn::Now,
            "places do not wait for one another"
        );
        let later = now + Duration::from_secs(101);
        assert_eq!(
            [0; 3].map(|_| limits.take(KIND, later)),
            [RequestTurn::Now, RequestTurn::Now, RequestTurn::Now]
        );
        assert_eq!(limits.take(KIND, later), RequestTurn::AfterUpdate, "the next answer says how it goes on");
    }

    #[tokio::test]
    async fn those_under_way_count() {
        let limits = RouteLimiter::default();
        drop(limits.turn(KIND).await);
        let (one, _other) = (limits.turn(KIND).await, limits.turn(KIND).await);
        one.record_response(&headers("5", "1", "100"));
        assert!(matches!(limits.take(KIND, Instant::now()), RequestTurn::At(_)));
    }

    #[tokio::test]
    async fn where_nothing_is_told_nobody_waits_and_what_is_told_is_waited_for() {
        let limits = RouteLimiter::default();
        let taken = limits.turn(KIND).await;
        drop(taken);
        assert_eq!([0; 9].map(|_| limits.take(KIND, Instant::now())), [0; 9].map(|_| RequestTurn::Now));
        limits.turn(KIND).await.wait(Duration::from_secs(100));
        assert!(matches!(limits.take(KIND, Instant::now()), RequestTurn::At(_)));
    }

    #[tokio::test]
    async fn not_everything_is_remembered() {
        let limits = RouteLimiter::default();
        for place in 0..=2 * REMEMBERED as u64 {
            drop(limits.turn(RouteBucket { place, ..KIND }).await);
        }
        assert!(limits.limits().len() <= REMEMBERED);
    }
}
