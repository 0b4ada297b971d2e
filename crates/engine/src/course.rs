//! A game as far as it has come: a position, and which ones there were before it since the last move that cannot be undone.

use adoube_rules::{BoardSearch, Move, MoveList, Position, SearchMove, Side};

/// A game on a board, as far as it has come.
#[derive(Clone)]
pub struct Course {
    start: Position,
    board: BoardSearch,
    /// The keys of the positions before this one that can still come again.
    earlier: Vec<u64>,
}

impl Course {
    /// A game that goes on from a position of which nothing earlier is known; none in Schachen.
    pub fn new(position: &Position) -> Option<Self> {
        let board = BoardSearch::of(position)?;
        Some(Self { start: position.clone(), board, earlier: Vec::new() })
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

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Where the game began, as far as is known.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn board(&self) -> BoardSearch {
        self.board.clone()
    }

    pub(crate) fn earlier(&self) -> &[u64] {
        &self.earlier
    }
}
