//! Squares by signed coordinates, and their names (`e4`, `-ab-14`), written and read. Which squares
//! a game has is its [`Region`](crate::Region).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Letters in a file name at most: `zzz` is file 18 277.
pub(crate) const MAX_FILE_LETTERS: usize = 3;
/// The last file with a name.
const LAST_FILE: i32 = 18_277;
/// Digits in a rank at most.
pub(crate) const MAX_RANK_DIGITS: usize = 6;
/// The last rank with a name.
const LAST_RANK: i32 = 999_999;

/// A square. Any pair of numbers is one; the region of a game decides whether it is on the board.
///
/// Names are a file in letters and a rank in digits: `e4`, `aa12`; files left of `a` are `-a`, `-b`, …, and ranks may
/// be zero or negative: `-b12`, `m-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// File: `a` is 0, `b` is 1, `-a` is −1.
    pub file: i32,
    /// Rank as shown: the first rank is 1.
    pub rank: i32,
}

impl Square {
    /// The square on a file (0 is `a`) and rank (as shown).
    pub const fn new(file: i32, rank: i32) -> Self {
        Self { file, rank }
    }

    /// The square so many files to the right and ranks up. The numbers saturate far outside every
    /// game.
    #[must_use]
    pub const fn offset(self, files: i32, ranks: i32) -> Self {
        Self::new(self.file.saturating_add(files), self.rank.saturating_add(ranks))
    }

    /// Whether it has a name that can be read back. No piece goes to a square without one.
    pub const fn has_name(self) -> bool {
        -LAST_FILE - 1 <= self.file
            && self.file <= LAST_FILE
            && -LAST_RANK <= self.rank
            && self.rank <= LAST_RANK
    }

    /// The name of a file, as on the edge of a board: 0 is `a`, 26 is `aa`, −1 is `-a`.
    pub fn file_name(file: i32) -> String {
        let (sign, mut rest) = if file < 0 { ("-", -i64::from(file) - 1) } else { ("", i64::from(file)) };
        let mut letters = Vec::new();
        loop {
            letters.push(char::from(b'a' + (rest % 26) as u8));
            rest = rest / 26 - 1;
            if rest < 0 {
                break;
            }
        }
        sign.chars().chain(letters.into_iter().rev()).collect()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::file_name(self.file), self.rank)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the name of a square")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a square's name: at most three file letters and six rank digits, lower case, no leading zeros.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        SquareReader { rest: text }.whole().ok_or_else(|| SquareError(text.chars().take(20).collect()))
    }
}

/// Reads a square's name from the front of a text.
struct SquareReader<'a> {
    rest: &'a str,
}

impl<'a> SquareReader<'a> {
    fn whole(mut self) -> Option<Square> {
        let file = self.file()?;
        let rank = self.rank()?;
        self.rest.is_empty().then_some(Square::new(file, rank))
    }

    fn minus(&mut self) -> bool {
        let rest = self.rest.strip_prefix('-');
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take_while(&mut self, wanted: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn file(&mut self) -> Option<i32> {
        let negative = self.minus();
        let letters = self.take_while(|c| c.is_ascii_lowercase());
        if letters.is_empty() || letters.len() > MAX_FILE_LETTERS {
            return None;
        }
        let number = letters.bytes().fold(0, |sum, letter| sum * 26 + i32::from(letter - b'a') + 1);
        Some(if negative { -number } else { number - 1 })
    }

    fn rank(&mut self) -> Option<i32> {
        let negative = self.minus();
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() || digits.len() > MAX_RANK_DIGITS {
            return None;
        }
        if digits.starts_with('0') && (digits.len() > 1 || negative) {
            return None;
        }
        let number: i32 = digits.parse().ok()?;
        Some(if negative { -number } else { number })
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_agree() {
        let table = [
            ("a1", 0, 1),
            ("e4", 4, 4),
            ("j10", 9, 10),
            ("z0", 25, 0),
            ("aa-3", 26, -3),
            ("zz1", 701, 1),
            ("aaa1", 702, 1),
            ("-a5", -1, 5),
            ("-z5", -26, 5),
            ("-aa-12", -27, -12),
            ("m123456", 12, 123_456),
        ];
        for (name, file, rank) in table {
            assert_eq!(name.parse(), Ok(Square::new(file, rank)), "{name}");
            assert_eq!(Square::new(file, rank).to_string(), name);
        }
    }

    #[test]
    fn exactly_the_squares_with_names_can_be_read() {
        let files = [-18_280, -18_279, -18_278, -18_277, 18_276, 18_277, 18_278, 18_279, i32::MIN, i32::MAX];
        let ranks = [-1_000_000, -999_999, 0, 999_999, 1_000_000, i32::MIN, i32::MAX];
        for file in files {
            for rank in ranks {
                let square = Square::new(file, rank);
                assert_eq!(square.to_string().parse() == Ok(square), square.has_name(), "{square}");
            }
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in
            ["", "e", "4", "E4", "e04", "e-0", "e4 ", "--e4", "aaaa1", "e1234567", "é4", "e4x", "e--4"]
        {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
