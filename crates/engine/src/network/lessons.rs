//! Positions as a network sees them while it learns, and what they are worth: what looking ahead has found in games, or what is
//! counted by hand. Not here: how it learns from them (`learning`).

use adoube_rules::{BoardSearch, MoveList, Position, SearchMove, Side, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::inputs::Inputs;
use crate::chances::{SCALE, likely};
use crate::evaluation::Evaluation;
use crate::tuning::Row;
use crate::values::Values;

/// Half-moves at most that lead away from a position of a game, without a thought.
const AWAY: u64 = 3;

/// Positions and what they are worth.
pub(crate) struct Lessons {
    /// Where each one's inputs begin: those of the side to move, then as many of the other side's.
    starts: Vec<usize>,
    seen: Vec<u16>,
    worth: Vec<Lesson>,
}

/// What a position is worth.
pub(crate) struct Lesson {
    /// What the pieces add for the side to move, in units of [`SCALE`].
    pub(crate) pieces: f32,
    /// Points that the side to move can expect, up to 1.
    pub(crate) points: f32,
    pub(crate) stage: usize,
}

impl Default for Lessons {
    fn default() -> Self {
        Self { starts: vec![0], seen: Vec::new(), worth: Vec::new() }
    }
}

impl Lessons {
    pub(crate) const fn len(&self) -> usize {
        self.worth.len()
    }

    pub(crate) fn lesson(&self, number: usize) -> &Lesson {
        &self.worth[number]
    }

    /// The inputs of the side to move and those of the other one.
    pub(crate) fn views(&self, number: usize) -> [&[u16]; 2] {
        let seen = &self.seen[self.starts[number]..self.starts[number + 1]];
        let (own, other) = seen.split_at(seen.len() / 2);
        [own, other]
    }

    pub(crate) fn clear(&mut self) {
        self.starts.truncate(1);
        self.seen.clear();
        self.worth.clear();
    }
}

/// Says what positions of a game's boards are worth.
pub(crate) struct Teacher {
    variant: Variant,
    evaluation: Evaluation,
    inputs: Inputs,
    list: MoveList,
}

impl Teacher {
    /// None for a game without a board.
    pub(crate) fn of(variant: Variant) -> Option<Self> {
        let mut evaluation = Evaluation::of(variant, Values::known());
        evaluation.prepare(&Position::start(variant));
        Some(Self { variant, evaluation, inputs: Inputs::of_game(variant)?, list: MoveList::new() })
    }

    pub(crate) const fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The board of a row; none if it cannot be read or has pieces that a network does not know.
    fn board(&self, row: &Row) -> Option<BoardSearch> {
        let board = BoardSearch::of(&Position::parse(self.variant, &row.position).ok()?)?;
        let knows = board.pieces().all(|(_, piece)| self.inputs.knows(piece.kind));
        knows.then_some(board)
    }

    /// Adds what the row says, if that can be learnt.
    pub(crate) fn add(&self, lessons: &mut Lessons, row: &Row) {
        let Some(board) = self.board(row) else { return };
        let white = row.expected();
        self.note(lessons, &board, if board.side_to_move() == Side::White { white } else { 1.0 - white });
    }

    /// Adds a position a few half-moves from that of the row, and what is counted there by hand.
    pub(crate) fn add_near(&mut self, lessons: &mut Lessons, row: &Row, random: &mut ChaCha8Rng) {
        let Some(mut board) = self.board(row) else { return };
        for _ in 0..random.next_u64() % (AWAY + 1) {
            let Some(made) = self.some_move(&mut board, random) else { return };
            board.make(made);
        }
        if !board.in_check() {
            let judged = self.evaluation.judge(self.evaluation.sum(&board), &board);
            self.note(lessons, &board, likely(judged as f32 / SCALE));
        }
    }

    /// A move as a search tries them: what takes something more often than chance would have it.
    fn some_move(&mut self, board: &mut BoardSearch, random: &mut ChaCha8Rng) -> Option<SearchMove> {
        board.fill_tactical(&mut self.list);
        if self.list.is_empty() || random.next_u64().is_multiple_of(2) {
            board.fill_legal(&mut self.list);
        }
        let number = (random.next_u64() as usize).checked_rem(self.list.len())?;
        self.list.iter().nth(number)
    }

    fn note(&self, lessons: &mut Lessons, board: &BoardSearch, points: f32) {
        let to_move = board.side_to_move();
        for side in [to_move, to_move.other()] {
            let is_mirrored = self.inputs.is_mirrored(board.king(side));
            lessons.seen.extend(self.inputs.seen(side, is_mirrored, board).map(|input| input as u16));
        }
        lessons.starts.push(lessons.seen.len());
        lessons.worth.push(Lesson {
            pieces: self.evaluation.sum(board).mean_for(to_move) as f32 / SCALE,
            points,
            stage: self.inputs.stage(board.pieces().count() as i32),
        });
    }
}
