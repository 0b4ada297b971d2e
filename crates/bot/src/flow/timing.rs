//! Time that players give each other, and what they choose when somebody's is up or nobody has moved for long. Not here:
//! when time is up (`ticking`), pauses (`pausing`), and how a game ends (`course`).

use adoube_rules::Side;

use super::{Decided, Flow};
use crate::{
    Reply,
    game::{GameClock, GameEvent, GameRecord, MOST_MORE_TIMES},
    notice::{TimeEvent, TimeRefusal},
};

impl Flow<'_> {
    /// More time for the opponent, whose turn it is; also when it was up and the speaker was asked what happens.
    pub(super) fn give_time(&mut self) -> Decided {
        let (record, side, clock) = self.at_the_clock()?;
        let late = clock.turn.side;
        if late == side {
            return Err(TimeRefusal::OwnTurn { opponent: record.seats.of(side.other()).clone() }.into());
        }
        if clock.turn.more_times >= MOST_MORE_TIMES {
            let of = record.seats.of(late).clone();
            return Err(TimeRefusal::MoreTimesUsed { most: MOST_MORE_TIMES, of }.into());
        }
        self.add_time(side, |millis| TimeEvent::MoreTime { millis })
    }

    /// The choice of whoever is asked: one more turn for the opponent, once a game.
    pub(super) fn give_turn(&mut self) -> Decided {
        let (record, side, clock) = self.as_asked()?;
        let late = side.other();
        if clock.one_more.of(late) {
            return Err(TimeRefusal::TurnGiven { late: record.seats.of(late).clone() }.into());
        }
        if let Some(clock) = self.course().clock_mut() {
            *clock.one_more.of_mut(late) = true;
        }
        self.add_time(side, |millis| TimeEvent::OneMoreTurn { millis })
    }

    /// The other choice: the win.
    pub(super) fn take_win(&mut self) -> Decided {
        let (_, side, _) = self.as_asked()?;
        self.course().lose_on_time(side.other())?;
        Ok(Reply::Posted)
    }

    /// Whether the speaker is asked what happens now that the opponent's time is up.
    pub(super) fn is_asked(&self) -> bool {
        self.as_asked().is_ok()
    }

    /// The game in which nobody has moved for long goes on.
    pub(super) fn play_on(&mut self) -> Decided {
        let (record, by) = self.as_player()?;
        if record.idle.as_ref().is_none_or(|idle| idle.asked_at.is_none()) {
            return Err(TimeRefusal::GoesOn.into());
        }
        self.draft.log(GameEvent::PlayedOn { by })?;
        self.course().tell_time(TimeEvent::PlayedOn { by });
        Ok(Reply::Posted)
    }

    fn add_time(&mut self, by: Side, event: impl FnOnce(u64) -> TimeEvent) -> Decided {
        let (now, still) = (self.draft.now(), self.draft.still().clone());
        let mut course = self.course();
        let Some(clock) = course.clock_mut() else { return Err(TimeRefusal::NoClock.into()) };
        let millis = clock.pace.fresh_turn();
        clock.turn.more_times = clock.turn.more_times.saturating_add(1);
        clock.add(millis, now, &still);
        self.draft.log(GameEvent::MoreTime { by, millis })?;
        self.course().tell_time(event(millis));
        Ok(Reply::Posted)
    }

    /// The running game of the speaker and its clock.
    pub(super) fn at_the_clock(&self) -> Decided<(&GameRecord, Side, &GameClock)> {
        let (record, side) = self.as_player()?;
        let clock = record.clock.as_ref().ok_or(TimeRefusal::NoClock)?;
        Ok((record, side, clock))
    }

    /// The same where the opponent's time is up and the speaker is asked what happens.
    fn as_asked(&self) -> Decided<(&GameRecord, Side, &GameClock)> {
        let (record, side, clock) = self.at_the_clock()?;
        if clock.turn.asked.is_none() {
            return Err(TimeRefusal::ChoiceGone.into());
        }
        if clock.turn.side == side {
            let chooser = record.seats.of(side.other()).clone();
            return Err(TimeRefusal::ChoiceOf { chooser }.into());
        }
        Ok((record, side, clock))
    }
}

/// Whether a button shown at `turn` may still be used that chooses what happens now that time is up.
pub(super) fn check_choice(record: &GameRecord, turn: u64) -> Decided<()> {
    let is_asked = record.clock.as_ref().is_some_and(|clock| clock.turn.asked.is_some());
    if is_asked && turn >= record.board_revision { Ok(()) } else { Err(TimeRefusal::ChoiceGone.into()) }
}
