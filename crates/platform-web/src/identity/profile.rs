//! Profiles of people: name, language, theme, and how they read.

use adoube_bot::{Language, ReaderProfile};
use adoube_render::ThemeKey;

/// What is kept of a person, and what they have chosen everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebProfile {
    /// What they are called.
    pub(crate) name: String,
    /// What their browser said that they read.
    pub(crate) language: Language,
    /// The key of the theme that was chosen here before there were choices for all platforms.
    pub(crate) theme: String,
    /// How they read: as they have chosen, or else as it says here. It is not kept with the rest.
    pub(crate) reading: ReaderProfile,
}

impl WebProfile {
    /// The theme of their boards; the default one when theirs is no longer known.
    pub(crate) fn theme(&self) -> ThemeKey {
        self.reading.taste.theme.or_else(|| ThemeKey::from_key(&self.theme)).unwrap_or_default()
    }

    /// The same person reading so.
    pub(crate) fn read_as(self, reading: ReaderProfile) -> Self {
        Self { reading, ..self }
    }
}

/// What somebody wants to be different about themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProfileChanges {
    /// A name as it was typed.
    pub(crate) name: Option<String>,
    /// A language.
    pub(crate) language: Option<Language>,
    /// A theme for boards.
    pub(crate) theme: Option<ThemeKey>,
}
