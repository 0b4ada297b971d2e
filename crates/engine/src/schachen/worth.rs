//! What a position of Schachen is worth as it stands, and what a drop adds to it. What types are worth comes from the table of
//! all games (`values`). Not here: looking ahead (`world`).

use adoube_rules::{Drop, GridSearch, PieceType, Side, Square, Variant};

use crate::values::Values;

/// The kinds in Schachen but the King.
pub(super) const KINDS: [PieceType; 5] =
    [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT, PieceType::PAWN];
/// What a card is worth in the hand and in the stack, in hundredths of what its piece is worth on the grid.
const IN_HAND: i32 = 75;
const IN_STACK: i32 = 55;
/// Having the move, in hundredths of a pawn.
const TEMPO: i32 = 15;
/// Squares within which a piece is near a King.
const NEAR: i32 = 7;
/// For each square next to a King that the other side attacks; and if the King has nowhere to go.
const ATTACKED: i32 = 14;
const NOWHERE: i32 = 35;
/// A check by a drop, and the part of what a drop attacks.
const CHECK: i32 = 40;
const THREAT: i32 = 8;

/// Judges positions.
pub(super) struct Worth {
    kinds: [i32; 8],
}

impl Worth {
    pub(super) fn known() -> Self {
        let values = Values::known();
        let mut kinds = [0; 8];
        for kind in KINDS {
            kinds[kind.index()] = values.of(Variant::Schachen, kind);
        }
        Self { kinds }
    }

    /// What a piece is worth wherever it stands, in hundredths of a pawn; a King nothing.
    pub(super) const fn of(&self, kind: PieceType) -> i32 {
        self.kinds[kind.index()]
    }

    /// What the position is worth to the side to move, in hundredths of a pawn.
    pub(super) fn judge(&self, grid: &GridSearch) -> i32 {
        let side = grid.side_to_move();
        TEMPO + self.of_side(grid, side) - self.of_side(grid, side.other())
    }

    fn of_side(&self, grid: &GridSearch, side: Side) -> i32 {
        let enemy = grid.king(side.other());
        let (mut sum, mut has_pawns) = (0, false);
        for (square, kind) in grid.pieces_of(side) {
            has_pawns |= kind == PieceType::PAWN;
            sum += self.of(kind) + placed(kind, side, square, enemy);
        }
        // Without a Pawn no card comes into play any more.
        if has_pawns {
            let in_hand = KINDS.map(|kind| i32::from(grid.in_hand(side, kind)) * self.of(kind));
            let in_stack: i32 = grid.stack(side).iter().map(|kind| self.of(*kind)).sum();
            sum += (in_hand.iter().sum::<i32>() * IN_HAND + in_stack * IN_STACK) / 100;
        }
        sum - danger(grid, side)
    }

    /// By how much a drop of the side to move is likely to make its position better.
    pub(super) fn gain(&self, grid: &GridSearch, drop: Drop) -> i32 {
        let side = grid.side_to_move();
        let Drop { card, square } = drop;
        let worth = self.of(card);
        let mut gain = worth * (100 - IN_HAND) / 100 + placed(card, side, square, grid.king(side.other()));
        let attackers = grid.attackers(square, side.other());
        let is_covered = grid.attackers(square, side) != 0;
        if attackers != 0 {
            let lost = if is_covered { worth - self.least(attackers) } else { worth };
            gain -= lost.max(0);
        }
        grid.attacked_from(square, card, side, |at, kind| {
            if kind == PieceType::KING {
                gain += CHECK;
            } else if self.of(kind) > worth || grid.attackers(at, side.other()) == 0 {
                gain += self.of(kind) / THREAT;
            }
        });
        gain
    }

    /// What the least of some kinds is worth; a King takes last.
    pub(super) fn least(&self, kinds: u8) -> i32 {
        let among = KINDS.into_iter().filter(|kind| kinds & 1 << kind.index() != 0);
        among.map(|kind| self.of(kind)).min().unwrap_or(i32::MAX)
    }
}

/// What standing there adds to a piece: the nearer the other King, the better.
fn placed(kind: PieceType, side: Side, at: Square, enemy: Square) -> i32 {
    let apart = (at.file - enemy.file).abs().max((at.rank - enemy.rank).abs());
    let near = (NEAR - apart).max(-NEAR);
    match kind {
        PieceType::KING => 0,
        PieceType::PAWN => {
            // A Pawn is promoted on the rank of the other King, and never once it is beyond.
            let left = (enemy.rank - at.rank) * side.forward();
            if left > 0 { 3 * near } else { near - 25 }
        }
        PieceType::KNIGHT => 7 * near,
        _ => 4 * near,
    }
}

/// How badly a side's King stands.
fn danger(grid: &GridSearch, side: Side) -> i32 {
    let king = grid.king(side);
    let (mut attacked, mut flights) = (0, 0);
    for files in -1..=1 {
        for ranks in -1..=1 {
            let square = king.offset(files, ranks);
            if square == king {
                continue;
            }
            if grid.is_attacked(square, side.other()) {
                attacked += 1;
            } else if ranks != -side.forward() && grid.piece_at(square).is_none() {
                flights += 1;
            }
        }
    }
    let nowhere = if flights == 0 { NOWHERE } else { 0 };
    ATTACKED * attacked + nowhere
}
