//! Handles `/remind`: shows or changes where a person is reminded of their turns. Not here: when
//! they are reminded (`features::clock`), and the text of a reminder (`text`).

use crate::{
    Notice,
    core::{
        game::{PersonEvent, Preference, ReminderTarget},
        notice::AbsenceNotice,
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

impl HandlerRequest<'_> {
    pub(crate) async fn remind(&mut self, how: Option<ReminderTarget>) -> HandlerResult {
        let mut record = self.own_record().await?;
        let new = how.filter(|how| *how != record.preferences.reminders);
        if let Some(how) = new {
            self.note_own(&mut record, PersonEvent::Prefers(Preference::Reminders(how)));
        }
        let how = record.preferences.reminders;
        Ok(private_reply(Notice::Personal(AbsenceNotice::Reminders { how, is_new: new.is_some() })))
    }
}
