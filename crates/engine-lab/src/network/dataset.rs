//! Data set for the training of a network: collects active inputs and targets of positions, from
//! the search and results of games or from the hand-crafted evaluation.
//!
//! Not here: how the network is trained on them (`trainer`).

use adoube_engine::evaluation::Evaluation;
use adoube_engine::nnue::input_map::InputMap;
use adoube_engine::piece_values::PieceValues;
use adoube_engine::win_probability::{SCALE, expected_score};
use adoube_rules::{BoardSearch, MoveList, Position, SearchMove, Side, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::weights::game_sample::GameSample;

/// Greatest number of random plies from a position of a game to a position near it.
const MAX_RANDOM_PLIES: u64 = 3;

/// Positions with their active inputs and targets.
pub(crate) struct TrainingSet {
    /// Where the inputs of each position begin: those of the side to move, then as many of the
    /// other side.
    starts: Vec<usize>,
    active_inputs: Vec<u16>,
    positions: Vec<TrainingPosition>,
}

/// Target of a position.
pub(crate) struct TrainingPosition {
    /// Piece-square score for the side to move, in units of [`SCALE`].
    pub(crate) piece_score: f32,
    /// Expected points of the side to move, up to 1.
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

    /// The active inputs of the side to move and of the other side.
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

/// Computes inputs and targets of positions of a variant.
pub(crate) struct TrainingTarget {
    variant: Variant,
    evaluation: Evaluation,
    input_map: InputMap,
    list: MoveList,
}

impl TrainingTarget {
    /// `None` for a variant without a board.
    pub(crate) fn new(variant: Variant) -> Option<Self> {
        let mut evaluation = Evaluation::of(variant, PieceValues::built_in());
        evaluation.prepare(&Position::start(variant));
        Some(Self { variant, evaluation, input_map: InputMap::new(variant)?, list: MoveList::new() })
    }

    pub(crate) const fn input_map(&self) -> &InputMap {
        &self.input_map
    }

    /// The board of a sample; `None` if it cannot be read or has pieces without inputs.
    fn board(&self, sample: &GameSample) -> Option<BoardSearch> {
        let board = BoardSearch::of(&Position::parse(self.variant, &sample.position).ok()?)?;
        let knows = board.pieces().all(|(_, piece)| self.input_map.supports(piece.kind));
        knows.then_some(board)
    }

    /// Adds the position of a sample with the target of its game, if it can be learnt from.
    pub(crate) fn add_game_position(&self, set: &mut TrainingSet, sample: &GameSample) {
        let Some(board) = self.board(sample) else { return };
        let white = sample.target();
        self.push_position(
            set,
            &board,
            if board.side_to_move() == Side::White { white } else { 1.0 - white },
        );
    }

    /// Adds a position a few random plies from that of a sample, with its hand-crafted evaluation.
    pub(crate) fn add_nearby_position(
        &mut self,
        set: &mut TrainingSet,
        sample: &GameSample,
        random: &mut ChaCha8Rng,
    ) {
        let Some(mut board) = self.board(sample) else { return };
        for _ in 0..random.next_u64() % (MAX_RANDOM_PLIES + 1) {
            let Some(made) = self.random_move(&mut board, random) else { return };
            board.make_move(made);
        }
        if !board.in_check() {
            let score = self.evaluation.evaluate(self.evaluation.full_update(&board), &board);
            self.push_position(set, &board, expected_score(score as f32 / SCALE));
        }
    }

    /// A random move as a search tries them: captures more often than at random.
    fn random_move(&mut self, board: &mut BoardSearch, random: &mut ChaCha8Rng) -> Option<SearchMove> {
        board.generate_tactical(&mut self.list);
        if self.list.is_empty() || random.next_u64().is_multiple_of(2) {
            board.generate_legal(&mut self.list);
        }
        let number = (random.next_u64() as usize).checked_rem(self.list.len())?;
        self.list.iter().nth(number)
    }

    fn push_position(&self, set: &mut TrainingSet, board: &BoardSearch, points: f32) {
        let to_move = board.side_to_move();
        for side in [to_move, to_move.other()] {
            let is_mirrored = self.input_map.is_mirrored(board.king(side));
            set.active_inputs
                .extend(self.input_map.active_inputs(side, is_mirrored, board).map(|input| input as u16));
        }
        set.starts.push(set.active_inputs.len());
        set.positions.push(TrainingPosition {
            piece_score: self.evaluation.full_update(board).mean_for(to_move) as f32 / SCALE,
            target: points,
            output_bucket: self.input_map.output_bucket(board.pieces().count() as i32),
        });
    }
}
