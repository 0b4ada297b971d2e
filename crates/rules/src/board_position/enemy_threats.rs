//! Computes checks, pins and special threats against the King once for a position, from which the
//! legality of all its moves is decided.
//!
//! Which moves are legal is decided in `legal`.

use super::BoardPosition;
use super::attackers_fast::AttackerSet;
use super::effects::PaddedMove;
use super::king_safety::KingSafety;
use super::side_to_move::{NEIGHBOUR_OFFSETS, SideToMove};
use super::special_threats::SpecialThreats;
use super::state::{JokerMimicry, PositionState};
use crate::PieceType;
use crate::padded_board::{PaddedSquare, PaddedSquareSet, PieceCode};
use crate::powers::{self, Power};

/// Checks, pins and threats of the enemy before any move is made.
pub(super) struct EnemyThreats {
    pub(super) attackers: AttackerSet,
    king_safety: KingSafety,
    /// Threats of its pieces with special captures, Jokers apart.
    pub(super) threats: SpecialThreats,
    jokers: PaddedSquareSet,
    /// Threats of its Jokers after a move of a piece that acts as `copied_code`, which they then
    /// copy.
    pub(super) copying: SpecialThreats,
    copied_code: PieceCode,
    /// The state after a null move.
    pub(super) passed: PositionState,
}

/// What holds for all moves of one piece other than the King.
pub(super) struct MoverConstraints {
    pub(super) from: PaddedSquare,
    /// The code whose movement it has.
    pub(super) acting: PieceCode,
    /// Targets on which a plain move is legal.
    pub(super) safe: PaddedSquareSet,
    /// Targets on which a plain move is legal if the [`SpecialThreats`] are parried then.
    pub(super) unclear: PaddedSquareSet,
    /// Whether its moves can do more than put it on the target and capture there.
    pub(super) has_side_effects: bool,
    /// Whether a plain move may stop enemies from attacking otherwise than by blocking them.
    pub(super) may_disarm: bool,
}

impl MoverConstraints {
    /// No piece.
    pub(super) const NONE: Self = Self {
        from: PaddedSquare::NOWHERE,
        acting: PieceCode::EMPTY,
        safe: PaddedSquareSet::EMPTY,
        unclear: PaddedSquareSet::EMPTY,
        has_side_effects: false,
        may_disarm: false,
    };
}

impl BoardPosition {
    pub(super) fn enemy_threats(&self) -> EnemyThreats {
        let passed = self.state.passed();
        let turn = SideToMove::new(&self.board, &passed, &self.terms, self.tables);
        let attackers = AttackerSet::of(&turn);
        let mut jokers = PaddedSquareSet::EMPTY;
        let mut others = attackers.specials();
        if self.board.count(turn.side(), PieceType::JOKER) > 0 {
            jokers = others.only(|cell| self.board.at(cell).is(PieceType::JOKER));
            others = others.without(&jokers);
        }
        EnemyThreats {
            king_safety: KingSafety::against(&attackers, &turn),
            threats: SpecialThreats::of(&turn, others),
            jokers,
            copying: SpecialThreats::NONE,
            copied_code: PieceCode::EMPTY,
            attackers,
            passed,
        }
    }

    /// The constraints of the piece of the side to move on a cell, which is not its King. Updates
    /// the threats of enemy Jokers, which depend on what this piece moves as.
    pub(super) fn mover_constraints(&self, from: PaddedSquare, enemy: &mut EnemyThreats) -> MoverConstraints {
        let code = self.board.at(from);
        let acting = self.turn().acting_as(code).unwrap_or(code);
        if !enemy.jokers.is_empty() && enemy.copied_code != acting {
            enemy.copying = self.joker_threats_after(acting, enemy);
            enemy.copied_code = acting;
        }
        let frees = code.is(PieceType::IMMOBILIZER) && self.has_enemies_around(from);
        let (safe, unclear) =
            if frees { (PaddedSquareSet::EMPTY, PaddedSquareSet::EMPTY) } else { enemy.targets_of(from) };
        let has_mimicry = code.is(PieceType::JOKER) && acting.kind().and_then(JokerMimicry::of).is_some();
        let is_en_passant_capture =
            acting.is(PieceType::PAWN) && self.state.en_passant != PaddedSquare::NOWHERE;
        let power = self.tables.power(acting);
        MoverConstraints {
            from,
            acting,
            safe,
            unclear,
            has_side_effects: is_en_passant_capture || power.is_some_and(Power::has_side_effects),
            may_disarm: has_mimicry || code.is(PieceType::IMMOBILIZER),
        }
    }

    /// The threats of the enemy's Jokers after a move of a piece that acts as `acting`.
    fn joker_threats_after(&self, acting: PieceCode, enemy: &EnemyThreats) -> SpecialThreats {
        let king = self.board.king(self.state.side);
        let reach = self.tables.reach(acting.of_other_side());
        let jokers = enemy.jokers.only(|cell| reach.includes(cell, king));
        if jokers.is_empty() {
            return SpecialThreats::NONE;
        }
        let state = enemy.passed.after_move_as(acting);
        SpecialThreats::of(&SideToMove::new(&self.board, &state, &self.terms, self.tables), jokers)
    }

    /// Whether an Immobilizer of the side to move on a cell may freeze an enemy.
    fn has_enemies_around(&self, cell: PaddedSquare) -> bool {
        let is_enemy = |code: PieceCode| code.is_piece() && code.side() != self.state.side;
        NEIGHBOUR_OFFSETS.into_iter().any(|step| is_enemy(self.board.at(cell.step(step))))
    }

    /// Whether a move only puts the piece on its target and captures there.
    pub(super) fn is_plain_move(&self, mover: &MoverConstraints, intent: PaddedMove) -> bool {
        let Some(power) = self.tables.power(mover.acting).filter(|_| mover.has_side_effects) else {
            return true;
        };
        if mover.acting.is(PieceType::PAWN) {
            return intent.to != self.state.en_passant;
        }
        let turn = self.turn();
        let mut more = powers::converts(&turn, mover.acting, intent.to);
        powers::side_captures(&turn, power, intent.from, intent.to, |_| more = true);
        !more
    }
}

impl EnemyThreats {
    /// The targets of a plain move of the piece on a cell: those that are legal, and those that are
    /// legal if the special threats are parried.
    fn targets_of(&self, from: PaddedSquare) -> (PaddedSquareSet, PaddedSquareSet) {
        let safe_targets = self.king_safety.safe_targets(from);
        let both = [&self.threats, &self.copying];
        let mut unclear = PaddedSquareSet::EMPTY;
        for threats in both {
            unclear.unite(&threats.unclear_targets_from(from));
        }
        let attacked = both.into_iter().any(SpecialThreats::attack);
        let safe = if attacked { PaddedSquareSet::EMPTY } else { safe_targets.without(&unclear) };
        unclear.intersect(&safe_targets);
        (safe, unclear)
    }
}
