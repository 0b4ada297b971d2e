//! Axis of a picture: computes the files (or ranks) that it shows, in order. A board shows all of
//! its own; of an unbounded grid whose pieces lie far apart, long empty stretches are replaced by a
//! break.

use std::collections::BTreeSet;

/// Most lines shown in one direction.
const MAX_LINES: u16 = 255;
/// Width of a break in hundredths of a square.
const BREAK: u16 = 40;

/// What is shown at one place of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisSlot {
    /// A file or rank.
    Line(i32),
    /// Some that are left out.
    Break,
}

impl AxisSlot {
    /// Its width for squares of that side, in pixels.
    pub(crate) fn width(self, square: u16) -> u16 {
        match self {
            Self::Line(_) => square,
            Self::Break => break_width(square),
        }
    }
}

fn break_width(square: u16) -> u16 {
    square * BREAK / 100
}

/// The files or ranks of a picture, from low to high.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardAxis {
    slots: Vec<AxisSlot>,
}

impl BoardAxis {
    /// Every line from `low` to `high`; `None` when they are too many.
    pub(crate) fn whole(low: i32, high: i32) -> Option<Self> {
        Self::folded(low, high, &BTreeSet::new(), u64::MAX)
    }

    /// The lines from `low` to `high` without the stretches of more than `longest` lines none of which is `kept`.
    fn folded(low: i32, high: i32, kept: &BTreeSet<i32>, longest: u64) -> Option<Self> {
        let mut axis = Self::default();
        let mut next = i64::from(low);
        for stop in kept.range(low..=high).map(|line| i64::from(*line)).chain([i64::from(high) + 1]) {
            let gap = u64::try_from(stop - next).unwrap_or(0);
            if gap > longest {
                axis.slots.push(AxisSlot::Break);
            } else if gap > u64::from(MAX_LINES) {
                return None;
            } else {
                // The lines lie between two of the window, so they are numbers of 32 bits.
                axis.slots.extend((next..stop).map(|line| AxisSlot::Line(line as i32)));
            }
            if stop <= i64::from(high) {
                axis.slots.push(AxisSlot::Line(stop as i32));
            }
            next = stop + 1;
        }
        (axis.slots.len() <= usize::from(MAX_LINES)).then_some(axis)
    }

    /// The ways to show an unbounded direction, from everything to the least: longer and longer empty stretches are
    /// left out, first those that are far from everything `occupied`, in the end all that is empty. The two outermost
    /// lines are always shown.
    pub(crate) fn foldings(low: i32, high: i32, occupied: &BTreeSet<i32>) -> impl Iterator<Item = Self> {
        let ends = [low, high];
        let tight: BTreeSet<i32> = occupied.iter().copied().chain(ends).collect();
        let beside = |line: i32| [line.saturating_sub(1), line, line.saturating_add(1)];
        let near: BTreeSet<i32> = occupied.iter().flat_map(|line| beside(*line)).chain(ends).collect();
        // Leaving out a single line gains little and costs a break.
        let mut lengths: BTreeSet<u64> = gaps(low, high, &near).into_iter().filter(|gap| *gap > 1).collect();
        lengths.insert(u64::MAX);
        let near = lengths
            .into_iter()
            .rev()
            .map(move |gap| Self::folded(low, high, &near, if gap == u64::MAX { gap } else { gap - 1 }));
        near.chain([1, 0].into_iter().map(move |longest| Self::folded(low, high, &tight, longest))).flatten()
    }

    /// What is shown, from low to high.
    pub(crate) fn slots(&self) -> impl DoubleEndedIterator<Item = AxisSlot> + ExactSizeIterator {
        self.slots.iter().copied()
    }

    /// Its length for squares of that side, in pixels.
    pub(crate) fn length(&self, square: u16) -> u32 {
        self.slots().map(|slot| u32::from(slot.width(square))).sum()
    }
}

/// The lengths of the stretches between the lines of `kept`.
fn gaps(low: i32, high: i32, kept: &BTreeSet<i32>) -> Vec<u64> {
    let lines: Vec<i64> = kept.range(low..=high).map(|line| i64::from(*line)).collect();
    lines.windows(2).filter_map(|pair| u64::try_from(pair[1] - pair[0] - 1).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `3 4 5 | 9`: lines, and bars for breaks.
    fn text(axis: &BoardAxis) -> String {
        let words: Vec<String> = axis
            .slots()
            .map(|slot| match slot {
                AxisSlot::Line(line) => line.to_string(),
                AxisSlot::Break => "|".to_owned(),
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn the_longest_empty_stretches_are_left_out_first() {
        let occupied = BTreeSet::from([1, 7, 17]);
        let foldings: Vec<String> = BoardAxis::foldings(0, 18, &occupied).map(|axis| text(&axis)).collect();
        let wanted = [
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18",
            "0 1 2 3 4 5 6 7 8 | 16 17 18",
            "0 1 2 | 6 7 8 | 16 17 18",
            "0 1 | 7 | 17 18",
            "0 1 | 7 | 17 18",
        ];
        assert_eq!(foldings, wanted);
    }

    #[test]
    fn a_single_empty_line_is_left_out_last() {
        let foldings: Vec<String> =
            BoardAxis::foldings(0, 4, &BTreeSet::from([1, 3])).map(|axis| text(&axis)).collect();
        assert_eq!(foldings, ["0 1 2 3 4", "0 1 2 3 4", "0 1 | 3 4"]);
    }

    #[test]
    fn what_is_endless_is_folded_and_never_counted_out() {
        let occupied = BTreeSet::from([i32::MIN, 0, i32::MAX]);
        let foldings: Vec<BoardAxis> = BoardAxis::foldings(i32::MIN, i32::MAX, &occupied).collect();
        assert!(foldings.iter().all(|axis| axis.slots.len() < 10));
        assert_eq!(BoardAxis::whole(i32::MIN, i32::MAX), None);
        assert_eq!(BoardAxis::whole(1, 300), None);
        assert_eq!(BoardAxis::whole(1, 8).map(|axis| axis.slots.len()), Some(8));
    }
}
