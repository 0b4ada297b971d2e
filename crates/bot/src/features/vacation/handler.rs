//! Handles `/vacation` (show, begin, change or end a vacation, within the yearly allowance) and
//! `/protect` (switch protection from losing on time on or off), for all games of a person; also
//! ends the vacation of a person who has confirmed that they want to move. Not here: asking for
//! that confirmation (`gameplay::guards`), the effect of a vacation on a clock (`core::game`), and
//! of protection after the flag (`features::clock`).

use crate::{
    Notice,
    core::{
        game::{AbsenceBudget, PersonEvent, PersonRecord, Preference, SHORTEST_CHARGED},
        notice::{AbsenceNotice, ClockRefusal, VacationChange},
    },
    features::vacation::command::VacationRequest,
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

impl HandlerRequest<'_> {
    pub(crate) async fn vacation(&mut self, wish: VacationRequest) -> HandlerResult {
        let (now, allowance) = (self.draft.now(), self.context.vacation);
        let mut record = self.own_record().await?;
        let change = match wish {
            VacationRequest::Look => VacationChange::Nothing,
            VacationRequest::Begin(length) => {
                check_length(&record.absence, allowance, length, now)?;
                self.note_own(
                    &mut record,
                    PersonEvent::Left { from: now, until: now.saturating_add(length) },
                );
                VacationChange::Began
            }
            VacationRequest::End => {
                if record.absence.away_until(now).is_none() {
                    return Err(ClockRefusal::NotAway.into());
                }
                self.note_own(&mut record, PersonEvent::CameBack { at: now });
                VacationChange::Ended
            }
        };
        let absence = &record.absence;
        Ok(private_reply(Notice::Personal(AbsenceNotice::Vacation {
            change,
            until: absence.away_until(now),
            left: absence.left(allowance, now),
            unstopped: self.unstopped_games().await?,
            more_at: more_at(absence, now),
            said_at: now,
        })))
    }

    /// Number of the sender's running games whose clocks a vacation does not stop.
    async fn unstopped_games(&self) -> HandlerResult<u32> {
        let games = self.context.ledger.running_games_of(&self.incoming.person.id).await?;
        let clocks = games.iter().filter_map(|game| game.record.clock.as_ref());
        Ok(clocks.filter(|clock| !clock.pace.is_of_days()).count() as u32)
    }

    pub(crate) async fn protect(&mut self, on: Option<bool>) -> HandlerResult {
        let mut record = self.own_record().await?;
        let new = on.filter(|on| *on != record.preferences.protection);
        if let Some(on) = new {
            self.note_own(&mut record, PersonEvent::Prefers(Preference::Protection(on)));
        }
        let on = record.preferences.protection;
        Ok(private_reply(Notice::Personal(AbsenceNotice::Protection { on, is_new: new.is_some() })))
    }

    /// Ends the vacation, if the player is still on one, after the confirmation.
    pub(crate) fn confirm_vacation_end(&mut self) {
        if self.draft.away_until().is_some() {
            self.draft.came_back(&self.incoming.person.id);
        }
    }
}

/// Checks the length of a vacation from now on. A vacation in progress is changed to that length.
fn check_length(absence: &AbsenceBudget, allowance: u64, length: u64, now: u64) -> HandlerResult<()> {
    if allowance == 0 {
        return Err(ClockRefusal::NoVacation.into());
    }
    if length < SHORTEST_CHARGED {
        return Err(ClockRefusal::ShortVacation.into());
    }
    let mut before = PersonRecord { absence: absence.clone(), ..PersonRecord::default() };
    before.record_event(PersonEvent::CameBack { at: now });
    let left = before.absence.left(allowance, now);
    if length > left {
        let more_at = more_at(absence, now);
        // Less than the shortest vacation counts as none.
        let left = if left < SHORTEST_CHARGED { 0 } else { left };
        return Err(ClockRefusal::LittleVacation { asked: length, left, more_at, said_at: now }.into());
    }
    Ok(())
}

/// When some of the present charges leave the budget's year.
fn more_at(absence: &AbsenceBudget, now: u64) -> Option<u64> {
    absence.more_at().filter(|_| absence.charged(now) > 0)
}
