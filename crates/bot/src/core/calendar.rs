//! The calendar of the program: a clock that follows the database's calendar where programs share
//! one, carried on between comparisons by a monotonic clock, so a wrong or changed machine calendar
//! does no harm. A program alone on its store follows its machine, whose calendar must not lie
//! before the newest records. Not here: what a calendar jump does to game clocks (`uptime`), and
//! deletion by age (`bot::retention`).

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
    time::Duration,
};

use adoube_store::{Store, StoreError};
use jiff::Timestamp;

use crate::core::{
    clock::{Clock, Timer},
    game::{HOUR, MINUTE},
    records::{Repository, RepositoryError},
};

/// Difference of calendars from which on the bot warns and deletes nothing by age, in milliseconds.
const WARNED: u64 = MINUTE;
/// Difference of calendars from which on the program does not start, in milliseconds.
const REFUSED: u64 = HOUR;
/// Difference to the database's calendar that network delay can explain, in milliseconds.
const NOISE: u64 = 250;
/// Interval at which a lasting difference is logged.
const LOGGED_AGAIN: Duration = Duration::from_millis(HOUR);

/// Why the program does not start with the present calendar.
#[derive(Debug, thiserror::Error)]
pub enum CalendarError {
    /// The machine's calendar differs from that of the shared database.
    #[error(
        "this machine's calendar shows {machine}, but the database's shows {database}: set the wrong one right, or start with --accept-calendar to go by the database's"
    )]
    Database {
        /// The machine's time.
        machine: String,
        /// The database's time.
        database: String,
    },
    /// The machine's calendar lies before the newest records.
    #[error(
        "this machine's calendar shows {machine}, but the newest records are of {newest}: set it right, or, if it is right, start once with --accept-calendar"
    )]
    Records {
        /// The machine's time.
        machine: String,
        /// The time of the newest records.
        newest: String,
    },
    /// The store failed.
    #[error(transparent)]
    Ledger(#[from] RepositoryError),
}

/// Size of the difference between two calendars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ClockGap {
    /// Harmless.
    #[default]
    Small,
    /// The bot warns.
    Warned,
    /// The program does not start.
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

/// The database's time at a monotonic reading of the machine.
#[derive(Clone, Copy)]
struct CalendarAnchor {
    millis: u64,
    reading: Duration,
}

impl CalendarAnchor {
    /// The database's time at another reading.
    fn at(self, reading: Duration) -> u64 {
        let passed = reading.saturating_sub(self.reading).as_millis();
        self.millis.saturating_add(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// Whether a time from the database, asked for between two readings, agrees with the
    /// extrapolated one.
    fn agrees(self, millis: u64, (before, after): (Duration, Duration)) -> bool {
        self.at(before) <= millis.saturating_add(NOISE) && millis <= self.at(after).saturating_add(NOISE)
    }
}

/// Result of the last comparison with the database's calendar.
#[derive(Default)]
struct CalendarComparison {
    anchor: Option<CalendarAnchor>,
    /// The difference of the machine's calendar; `logged` is when it was last logged.
    gap: ClockGap,
    logged: Duration,
}

/// The calendar of the program.
pub struct Calendar {
    machine: Arc<dyn Clock>,
    store: Arc<dyn Store>,
    compared: RwLock<CalendarComparison>,
}

impl Calendar {
    /// The calendar of a program with this store, opened before any write. With `accepts` it opens
    /// with any difference.
    ///
    /// # Errors
    /// The machine's calendar differs from the database's by more than an hour, or lies before the
    /// newest records; or the store fails.
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

    /// Compares with the database's calendar, if it has one.
    async fn ask(&self) -> Result<Option<CalendarDifference>, StoreError> {
        let before = self.machine.monotonic();
        let Some(database) = self.store.now_millis().await? else { return Ok(None) };
        let after = self.machine.monotonic();
        Ok(Some(CalendarDifference { machine: self.machine.now_millis(), database, asked: (before, after) }))
    }

    /// Without another calendar, only a calendar before the newest records can be detected.
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

    /// Follows the database's calendar from now on, and logs a large difference.
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

/// Both calendars at one comparison.
#[derive(Clone, Copy)]
struct CalendarDifference {
    machine: u64,
    database: u64,
    /// The monotonic readings before and after the query.
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

/// An instant in a form for the operator.
fn shown(millis: u64) -> String {
    let instant = i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    instant.map_or_else(
        || format!("{millis} ms after 1970"),
        |at| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
    )
}
