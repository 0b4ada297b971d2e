//! Move and drop generation of the search grid, without allocation.
//!
//! `movement` and `drops` state the same rules in plain form; tests compare the two.

use super::{GridSearch, SLOTS, each, first_slot, side_of, slots_of};
use crate::schachen::grid::{DIRECTIONS, GridLine, KNIGHT_LEAPS};
use crate::{CardDrop, PieceType, Side, Square};

/// No slot, in place of an optional one.
const NONE: u8 = u8::MAX;
/// Distances on a line that fit in one bit mask.
const NEAR: i32 = 64;
const CHOICES: [PieceType; 4] = [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT];
const CARDS: [PieceType; 5] =
    [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT, PieceType::PAWN];

/// The first step of a turn. Valid only in the position it was generated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridMove {
    slot: u8,
    victim: u8,
    choice: Option<PieceType>,
    to: Square,
}

impl GridMove {
    /// The target.
    pub const fn to(self) -> Square {
        self.to
    }

    /// The type a Pawn is promoted to.
    pub const fn choice(self) -> Option<PieceType> {
        self.choice
    }

    /// Whether it captures a piece.
    pub const fn takes(self) -> bool {
        self.victim != NONE
    }

    pub(super) const fn slot(self) -> usize {
        self.slot as usize
    }

    pub(super) fn victim(self) -> Option<usize> {
        self.takes().then_some(self.victim.into())
    }
}

/// The distance and slot of the nearest piece in each direction; `i32::MAX` and [`NONE`] without
/// one.
type NearestPieces = [(i32, u8); 8];

