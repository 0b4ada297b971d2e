//! What one look at a position tells about the opponent before any move is made, for all moves: its checks and pins, and
//! what its pieces with ways of their own could do to the King. Which moves are legal then is `legal`'s to say.

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

/// What is known about the enemy before any move is made.
pub(super) struct EnemyThreats {
    pub(super) attackers: AttackerSet,
    king_safety: KingSafety,
    /// Its pieces that capture in ways of their own, Jokers apart.
    pub(super) threats: SpecialThreats,
    jokers: PaddedSquareSet,
    /// The Jokers after a move of a piece acting as `copies`: they will copy it.
    pub(super) copying: SpecialThreats,
    copied_code: PieceCode,
    /// The state if nothing were moved.
    pub(super) passed: PositionState,
}

/// What is known about the moves of a piece, not the King, before any of them is looked at.
pub(super) struct MoverConstraints {
    pub(super) from: PaddedSquare,
    /// What it moves as.
    pub(super) acting: PieceCode,
    /// Where a plain move may end without a further question.
    pub(super) safe: PaddedSquareSet,
    /// Where it may end if [`Threats`] are still met then.
    pub(super) unclear: PaddedSquareSet,
    /// Whether its moves can do more than put it on another square, taking what is there.
    pub(super) has_side_effects: bool,
    /// Whether a plain move may keep enemies from attacking otherwise than by being in their way.
    pub(super) may_disarm: bool,
}

impl MoverConstraints {
    /// Nobody.
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

    /// Looks at the piece of the side to move, not its King, on a cell, and at the enemy's Jokers as they are after its move.
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

    /// What the enemy's Jokers could do after a move of a piece acting like that.
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

    /// Whether an Immobilizer on that cell of the side to move may freeze somebody.
    fn has_enemies_around(&self, cell: PaddedSquare) -> bool {
        let is_enemy = |code: PieceCode| code.is_piece() && code.side() != self.state.side;
        NEIGHBOUR_OFFSETS.into_iter().any(|step| is_enemy(self.board.at(cell.step(step))))
    }

    /// Whether a move of a piece just puts it on another square, taking what is there.
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
    /// Where a plain move of the piece on a cell may end: without a further question, and only if threats are met.
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
