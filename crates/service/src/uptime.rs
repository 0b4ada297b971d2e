//! Whether the bot was there, as nobody loses a game by its absence: when it was off, when a platform could not be reached,
//! and when the machine's clock jumped. What it finds is kept as outages. Not here: what they do to a clock (`game`).

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    clock::Clock,
    game::{MINUTE, Stretch},
    ledger::{Ledger, LedgerError, Scope},
};

/// Shorter absences are not kept.
const SHORTEST: u64 = 2 * MINUTE;

/// How often it is noted that the bot is there.
const BEAT: Duration = Duration::from_secs(60);

/// What this process knows of its own absences.
#[derive(Default)]
pub(crate) struct Uptime(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The calendar and the reading that is never set, when both were last looked at.
    looked: Option<(u64, Duration)>,
    /// Platforms and parts of them that cannot be reached, and since when.
    gone: BTreeMap<String, u64>,
    /// Those that can be.
    reached: BTreeSet<String>,
}

impl Uptime {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stretch by which the calendar was ahead of the time that passed, if it is too long to be anything but a jump.
    fn jump(&self, now: u64, reading: Duration) -> Option<Stretch> {
        let (then, before) = self.known().looked.replace((now, reading))?;
        let passed = u64::try_from(reading.saturating_sub(before).as_millis()).unwrap_or(u64::MAX);
        let jump = Stretch { from: then.saturating_add(passed), to: now };
        (jump.length() >= SHORTEST).then_some(jump)
    }

    /// Keeps what happened while the program was off: it was last there when it said so. Before anything is served.
    pub(crate) async fn begin(&self, ledger: &Ledger, clock: &dyn Clock) -> Result<(), LedgerError> {
        let now = clock.now_millis();
        self.look(ledger, clock).await?;
        // What another process left open by being killed ended by now; one that still runs opens it again.
        ledger.end_outages(now).await?;
        if let Some(from) = ledger.alive(None).await? {
            let off = Stretch { from, to: now };
            if off.length() >= SHORTEST {
                tracing::info!(minutes = off.length() / MINUTE, "the bot was off; nobody's clock ran");
                ledger.keep_outage(&Scope::Everywhere, off).await?;
            }
        }
        ledger.keep_alive(now, []).await
    }

    /// Looks whether the machine's clock has jumped forward since the last look. To be called before anything is done that goes
    /// by what time it is.
    pub(crate) async fn look(&self, ledger: &Ledger, clock: &dyn Clock) -> Result<(), LedgerError> {
        // The reading first: the calendar may be a little ahead of it, never behind.
        let reading = clock.monotonic();
        let Some(jump) = self.jump(clock.now_millis(), reading) else { return Ok(()) };
        tracing::warn!(
            minutes = jump.length() / MINUTE,
            "the machine's clock was set forward; nobody's clock ran"
        );
        ledger.keep_outage(&Scope::Everywhere, jump).await
    }

    /// A platform, or a part of it, cannot be reached any more; `source` is `discord`, or `discord/3-16`.
    pub(crate) async fn gone(
        &self,
        ledger: &Ledger,
        clock: &dyn Clock,
        source: &str,
    ) -> Result<(), LedgerError> {
        let now = clock.now_millis();
        // Before this process reached it, another one may have, until it was there last.
        let reached = self.known().reached.remove(source);
        let since = if reached { now } else { ledger.alive(Some(source)).await?.unwrap_or(now).min(now) };
        let since = *self.known().gone.entry(source.to_owned()).or_insert(since);
        ledger.open_outage(platform(source), since, source).await
    }

    /// It can be reached again.
    pub(crate) async fn back(
        &self,
        ledger: &Ledger,
        clock: &dyn Clock,
        source: &str,
    ) -> Result<(), LedgerError> {
        self.known().reached.insert(source.to_owned());
        let Some(from) = self.known().gone.get(source).copied() else { return Ok(()) };
        let outage = Stretch { from, to: clock.now_millis() };
        let kept = (outage.length() >= SHORTEST).then_some(outage);
        ledger.close_outage(platform(source), (from, source), kept).await?;
        self.known().gone.remove(source);
        Ok(())
    }

    /// Notes again and again that the program is there, until `stop` resolves.
    pub(crate) async fn keep(&self, ledger: &Ledger, clock: &dyn Clock, stop: impl Future<Output = ()>) {
        tokio::select! {
            () = stop => {}
            () = self.beat(ledger, clock) => {}
        }
    }

    async fn beat(&self, ledger: &Ledger, clock: &dyn Clock) {
        let timer = clock.timer();
        loop {
            timer.until(timer.now() + BEAT).await;
            if let Err(error) = self.noted(ledger, clock).await {
                tracing::warn!(%error, "that the bot is here could not be noted");
            }
        }
    }

    async fn noted(&self, ledger: &Ledger, clock: &dyn Clock) -> Result<(), LedgerError> {
        self.look(ledger, clock).await?;
        let gone = self.known().gone.clone();
        for (source, from) in gone {
            ledger.open_outage(platform(&source), from, &source).await?;
        }
        let reached = self.known().reached.clone();
        ledger.keep_alive(clock.now_millis(), reached).await
    }
}

/// The platform of which something is a part.
fn platform(source: &str) -> &str {
    source.split('/').next().unwrap_or(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_calendar_running_ahead_is_a_jump() {
        let uptime = Uptime::default();
        let look = |now: u64, seconds| uptime.jump(now * MINUTE, Duration::from_secs(seconds));
        assert_eq!(look(100, 0), None, "the first look");
        assert_eq!(look(160, 3600), None, "an hour passes");
        let jump = Stretch { from: 161 * MINUTE, to: 200 * MINUTE };
        assert_eq!(look(200, 3660), Some(jump), "a minute passes");
        assert_eq!(look(200, 3660), None);
        assert_eq!(look(50, 3720), None, "set back");
        assert_eq!(look(52, 3720 + 60), None, "a minute too much is none");
    }
}
