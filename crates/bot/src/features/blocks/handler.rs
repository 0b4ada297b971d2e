//! Handles `/block` and `/unblock`: changes and lists the people whom the sender blocks; only the
//! sender is told. Not here: refusals because of a block (`gameplay::contacts`).

use crate::{
    Notice,
    core::{
        game::{ContactEvent, Contacts, MOST_BLOCKED},
        notice::{BlockChange, BlockNotice, ContactRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

/// Upper limit of blocked people listed in a message.
const LISTED: usize = 25;

impl HandlerRequest<'_> {
    /// Blocks a person, or lists the people whom the sender blocks.
    pub(crate) async fn block(&mut self, name: Option<&str>) -> HandlerResult {
        self.check_unheard()?;
        let mut contacts = self.own_contacts().await?;
        let Some(name) = name else { return Ok(listed(None, &contacts)) };
        let person = self.find_contact(name).await?;
        if person.id == self.incoming.person.id {
            return Err(ContactRefusal::Oneself.into());
        }
        let is_new = !contacts.blocks(&person.id);
        if is_new {
            if contacts.blocked.len() >= MOST_BLOCKED {
                return Err(ContactRefusal::ManyBlocked { most: MOST_BLOCKED }.into());
            }
            self.change_contacts(&mut contacts, ContactEvent::Blocked(person.clone()));
        }
        Ok(listed(Some(BlockChange::Blocked { person, is_new }), &contacts))
    }

    /// Ends a block, by the name under which the person was blocked or by their present name.
    pub(crate) async fn unblock(&mut self, name: Option<&str>) -> HandlerResult {
        self.check_unheard()?;
        let mut contacts = self.own_contacts().await?;
        let Some(name) = name else { return Ok(listed(None, &contacts)) };
        let person = self.find_among(name, &contacts.blocked).await?;
        let Some(person) = person.filter(|person| contacts.blocks(&person.id)) else {
            return Err(ContactRefusal::NotBlocked { name: name.to_owned() }.into());
        };
        self.change_contacts(&mut contacts, ContactEvent::Unblocked(person.id.clone()));
        Ok(listed(Some(BlockChange::Unblocked { person }), &contacts))
    }

    /// Refuses if others would read whom the sender blocks.
    fn check_unheard(&self) -> HandlerResult<()> {
        if self.incoming.audience.reads_answers() {
            return Err(ContactRefusal::Overheard.into());
        }
        Ok(())
    }

    /// An unreadable record is an error here: it must not be overwritten.
    async fn own_contacts(&self) -> HandlerResult<Contacts> {
        Ok(self.context.ledger.contacts(&self.incoming.person.id).await?.value)
    }

    fn change_contacts(&mut self, contacts: &mut Contacts, event: ContactEvent) {
        contacts.note(event.clone());
        self.draft.note_contact(self.incoming.person.id.clone(), event);
    }
}

/// A reply with the people whom the sender blocks, newest first.
fn listed(change: Option<BlockChange>, contacts: &Contacts) -> crate::Reply {
    let blocked = contacts.blocked.iter().rev().take(LISTED).cloned().collect();
    let blocked = if change.is_some() { Vec::new() } else { blocked };
    private_reply(Notice::Blocked(Box::new(BlockNotice { change, blocked, count: contacts.blocked.len() })))
}
