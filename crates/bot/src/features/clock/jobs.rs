//! Runs the scheduled jobs of a game's clock: reminders, the flag and its consequences, the end of
//! a pause; and the question in idle games without a time control. No event causes them, so there
//! is no reply. Not here: the arithmetic (`core::game::game_clock`), and when jobs run (`scheduler`).

use adoube_rules::Side;
use rand::seq::IndexedRandom;

use crate::{
    Notice, Person,
    core::{
        game::{
            ClockAction, DAY, DESERTED, EndReason, FlagDecision, FlagRule, GameClock, GameEnding, GameEvent,
            GameId, GameRecord, HOUR, LastReminder, MINUTE, MOST_PROTECTIONS, PROTECTION, PauseTimes,
            PersonEvent, PersonRecord, ReminderTarget, TimeSpan,
        },
        notice::{BoardEvent, ClockEvent, DueGame, ReminderNotice},
        records::{ChannelRecord, PlayerGame, RepositoryError},
    },
    gameplay::{GameProgress, HandlerResult, history::most_plies, restore_game},
};

/// Upper limit of games listed in a reminder.
const LISTED: usize = 10;

/// Shortest wait for the opponent's answer after the flag, in milliseconds; otherwise it is the
/// time per move.
const SHORTEST_WAIT: u64 = HOUR;
/// Longest wait, in milliseconds.
const LONGEST_WAIT: u64 = 2 * DAY;

/// A board undelivered for longer may be the reason why no move comes, in milliseconds.
const LATE_BOARD: u64 = 2 * MINUTE;

/// Number of waiting notices that are checked.
const LOOKED_AT_WAITING: usize = 8;

/// Shortest time until the next check of an undelivered board, in milliseconds.
const LATE_AGAIN: u64 = 5 * MINUTE;

