//! Checks whether a person may approach another one, who may block them: by a challenge by name, a
//! rematch, or an open seat. Running games go on. Not here: blocks (`features::blocks`), and the
//! record of contacts (`core::game`).
//!
//! A challenge reads at most the contacts of both people, the settings of the challenged person,
//! and the channel of the sender's last challenge to them.

use crate::{
    Notice, Person,
    core::{
        game::{Challenge, Challengers, ContactEvent},
        notice::ContactRefusal,
        records::VersionedRecord,
    },
    gameplay::{HandlerRequest, HandlerResult},
};

impl HandlerRequest<'_> {
    /// Posts a challenge by the sender, if its opponent may be challenged.
    pub(crate) async fn post_if_welcome(&mut self, challenge: Challenge) -> HandlerResult<()> {
        if let Some(opponent) = &challenge.opponent {
            self.check_available(opponent).await?;
            self.check_pause(opponent, &challenge).await?;
        }
        self.draft.channel.challenges.push(challenge.clone());
        self.draft.post(Notice::Challenge(challenge));
        Ok(())
    }

    /// Refuses if this person takes no challenges from the sender. A blocked sender gets the same
    /// refusal as if the person took none at all.
    async fn check_available(&self, person: &Person) -> HandlerResult<()> {
        let ledger = &self.context.ledger;
        let unavailable = || ContactRefusal::Unavailable { person: person.clone() };
        if ledger.person_or_none(&person.id).await?.preferences.challengers == Challengers::Nobody {
            return Err(unavailable().into());
        }
        self.check_unblocked(person).await
    }

    /// Refuses if this person blocks the sender.
    pub(crate) async fn check_unblocked(&self, person: &Person) -> HandlerResult<()> {
        let contacts = self.context.ledger.contacts_or_none(&person.id).await?;
        if contacts.is_some_and(|kept| kept.value.blocks(&self.incoming.person.id)) {
            return Err(ContactRefusal::Unavailable { person: person.clone() }.into());
        }
        Ok(())
    }

    /// Refuses if a challenge by the sender to this person is open, or the last ones were withdrawn
    /// or declined too recently. Otherwise records the challenge, with a version check against a
    /// parallel one.
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

    /// Records that a challenge by name was declined or withdrawn.
    pub(crate) fn note_closed(&mut self, challenge: &Challenge) {
        if let Some(opponent) = &challenge.opponent {
            let event = ContactEvent::Closed { person: opponent.id.clone(), at: self.draft.now() };
            self.draft.note_contact(challenge.challenger.id.clone(), event);
        }
    }

    /// Records that a challenge by name was accepted.
    pub(crate) fn note_accepted(&mut self, challenge: &Challenge) {
        if let Some(opponent) = &challenge.opponent {
            let event = ContactEvent::Accepted { person: opponent.id.clone() };
            self.draft.note_contact(challenge.challenger.id.clone(), event);
        }
    }
}
