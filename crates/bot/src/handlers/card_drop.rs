//! Handles card drops in Schachen, the second part of a turn, and passes. Not here: the first part
//! (`submit_move`), and which drops are possible (`adoube-rules`).
//!
//! If a drop is possible after a move, the move is stored in the record as a pending turn, and the
//! player is asked in private. The pending turn stays secret, as does the question: no event is
//! logged, and the game's revision stays the same until the whole turn is made. Under touch-move
//! the move is final; otherwise another one may replace it.

use adoube_rules::{
    CardDrop, Game, Move, PieceType, PositionViewer, Side,
    notation::{self, DropReading, MoveReading, MoveRefusal as Reason},
};

use crate::{
    Notice, Reply,
    game::{GameRecord, LastMove, PendingTurn},
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game},
    notice::{BoardEvent, BoardNotice, CardRefusal, GameRefusal, HandNotice, HandStep},
};

/// Outcome of a legal move.
pub(super) enum TurnOutcome {
    /// The turn is made.
    Made(LastMove),
    /// The player is asked for a drop.
    Open(Notice),
}

impl TurnOutcome {
    /// The reply that replaces the step in which the move was picked.
    pub(super) fn picked(self) -> Notice {
        match self {
            TurnOutcome::Made(last) => Notice::MovePlayed { san: last.san },
            TurnOutcome::Open(notice) => notice,
        }
    }

    /// The reply to a typed move.
    pub(super) fn submit_turn_text(self) -> Reply {
        match self {
            TurnOutcome::Made(_) => Reply::Public,
            TurnOutcome::Open(notice) => private_reply(notice),
        }
    }
}

/// A text read as a move, or as the completion of a pending turn.
pub(super) struct TurnText {
    pub(super) reading: MoveReading,
    /// Whether the text declines a drop.
    pub(super) passes: bool,
}

