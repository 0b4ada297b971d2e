//! What the side to move may know of a game, for whoever thinks about its move: nothing else gets to the search. Not here:
//! how its worlds are searched (`search`), and what people are shown ([`View`]).

use super::card_set::CardSet;
use super::search::GridSearch;
use super::{SET, SchachenPosition};
use crate::arrays::SeededRandom;
use crate::position::PositionViewer;
use crate::{Game, Move, PieceType, PositionView, Side, Variant};

/// A game of Schachen as the side to move knows it: the cards it may not know are mere numbers, and nothing brings them
/// back. Out of it worlds are [dealt](Self::dealt) that look the same to that side.
#[derive(Clone, Debug)]
pub struct InformationSet {
    view: PositionView,
    /// The moves, without drops, after which a position stands that was there before.
    repeating_moves: Vec<Move>,
}

impl InformationSet {
    /// What a player may see of a position, without anything earlier; none in games without cards.
    pub fn of(view: &PositionView) -> Option<Self> {
        (view.variant() == Variant::Schachen)
            .then(|| Self { view: view.clone(), repeating_moves: Vec::new() })
    }

    /// What the side to move sees.
    pub const fn view(&self) -> &PositionView {
        &self.view
    }

    /// Whether a position stands after the move that was there before.
    pub fn is_repetition(&self, made: &Move) -> bool {
        self.repeating_moves.contains(made)
    }

    /// A world that looks like this to the side to move: the cards it does not know are dealt by chance, out of those that
    /// are neither on the grid nor taken. The same seed deals the same. None if this is no view of Schachen.
    pub fn determinize(&self, seed: u64) -> Option<GridSearch> {
        let shown = self.view.position().as_schachen()?;
        Some(GridSearch::of(&shown.determinize(&mut SeededRandom::new(seed))))
    }
}

impl Game {
    /// What the side to move may know of the game; none in games without cards, and once it is over.
    pub fn information_set(&self) -> Option<InformationSet> {
        if self.outcome().is_some() {
            return None;
        }
        let position = self.position();
        let view = position.view(PositionViewer::Player(position.side_to_move()));
        // Since the last move that cannot be undone nobody has dropped a card, so these moves tell nothing of hands.
        let mut repeating_moves = position.as_schachen()?.moves_without_drops();
        repeating_moves.retain(|made| self.has_occurred(&position.apply(made)));
        Some(InformationSet { view, repeating_moves })
    }
}

impl SchachenPosition {
    /// A whole position in which the unknown cards are dealt by chance.
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

    /// The cards of a side of which nobody knows where they are, as many as there are. A promotion takes a Pawn out of the
    /// game, so of more cards than that Pawns are gone first.
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
