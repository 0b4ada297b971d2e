//! Outage detection, so that nobody loses a game by the bot's absence: when the program was off, a
//! platform was unreachable, or the machine's clock jumped. Outages are stored. Not here: their
//! effect on a game clock (`game`), and other processes over the same store (`other_processes`).

mod other_processes;

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    time::Duration,
};

use tokio::sync::Mutex;

use crate::{
    clock::Clock,
    game::{HOUR, MINUTE, TimeSpan},
    records::{LastContact, OutageScope, Repository, RepositoryError},
};

use self::other_processes::ProcessWatcher;

/// Shorter absences are not kept.
const SHORTEST: u64 = 2 * MINUTE;

/// How often it is noted that the bot is there.
const BEAT: Duration = Duration::from_secs(60);

/// Whoever is well never goes so long without noting that they are there, in milliseconds.
const LONGEST: u64 = SHORTEST + BEAT.as_millis() as u64;

/// How often the outages of all channels are checked for ends in the future, where several processes share the store.
const CHECK_INTERVAL: Duration = Duration::from_millis(HOUR);

/// For how long nothing is deleted by age after the calendar was set or after an absence of that length, in milliseconds.
const UNSETTLED: u64 = HOUR;

/// How many jumps of the calendar are remembered.
const JUMPS: usize = 100;

/// What this process knows of its own absences. One thing at a time is found out and kept, so that nobody goes by what is
/// not kept yet.
#[derive(Default)]
pub(crate) struct OutageDetector(Mutex<OutageState>);

#[derive(Default)]
struct OutageState {
    /// The calendar and the reading that is never set, when both were last looked at.
    looked: Option<(u64, Duration)>,
    /// When it was last noted that this process is here, if it does so.
    noted_at: Option<u64>,
    /// Platforms and parts of them that cannot be reached.
    gone: BTreeMap<String, UnreachablePart>,
    /// Platforms that were reached.
    reached: BTreeSet<String>,
    /// Platforms that nobody had reached when this process began, and since when.
    missing: BTreeMap<String, u64>,
    /// By what stretches the calendar was set forward.
    ahead: Vec<TimeSpan>,
    /// Whether it was set back, or an outage that was to end in the future was cut, and nobody has asked since.
    is_set_back: bool,
    /// When the calendar was last set or a long absence ended, by the reading that is never set.
    unsettled: Option<Duration>,
    /// When the outages of all channels were last checked for ends in the future, by the reading that is never set.
    checked: Option<Duration>,
    /// What others say, where they share the store.
    watched: ProcessWatcher,
}

/// Something that cannot be reached.
#[derive(Clone, Copy)]
struct UnreachablePart {
    since: u64,
    /// Whether that stands in the store: it is gone from there when somebody else reaches it.
    is_noted: bool,
}

impl OutageState {
    /// Whether this process reaches a platform, and all of it that is its own.
    fn reaches(&self, name: &str) -> bool {
        self.reached.contains(name) && self.gone.keys().all(|source| platform(source) != name)
    }

    /// What the calendar did since the last look beside going on with time.
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

/// How the calendar was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockJump {
    /// Forward, by this stretch in which no time passed.
    Ahead(TimeSpan),
    /// Back.
    Back,
}

