//! Which move is looked at first: the best known one, captures that win something, moves that have been good elsewhere. Not
//! here: how far each is looked at (`node`).

use adoube_rules::{BoardSearch, PieceType, Place, SearchMove, Side, Worth};

use super::Search;
use crate::table::Entry;

/// A move and how soon it is looked at: the greater the sooner.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) made: SearchMove,
    pub(super) rank: i32,
}

const BEST: i32 = 1 << 30;
const GOOD: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
/// Moves below this lose something by exchanges.
pub(super) const BAD: i32 = -(1 << 24);
/// The most a quiet move can gain or lose by what has been seen of it.
const MOST: i32 = 1 << 14;

/// How good quiet moves were elsewhere in the search.
pub(super) struct History {
    /// By side, type that moves, and place it goes to.
    by_piece: Vec<[i16; Place::COUNT]>,
}

impl Default for History {
    fn default() -> Self {
        Self { by_piece: vec![[0; Place::COUNT]; 2 * PieceType::COUNT] }
    }
}

impl History {
    /// Another move of the game: what was seen counts less.
    pub(super) fn fade(&mut self) {
        self.by_piece.iter_mut().flatten().for_each(|seen| *seen /= 4);
    }

    fn row(board: &BoardSearch, made: SearchMove) -> usize {
        let piece = board.piece_at(made.from());
        piece.map_or(0, |piece| piece.kind.index() * 2 + usize::from(piece.side == Side::Black))
    }

    pub(super) fn of(&self, board: &BoardSearch, made: SearchMove) -> i32 {
        self.by_piece[Self::row(board, made)][made.to().index()].into()
    }

    /// A quiet move was good or was none, by so much.
    pub(super) fn learn(&mut self, board: &BoardSearch, made: SearchMove, by: i32) {
        let seen = &mut self.by_piece[Self::row(board, made)][made.to().index()];
        let old = i32::from(*seen);
        *seen = (old + by - old * by.abs() / MOST) as i16;
    }
}

/// Whether a move that takes loses nothing by that, as far as exchanges go.
pub(super) fn is_sound(board: &BoardSearch, made: SearchMove, worth: &Worth) -> bool {
    let mover = board.piece_at(made.from()).map_or(0, |piece| worth[piece.kind.index()]);
    let mut won = 0;
    board.victims(made, |kind| won += worth[kind.index()]);
    won >= mover || board.exchange(made, worth) >= 0
}

impl Search<'_> {
    /// Ranks the moves that were generated in a position so many half-moves ahead.
    pub(super) fn rank(&mut self, ply: usize, known: Option<Entry>) {
        let worth = self.evaluation.worth();
        let mut scored = std::mem::take(&mut self.plies[ply].scored);
        scored.clear();
        scored.extend(self.plies[ply].list.iter().map(|made| {
            let rank = if known.is_some_and(|entry| entry.is_best(made)) {
                BEST
            } else if self.board.takes(made) || made.choice().is_some() {
                self.rank_of_capture(made, worth)
            } else if self.plies[ply].killers.contains(&Some(made)) {
                KILLER
            } else {
                self.history.of(&self.board, made)
            };
            Scored { made, rank }
        }));
        self.plies[ply].scored = scored;
    }

    fn rank_of_capture(&self, made: SearchMove, worth: &Worth) -> i32 {
        let mover = self.board.piece_at(made.from()).map_or(0, |piece| worth[piece.kind.index()]);
        let mut won = made.choice().map_or(0, |kind| worth[kind.index()]);
        self.board.victims(made, |kind| won += worth[kind.index()]);
        let rank = won * 8 - mover.min(2_000);
        if is_sound(&self.board, made, worth) { GOOD + rank } else { 2 * BAD + rank }
    }

    /// The next move in order, in a position so many half-moves ahead.
    pub(super) fn next(&mut self, ply: usize, place: usize) -> Option<Scored> {
        let scored = &mut self.plies[ply].scored;
        let rest = scored.get_mut(place..)?;
        let (best, _) = rest.iter().enumerate().max_by_key(|(_, scored)| scored.rank)?;
        rest.swap(0, best);
        rest.first().copied()
    }
}
