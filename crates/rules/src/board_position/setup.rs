//! Type of a board position that was read and not checked, and its validation, which makes a
//! position of it or lists its faults.

use super::state::{JokerMimicry, PositionState, PositionTerms, PromotionMode};
use super::{BoardPosition, SideToMove};
use crate::movement::MovementTables;
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};
use crate::position::{PositionError, PositionFault};
use crate::variant::CastlingRule;
use crate::{CastlingSide, Piece, PieceType, Side, Square, Variant};

/// An unchecked position on a board.
pub(crate) struct BoardSetup {
    pub(crate) terms: PositionTerms,
    pub(crate) pieces: Vec<(Square, Piece)>,
    pub(crate) side: Side,
    /// The castling field: K, Q or the letter of a file for White, the same in lower case for
    /// Black.
    pub(crate) castling: String,
    pub(crate) en_passant: Option<Square>,
    pub(crate) clock: u16,
    pub(crate) number: u16,
    pub(crate) pools: [Vec<PieceType>; 2],
    pub(crate) last: [Option<PieceType>; 2],
    pub(crate) joker: Option<(Square, JokerMimicry)>,
}

impl BoardSetup {
    /// An empty board before the first move of White.
    pub(crate) fn empty(variant: Variant) -> Self {
        Self {
            terms: PositionTerms::of(variant),
            pieces: Vec::new(),
            side: Side::White,
            castling: String::new(),
            en_passant: None,
            clock: 0,
            number: 1,
            pools: [Vec::new(), Vec::new()],
            last: [None; 2],
            joker: None,
        }
    }

    /// The position, if it is valid.
    pub(crate) fn validate(mut self) -> Result<BoardPosition, PositionError> {
        self.normalise_promotion();
        let mut board = PaddedBoard::empty(self.terms.variant.region());
        for &(square, piece) in &self.pieces {
            board.put(PaddedSquare::at(square), PieceCode::from(piece));
        }
        let mut faults = Vec::new();
        self.check_pieces(&board, &mut faults);
        if !faults.is_empty() {
            return Err(PositionError { faults });
        }
        let state = self.state(&board, &mut faults);
        let tables = MovementTables::get();
        let position = BoardPosition { terms: self.terms, board, state, pools: self.pools, tables };
        if SideToMove::new(&position.board, &position.state, &position.terms, tables).hits_king() {
            faults.push(PositionFault::OpponentInCheck(self.side.other()));
        }
        if faults.is_empty() { Ok(position) } else { Err(PositionError { faults }) }
    }

    /// Sorts pools, and resets pools and initial types where the promotion mode ignores them.
    fn normalise_promotion(&mut self) {
        self.pools.iter_mut().for_each(|pool| pool.sort_unstable());
        if self.terms.promotion != PromotionMode::Captured {
            self.pools = [Vec::new(), Vec::new()];
        }
        if self.terms.promotion != PromotionMode::Initial {
            self.terms.initial = self.terms.variant.initial_types();
        }
    }

    fn check_pieces(&self, board: &PaddedBoard, faults: &mut Vec<PositionFault>) {
        for side in Side::BOTH {
            let found = usize::from(board.count(side, PieceType::KING));
            if found != 1 {
                faults.push(PositionFault::Kings { side, found });
            }
        }
        let last = i32::from(self.terms.variant.board_side());
        let on_edge = self.pieces.iter().filter(|(square, piece)| {
            piece.kind == PieceType::PAWN && (square.rank == 1 || square.rank == last)
        });
        faults.extend(on_edge.map(|&(square, _)| PositionFault::PawnOnEdge(square)));
    }

    fn state(&self, board: &PaddedBoard, faults: &mut Vec<PositionFault>) -> PositionState {
        let mut state = PositionState {
            side: self.side,
            clock: self.clock,
            number: self.number,
            last: self.last,
            ..PositionState::first()
        };
        self.add_castling(board, &mut state, faults);
        if let Some(skipped) = self.en_passant {
            if self.is_double_step_over(board, skipped) {
                state.en_passant = PaddedSquare::at(skipped);
            } else {
                faults.push(PositionFault::EnPassant(skipped.to_string()));
            }
        }
        if let Some((square, mimicry)) = self.joker {
            let enemy = self.side.other();
            let is_joker = board.piece_at(square) == Some(Piece::new(enemy, PieceType::JOKER));
            if is_joker && self.last[enemy.index()] == Some(mimicry.kind()) {
                state.joker = Some((PaddedSquare::at(square), mimicry));
            } else {
                faults.push(PositionFault::Joker(square));
            }
        }
        state
    }

    /// Whether the last move of the opponent can have been a double step over a square.
    fn is_double_step_over(&self, board: &PaddedBoard, skipped: Square) -> bool {
        let mover = self.side.other();
        let (from, to) = (skipped.offset(0, -mover.forward()), skipped.offset(0, mover.forward()));
        let moved_another = self.last[mover.index()].is_some_and(|kind| kind != PieceType::PAWN);
        from.rank == self.terms.variant.pawn_rank(mover)
            && self.terms.variant.region().contains(skipped)
            && [from, skipped].into_iter().all(|square| board.piece_at(square).is_none())
            && board.piece_at(to) == Some(Piece::new(mover, PieceType::PAWN))
            && !moved_another
    }

    fn add_castling(&self, board: &PaddedBoard, state: &mut PositionState, faults: &mut Vec<PositionFault>) {
        for letter in self.castling.chars() {
            let colour = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let right = self.castling_right(board, colour, letter.to_ascii_uppercase());
            let free = right.filter(|&(_, side)| state.rook(colour, side) == PaddedSquare::NOWHERE);
            match free {
                Some((rook, side)) => state.castling[colour.index()][side.index()] = rook,
                None => faults.push(PositionFault::Castling(letter.to_string())),
            }
        }
    }

    /// The Rook that a letter of the castling field means, if it and the King stand in place.
    fn castling_right(
        &self,
        board: &PaddedBoard,
        colour: Side,
        letter: char,
    ) -> Option<(PaddedSquare, CastlingSide)> {
        let variant = self.terms.variant;
        let home = variant.rank_for(colour, 1);
        let king = board.king(colour).square();
        let is_rook =
            |file: i32| board.piece_at(Square::new(file, home)) == Some(Piece::new(colour, PieceType::ROOK));
        let right = king.file + 1..i32::from(variant.board_side());
        let file = match (variant.castling(), letter) {
            (CastlingRule::TwoSquares, 'K') if king.file == 4 => Some(7),
            (CastlingRule::TwoSquares, 'Q') if king.file == 4 => Some(0),
            (CastlingRule::TakesRook, 'K') => right.rev().find(|&file| is_rook(file)),
            (CastlingRule::TakesRook, 'Q') => (0..king.file).find(|&file| is_rook(file)),
            (CastlingRule::TakesRook, 'A'..='H') => Some(i32::from(letter as u8 - b'A')),
            _ => None,
        }?;
        let side = CastlingSide::from_to(king.file, file);
        (king.rank == home && is_rook(file)).then(|| (PaddedSquare::at(Square::new(file, home)), side))
    }
}
