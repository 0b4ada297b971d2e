//! Demonstration boards: computes the moves of one piece among others on a board of Grand Chess,
//! outside of any game.
//!
//! Kings may be missing, and no piece is locked. Not here: positions of games (`position`).

use crate::board_position::{PaddedMove, PositionState, PositionTerms, SideToMove};
use crate::movement::MovementTables;
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};
use crate::powers;
use crate::{Piece, PieceType, Side, Square, Variant};

/// A move number at which no piece is locked.
const MOVE_NUMBER: u16 = 100;

/// A demonstration board: pieces on a board of Grand Chess, outside of any game.
#[derive(Clone, Debug)]
pub struct PieceDemo {
    board: PaddedBoard,
    terms: PositionTerms,
    /// The type the enemy moved last, for a Joker.
    copied: Option<PieceType>,
}

/// A move of a white piece on a demonstration board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoMove {
    /// The square it goes to, or acts on.
    pub to: Square,
    /// The squares of the pieces it captures or converts.
    pub captures: Vec<Square>,
}

impl PieceDemo {
    /// A board with pieces. Pieces off the board and second pieces on a square are left out.
    pub fn new(pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let terms = PositionTerms::of(Variant::Grand);
        let mut study = Self { board: PaddedBoard::empty(terms.variant.region()), terms, copied: None };
        for (square, piece) in pieces {
            study.put(square, piece);
        }
        study
    }

    /// The same board after a move of an enemy piece of a type, which a Joker copies.
    #[must_use]
    pub fn after(self, copied: PieceType) -> Self {
        Self { copied: Some(copied), ..self }
    }

    /// Places one more piece on an empty square. Returns whether it could.
    fn put(&mut self, square: Square, piece: Piece) -> bool {
        let free = PaddedSquare::on_largest(square).filter(|cell| self.board.at(*cell).is_empty());
        // The board tracks one King per side.
        let second = piece.kind == PieceType::KING && self.board.king(piece.side) != PaddedSquare::NOWHERE;
        match free {
            Some(cell) if !second => self.board.put(cell, PieceCode::from(piece)),
            _ => return false,
        }
        true
    }

    /// Whether a piece stands on a square.
    pub fn has(&self, square: Square) -> bool {
        self.board.piece_at(square).is_some()
    }

    /// The moves of a white piece on `from`, by target; none if it cannot be placed there.
    pub fn moves(&self, kind: PieceType, from: Square) -> Option<Vec<DemoMove>> {
        let mut study = self.clone();
        study.put(from, Piece::new(Side::White, kind)).then(|| study.moves_from(PaddedSquare::at(from)))
    }

    /// The squares on which a white piece captures an enemy of the type `victim`, or would if one
    /// stood there. `None` as for [`PieceDemo::moves`].
    pub fn captures(&self, kind: PieceType, from: Square, victim: PieceType) -> Option<Vec<Square>> {
        let mut study = self.clone();
        if !study.put(from, Piece::new(Side::White, kind)) {
            return None;
        }
        let takes = |square: &Square| {
            let mut there = study.clone();
            there.put(*square, Piece::new(Side::Black, victim));
            there
                .moves_from(PaddedSquare::at(from))
                .iter()
                .any(|demo_move| demo_move.captures.contains(square))
        };
        Some(self.terms.variant.region().squares().filter(takes).collect())
    }

    fn moves_from(&self, from: PaddedSquare) -> Vec<DemoMove> {
        let (tables, state) = (MovementTables::get(), self.state());
        let turn = SideToMove::new(&self.board, &state, &self.terms, tables);
        let code = self.board.at(from);
        let Some(acting) = turn.acting_as(code).filter(|_| !turn.is_immovable(from, code)) else {
            return Vec::new();
        };
        let mut deeds = Vec::new();
        powers::targets(&turn, acting, from, &mut |to| {
            deeds.extend(self.demo_move(&turn, PaddedMove::new(from, to)));
        });
        deeds.sort_unstable_by_key(|demo_move| demo_move.to);
        deeds
    }

    /// The move with its captures, unless it leaves White's King attacked.
    fn demo_move(&self, turn: &SideToMove<'_>, intent: PaddedMove) -> Option<DemoMove> {
        let effects = turn.padded_effects(intent);
        if self.board.king(Side::White) != PaddedSquare::NOWHERE {
            let mut after = self.board.clone();
            effects.apply(&mut after);
            if SideToMove::new(&after, &turn.state.passed(), &self.terms, turn.tables).hits_king() {
                return None;
            }
        }
        let enemies = effects.vanished.iter().filter(|(_, code)| code.side() == Side::Black);
        Some(DemoMove { to: intent.to.square(), captures: enemies.map(|(cell, _)| cell.square()).collect() })
    }

