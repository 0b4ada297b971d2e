//! The powers no movement notation can say, one file each, behind a few hooks.
//!
//! The hooks are the functions here: where else a piece can go, what else it takes, whether it converts, and how it
//! attacks. Freezing and mimicry are asked by everything that moves, see `immobilizer` and `joker`.

mod advancer;
mod archer;
mod chameleon;
mod coordinator;
mod diplomat;
mod edgehog;
mod immobilizer;
mod joker;
mod pawn;
mod windmill;
mod withdrawer;

pub(crate) use joker::remembered;

use crate::board::{Cell, Code, Sight};
use crate::bounded::Turn;
use crate::bounded::line::are_adjacent;

/// A power of a piece type, as the catalogue names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Power {
    Royal,
    Pawn,
    Archer,
    Block,
    Edgehog,
    Advancer,
    Withdrawer,
    Windmill,
    Diplomat,
    Coordinator,
    Immobilizer,
    Chameleon,
    Joker,
}

impl Power {
    pub(crate) const ALL: [Self; 13] = [
        Self::Royal,
        Self::Pawn,
        Self::Archer,
        Self::Block,
        Self::Edgehog,
        Self::Advancer,
        Self::Withdrawer,
        Self::Windmill,
        Self::Diplomat,
        Self::Coordinator,
        Self::Immobilizer,
        Self::Chameleon,
        Self::Joker,
    ];

    /// The power the catalogue calls by that word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|power| power.word() == word)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Royal => "royal",
            Self::Pawn => "pawn",
            Self::Archer => "archer",
            Self::Block => "block",
            Self::Edgehog => "edgehog",
            Self::Advancer => "advancer",
            Self::Withdrawer => "withdrawer",
            Self::Windmill => "windmill",
            Self::Diplomat => "diplomat",
            Self::Coordinator => "coordinator",
            Self::Immobilizer => "immobilizer",
            Self::Chameleon => "chameleon",
            Self::Joker => "joker",
        }
    }
}

impl Power {
    /// Whether a piece with it captures otherwise than by the capturing parts of its movement.
    pub(crate) const fn captures_in_its_own_way(self) -> bool {
        !matches!(self, Self::Royal | Self::Pawn | Self::Block | Self::Immobilizer)
    }

    /// Whether its moves can take something that does not stand on their target.
    pub(crate) const fn takes_beside_its_target(self) -> bool {
        matches!(
            self,
            Self::Pawn
                | Self::Archer
                | Self::Advancer
                | Self::Withdrawer
                | Self::Coordinator
                | Self::Chameleon
                | Self::Joker
        )
    }

    /// Whether its moves can do more than put it on another square, taking what stands there; a Pawn's en passant is
    /// told by its target.
    pub(crate) const fn acts_beyond_its_target(self) -> bool {
        !matches!(self, Self::Pawn) && (self.takes_beside_its_target() || matches!(self, Self::Diplomat))
    }
}

/// Calls `found` once with every square a piece moving like `code` can go to, or act on, from a cell.
#[inline]
pub(crate) fn targets(turn: &Turn, code: Code, from: Cell, found: &mut impl FnMut(Cell)) {
    match turn.tables.power(code) {
        Some(Power::Edgehog) => turn.walk(code, from, &mut |to| {
            if turn.edgehog_may(from, to) {
                found(to);
            }
        }),
        power => {
            turn.walk(code, from, found);
            match power {
                Some(Power::Pawn) => turn.pawn_targets(from, found),
                Some(Power::Windmill) => turn.windmill_targets(from, found),
                Some(Power::Diplomat) => turn.diplomat_victims(from, found),
                Some(Power::Chameleon) => turn.chameleon_targets(from, found),
                _ => {}
            }
        }
    }
}

/// Whether an Edgehog may go from one cell to another, as far as a Queen could.
pub(crate) fn edgehog_may(turn: &Turn, from: Cell, to: Cell) -> bool {
    turn.edgehog_may(from, to)
}

/// Calls `taken` with every square whose piece a move takes beside what stands on its target.
pub(crate) fn side_captures(turn: &Turn, power: Power, from: Cell, to: Cell, mut taken: impl FnMut(Cell)) {
    let mut if_prey =
        |cell: Option<Cell>| cell.filter(|&cell| turn.is_prey(cell)).into_iter().for_each(&mut taken);
    match power {
        Power::Pawn => if_prey(turn.passed_pawn(from, to)),
        Power::Archer => if_prey(turn.archer_shot(from, to)),
        Power::Advancer => if_prey(Turn::square_beyond(from, to)),
        Power::Withdrawer => if_prey(Turn::square_behind(from, to)),
        Power::Coordinator => turn.coordinates_of(to).into_iter().map(Some).for_each(if_prey),
        Power::Chameleon => turn.chameleon_captures(from, to, taken),
        _ => {}
    }
}

/// Whether a piece moving like `code` acts on `to` by converting what stands there.
pub(crate) fn converts(turn: &Turn, code: Code, to: Cell) -> bool {
    match turn.tables.power(code) {
        Some(Power::Diplomat) => turn.is_prey(to),
        Some(Power::Chameleon) => turn.is_prey_of_kind(to, crate::PieceType::DIPLOMAT),
        _ => false,
    }
}

/// Whether a piece moving like `code` takes what stands on `target` by going there.
pub(crate) fn takes_by_going(turn: &Turn, code: Code, from: Cell, target: Cell) -> bool {
    match turn.tables.power(code) {
        None | Some(Power::Royal | Power::Pawn | Power::Archer) => turn.strikes(code, from, target),
        Some(Power::Edgehog) => turn.edgehog_may(from, target) && turn.strikes(code, from, target),
        Some(Power::Windmill) => turn.windmill_reaches(from, target),
        Some(Power::Chameleon) => turn.chameleon_takes(from, target),
        // What they do to others they do from elsewhere, or not at all.
        Some(_) => false,
    }
}

/// Whether some move of a piece moving like `code` would take the enemy King on `king`.
pub(crate) fn attacks<B: Sight>(turn: &Turn<'_, B>, code: Code, from: Cell, king: Cell) -> bool {
    match turn.tables.power(code) {
        Some(Power::Archer) => turn.strikes(code, from, king) || turn.archer_shoots(from, king),
        Some(Power::Edgehog) => turn.edgehog_may(from, king) && turn.strikes(code, from, king),
        Some(Power::Windmill) => turn.windmill_reaches(from, king),
        Some(Power::Advancer) => turn.advancer_reaches(from, king),
        Some(Power::Withdrawer) => turn.withdrawer_reaches(from, king),
        Some(Power::Coordinator) => turn.coordinator_reaches(from, king),
        // A Chameleon takes a King as a King does.
        Some(Power::Diplomat | Power::Chameleon) => are_adjacent(from, king),
        _ => turn.strikes(code, from, king),
    }
}
