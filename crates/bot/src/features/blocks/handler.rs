//! Handles `/block` and `/unblock`: changes and lists the people whom the sender blocks; only the
//! sender is told. Not here: refusals because of a block (`gameplay::contacts`).

use crate::{
    Notice, Person,
    core::{
        game::{ContactEvent, Contacts, MOST_BLOCKED},
        notice::{BlockChange, BlockNotice, ContactRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
    text::likeness::is_called,
};

/// Upper limit of blocked people listed in a message.
const LISTED: usize = 25;

/// Number of the sender's newest games whose opponents can be named from any channel.
const GAMES_LOOKED_AT: usize = 50;

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

    /// The person with this name in the channel, or else among opponents of the sender's earlier
    /// games.
    pub(crate) async fn find_contact(&self, name: &str) -> HandlerResult<Person> {
        if let Some(found) = self.find_person_or_none(name).await? {
            return Ok(found);
        }
        let games = self.context.ledger.games_of(&self.incoming.person.id, GAMES_LOOKED_AT).await?;
        let played = games.iter().flat_map(|game| game.seats.people()).cloned();
        let mut called: Vec<Person> = played.filter(|person| is_meant(person, name)).collect();
        called.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        called.dedup_by(|one, other| one.id == other.id);
        match called.len() {
            1 => Ok(called.remove(0)),
            _ => Err(ContactRefusal::Nobody { name: name.to_owned() }.into()),
        }
    }

    /// The person of a list with this name, also an old name; `None` if the name is another
    /// person's now.
    pub(crate) async fn find_among(&self, name: &str, people: &[Person]) -> HandlerResult<Option<Person>> {
        let mut meant = people.iter().filter(|person| is_meant(person, name));
        if let (Some(one), None) = (meant.next(), meant.next()) {
            return Ok(Some(one.clone()));
        }
        let found = self.find_person_or_none(name).await?;
        Ok(found.and_then(|found| people.iter().find(|person| person.id == found.id).cloned()))
    }
}

/// Whether the typed text is the person's name or their handle on the platform.
fn is_meant(person: &Person, typed: &str) -> bool {
    let bare = typed.trim().trim_start_matches('@');
    let handle = crate::text::likeness::handle(&person.id);
    is_called(&person.name, bare) || handle == bare || handle == typed.trim()
}

/// A reply with the people whom the sender blocks, newest first.
fn listed(change: Option<BlockChange>, contacts: &Contacts) -> crate::Reply {
    let blocked = contacts.blocked.iter().rev().take(LISTED).cloned().collect();
    let blocked = if change.is_some() { Vec::new() } else { blocked };
    private_reply(Notice::Blocked(Box::new(BlockNotice { change, blocked, count: contacts.blocked.len() })))
}
