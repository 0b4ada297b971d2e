//! Outage detection: notes when the program was off, a platform was unreachable, or the machine's
//! clock jumped, and stores these outages, so that no player loses a game by the bot's absence. Not
//! here: their effect on a game clock (`game`), and other processes over the same store
//! (`other_processes`).

mod other_processes;

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    time::Duration,
};

use tokio::sync::Mutex;

use crate::core::{
    clock::Clock,
    game::{HOUR, MINUTE, TimeSpan},
    records::{LastContact, OutageScope, Repository, RepositoryError},
};

use self::other_processes::ProcessWatcher;

/// Shorter outages do not count, in milliseconds.
const SHORTEST: u64 = 2 * MINUTE;

/// Interval of heartbeats.
const BEAT: Duration = Duration::from_secs(60);

/// Longest time between two heartbeats of a process that works, in milliseconds.
const LONGEST: u64 = SHORTEST + BEAT.as_millis() as u64;

/// Interval of the check of all channels for outages that end in the future, over a shared store.
const CHECK_INTERVAL: Duration = Duration::from_millis(HOUR);

/// How long nothing is deleted by age after the wall clock was set or after an outage of that
/// length, in milliseconds.
const UNSETTLED: u64 = HOUR;

/// Upper limit of remembered clock jumps.
const JUMPS: usize = 100;

/// This process's view of its outages. The lock is held until a finding is stored, so that no
/// caller relies on one that is not.
#[derive(Default)]
pub(crate) struct OutageDetector(Mutex<OutageState>);

#[derive(Default)]
struct OutageState {
    /// Wall clock and monotonic clock at the last check.
    looked: Option<(u64, Duration)>,
    /// Time of the last heartbeat, if this process writes them.
    noted_at: Option<u64>,
    /// Platforms and parts of platforms that are unreachable.
    gone: BTreeMap<String, UnreachablePart>,
    /// Platforms that were reached.
    reached: BTreeSet<String>,
    /// Platforms that no process had reached when this one started, and since when.
    missing: BTreeMap<String, u64>,
    /// Spans by which the wall clock was set forward.
    ahead: Vec<TimeSpan>,
    /// Whether the wall clock was set back, or an outage that was to end in the future was cut,
    /// since the last query.
    is_set_back: bool,
    /// When the wall clock was last set or a long outage ended, by the monotonic clock.
    unsettled: Option<Duration>,
    /// When the outages of all channels were last checked for ends in the future, by the monotonic
    /// clock.
    checked: Option<Duration>,
    /// Rows of other processes, over a shared store.
    watched: ProcessWatcher,
}

/// A platform or part of one that is unreachable.
#[derive(Clone, Copy)]
struct UnreachablePart {
    since: u64,
    /// Whether the outage is stored: another process that reaches the platform removes it from the
    /// store.
    is_noted: bool,
}

impl OutageState {
    /// Whether this process reaches a platform with all the parts it serves.
    fn reaches(&self, name: &str) -> bool {
        self.reached.contains(name) && self.gone.keys().all(|source| platform(source) != name)
    }

    /// The jump of the wall clock since the last check, if any.
    fn jump(&self, now: u64, reading: Duration) -> Option<ClockJump> {
        let (then, before) = self.looked?;
        let passed = u64::try_from(reading.saturating_sub(before).as_millis()).unwrap_or(u64::MAX);
        let expected = then.saturating_add(passed);
        if now.saturating_add(SHORTEST) <= expected {
            return Some(ClockJump::Back);
        }
        let ahead = TimeSpan { from: expected, to: now };
        (ahead.length() >= SHORTEST).then_some(ClockJump::Ahead(ahead))
    }
}

/// A jump of the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockJump {
    /// Set forward, by this span in which no time passed.
    Ahead(TimeSpan),
    /// Set back.
    Back,
}

impl OutageDetector {
    /// Records the outage while the program was off, which began at the last heartbeat, and that of
    /// each platform, which began when it was last reached. Called before any event is handled.
    pub(crate) async fn begin(&self, ledger: &Repository, clock: &dyn Clock) -> Result<(), RepositoryError> {
        self.check_clocks(ledger, clock).await?;
        let mut known = self.0.lock().await;
        let (now, reading) = (clock.now_millis(), clock.monotonic());
        // Outages written by a wall clock that was ahead stop no clock any more.
        let common = common_calendar(ledger, now).await?;
        known.checked = Some(reading);
        if let Some(today) = common
            && ledger.cut_every_outage(today).await?
        {
            // The clock checks that such an outage postponed are rescheduled.
            known.is_set_back = true;
        }
        // Outages that a killed process left open have ended by now. Over a shared store the
        // process may still run; its rows are watched instead.
        if !ledger.store().is_shared() {
            ledger.end_outages(now).await?;
        }
        if let Some(from) = ledger.alive(None).await? {
            let off = TimeSpan { from, to: now };
            if off.length() >= SHORTEST {
                tracing::info!(minutes = off.length() / MINUTE, "the bot was off; nobody's clock ran");
                ledger.keep_outage(&OutageScope::Everywhere, off).await?;
                // The wall clock itself may be wrong.
                known.ahead.push(off);
            }
            if off.length() >= UNSETTLED {
                known.unsettled = Some(reading);
            }
            // Other processes over a shared store may have different wall clocks.
            if common.is_some() && now.saturating_add(SHORTEST) <= from {
                tracing::warn!(
                    minutes = (from - now) / MINUTE,
                    "the calendar was set back while the bot was off"
                );
                known.is_set_back = true;
                known.unsettled = Some(reading);
            }
        }
        // Platforms that no process serves any more stay unreachable until one does.
        for LastContact { platform, at: from, .. } in ledger.reached().await? {
            if (TimeSpan { from, to: now }).length() >= SHORTEST {
                ledger.open_outage(&platform, from, &platform).await?;
                known.missing.insert(platform, from);
            }
        }
        ledger.keep_alive(now, []).await
    }

