//! Builds a page's list of people in its channel: the whole list once, then differences, at most
//! one in each interval.

use std::{collections::HashSet, future::pending, sync::Arc, time::Duration};

use adoube_bot::{Person, PersonId};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use crate::{
    presence::board::PresenceList,
    wire::{
        ServerMessage,
        person::{NewcomerJson, PersonJson},
    },
};

/// Throttles changes: reports at most one in each `pause`.
pub(crate) struct ChangeThrottle<T> {
    changes: watch::Receiver<T>,
    pause: Duration,
    not_before: Instant,
}

impl<T> ChangeThrottle<T> {
    /// Starts after the present value has been reported.
    pub(crate) fn new(changes: watch::Receiver<T>, pause: Duration) -> Self {
        Self { changes, pause, not_before: Instant::now() + pause }
    }

    /// Resolves when there is an unreported change and the pause is over.
    pub(crate) async fn changed(&mut self) {
        if self.not_before > Instant::now() {
            sleep_until(self.not_before).await;
        }
        if self.changes.changed().await.is_err() {
            // The sender is gone, so nothing changes any more.
            return pending().await;
        }
        self.not_before = Instant::now() + self.pause;
    }
}

impl<T: Clone> ChangeThrottle<T> {
    /// The present value, which counts as reported.
    pub(crate) fn now(&mut self) -> T {
        self.changes.borrow_and_update().clone()
    }
}

/// The list of people as a page has it.
pub(crate) struct RosterView {
    channel: String,
    reader: PersonId,
    told: Arc<PresenceList>,
}

impl RosterView {
    /// The view of a new page, and the whole list for it.
    pub(crate) fn full_roster(
        channel: String,
        reader: PersonId,
        listed: Arc<PresenceList>,
    ) -> (Self, ServerMessage) {
        let roll = Self { channel, reader, told: listed };
        let whole = roll.whole();
        (roll, whole)
    }

    /// The message that updates the page; `None` if it is up to date.
    pub(crate) fn roster_changes(&mut self, listed: Arc<PresenceList>) -> Option<ServerMessage> {
        if Arc::ptr_eq(&self.told, &listed) {
            return None;
        }
        let told = std::mem::replace(&mut self.told, listed);
        let (went, came) = self.difference(&told);
        if went.is_empty() && came.is_empty() && told.more == self.told.more {
            return None;
        }
        if went.len() + came.len() > self.told.people.len() {
            return Some(self.whole());
        }
        Some(ServerMessage::PeopleChanged { channel: self.channel.clone(), went, came, more: self.told.more })
    }

    fn whole(&self) -> ServerMessage {
        let people = self.told.people.iter().map(|person| self.speaker(person)).collect();
        ServerMessage::People { channel: self.channel.clone(), people, more: self.told.more }
    }

    /// The names to remove and the people to insert, by position. A renamed person is removed and
    /// inserted.
    fn difference(&self, told: &PresenceList) -> (Vec<String>, Vec<NewcomerJson>) {
        let before: HashSet<&Person> = told.people.iter().collect();
        let after: HashSet<&Person> = self.told.people.iter().collect();
        let went = told.people.iter().filter(|person| !after.contains(person));
        let came = self.told.people.iter().enumerate().filter(|(_, person)| !before.contains(person));
        (
            went.map(|person| person.name.clone()).collect(),
            came.map(|(at, person)| NewcomerJson { at, person: self.speaker(person) }).collect(),
        )
    }

    fn speaker(&self, person: &Person) -> PersonJson {
        PersonJson { name: person.name.clone(), you: person.id == self.reader }
    }
}

#[cfg(test)]
mod tests;
