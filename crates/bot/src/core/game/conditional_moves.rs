//! Conditional moves: the lines of replies a player has planned for the opponent's moves, how they
//! are added, removed and advanced as moves are made. Only the planner may know them before they
//! are played; `Debug` prints none. Not here: how they are read (`features::conditional_moves`),
//! and when they are played (`gameplay::progress`).

use std::fmt;

use adoube_rules::Side;

/// Upper limit of lines of one player.
pub const MOST_LINES: usize = 10;

/// Upper limit of moves in a line, of both players together.
pub const MOST_PLANNED: usize = 20;

/// A move in a line.
#[derive(Clone, PartialEq, Eq)]
pub struct ConditionalMove {
    /// The move in coordinates.
    pub lan: String,
    /// The move in standard notation.
    pub san: String,
}

/// Moves of both players in turn, from the present position. The last one is the planner's.
#[derive(Clone, PartialEq, Eq)]
pub struct ConditionalLine(pub Vec<ConditionalMove>);

impl ConditionalLine {
    /// A number that identifies the line among the player's lines.
    pub fn mark(&self) -> u64 {
        // FNV-1a: the same in every process.
        let bytes = self.0.iter().flat_map(|planned| planned.lan.bytes().chain([b' ']));
        let mark = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        mark >> 32
    }

    /// Whether this line plans the same or another reply to the same moves of the opponent. Both
    /// lines begin with a move of the opponent.
    fn replaces(&self, other: &Self) -> bool {
        let differ = self.0.iter().zip(&other.0).position(|(one, other)| one.lan != other.lan);
        // Lines that differ in an opponent's move have different conditions.
        differ.is_none_or(|place| place % 2 == 1)
    }
}

/// Lines of both players.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ConditionalMoves {
    /// White's lines.
    pub white: Vec<ConditionalLine>,
    /// Black's lines.
    pub black: Vec<ConditionalLine>,
}

impl ConditionalMoves {
    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }

    /// A player's lines, newest last.
    pub fn of(&self, side: Side) -> &[ConditionalLine] {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut Vec<ConditionalLine> {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Adds a line in place of those for the same moves of the opponent; returns `false` if the
    /// player has too many lines.
    pub fn add(&mut self, side: Side, line: ConditionalLine) -> bool {
        let lines = self.of_mut(side);
        let others = lines.iter().filter(|other| !line.replaces(other)).count();
        if others >= MOST_LINES {
            return false;
        }
        lines.retain(|other| !line.replaces(other));
        lines.push(line);
        true
    }

    /// Removes the line with this mark; returns whether there was one.
    pub fn remove(&mut self, side: Side, mark: u64) -> bool {
        let lines = self.of_mut(side);
        let before = lines.len();
        lines.retain(|line| line.mark() != mark);
        lines.len() < before
    }

    /// Removes all of a player's lines; returns whether there were any.
    pub fn clear(&mut self, side: Side) -> bool {
        !std::mem::take(self.of_mut(side)).is_empty()
    }

    /// Advances all lines by a move that was made, and removes those that planned for another one.
    pub fn advance(&mut self, lan: &str) {
        for lines in [&mut self.white, &mut self.black] {
            lines.retain_mut(|line| {
                let fits = line.0.first().is_some_and(|planned| planned.lan == lan);
                if fits {
                    line.0.remove(0);
                }
                fits && !line.0.is_empty()
            });
        }
    }

    /// The planned move of the side to move.
    pub fn next(&self, to_move: Side) -> Option<&ConditionalMove> {
        self.of(to_move).first().and_then(|line| line.0.first())
    }
}

/// Prints no moves: the output may end up in a log.
impl fmt::Debug for ConditionalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plans").finish_non_exhaustive()
    }
}

/// Prints no moves.
impl fmt::Debug for ConditionalLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedLine").finish_non_exhaustive()
    }
}

/// Prints no move.
impl fmt::Debug for ConditionalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedMove").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> ConditionalLine {
        let planned = |lan: &str| ConditionalMove { lan: lan.to_owned(), san: lan.to_owned() };
        ConditionalLine(text.split(' ').map(planned).collect())
    }

    fn plans(lines: &[&str]) -> ConditionalMoves {
        let mut plans = ConditionalMoves::default();
        for text in lines {
            assert!(plans.add(Side::White, line(text)), "{text}");
        }
        plans
    }

    fn left(plans: &ConditionalMoves) -> Vec<String> {
        let text = |line: &ConditionalLine| {
            line.0.iter().map(|planned| planned.lan.clone()).collect::<Vec<_>>().join(" ")
        };
        plans.white.iter().map(text).collect()
    }

    #[test]
    fn the_same_condition_is_planned_anew() {
        let table: [(&[&str], &[&str]); 6] = [
            (&["a6 b5", "c6 d5"], &["a6 b5", "c6 d5"]),
            (&["a6 b5", "c6 d5", "a6 e4"], &["c6 d5", "a6 e4"]),
            (&["a6 b5", "a6 b5 h6 g4"], &["a6 b5 h6 g4"]),
            (&["a6 b5 h6 g4", "a6 b5"], &["a6 b5"]),
            (&["a6 b5 h6 g4", "a6 b5 h5 g3"], &["a6 b5 h6 g4", "a6 b5 h5 g3"]),
            (&["a6 b5 h6 g4", "a6 b5 h5 g3", "a6 e4"], &["a6 e4"]),
        ];
        for (planned, expected) in table {
            assert_eq!(left(&plans(planned)), expected, "{planned:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_gone() {
        let mut plans = plans(&["a6 b5 h6 g4", "a6 b5 h5 g3", "c6 d5"]);
        plans.advance("a6");
        assert_eq!(left(&plans), ["b5 h6 g4", "b5 h5 g3"]);
        assert_eq!(plans.next(Side::White).map(|planned| planned.lan.as_str()), Some("b5"));
        assert!(plans.next(Side::Black).is_none());
        plans.advance("b5");
        plans.advance("h5");
        assert_eq!(left(&plans), ["g3"]);
        plans.advance("g3");
        assert!(plans.is_empty());
    }

    #[test]
    fn lines_are_few_and_told_apart() {
        let mut plans = ConditionalMoves::default();
        for file in 0..MOST_LINES {
            assert!(plans.add(Side::Black, line(&format!("m{file} a1"))));
        }
        assert!(!plans.add(Side::Black, line("z9 a1")));
        assert!(plans.add(Side::Black, line("m0 a2")), "in place of one");
        let marks: std::collections::HashSet<u64> = plans.black.iter().map(ConditionalLine::mark).collect();
        assert_eq!(marks.len(), MOST_LINES);
        assert!(plans.remove(Side::Black, line("m3 a1").mark()) && !plans.remove(Side::Black, 7));
        assert!(plans.clear(Side::Black) && !plans.clear(Side::Black));
    }

    #[test]
    fn nothing_of_a_plan_is_in_a_log() {
        let plans = plans(&["a6 b5"]);
        let printed = format!("{plans:?} {:?} {:?}", plans.white, plans.next(Side::White));
        assert!(!printed.contains("a6") && !printed.contains("b5"), "{printed}");
    }
}
