//! The calendar of the program. Programs that share a database follow the database's calendar,
//! carried on between comparisons by a monotonic clock, so a wrong or changed machine calendar does
//! no harm. A program alone on its store follows its machine, whose calendar must not lie before
//! the newest records. Not here: what a calendar jump does to game clocks (`uptime`), and deletion
//! by age (`retention`).

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
    time::Duration,
};

use adoube_store::{Store, StoreError};
use jiff::Timestamp;

use crate::{
    clock::{Clock, Timer},
    game::{HOUR, MINUTE},
    records::{Repository, RepositoryError},
};

/// Calendars that differ by more are warned of, and nothing is deleted by age; in milliseconds.
const WARNED: u64 = MINUTE;
/// Calendars that differ by more keep the program from starting, in milliseconds.
const REFUSED: u64 = HOUR;
/// A smaller difference to the database's calendar may be the network's doing, in milliseconds.
const NOISE: u64 = 250;
/// How often a difference that stays is logged again.
const LOGGED_AGAIN: Duration = Duration::from_millis(HOUR);

/// Why the program does not start with the machine's calendar as it is.
#[derive(Debug, thiserror::Error)]
pub enum CalendarError {
    /// It differs from the calendar of the database that several programs share.
    #[error(
        "this machine's calendar shows {machine}, but the database's shows {database}: set the wrong one right, or start with --accept-calendar to go by the database's"
    )]
    Database {
        /// What the machine's shows.
        machine: String,
        /// What the database's shows.
        database: String,
    },
    /// It lies before the newest records.
    #[error(
        "this machine's calendar shows {machine}, but the newest records are of {newest}: set it right, or, if it is right, start once with --accept-calendar"
    )]
    Records {
        /// What the machine's shows.
        machine: String,
        /// When the newest records were written.
        newest: String,
    },
    /// The store failed.
    #[error(transparent)]
    Ledger(#[from] RepositoryError),
}

/// How far two calendars are apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ClockGap {
    /// So little that it does not matter.
    #[default]
    Small,
    /// So far that it is warned of.
    Warned,
    /// So far that the program does not start.
    Refused,
}

impl ClockGap {
    fn of(millis: u64) -> Self {
        if millis > REFUSED {
            Self::Refused
        } else if millis > WARNED {
            Self::Warned
        } else {
            Self::Small
        }
    }
}

/// What the store's calendar showed at a reading of the machine.
#[derive(Clone, Copy)]
struct CalendarAnchor {
    millis: u64,
    reading: Duration,
}

