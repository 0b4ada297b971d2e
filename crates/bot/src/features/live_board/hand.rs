//! Lists the viewer's own cards on a live board and the squares where they may be dropped; for that
//! viewer alone.

use adoube_rules::{CardDrop, PieceType, PositionViewer as Seer, notation};

use super::{LiveBoardBuilder, LiveCard, LiveHand, LivePendingTurn};
use crate::core::command::BoardButton;

impl LiveBoardBuilder<'_> {
    /// The viewer's hand, if they play a running game with cards.
    pub(super) fn hand(&self) -> Option<LiveHand> {
        let side = self.seat.filter(|_| self.record.hides_cards())?;
        let own = self.record.state.view(Seer::Player(side));
        let own =
            own.inspect_err(|_| tracing::error!(game = %self.record.id, "a hand cannot be read")).ok()?;
        let position = own.position();
        let drops = match &self.begun {
            Some(begun) => position.drops_after(&begun.pending_move()),
            None => position.drops_ahead(side),
        };
        let made = self.begun.map(|begun| begun.pending_move());
        let may_take_up = made.filter(|_| !self.record.touch_move);
        let begun = made.map(|made| LivePendingTurn {
            from: made.from.to_string(),
            to: made.to.to_string(),
            says: self.speaker.written(&notation::san_move(&self.position, &made)),
        });
        Some(LiveHand {
            cards: self.cards(own.hand(side).known_cards(), &drops),
            drop: made.map(|made| self.id(BoardButton::Put(made))),
            pass: made.map(|made| self.id(BoardButton::Pass(made))),
            undo: may_take_up.map(|_| self.id(BoardButton::TakeUp)),
            begun,
        })
    }

    fn cards(&self, hand: &[PieceType], drops: &[CardDrop]) -> Vec<LiveCard> {
        let mut kinds = hand.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        let card = |kind: PieceType| LiveCard {
            kind: kind.code(),
            name: self.speaker.kind(kind),
            count: hand.iter().filter(|other| **other == kind).count(),
            drops: drops
                .iter()
                .filter(|drop| drop.card == kind)
                .map(|drop| drop.square.to_string())
                .collect(),
        };
        kinds.into_iter().map(card).collect()
    }
}