    fn state(&self) -> PositionState {
        let mut state = PositionState { number: MOVE_NUMBER, ..PositionState::first() };
        state.last[Side::Black.index()] = self.copied;
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn square(text: &str) -> Square {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn kind(key: &str) -> PieceType {
        PieceType::from_key(key).unwrap_or_else(|| panic!("{key}"))
    }

    fn targets(study: &PieceDemo, key: &str, from: &str) -> String {
        let deeds = study.moves(kind(key), square(from)).unwrap_or_default();
        let told = |demo_move: &DemoMove| {
            let takes: Vec<String> = demo_move.captures.iter().map(ToString::to_string).collect();
            if takes.is_empty() {
                demo_move.to.to_string()
            } else {
                format!("{}x{}", demo_move.to, takes.join("x"))
            }
        };
        deeds.iter().map(told).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pieces_act_as_they_do_in_games() {
        let enemy = |key: &str, at: &str| (square(at), Piece::new(Side::Black, kind(key)));
        let own = |key: &str, at: &str| (square(at), Piece::new(Side::White, kind(key)));
        let empty = PieceDemo::new([]);
        let after_knight = PieceDemo::new([enemy("pawn", "c2")]).after(PieceType::KNIGHT);
        let table = [
            (&empty, "knight", "a1", "b3 c2"),
            (&empty, "pawn", "e3", "e4 e5"),
            (&empty, "pawn", "e10", ""),
            (&empty, "grasshopper", "e5", ""),
            (&empty, "joker", "e5", ""),
            (&empty, "nightrider", "a1", "b3 c2 c5 d7 e3 e9 g4 i5"),
            (&after_knight, "joker", "a1", "b3 c2xc2"),
            (&PieceDemo::new([own("pawn", "c2"), enemy("pawn", "b3")]), "knight", "a1", "b3xb3"),
            (&PieceDemo::new([enemy("rook", "a5")]), "king", "b1", "b2 c1 c2"),
            (&PieceDemo::new([enemy("knight", "b2")]), "diplomat", "a1", "a2 b1 b2xb2"),
            (&PieceDemo::new([enemy("immobilizer", "b2")]), "wazir", "a1", ""),
        ];
        for (study, key, from, expected) in table {
            assert_eq!(targets(study, key, from), expected, "{key} on {from}");
        }
        let coordinator = PieceDemo::new([own("king", "c3"), enemy("knight", "c5"), enemy("bishop", "e3")]);
        assert!(targets(&coordinator, "coordinator", "e4").split(' ').any(|told| told == "e5xc5xe3"));
        let advancer = targets(&PieceDemo::new([enemy("knight", "a4")]), "advancer", "a1");
        assert!(advancer.split(' ').any(|told| told == "a3xa4"), "{advancer}");
    }

    #[test]
    fn what_cannot_stand_there_does_nothing() {
        let study = PieceDemo::new([(square("c3"), Piece::new(Side::Black, PieceType::PAWN))]);
        assert_eq!(study.moves(PieceType::ROOK, square("c3")), None);
        assert_eq!(study.moves(PieceType::ROOK, square("k1")), None);
        assert_eq!(study.captures(PieceType::ROOK, square("a99"), PieceType::PAWN), None);
    }

    #[test]
    fn a_side_has_one_king() {
        let at = |name: &str, side| (square(name), Piece::new(side, PieceType::KING));
        let study = PieceDemo::new([at("a1", Side::White), at("c1", Side::White), at("j10", Side::Black)]);
        assert!(study.has(square("a1")) && study.has(square("j10")));
        assert!(!study.has(square("c1")) && !study.has(square("b1")));
        assert_eq!(study.moves(PieceType::KING, square("e5")), None);
    }

    /// Every type from every square, with Kings where they change nothing.
    #[test]
    fn on_a_board_without_other_pieces_it_is_what_positions_allow() {
        let (empty, mut compared) = (PieceDemo::new([]), 0);
        for kind in PieceType::all().filter(|kind| !kind.is_king_or_pawn()) {
            let piece = kind.in_text(Side::White);
            let text = format!("k9/10/10/10/10/10/10/3{piece}6/10/9K w - - 0 100");
            let Ok(position) = Position::parse(Variant::Grand, &text) else { continue };
            let at = square("d3");
            let near = |to: &Square| (to.file - at.file).abs() <= 3 && (to.rank - at.rank).abs() <= 2;
            let legal = position.legal_moves();
            let mut expected: Vec<Square> =
                legal.iter().filter(|made| made.from == at).map(|made| made.to).filter(near).collect();
            expected.sort_unstable();
            let deeds = empty.moves(kind, at).unwrap_or_default();
            let found: Vec<Square> = deeds.iter().map(|demo_move| demo_move.to).filter(near).collect();
            assert_eq!(found, expected, "{kind}");
            compared += 1;
        }
        assert!(compared > 70, "{compared}");
    }

    #[test]
    fn captures_are_found_on_empty_squares() {
        let steward =
            PieceDemo::new([]).captures(kind("steward"), square("d4"), kind("wazir")).unwrap_or_default();
        let told: Vec<String> = steward.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["c3", "e3", "c5", "e5"]);
    }
}
