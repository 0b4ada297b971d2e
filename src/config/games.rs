//! The sections `[games]` and `[computer]`. Not here: what the service does with them.

use std::num::NonZero;

use adoube_service::{ComputerSettings, Level};
use serde::{Deserialize, Deserializer};

/// The most days of vacation there can be in a year.
const MOST_VACATION_DAYS: u64 = 60;

/// What holds for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GamesConfig {
    /// How many days of vacation a person has in any 365 days: 0 to 60.
    #[serde(deserialize_with = "vacation_days")]
    pub vacation_days: u64,
}

impl Default for GamesConfig {
    fn default() -> Self {
        Self { vacation_days: 28 }
    }
}

fn vacation_days<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let days = u64::deserialize(from)?;
    if days > MOST_VACATION_DAYS {
        let most = format!("{days} days of vacation are more than {MOST_VACATION_DAYS}");
        return Err(serde::de::Error::custom(most));
    }
    Ok(days)
}

/// The computer as an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComputerConfig {
    /// Whether it plays at all.
    pub enabled: bool,
    /// How many threads think; all cores but one when absent.
    pub threads: Option<NonZero<usize>>,
    /// How strong it plays where nobody says it: 1 to 10.
    #[serde(deserialize_with = "level")]
    pub level: Level,
}

impl Default for ComputerConfig {
    fn default() -> Self {
        let ComputerSettings { enabled, level, .. } = ComputerSettings::default();
        Self { enabled, threads: None, level }
    }
}

impl ComputerConfig {
    /// The same as the service takes it.
    pub fn settings(&self) -> ComputerSettings {
        let Self { enabled, threads, level } = *self;
        let threads = threads.unwrap_or(ComputerSettings::default().threads);
        ComputerSettings { enabled, threads, level }
    }
}

fn level<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
    let number = u8::deserialize(from)?;
    Level::new(number)
        .ok_or_else(|| serde::de::Error::custom(format!("there is no level {number}, only 1 to 10")))
}
