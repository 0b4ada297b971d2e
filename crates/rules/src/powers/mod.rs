//! Powers of piece types that movement notation cannot express, a file each: dispatches to them
//! from a few hooks of move generation.
//!
//! The hooks are the functions here: further targets, side captures, conversion and attack. Freezing and mimicry affect
//! every move; see `immobilizer` and `joker`.

mod advancer;
mod archer;
mod chameleon;
mod coordinator;
mod diplomat;
mod edgehog;
mod immobilizer;
mod joker;
mod pawn;
mod power;
mod windmill;
mod withdrawer;

pub(crate) use power::Power;

use crate::board_position::SideToMove;
use crate::board_position::geometry::are_adjacent;
use crate::padded_board::{BoardAccess, PaddedSquare, PieceCode};

/// Calls `found` once with every cell that a piece that moves like `code` can go to, or act on,
/// from a cell.
#[inline]
pub(crate) fn targets(
    turn: &SideToMove,
    code: PieceCode,
    from: PaddedSquare,
    found: &mut impl FnMut(PaddedSquare),
) {
    match turn.tables.power(code) {
        Some(Power::Edgehog) => turn.walk(code, from, &mut |to| {
            if turn.can_edgehog_move(from, to) {
                found(to);
            }
        }),
        power => {
            turn.walk(code, from, found);
            match power {
                Some(Power::Pawn) => turn.pawn_targets(from, found),
                Some(Power::Windmill) => turn.windmill_targets(from, found),
                Some(Power::Diplomat) => turn.diplomat_targets(from, found),
                Some(Power::Chameleon) => turn.chameleon_targets(from, found),
                _ => {}
            }
        }
    }
}

/// Whether an Edgehog may make a move of a Queen.
pub(crate) fn can_edgehog_move(turn: &SideToMove, from: PaddedSquare, to: PaddedSquare) -> bool {
    turn.can_edgehog_move(from, to)
}

/// Calls `taken` with every cell off the target on which a move captures.
pub(crate) fn side_captures(
    turn: &SideToMove,
    power: Power,
    from: PaddedSquare,
    to: PaddedSquare,
    mut taken: impl FnMut(PaddedSquare),
) {
    let mut if_capturable = |cell: Option<PaddedSquare>| {
        cell.filter(|&cell| turn.is_capturable(cell)).into_iter().for_each(&mut taken);
    };
    match power {
        Power::Pawn => if_capturable(turn.passed_pawn(from, to)),
        Power::Archer => if_capturable(turn.archer_shot(from, to)),
        Power::Advancer => if_capturable(SideToMove::square_beyond(from, to)),
        Power::Withdrawer => if_capturable(SideToMove::square_behind(from, to)),
        Power::Coordinator => turn.coordinated_squares(to).into_iter().map(Some).for_each(if_capturable),
        Power::Chameleon => turn.chameleon_captures(from, to, taken),
        _ => {}
    }
}

/// Whether a piece that moves like `code` converts the piece on `to`.
pub(crate) fn converts(turn: &SideToMove, code: PieceCode, to: PaddedSquare) -> bool {
    match turn.tables.power(code) {
        Some(Power::Diplomat) => turn.is_capturable(to),
        Some(Power::Chameleon) => turn.has_capturable_type(to, crate::PieceType::DIPLOMAT),
        _ => false,
    }
}

/// Whether a piece that moves like `code` captures on `target` by going there.
pub(crate) fn captures_by_moving(
    turn: &SideToMove,
    code: PieceCode,
    from: PaddedSquare,
    target: PaddedSquare,
) -> bool {
    match turn.tables.power(code) {
        None | Some(Power::Royal | Power::Pawn | Power::Archer) => turn.attacks_square(code, from, target),
        Some(Power::Edgehog) => {
            turn.can_edgehog_move(from, target) && turn.attacks_square(code, from, target)
        }
        Some(Power::Windmill) => turn.windmill_reaches(from, target),
        Some(Power::Chameleon) => turn.chameleon_captures_there(from, target),
        // The others capture off their target, or not at all.
        Some(_) => false,
    }
}

/// Whether some move of a piece that moves like `code` would capture the enemy King on `king`.
pub(crate) fn attacks<B: BoardAccess>(
    turn: &SideToMove<'_, B>,
    code: PieceCode,
    from: PaddedSquare,
    king: PaddedSquare,
) -> bool {
    match turn.tables.power(code) {
        Some(Power::Archer) => turn.attacks_square(code, from, king) || turn.archer_shoots(from, king),
        Some(Power::Edgehog) => turn.can_edgehog_move(from, king) && turn.attacks_square(code, from, king),
        Some(Power::Windmill) => turn.windmill_reaches(from, king),
        Some(Power::Advancer) => turn.advancer_reaches(from, king),
        Some(Power::Withdrawer) => turn.withdrawer_reaches(from, king),
        Some(Power::Coordinator) => turn.coordinator_reaches(from, king),
        // A Chameleon captures a King as a King does.
        Some(Power::Diplomat | Power::Chameleon) => are_adjacent(from, king),
        _ => turn.attacks_square(code, from, king),
    }
}
