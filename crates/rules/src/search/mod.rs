//! Board for search programs: moves are made and unmade in place without allocation, and every position has a Zobrist key.
//!
//! Not here: evaluation and the choice of moves (`adoube-engine`), repetition and the end of a game
//! ([`Game`](crate::Game)), and the unbounded grid (`schachen::search`).

mod attack_map;
mod moves;
mod static_exchange;
#[cfg(test)]
mod tests;
mod zobrist;

pub use self::attack_map::{AttackMap, AttackTarget};
pub use self::moves::{MoveList, SearchMove, SquareIndex};
pub use self::static_exchange::ExchangeValues;
use self::zobrist::ZobristKeys;
use crate::board_position::{BoardPosition, UndoState};
use crate::padded_board::PieceCode;
use crate::{Move, Piece, PieceType, Position, Side, powers};

/// Moves for which the undo stack has room from the start.
const INITIAL_CAPACITY: usize = 512;

/// A position on a board in which a search makes and unmakes moves.
#[derive(Clone)]
pub struct BoardSearch {
    position: BoardPosition,
    keys: ZobristKeys,
    undo_stack: Vec<SearchUndo>,
}

/// What is needed to unmake a move or a null move.
#[derive(Clone)]
struct SearchUndo {
    undo: UndoState,
    keys: ZobristKeys,
}

impl BoardSearch {
    /// A search board with a position; none in Schachen, which has no board.
    pub fn of(position: &Position) -> Option<Self> {
        let mut position = position.as_board()?.clone();
        position.reserve_pools();
        let keys = ZobristKeys::of(&position);
        Some(Self { position, keys, undo_stack: Vec::with_capacity(INITIAL_CAPACITY) })
    }

    /// The Zobrist key of everything that decides what can still happen, the halfmove clock apart.
    /// Collisions are possible but improbable. Keys differ between versions of the program: never
    /// store one.
    pub fn key(&self) -> u64 {
        self.keys.with_state(&self.position)
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// Half-moves since a pawn move or a capture.
    pub fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock()
    }

    /// A copy of the position.
    pub fn position(&self) -> Position {
        self.position.clone().into()
    }

    /// All pieces, in no particular order.
    pub fn pieces(&self) -> impl Iterator<Item = (SquareIndex, Piece)> {
        Side::BOTH.into_iter().flat_map(|side| self.pieces_of(side))
    }

    /// The pieces of a side, in no particular order.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (SquareIndex, Piece)> {
        self.position.board().pieces(side).iter().filter_map(|&cell| {
            let piece = self.position.board().at(cell).piece()?;
            Some((SquareIndex(cell), piece))
        })
    }

    /// The piece on a square.
    pub fn piece_at(&self, place: SquareIndex) -> Option<Piece> {
        self.position.board().at(place.0).piece()
    }

    /// The square of a side's King.
    pub fn king(&self, side: Side) -> SquareIndex {
        SquareIndex(self.position.board().king(side))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// Fills the list with the legal moves, in no particular order.
    pub fn generate_legal(&mut self, list: &mut MoveList) {
        self.position.generate_legal(&mut list.0);
    }

    /// Fills the list with the legal captures, conversions and promotions, in no particular order.
    pub fn generate_tactical(&mut self, list: &mut MoveList) {
        self.position.generate_tactical(&mut list.0);
    }

    /// Whether a legal move captures or converts a piece.
    pub fn is_capture(&self, made: SearchMove) -> bool {
        self.position.is_capture(made.0)
    }

    /// Whether a legal move gives direct check, judged on the board before the move. Discovered
    /// checks are not found.
    #[inline]
    pub fn gives_check(&self, made: SearchMove) -> bool {
        let (turn, to) = (self.position.turn(), made.0.to);
        let mover = self.position.board().at(made.0.from);
        let placed = made.0.choice.map_or(mover, |kind| PieceCode::of(turn.side(), kind));
        turn.could_reach(to, placed, turn.enemy_king())
            && turn
                .acting_as(placed)
                .is_some_and(|acting| powers::attacks(&turn, acting, to, turn.enemy_king()))
    }

    /// Makes a legal move.
    pub fn make_move(&mut self, made: SearchMove) {
        let keys = self.keys;
        let undo = self.position.make_move(made.0);
        self.keys.follow(&self.position, &undo);
        self.undo_stack.push(SearchUndo { undo, keys });
    }

    /// Makes a null move. Only meaningful while the side to move is not in check.
    pub fn make_null_move(&mut self) {
        let undo = self.position.make_null_move();
        self.undo_stack.push(SearchUndo { undo, keys: self.keys });
    }

    /// Unmakes the last move or null move.
    pub fn unmake_move(&mut self) {
        if let Some(SearchUndo { undo, keys }) = self.undo_stack.pop() {
            self.position.unmake_move(undo);
            self.keys = keys;
        }
    }

    /// The pieces that left their squares with the last move, the moving one included.
    pub fn vanished(&self) -> impl Iterator<Item = (SquareIndex, Piece)> {
        self.undo_stack.last().into_iter().flat_map(|made| moves::placed(&made.undo.effects().vanished))
    }

    /// The pieces that the last move placed.
    pub fn appeared(&self) -> impl Iterator<Item = (SquareIndex, Piece)> {
        self.undo_stack.last().into_iter().flat_map(|made| moves::placed(&made.undo.effects().appeared))
    }

    /// Calls `found` with the types of the enemy pieces that a legal move captures or converts.
    pub fn captured_by(&self, of: SearchMove, mut found: impl FnMut(PieceType)) {
        self.position.captured_by(of.0, &mut |code| code.kind().into_iter().for_each(&mut found));
    }

    /// The move of the rules.
    pub fn to_move(&self, made: SearchMove) -> Move {
        made.0.into()
    }
}