    /// Checks whether the wall clock was set, or this process was suspended or could write nothing,
    /// since the last check. Called before any decision that depends on the time.
    pub(crate) async fn check_clocks(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
    ) -> Result<(), RepositoryError> {
        let mut known = self.0.lock().await;
        // The monotonic clock first: then the wall clock may be slightly ahead of it, never behind.
        let reading = clock.monotonic();
        let now = clock.now_millis();
        let is_shared = ledger.store().is_shared();
        match known.jump(now, reading) {
            // Either the database's clock was set, or this machine slept while other processes may
            // have served.
            Some(ClockJump::Ahead(jump)) if is_shared && ledger.store().now_millis().await?.is_some() => {
                other_processes::keep_hole(&known, ledger, jump).await?;
                known.unsettled = Some(reading);
            }
            Some(ClockJump::Ahead(jump)) => {
                tracing::warn!(
                    minutes = jump.length() / MINUTE,
                    "the calendar was set forward; nobody's clock ran"
                );
                ledger.keep_outage(&OutageScope::Everywhere, jump).await?;
                known.ahead.push(jump);
                if known.ahead.len() > JUMPS {
                    known.ahead.remove(0);
                }
                known.unsettled = Some(reading);
            }
            // An outage with an end in the future would stop all clocks until then. Other processes
            // over a shared store have their own wall clocks.
            Some(ClockJump::Back) => {
                match common_calendar(ledger, now).await? {
                    Some(today) => ledger.cut_outages(today).await?,
                    None => ledger.cut_own_outages(now, &known.ahead).await?,
                }
                known.ahead.clear();
                known.is_set_back = true;
                known.unsettled = Some(reading);
            }
            None => {}
        }
        let hole = known.noted_at.map(|from| TimeSpan { from, to: now });
        if let Some(hole) = hole.filter(|hole| hole.length() >= LONGEST) {
            if is_shared {
                other_processes::keep_hole(&known, ledger, hole).await?;
            } else {
                tracing::warn!(
                    minutes = hole.length() / MINUTE,
                    "the bot stood still or could keep nothing; nobody's clock ran"
                );
                ledger.keep_outage(&OutageScope::Everywhere, hole).await?;
            }
            known.noted_at = Some(now);
            if hole.length() >= UNSETTLED {
                known.unsettled = Some(reading);
            }
        }
        // Only now: after an error the next check finds the jump again.
        known.looked = Some((now, reading));
        Ok(())
    }

    /// Whether enough time has passed since the wall clock was set or a long outage ended to delete
    /// by age.
    pub(crate) async fn is_settled(&self, clock: &dyn Clock) -> bool {
        let passed = |since| clock.monotonic().saturating_sub(since);
        self.0.lock().await.unsettled.is_none_or(|since| passed(since) >= Duration::from_millis(UNSETTLED))
    }

    /// Whether the wall clock was set back since the last call.
    pub(crate) async fn was_set_back(&self) -> bool {
        std::mem::take(&mut self.0.lock().await.is_set_back)
    }

    /// Cuts the outages of channels that end in the future, after the wall clock was set back.
    pub(crate) async fn cut_outages(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
    ) -> Result<(), RepositoryError> {
        if let Some(today) = common_calendar(ledger, clock.now_millis()).await? {
            ledger.cut_every_outage(today).await?;
        }
        Ok(())
    }

    /// Restores the mark that [`Self::was_set_back`] cleared, after the reschedule failed.
    pub(crate) async fn is_clock_behind(&self) {
        self.0.lock().await.is_set_back = true;
    }

    /// Records that a platform, or a part of it, is unreachable; `source` is `discord`, or
    /// `discord/3-16`.
    pub(crate) async fn gone(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
        source: &str,
    ) -> Result<(), RepositoryError> {
        let mut known = self.0.lock().await;
        let new = UnreachablePart { since: clock.now_millis(), is_noted: false };
        let since = known.gone.entry(source.to_owned()).or_insert(new).since;
        ledger.open_outage(platform(source), since, source).await?;
        known.gone.insert(source.to_owned(), UnreachablePart { since, is_noted: true });
        Ok(())
    }

