//! Card drops: the second part of a turn in a game with cards, or a pass. Not here: the first part
//! (`submit_move`), and which drops are possible (`adoube-rules`).
//!
//! A move after which its player could drop a card is kept in the record, and the player is asked in private. Nobody else
//! learns that there is such a move, not even that a question was asked: no event is recorded, and the game's turn stays
//! the same until the whole turn is made. Under touch-move the move is final, otherwise another one takes its place.

use adoube_rules::{
    CardDrop, Game, Move, PieceType, PositionViewer, Side,
    notation::{self, DropReading, MoveReading, MoveRefusal as Reason},
};

use super::{HandlerRequest, HandlerResult, private_reply, restore_game};
use crate::{
    Notice, Reply,
    game::{GameRecord, LastMove, PendingTurn},
    notice::{BoardEvent, BoardNotice, CardRefusal, GameRefusal, HandNotice, HandStep},
};

/// What became of a legal move.
pub(super) enum TurnOutcome {
    /// The turn is made.
    Made(LastMove),
    /// Its player is asked for a drop.
    Open(Notice),
}

impl TurnOutcome {
    /// The answer in place of the step in which it was picked.
    pub(super) fn picked(self) -> Notice {
        match self {
            TurnOutcome::Made(last) => Notice::MovePlayed { san: last.san },
            TurnOutcome::Open(notice) => notice,
        }
    }

    /// The answer to a typed move.
    pub(super) fn submit_turn_text(self) -> Reply {
        match self {
            TurnOutcome::Made(_) => Reply::Public,
            TurnOutcome::Open(notice) => private_reply(notice),
        }
    }
}

/// A text read as a move, or as what completes the one that is made.
pub(super) struct TurnText {
    pub(super) reading: MoveReading,
    /// Whether it says that no card is dropped.
    pub(super) passes: bool,
}

impl HandlerRequest<'_> {
    /// Reads a text in the game of the speaker, who is to move.
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

    /// Reads what completes the move that is made; nothing if the text is nothing of that kind.
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

    /// Plays a legal move that is left, or asks for the drop that may follow it.
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

    /// Several moves that differ in nothing but their drop: the move is clear, and the rest is asked.
    pub(super) fn ask_for_drop(
        &mut self,
        game: &Game,
        side: Side,
        moves: &[Move],
    ) -> HandlerResult<Option<Notice>> {
        let Some(first) = moves.first().map(|made| made.without_drop()) else { return Ok(None) };
        // Of several moves what was touched may have left a single one, which drops nothing.
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

    /// Under touch-move a move that is made stays made; whether that is another one than this.
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

    /// The pass that was picked after this move.
    pub(super) fn pass_after(&mut self, made: &Move) -> HandlerResult<Notice> {
        let (_, side, game) = self.left_move(made)?;
        Ok(self.play(game, side, &made.without_drop(), true)?.picked())
    }

    /// The step with the cards that may be dropped after this move.
    pub(super) fn cards_after(&mut self, made: &Move) -> HandlerResult<Notice> {
        self.drop_step(made, HandStep::Card)
    }

    /// What follows when a card was picked: its squares.
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

    /// The speaker's turn, if this move may be made in it.
    fn left_move(&self, made: &Move) -> HandlerResult<(&GameRecord, Side, Game)> {
        let (record, side, game) = self.require_turn()?;
        self.require_same_pending_move(Some(made))?;
        if !record.moves_left(&game).contains(&made.without_drop()) {
            return Err(GameRefusal::UnknownButton.into());
        }
        Ok((record, side, game))
    }

    /// A player's own cards.
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

/// Whether a reason is about a card, so that no piece was in hand in vain.
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
