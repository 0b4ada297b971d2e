//! Explains a typed move when none of its possible meanings (candidates) is legal: finds the
//! meaning that is nearest to a legal move, and returns the reason why it cannot be made.

use std::cmp::Reverse;

use super::candidate::{
    CandidateCard, CandidateMeaning, CandidateMove, CandidateSeparator, ReadingCandidate, ReadingConfidence,
};
use super::castling_fault;
use super::diagnosis::{diagnose, placed, refuse_castling_to};
use super::matching::{CandidateFit, IndexedLegalMove, fit};
use crate::notation::move_refusal::{CastlingFault, MoveRefusal, PlacedPiece};
use crate::{CastlingSide, Move, Piece, PieceType, Position, PositionViewer, Region, Side, Square};

/// How close a refused move is to a legal one, the least close first. The closest refusal is the
/// most useful to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RefusalRank {
    /// A square or type that does not exist.
    Nowhere,
    /// No such own piece.
    NoPiece,
    /// Another piece, or none, on the start square.
    OtherPiece,
    /// A piece that does not move that way.
    Movement,
    /// A piece that would reach the target under a condition.
    Condition,
    /// A piece that other pieces keep from the target.
    Obstacle,
    /// A piece that may not move now, or a King that may not castle.
    Immovable,
    /// A pseudo-legal move that leaves the King attacked.
    Check,
    /// A legal move that differs from the text in a detail.
    Detail,
}

/// The refusal of the nearest candidate.
pub(super) fn refusal(
    position: &Position,
    legal: &[IndexedLegalMove],
    candidates: &[ReadingCandidate],
) -> Option<MoveRefusal> {
    let refusals = candidates.iter().filter_map(|candidate| {
        let refusal = refuse(position, legal, candidate)?;
        let rank = rank(&refusal);
        let in_coordinates = candidate.confidence == ReadingConfidence::Coordinates;
        let has_piece = rank >= RefusalRank::Movement;
        Some(((in_coordinates, has_piece, Reverse(candidate.confidence), rank), refusal))
    });
    first_max(refusals)
}

/// The refusal with the greatest key, the first of several.
fn first_max<K: Ord>(refusals: impl Iterator<Item = (K, MoveRefusal)>) -> Option<MoveRefusal> {
    let better = |best: (K, MoveRefusal), next: (K, MoveRefusal)| if next.0 > best.0 { next } else { best };
    refusals.reduce(better).map(|(_, refusal)| refusal)
}

fn rank(refusal: &MoveRefusal) -> RefusalRank {
    use MoveRefusal as R;
    match refusal {
        R::GameOver | R::NoSuchSquare { .. } | R::NoSuchPiece { .. } => RefusalRank::Nowhere,
        R::NoPiece { .. } => RefusalRank::NoPiece,
        R::EmptySquare { .. } | R::OpponentsPiece { .. } | R::OtherPiece { .. } => RefusalRank::OtherPiece,
        R::SameSquare { .. } | R::CannotReach { .. } | R::NoneReaches { .. } => RefusalRank::Movement,
        R::OnlyCaptures { .. } | R::TouchesNothing { .. } | R::EnPassantTooLate { .. } => {
            RefusalRank::Condition
        }
        R::Blocked { .. } | R::OwnPiece { .. } | R::CannotBeTaken { .. } | R::CapturesOtherwise { .. } => {
            RefusalRank::Obstacle
        }
        R::Castling { because, .. } => match because {
            CastlingFault::NotInThisGame | CastlingFault::NoRook => RefusalRank::Movement,
            CastlingFault::RightLost => RefusalRank::Condition,
            CastlingFault::Blocked { .. } => RefusalRank::Obstacle,
            CastlingFault::InCheck { .. }
            | CastlingFault::ThroughCheck { .. }
            | CastlingFault::IntoCheck { .. } => RefusalRank::Check,
        },
        R::Locked { .. } | R::Frozen { .. } | R::NothingToCopy { .. } => RefusalRank::Immovable,
        R::LeavesInCheck { .. } | R::StillInCheck { .. } | R::KingAttacked { .. } => RefusalRank::Check,
        R::CapturesByGoing { .. }
        | R::NothingToCapture { .. }
        | R::NothingToConvert { .. }
        | R::NotEnPassant { .. }
        | R::PromotionRequired { .. }
        | R::PromotionUnavailable { .. }
        | R::NothingToBecome { .. }
        | R::NoPromotionThere { .. }
        | R::PromotesBesideKing { .. }
        | R::NoCards
        | R::NotInHand { .. }
        | R::NoPawnToDropBy
        | R::DropOccupied { .. }
        | R::NoPlaceForCard { .. }
        | R::CannotDrop { .. }
        | R::NeverPromotes { .. } => RefusalRank::Detail,
    }
}

