//! Correction history: the mean difference of search score and static evaluation after the same
//! last moves, which is added to the static evaluation.
//!
//! Not here: the static evaluation itself (`evaluation`) and the history of moves (`move_history`).

use super::move_history::{CONTINUATION_SIZE, PieceToSquare};

/// Fixed-point scale: parts of a centipawn.
const SCALE: i32 = 64;
/// Greatest correction of one entry, in centipawns.
const MAX_CORRECTION: i32 = 120;
/// Weight of a search: its depth plus one, at most `MAX_WEIGHT`, of `WEIGHT_SCALE`.
const WEIGHT_SCALE: i32 = 256;
const MAX_WEIGHT: i32 = 16;

/// Corrections by a hash of the last moves.
pub(super) struct CorrectionHistory(Vec<i16>);

impl Default for CorrectionHistory {
    fn default() -> Self {
        Self(vec![0; CONTINUATION_SIZE])
    }
}

impl CorrectionHistory {
    /// Correction in centipawns after these moves, the last one first.
    pub(super) fn correction(&self, previous: [PieceToSquare; 2]) -> i32 {
        slots(previous).into_iter().map(|slot| i32::from(self.0[slot])).sum::<i32>() / SCALE
    }

    /// Moves the entries towards the difference in centipawns that a search of that depth has
    /// found.
    pub(super) fn update(&mut self, previous: [PieceToSquare; 2], difference: i32, depth: i32) {
        let weight = (depth + 1).min(MAX_WEIGHT);
        for slot in slots(previous) {
            let old = i32::from(self.0[slot]);
            let new = old
                + (difference.clamp(-MAX_CORRECTION, MAX_CORRECTION) * SCALE - old) * weight / WEIGHT_SCALE;
            self.0[slot] = new as i16;
        }
    }
}

/// Entries of both moves together, and of the last one alone.
fn slots([last, before]: [PieceToSquare; 2]) -> [usize; 2] {
    [last.continuation_slot(before), last.continuation_slot(PieceToSquare::default())]
}

#[cfg(test)]
mod tests {
    use adoube_rules::{BoardSearch, MoveList, Position, Variant};

    use super::*;

    /// The first two moves of the start position.
    fn moves() -> [PieceToSquare; 2] {
        let mut board = BoardSearch::of(&Position::start(Variant::Chess)).expect("a board");
        let mut list = MoveList::new();
        board.generate_legal(&mut list);
        let mut moves = list.iter().map(|made| PieceToSquare::of(&board, made));
        [moves.next(), moves.next()].map(|going| going.expect("there are twenty"))
    }

    #[test]
    fn what_is_found_again_and_again_is_expected_and_no_more_than_that() {
        let [one, other] = moves();
        let mut history = CorrectionHistory::default();
        let mut before = 0;
        for _ in 0..400 {
            history.update([one, other], 40, 8);
            let now = history.correction([one, other]);
            assert!((before..=80).contains(&now), "{before}, then {now}");
            before = now;
        }
        assert!(before > 70, "each of both places comes near to 40: {before}");
        assert!(history.correction([one, one]) > 30, "the last move alone counts for half");
        assert_eq!(history.correction([other, one]), 0, "another last move");
        (0..400).for_each(|_| history.update([one, other], -1_000_000, 99));
        let bounds = -2 * MAX_CORRECTION..=0;
        assert!(bounds.contains(&history.correction([one, other])), "{}", history.correction([one, other]));
    }
}
