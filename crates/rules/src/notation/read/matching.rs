//! Which legal moves a candidate reading means.

use super::candidate::{Candidate, Card, Going, Link, Says};
use super::castling::sides;
use crate::variant::Castling;
use crate::{CastlingSide, Effects, Move, Piece, PieceType, Position, Square};

/// A legal move and what can be asked of it.
pub(super) struct Legal {
    pub(super) intended: Move,
    pub(super) piece: Piece,
    effects: Effects,
    /// The square its King goes to by castling.
    castled: Option<Square>,
}

impl Legal {
    /// A legal move of the position.
    pub(super) fn of(position: &Position, intended: Move) -> Option<Self> {
        let piece = position.piece_at(intended.from)?;
        let effects = position.effects(&intended);
        let castled = castled_to(&effects).filter(|_| intended.drop.is_none());
        Some(Self { intended, piece, effects, castled })
    }

    fn captures(&self) -> bool {
        self.effects.captured(self.piece.side).next().is_some()
    }

    fn converts(&self) -> bool {
        self.effects.converted(self.piece.side).next().is_some()
    }

    /// Whether a Pawn is captured beside the square the move goes to.
    pub(super) fn is_en_passant(&self, position: &Position) -> bool {
        let acts_there = position.en_passant() == Some(self.intended.to);
        let beside = |(square, piece): (Square, Piece)| {
            piece.kind == PieceType::PAWN
                && square != self.intended.to
                && square.file == self.intended.to.file
        };
        acts_there && self.effects.captured(self.piece.side).any(beside)
    }

    /// The same piece goes to the same square.
    fn goes(&self, position: &Position, going: &Going) -> bool {
        going.kind.is_none_or(|kind| kind == self.piece.kind)
            && going.origin.fits(self.intended.from)
            && (going.to == self.intended.to || self.castles_by_square(position, going))
    }

    /// Castling may be named by the King's target too, if it goes two squares or more, and by the Rook's square: always in
    /// Chess960, in chess only in coordinates, as programs write it.
    fn castles_by_square(&self, position: &Position, going: &Going) -> bool {
        let (from, to) = (self.intended.from, going.to);
        let takes_rook = going.kind.is_none() || position.variant().castling() == Castling::TakesRook;
        let rook = || self.effects.vanished.iter().any(|(square, _)| *square == to && *square != from);
        self.castled.is_some_and(|target| {
            (takes_rook && rook()) || (to == target && (to.file - from.file).abs() >= 2)
        })
    }

    /// Whether it captures, or converts, if the text says so.
    pub(super) fn does(&self, link: Link) -> bool {
        match link {
            Link::To => true,
            // "King takes Rook" is how castling is written in Chess960.
            Link::Takes => self.captures() || self.converts() || self.castled.is_some(),
            Link::Converts => self.converts(),
        }
    }

    fn does_what_is_said(&self, position: &Position, going: &Going) -> bool {
        self.does(going.link)
            && (!going.en_passant || self.is_en_passant(position))
            && self.drops_what_is_said(going.card)
    }

    /// A move of which nothing more is said drops nothing, as its text has it.
    fn drops_what_is_said(&self, said: Card) -> bool {
        match self.intended.drop {
            None => matches!(said, Card::Unsaid | Card::Pass),
            Some(drop) => said.says(drop),
        }
    }

    fn castles_to(&self, named: Option<CastlingSide>) -> bool {
        self.castled.is_some_and(|target| sides(named).any(|side| side.king_file() == target.file))
    }
}

/// Where the King ends if two own pieces arrive at once, which is castling.
fn castled_to(effects: &Effects) -> Option<Square> {
    let arrivals = effects.appeared.as_slice();
    let king = arrivals.iter().find(|(_, piece)| piece.kind == PieceType::KING)?;
    (arrivals.len() > 1).then_some(king.0)
}

/// How far the legal moves go along with a reading.
pub(super) enum Fit<'a> {
    /// These are meant; never none.
    Meant(Vec<&'a Legal>),
    /// These go there, but do not do what the text says; never none.
    Otherwise(Vec<&'a Legal>),
    /// None goes there.
    Nothing,
}

/// The legal moves a candidate means.
pub(super) fn fit<'a>(position: &Position, legal: &'a [Legal], candidate: &Candidate) -> Fit<'a> {
    let going = match &candidate.says {
        Says::Castling(side) => {
            let meant: Vec<_> = legal.iter().filter(|legal| legal.castles_to(*side)).collect();
            return if meant.is_empty() { Fit::Nothing } else { Fit::Meant(meant) };
        }
        Says::Going(going) => going,
    };
    let near: Vec<_> = legal.iter().filter(|legal| legal.goes(position, going)).collect();
    let said = near.iter().copied().filter(|legal| legal.does_what_is_said(position, going));
    let meant = chosen(&said.collect::<Vec<_>>(), going.becomes);
    match (near.is_empty(), meant.is_empty()) {
        (true, _) => Fit::Nothing,
        (_, true) => Fit::Otherwise(near),
        _ => Fit::Meant(meant),
    }
}

/// The moves with the promotion that was asked for. Where none was, a Pawn that may stay a Pawn does, as a move is
/// written; where it may not, all its promotions are meant.
fn chosen<'a>(moves: &[&'a Legal], becomes: Option<PieceType>) -> Vec<&'a Legal> {
    let can_stay = |legal: &Legal| {
        let stays = Move { choice: None, ..legal.intended };
        moves.iter().any(|other| other.intended == stays)
    };
    let is_chosen = |legal: &&Legal| match (becomes, legal.intended.choice) {
        (None, None) => true,
        (None, Some(_)) => !can_stay(legal),
        (Some(PieceType::PAWN), choice) => choice.is_none() && legal.piece.kind == PieceType::PAWN,
        (becomes, choice) => becomes == choice,
    };
    moves.iter().copied().filter(is_chosen).collect()
}
