//! JSON of people as page and server exchange it: names in lists, the page's own person, their
//! preferences, and the session.

use adoube_bot::Language;
use serde::{Deserialize, Serialize};

use crate::wire::seat::BrowserSeat;

/// A person in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PersonJson {
    /// Their name.
    pub(crate) name: String,
    /// Whether it is the page's own person.
    pub(crate) you: bool,
}

/// A person to insert into a list of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NewcomerJson {
    /// Their position in the list, from 0.
    pub(crate) at: usize,
    /// The person.
    #[serde(flatten)]
    pub(crate) person: PersonJson,
}

/// The page's own person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct OwnPersonJson {
    /// The browser seat.
    pub(crate) seat: u8,
    /// The name.
    pub(crate) name: String,
    /// The language, as its tag.
    pub(crate) language: Language,
    /// The key of the board theme.
    pub(crate) theme: &'static str,
}

/// The browser seat of a request; together with the cookie it identifies the person.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct SeatQuery {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
}

/// A person's change of name, language, theme or other preferences; `None` leaves a field as it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PersonInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// The new name.
    pub(crate) name: Option<String>,
    /// The language's tag.
    pub(crate) language: Option<String>,
    /// The theme's key.
    pub(crate) theme: Option<String>,
    /// The letters that stand for pieces.
    pub(crate) letters: Option<String>,
    /// Whether boards show which pieces may move.
    pub(crate) hints: Option<bool>,
    /// Where reminders are sent.
    pub(crate) reminders: Option<String>,
    /// Whether vacation protects from losing on time.
    pub(crate) protection: Option<bool>,
}

/// The person on a browser seat, with the preferences that the dialog shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SeatedPersonJson {
    /// The person.
    #[serde(flatten)]
    pub(crate) person: OwnPersonJson,
    /// Their preferences.
    pub(crate) choices: PreferencesJson,
}

/// A person's preferences for all their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PreferencesJson {
    /// The letters that stand for pieces.
    pub(crate) letters: &'static str,
    /// Whether boards show which pieces may move.
    pub(crate) hints: bool,
    /// Where reminders are sent.
    pub(crate) reminders: &'static str,
    /// Whether vacation protects them from losing on time.
    pub(crate) protection: bool,
}

/// The data that a page needs first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SessionJson {
    /// The number of seats of a browser.
    pub(crate) seats: u8,
    /// The people on these seats.
    pub(crate) persons: Vec<SeatedPersonJson>,
    /// The available languages.
    pub(crate) languages: Vec<LanguageChoice>,
    /// The keys of the available themes.
    pub(crate) themes: Vec<&'static str>,
}

/// A language that a person can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LanguageChoice {
    /// Its tag.
    pub(crate) tag: Language,
    /// Its name in the language itself.
    pub(crate) name: String,
}