impl CalendarAnchor {
    /// What the store's calendar shows at another reading.
    fn at(self, reading: Duration) -> u64 {
        let passed = reading.saturating_sub(self.reading).as_millis();
        self.millis.saturating_add(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// Whether the store's calendar goes on as expected, having been asked between two readings.
    fn agrees(self, millis: u64, (before, after): (Duration, Duration)) -> bool {
        self.at(before) <= millis.saturating_add(NOISE) && millis <= self.at(after).saturating_add(NOISE)
    }
}

/// What the last comparison with the store's calendar has shown.
#[derive(Default)]
struct CalendarComparison {
    anchor: Option<CalendarAnchor>,
    /// How far the machine's calendar was from it, and when that was logged.
    gap: ClockGap,
    logged: Duration,
}

/// The calendar the program goes by.
pub struct Calendar {
    machine: Arc<dyn Clock>,
    store: Arc<dyn Store>,
    compared: RwLock<CalendarComparison>,
}

impl Calendar {
    /// The calendar of a program over this store, before it writes anything there. With `accepts` it starts however far
    /// calendars are apart.
    ///
    /// # Errors
    /// The machine's calendar is more than an hour from the database's or behind the newest records; a fault of the store.
    pub async fn open(
        machine: Arc<dyn Clock>,
        store: Arc<dyn Store>,
        accepts: bool,
    ) -> Result<Arc<Self>, CalendarError> {
        let calendar = Self { machine, store, compared: RwLock::default() };
        match calendar.ask().await.map_err(RepositoryError::from)? {
            Some(apart) if apart.gap() == ClockGap::Refused && !accepts => return Err(apart.into()),
            Some(apart) => calendar.note(apart),
            None if calendar.store.is_shared() => {}
            None => calendar.compare_with_records(accepts).await?,
        }
        Ok(Arc::new(calendar))
    }

    /// Asks the store for what its own calendar shows, if it has one.
    async fn ask(&self) -> Result<Option<CalendarDifference>, StoreError> {
        let before = self.machine.monotonic();
        let Some(database) = self.store.now_millis().await? else { return Ok(None) };
        let after = self.machine.monotonic();
        Ok(Some(CalendarDifference { machine: self.machine.now_millis(), database, asked: (before, after) }))
    }

    /// Who is alone can see no more than that the calendar lies before what was written last.
    async fn compare_with_records(&self, accepts: bool) -> Result<(), CalendarError> {
        let newest = Repository::new(Arc::clone(&self.store)).alive(None).await?.unwrap_or_default();
        let machine = self.machine.now_millis();
        match ClockGap::of(newest.saturating_sub(machine)) {
            ClockGap::Small => {}
            ClockGap::Refused if !accepts => {
                return Err(CalendarError::Records { machine: shown(machine), newest: shown(newest) });
            }
            ClockGap::Warned | ClockGap::Refused => {
                tracing::warn!(
                    machine = shown(machine),
                    newest = shown(newest),
                    "this machine's calendar lies before the newest records"
                );
            }
        }
        Ok(())
    }

    /// Goes by the store's calendar from now on, and logs when the machine's is far from it.
    fn note(&self, apart: CalendarDifference) {
        let CalendarDifference { machine, database, asked } = apart;
        let gap = apart.gap();
        let mut compared = self.compared.write().unwrap_or_else(PoisonError::into_inner);
        if compared.anchor.is_none_or(|anchor| !anchor.agrees(database, asked)) {
            compared.anchor = Some(CalendarAnchor { millis: database, reading: asked.1 });
        }
        let is_old = asked.1.saturating_sub(compared.logged) >= LOGGED_AGAIN;
        if compared.gap == gap && (gap == ClockGap::Small || !is_old) {
            return;
        }
        (compared.gap, compared.logged) = (gap, asked.1);
        drop(compared);
        let (machine, database) = (shown(machine), shown(database));
        match gap {
            ClockGap::Small => {
                tracing::info!(machine, "this machine's calendar agrees with the database's again");
            }
            ClockGap::Warned => tracing::warn!(
                machine,
                database,
                "this machine's calendar differs from the database's; the database's holds, and nothing is deleted by age"
            ),
            ClockGap::Refused => tracing::error!(
                machine,
                database,
                "this machine's calendar or the database's is wrong; the database's holds, and nothing is deleted by age"
            ),
        }
    }

    fn compared(&self) -> RwLockReadGuard<'_, CalendarComparison> {
        // A panic while the lock is held leaves the value whole.
        self.compared.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for Calendar {
    fn now_millis(&self) -> u64 {
        match self.compared().anchor {
            Some(anchor) => anchor.at(self.machine.monotonic()),
            None => self.machine.now_millis(),
        }
    }

    fn monotonic(&self) -> Duration {
        self.machine.monotonic()
    }

    fn timer(&self) -> Arc<dyn Timer> {
        self.machine.timer()
    }

    fn is_trusted(&self) -> bool {
        self.compared().gap == ClockGap::Small
    }

    fn compare(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            match self.ask().await {
                Ok(Some(apart)) => self.note(apart),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the database's calendar cannot be read"),
            }
        })
    }
}

/// What both calendars showed.
#[derive(Clone, Copy)]
struct CalendarDifference {
    machine: u64,
    database: u64,
    /// The readings between which the database was asked.
    asked: (Duration, Duration),
}

impl CalendarDifference {
    fn gap(self) -> ClockGap {
        ClockGap::of(self.machine.abs_diff(self.database))
    }
}

impl From<CalendarDifference> for CalendarError {
    fn from(CalendarDifference { machine, database, .. }: CalendarDifference) -> Self {
        Self::Database { machine: shown(machine), database: shown(database) }
    }
}

/// An instant as the operator reads it.
fn shown(millis: u64) -> String {
    let instant = i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    instant.map_or_else(
        || format!("{millis} ms after 1970"),
        |at| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
    )
}