    /// Records that a platform, or a part of it, is reachable again.
    pub(crate) async fn back(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
        source: &str,
    ) -> Result<(), RepositoryError> {
        // The rows written below tell other processes that there was no outage until now.
        self.check_clocks(ledger, clock).await?;
        let mut known = self.0.lock().await;
        let (now, name) = (clock.now_millis(), platform(source));
        known.reached.insert(name.to_owned());
        if let Some(from) = known.missing.get(name).copied() {
            ledger.close_outage(name, (from, name), Some(TimeSpan { from, to: now })).await?;
            known.missing.remove(name);
        }
        if let Some(UnreachablePart { since: from, .. }) = known.gone.get(source).copied() {
            let outage = TimeSpan { from, to: now };
            let kept = (outage.length() >= SHORTEST).then_some(outage);
            ledger.close_outage(name, (from, source), kept).await?;
            known.gone.remove(source);
        }
        if ledger.store().is_shared() {
            // The part may have belonged to a process that is gone; and other processes must see at
            // once that the platform is served.
            other_processes::end_of(ledger, name, source, now).await?;
            let reached = known.reaches(name).then(|| name.to_owned());
            ledger.keep_alive(now, reached).await?;
        }
        Ok(())
    }

    /// Writes heartbeats until `stop` resolves.
    pub(crate) async fn keep(&self, ledger: &Repository, clock: &dyn Clock, stop: impl Future<Output = ()>) {
        tokio::select! {
            () = stop => {}
            () = self.beat(ledger, clock) => {}
        }
    }

    async fn beat(&self, ledger: &Repository, clock: &dyn Clock) {
        let timer = clock.timer();
        loop {
            timer.until(timer.now() + BEAT).await;
            if let Err(error) = self.noted(ledger, clock).await {
                tracing::warn!(%error, "that the bot is here could not be noted");
            }
        }
    }

    /// Once an hour cuts outages that another process over the store wrote by a wall clock that is
    /// ahead; earlier releases do not compare their clocks. The state is not locked meanwhile,
    /// because moves wait for the lock.
    async fn cut_outages_of_others(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
    ) -> Result<(), RepositoryError> {
        let reading = clock.monotonic();
        let checked = self.0.lock().await.checked.unwrap_or_default();
        if !ledger.store().is_shared() || reading.saturating_sub(checked) < CHECK_INTERVAL {
            return Ok(());
        }
        let is_cut = match ledger.store().now_millis().await? {
            Some(today) => ledger.cut_every_outage(today).await?,
            None => false,
        };
        let mut known = self.0.lock().await;
        known.checked = Some(reading);
        known.is_set_back |= is_cut;
        Ok(())
    }

    async fn noted(&self, ledger: &Repository, clock: &dyn Clock) -> Result<(), RepositoryError> {
        clock.compare().await;
        self.check_clocks(ledger, clock).await?;
        self.cut_outages_of_others(ledger, clock).await?;
        let mut known = self.0.lock().await;
        if ledger.store().is_shared() {
            // A process whose wall clock was days ahead may have written them.
            if let Some(today) = ledger.store().now_millis().await? {
                ledger.cut_outages(today).await?;
            }
            other_processes::look(&mut known, ledger, clock).await?;
        }
        for (source, gone) in &mut known.gone {
            ledger.open_outage(platform(source), gone.since, source).await?;
            gone.is_noted = true;
        }
        let reached: Vec<String> = known.reached.iter().filter(|name| known.reaches(name)).cloned().collect();
        let now = clock.now_millis();
        ledger.keep_alive(now, reached).await?;
        known.noted_at = Some(now);
        Ok(())
    }
}

/// The wall clock common to all processes that write to the store: the store's own, or this
/// machine's if no other process writes. `None` if each process has its own.
async fn common_calendar(ledger: &Repository, now: u64) -> Result<Option<u64>, RepositoryError> {
    let by_store = ledger.store().now_millis().await?;
    Ok(by_store.or_else(|| (!ledger.store().is_shared()).then_some(now)))
}

/// The platform of a part.
fn platform(source: &str) -> &str {
    source.split('/').next().unwrap_or(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_calendar_running_ahead_or_back_is_a_jump() {
        let mut known = OutageState::default();
        let mut look = |now: u64, seconds| {
            let (now, reading) = (now * MINUTE, Duration::from_secs(seconds));
            let jump = known.jump(now, reading);
            known.looked = Some((now, reading));
            jump
        };
        assert_eq!(look(100, 0), None, "the first look");
        assert_eq!(look(160, 3600), None, "an hour passes");
        let jump = ClockJump::Ahead(TimeSpan { from: 161 * MINUTE, to: 200 * MINUTE });
        assert_eq!(look(200, 3660), Some(jump), "a minute passes");
        assert_eq!(look(200, 3660), None);
        assert_eq!(look(50, 3720), Some(ClockJump::Back));
        assert_eq!(look(52, 3720 + 60), None, "a minute too much is none");
    }
}
