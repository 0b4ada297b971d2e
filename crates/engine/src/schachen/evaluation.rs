//! What a position of Schachen is worth as it stands, and what a drop adds to it. Games last but forty half-moves and end by mate,
//! so what is near the Kings counts as much as a piece, and what is in the hand more than what is on the grid: it comes where
//! it is needed. All of it was fitted to the results of games of the engine against itself, as no two kinds are worth
//! there what they are on a board. Not here: looking ahead (`world`).

use adoube_rules::{Drop, GridSearch, PieceType, Side, Square};

/// The kinds in Schachen but the King.
pub(super) const KINDS: [PieceType; 5] =
    [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT, PieceType::PAWN];
/// What each is worth on the grid, in hundredths of a pawn of chess like everything here.
const GRID_VALUES: [i32; 5] = [1_250, 430, 310, 400, 110];
/// What it is worth more in the hand and in the stack, and a Pawn.
const HAND_BONUS: i32 = 120;
const HAND_PAWN_BONUS: i32 = 150;
const STACK_BONUS: i32 = 60;
const STACK_PAWN_BONUS: i32 = 90;
/// Cards are worth so many times less without a Pawn on the grid, as none can be dropped.
const NO_PAWN_DIVISOR: i32 = 4;
/// Having the move.
const TEMPO: i32 = 38;
/// Squares within which a piece is near a King, and what a step nearer to the other one adds to it, and to a Pawn.
const KING_TROPISM_RANGE: i32 = 7;
const KING_TROPISM: i32 = 20;
const PAWN_KING_TROPISM: i32 = 10;
/// Within so many squares of the other King, and of one's own.
const ATTACKER_NEAR_KING: (i32, i32) = (3, 75);
const DEFENDER_NEAR_KING: (i32, i32) = (2, 80);
/// A Pawn that is beyond the other King's rank is never promoted.
const STRANDED_PAWN: i32 = -80;
/// For each square next to a King that the other side attacks; if nothing but the King guards it; and if it has nowhere to go.
const KING_RING_ATTACKED: i32 = 37;
const KING_RING_UNDEFENDED: i32 = 41;
const KING_NO_ESCAPE: i32 = 220;
/// By how much danger to the Kings rarely changes more; it takes longest to find out.
const LAZY_EVAL_MARGIN: i32 = 450;
/// What a drop always adds, as it brings another card; a check by it, and the part of what it attacks.
const DROP_BONUS: i32 = 50;
const DROP_CHECK_BONUS: i32 = 40;
const DROP_THREAT_DIVISOR: i32 = 8;

/// Judges positions.
pub(super) struct GridEvaluation {
    kinds: [i32; 8],
}

impl GridEvaluation {
    pub(super) fn new() -> Self {
        let mut kinds = [0; 8];
        KINDS.into_iter().zip(GRID_VALUES).for_each(|(kind, worth)| kinds[kind.index()] = worth);
        Self { kinds }
    }

    /// What a piece is worth wherever it stands, in hundredths of a pawn; a King nothing.
    pub(super) const fn value(&self, kind: PieceType) -> i32 {
        self.kinds[kind.index()]
    }

    /// What the position is worth to the side to move; how safe the Kings are is left out where that would hardly bring it
    /// back between the two bounds.
    pub(super) fn evaluate(&self, grid: &GridSearch, (alpha, beta): (i32, i32)) -> i32 {
        let side = grid.side_to_move();
        let ahead = TEMPO + self.side_score(grid, side) - self.side_score(grid, side.other());
        if ahead <= alpha.saturating_sub(LAZY_EVAL_MARGIN) || ahead >= beta.saturating_add(LAZY_EVAL_MARGIN) {
            return ahead;
        }
        ahead - king_danger(grid, side) + king_danger(grid, side.other())
    }

