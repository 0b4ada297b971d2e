//! Availability of a channel as reported by its platform: whether its board can be shown, and that
//! a person accepts no direct messages. Not here: how a platform notices (its own code).

use super::{HandlerResult, progress::GameProgress};
use crate::{
    Notice,
    game::{ClockStopCause, GameEvent, PersonEvent, Preference, ReminderTarget},
    notice::{BoardEvent, ClockEvent, ReminderNotice, SelectionEvent},
};

impl GameProgress<'_> {
    /// The board can be shown no more, and the clock stands still; whether that is new.
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

    /// The bot was removed from where the game is played: its clock stands still, if it has one, and its players are told.
    pub(crate) fn remove_place(&mut self) -> HandlerResult<bool> {
        if self.draft.channel.game.is_none() {
            return Ok(false);
        }
        if !self.mark_channel_unavailable()? {
            self.tell_time(ClockEvent::PlaceLost);
        }
        Ok(true)
    }

    /// It can be shown again; whether that is new.
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

    /// Somebody cannot be reminded in private: they are reminded here, from now on.
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
        // What they play elsewhere is nobody's business here.
        let games = reminder.games.iter().take(1).cloned().collect();
        let now = self.draft.now();
        let said =
            ReminderNotice { privately: false, refused: true, games, said_at: now, ..reminder.clone() };
        self.draft.post(Notice::Reminder(Box::new(said)));
    }
}
