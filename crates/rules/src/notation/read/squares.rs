//! Reads the names of files, ranks and squares in a typed text, as a board or the unbounded grid
//! writes them.

use super::grammar::Grammar;
use crate::Square;
use crate::square::{MAX_FILE_LETTERS, MAX_RANK_DIGITS};

/// The last file of the largest board.
const LAST_BOARD_FILE: char = 'j';
/// Digits of the largest rank of a board.
const MAX_BOARD_DIGITS: usize = 2;

impl Grammar<'_> {
    /// The files that may stand from `at` on. On the grid a file has up to three letters, which may
    /// run into what follows: `ab` is a file, or file a before a file b.
    pub(super) fn files(&self, at: usize) -> Vec<(i32, usize)> {
        if !self.unbounded {
            let letter = self.char_at(at).filter(|c| ('a'..=LAST_BOARD_FILE).contains(c));
            return letter.map(|letter| (letter as i32 - 'a' as i32, at + 1)).into_iter().collect();
        }
        let (negative, start) = self.sign(at);
        let is_letter = |at: &usize| self.char_at(*at).is_some_and(|c| c.is_ascii_lowercase());
        let ends = (start..).take_while(is_letter).take(MAX_FILE_LETTERS).map(|last| last + 1);
        ends.filter_map(|end| Some((self.file_named(start, end, negative)?, end))).collect()
    }

    fn file_named(&self, start: usize, end: usize, negative: bool) -> Option<i32> {
        let letters = self.text.get(start..end)?.iter().map(|glyph| glyph.folded as i32 - 'a' as i32);
        let number = letters.fold(0, |sum, letter| sum * 26 + letter + 1);
        Some(if negative { -number } else { number - 1 })
    }

    pub(super) fn rank(&self, at: usize) -> Option<(i32, usize)> {
        let (negative, start) = if self.unbounded { self.sign(at) } else { (false, at) };
        let most = if self.unbounded { MAX_RANK_DIGITS } else { MAX_BOARD_DIGITS };
        let digit = |at: usize| self.char_at(at).and_then(|c| c.to_digit(10));
        let digits: Vec<u32> = (start..).map_while(digit).take(most + 1).collect();
        let is_zero = digits == [0] && self.unbounded && !negative;
        if digits.is_empty() || digits.len() > most || (digits.first() == Some(&0) && !is_zero) {
            return None;
        }
        let number = digits.iter().fold(0, |sum, digit| sum * 10 + *digit as i32);
        Some((if negative { -number } else { number }, start + digits.len()))
    }

    pub(super) fn square(&self, at: usize) -> Option<(Square, usize)> {
        self.files(at).into_iter().find_map(|(file, after_file)| {
            let (rank, end) = self.rank(after_file)?;
            Some((Square::new(file, rank), end))
        })
    }

    /// Whether a minus stands at `at`, and the place behind it.
    fn sign(&self, at: usize) -> (bool, usize) {
        let negative = self.char_at(at) == Some('-');
        (negative, at + usize::from(negative))
    }
}