    fn side_score(&self, grid: &GridSearch, side: Side) -> i32 {
        let kings = [grid.king(side), grid.king(side.other())];
        let (mut sum, mut has_pawns) = (0, false);
        for (square, kind) in grid.pieces_of(side) {
            has_pawns |= kind == PieceType::PAWN;
            sum += self.value(kind) + placement(kind, side, square, kings);
        }
        let mut cards = 0;
        for kind in KINDS {
            let more = if kind == PieceType::PAWN { HAND_PAWN_BONUS } else { HAND_BONUS };
            cards += i32::from(grid.in_hand(side, kind)) * (self.value(kind) + more);
        }
        for kind in grid.stack(side) {
            cards +=
                self.value(*kind) + if *kind == PieceType::PAWN { STACK_PAWN_BONUS } else { STACK_BONUS };
        }
        sum + if has_pawns { cards } else { cards / NO_PAWN_DIVISOR }
    }

    /// By how much a drop of the side to move is likely to make its position better.
    pub(super) fn drop_gain(&self, grid: &GridSearch, drop: Drop) -> i32 {
        let side = grid.side_to_move();
        let Drop { card, square } = drop;
        let worth = self.value(card);
        let mut gain = DROP_BONUS + placement(card, side, square, [grid.king(side), grid.king(side.other())]);
        let attackers = grid.attackers(square, side.other());
        let is_covered = grid.attackers(square, side) != 0;
        if attackers != 0 {
            let lost = if is_covered { worth - self.min_value(attackers) } else { worth };
            gain -= lost.max(0);
        }
        grid.attacked_from(square, card, side, |at, kind| {
            if kind == PieceType::KING {
                gain += DROP_CHECK_BONUS;
            } else if self.value(kind) > worth || grid.attackers(at, side.other()) == 0 {
                gain += self.value(kind) / DROP_THREAT_DIVISOR;
            }
        });
        gain
    }

    /// What the least of some kinds is worth; a King takes last.
    pub(super) fn min_value(&self, kinds: u8) -> i32 {
        let among = KINDS.into_iter().filter(|kind| kinds & 1 << kind.index() != 0);
        among.map(|kind| self.value(kind)).min().unwrap_or(i32::MAX)
    }
}

/// What standing there adds to a piece: near either King it does most.
fn placement(kind: PieceType, side: Side, at: Square, [own_king, enemy]: [Square; 2]) -> i32 {
    if kind == PieceType::KING {
        return 0;
    }
    let from_enemy = king_distance(at, enemy);
    let near = (KING_TROPISM_RANGE - from_enemy).max(-KING_TROPISM_RANGE);
    let close = if from_enemy <= ATTACKER_NEAR_KING.0 { ATTACKER_NEAR_KING.1 } else { 0 };
    let guards = if king_distance(at, own_king) <= DEFENDER_NEAR_KING.0 { DEFENDER_NEAR_KING.1 } else { 0 };
    let by_kind = match kind {
        PieceType::PAWN if (enemy.rank - at.rank) * side.forward() > 0 => PAWN_KING_TROPISM * near,
        PieceType::PAWN => STRANDED_PAWN,
        _ => KING_TROPISM * near,
    };
    close + guards + by_kind
}

/// Moves of a King from one square to another.
fn king_distance(one: Square, other: Square) -> i32 {
    (one.file - other.file).abs().max((one.rank - other.rank).abs())
}

/// How badly a side's King stands.
fn king_danger(grid: &GridSearch, side: Side) -> i32 {
    let king = grid.king(side);
    let (mut danger, mut has_flight) = (0, false);
    for files in -1..=1 {
        for ranks in -1..=1 {
            let square = king.offset(files, ranks);
            if square == king {
                continue;
            }
            if grid.is_attacked(square, side.other()) {
                let guards = grid.attackers(square, side) & !(1 << PieceType::KING.index());
                danger +=
                    if guards == 0 { KING_RING_ATTACKED + KING_RING_UNDEFENDED } else { KING_RING_ATTACKED };
            } else if ranks != -side.forward() && grid.piece_at(square).is_none() {
                has_flight = true;
            }
        }
    }
    danger + if has_flight { 0 } else { KING_NO_ESCAPE }
}
