//! Preferences of people (language, theme, letters, reminders): reads and changes them through the
//! bot, and updates a person's open pages. Not here: which preferences exist (`adoube-bot`).

use std::sync::Arc;

use adoube_bot::{
    Bot, LetterPreference, PersonId, Preference, Preferences, ReaderProfile, ReminderTarget, RepositoryError,
};
use adoube_render::ThemeKey;

use crate::{
    identity::profile::WebProfile,
    presence::board::PresenceBoard,
    sync::person_wakeup::PersonWakeups,
    wire::person::{PersonInput, PreferencesJson},
};

/// Reads and changes people's preferences, and updates their open pages.
pub(crate) struct ReaderPreferences {
    service: Bot,
    presence: PresenceBoard,
    wakeups: Arc<PersonWakeups>,
}

impl ReaderPreferences {
    pub(crate) fn new(service: Bot, presence: PresenceBoard, wakeups: Arc<PersonWakeups>) -> Self {
        Self { service, presence, wakeups }
    }

    /// Updates the open pages of a person whose reader profile has changed.
    pub(crate) async fn tell_reading(&self, person: &PersonId, reading: ReaderProfile) {
        if let Some(profile) = self.presence.profile(person)
            && self.presence.change(person, &profile.read_as(reading))
        {
            self.wakeups.wake_person(person, None).await;
        }
    }

    /// A person's preferences for the dialog; the defaults if they cannot be read.
    pub(crate) async fn choices(&self, person: &PersonId) -> PreferencesJson {
        let chosen = self.service.preferences(person).await.unwrap_or_else(|error| {
            tracing::error!(%error, %person, "what somebody has chosen cannot be read");
            Preferences::default()
        });
        let Preferences { letters, hints, reminders, protection, .. } = chosen;
        PreferencesJson { letters: letters.key(), hints, reminders: reminders.key(), protection }
    }

    /// Stores what a person changed in the dialog. Fields that are still as in `before` are not
    /// stored as a choice.
    pub(crate) async fn choose(
        &self,
        person: &PersonId,
        before: &WebProfile,
        wish: &PersonInput,
    ) -> Result<(), RepositoryError> {
        let locales = self.service.locales();
        let language = wish.language.as_deref().and_then(|tag| locales.find(tag));
        let language = language.filter(|language| *language != before.reading.language);
        let theme = wish.theme.as_deref().and_then(ThemeKey::from_key);
        let theme = theme.filter(|theme| *theme != before.theme());
        let letters = wish.letters.as_deref().and_then(LetterPreference::from_key);
        // The form lists no letters of other languages; the entry shown instead is not a choice.
        let letters = letters.filter(|letters| letters.key() != before.reading.taste.letters.key());
        let chosen = [
            language.map(|language| Preference::Language(Some(language))),
            theme.map(|theme| Preference::Theme(Some(theme))),
            letters.map(Preference::Letters),
            wish.hints.map(Preference::Hints),
            wish.reminders.as_deref().and_then(ReminderTarget::from_key).map(Preference::Reminders),
            wish.protection.map(Preference::Protection),
        ];
        let chosen: Vec<Preference> = chosen.into_iter().flatten().collect();
        self.service.prefer(person, &chosen).await.map(|_| ())
    }
}
