//! Time control of a game: the time per move and the reserve, its text (`3d+7d`) read and written
//! within bounds, and the flag rule. Not here: how much time is left (`game_clock`), and its words
//! in a language.

use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

/// A minute, in milliseconds.
pub const MINUTE: u64 = 60 * 1000;
/// An hour, in milliseconds.
pub const HOUR: u64 = 60 * MINUTE;
/// A day, in milliseconds: 24 hours, also when daylight saving time changes.
pub const DAY: u64 = 24 * HOUR;

/// Shortest time per move, if not zero, and shortest total, in milliseconds.
const SHORTEST: u64 = 5 * MINUTE;
/// Longest time per move, in milliseconds.
const LONGEST_MOVE: u64 = 30 * DAY;
/// Largest reserve, in milliseconds.
const LARGEST_RESERVE: u64 = 60 * DAY;

/// Time control: a time per move, new at every turn, and a reserve for the whole game, from which
/// longer turns take. Both in milliseconds, whole minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    per_move: u64,
    reserve: u64,
}

/// Why a time control is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControlError {
    /// Less than five minutes per move, or in all.
    #[error("less than five minutes")]
    TooShort,
    /// More than 30 days per move.
    #[error("more than 30 days for a move")]
    MoveTooLong,
    /// More than 60 days in reserve.
    #[error("more than 60 days in reserve")]
    ReserveTooLarge,
}

impl TimeControl {
    /// A time control of these milliseconds per move and in reserve; parts of minutes are dropped.
    ///
    /// # Errors
    ///
    /// [`TimeControlError`]: allowed are 0 or 5 minutes to 30 days per move, up to 60 days in
    /// reserve, and at least 5 minutes in all.
    pub fn new(per_move: u64, reserve: u64) -> Result<Self, TimeControlError> {
        let (per_move, reserve) = (per_move - per_move % MINUTE, reserve - reserve % MINUTE);
        if per_move > LONGEST_MOVE {
            return Err(TimeControlError::MoveTooLong);
        }
        if reserve > LARGEST_RESERVE {
            return Err(TimeControlError::ReserveTooLarge);
        }
        if per_move + reserve < SHORTEST || (1..SHORTEST).contains(&per_move) {
            return Err(TimeControlError::TooShort);
        }
        Ok(Self { per_move, reserve })
    }

    /// Time per move, in milliseconds.
    pub fn per_move(self) -> u64 {
        self.per_move
    }

    /// Initial reserve, in milliseconds.
    pub fn reserve(self) -> u64 {
        self.reserve
    }

    /// Whether vacations stop this clock and protection adds time to it: if the time per move, or
    /// the reserve where there is none, is at least a day.
    pub fn is_of_days(self) -> bool {
        let span = if self.per_move == 0 { self.reserve } else { self.per_move };
        span >= DAY
    }

    /// Time of a fresh turn, for a player who is given one: the time per move, or a day where there
    /// is none.
    pub fn fresh_turn(self) -> u64 {
        if self.per_move == 0 { DAY } else { self.per_move }
    }
}

/// The form in records, which is understood in every language: `3d+7d`, `0+84h`, `10m`.
impl Display for TimeControl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_span(f, self.per_move)?;
        if self.reserve > 0 {
            f.write_str("+")?;
            write_span(f, self.reserve)?;
        }
        Ok(())
    }
}

/// Reads the form of `Display`; the parser reads words of other languages.
impl FromStr for TimeControl {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (per_move, reserve) = text.split_once('+').unwrap_or((text, "0"));
        let read = Self::new(read_span(per_move).ok_or(())?, read_span(reserve).ok_or(())?);
        read.map_err(|_| ())
    }
}

/// `3d`, or a bare `0`.
fn read_span(text: &str) -> Option<u64> {
    if text == "0" {
        return Some(0);
    }
    let mut units = [('d', DAY), ('h', HOUR), ('m', MINUTE)].into_iter();
    let (number, millis) = units.find_map(|(letter, millis)| Some((text.strip_suffix(letter)?, millis)))?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse::<u64>().ok().filter(|_| digits)?.checked_mul(millis)
}

fn write_span(f: &mut Formatter<'_>, millis: u64) -> fmt::Result {
    match millis {
        0 => f.write_str("0"),
        days if days % DAY == 0 => write!(f, "{}d", days / DAY),
        hours if hours % HOUR == 0 => write!(f, "{}h", hours / HOUR),
        minutes => write!(f, "{}m", minutes / MINUTE),
    }
}

/// What happens when a player's flag falls and the opponent could win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FlagRule {
    /// The opponent is asked first: the win, or one more turn.
    #[default]
    Ask,
    /// The game is lost at once.
    Strict,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold() {
        let table = [
            (0, 84 * HOUR, Ok("0+84h")),
            (3 * DAY, 7 * DAY, Ok("3d+7d")),
            (10 * MINUTE + 59_999, 0, Ok("10m")),
            (36 * HOUR, 90 * MINUTE, Ok("36h+90m")),
            (30 * DAY, 60 * DAY, Ok("30d+60d")),
            (0, 5 * MINUTE, Ok("0+5m")),
            (0, 5 * MINUTE - 1, Err(TimeControlError::TooShort)),
            (MINUTE, DAY, Err(TimeControlError::TooShort)),
            (31 * DAY, 0, Err(TimeControlError::MoveTooLong)),
            (DAY, 61 * DAY, Err(TimeControlError::ReserveTooLarge)),
            (u64::MAX, u64::MAX, Err(TimeControlError::MoveTooLong)),
        ];
        for (per_move, reserve, expected) in table {
            let pace = TimeControl::new(per_move, reserve).map(|pace| pace.to_string());
            assert_eq!(pace.as_deref(), expected.as_ref().copied(), "{per_move}+{reserve}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["3d+7d", "0+84h", "10m", "36h+90m", "1h"] {
            assert_eq!(text.parse::<TimeControl>().map(|pace| pace.to_string()).as_deref(), Ok(text));
        }
        for text in
            ["", "0", "3", "3d+", "+7d", "-3d", "3 d", "1m", "31d", "3d+7d+1d", "99999999999999999999d"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(()), "{text}");
        }
    }

    #[test]
    fn vacation_is_for_paces_of_days() {
        for (text, is_of_days) in [
            ("1d", true),
            ("3d+7d", true),
            ("0+84h", true),
            ("0+24h", true),
            ("23h+60d", false),
            ("10m", false),
            ("0+5m", false),
        ] {
            assert_eq!(text.parse().map(TimeControl::is_of_days), Ok(is_of_days), "{text}");
        }
    }

    #[test]
    fn whoever_has_no_time_for_a_move_is_given_a_day() {
        let given = |per_move, reserve| TimeControl::new(per_move, reserve).map(TimeControl::fresh_turn);
        assert_eq!((given(0, DAY), given(2 * HOUR, 0)), (Ok(DAY), Ok(2 * HOUR)));
    }
}
