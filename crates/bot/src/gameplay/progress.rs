//! Moves a game on after any action: makes a move with the planned replies, applies a selected
//! piece, switches the clock, ends the game, and posts the board to the channel. The caller has
//! checked that the action is allowed. Not here: what a person may do
//! ([`HandlerRequest`](super::HandlerRequest)).

use adoube_rules::{Game, Move, PieceType, Position, Side};
use rand::RngExt;

use super::{HandlerResult, Services, restore_game, turn::conditional_replies::next_conditional_reply};
use crate::{
    Notice,
    core::{
        game::{
            GameEnding, GameEvent, GameRecord, LastMove, MOST_PLANNED, MoveTime, Offer, OfferTopic, last_move,
        },
        notice::{BoardEvent, BoardNotice, GameRefusal, SelectionEvent, SelectionNotice, SetupRefusal},
        records::UnitOfWork,
    },
};

/// Changes of the channel's game; without a game they do nothing.
pub(crate) struct GameProgress<'a> {
    pub(crate) context: &'a Services,
    pub(crate) draft: &'a mut UnitOfWork,
}

impl<'a> GameProgress<'a> {
    pub(crate) fn new(context: &'a Services, draft: &'a mut UnitOfWork) -> Self {
        Self { context, draft }
    }

    /// Makes a legal move and the conditional moves that follow it, and posts the boards.
    pub(crate) fn make_move(&mut self, game: Game, side: Side, chosen: &Move) -> HandlerResult<LastMove> {
        let last = self.make_one(game, side, chosen, BoardEvent::Moved)?;
        self.play_conditional_moves()?;
        if !self.context.engine.settings.enabled {
            self.post_computer_unavailable();
        }
        Ok(last)
    }

    /// Posts that the computer is to move but does not play at present.
    pub(crate) fn post_computer_unavailable(&mut self) {
        let waits = |record: &&GameRecord| record.computer_to_act().is_some();
        let game = self.draft.channel.game.as_ref().filter(waits).map(|record| record.id.clone());
        if let Some(game) = game {
            self.draft.post(Notice::ComputerUnavailable { game });
            // The miss records that it was posted.
            self.count_missed_turn();
        }
    }

    /// Counts a miss; its next one is later. Returns `false`, as no action was taken.
    pub(crate) fn count_missed_turn(&mut self) -> bool {
        let now = self.draft.now();
        if let Some(record) = &mut self.draft.channel.game {
            record.miss_computer(now);
        }
        false
    }

    /// Plays the conditional moves of both players while they fit; each move shortens the lines.
    /// Whether a player may move now (for example on vacation) does not matter, as no player acts.
    fn play_conditional_moves(&mut self) -> HandlerResult<()> {
        for _ in 0..MOST_PLANNED {
            let has_plans = |record: &&GameRecord| !record.plans.is_empty();
            let Some(record) = self.draft.channel.game.as_ref().filter(has_plans) else { break };
            let game = restore_game(record)?;
            let side = game.position().side_to_move();
            let Some(reply) = next_conditional_reply(record, &game, side) else { break };
            self.make_one(game, side, &reply, BoardEvent::Replied)?;
        }
        Ok(())
    }

    fn make_one(
        &mut self,
        mut game: Game,
        side: Side,
        chosen: &Move,
        event: BoardEvent,
    ) -> HandlerResult<LastMove> {
        let lan = chosen.to_string();
        let last =
            last_move::make_in(&mut game, chosen).map_err(|_| GameRefusal::NotAMove { text: lan.clone() })?;
        let by_rule = game.outcome().map(GameEnding::from);
        let time = self.time_of_move();
        self.switch_clock(game.position().side_to_move());
        if let Some(record) = &mut self.draft.channel.game {
            record.state = game.snapshot();
            record.plies = record.plies.saturating_add(1);
            record.taken.note(&last.captured);
            record.last = Some(last.clone());
            // An offer of a draw or a pause stands until the other player answers it, by word or by
            // a move.
            let stands = |offer: &Offer| offer.kind.topic() != OfferTopic::Takeback && offer.by == side;
            record.offer = record.offer.filter(stands);
        }
        let ending = by_rule.or_else(|| self.draft.channel.game.as_ref()?.ending_without_claim(&game));
        let (san, remark) = (last.san.clone(), last_move::remark(&last));
        self.draft.log(GameEvent::Move { lan, san, remark, time })?;
        self.draft.write_checkpoint()?;
        if let Some(ending) = ending {
            self.end_game(ending, event)?;
        } else {
            self.post_board(event);
        }
        Ok(last)
    }

