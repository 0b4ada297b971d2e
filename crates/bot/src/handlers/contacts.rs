//! Checks whether a person may approach another one: by a challenge by name, a rematch, or an open
//! seat. Running games go on. Not here: blocking people (`blocks`), and the record of contacts
//! (`game`).
//!
//! One challenge reads at most the contacts of both, the settings of the challenged, and the channel of the speaker's last
//! challenge to them.

use super::{HandlerRequest, HandlerResult};
use crate::{
    Person,
    game::{Challenge, Challengers, ContactEvent},
    notice::ContactRefusal,
    records::VersionedRecord,
};

impl HandlerRequest<'_> {
    /// Posts a challenge of the speaker's, if its opponent may be challenged by them.
    pub(super) async fn post_if_welcome(&mut self, challenge: Challenge) -> HandlerResult<()> {
        if let Some(opponent) = &challenge.opponent {
            self.check_available(opponent).await?;
            self.check_pause(opponent, &challenge).await?;
        }
        self.post_challenge(challenge);
        Ok(())
    }

    /// Whether the speaker may challenge this person at all. Whoever is blocked reads what everybody reads who challenges
    /// somebody who wants no challenges.
    async fn check_available(&self, person: &Person) -> HandlerResult<()> {
        let ledger = &self.context.ledger;
        let unavailable = || ContactRefusal::Unavailable { person: person.clone() };
        if ledger.person_or_none(&person.id).await?.preferences.challengers == Challengers::Nobody {
            return Err(unavailable().into());
        }
        self.check_unblocked(person).await
    }

    /// Whether this person lets the speaker approach them.
    pub(super) async fn check_unblocked(&self, person: &Person) -> HandlerResult<()> {
        let contacts = self.context.ledger.contacts_or_none(&person.id).await?;
        if contacts.is_some_and(|kept| kept.value.blocks(&self.incoming.person.id)) {
            return Err(ContactRefusal::Unavailable { person: person.clone() }.into());
        }
        Ok(())
    }

    /// Whether no challenge of the speaker to this person is open, and enough time has gone by since those that came to nothing.
    /// The challenge is noted, unless they make another one at the same time.
    async fn check_pause(&mut self, person: &Person, challenge: &Challenge) -> HandlerResult<()> {
        let (me, now) = (self.incoming.person.id.clone(), self.draft.now());
        let Some(VersionedRecord { value: contacts, version }) =
            self.context.ledger.contacts_or_none(&me).await?
        else {
            return Ok(());
        };
        if let Some(open) = contacts.open_to(&person.id, now)
            && open.channel != self.incoming.channel
        {
            let there = self.context.ledger.channel(&open.channel).await?.value.challenges;
            if there.iter().any(|other| other.id == open.challenge && !other.has_expired(now)) {
                return Err(ContactRefusal::OpenElsewhere { person: person.clone() }.into());
            }
        }
        if let Some(until) = contacts.pauses_until(&person.id, now) {
            return Err(ContactRefusal::TooSoon { person: person.clone(), until, said_at: now }.into());
        }
        if let Some(event) = ContactEvent::approach(challenge, &self.incoming.channel) {
            self.draft.note_contact_at(me, version, event);
        }
        Ok(())
    }

    /// Notes that a challenge by name came to nothing, as nobody wanted it or its challenger no more.
    pub(super) fn note_closed(&mut self, challenge: &Challenge) {
        if let Some(opponent) = &challenge.opponent {
            let event = ContactEvent::Closed { person: opponent.id.clone(), at: self.draft.now() };
            self.draft.note_contact(challenge.challenger.id.clone(), event);
        }
    }

    /// Notes that a challenge by name was accepted.
    pub(super) fn note_accepted(&mut self, challenge: &Challenge) {
        if let Some(opponent) = &challenge.opponent {
            let event = ContactEvent::Accepted { person: opponent.id.clone() };
            self.draft.note_contact(challenge.challenger.id.clone(), event);
        }
    }
}
