//! A game as far as it has come: a position, and which ones there were before it since the last move that cannot be undone.

use adoube_rules::{BoardSearch, Move, MoveList, Position, SearchMove, Side};

/// A game on a board, as far as it has come.
#[derive(Clone)]
pub struct Course {
    board: BoardSearch,
    /// The keys of the positions before this one that can still come again.
    earlier: Vec<u64>,
}

impl Course {
    /// A game that goes on from a position of which nothing earlier is known; none in Schachen.
    pub fn new(position: &Position) -> Option<Self> {
        let board = BoardSearch::of(position)?;
        Some(Self { board, earlier: Vec::new() })
    }

    /// Plays a move; whether it is legal.
    pub fn play(&mut self, made: &Move) -> bool {
        let key = self.board.key();
        let Some(found) = self.find(made) else { return false };
        self.board.make(found);
        if self.board.halfmove_clock() == 0 {
            self.earlier.clear();
        } else {
            self.earlier.push(key);
        }
        true
    }

    fn find(&mut self, made: &Move) -> Option<SearchMove> {
        let mut list = MoveList::new();
        self.board.fill_legal(&mut list);
        list.iter().find(|legal| self.board.to_move(*legal) == *made)
    }

    /// Whether nobody is in check and a legal move takes, converts and promotes nothing.
    pub(crate) fn is_quiet(&mut self, made: &Move) -> bool {
        !self.board.in_check()
            && self.find(made).is_some_and(|found| !self.board.takes(found) && found.choice().is_none())
    }

    /// Whether nothing was taken and no pawn moved for so long that a draw can be claimed, or the position is there the third time.
    pub(crate) fn is_drawn(&self) -> bool {
        let key = self.board.key();
        let times = self.earlier.iter().filter(|earlier| **earlier == key).count();
        self.board.halfmove_clock() >= 100 || times >= 2
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// A number that stands for the position as it has come about.
    pub fn seed(&self) -> u64 {
        self.earlier.iter().fold(self.board.key(), |seed, key| seed.rotate_left(7) ^ key)
    }

    pub(crate) const fn board(&self) -> &BoardSearch {
        &self.board
    }

    pub(crate) fn earlier(&self) -> &[u64] {
        &self.earlier
    }
}