    /// Adds an extra piece that may be chosen. After the last one the array is drawn, and the game
    /// begins.
    pub(crate) fn choose(&mut self, by: Side, kind: PieceType) -> HandlerResult<()> {
        let Some(record) = &mut self.draft.channel.game else { return Ok(()) };
        let (Some(array), Some(choosing)) = (&record.array, &mut record.choosing) else { return Ok(()) };
        choosing.chosen.push(kind);
        let start = if choosing.chosen.len() < array.extra {
            None
        } else {
            let seed = self.context.with_rng(|rng| rng.random());
            let setup = array.setup(record.promotion.unwrap_or_default(), &choosing.chosen);
            Some(setup.draw(seed).map_err(|_| SetupRefusal::NoArray)?)
        };
        let begins = start.as_ref().map(Position::side_to_move);
        if let Some(next) = begins.or_else(|| self.draft.channel.game.as_ref()?.chooser()) {
            self.switch_clock(next);
        }
        self.draft.log(GameEvent::PieceChosen { by, kind })?;
        self.post_choosing(SelectionEvent::Chosen);
        start.map_or(Ok(()), |start| self.begin_to_play(start))
    }

    /// Clock times of the move that ends this turn.
    fn time_of_move(&self) -> Option<MoveTime> {
        let (now, still) = (self.draft.now(), self.draft.pause_times());
        let clock = self.draft.channel.game.as_ref()?.clock.as_ref()?;
        Some(MoveTime { used: clock.used(now, still), left: clock.left(now, still) })
    }

    /// Passes the clock to this side.
    fn switch_clock(&mut self, to: Side) {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        if let Some(clock) = self.clock_mut() {
            let passes = clock.turn.side != to;
            clock.hand_over(to, now, &still);
            if passes {
                self.draft.hand_over();
            }
        }
    }

    fn begin_to_play(&mut self, start: Position) -> HandlerResult<()> {
        let text = start.to_string();
        if let Some(record) = &mut self.draft.channel.game {
            record.choosing = None;
            record.start.clone_from(&text);
            record.state = Game::new(start).snapshot();
        }
        self.draft.log(GameEvent::ArrayDrawn { start: text })?;
        self.post_board(BoardEvent::Started);
        Ok(())
    }

    /// Ends a game, the only way for all ends: logs the event, posts the last board, and archives
    /// the record.
    pub(crate) fn end_game(&mut self, ending: GameEnding, event: BoardEvent) -> HandlerResult<()> {
        let logged = ending.event();
        let Some(record) = &mut self.draft.channel.game else { return Ok(()) };
        let game = record.id.clone();
        record.ending = Some(ending);
        record.offer = None;
        self.draft.log(logged)?;
        if !self.post_choosing(SelectionEvent::Ended) {
            self.post_board(event);
        }
        // The followers were notified, and there is nothing left to follow.
        if let Some(record) = &mut self.draft.channel.game {
            record.followers.clear();
        }
        self.draft.archive_game()?;
        if self.draft.channel.closes_with_game {
            self.draft.post(Notice::CloseThread { game });
        }
        Ok(())
    }

    /// Posts the present board.
    pub(crate) fn post_board(&mut self, event: BoardEvent) {
        if let Some(record) = &self.draft.channel.game {
            let board = BoardNotice { clock: self.draft.clock_view(), ..BoardNotice::of(record, event) };
            self.draft.post(Notice::Board(Box::new(board)));
        }
    }

    /// Posts the state of the piece selection; returns `false` if there is none.
    pub(crate) fn post_choosing(&mut self, event: SelectionEvent) -> bool {
        let game = self.draft.channel.game.as_ref();
        let clock = self.draft.clock_view();
        let notice = game.and_then(|record| SelectionNotice::of(record, event));
        let notice = notice.map(|notice| SelectionNotice { clock, ..notice });
        notice.map(|notice| self.draft.post(Notice::Selection(Box::new(notice)))).is_some()
    }
}
