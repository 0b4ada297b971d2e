//! People in the page's JSON: names in lists, the page's own person, their settings, and the session.

use adoube_bot::Language;
use serde::{Deserialize, Serialize};

use crate::wire::seat::BrowserSeat;

/// Somebody, as a page sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PersonJson {
    /// Their name.
    pub(crate) name: String,
    /// Whether it is the page's own person.
    pub(crate) you: bool,
}

/// Somebody new in a list of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NewcomerJson {
    /// Their place in it, from 0.
    pub(crate) at: usize,
    /// Who.
    #[serde(flatten)]
    pub(crate) person: PersonJson,
}

/// The page's own person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct OwnPersonJson {
    /// The seat.
    pub(crate) seat: u8,
    /// The name.
    pub(crate) name: String,
    /// The language, as its tag.
    pub(crate) language: Language,
    /// The boards' theme.
    pub(crate) theme: &'static str,
}

/// Who asks, by the browser's cookie and this.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct SeatQuery {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
}

/// The wish of a person to be called, to read or to see otherwise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PersonInput {
    /// The seat of the tab.
    pub(crate) seat: BrowserSeat,
    /// A name.
    pub(crate) name: Option<String>,
    /// A language's tag.
    pub(crate) language: Option<String>,
    /// A theme's key.
    pub(crate) theme: Option<String>,
    /// Which letters stand for pieces.
    pub(crate) letters: Option<String>,
    /// Whether boards show which pieces may move.
    pub(crate) hints: Option<bool>,
    /// Where to be reminded.
    pub(crate) reminders: Option<String>,
    /// Whether vacation protects from losing on time.
    pub(crate) protection: Option<bool>,
}

/// Somebody on a seat, with what the dialog shows beside their name and looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SeatedPersonJson {
    /// Who.
    #[serde(flatten)]
    pub(crate) person: OwnPersonJson,
    /// What they have chosen.
    pub(crate) choices: PreferencesJson,
}

/// What somebody has chosen for all their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PreferencesJson {
    /// Which letters stand for pieces.
    pub(crate) letters: &'static str,
    /// Whether boards show which pieces may move.
    pub(crate) hints: bool,
    /// Where they are reminded.
    pub(crate) reminders: &'static str,
    /// Whether vacation protects them from losing on time.
    pub(crate) protection: bool,
}

/// What a page has to know before anything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SessionJson {
    /// How many seats a browser has.
    pub(crate) seats: u8,
    /// Who sits on them.
    pub(crate) persons: Vec<SeatedPersonJson>,
    /// What can be read.
    pub(crate) languages: Vec<LanguageChoice>,
    /// How boards can look.
    pub(crate) themes: Vec<&'static str>,
}

/// A language to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LanguageChoice {
    /// Its tag.
    pub(crate) tag: Language,
    /// What its speakers call it.
    pub(crate) name: String,
}