/// Why a candidate is no legal move.
fn refuse(
    position: &Position,
    legal: &[IndexedLegalMove],
    candidate: &ReadingCandidate,
) -> Option<MoveRefusal> {
    match &candidate.meaning {
        CandidateMeaning::Castling(named) => refuse_castling(position, *named),
        CandidateMeaning::Move(candidate_move) => {
            Some(refuse_unknown(position, candidate_move).unwrap_or_else(|| {
                match fit(position, legal, candidate) {
                    CandidateFit::Differs(near) => refuse_differing(position, candidate_move, &near),
                    CandidateFit::Matches(_) | CandidateFit::Nothing => {
                        no_piece_moves_there(position, candidate_move)
                    }
                }
            }))
        }
    }
}

fn refuse_castling(position: &Position, named: Option<CastlingSide>) -> Option<MoveRefusal> {
    let faults = castling_fault::candidate_sides(named).filter_map(|side| refuse_castling_to(position, side));
    first_max(faults.map(|refusal| (rank(&refusal), refusal)))
}

/// The refusal of a square or type that the variant does not have.
fn refuse_unknown(position: &Position, candidate_move: &CandidateMove) -> Option<MoveRefusal> {
    let region = position.region();
    let dropped_on = match candidate_move.card {
        CandidateCard::Drop { square, .. } => square,
        CandidateCard::Unstated | CandidateCard::Pass => None,
    };
    let mut squares =
        [candidate_move.origin.square(), Some(candidate_move.to), dropped_on].into_iter().flatten();
    if let Some(square) = squares.find(|square| !region.contains(*square)) {
        return Some(MoveRefusal::NoSuchSquare { square });
    }
    let types = position.variant().types();
    candidate_move.kind.filter(|kind| !types.contains(*kind)).map(|kind| MoveRefusal::NoSuchPiece { kind })
}

/// The refusal if legal moves go to the target, but differ from the text.
fn refuse_differing(
    position: &Position,
    candidate_move: &CandidateMove,
    near: &[&IndexedLegalMove],
) -> MoveRefusal {
    let Some(first) = near.first() else { return no_piece_moves_there(position, candidate_move) };
    let mover = PlacedPiece { piece: first.piece, square: first.intended.from };
    let to = candidate_move.to;
    let does = |separator: CandidateSeparator| near.iter().any(|legal| legal.does(separator));
    match candidate_move.separator {
        CandidateSeparator::Takes if !does(CandidateSeparator::Takes) => {
            return MoveRefusal::NothingToCapture { mover, to };
        }
        CandidateSeparator::Converts if !does(CandidateSeparator::Converts) => {
            return MoveRefusal::NothingToConvert { mover, to };
        }
        _ => {}
    }
    if candidate_move.en_passant && !near.iter().any(|legal| legal.is_en_passant(position)) {
        return MoveRefusal::NotEnPassant { mover, to };
    }
    let becomes = |legal: &&&IndexedLegalMove| legal.intended.choice == candidate_move.becomes;
    let without_drop = near.iter().find(becomes).map(|legal| legal.intended);
    if let Some(refusal) = without_drop.and_then(|made| refuse_drop(position, &made, candidate_move.card)) {
        return refusal;
    }
    let wanted = candidate_move.becomes.unwrap_or(PieceType::PAWN);
    refuse_promotion(position, mover, to, wanted, near)
}

/// The refusal of a drop after a legal move; none if no card is named.
pub(super) fn refuse_drop(position: &Position, made: &Move, card: CandidateCard) -> Option<MoveRefusal> {
    let CandidateCard::Drop { card, square } = card else { return None };
    let side = position.side_to_move();
    let hand = position.view(PositionViewer::Player(side)).hand(side);
    if hand.is_empty() {
        return Some(MoveRefusal::NoCards);
    }
    if let Some(card) = card.filter(|card| !hand.known_cards().contains(card)) {
        return Some(MoveRefusal::NotInHand { card });
    }
    let after = position.apply(&made.without_drop());
    if !after.pieces().any(|(_, piece)| piece == Piece::new(side, PieceType::PAWN)) {
        return Some(MoveRefusal::NoPawnToDropBy);
    }
    Some(match square {
        Some(square) if !position.region().contains(square) => MoveRefusal::NoSuchSquare { square },
        Some(square) => placed(&after, square)
            .map_or(MoveRefusal::CannotDrop { card, square }, |by| MoveRefusal::DropOccupied { by }),
        // All squares beside or behind the Pawns are occupied.
        None => MoveRefusal::NoPlaceForCard { card: card.unwrap_or(PieceType::PAWN) },
    })
}