impl HandlerRequest<'_> {
    /// Reads a text in the game of the sender, who is to move.
    pub(super) fn parse_turn(&self, record: &GameRecord, game: &Game, text: &str) -> TurnText {
        let (position, vocabulary) = (game.position(), self.vocabulary(record));
        if let Some(open) = record.open_promotion() {
            let reading = notation::read_promotion(position, (open.from, open.to), text, vocabulary);
            if reading != MoveReading::NotAMove {
                return TurnText { reading, passes: false };
            }
        }
        let reading = notation::read(position, text, vocabulary);
        if !record.variant.has_cards() {
            return TurnText { reading, passes: false };
        }
        let is_a_move = matches!(reading, MoveReading::Move(_) | MoveReading::Several(_));
        let drop = record.begun.filter(|_| !is_a_move).and_then(|begun| self.read_drop(game, &begun, text));
        drop.unwrap_or_else(|| {
            let passes = notation::declines_drop(text, self.context.words(self.reading()));
            TurnText { reading, passes }
        })
    }

    /// Reads the completion of a pending turn; `None` if the text is none.
    fn read_drop(&self, game: &Game, begun: &PendingTurn, text: &str) -> Option<TurnText> {
        let made = begun.pending_move();
        let words = self.context.words(self.reading());
        let (reading, passes) = match notation::read_drop(game.position(), &made, text, words) {
            DropReading::Drop(drop) => (MoveReading::Move(made.dropping(drop)), false),
            DropReading::Several(drops) => {
                (MoveReading::Several(drops.into_iter().map(|drop| made.dropping(drop)).collect()), false)
            }
            DropReading::Pass => (MoveReading::Move(made), true),
            DropReading::Refused(reason) => (MoveReading::Refused(reason), false),
            DropReading::NotADrop => return None,
        };
        Some(TurnText { reading, passes })
    }

    /// Plays a legal move, or asks for the drop that may follow it.
    pub(super) fn play(
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
    pub(super) fn ask_for_drop(
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

    fn begin_turn(&mut self, chosen: &Move) {
        let begun = Some(PendingTurn::of(chosen));
        if let Some(record) = &mut self.draft.channel.game
            && record.begun != begun
        {
            record.begun = begun;
            self.draft.mark_changed();
        }
    }

    /// Under touch-move a pending move is final; refuses any other one.
    pub(super) fn require_same_pending_move(&self, chosen: Option<&Move>) -> HandlerResult<()> {
        let record = self.require_game()?;
        match record.begun.filter(|_| record.touch_move) {
            Some(begun) if chosen.map(PendingTurn::of) != Some(begun) => {
                Err(CardRefusal::MoveMade { from: begun.from, to: begun.to }.into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn show_hand(&self) -> HandlerResult {
        let (record, side) = self.require_player()?;
        check_cards(record)?;
        let game = restore_game(record)?;
        let asked = record.begun.is_some() && game.position().side_to_move() == side;
        let step = if asked { HandStep::Card } else { HandStep::Look };
        Ok(private_reply(self.hand(&game, side, step)?.into()))
    }

    pub(super) fn drop_typed(&mut self, text: Option<&str>) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        check_cards(record)?;
        let begun = record.begun.ok_or(CardRefusal::MoveFirst)?;
        let Some(text) = text else {
            return Ok(private_reply(self.hand(&game, side, HandStep::Card)?.into()));
        };
        let Some(typed) = self.read_drop(&game, &begun, text) else {
            return Err(CardRefusal::NotADrop { text: text.to_owned() }.into());
        };
        self.play_read_move(game, side, text, typed)
    }

    pub(super) fn pass(&mut self) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        check_cards(record)?;
        let begun = record.begun.ok_or(CardRefusal::MoveFirst)?;
        Ok(self.play(game, side, &begun.pending_move(), true)?.submit_turn_text())
    }

    /// Passes after this move.
    pub(super) fn pass_after(&mut self, made: &Move) -> HandlerResult<Notice> {
        let (_, side, game) = self.left_move(made)?;
        Ok(self.play(game, side, &made.without_drop(), true)?.picked())
    }

    /// Shows the cards that may be dropped after this move.
    pub(super) fn cards_after(&mut self, made: &Move) -> HandlerResult<Notice> {
        self.drop_step(made, HandStep::Card)
    }

    /// Shows the squares for a picked card.
    pub(super) fn card_picked(&mut self, made: &Move, value: Option<&str>) -> HandlerResult<Notice> {
        let card = value.and_then(PieceType::from_code).ok_or(GameRefusal::UnknownButton)?;
        self.drop_step(made, HandStep::Square { card })
    }

    fn drop_step(&mut self, made: &Move, step: HandStep) -> HandlerResult<Notice> {
        let (_, side, game) = self.left_move(made)?;
        self.begin_turn(made);
        let notice = self.hand(&game, side, step)?;
        let offers = |drop: &CardDrop| match step {
            HandStep::Square { card } => drop.card == card,
            HandStep::Card | HandStep::Look => true,
        };
        if !notice.drops.iter().any(offers) {
            return Err(GameRefusal::UnknownButton.into());
        }
        Ok(notice.into())
    }

    /// The sender's turn, if this move may be made in it.
    fn left_move(&self, made: &Move) -> HandlerResult<(&GameRecord, Side, Game)> {
        let (record, side, game) = self.require_turn()?;
        self.require_same_pending_move(Some(made))?;
        if !record.moves_left(&game).contains(&made.without_drop()) {
            return Err(GameRefusal::UnknownButton.into());
        }
        Ok((record, side, game))
    }

    /// The notice with a player's own cards.
    pub(super) fn hand(&self, game: &Game, side: Side, step: HandStep) -> HandlerResult<HandNotice> {
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

/// Whether a refused move fails because of a card, so that it touches no piece.
pub(super) fn mentions_card(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::NoCards
            | Reason::NotInHand { .. }
            | Reason::NoPawnToDropBy
            | Reason::NoPlaceForCard { .. }
            | Reason::DropOccupied { .. }
            | Reason::CannotDrop { .. }
    )
}

fn check_cards(record: &GameRecord) -> HandlerResult<()> {
    if record.variant.has_cards() {
        return Ok(());
    }
    Err(CardRefusal::NoCards { variant: record.variant }.into())
}
