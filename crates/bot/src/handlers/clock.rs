//! Time that players give each other, and their choice when the opponent's time is up or nobody has
//! moved for long. Not here: when time is up (`clock_jobs`), pauses (`pause`), and how a game ends
//! (`progress`).

use adoube_rules::Side;

use super::{HandlerRequest, HandlerResult};
use crate::{
    Reply,
    game::{GameClock, GameEvent, GameRecord, MOST_MORE_TIMES},
    notice::{ClockEvent, ClockRefusal},
};

impl HandlerRequest<'_> {
    /// More time for the opponent, whose turn it is; also when it was up and the speaker was asked what happens.
    pub(super) fn give_time(&mut self) -> HandlerResult {
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

    /// The choice of whoever is asked: one more turn for the opponent, once a game.
    pub(super) fn give_turn(&mut self) -> HandlerResult {
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

    /// The other choice: the win.
    pub(super) fn take_win(&mut self) -> HandlerResult {
        let (_, side, _) = self.as_asked()?;
        self.course().lose_on_time(side.other())?;
        Ok(Reply::Public)
    }

    /// Whether the speaker is asked what happens now that the opponent's time is up.
    pub(super) fn is_asked(&self) -> bool {
        self.as_asked().is_ok()
    }

    /// The game in which nobody has moved for long goes on.
    pub(super) fn play_on(&mut self) -> HandlerResult {
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

    /// The running game of the speaker and its clock.
    pub(super) fn require_clock(&self) -> HandlerResult<(&GameRecord, Side, &GameClock)> {
        let (record, side) = self.require_player()?;
        let clock = record.clock.as_ref().ok_or(ClockRefusal::NoClock)?;
        Ok((record, side, clock))
    }

    /// The same where the opponent's time is up and the speaker is asked what happens.
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

/// Whether a button shown at `turn` may still be used that chooses what happens now that time is up.
pub(super) fn check_choice(record: &GameRecord, turn: u64) -> HandlerResult<()> {
    let is_asked = record.clock.as_ref().is_some_and(|clock| clock.turn.asked.is_some());
    if is_asked && turn >= record.board_revision { Ok(()) } else { Err(ClockRefusal::ChoiceGone.into()) }
}