impl GridSearch {
    /// Fills a list with the legal moves without drops, or with the captures among them.
    pub fn generate_moves(&mut self, only_takes: bool, moves: &mut Vec<GridMove>) {
        moves.clear();
        for slot in each(self.present & slots_of(self.side)) {
            self.generate_moves_of(slot, only_takes, moves);
        }
        let is_check = self.in_check();
        let king = self.king(self.side);
        moves.retain(|made| {
            let from = self.square(made.slot());
            let is_safe = !is_check
                && self.kinds[made.slot()] != PieceType::KING
                && GridLine::between(from, king).is_none();
            is_safe || self.keeps_king_safe(*made)
        });
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&mut self, room: &mut Vec<GridMove>) -> bool {
        for slot in each(self.present & slots_of(self.side)) {
            room.clear();
            self.generate_moves_of(slot, false, room);
            if room.iter().any(|made| self.keeps_king_safe(*made)) {
                return true;
            }
        }
        false
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.side), self.side.other())
    }

    /// Whether a side attacks a square.
    pub fn is_attacked(&self, square: Square, by: Side) -> bool {
        each(self.present & slots_of(by)).any(|slot| self.attacks(slot, square))
    }

    /// The kinds of pieces of a side that attack a square: one bit each, by [`PieceType::index`].
    pub fn attackers(&self, square: Square, by: Side) -> u8 {
        let attackers = each(self.present & slots_of(by)).filter(|slot| self.attacks(*slot, square));
        attackers.fold(0, |kinds, slot| kinds | 1 << self.kinds[slot].index())
    }

    /// Calls `found` with each enemy piece that a piece of a kind would attack from a square.
    pub fn attacked_from(
        &self,
        square: Square,
        kind: PieceType,
        side: Side,
        mut found: impl FnMut(Square, PieceType),
    ) {
        for slot in each(self.present & slots_of(side.other())) {
            let at = self.square(slot);
            if self.reaches(kind, side, square, at) {
                found(at, self.kinds[slot]);
            }
        }
    }

    /// Fills a list with the legal drops of the side to move in the present grid: after the first
    /// step, those that may end the turn.
    pub fn generate_drops(&self, drops: &mut Vec<CardDrop>) {
        drops.clear();
        for card in CARDS.into_iter().filter(|card| self.in_hand(self.side, *card) > 0) {
            for (pawn, _) in self.pieces_of(self.side).filter(|(_, kind)| *kind == PieceType::PAWN) {
                for square in drop_squares(pawn, card, self.side).into_iter().flatten() {
                    let drop = CardDrop { card, square };
                    if square.has_name() && self.slot_at(square).is_none() && !drops.contains(&drop) {
                        drops.push(drop);
                    }
                }
            }
        }
    }

    /// Whether a drop is legal in the present grid.
    pub fn can_drop(&self, drop: CardDrop) -> bool {
        let CardDrop { card, square } = drop;
        let is_by = |pawn| drop_squares(pawn, card, self.side).contains(&Some(square));
        self.in_hand(self.side, card) > 0
            && self.slot_at(square).is_none()
            && self.pieces_of(self.side).any(|(pawn, kind)| kind == PieceType::PAWN && is_by(pawn))
    }

    fn attacks(&self, slot: usize, square: Square) -> bool {
        self.reaches(self.kinds[slot], side_of(slot), self.square(slot), square)
    }

    /// Whether a piece of a kind captures from one square on another.
    fn reaches(&self, kind: PieceType, side: Side, from: Square, to: Square) -> bool {
        let (files, ranks) = (to.file - from.file, to.rank - from.rank);
        let (wide, high) = (files.abs(), ranks.abs());
        match kind {
            PieceType::KING => wide.max(high) == 1,
            PieceType::KNIGHT => wide.min(high) == 1 && wide.max(high) == 2,
            PieceType::PAWN => wide == 1 && ranks == side.forward(),
            _ => {
                let is_straight = wide == 0 || high == 0;
                let rides = match kind {
                    PieceType::ROOK => is_straight,
                    PieceType::BISHOP => wide == high,
                    _ => is_straight || wide == high,
                };
                rides && wide + high > 0 && self.is_free_between(from, to)
            }
        }
    }

    /// Whether no piece stands between two squares of a line.
    fn is_free_between(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = (to.file - from.file, to.rank - from.rank);
        let length = files.abs().max(ranks.abs());
        let step = (files.signum(), ranks.signum());
        each(self.present).all(|slot| {
            let (across, up) = (self.files[slot] - from.file, self.ranks[slot] - from.rank);
            let distance = across.abs().max(up.abs());
            let is_between =
                0 < distance && distance < length && across == step.0 * distance && up == step.1 * distance;
            !is_between
        })
    }

    fn keeps_king_safe(&mut self, made: GridMove) -> bool {
        let slot = made.slot();
        let (from, before) = (self.square(slot), self.present);
        if let Some(victim) = made.victim() {
            self.present &= !(1 << victim);
        }
        (self.files[slot], self.ranks[slot]) = (made.to.file, made.to.rank);
        let is_safe = !self.is_attacked(self.square(first_slot(self.side)), self.side.other());
        (self.files[slot], self.ranks[slot]) = (from.file, from.rank);
        self.present = before;
        is_safe
    }

    fn generate_moves_of(&self, slot: usize, only_takes: bool, moves: &mut Vec<GridMove>) {
        let from = self.square(slot);
        let made = |to, victim| GridMove { slot: slot as u8, victim, choice: None, to };
        match self.kinds[slot] {
            PieceType::PAWN => self.generate_pawn_moves(slot, only_takes, moves),
            PieceType::KING | PieceType::KNIGHT => {
                let is_king = self.kinds[slot] == PieceType::KING;
                for (files, ranks) in if is_king { DIRECTIONS } else { KNIGHT_LEAPS } {
                    let to = from.offset(files, ranks);
                    match self.slot_at(to) {
                        Some(victim) if side_of(victim) != self.side => moves.push(made(to, victim as u8)),
                        Some(_) => {}
                        None => {
                            let is_back = is_king && ranks == -self.side.forward();
                            if !only_takes && !is_back && self.safe_targets(slot, to) {
                                moves.push(made(to, NONE));
                            }
                        }
                    }
                }
            }
            kind => {
                let nearest_pieces = self.nearest_pieces(slot);
                for (direction, (distance, victim)) in nearest_pieces.into_iter().enumerate() {
                    let rides = GridLine { direction, distance: distance.into() }.is_open_to(kind);
                    if victim != NONE && rides && side_of(victim.into()) != self.side {
                        moves.push(made(self.square(victim.into()), victim));
                    }
                }
                if !only_takes {
                    self.generate_quiet_slides(slot, &nearest_pieces, &mut |to| moves.push(made(to, NONE)));
                }
            }
        }
    }

    fn generate_pawn_moves(&self, slot: usize, only_takes: bool, moves: &mut Vec<GridMove>) {
        let from = self.square(slot);
        let zone = self.king(self.side.other()).rank;
        for files in [-1, 0, 1] {
            let to = from.offset(files, self.side.forward());
            let victim = match self.slot_at(to) {
                Some(victim) if files != 0 && side_of(victim) != self.side => victim as u8,
                None if files == 0 && (!only_takes || to.rank == zone) && self.safe_targets(slot, to) => NONE,
                _ => continue,
            };
            let made = GridMove { slot: slot as u8, victim, choice: None, to };
            if victim != NONE || !only_takes {
                moves.push(made);
            }
            if to.rank == zone {
                let choices = CHOICES.into_iter().filter(|kind| self.taken(self.side, *kind) > 0);
                moves.extend(choices.map(|kind| GridMove { choice: Some(kind), ..made }));
            }
        }
    }

    /// Whether a quiet move may end on a square: it must touch a piece other than the one that
    /// moves.
    fn safe_targets(&self, slot: usize, to: Square) -> bool {
        let touches = |other: usize| {
            (self.files[other] - to.file).abs() <= 1 && (self.ranks[other] - to.rank).abs() <= 1
        };
        to.has_name() && each(self.present & !(1 << slot)).any(touches)
    }

    fn nearest_pieces(&self, slot: usize) -> NearestPieces {
        let from = self.square(slot);
        let mut nearest_pieces = [(i32::MAX, NONE); 8];
        for other in each(self.present & !(1 << slot)) {
            if let Some(GridLine { direction, distance }) = GridLine::between(from, self.square(other))
                && distance < nearest_pieces[direction].0.into()
            {
                nearest_pieces[direction] = (distance as i32, other as u8);
            }
        }
        nearest_pieces
    }

    /// Calls `found` once with each empty square a rider can go to: it lies on one of its lines and
    /// touches a piece.
    fn generate_quiet_slides(
        &self,
        slot: usize,
        nearest_pieces: &NearestPieces,
        found: &mut impl FnMut(Square),
    ) {
        let (from, kind) = (self.square(slot), self.kinds[slot]);
        let mut far: arrayvec::ArrayVec<i32, { 3 * SLOTS }> = arrayvec::ArrayVec::new();
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            if !(GridLine { direction, distance: 1 }).is_open_to(kind) {
                continue;
            }
            let mut near = 0_u64;
            far.clear();
            for other in each(self.present & !(1 << slot)) {
                let (across, up) = (self.files[other] - from.file, self.ranks[other] - from.rank);
                let Some((first, last)) = intersection(along(files, across), along(ranks, up)) else {
                    continue;
                };
                for distance in first.max(1)..=last.min(nearest_pieces[direction].0.saturating_sub(1)) {
                    if distance < NEAR {
                        near |= 1 << distance;
                    } else if !far.contains(&distance) {
                        far.push(distance);
                    }
                }
            }
            let mut go = |distance: i32| {
                let to = from.offset(files * distance, ranks * distance);
                if to.has_name() {
                    found(to);
                }
            };
            while near != 0 {
                go(near.trailing_zeros() as i32);
                near &= near - 1;
            }
            far.iter().for_each(|distance| go(*distance));
        }
    }
}

/// The range of distances along a direction that are adjacent, on one axis, to a square `apart`
/// away. None if there are none.
const fn along(step: i32, apart: i32) -> Option<(i32, i32)> {
    match step {
        0 if apart.abs() <= 1 => Some((0, i32::MAX)),
        0 => None,
        _ => Some((step * apart - 1, step * apart + 1)),
    }
}

/// The intersection of two ranges.
fn intersection(one: Option<(i32, i32)>, other: Option<(i32, i32)>) -> Option<(i32, i32)> {
    let ((first, last), (other_first, other_last)) = (one?, other?);
    let (first, last) = (first.max(other_first), last.min(other_last));
    (first <= last).then_some((first, last))
}

/// The squares by an own Pawn where a card may be dropped: a Pawn beside it, any other card behind
/// it.
const fn drop_squares(pawn: Square, card: PieceType, side: Side) -> [Option<Square>; 2] {
    if card.is_king_or_pawn() {
        [Some(pawn.offset(-1, 0)), Some(pawn.offset(1, 0))]
    } else {
        [Some(pawn.offset(0, -side.forward())), None]
    }
}
