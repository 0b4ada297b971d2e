//! Type of the value of the pace option, a time control or the word for none: parsing, and the time
//! controls that menus offer.

use std::fmt;

use crate::core::game::{DAY, HOUR, MINUTE, TimeControl};

/// The value of the pace option: a time control, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControlWord {
    /// Play with this time control.
    Pace(TimeControl),
    /// Play without a clock.
    None,
}

impl TimeControlWord {
    /// The word for no time control.
    pub const NONE: &'static str = "none";

    /// The time control; `None` if the game has no clock.
    pub fn pace(self) -> Option<TimeControl> {
        match self {
            TimeControlWord::Pace(pace) => Some(pace),
            TimeControlWord::None => None,
        }
    }

    /// Parses the form that is the same in every language: `3d+7d`, `none`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == Self::NONE {
            Some(TimeControlWord::None)
        } else {
            text.parse().ok().map(TimeControlWord::Pace)
        }
    }

    /// Time controls that menus offer, most popular first.
    pub fn offered() -> impl Iterator<Item = TimeControl> {
        let whole =
            [10 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY].map(|span| (span, 0));
        let all = std::iter::once((3 * DAY, 7 * DAY)).chain(whole);
        all.filter_map(|(per_move, reserve)| TimeControl::new(per_move, reserve).ok())
    }
}

impl From<Option<TimeControl>> for TimeControlWord {
    fn from(pace: Option<TimeControl>) -> Self {
        pace.map_or(TimeControlWord::None, TimeControlWord::Pace)
    }
}

impl fmt::Display for TimeControlWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControlWord::Pace(pace) => write!(f, "{pace}"),
            TimeControlWord::None => f.write_str(Self::NONE),
        }
    }
}
