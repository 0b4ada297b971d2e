//! What people have chosen for all platforms, as the pages they have open know it: one truth, whether it was chosen in the
//! dialog, by a command, or elsewhere. Not here: what there is to choose (the bot's).

use adoube_bot::{
    LetterPreference, PersonId, Preference, Preferences, ReaderProfile, ReminderTarget, RepositoryError,
};
use adoube_render::ThemeKey;

use crate::{
    WebState,
    identity::people::WebProfile,
    wire::{PersonInput, PreferencesJson},
};

impl WebState {
    /// A person as they read.
    pub(crate) async fn chosen(&self, person: &PersonId, profile: WebProfile) -> WebProfile {
        let reading = self.service.reading(person, profile.language).await;
        profile.read_as(reading)
    }

    /// Tells the pages of somebody how they read, where they have chosen otherwise.
    pub(crate) async fn tell_reading(&self, person: &PersonId, reading: ReaderProfile) {
        if let Some(profile) = self.people.here.profile(person)
            && self.people.here.change(person, &profile.read_as(reading))
        {
            self.wake_person(std::slice::from_ref(person), None).await;
        }
    }

    /// What the dialog shows of somebody's choices; the usual ones where they cannot be read.
    pub(crate) async fn choices(&self, person: &PersonId) -> PreferencesJson {
        let chosen = self.service.preferences(person).await.unwrap_or_else(|error| {
            tracing::error!(%error, %person, "what somebody has chosen cannot be read");
            Preferences::default()
        });
        let Preferences { letters, hints, reminders, protection, .. } = chosen;
        PreferencesJson { letters: letters.key(), hints, reminders: reminders.key(), protection }
    }

    /// Notes what somebody chose in the dialog, who was like this before. What they left as it was they have not chosen.
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
        // The form shows no letters of other languages: what it shows in their place is not chosen by leaving it.
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
