//! The reader for whom an entry or a board is prepared: a person, the seat of their tab, their
//! profile.

use adoube_bot::{MessageAccess, Viewer};

use crate::{
    identity::profile::WebProfile,
    wire::{person::PersonJson, seat::BrowserSeat},
};

/// The reader of an entry or a board.
#[derive(Clone, Debug)]
pub(crate) struct EntryReader {
    /// The person.
    pub(crate) person: adoube_bot::PersonId,
    /// The seat of their tab.
    pub(crate) seat: BrowserSeat,
    /// Their name and preferences.
    pub(crate) profile: WebProfile,
}

impl EntryReader {
    /// The reader as a viewer of the bot's notices.
    pub(crate) fn viewer(&self) -> Viewer {
        Viewer {
            person: Some(self.person.clone()),
            language: self.profile.reading.language,
            // On the web, all typed text reaches the bot.
            hearing: MessageAccess::Everything,
            taste: self.profile.reading.taste,
        }
    }

    /// The reader as a person who acts.
    pub(crate) fn as_person(&self) -> adoube_bot::Person {
        adoube_bot::Person { id: self.person.clone(), name: self.profile.name.clone() }
    }

    pub(crate) fn speaker(&self, person: &adoube_bot::Person) -> PersonJson {
        PersonJson { name: person.name.clone(), you: person.id == self.person }
    }
}
