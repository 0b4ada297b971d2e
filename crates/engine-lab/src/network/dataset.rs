//! Positions as a network sees them while it learns, and what they are worth: what looking ahead has found in games, or what is
//! counted by hand. Not here: how it learns from them (`learning`).

use adoube_engine::evaluation::Evaluation;
use adoube_engine::nnue::input_map::InputMap;
use adoube_engine::piece_values::PieceValues;
use adoube_engine::win_probability::{SCALE, expected_score};
use adoube_rules::{BoardSearch, MoveList, Position, SearchMove, Side, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::weights::game_sample::GameSample;

/// Half-moves at most that lead away from a position of a game, without a thought.
const MAX_RANDOM_PLIES: u64 = 3;

/// Positions and what they are worth.
pub(crate) struct TrainingSet {
    /// Where each one's inputs begin: those of the side to move, then as many of the other side's.
    starts: Vec<usize>,
    active_inputs: Vec<u16>,
    positions: Vec<TrainingPosition>,
}

/// What a position is worth.
pub(crate) struct TrainingPosition {
    /// What the pieces add for the side to move, in units of [`SCALE`].
    pub(crate) piece_score: f32,
    /// Points that the side to move can expect, up to 1.
    pub(crate) target: f32,
    pub(crate) output_bucket: usize,
}

impl Default for TrainingSet {
    fn default() -> Self {
        Self { starts: vec![0], active_inputs: Vec::new(), positions: Vec::new() }
    }
}

impl TrainingSet {
    pub(crate) const fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn position(&self, number: usize) -> &TrainingPosition {
        &self.positions[number]
    }

    /// The inputs of the side to move and those of the other one.
    pub(crate) fn active_inputs(&self, number: usize) -> [&[u16]; 2] {
        let seen = &self.active_inputs[self.starts[number]..self.starts[number + 1]];
        let (own, other) = seen.split_at(seen.len() / 2);
        [own, other]
    }

    pub(crate) fn clear(&mut self) {
        self.starts.truncate(1);
        self.active_inputs.clear();
        self.positions.clear();
    }
}

/// Says what positions of a game's boards are worth.
pub(crate) struct TrainingTarget {
    variant: Variant,
    evaluation: Evaluation,
    input_map: InputMap,
    list: MoveList,
}

impl TrainingTarget {
    /// None for a game without a board.
    pub(crate) fn new(variant: Variant) -> Option<Self> {
        let mut evaluation = Evaluation::of(variant, PieceValues::built_in());
        evaluation.prepare(&Position::start(variant));
        Some(Self { variant, evaluation, input_map: InputMap::new(variant)?, list: MoveList::new() })
    }

    pub(crate) const fn input_map(&self) -> &InputMap {
        &self.input_map
    }

    /// The board of a row; none if it cannot be read or has pieces that a network does not know.
    fn board(&self, row: &GameSample) -> Option<BoardSearch> {
        let board = BoardSearch::of(&Position::parse(self.variant, &row.position).ok()?)?;
        let knows = board.pieces().all(|(_, piece)| self.input_map.supports(piece.kind));
        knows.then_some(board)
    }

    /// Adds what the row says, if that can be learnt.
    pub(crate) fn add_game_position(&self, lessons: &mut TrainingSet, row: &GameSample) {
        let Some(board) = self.board(row) else { return };
        let white = row.target();
        self.push_position(
            lessons,
            &board,
            if board.side_to_move() == Side::White { white } else { 1.0 - white },
        );
    }

    /// Adds a position a few half-moves from that of the row, and what is counted there by hand.
    pub(crate) fn add_nearby_position(
        &mut self,
        lessons: &mut TrainingSet,
        row: &GameSample,
        random: &mut ChaCha8Rng,
    ) {
        let Some(mut board) = self.board(row) else { return };
        for _ in 0..random.next_u64() % (MAX_RANDOM_PLIES + 1) {
            let Some(made) = self.random_move(&mut board, random) else { return };
            board.make(made);
        }
        if !board.in_check() {
            let judged = self.evaluation.evaluate(self.evaluation.full_update(&board), &board);
            self.push_position(lessons, &board, expected_score(judged as f32 / SCALE));
        }
    }

    /// A move as a search tries them: what takes something more often than chance would have it.
    fn random_move(&mut self, board: &mut BoardSearch, random: &mut ChaCha8Rng) -> Option<SearchMove> {
        board.fill_tactical(&mut self.list);
        if self.list.is_empty() || random.next_u64().is_multiple_of(2) {
            board.fill_legal(&mut self.list);
        }
        let number = (random.next_u64() as usize).checked_rem(self.list.len())?;
        self.list.iter().nth(number)
    }

    fn push_position(&self, lessons: &mut TrainingSet, board: &BoardSearch, points: f32) {
        let to_move = board.side_to_move();
        for side in [to_move, to_move.other()] {
            let is_mirrored = self.input_map.is_mirrored(board.king(side));
            lessons
                .active_inputs
                .extend(self.input_map.active_inputs(side, is_mirrored, board).map(|input| input as u16));
        }
        lessons.starts.push(lessons.active_inputs.len());
        lessons.positions.push(TrainingPosition {
            piece_score: self.evaluation.full_update(board).mean_for(to_move) as f32 / SCALE,
            target: points,
            output_bucket: self.input_map.output_bucket(board.pieces().count() as i32),
        });
    }
}
