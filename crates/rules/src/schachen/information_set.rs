//! Information set: the type of what the side to move may know of a game of Schachen, from which it
//! makes determinizations, full positions with the unknown cards dealt at random.
//!
//! A search gets nothing else. Not here: the search itself (`adoube-engine`), and what people are shown
//! ([`PositionView`]).

use super::card_set::CardSet;
use super::search::GridSearch;
use super::{SET, SchachenPosition};
use crate::arrays::SeededRandom;
use crate::position::PositionViewer;
use crate::{Game, Move, PieceType, PositionView, Side, Variant};

/// A game of Schachen as the side to move knows it. Cards it may not know are only counted, and
/// nothing recovers them. [`determinize`](Self::determinize) deals them at random.
#[derive(Clone, Debug)]
pub struct InformationSet {
    view: PositionView,
    /// The moves, without drops, that repeat an earlier position.
    repeating_moves: Vec<Move>,
}

impl InformationSet {
    /// The information set of a view, without earlier positions; none in games without cards.
    pub fn of(view: &PositionView) -> Option<Self> {
        (view.variant() == Variant::Schachen)
            .then(|| Self { view: view.clone(), repeating_moves: Vec::new() })
    }

    /// The view of the side to move.
    pub const fn view(&self) -> &PositionView {
        &self.view
    }

    /// Whether a move repeats an earlier position.
    pub fn is_repetition(&self, made: &Move) -> bool {
        self.repeating_moves.contains(made)
    }

    /// A determinization: unknown cards are dealt at random, out of those that are neither on the
    /// grid nor captured. The same seed deals the same cards. None if the view is not one of
    /// Schachen.
    pub fn determinize(&self, seed: u64) -> Option<GridSearch> {
        let shown = self.view.position().as_schachen()?;
        Some(GridSearch::of(&shown.determinize(&mut SeededRandom::new(seed))))
    }
}

impl Game {
    /// The information set of the side to move; none in games without cards, and once the game is
    /// over.
    pub fn information_set(&self) -> Option<InformationSet> {
        if self.outcome().is_some() {
            return None;
        }
        let position = self.position();
        let view = position.view(PositionViewer::Player(position.side_to_move()));
        // No card was dropped since the last irreversible move, so these moves reveal nothing of
        // hands.
        let mut repeating_moves = position.as_schachen()?.moves_without_drops();
        repeating_moves.retain(|made| self.has_occurred(&position.apply(made)));
        Some(InformationSet { view, repeating_moves })
    }
}

impl SchachenPosition {
    /// The position with its unknown cards dealt at random.
    pub(super) fn determinize(&self, draw: &mut SeededRandom) -> Self {
        let mut whole = self.clone();
        for side in Side::BOTH {
            let mut left = self.hidden_cards(side, draw);
            let (hand, stack) = (&mut whole.hands[side.index()], &mut whole.stacks[side.index()]);
            for cards in [hand, stack] {
                let drawn: Vec<PieceType> =
                    (0..cards.unknown_count()).filter_map(|_| draw.take(&mut left)).collect();
                *cards = CardSet::of(cards.known_cards().iter().copied().chain(drawn));
            }
            whole.hands[side.index()].known_cards.sort_unstable();
        }
        whole
    }

    /// The cards of a side whose place is unknown, exactly as many as are hidden. A promotion
    /// removes a Pawn from the game, so surplus cards are Pawns first.
    fn hidden_cards(&self, side: Side, draw: &mut SeededRandom) -> Vec<PieceType> {
        let (hand, stack) = (self.hand(side), self.stack(side));
        let on_grid = || self.grid.pieces_of(side).map(|(_, piece)| piece.kind);
        let mut hidden_cards = Vec::new();
        for (kind, most) in SET {
            let known_cards =
                hand.known_cards().iter().chain(stack.known_cards()).chain(self.taken(side)).copied();
            let seen = known_cards.chain(on_grid()).filter(|other| *other == kind).count();
            hidden_cards.extend(std::iter::repeat_n(kind, most.saturating_sub(seen)));
        }
        while hidden_cards.len() > hand.unknown_count() + stack.unknown_count() {
            // Pawns are last in the set.
            if hidden_cards.last() == Some(&PieceType::PAWN) {
                hidden_cards.pop();
            } else {
                draw.take(&mut hidden_cards);
            }
        }
        hidden_cards
    }
}
