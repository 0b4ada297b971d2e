//! Handles `/clock` and what players do about the clock: more time for the opponent, and the
//! choices after the opponent's flag or in an idle game. Not here: when a flag falls (`jobs`),
//! pauses (`features::pause`), and the end of a game (`gameplay::progress`).

use adoube_rules::Side;

use crate::{
    Notice, Reply,
    core::{
        game::{GameClock, GameEvent, GameRecord, MOST_MORE_TIMES},
        notice::{ClockEvent, ClockNotice, ClockRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

impl HandlerRequest<'_> {
    /// Shows both clocks of the channel's game.
    pub(crate) fn show_clock(&self) -> HandlerResult {
        let seats = self.require_game()?.seats.clone();
        Ok(private_reply(Notice::Clock(Box::new(ClockNotice { seats, clock: self.draft.clock_view() }))))
    }

    /// Gives the opponent, who is to move, more time; also after the flag, while the sender is
    /// asked what happens.
    pub(crate) fn give_time(&mut self) -> HandlerResult {
        let (record, side, clock) = self.require_clock()?;
        let late = clock.turn.side;
        if late == side {
            return Err(ClockRefusal::OwnTurn { opponent: record.seats.of(side.other()).clone() }.into());
        }
        if clock.turn.more_times >= MOST_MORE_TIMES {
            let of = record.seats.of(late).clone();
            return Err(ClockRefusal::MoreTimesUsed { most: MOST_MORE_TIMES, of }.into());
        }
        self.add_time(side, |millis| ClockEvent::MoreTime { millis })
    }

    /// Gives the opponent one more turn after the flag, once a game.
    pub(crate) fn give_turn(&mut self) -> HandlerResult {
        let (record, side, clock) = self.as_asked()?;
        let late = side.other();
        if clock.one_more.of(late) {
            return Err(ClockRefusal::TurnGiven { late: record.seats.of(late).clone() }.into());
        }
        if let Some(clock) = self.course().clock_mut() {
            *clock.one_more.of_mut(late) = true;
        }
        self.add_time(side, |millis| ClockEvent::OneMoreTurn { millis })
    }

    /// Takes the win after the opponent's flag.
    pub(crate) fn take_win(&mut self) -> HandlerResult {
        let (_, side, _) = self.as_asked()?;
        self.course().lose_on_time(side.other())?;
        Ok(Reply::Public)
    }

    /// Whether the sender is asked what happens after the opponent's flag.
    pub(crate) fn is_asked(&self) -> bool {
        self.as_asked().is_ok()
    }

    /// Goes on with an idle game.
    pub(crate) fn play_on(&mut self) -> HandlerResult {
        let (record, by) = self.require_player()?;
        if record.idle.as_ref().is_none_or(|idle| idle.asked_at.is_none()) {
            return Err(ClockRefusal::GoesOn.into());
        }
        self.draft.log(GameEvent::PlayedOn { by })?;
        self.course().tell_time(ClockEvent::PlayedOn { by });
        Ok(Reply::Public)
    }

    fn add_time(&mut self, by: Side, event: impl FnOnce(u64) -> ClockEvent) -> HandlerResult {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let mut course = self.course();
        let Some(clock) = course.clock_mut() else { return Err(ClockRefusal::NoClock.into()) };
        let millis = clock.pace.fresh_turn();
        clock.turn.more_times = clock.turn.more_times.saturating_add(1);
        clock.add(millis, now, &still);
        self.draft.log(GameEvent::MoreTime { by, millis })?;
        self.course().tell_time(event(millis));
        Ok(Reply::Public)
    }

    /// The sender's running game, if the sender is asked what happens after the opponent's flag.
    fn as_asked(&self) -> HandlerResult<(&GameRecord, Side, &GameClock)> {
        let (record, side, clock) = self.require_clock()?;
        if clock.turn.asked.is_none() {
            return Err(ClockRefusal::ChoiceGone.into());
        }
        if clock.turn.side == side {
            let chooser = record.seats.of(side.other()).clone();
            return Err(ClockRefusal::ChoiceOf { chooser }.into());
        }
        Ok((record, side, clock))
    }
}

/// Whether a button shown at `turn` that answers what happens after the flag is still valid.
pub(crate) fn check_choice(record: &GameRecord, turn: u64) -> HandlerResult<()> {
    let is_asked = record.clock.as_ref().is_some_and(|clock| clock.turn.asked.is_some());
    if is_asked && turn >= record.board_revision { Ok(()) } else { Err(ClockRefusal::ChoiceGone.into()) }
}