impl OutageDetector {
    /// Keeps what happened while the program was off: it was last there when it said so, and so was each platform it reached.
    /// Before anything is served.
    pub(crate) async fn begin(&self, ledger: &Repository, clock: &dyn Clock) -> Result<(), RepositoryError> {
        self.check_clocks(ledger, clock).await?;
        let mut known = self.0.lock().await;
        let (now, reading) = (clock.now_millis(), clock.monotonic());
        // What was kept by a calendar that was ahead stops no clock any more.
        let common = common_calendar(ledger, now).await?;
        known.checked = Some(reading);
        if let Some(today) = common
            && ledger.cut_every_outage(today).await?
        {
            // The clocks that such an outage put off are looked at anew.
            known.is_set_back = true;
        }
        // What a process left open by being killed ended by now. Of one that shares the store and may still run, that is
        // found out by watching.
        if !ledger.store().is_shared() {
            ledger.end_outages(now).await?;
        }
        if let Some(from) = ledger.alive(None).await? {
            let off = TimeSpan { from, to: now };
            if off.length() >= SHORTEST {
                tracing::info!(minutes = off.length() / MINUTE, "the bot was off; nobody's clock ran");
                ledger.keep_outage(&OutageScope::Everywhere, off).await?;
                // It may be the calendar that is wrong.
                known.ahead.push(off);
            }
            if off.length() >= UNSETTLED {
                known.unsettled = Some(reading);
            }
            // Others who share the store may have calendars of their own.
            if common.is_some() && now.saturating_add(SHORTEST) <= from {
                tracing::warn!(
                    minutes = (from - now) / MINUTE,
                    "the calendar was set back while the bot was off"
                );
                known.is_set_back = true;
                known.unsettled = Some(reading);
            }
        }
        // What nobody serves any more stays out of reach, until somebody does again.
        for LastContact { platform, at: from, .. } in ledger.reached().await? {
            if (TimeSpan { from, to: now }).length() >= SHORTEST {
                ledger.open_outage(&platform, from, &platform).await?;
                known.missing.insert(platform, from);
            }
        }
        ledger.keep_alive(now, []).await
    }

    /// Looks whether the machine's clock was set, or this process stood still or could keep nothing, since the last look. To
    /// be called before anything is done that goes by what time it is.
    pub(crate) async fn check_clocks(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
    ) -> Result<(), RepositoryError> {
        let mut known = self.0.lock().await;
        // The reading first: the calendar may be a little ahead of it, never behind.
        let reading = clock.monotonic();
        let now = clock.now_millis();
        let is_shared = ledger.store().is_shared();
        match known.jump(now, reading) {
            // Either the database's calendar was set, or this machine slept while others may have been here.
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
            // What was kept of a time that has not come would let all clocks stand still until it has. Others who share the
            // store have calendars of their own.
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
        // Only now: what could not be kept is found again.
        known.looked = Some((now, reading));
        Ok(())
    }

    /// Whether so much time has passed since the calendar was set or a long absence ended that ages may be gone by.
    pub(crate) async fn is_settled(&self, clock: &dyn Clock) -> bool {
        let passed = |since| clock.monotonic().saturating_sub(since);
        self.0.lock().await.unsettled.is_none_or(|since| passed(since) >= Duration::from_millis(UNSETTLED))
    }

    /// Whether the calendar was set back since this was asked last.
    pub(crate) async fn was_set_back(&self) -> bool {
        std::mem::take(&mut self.0.lock().await.is_set_back)
    }

    /// Cuts the outages of channels that end in the future, as the calendar was set back.
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

    /// What follows from that is still to be done.
    pub(crate) async fn is_clock_behind(&self) {
        self.0.lock().await.is_set_back = true;
    }

    /// A platform, or a part of it, cannot be reached any more; `source` is `discord`, or `discord/3-16`.
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

    /// It can be reached again.
    pub(crate) async fn back(
        &self,
        ledger: &Repository,
        clock: &dyn Clock,
        source: &str,
    ) -> Result<(), RepositoryError> {
        // What is noted below tells others that nothing was amiss until now.
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
            // Whoever had it before may be no more; and nobody is to find that nobody serves it.
            other_processes::end_of(ledger, name, source, now).await?;
            let reached = known.reaches(name).then(|| name.to_owned());
            ledger.keep_alive(now, reached).await?;
        }
        Ok(())
    }

    /// Notes again and again that the program is there, until `stop` resolves.
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

    /// Cuts once an hour what another process over the same store wrote by a calendar that is ahead; releases before this one
    /// do not compare theirs. Not while the state is locked, as moves wait for that.
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
            // A program whose calendar was days ahead may have written them.
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

/// What the calendar shows that all who write to the store go by: the store's own, or that of this machine where nobody else
/// writes. Nothing where each has its own.
async fn common_calendar(ledger: &Repository, now: u64) -> Result<Option<u64>, RepositoryError> {
    let by_store = ledger.store().now_millis().await?;
    Ok(by_store.or_else(|| (!ledger.store().is_shared()).then_some(now)))
}

/// The platform of which something is a part.
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
