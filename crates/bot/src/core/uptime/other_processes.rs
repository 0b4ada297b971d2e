//! Detects outages of other processes over a shared store. Time in which one process was off while
//! another one served is no outage. Outages that a killed process left open are closed, and a
//! platform that only it served is unreachable until another process serves it. Processes are
//! watched by rows they renew and by a monotonic clock, as wall clocks may differ.

use std::{collections::HashMap, time::Duration};

use super::{LONGEST, OutageState, platform};
use crate::core::{
    clock::Clock,
    game::{MINUTE, TimeSpan},
    records::{LastContact, OpenOutage, OutageScope, Repository, RepositoryError},
};

/// Rows of other processes at the last two looks, each with the time since which it is unchanged,
/// by the monotonic clock.
#[derive(Default)]
pub(super) struct ProcessWatcher {
    before: ProcessObservation,
    now: ProcessObservation,
}

/// Versions of rows, and since when each row has that version.
type ProcessObservation = HashMap<(String, String), (u64, Duration)>;

impl ProcessWatcher {
    /// Begins another look; rows it does not meet are forgotten.
    fn begin(&mut self) {
        self.before = std::mem::take(&mut self.now);
    }

    /// Whether a row is unchanged for so long that no process renews it any more.
    fn is_left(&mut self, row: (String, String), version: u64, now: Duration) -> bool {
        let seen = self.before.get(&row).copied().filter(|(seen, _)| *seen == version);
        let (_, since) = *self.now.entry(row).or_insert(seen.unwrap_or((version, now)));
        now.saturating_sub(since) >= Duration::from_millis(LONGEST)
    }
}

/// Records an outage after this process was suspended or could write nothing: only for the time in
/// which no other process served, and for each platform only for the time in which no other process
/// reached it.
pub(super) async fn keep_hole(
    known: &OutageState,
    ledger: &Repository,
    hole: TimeSpan,
) -> Result<(), RepositoryError> {
    let since = |alive: u64| TimeSpan { from: hole.from.max(alive), ..hole };
    let everywhere = since(ledger.alive(None).await?.unwrap_or_default());
    if everywhere.length() >= LONGEST {
        tracing::warn!(minutes = everywhere.length() / MINUTE, "nobody was here; nobody's clock ran");
        return ledger.keep_outage(&OutageScope::Everywhere, everywhere).await;
    }
    for LastContact { platform, at, .. } in ledger.reached().await? {
        let hole = since(at);
        if known.reaches(&platform) && hole.length() >= LONGEST {
            tracing::warn!(
                minutes = hole.length() / MINUTE,
                platform,
                "nobody was here; nobody's clock ran there"
            );
            ledger.keep_outage(&OutageScope::Platform(platform), hole).await?;
        }
    }
    Ok(())
}

/// Ends the outages of a part of a platform, and of the platform, whichever process recorded them.
pub(super) async fn end_of(
    ledger: &Repository,
    name: &str,
    source: &str,
    now: u64,
) -> Result<(), RepositoryError> {
    for open in ledger.all_open().await? {
        if open.platform == name && (open.source == source || open.source == name) {
            ledger.end_outage(&open, now).await?;
        }
    }
    Ok(())
}

/// Compares the rows of other processes with the last look, and closes or opens outages.
pub(super) async fn look(
    known: &mut OutageState,
    ledger: &Repository,
    clock: &dyn Clock,
) -> Result<(), RepositoryError> {
    let (reading, now) = (clock.monotonic(), clock.now_millis());
    known.watched.begin();
    let open = ledger.all_open().await?;
    // Another process reaches the part now.
    known.gone.retain(|source, gone| {
        let is_own = |open: &&OpenOutage| open.source == *source && open.from == gone.since;
        !gone.is_noted || open.iter().any(|open| is_own(&open))
    });
    for outage in &open {
        let OpenOutage { platform: name, source, version, from } = outage;
        if known.gone.contains_key(source) {
            continue;
        }
        let is_over = if source == name {
            known.reaches(name)
        } else {
            let row = (format!("{name} {from}"), source.clone());
            known.watched.is_left(row, *version, reading)
        };
        if is_over {
            ledger.end_outage(outage, now).await?;
        }
    }
    for LastContact { platform: name, at, version } in ledger.reached().await? {
        let is_open = open.iter().any(|open| open.platform == name);
        if known.watched.is_left((name.clone(), String::new()), version, reading)
            && !is_open
            && !known.reaches(&name)
            && known.gone.keys().all(|source| platform(source) != name)
        {
            tracing::warn!(platform = name, "nobody serves the platform any more; nobody's clock runs there");
            ledger.open_outage(&name, at, &name).await?;
        }
    }
    Ok(())
}
