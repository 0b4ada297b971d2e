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
    /// Whether it takes nothing and promotes nothing.
    pub(super) is_quiet: bool,
    /// Whether it takes with something of more worth, and nobody has looked yet what is taken back.
    is_unsure: bool,
}

impl Scored {
    /// What a capture loses in the end, when its turn has come; nothing if it loses nothing.
    pub(super) const fn loss(&self) -> i32 {
        if self.rank < BAD { 2 * BAD - self.rank } else { 0 }
    }
}

const BEST: i32 = 1 << 30;
const GOOD: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
/// Moves below this lose something by exchanges.
pub(super) const BAD: i32 = -(1 << 24);
/// The most a quiet move can gain or lose by what has been seen of it.
const MOST: i32 = 1 << 14;

/// Numbers that keep what followed on what; several share one. What followed on the same lies together, in as many places as
/// fit near the processor.
pub(super) const FOLLOWING: usize = 1 << (BLOCKS + IN_BLOCK);
const BLOCKS: u32 = 9;
const IN_BLOCK: u32 = 9;

/// A piece that goes somewhere, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Going(u32);

impl Going {
    pub(super) fn of(board: &BoardSearch, made: SearchMove) -> Self {
        let piece = board.piece_at(made.from());
        let row = piece.map_or(0, |piece| piece.kind.index() * 2 + usize::from(piece.side == Side::Black));
        Self((row * Place::COUNT + made.to().index()) as u32)
    }

    pub(super) const fn number(self) -> u32 {
        self.0
    }

    /// The place it goes to.
    pub(super) const fn place(self) -> usize {
        self.0 as usize % Place::COUNT
    }

    /// Where what followed on an earlier move is kept.
    pub(super) const fn after(self, earlier: Self) -> usize {
        let block = earlier.0.wrapping_mul(0x85eb_ca6b) >> (u32::BITS - BLOCKS);
        let place = self.0.wrapping_mul(0x9e37_79b1) >> (u32::BITS - IN_BLOCK);
        (block << IN_BLOCK | place) as usize
    }
}

/// How good quiet moves were elsewhere in the search.
pub(super) struct History {
    /// By what goes where.
    going: Vec<i16>,
    /// The same after the opponent's last move, and after the own one before it.
    following: Vec<i16>,
}

impl Default for History {
    fn default() -> Self {
        Self { going: vec![0; 2 * PieceType::COUNT * Place::COUNT], following: vec![0; FOLLOWING] }
    }
}

impl History {
    /// Another move of the game: what was seen counts less.
    pub(super) fn fade(&mut self) {
        self.going.iter_mut().chain(&mut self.following).for_each(|seen| *seen /= 4);
    }

    fn of(&self, going: Going, earlier: [Going; 2]) -> i32 {
        let after = |earlier| i32::from(self.following[going.after(earlier)]);
        i32::from(self.going[going.0 as usize]) + after(earlier[0]) + after(earlier[1])
    }

    /// A quiet move was good or was none, by so much.
    pub(super) fn learn(&mut self, going: Going, earlier: [Going; 2], by: i32) {
        let learn = |seen: &mut i16| {
            let old = i32::from(*seen);
            *seen = (old + by - old * by.abs() / MOST) as i16;
        };
        learn(&mut self.going[going.0 as usize]);
        for earlier in earlier {
            learn(&mut self.following[going.after(earlier)]);
        }
    }
}

/// What a move takes is worth.
fn taken(board: &BoardSearch, made: SearchMove, worth: &Worth) -> i32 {
    let mut taken = 0;
    board.victims(made, |kind| taken += worth[kind.index()]);
    taken
}

/// The same, and what a pawn becomes by it.
pub(super) fn won(board: &BoardSearch, made: SearchMove, worth: &Worth) -> i32 {
    taken(board, made, worth) + promoted(made, worth)
}

fn promoted(made: SearchMove, worth: &Worth) -> i32 {
    made.choice().map_or(0, |kind| worth[kind.index()])
}

impl Search<'_> {
    /// The last two moves before a position so many half-moves ahead.
    pub(super) fn earlier(&self, ply: usize) -> [Going; 2] {
        [1, 2].map(|before| ply.checked_sub(before).map_or_else(Going::default, |ply| self.plies[ply].going))
    }

    /// Ranks the moves that were generated in a position so many half-moves ahead.
    pub(super) fn rank(&mut self, ply: usize, known: Option<Entry>) {
        let worth = self.evaluation.worth();
        let earlier = self.earlier(ply);
        let mut scored = std::mem::take(&mut self.plies[ply].scored);
        scored.clear();
        scored.extend(self.plies[ply].list.iter().map(|made| {
            let is_quiet = !self.board.takes(made) && made.choice().is_none();
            let mut is_unsure = false;
            let rank = if known.is_some_and(|entry| entry.is_best(made)) {
                BEST
            } else if !is_quiet {
                let mover = self.board.piece_at(made.from()).map_or(0, |piece| worth[piece.kind.index()]);
                let taken = taken(&self.board, made, worth);
                is_unsure = taken < mover;
                GOOD + (taken + promoted(made, worth)) * 8 - mover.min(2_000)
            } else if self.plies[ply].killers.contains(&Some(made)) {
                KILLER
            } else {
                self.history.of(Going::of(&self.board, made), earlier)
            };
            Scored { made, rank, is_quiet, is_unsure }
        }));
        self.plies[ply].scored = scored;
    }

    /// The next move in order, in a position so many half-moves ahead. What a capture loses is found out only when its turn
    /// has come, as most never have one.
    pub(super) fn next(&mut self, ply: usize, place: usize) -> Option<Scored> {
        loop {
            let rest = self.plies[ply].scored.get_mut(place..)?;
            let (best, _) = rest.iter().enumerate().max_by_key(|(_, scored)| scored.rank)?;
            rest.swap(0, best);
            let first = rest.first_mut()?;
            if !std::mem::take(&mut first.is_unsure) {
                return Some(*first);
            }
            let balance = self.board.exchange(first.made, self.evaluation.worth());
            if balance < 0 {
                first.rank = 2 * BAD + balance;
            }
        }
    }
}
