//! A game as the engine sees it: the present board, and the hash keys of the positions since the
//! last irreversible move, from which it tells draws by repetition.

use adoube_rules::{BoardSearch, Move, MoveList, Position, SearchMove, Side};

/// A game on a board so far.
#[derive(Clone)]
pub struct GameLine {
    board: BoardSearch,
    /// Repetition history: keys of the positions before this one since the last irreversible move.
    previous_keys: Vec<u64>,
}

impl GameLine {
    /// A game that begins at a position, without repetition history; `None` in Schachen.
    pub fn new(position: &Position) -> Option<Self> {
        let board = BoardSearch::of(position)?;
        Some(Self { board, previous_keys: Vec::new() })
    }

    /// Plays a move; whether it is legal.
    pub fn play(&mut self, made: &Move) -> bool {
        let key = self.board.key();
        let Some(found) = self.find_legal(made) else { return false };
        self.board.make_move(found);
        if self.board.halfmove_clock() == 0 {
            self.previous_keys.clear();
        } else {
            self.previous_keys.push(key);
        }
        true
    }

    fn find_legal(&mut self, made: &Move) -> Option<SearchMove> {
        let mut list = MoveList::new();
        self.board.generate_legal(&mut list);
        list.iter().find(|legal| self.board.to_move(*legal) == *made)
    }

    /// Whether the side to move is not in check and the move is legal and neither captures,
    /// converts nor promotes.
    pub fn is_quiet(&mut self, made: &Move) -> bool {
        !self.board.in_check()
            && self
                .find_legal(made)
                .is_some_and(|found| !self.board.is_capture(found) && found.choice().is_none())
    }

    /// Draw by the fifty-move rule or by threefold repetition.
    pub fn is_draw(&self) -> bool {
        let key = self.board.key();
        let times = self.previous_keys.iter().filter(|earlier| **earlier == key).count();
        self.board.halfmove_clock() >= 100 || times >= 2
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Seed for searches of this position with this repetition history.
    pub fn seed(&self) -> u64 {
        self.previous_keys.iter().fold(self.board.key(), |seed, key| seed.rotate_left(7) ^ key)
    }

    /// The board.
    pub const fn board(&self) -> &BoardSearch {
        &self.board
    }

    /// Keys of the positions before this one since the last irreversible move.
    pub fn previous_keys(&self) -> &[u64] {
        &self.previous_keys
    }
}
