//! Diagnosis of an illegal typed move: finds the reason why one piece cannot go to one square.

use super::castling_fault;
use super::obstacle::obstacle;
use crate::notation::move_refusal::{JokerRefusal, MoveRefusal, PlacedPiece};
use crate::position::Obstacle;
use crate::{CastlingSide, Move, PieceType, Position, Side, Square};

/// The piece on a square.
pub(super) fn placed(position: &Position, square: Square) -> Option<PlacedPiece> {
    position.piece_at(square).map(|piece| PlacedPiece { piece, square })
}

/// Why the own piece `mover` cannot go to `to`, a square of the board.
pub(super) fn diagnose(position: &Position, mover: PlacedPiece, to: Square) -> MoveRefusal {
    if mover.square == to {
        return MoveRefusal::SameSquare { mover };
    }
    refuse_immovable(position, mover)
        .or_else(|| castling_refusal(position, mover, to))
        .or_else(|| unsafe_king(position, mover, to))
        .unwrap_or_else(|| out_of_reach(position, mover, to))
}

/// The refusal if the piece cannot move at all now.
fn refuse_immovable(position: &Position, mover: PlacedPiece) -> Option<MoveRefusal> {
    if let Some(by) = position.frozen_by(mover.square).and_then(|by| placed(position, by)) {
        return Some(MoveRefusal::Frozen { mover, by });
    }
    if let Some(first_move) = position.locked_until(mover.square) {
        return Some(MoveRefusal::Locked { mover, first_move });
    }
    let copies_nothing =
        mover.piece.kind == PieceType::JOKER && position.joker_copies(mover.piece.side).is_none();
    copies_nothing.then(|| MoveRefusal::NothingToCopy {
        joker: mover,
        because: nothing_copied(position, mover.piece.side),
    })
}

/// Why a Joker of the side to move has nothing to copy. A Chameleon that has just moved is still on
/// the board.
fn nothing_copied(position: &Position, side: Side) -> JokerRefusal {
    let no_move_yet = side == Side::White && position.move_number() == 1;
    if !no_move_yet
        && position.as_board().is_some_and(|board| board.count(side.other(), PieceType::CHAMELEON) > 0)
    {
        JokerRefusal::Chameleon
    } else {
        JokerRefusal::NoMove
    }
}

fn castling_refusal(position: &Position, mover: PlacedPiece, to: Square) -> Option<MoveRefusal> {
    if mover.piece.kind != PieceType::KING {
        return None;
    }
    let side = castling_fault::intended_side(position, mover.square, to)?;
    refuse_castling_to(position, side)
}

/// The refusal of castling to a side; none if it is legal.
pub(super) fn refuse_castling_to(position: &Position, side: CastlingSide) -> Option<MoveRefusal> {
    castling_fault::diagnose_castling(position, side).map(|because| MoveRefusal::Castling { side, because })
}

/// The refusal if the move leaves the own King attacked.
fn unsafe_king(position: &Position, mover: PlacedPiece, to: Square) -> Option<MoveRefusal> {
    let goes = |made: &Move| made.from == mover.square && made.to == to;
    let made = position.pseudo_legal_moves().into_iter().find(goes)?;
    let squares = position.attackers_after(&made);
    if squares.is_empty() {
        return None;
    }
    let after = position.apply(&made);
    let attackers: Vec<PlacedPiece> = squares.iter().filter_map(|&square| placed(&after, square)).collect();
    if mover.piece.kind == PieceType::KING {
        return Some(MoveRefusal::KingAttacked { king: mover, to, attackers });
    }
    let still = position.checkers().iter().any(|checker| squares.contains(checker));
    Some(if still {
        MoveRefusal::StillInCheck { mover, to, attackers }
    } else {
        MoveRefusal::LeavesInCheck { mover, to, attackers }
    })
}

/// The refusal if the piece does not reach the target.
fn out_of_reach(position: &Position, mover: PlacedPiece, to: Square) -> MoveRefusal {
    let on = |square: Square| placed(position, square);
    let copied = position.moves_as(mover.square).filter(|_| mover.piece.kind == PieceType::JOKER);
    if let Some(refusal) = captures_by_going(position, mover, to) {
        return refusal;
    }
    let reason = match obstacle(position, mover.square, to) {
        // The piece reaches the target, and yet the move does not exist: a Pawn must promote and
        // cannot.
        Obstacle::Nothing => Some(MoveRefusal::NothingToBecome { mover, to }),
        Obstacle::OwnPiece => on(to).map(|target| MoveRefusal::OwnPiece { mover, target }),
        Obstacle::Untouchable => on(to).map(|target| MoveRefusal::CannotBeTaken { mover, target }),
        Obstacle::OnlyCaptures => Some(only_captures(position, mover, to)),
        Obstacle::Piece(square) if square == to => {
            on(to).map(|target| occupied(position, mover, target, copied))
        }
        Obstacle::Lonely => Some(MoveRefusal::TouchesNothing { mover, to }),
        Obstacle::Piece(square) => on(square).map(|by| MoveRefusal::Blocked { mover, to, by }),
        Obstacle::Movement => None,
    };
    reason.unwrap_or(MoveRefusal::CannotReach { mover, to, copied })
}

/// The refusal if other moves of the piece capture on the square.
fn captures_by_going(position: &Position, mover: PlacedPiece, target: Square) -> Option<MoveRefusal> {
    let side = mover.piece.side;
    let target = placed(position, target).filter(|target| target.piece.side != side)?;
    let takes =
        |made: &Move| position.effects(made).captured(side).any(|(square, _)| square == target.square);
    let legal = position.legal_moves();
    let mut to: Vec<Square> =
        legal.iter().filter(|made| made.from == mover.square && takes(made)).map(|made| made.to).collect();
    to.dedup();
    (!to.is_empty()).then_some(MoveRefusal::CapturesByGoing { mover, target, to })
}

/// The refusal if the piece could go to the square were it empty of an enemy. For a Pawn the enemy
/// is in the way; other pieces capture otherwise, or never.
fn occupied(
    position: &Position,
    mover: PlacedPiece,
    target: PlacedPiece,
    copied: Option<PieceType>,
) -> MoveRefusal {
    if position.is_untouchable(target.square) {
        MoveRefusal::CannotBeTaken { mover, target }
    } else if copied.unwrap_or(mover.piece.kind) == PieceType::PAWN {
        MoveRefusal::Blocked { mover, to: target.square, by: target }
    } else {
        MoveRefusal::CapturesOtherwise { mover, target, copied }
    }
}

/// The refusal if the piece goes there only to capture. For a Pawn it may be an en passant capture
/// that comes too late.
fn only_captures(position: &Position, mover: PlacedPiece, to: Square) -> MoveRefusal {
    let passed = placed(position, to.offset(0, -mover.piece.side.forward()));
    let stepped_twice = |passed: &PlacedPiece| {
        position.as_board().is_some()
            && passed.piece.kind == PieceType::PAWN
            && passed.piece.side != mover.piece.side
            && to.rank == skipped_rank(position, passed.piece.side)
    };
    match passed.filter(stepped_twice) {
        Some(passed) if mover.piece.kind == PieceType::PAWN => {
            MoveRefusal::EnPassantTooLate { mover, to, passed }
        }
        _ => MoveRefusal::OnlyCaptures { mover, to },
    }
}

/// The rank that a side's Pawns skip by their double step.
fn skipped_rank(position: &Position, side: Side) -> i32 {
    position.variant().pawn_rank(side) + side.forward()
}
