//! Which of a text's readings comes nearest to a legal move, and why it is none.

use std::cmp::Reverse;

use super::candidate::{Candidate, Card, Going, Likeness, Link, Says};
use super::castling;
use super::diagnosis::{diagnose, placed, refuse_castling_to};
use super::matching::{Fit, Legal, fit};
use crate::notation::refusal::{CastlingFault, Placed, Refusal};
use crate::{CastlingSide, Move, Piece, PieceType, Position, Region, Side, Square, Viewer};

/// How near a refused move is to a legal one. The order is that of what the reader most likely has to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// A square or type that does not exist.
    Nowhere,
    /// No such piece of the mover's.
    NoPiece,
    /// Something else on the start square.
    OtherPiece,
    /// A piece that does not move that way.
    Movement,
    /// A piece that would get there under a condition.
    Condition,
    /// A piece that is kept from there by others.
    Obstacle,
    /// A piece that may not move now, or a King that may not castle.
    Held,
    /// A possible move that leaves the King attacked.
    Check,
    /// A legal move that does not do what the text says.
    Detail,
}

/// The refusal of the nearest reading.
pub(super) fn refusal(position: &Position, legal: &[Legal], candidates: &[Candidate]) -> Option<Refusal> {
    let refusals = candidates.iter().filter_map(|candidate| {
        let refusal = refuse(position, legal, candidate)?;
        let nearness = nearness(&refusal);
        let in_coordinates = candidate.likeness == Likeness::Coordinates;
        let has_piece = nearness >= Nearness::Movement;
        Some(((in_coordinates, has_piece, Reverse(candidate.likeness), nearness), refusal))
    });
    first_max(refusals)
}

/// The refusal with the greatest key, the first of several.
fn first_max<K: Ord>(refusals: impl Iterator<Item = (K, Refusal)>) -> Option<Refusal> {
    let better = |best: (K, Refusal), next: (K, Refusal)| if next.0 > best.0 { next } else { best };
    refusals.reduce(better).map(|(_, refusal)| refusal)
}

fn nearness(refusal: &Refusal) -> Nearness {
    use Refusal as R;
    match refusal {
        R::GameOver | R::NoSuchSquare { .. } | R::NoSuchPiece { .. } => Nearness::Nowhere,
        R::NoPiece { .. } => Nearness::NoPiece,
        R::EmptySquare { .. } | R::OpponentsPiece { .. } | R::OtherPiece { .. } => Nearness::OtherPiece,
        R::SameSquare { .. } | R::CannotReach { .. } | R::NoneReaches { .. } => Nearness::Movement,
        R::OnlyCaptures { .. } | R::TouchesNothing { .. } | R::EnPassantTooLate { .. } => Nearness::Condition,
        R::Blocked { .. } | R::OwnPiece { .. } | R::CannotBeTaken { .. } | R::CapturesOtherwise { .. } => {
            Nearness::Obstacle
        }
        R::Castling { because, .. } => match because {
            CastlingFault::NotInThisGame | CastlingFault::NoRook => Nearness::Movement,
            CastlingFault::RightLost => Nearness::Condition,
            CastlingFault::Blocked { .. } => Nearness::Obstacle,
            CastlingFault::InCheck { .. }
            | CastlingFault::ThroughCheck { .. }
            | CastlingFault::IntoCheck { .. } => Nearness::Check,
        },
        R::Locked { .. } | R::Frozen { .. } | R::NothingToCopy { .. } => Nearness::Held,
        R::LeavesInCheck { .. } | R::StillInCheck { .. } | R::KingAttacked { .. } => Nearness::Check,
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
        | R::NeverPromotes { .. } => Nearness::Detail,
    }
}

/// Why one reading is no legal move.
fn refuse(position: &Position, legal: &[Legal], candidate: &Candidate) -> Option<Refusal> {
    match &candidate.says {
        Says::Castling(named) => refuse_castling(position, *named),
        Says::Going(going) => {
            Some(not_on_board(position, going).unwrap_or_else(|| match fit(position, legal, candidate) {
                Fit::Otherwise(near) => does_otherwise(position, going, &near),
                Fit::Meant(_) | Fit::Nothing => nothing_goes(position, going),
            }))
        }
    }
}

fn refuse_castling(position: &Position, named: Option<CastlingSide>) -> Option<Refusal> {
    let faults = castling::sides(named).filter_map(|side| refuse_castling_to(position, side));
    first_max(faults.map(|refusal| (nearness(&refusal), refusal)))
}

/// A square or type the game does not have.
fn not_on_board(position: &Position, going: &Going) -> Option<Refusal> {
    let region = position.region();
    let dropped_on = match going.card {
        Card::Dropped { square, .. } => square,
        Card::Unsaid | Card::Pass => None,
    };
    let mut squares = [going.origin.square(), Some(going.to), dropped_on].into_iter().flatten();
    if let Some(square) = squares.find(|square| !region.contains(*square)) {
        return Some(Refusal::NoSuchSquare { square });
    }
    let types = position.variant().types();
    going.kind.filter(|kind| !types.contains(*kind)).map(|kind| Refusal::NoSuchPiece { kind })
}

