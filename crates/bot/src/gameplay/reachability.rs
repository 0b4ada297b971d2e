//! Marks the game of a channel when its platform reports that the board can or cannot be shown
//! there, so that the clock stops and runs again, or that a person accepts no direct messages. Not
//! here: how a platform notices (its own code).

use crate::{
    Notice,
    core::{
        game::{ClockStopCause, GameEvent, PersonEvent, Preference, ReminderTarget},
        notice::{BoardEvent, ClockEvent, ReminderNotice, SelectionEvent},
    },
    gameplay::{GameProgress, HandlerResult},
};

impl GameProgress<'_> {
    /// The board cannot be shown: stops the clock; returns whether that is new.
    pub(crate) fn mark_channel_unavailable(&mut self) -> HandlerResult<bool> {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let Some(clock) = self.clock_mut().filter(|clock| clock.turn.no_place.is_none()) else {
            return Ok(false);
        };
        clock.lose_place(now, &still);
        self.draft.log(GameEvent::Stopped { why: ClockStopCause::NoPlace })?;
        self.tell_time(ClockEvent::PlaceLost);
        Ok(true)
    }

    /// The bot was removed from the community: stops the clock, if there is one, and notifies the
    /// players.
    pub(crate) fn remove_place(&mut self) -> HandlerResult<bool> {
        if self.draft.channel.game.is_none() {
            return Ok(false);
        }
        if !self.mark_channel_unavailable()? {
            self.tell_time(ClockEvent::PlaceLost);
        }
        Ok(true)
    }

    /// The board can be shown again; returns whether that is new.
    pub(crate) fn mark_channel_available(&mut self) -> HandlerResult<bool> {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let Some(clock) = self.clock_mut().filter(|clock| clock.turn.no_place.is_some()) else {
            return Ok(false);
        };
        clock.find_place(now, &still);
        self.draft.log(GameEvent::Resumed { why: ClockStopCause::NoPlace })?;
        self.tell_time(ClockEvent::PlaceFound);
        if !self.post_choosing(SelectionEvent::Shown) {
            self.post_board(BoardEvent::Shown);
        }
        Ok(true)
    }

    /// A player accepts no direct messages: reminds them in the channel, now and in future.
    pub(crate) fn remind_here(&mut self, reminder: &ReminderNotice) {
        let event = PersonEvent::Prefers(Preference::Reminders(ReminderTarget::Here));
        self.draft.note_person(reminder.person.id.clone(), event);
        let game = self.draft.channel.game.as_ref();
        let occasion = reminder.games.first().map(|game| &game.game);
        let Some(game) = game.filter(|game| Some(&game.id) == occasion && game.reminds) else { return };
        let side = game.seats.side_of(&reminder.person.id);
        if side.is_none() || game.to_move() != side {
            return;
        }
        // Other games of the player stay private.
        let games = reminder.games.iter().take(1).cloned().collect();
        let now = self.draft.now();
        let said =
            ReminderNotice { privately: false, refused: true, games, said_at: now, ..reminder.clone() };
        self.draft.post(Notice::Reminder(Box::new(said)));
    }
}
