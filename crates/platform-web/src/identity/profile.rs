//! Data types of a person's profile (name, language, theme, reading preferences) and of changes to
//! it.

use adoube_bot::{Bot, Language, PersonId, ReaderProfile};
use adoube_render::ThemeKey;

/// A person's profile, with their preferences for all platforms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebProfile {
    /// The person's name.
    pub(crate) name: String,
    /// The language that their browser prefers.
    pub(crate) language: Language,
    /// The key of the theme chosen on the web, from before there were preferences for all
    /// platforms.
    pub(crate) theme: String,
    /// Their reader profile: their preferences, or the defaults from this profile. Not stored with
    /// it.
    pub(crate) reading: ReaderProfile,
}

impl WebProfile {
    /// The theme of their boards; the default one if theirs no longer exists.
    pub(crate) fn theme(&self) -> ThemeKey {
        self.reading.taste.theme.or_else(|| ThemeKey::from_key(&self.theme)).unwrap_or_default()
    }

    /// The profile with another reader profile.
    pub(crate) fn read_as(self, reading: ReaderProfile) -> Self {
        Self { reading, ..self }
    }

    /// The profile with the person's preferences applied.
    pub(crate) async fn with_preferences(self, bot: &Bot, person: &PersonId) -> Self {
        let reading = bot.reading(person, self.language).await;
        self.read_as(reading)
    }
}

/// Changes to a person's profile; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProfileChanges {
    /// The name as it was typed.
    pub(crate) name: Option<String>,
    /// The language.
    pub(crate) language: Option<Language>,
    /// The theme of their boards.
    pub(crate) theme: Option<ThemeKey>,
}
