//! Reads and changes the stored record of the person who sent the event. Not here: what it contains
//! (`core::game::person_record`).

use super::{HandlerRequest, HandlerResult};
use crate::core::game::{PersonEvent, PersonRecord};

impl HandlerRequest<'_> {
    /// The record of the sender.
    pub(crate) async fn own_record(&self) -> HandlerResult<PersonRecord> {
        Ok(self.context.ledger.person(&self.incoming.person.id).await?.value)
    }

    /// Records an event of the sender, also in their record at hand.
    pub(crate) fn note_own(&mut self, record: &mut PersonRecord, event: PersonEvent) {
        record.record_event(event.clone());
        self.draft.note_person(self.incoming.person.id.clone(), event);
    }
}
