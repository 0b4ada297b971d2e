//! The position that a move diagram shows: a legal position with the piece and others around it,
//! and the moves and captures that the rules allow there.

use adoube_rules::{Piece, PieceType, Position, Side, Square, Variant};

use super::pieces::{self, DiagramPieces};
use super::section::{CENTRE, SECTION};

/// White's King when it is not shown: off the section, where no line from the centre leads.
const OWN_KING: Square = Square::new(9, 1);
/// Squares for the enemy's King, likewise; the first on which nothing attacks it is taken.
const ENEMY_KING: [Square; 5] =
    [Square::new(2, 10), Square::new(6, 10), Square::new(9, 7), Square::new(9, 3), Square::new(0, 10)];
/// Long after the opening, so that nothing is locked.
const MOVE_NUMBER: u16 = 100;
/// The enemy imagined on an empty square, to see whether it could be taken there.
const VICTIM: &str = "wazir";

/// The piece in the centre, the others, and where the enemy's King stands.
#[derive(Clone, Debug)]
pub(super) struct DiagramPosition {
    stones: DiagramPieces,
    enemy_king: Square,
}

impl DiagramPosition {
    /// The stage of a type with what shows best what blocks it.
    pub(super) fn of(kind: PieceType) -> Option<Self> {
        match DiagramPieces::chosen_for(kind) {
            Some(stones) => Self::with(&stones),
            None => pieces::found_for(kind),
        }
    }

    /// Those stones and Kings, if that can be a position in which the piece is free to move.
    pub(super) fn with(stones: &DiagramPieces) -> Option<Self> {
        let stages = ENEMY_KING.into_iter().map(|enemy_king| Self { stones: stones.clone(), enemy_king });
        stages.into_iter().find(|stage| stage.position(None).is_some_and(|position| !position.in_check()))
    }

    /// Whether enemies are imagined on empty squares.
    pub(super) fn imagines(&self) -> bool {
        self.stones.imagines
    }

    /// The stage with one more piece.
    pub(super) fn and(&self, square: Square, piece: Piece) -> Option<Self> {
        let mut stones = self.stones.clone();
        stones.pieces.push((square, piece));
        Self::with(&stones)
    }

    /// The position, with an enemy imagined on a square if wanted.
    pub(super) fn position(&self, imagined: Option<Square>) -> Option<Position> {
        let ranks: Vec<String> = (1..=10).rev().map(|rank| self.rank(rank, imagined)).collect();
        let last = self.stones.last.map(|kind| format!(" last:-/{}", code(Piece::new(Side::White, kind))));
        let text = format!("{} w - - 0 {MOVE_NUMBER}{}", ranks.join("/"), last.unwrap_or_default());
        Position::parse(Variant::Grand, &text).ok()
    }

    /// One rank of the placement.
    fn rank(&self, rank: i32, imagined: Option<Square>) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        let run = |empty: u32| if empty == 0 { String::new() } else { empty.to_string() };
        for file in 0..10 {
            match self.piece_on(Square::new(file, rank), imagined) {
                Some(piece) => {
                    text = text + &run(empty) + &code(piece);
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        text + &run(empty)
    }

    fn piece_on(&self, square: Square, imagined: Option<Square>) -> Option<Piece> {
        let shown = self.stones.pieces.iter().find(|(place, _)| *place == square).map(|(_, piece)| *piece);
        let has_own_king =
            self.stones.pieces.iter().any(|(_, piece)| *piece == Piece::new(Side::White, PieceType::KING));
        let king = |side| Piece::new(side, PieceType::KING);
        let victim = || PieceType::from_key(VICTIM).map(|kind| Piece::new(Side::Black, kind));
        match square {
            _ if shown.is_some() => shown,
            _ if Some(square) == imagined => victim(),
            OWN_KING if !has_own_king => Some(king(Side::White)),
            _ => (square == self.enemy_king).then(|| king(Side::Black)),
        }
    }

    /// The squares of the section on which the piece takes the enemy that stands there, or would take one, sorted.
    pub(super) fn captures(&self, position: &Position) -> Vec<Square> {
        let section = Variant::Grand.region().squares().filter(|square| SECTION.contains(*square));
        let mut takes: Vec<Square> = section.filter(|square| self.takes(position, *square)).collect();
        takes.sort_unstable();
        takes
    }

    fn takes(&self, position: &Position, square: Square) -> bool {
        if position.piece_at(square).is_some() {
            takes(position, square)
        } else {
            self.stones.imagines
                && self.position(Some(square)).is_some_and(|position| takes(&position, square))
        }
    }
}

/// The empty squares of the section the piece may go to, sorted.
pub(super) fn moves(position: &Position) -> Vec<Square> {
    let legal = position.legal_moves();
    let goes = legal.iter().filter(|made| made.from == CENTRE).map(|made| made.to);
    let mut to: Vec<Square> =
        goes.filter(|to| SECTION.contains(*to) && position.piece_at(*to).is_none()).collect();
    to.sort_unstable();
    to.dedup();
    to
}

/// Whether the piece in the centre has a move that takes or converts what stands on the square.
fn takes(position: &Position, square: Square) -> bool {
    let legal = position.legal_moves();
    let from_centre = legal.iter().filter(|made| made.from == CENTRE);
    let enemy = |piece: &Piece| piece.side == Side::Black;
    from_centre
        .flat_map(|made| position.effects(made).vanished)
        .any(|(vanished, piece)| vanished == square && enemy(&piece))
}

/// A piece as position texts write it.
fn code(piece: Piece) -> String {
    piece.to_string()
}
