//! Makes a legal move, or asks for the drop of a card that may follow it. Not here: which drops are
//! possible (`adoube-rules`).
//!
//! If a drop is possible after a move, the move is stored in the record as a pending turn, and the
//! player is asked in private. The pending turn stays secret, as does the question: no event is
//! logged, and the game's revision stays the same until the whole turn is made. Under touch-move
//! the move is final; otherwise another one may replace it.

use adoube_rules::{Game, Move, PositionViewer, Side};

use crate::{
    Notice, Reply,
    core::{
        game::{LastMove, PendingTurn},
        notice::{BoardEvent, BoardNotice, CardRefusal, HandNotice, HandStep},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

/// Outcome of a legal move.
pub(crate) enum TurnOutcome {
    /// The turn is made.
    Made(LastMove),
    /// The player is asked for a drop.
    Open(Notice),
}

impl TurnOutcome {
    /// The reply that replaces the step in which the move was picked.
    pub(crate) fn into_notice(self) -> Notice {
        match self {
            TurnOutcome::Made(last) => Notice::MovePlayed { san: last.san },
            TurnOutcome::Open(notice) => notice,
        }
    }

    /// The reply to a typed move.
    pub(crate) fn into_reply(self) -> Reply {
        match self {
            TurnOutcome::Made(_) => Reply::Public,
            TurnOutcome::Open(notice) => private_reply(notice),
        }
    }
}

impl HandlerRequest<'_> {
    /// Plays a legal move, or asks for the drop that may follow it.
    pub(crate) fn play(
        &mut self,
        game: Game,
        side: Side,
        chosen: &Move,
        is_whole: bool,
    ) -> HandlerResult<TurnOutcome> {
        self.require_same_pending_move(Some(chosen))?;
        let drops = game.position().drops_after(chosen);
        if is_whole || chosen.drop.is_some() || drops.is_empty() {
            self.confirm_return_from_vacation(game.position(), chosen)?;
            return self.course().make_move(game, side, chosen).map(TurnOutcome::Made);
        }
        self.begin_turn(chosen);
        self.hand(&game, side, HandStep::Card).map(Notice::from).map(TurnOutcome::Open)
    }

    /// Asks for the drop if these moves differ only in their drop.
    pub(crate) fn ask_for_drop(
        &mut self,
        game: &Game,
        side: Side,
        moves: &[Move],
    ) -> HandlerResult<Option<Notice>> {
        let Some(first) = moves.first().map(|made| made.without_drop()) else { return Ok(None) };
        // Touches may have left a single move, which drops no card.
        let differ_in_drops = moves.iter().any(|made| made.drop.is_some());
        if !differ_in_drops || moves.iter().any(|made| made.without_drop() != first) {
            return Ok(None);
        }
        self.require_same_pending_move(Some(&first))?;
        self.begin_turn(&first);
        let cards = || moves.iter().map(|made| made.drop.map(|drop| drop.card));
        let step = match cards().next().flatten() {
            Some(card) if cards().all(|other| other == Some(card)) => HandStep::Square { card },
            _ => HandStep::Card,
        };
        Ok(Some(self.hand(game, side, step)?.into()))
    }

    /// Stores this move as the pending turn.
    pub(crate) fn begin_turn(&mut self, chosen: &Move) {
        let begun = Some(PendingTurn::of(chosen));
        if let Some(record) = &mut self.draft.channel.game
            && record.begun != begun
        {
            record.begun = begun;
            self.draft.mark_changed();
        }
    }

    /// Under touch-move a pending move is final; refuses any other one.
    pub(crate) fn require_same_pending_move(&self, chosen: Option<&Move>) -> HandlerResult<()> {
        let record = self.require_game()?;
        match record.begun.filter(|_| record.touch_move) {
            Some(begun) if chosen.map(PendingTurn::of) != Some(begun) => {
                Err(CardRefusal::MoveMade { from: begun.from, to: begun.to }.into())
            }
            _ => Ok(()),
        }
    }

    /// The notice with a player's own cards.
    pub(crate) fn hand(&self, game: &Game, side: Side, step: HandStep) -> HandlerResult<HandNotice> {
        let record = self.require_game()?;
        let position = game.position();
        let begun = record.begun.filter(|_| position.side_to_move() == side);
        let drops = match begun {
            Some(begun) => position.drops_after(&begun.pending_move()),
            None => position.drops_ahead(side),
        };
        let hand = position.view(PositionViewer::Player(side)).hand(side).known_cards().to_vec();
        Ok(HandNotice { board: BoardNotice::of(record, BoardEvent::Shown), side, hand, begun, drops, step })
    }
}

impl From<HandNotice> for Notice {
    fn from(hand: HandNotice) -> Self {
        Notice::Hand(Box::new(hand))
    }
}