impl GameProgress<'_> {
    /// Whether the check of a game's clock is later than it should be, given the pause times.
    pub(crate) fn is_check_postponed(there: &ChannelRecord, still: &PauseTimes, now: u64) -> bool {
        there.game.as_ref().is_some_and(|game| {
            let clock = game.clock.as_ref();
            clock.is_some_and(|clock| clock.next(now.max(game.changed_at), still).0 < clock.look_at)
        })
    }

    /// Runs the due clock action. Returns `false` if none was due; then only the time of the next
    /// check has changed.
    pub(crate) async fn run_clock_action(&mut self) -> HandlerResult<bool> {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let Some(clock) = self.clock_mut() else { return Ok(false) };
        let (at, next) = clock.next(now, &still);
        if at > now || next == ClockAction::Nothing {
            clock.set_next_check(now, &still);
            return Ok(false);
        }
        let (side, lost) = (clock.turn.side, clock.turn.no_place);
        // One reminder at a time, and none for a deadline that has passed.
        let next = if matches!(next, ClockAction::First | ClockAction::Last) {
            clock.remind(now, &still)
        } else {
            next
        };
        if matches!(next, ClockAction::Flag | ClockAction::Unanswered)
            && let Some(since) = self.waits_for_delivery().await?
        {
            // The longer the board has waited, the longer the next pause.
            let again = now.saturating_add(LATE_AGAIN.max(now.saturating_sub(since) / 2));
            return Ok(self.put_off(again));
        }
        if next == ClockAction::Deserted
            && let Some(lost) = lost
            && let Some(at) = self.soonest(lost, DESERTED).await?
        {
            return Ok(self.put_off(at));
        }
        match next {
            ClockAction::First => self.remind(side, false).await?,
            ClockAction::Last => self.remind(side, true).await?,
            ClockAction::Flag => self.flag(side).await?,
            ClockAction::Unanswered => self.lose_on_time(side)?,
            ClockAction::PauseOver => self.end_pause(None)?,
            ClockAction::Deserted => self.desert()?,
            ClockAction::Nothing => {}
        }
        Ok(true)
    }

    /// Postpones the check of the clock.
    fn put_off(&mut self, at: u64) -> bool {
        if let Some(clock) = self.clock_mut() {
            clock.postpone_check(at);
        }
        true
    }

    /// Skips an action that was done before although the record does not show it.
    pub(crate) fn skip_action(&mut self) -> bool {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        if let Some(clock) = self.clock_mut() {
            clock.changed(now, &still);
        } else if let Some(game) = &mut self.draft.channel.game
            && let Some(idle) = &mut game.idle
        {
            idle.set_next_check(game.changed_at);
        }
        false
    }

    /// Runs the due idle action. Returns `false` if none was due.
    pub(crate) async fn run_idle_action(&mut self) -> HandlerResult<bool> {
        let now = self.draft.now();
        let Some(game) = &self.draft.channel.game else { return Ok(false) };
        let (changed_at, Some(mut idle)) = (game.changed_at, game.idle) else { return Ok(false) };
        let is_due = idle.next(changed_at) <= now;
        let mut news = None;
        match idle.asked_at {
            _ if !is_due => idle.set_next_check(changed_at),
            Some(asked_at) => {
                let Some(at) = self.soonest(asked_at, idle.answer_within()).await? else {
                    self.desert()?;
                    return Ok(true);
                };
                idle.put_off(at);
            }
            None => {
                idle.asked_at = Some(now);
                idle.set_next_check(changed_at);
                news = Some(ClockEvent::IdleAsked { ends_at: idle.next(changed_at) });
            }
        }
        if let Some(game) = &mut self.draft.channel.game {
            game.idle = Some(idle);
        }
        if let Some(asked) = news {
            self.tell_time(asked);
        }
        Ok(is_due)
    }

    /// The earliest time at which `time` has passed since `since` without outages; `None` if it has
    /// passed already.
    async fn soonest(&self, since: u64, time: u64) -> Result<Option<u64>, RepositoryError> {
        let now = self.draft.now();
        let there = TimeSpan { from: since, to: now };
        let passed = self.context.ledger.uncovered_time(self.draft.id(), there).await?;
        Ok(time.checked_sub(passed).filter(|left| *left > 0).map(|left| now.saturating_add(left)))
    }

    /// Ends a deserted game without a result.
    fn desert(&mut self) -> HandlerResult<()> {
        self.end_game(GameEnding::new(EndReason::Abandoned, None), BoardEvent::Ended { by: None })
    }

    /// Ends a game against the computer without a result; returns whether there is one.
    pub(crate) fn abandon_with_computer(&mut self) -> HandlerResult<bool> {
        let is_with_computer = self.draft.channel.game.as_ref().is_some_and(GameRecord::has_computer);
        if is_with_computer {
            self.desert()?;
        }
        Ok(is_with_computer)
    }

    /// Ends the game: this side has lost on time.
    pub(crate) fn lose_on_time(&mut self, side: Side) -> HandlerResult<()> {
        let ending = GameEnding::new(EndReason::Time, Some(side.other()));
        self.end_game(ending, BoardEvent::Ended { by: Some(side) })
    }

    /// Posts that the player to move has gone on vacation or is back; returns `false` if this side
    /// is not to move in this game.
    pub(crate) fn tell_absence(&mut self, game: &GameId, side: Side) -> bool {
        let record = self.draft.channel.game.as_ref().filter(|record| record.id == *game);
        if record.and_then(GameRecord::to_move) != Some(side) {
            return false;
        }
        let event = match self.draft.away_until() {
            Some(until) => ClockEvent::AwayBegan { until },
            None => ClockEvent::AwayEnded,
        };
        self.tell_time(event);
        true
    }

    /// Since when a board is undelivered, if for so long that players may not have seen it.
    async fn waits_for_delivery(&self) -> Result<Option<u64>, RepositoryError> {
        let waiting = self.context.ledger.outbox(self.draft.id(), LOOKED_AT_WAITING).await?;
        let said_at = waiting.iter().find_map(|delivery| match &delivery.notice {
            Notice::Board(board) => board.clock.as_ref().map(|clock| clock.said_at),
            Notice::Selection(choosing) => choosing.clock.as_ref().map(|clock| clock.said_at),
            Notice::Time(time) => Some(time.said_at),
            Notice::Reminder(reminder) => Some(reminder.said_at),
            _ => None,
        });
        Ok(said_at.filter(|at| self.draft.now().saturating_sub(*at) > LATE_BOARD))
    }

    /// Reminds a player, unless they were active lately, or were reminded at the same place within
    /// the last hour.
    async fn remind(&mut self, side: Side, is_last: bool) -> HandlerResult<()> {
        let Some(record) = self.draft.channel.game.clone() else { return Ok(()) };
        let Some(person) = record.seats.of(side).person().cloned() else { return Ok(()) };
        let now = self.draft.now();
        let known = self.context.ledger.person_or_none(&person.id).await?;
        let place = match known.preferences.reminders {
            ReminderTarget::Here if !record.reminds => return Ok(()),
            ReminderTarget::Here => LastReminder::Channel(self.draft.id().clone()),
            ReminderTarget::Private => LastReminder::Private,
            ReminderTarget::Off => return Ok(()),
        };
        let was_here = self.context.recently.has(&record.id, &person.id, self.context.clock.monotonic());
        if was_here || known.was_reminded(&place, now) {
            return Ok(());
        }
        let privately = place == LastReminder::Private;
        let deadline = self.draft.clock_view().and_then(|clock| clock.deadline);
        let mut games = vec![DueGame::of(&record, side, deadline)];
        if privately {
            let mut others = self.other_games(&record, &person).await?;
            others.sort_by_key(|game| game.deadline);
            games.extend(others.iter().take(LISTED - 1).map(DueGame::from));
        }
        self.draft.note_person(person.id.clone(), PersonEvent::Reminded { place, at: now });
        let reminder = ReminderNotice { person, privately, is_last, refused: false, games, said_at: now };
        self.draft.post(Notice::Reminder(Box::new(reminder)));
        Ok(())
    }

    /// The person's other games with a clock in which they are to move.
    async fn other_games(
        &self,
        record: &GameRecord,
        person: &Person,
    ) -> Result<Vec<PlayerGame>, RepositoryError> {
        let mut games = self.context.ledger.running_games_of(&person.id).await?;
        games.retain(|game| game.deadline.is_some() && game.record.id != record.id);
        Ok(games)
    }

    /// Handles a fallen flag by the first rule that fits.
    async fn flag(&mut self, side: Side) -> HandlerResult<()> {
        let Some(record) = self.draft.channel.game.clone() else { return Ok(()) };
        if record.chooser().is_some() {
            return self.pick_randomly(&record, side);
        }
        if record.plies < 2 && most_plies(&self.context.ledger.events(&record.id).await?) < 2 {
            let ending = GameEnding::new(EndReason::NotStarted, None);
            return self.end_game(ending, BoardEvent::Ended { by: Some(side) });
        }
        let game = restore_game(&record)?;
        if let Some(begun) = record.begun {
            // It looks like an ordinary pass, so it does not reveal that a card could be dropped.
            return self.make_move(game, side, &begun.pending_move()).map(|_| ());
        }
        if !game.position().could_mate(side.other()) {
            let ending = GameEnding::new(EndReason::TimeDraw, None);
            return self.end_game(ending, BoardEvent::Ended { by: Some(side) });
        }
        if self.protect(&record, side).await? {
            return Ok(());
        }
        let Some(clock) = &record.clock else { return Ok(()) };
        match clock.time_out {
            // Only a person can be asked.
            FlagRule::Ask if record.seats.of(side.other()).person().is_some() => self.ask(clock, side),
            FlagRule::Ask | FlagRule::Strict => self.lose_on_time(side),
        }
    }

    fn pick_randomly(&mut self, record: &GameRecord, side: Side) -> HandlerResult<()> {
        let open = record.open_types();
        let Some(kind) = self.context.with_rng(|mut rng| open.choose(&mut rng).copied()) else {
            return Ok(());
        };
        self.draft.log(GameEvent::TimedOut { side, then: FlagDecision::PickedByLot })?;
        self.tell_time(ClockEvent::PickedByLot { kind });
        self.choose(side, kind)
    }

    /// Adds a day out of the player's vacation, if they have chosen that and have a day left.
    async fn protect(&mut self, record: &GameRecord, side: Side) -> HandlerResult<bool> {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let (Some(person), Some(clock)) = (record.seats.of(side).person(), &record.clock) else {
            return Ok(false);
        };
        let PersonRecord { preferences, absence, .. } =
            self.context.ledger.person_or_none(&person.id).await?;
        let is_possible = clock.pace.is_of_days()
            && preferences.protection
            && clock.protections.of(side) < MOST_PROTECTIONS
            && absence.left(self.context.vacation, now) >= PROTECTION;
        if !is_possible {
            return Ok(false);
        }
        self.draft.note_person(person.id.clone(), PersonEvent::Protected { at: now });
        self.draft.log(GameEvent::TimedOut { side, then: FlagDecision::Protected })?;
        if let Some(clock) = self.clock_mut() {
            let protections = clock.protections.of_mut(side);
            *protections = protections.saturating_add(1);
            clock.add(PROTECTION, now, &still);
            // The notice also serves as the first reminder.
            clock.turn.reminded.first = true;
            clock.set_next_check(now, &still);
        }
        let until = self.draft.clock_view().and_then(|clock| clock.deadline).unwrap_or(now + PROTECTION);
        self.tell_time(ClockEvent::Protected { until });
        Ok(true)
    }

    fn ask(&mut self, clock: &GameClock, side: Side) -> HandlerResult<()> {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let until = now.saturating_add(clock.pace.per_move().clamp(SHORTEST_WAIT, LONGEST_WAIT));
        self.draft.log(GameEvent::TimedOut { side, then: FlagDecision::Asked })?;
        let one_more = !clock.one_more.of(side);
        if let Some(clock) = self.clock_mut() {
            clock.turn.asked = Some(TimeSpan { from: now, to: until });
            clock.changed(now, &still);
        }
        self.tell_time(ClockEvent::Asked { until, one_more });
        Ok(())
    }
}
