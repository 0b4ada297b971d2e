//! The reader of an entry or a board: a person, the seat of their tab, their profile.

use adoube_bot::{MessageAccess, Viewer};

use crate::{
    identity::profile::WebProfile,
    wire::{person::PersonJson, seat::BrowserSeat},
};

/// Whoever looks.
#[derive(Clone, Debug)]
pub(crate) struct EntryReader {
    /// The person.
    pub(crate) person: adoube_bot::PersonId,
    /// The seat of their tab.
    pub(crate) seat: BrowserSeat,
    /// Their name and choices.
    pub(crate) profile: WebProfile,
}

impl EntryReader {
    /// The reader as the bot knows them.
    pub(crate) fn viewer(&self) -> Viewer {
        Viewer {
            person: Some(self.person.clone()),
            language: self.profile.reading.language,
            // Whatever is typed reaches the bot.
            hearing: MessageAccess::Everything,
            taste: self.profile.reading.taste,
        }
    }

    /// The reader as the bot knows those who act.
    pub(crate) fn as_person(&self) -> adoube_bot::Person {
        adoube_bot::Person { id: self.person.clone(), name: self.profile.name.clone() }
    }

    pub(crate) fn speaker(&self, person: &adoube_bot::Person) -> PersonJson {
        PersonJson { name: person.name.clone(), you: person.id == self.person }
    }
}