fn refuse_promotion(
    position: &Position,
    mover: PlacedPiece,
    to: Square,
    wanted: PieceType,
    near: &[&IndexedLegalMove],
) -> MoveRefusal {
    let mut choices: Vec<PieceType> = near.iter().filter_map(|legal| legal.intended.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    let side = mover.piece.side;
    if choices.is_empty() && mover.piece.kind != PieceType::PAWN {
        return MoveRefusal::NeverPromotes { mover, wanted };
    }
    if !position.in_promotion_zone(side, to) {
        if let Some(king) = position.king(side.other()).filter(|_| position.region() == Region::Unbounded) {
            return MoveRefusal::PromotesBesideKing { mover, to, rank: king.rank };
        }
        return MoveRefusal::NoPromotionThere { mover, to, first_rank: first_promotion_rank(position, side) };
    }
    refuse_choice(mover, to, wanted, choices)
}

/// The refusal of a promotion choice that none of the promoting moves has.
pub(super) fn refuse_unavailable(
    mover: PlacedPiece,
    to: Square,
    wanted: PieceType,
    legal: &[Move],
) -> MoveRefusal {
    let mut choices: Vec<PieceType> = legal.iter().filter_map(|made| made.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    refuse_choice(mover, to, wanted, choices)
}

fn refuse_choice(mover: PlacedPiece, to: Square, wanted: PieceType, choices: Vec<PieceType>) -> MoveRefusal {
    if wanted == PieceType::PAWN {
        return MoveRefusal::PromotionRequired { mover, to, choices };
    }
    MoveRefusal::PromotionUnavailable { mover, to, wanted, choices }
}

/// The first rank of a side's promotion zone, as shown.
fn first_promotion_rank(position: &Position, side: Side) -> i32 {
    let zone = position.region().squares().filter(|square| position.in_promotion_zone(side, *square));
    let ranks = zone.map(|square| square.rank);
    let first = match side {
        Side::White => ranks.min(),
        Side::Black => ranks.max(),
    };
    first.unwrap_or_default()
}

/// The refusal if no legal move of such a piece goes to the target.
fn no_piece_moves_there(position: &Position, candidate_move: &CandidateMove) -> MoveRefusal {
    if let Some(refusal) =
        candidate_move.origin.square().and_then(|start| refuse_start(position, candidate_move, start))
    {
        return refusal;
    }
    let matching_pieces: Vec<PlacedPiece> = matching_pieces(position, candidate_move).collect();
    let refusals = matching_pieces.iter().map(|&mover| diagnose(position, mover, candidate_move.to));
    let Some(nearest) = first_max(refusals.map(|refusal| (rank(&refusal), refusal))) else {
        let piece = Piece::new(position.side_to_move(), candidate_move.kind.unwrap_or(PieceType::PAWN));
        return MoveRefusal::NoPiece {
            piece,
            file: candidate_move.origin.file,
            rank: candidate_move.origin.rank,
        };
    };
    match nearest {
        MoveRefusal::CannotReach { mover, to, copied } if matching_pieces.len() > 1 => {
            MoveRefusal::NoneReaches { piece: mover.piece, to, copied }
        }
        nearest => nearest,
    }
}

/// The pieces of the side to move that agree with the type and origin of a candidate.
pub(super) fn matching_pieces(
    position: &Position,
    candidate_move: &CandidateMove,
) -> impl Iterator<Item = PlacedPiece> {
    let (side, kind, origin) = (position.side_to_move(), candidate_move.kind, candidate_move.origin);
    let placed = position.pieces().map(|(square, piece)| PlacedPiece { piece, square });
    placed.filter(move |PlacedPiece { piece, square }| {
        piece.side == side && kind.is_none_or(|kind| kind == piece.kind) && origin.fits(*square)
    })
}

/// The refusal if the start square does not hold the named piece.
fn refuse_start(position: &Position, candidate_move: &CandidateMove, start: Square) -> Option<MoveRefusal> {
    let Some(piece) = placed(position, start) else {
        return Some(MoveRefusal::EmptySquare { square: start });
    };
    if piece.piece.side != position.side_to_move() {
        return Some(MoveRefusal::OpponentsPiece { piece });
    }
    let named = candidate_move.kind.filter(|kind| *kind != piece.piece.kind)?;
    Some(MoveRefusal::OtherPiece { piece, named })
}
