//! By how much positions that follow on the same moves turned out to be worth more or less than they seemed, so that the next
//! ones are judged better. Not here: what a position seems to be worth (`evaluation`), and which move is tried first (`order`).

use super::order::{FOLLOWING, Going};

/// Parts of a hundredth of a pawn that are kept.
const PARTS: i32 = 64;
/// The most that one pair of moves can correct, in hundredths of a pawn.
const MOST: i32 = 120;
/// What a search counts beside what was known: its depth and one, of so many, and no more than that.
const WEIGHTS: (i32, i32) = (256, 16);

/// What was learnt so far.
pub(super) struct Corrections(Vec<i16>);

impl Default for Corrections {
    fn default() -> Self {
        Self(vec![0; FOLLOWING])
    }
}

impl Corrections {
    /// What to add to the worth of a position after these moves, the last one first, in hundredths of a pawn.
    pub(super) fn of(&self, earlier: [Going; 2]) -> i32 {
        places(earlier).into_iter().map(|place| i32::from(self.0[place])).sum::<i32>() / PARTS
    }

    /// A search of that depth has found such a position to be worth so much more than it seemed.
    pub(super) fn learn(&mut self, earlier: [Going; 2], more: i32, depth: i32) {
        let (whole, most) = WEIGHTS;
        let weight = (depth + 1).min(most);
        for place in places(earlier) {
            let known = i32::from(self.0[place]);
            let learnt = known + (more.clamp(-MOST, MOST) * PARTS - known) * weight / whole;
            self.0[place] = learnt as i16;
        }
    }
}

/// Where it is kept what followed on both moves, and on the last one after whatever.
fn places([last, before]: [Going; 2]) -> [usize; 2] {
    [last.after(before), last.after(Going::default())]
}

#[cfg(test)]
mod tests {
    use adoube_rules::{BoardSearch, MoveList, Position, Variant};

    use super::*;

    /// What the first two moves of a game are.
    fn moves() -> [Going; 2] {
        let mut board = BoardSearch::of(&Position::start(Variant::Chess)).expect("a board");
        let mut list = MoveList::new();
        board.fill_legal(&mut list);
        let mut moves = list.iter().map(|made| Going::of(&board, made));
        [moves.next(), moves.next()].map(|going| going.expect("there are twenty"))
    }

    #[test]
    fn what_is_found_again_and_again_is_expected_and_no_more_than_that() {
        let [one, other] = moves();
        let mut corrections = Corrections::default();
        let mut before = 0;
        for _ in 0..400 {
            corrections.learn([one, other], 40, 8);
            let now = corrections.of([one, other]);
            assert!((before..=80).contains(&now), "{before}, then {now}");
            before = now;
        }
        assert!(before > 70, "each of both places comes near to 40: {before}");
        assert!(corrections.of([one, one]) > 30, "the last move alone counts for half");
        assert_eq!(corrections.of([other, one]), 0, "another last move");
        (0..400).for_each(|_| corrections.learn([one, other], -1_000_000, 99));
        let bounds = -2 * MOST..=0;
        assert!(bounds.contains(&corrections.of([one, other])), "{}", corrections.of([one, other]));
    }
}