/// Legal moves go there, but do something else than the text says.
fn does_otherwise(position: &Position, going: &Going, near: &[&Legal]) -> Refusal {
    let Some(first) = near.first() else { return nothing_goes(position, going) };
    let mover = Placed { piece: first.piece, square: first.intended.from };
    let to = going.to;
    let does = |link: Link| near.iter().any(|legal| legal.does(link));
    match going.link {
        Link::Takes if !does(Link::Takes) => return Refusal::NothingToCapture { mover, to },
        Link::Converts if !does(Link::Converts) => return Refusal::NothingToConvert { mover, to },
        _ => {}
    }
    if going.en_passant && !near.iter().any(|legal| legal.is_en_passant(position)) {
        return Refusal::NotEnPassant { mover, to };
    }
    let becomes = |legal: &&&Legal| legal.intended.choice == going.becomes;
    let without_drop = near.iter().find(becomes).map(|legal| legal.intended);
    if let Some(refusal) = without_drop.and_then(|made| refuse_drop(position, &made, going.card)) {
        return refusal;
    }
    let wanted = going.becomes.unwrap_or(PieceType::PAWN);
    refuse_promotion(position, mover, to, wanted, near)
}

/// The move is legal, but no such card can be put there afterwards; none if no card is named.
pub(super) fn refuse_drop(position: &Position, made: &Move, card: Card) -> Option<Refusal> {
    let Card::Dropped { card, square } = card else { return None };
    let side = position.side_to_move();
    let hand = position.view(Viewer::Player(side)).hand(side);
    if hand.is_empty() {
        return Some(Refusal::NoCards);
    }
    if let Some(card) = card.filter(|card| !hand.known().contains(card)) {
        return Some(Refusal::NotInHand { card });
    }
    let after = position.apply(&made.without_drop());
    if !after.pieces().any(|(_, piece)| piece == Piece::new(side, PieceType::PAWN)) {
        return Some(Refusal::NoPawnToDropBy);
    }
    Some(match square {
        Some(square) if !position.region().contains(square) => Refusal::NoSuchSquare { square },
        Some(square) => placed(&after, square)
            .map_or(Refusal::CannotDrop { card, square }, |by| Refusal::DropOccupied { by }),
        // All squares beside or behind the Pawns are taken.
        None => Refusal::NoPlaceForCard { card: card.unwrap_or(PieceType::PAWN) },
    })
}

fn refuse_promotion(
    position: &Position,
    mover: Placed,
    to: Square,
    wanted: PieceType,
    near: &[&Legal],
) -> Refusal {
    let mut choices: Vec<PieceType> = near.iter().filter_map(|legal| legal.intended.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    let side = mover.piece.side;
    if choices.is_empty() && mover.piece.kind != PieceType::PAWN {
        return Refusal::NeverPromotes { mover, wanted };
    }
    if !position.in_promotion_zone(side, to) {
        if let Some(king) = position.king(side.other()).filter(|_| position.region() == Region::Unbounded) {
            return Refusal::PromotesBesideKing { mover, to, rank: king.rank };
        }
        return Refusal::NoPromotionThere { mover, to, first_rank: first_promotion_rank(position, side) };
    }
    unavailable(mover, to, wanted, choices)
}

/// A Pawn that is promoted by these moves cannot become that.
pub(super) fn no_such_choice(mover: Placed, to: Square, wanted: PieceType, legal: &[Move]) -> Refusal {
    let mut choices: Vec<PieceType> = legal.iter().filter_map(|made| made.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    unavailable(mover, to, wanted, choices)
}

fn unavailable(mover: Placed, to: Square, wanted: PieceType, choices: Vec<PieceType>) -> Refusal {
    if wanted == PieceType::PAWN {
        return Refusal::PromotionRequired { mover, to, choices };
    }
    Refusal::PromotionUnavailable { mover, to, wanted, choices }
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

/// No legal move of such a piece goes there.
fn nothing_goes(position: &Position, going: &Going) -> Refusal {
    if let Some(refusal) = going.origin.square().and_then(|start| wrong_start(position, going, start)) {
        return refusal;
    }
    let movers: Vec<Placed> = movers(position, going).collect();
    let refusals = movers.iter().map(|&mover| diagnose(position, mover, going.to));
    let Some(nearest) = first_max(refusals.map(|refusal| (nearness(&refusal), refusal))) else {
        let piece = Piece::new(position.side_to_move(), going.kind.unwrap_or(PieceType::PAWN));
        return Refusal::NoPiece { piece, file: going.origin.file, rank: going.origin.rank };
    };
    match nearest {
        Refusal::CannotReach { mover, to, copied } if movers.len() > 1 => {
            Refusal::NoneReaches { piece: mover.piece, to, copied }
        }
        nearest => nearest,
    }
}

/// The pieces of the side to move that are such as the text names, where it says.
pub(super) fn movers(position: &Position, going: &Going) -> impl Iterator<Item = Placed> {
    let (side, kind, origin) = (position.side_to_move(), going.kind, going.origin);
    let placed = position.pieces().map(|(square, piece)| Placed { piece, square });
    placed.filter(move |Placed { piece, square }| {
        piece.side == side && kind.is_none_or(|kind| kind == piece.kind) && origin.fits(*square)
    })
}

/// The start square does not hold the piece that was named.
fn wrong_start(position: &Position, going: &Going, start: Square) -> Option<Refusal> {
    let Some(piece) = placed(position, start) else {
        return Some(Refusal::EmptySquare { square: start });
    };
    if piece.piece.side != position.side_to_move() {
        return Some(Refusal::OpponentsPiece { piece });
    }
    let named = going.kind.filter(|kind| *kind != piece.piece.kind)?;
    Some(Refusal::OtherPiece { piece, named })
}
