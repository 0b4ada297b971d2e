//! The sections `[games]` and `[computer]` of the configuration.

use std::{num::NonZero, ops::RangeInclusive};

use adoube_bot::{ComputerSettings, StrengthLevel};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The most days of vacation in a year.
const MAX_VACATION_DAYS: u64 = 60;

/// Settings of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GamesConfig {
    /// Days of vacation of a person within 365 days: 0 to 60.
    #[serde(deserialize_with = "vacation_days")]
    pub vacation_days: u64,
}

impl Default for GamesConfig {
    fn default() -> Self {
        Self { vacation_days: 28 }
    }
}

fn vacation_days<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    within(from, 0..=MAX_VACATION_DAYS)
}

/// Reads a whole number in a range. The error names the range.
pub(super) fn within<'de, D: Deserializer<'de>>(
    from: D,
    range: RangeInclusive<u64>,
) -> Result<u64, D::Error> {
    let number = u64::deserialize(from).ok().filter(|number| range.contains(number));
    let (least, most) = range.into_inner();
    number.ok_or_else(|| D::Error::custom(format!("it is a whole number from {least} to {most}")))
}

/// Settings of the computer as an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComputerConfig {
    /// Whether it plays at all.
    pub enabled: bool,
    /// Threads of the engine; all cores but one without it.
    pub threads: Option<NonZero<usize>>,
    /// The strength level where a challenge names none: 1 to 10.
    #[serde(deserialize_with = "level", serialize_with = "number")]
    pub level: StrengthLevel,
}

impl Default for ComputerConfig {
    fn default() -> Self {
        let ComputerSettings { enabled, level, .. } = ComputerSettings::default();
        Self { enabled, threads: None, level }
    }
}

impl ComputerConfig {
    /// The settings as the bot takes them.
    pub fn settings(&self) -> ComputerSettings {
        let Self { enabled, threads, level } = *self;
        let threads = threads.unwrap_or(ComputerSettings::default().threads);
        ComputerSettings { enabled, threads, level }
    }
}

fn level<'de, D: Deserializer<'de>>(from: D) -> Result<StrengthLevel, D::Error> {
    let best = u64::from(StrengthLevel::BEST.number());
    let number = within(from, 1..=best)?;
    u8::try_from(number)
        .ok()
        .and_then(StrengthLevel::new)
        .ok_or_else(|| D::Error::custom("there is no such level"))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn number<S: Serializer>(level: &StrengthLevel, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u8(level.number())
}
