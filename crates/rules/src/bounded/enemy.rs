//! What one look at a position tells about the opponent before any move is made, for all moves: its checks and pins, and
//! what its pieces with ways of their own could do to the King. Which moves are legal then is `legal`'s to say.

use super::BoardPosition;
use super::army::Army;
use super::change::Intent;
use super::king_safety::KingSafety;
use super::state::{Guise, State};
use super::threats::Threats;
use super::turn::{RING, Turn};
use crate::PieceType;
use crate::board::{Cell, Cells, Code};
use crate::powers::{self, Power};

/// What is known about the enemy before any move is made.
pub(super) struct Enemy {
    pub(super) army: Army,
    king_safety: KingSafety,
    /// Its pieces that capture in ways of their own, Jokers apart.
    pub(super) threats: Threats,
    jokers: Cells,
    /// The Jokers after a move of a piece acting as `copies`: they will copy it.
    pub(super) copying: Threats,
    copies: Code,
    /// The state if nothing were moved.
    pub(super) passed: State,
}

/// What is known about the moves of a piece, not the King, before any of them is looked at.
pub(super) struct Mover {
    pub(super) from: Cell,
    /// What it moves as.
    pub(super) acting: Code,
    /// Where a plain move may end without a further question.
    pub(super) safe: Cells,
    /// Where it may end if [`Threats`] are still met then.
    pub(super) unclear: Cells,
    /// Whether its moves can do more than put it on another square, taking what is there.
    pub(super) does_more: bool,
    /// Whether a plain move may keep enemies from attacking otherwise than by being in their way.
    pub(super) hinders: bool,
}

impl Mover {
    /// Nobody.
    pub(super) const NONE: Self = Self {
        from: Cell::NOWHERE,
        acting: Code::EMPTY,
        safe: Cells::EMPTY,
        unclear: Cells::EMPTY,
        does_more: false,
        hinders: false,
    };
}

impl BoardPosition {
    pub(super) fn enemy(&self) -> Enemy {
        let passed = self.state.passed();
        let turn = Turn::new(&self.board, &passed, &self.terms, self.tables);
        let army = Army::of(&turn);
        let mut jokers = Cells::EMPTY;
        let mut others = army.specials();
        if self.board.count(turn.side(), PieceType::JOKER) > 0 {
            jokers = others.only(|cell| self.board.at(cell).is(PieceType::JOKER));
            others = others.without(&jokers);
        }
        Enemy {
            king_safety: KingSafety::against(&army, &turn),
            threats: Threats::of(&turn, others),
            jokers,
            copying: Threats::NONE,
            copies: Code::EMPTY,
            army,
            passed,
        }
    }

    /// Looks at the piece of the side to move, not its King, on a cell, and at the enemy's Jokers as they are after its move.
    pub(super) fn look_at_mover(&self, from: Cell, enemy: &mut Enemy) -> Mover {
        let code = self.board.at(from);
        let acting = self.turn().acting_as(code).unwrap_or(code);
        if !enemy.jokers.is_empty() && enemy.copies != acting {
            enemy.copying = self.jokers_after(acting, enemy);
            enemy.copies = acting;
        }
        let frees = code.is(PieceType::IMMOBILIZER) && self.has_enemies_around(from);
        let (safe, unclear) = if frees { (Cells::EMPTY, Cells::EMPTY) } else { enemy.squares_for(from) };
        let in_guise = code.is(PieceType::JOKER) && acting.kind().and_then(Guise::of).is_some();
        let takes_in_passing = acting.is(PieceType::PAWN) && self.state.en_passant != Cell::NOWHERE;
        let power = self.tables.power(acting);
        Mover {
            from,
            acting,
            safe,
            unclear,
            does_more: takes_in_passing || power.is_some_and(Power::acts_beyond_its_target),
            hinders: in_guise || code.is(PieceType::IMMOBILIZER),
        }
    }

    /// What the enemy's Jokers could do after a move of a piece acting like that.
    fn jokers_after(&self, acting: Code, enemy: &Enemy) -> Threats {
        let king = self.board.king(self.state.side);
        let reach = self.tables.reach(acting.of_other_side());
        let jokers = enemy.jokers.only(|cell| reach.includes(cell, king));
        if jokers.is_empty() {
            return Threats::NONE;
        }
        let state = enemy.passed.remembering(acting);
        Threats::of(&Turn::new(&self.board, &state, &self.terms, self.tables), jokers)
    }

    /// Whether an Immobilizer on that cell of the side to move may freeze somebody.
    fn has_enemies_around(&self, cell: Cell) -> bool {
        let is_enemy = |code: Code| code.is_piece() && code.side() != self.state.side;
        RING.into_iter().any(|step| is_enemy(self.board.at(cell.step(step))))
    }

    /// Whether a move of a piece just puts it on another square, taking what is there.
    pub(super) fn is_plain_move(&self, mover: &Mover, intent: Intent) -> bool {
        let Some(power) = self.tables.power(mover.acting).filter(|_| mover.does_more) else { return true };
        if mover.acting.is(PieceType::PAWN) {
            return intent.to != self.state.en_passant;
        }
        let turn = self.turn();
        let mut more = powers::converts(&turn, mover.acting, intent.to);
        powers::side_captures(&turn, power, intent.from, intent.to, |_| more = true);
        !more
    }
}

impl Enemy {
    /// Where a plain move of the piece on a cell may end: without a further question, and only if threats are met.
    fn squares_for(&self, from: Cell) -> (Cells, Cells) {
        let may_end = self.king_safety.may_end(from);
        let both = [&self.threats, &self.copying];
        let mut unclear = Cells::EMPTY;
        for threats in both {
            unclear.unite(&threats.unclear_from(from));
        }
        let attacked = both.into_iter().any(Threats::attack);
        let safe = if attacked { Cells::EMPTY } else { may_end.without(&unclear) };
        unclear.intersect(&may_end);
        (safe, unclear)
    }
}
