//! Makes the 960 start arrays of Chess960 by their usual numbers.

use super::fixed;
use crate::{Position, Variant};

/// The number of arrays.
const ARRAYS: u16 = 960;
/// The squares of the two Knights among the five left empty by Bishops and Queen, for each of the ten ways.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position {
    /// The Chess960 start position with that number, 0 to 959 in the usual numbering (518 is the array of chess);
    /// none for larger numbers.
    pub fn start_960(number: u16) -> Option<Self> {
        (number < ARRAYS).then(|| {
            let white = first_rank(number.into());
            let black = white.to_ascii_lowercase();
            fixed(Variant::Chess960, &format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"))
        })
    }
}

/// White's first rank. From the lowest digit up, the number encodes the squares of the light and
/// the dark Bishop, the Queen and the Knights; Rook, King, Rook fill the rest.
fn first_rank(number: usize) -> String {
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some('B');
    rank[number / 4 % 4 * 2] = Some('B');
    put_in_gap(&mut rank, number / 16 % 6, 'Q');
    let (first, second) = KNIGHTS[number / 96];
    put_in_gap(&mut rank, second, 'N');
    put_in_gap(&mut rank, first, 'N');
    "RKR".chars().for_each(|piece| put_in_gap(&mut rank, 0, piece));
    rank.into_iter().flatten().collect()
}

fn put_in_gap(rank: &mut [Option<char>], gap: usize, piece: char) {
    if let Some(place) = rank.iter_mut().filter(|place| place.is_none()).nth(gap) {
        *place = Some(piece);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn known_numbers_give_their_arrays() {
        // The numbers of the usual table: its first, the array of chess, its last.
        for (number, rank) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
            assert_eq!(first_rank(number), rank);
        }
    }

    #[test]
    fn all_numbers_give_different_valid_arrays() {
        let texts: HashSet<_> =
            (0..ARRAYS).map(|number| Position::start_960(number).expect("an array").to_string()).collect();
        assert_eq!(texts.len(), usize::from(ARRAYS));
        assert!(Position::start_960(ARRAYS).is_none());
    }
}
