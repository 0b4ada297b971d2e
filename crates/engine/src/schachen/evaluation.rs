//! Evaluates Schachen positions: values on the grid, in the hand and in the stack, king tropism and
//! king danger; and the gain of a drop.
//!
//! Games last forty plies and end by mate, so that a piece near a King counts as much as another
//! piece, and a card in the hand more than a piece on the grid. All of it was fitted to self-play,
//! as no two types are worth there what they are on a board. Not here: the search
//! (`determinization`).

use adoube_rules::{CardDrop, GridSearch, PieceType, Side, Square};

/// Types of pieces in Schachen but the King.
pub(super) const KINDS: [PieceType; 5] =
    [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT, PieceType::PAWN];
/// Value of each type on the grid, in centipawns of chess as everything here.
const GRID_VALUES: [i32; 5] = [1_250, 430, 310, 400, 110];
/// Centipawns by which a card is worth more in the hand and in the stack, and a Pawn's card.
const HAND_BONUS: i32 = 120;
const HAND_PAWN_BONUS: i32 = 150;
const STACK_BONUS: i32 = 60;
const STACK_PAWN_BONUS: i32 = 90;
/// Divisor of the cards' values without a Pawn on the grid, as none can be dropped.
const NO_PAWN_DIVISOR: i32 = 4;
/// Tempo: having the move.
const TEMPO: i32 = 38;
/// King tropism: distance within which a piece is near a King, and centipawns for each step nearer
/// to the opponent's King, for pieces and for Pawns.
const KING_TROPISM_RANGE: i32 = 7;
const KING_TROPISM: i32 = 20;
const PAWN_KING_TROPISM: i32 = 10;
/// Attacker near the opponent's King: distance, and centipawns.
const ATTACKER_RANGE: i32 = 3;
const ATTACKER_NEAR_KING: i32 = 75;
/// Defender near the own King: distance, and centipawns.
const DEFENDER_RANGE: i32 = 2;
const DEFENDER_NEAR_KING: i32 = 80;
/// Stranded Pawn: beyond the opponent's King's rank it never promotes.
const STRANDED_PAWN: i32 = -80;
/// King danger: for each attacked square next to a King, if nothing but the King defends it, and if
/// the King has no escape.
const KING_RING_ATTACKED: i32 = 37;
const KING_RING_UNDEFENDED: i32 = 41;
const KING_NO_ESCAPE: i32 = 220;
/// Lazy evaluation: centipawns that king danger rarely exceeds; it takes longest to compute.
const LAZY_EVAL_MARGIN: i32 = 450;
/// Drop gain: of every drop, as it brings another card; of a check; and the divisor of attacked
/// values.
const DROP_BONUS: i32 = 50;
const DROP_CHECK_BONUS: i32 = 40;
const DROP_THREAT_DIVISOR: i32 = 8;

/// Evaluates positions of Schachen.
pub(super) struct GridEvaluation {
    kinds: [i32; 8],
}

impl GridEvaluation {
    pub(super) fn new() -> Self {
        let mut kinds = [0; 8];
        KINDS.into_iter().zip(GRID_VALUES).for_each(|(kind, value)| kinds[kind.index()] = value);
        Self { kinds }
    }

    /// Value of a type on the grid in centipawns; 0 for a King.
    pub(super) const fn value(&self, kind: PieceType) -> i32 {
        self.kinds[kind.index()]
    }

    /// Evaluation for the side to move. Lazy evaluation: king danger is left out where it could
    /// hardly bring the score back into the window.
    pub(super) fn evaluate(&self, grid: &GridSearch, (alpha, beta): (i32, i32)) -> i32 {
        let side = grid.side_to_move();
        let score = TEMPO + self.side_score(grid, side) - self.side_score(grid, side.other());
        if score <= alpha.saturating_sub(LAZY_EVAL_MARGIN) || score >= beta.saturating_add(LAZY_EVAL_MARGIN) {
            return score;
        }
        score - king_danger(grid, side) + king_danger(grid, side.other())
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

    /// Estimated gain of a drop for the side to move, in centipawns.
    pub(super) fn drop_gain(&self, grid: &GridSearch, drop: CardDrop) -> i32 {
        let side = grid.side_to_move();
        let CardDrop { card, square } = drop;
        let value = self.value(card);
        let mut gain = DROP_BONUS + placement(card, side, square, [grid.king(side), grid.king(side.other())]);
        let attackers = grid.attackers(square, side.other());
        let is_covered = grid.attackers(square, side) != 0;
        if attackers != 0 {
            let lost = if is_covered { value - self.min_value(attackers) } else { value };
            gain -= lost.max(0);
        }
        grid.attacked_from(square, card, side, |at, kind| {
            if kind == PieceType::KING {
                gain += DROP_CHECK_BONUS;
            } else if self.value(kind) > value || grid.attackers(at, side.other()) == 0 {
                gain += self.value(kind) / DROP_THREAT_DIVISOR;
            }
        });
        gain
    }

    /// Least value among a set of types; a King captures last.
    pub(super) fn min_value(&self, kinds: u8) -> i32 {
        let among = KINDS.into_iter().filter(|kind| kinds & 1 << kind.index() != 0);
        among.map(|kind| self.value(kind)).min().unwrap_or(i32::MAX)
    }
}

/// Placement score of a piece by its distance from both Kings.
fn placement(kind: PieceType, side: Side, at: Square, [own_king, enemy]: [Square; 2]) -> i32 {
    if kind == PieceType::KING {
        return 0;
    }
    let from_enemy = king_distance(at, enemy);
    let tropism = (KING_TROPISM_RANGE - from_enemy).max(-KING_TROPISM_RANGE);
    let close = if from_enemy <= ATTACKER_RANGE { ATTACKER_NEAR_KING } else { 0 };
    let guards = if king_distance(at, own_king) <= DEFENDER_RANGE { DEFENDER_NEAR_KING } else { 0 };
    let by_kind = match kind {
        PieceType::PAWN if (enemy.rank - at.rank) * side.forward() > 0 => PAWN_KING_TROPISM * tropism,
        PieceType::PAWN => STRANDED_PAWN,
        _ => KING_TROPISM * tropism,
    };
    close + guards + by_kind
}

/// Distance in King moves (Chebyshev distance).
fn king_distance(one: Square, other: Square) -> i32 {
    (one.file - other.file).abs().max((one.rank - other.rank).abs())
}

/// King danger of a side.
fn king_danger(grid: &GridSearch, side: Side) -> i32 {
    let king = grid.king(side);
    let (mut danger, mut has_escape) = (0, false);
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
                has_escape = true;
            }
        }
    }
    danger + if has_escape { 0 } else { KING_NO_ESCAPE }
}
