//! Which move is looked at first: the best known one, captures that win something, moves that have been good elsewhere. Not
//! here: how far each is looked at (`node`).

use adoube_rules::{BoardSearch, PieceType, Place, SearchMove, Side, Worth};

use super::SearchState;
use crate::transposition_table::TableEntry;

/// A move and how soon it is looked at: the greater the sooner.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) made: SearchMove,
    pub(super) score: i32,
    /// Whether it takes nothing and promotes nothing.
    pub(super) is_quiet: bool,
    /// Whether it takes with something of more worth, and nobody has looked yet what is taken back.
    needs_see: bool,
}

impl ScoredMove {
    /// What a capture loses in the end, when its turn has come; nothing if it loses nothing.
    pub(super) const fn see_loss(&self) -> i32 {
        if self.score < BAD_CAPTURE_SCORE { 2 * BAD_CAPTURE_SCORE - self.score } else { 0 }
    }
}

const TT_MOVE_SCORE: i32 = 1 << 30;
const GOOD_CAPTURE_SCORE: i32 = 1 << 26;
const KILLER_SCORE: i32 = 1 << 24;
/// Moves below this lose something by exchanges.
pub(super) const BAD_CAPTURE_SCORE: i32 = -(1 << 24);
/// The most a quiet move can gain or lose by what has been seen of it.
const HISTORY_MAX: i32 = 1 << 14;

/// Numbers that keep what followed on what; several share one. What followed on the same lies together, in as many places as
/// fit near the processor.
pub(super) const CONTINUATION_SIZE: usize = 1 << (CONTINUATION_BLOCK_BITS + CONTINUATION_ENTRY_BITS);
const CONTINUATION_BLOCK_BITS: u32 = 9;
const CONTINUATION_ENTRY_BITS: u32 = 9;

/// A piece that goes somewhere, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceToSquare(u32);

impl PieceToSquare {
    pub(super) fn of(board: &BoardSearch, made: SearchMove) -> Self {
        let piece = board.piece_at(made.from());
        let row = piece.map_or(0, |piece| piece.kind.index() * 2 + usize::from(piece.side == Side::Black));
        Self((row * Place::COUNT + made.to().index()) as u32)
    }

    pub(super) const fn index(self) -> u32 {
        self.0
    }

    /// The place it goes to.
    pub(super) const fn target(self) -> usize {
        self.0 as usize % Place::COUNT
    }

    /// Where what followed on an earlier move is kept.
    pub(super) const fn continuation_slot(self, earlier: Self) -> usize {
        let block = earlier.0.wrapping_mul(0x85eb_ca6b) >> (u32::BITS - CONTINUATION_BLOCK_BITS);
        let place = self.0.wrapping_mul(0x9e37_79b1) >> (u32::BITS - CONTINUATION_ENTRY_BITS);
        (block << CONTINUATION_ENTRY_BITS | place) as usize
    }
}

/// How good quiet moves were elsewhere in the search.
pub(super) struct MoveHistory {
    /// By what goes where.
    butterfly: Vec<i16>,
    /// The same after the opponent's last move, and after the own one before it.
    continuation: Vec<i16>,
}

impl Default for MoveHistory {
    fn default() -> Self {
        Self {
            butterfly: vec![0; 2 * PieceType::COUNT * Place::COUNT],
            continuation: vec![0; CONTINUATION_SIZE],
        }
    }
}

impl MoveHistory {
    /// Another move of the game: what was seen counts less.
    pub(super) fn age(&mut self) {
        self.butterfly.iter_mut().chain(&mut self.continuation).for_each(|seen| *seen /= 4);
    }

    fn score(&self, going: PieceToSquare, earlier: [PieceToSquare; 2]) -> i32 {
        let after = |earlier| i32::from(self.continuation[going.continuation_slot(earlier)]);
        i32::from(self.butterfly[going.0 as usize]) + after(earlier[0]) + after(earlier[1])
    }

    /// A quiet move was good or was none, by so much.
    pub(super) fn update(&mut self, going: PieceToSquare, earlier: [PieceToSquare; 2], by: i32) {
        let learn = |seen: &mut i16| {
            let old = i32::from(*seen);
            *seen = (old + by - old * by.abs() / HISTORY_MAX) as i16;
        };
        learn(&mut self.butterfly[going.0 as usize]);
        for earlier in earlier {
            learn(&mut self.continuation[going.continuation_slot(earlier)]);
        }
    }
}

/// What a move takes is worth.
fn captured_value(board: &BoardSearch, made: SearchMove, worth: &Worth) -> i32 {
    let mut taken = 0;
    board.victims(made, |kind| taken += worth[kind.index()]);
    taken
}

/// The same, and what a pawn becomes by it.
pub(super) fn material_gain(board: &BoardSearch, made: SearchMove, worth: &Worth) -> i32 {
    captured_value(board, made, worth) + promotion_gain(made, worth)
}

fn promotion_gain(made: SearchMove, worth: &Worth) -> i32 {
    made.choice().map_or(0, |kind| worth[kind.index()])
}

impl SearchState<'_> {
    /// The last two moves before a position so many half-moves ahead.
    pub(super) fn previous_moves(&self, ply: usize) -> [PieceToSquare; 2] {
        [1, 2].map(|before| {
            ply.checked_sub(before).map_or_else(PieceToSquare::default, |ply| self.plies[ply].current_move)
        })
    }

    /// Ranks the moves that were generated in a position so many half-moves ahead.
    pub(super) fn score_moves(&mut self, ply: usize, known: Option<TableEntry>) {
        let worth = self.evaluation.worth();
        let earlier = self.previous_moves(ply);
        let mut scored = std::mem::take(&mut self.plies[ply].scored_moves);
        scored.clear();
        scored.extend(self.plies[ply].move_list.iter().map(|made| {
            let is_quiet = !self.board.takes(made) && made.choice().is_none();
            let mut is_unsure = false;
            let rank = if known.is_some_and(|entry| entry.is_tt_move(made)) {
                TT_MOVE_SCORE
            } else if !is_quiet {
                let mover = self.board.piece_at(made.from()).map_or(0, |piece| worth[piece.kind.index()]);
                let taken = captured_value(&self.board, made, worth);
                is_unsure = taken < mover;
                GOOD_CAPTURE_SCORE + (taken + promotion_gain(made, worth)) * 8 - mover.min(2_000)
            } else if self.plies[ply].killers.contains(&Some(made)) {
                KILLER_SCORE
            } else {
                self.history.score(PieceToSquare::of(&self.board, made), earlier)
            };
            ScoredMove { made, score: rank, is_quiet, needs_see: is_unsure }
        }));
        self.plies[ply].scored_moves = scored;
    }

    /// The next move in order, in a position so many half-moves ahead. What a capture loses is found out only when its turn
    /// has come, as most never have one.
    pub(super) fn pick_move(&mut self, ply: usize, place: usize) -> Option<ScoredMove> {
        loop {
            let rest = self.plies[ply].scored_moves.get_mut(place..)?;
            let (best, _) = rest.iter().enumerate().max_by_key(|(_, scored)| scored.score)?;
            rest.swap(0, best);
            let first = rest.first_mut()?;
            if !std::mem::take(&mut first.needs_see) {
                return Some(*first);
            }
            let balance = self.board.exchange(first.made, self.evaluation.worth());
            if balance < 0 {
                first.score = 2 * BAD_CAPTURE_SCORE + balance;
            }
        }
    }
}
