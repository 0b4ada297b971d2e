//! Gives handlers the clock of the channel's game: changes it, posts its events, and ends a pause.
//! Not here: the arithmetic (`core::game::game_clock`).

use adoube_rules::Side;

use super::{GameProgress, HandlerResult};
use crate::{
    Notice,
    core::{
        game::{ClockStopCause, GameClock, GameEvent, GameRecord, PauseTimes},
        notice::{ClockEvent, ClockEventNotice},
    },
};

impl GameProgress<'_> {
    /// Whether a clock action is overdue that decides what is allowed in the game.
    pub(crate) fn is_overdue(game: &GameRecord, still: &PauseTimes, now: u64) -> bool {
        game.clock.as_ref().is_some_and(|clock| clock.is_overdue(now, still))
    }

    /// The clock of the channel's game.
    pub(crate) fn clock_mut(&mut self) -> Option<&mut GameClock> {
        self.draft.channel.game.as_mut()?.clock.as_mut()
    }

    /// Posts a clock event to the channel.
    pub(crate) fn tell_time(&mut self, event: ClockEvent) {
        let (now, clock) = (self.draft.now(), self.draft.clock_view());
        let game = self.draft.channel.game.as_ref();
        if let Some(notice) = game.and_then(|game| ClockEventNotice::of(game, event, clock, now)) {
            self.draft.post(Notice::Time(Box::new(notice)));
        }
    }

    /// Ends the pause; `by` is the side that ended it.
    pub(crate) fn end_pause(&mut self, by: Option<Side>) -> HandlerResult<()> {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        if let Some(clock) = self.clock_mut() {
            clock.end_pause(now, &still);
        }
        self.draft.log(GameEvent::Resumed { why: ClockStopCause::Pause })?;
        self.tell_time(ClockEvent::Resumed { by });
        Ok(())
    }
}
