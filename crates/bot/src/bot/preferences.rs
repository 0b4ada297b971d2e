//! Reads and changes the preferences of a person for platforms that offer a form of their own: the
//! choices are those of the settings command. Not here: the command (`features::settings`).

use crate::{
    Bot, CommunityId, Language, PersonId, Preference, Preferences, RepositoryError,
    core::{
        command::{LETTERS, REMINDERS},
        game::{PersonEvent, ReminderTarget},
        reading::LetterPreference,
        records::PendingCommit,
    },
};

impl Bot {
    /// The preferences of a person.
    ///
    /// # Errors
    ///
    /// The store fails, or the record cannot be read.
    pub async fn preferences(&self, person: &PersonId) -> Result<Preferences, RepositoryError> {
        Ok(self.inner.ledger.person(person).await?.value.preferences)
    }

    /// Whether a room posts pictures as messages of their own, by its settings.
    ///
    /// # Errors
    ///
    /// The store fails, or the settings cannot be read.
    pub async fn has_pictures_apart(&self, place: &CommunityId) -> Result<bool, RepositoryError> {
        Ok(self.inner.ledger.place(place).await?.value.pictures_apart)
    }

    /// The languages of messages for everybody in a community: the one its moderators have chosen,
    /// and the one of the person who first changed a setting.
    ///
    /// # Errors
    ///
    /// The store fails, or the settings cannot be read.
    pub async fn languages_of(
        &self,
        place: &CommunityId,
    ) -> Result<(Option<Language>, Option<Language>), RepositoryError> {
        let settings = self.inner.ledger.place(place).await?.value;
        Ok((settings.language, settings.set_up_in))
    }

    /// Stores a person's choice; an unchanged one is not written again.
    ///
    /// # Errors
    ///
    /// The store fails, or the earlier preferences cannot be read.
    pub async fn prefer(
        &self,
        person: &PersonId,
        chosen: &[Preference],
    ) -> Result<Preferences, RepositoryError> {
        let before = self.preferences(person).await?;
        let mut after = before;
        for preference in chosen {
            after.choose(*preference);
        }
        if after != before {
            let events = chosen.iter().map(|preference| (person.clone(), PersonEvent::Prefers(*preference)));
            self.inner.commit(PendingCommit::of_persons(events.collect())).await?;
        }
        Ok(after)
    }
}

impl LetterPreference {
    /// The key of the choice in forms, which do not offer the letters of another language.
    pub fn key(self) -> &'static str {
        match self {
            Self::Own | Self::English | Self::FairyStockfish => LETTERS.word(&self),
            Self::Of(_) => LETTERS.word(&Self::Own),
        }
    }

    /// The choice with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        LETTERS.meaning(key)
    }
}

impl ReminderTarget {
    /// The key of the choice in forms.
    pub fn key(self) -> &'static str {
        REMINDERS.word(&self)
    }

    /// The choice with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        REMINDERS.meaning(key)
    }
}
