//! Chooses the language of a message: for a person, and for everybody in a room.
//!
//! A room's language is the one its moderators chose, else that of the person who first changed a
//! setting, else that of most actions there. In a room of two, a message has the language of the
//! person it mentions.

use adoube_bot::{Bot, ChannelId, Language, Message, PersonId};
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::StoreError;

use crate::{ids::ChannelAddress, state::people::MatrixPeople};

/// Languages of people and rooms.
pub(crate) struct Languages {
    bot: Bot,
    people: MatrixPeople,
    default: Language,
}

impl Languages {
    /// `default` is the language of people and rooms without a known language.
    pub(crate) fn new(bot: Bot, people: MatrixPeople, default: Language) -> Self {
        Self { bot, people, default }
    }

    /// Language of people and rooms without a known language.
    pub(crate) fn default_language(&self) -> Language {
        self.default
    }

    /// The language a person reads.
    pub(crate) async fn language_of(&self, person: &PersonId) -> Language {
        let profile = self.people.profile(person).await;
        let profile =
            profile.inspect_err(|error| tracing::error!(%error, %person, "a person cannot be read")).ok();
        let language = profile.and_then(|profile| profile.language).unwrap_or(self.default);
        self.bot.reading(person, language).await.language
    }

    /// The language of most actions in a channel, or the default one.
    pub(crate) async fn spoken_in(&self, channel: &ChannelId) -> Result<Language, StoreError> {
        let spoken = self.people.spoken_in(channel).await?;
        Ok(spoken.map_or(self.default, |spoken| spoken.language))
    }

    /// The language of a message to a channel.
    pub(crate) async fn language_for(&self, channel: &ChannelId, message: &Message) -> Language {
        let spoken = self.people.spoken_in(channel).await;
        let spoken =
            spoken.inspect_err(|error| tracing::error!(%error, %channel, "a language cannot be read"));
        let spoken = spoken.ok().flatten();
        if let Some(language) = self.language_in(channel, spoken).await {
            return language;
        }
        if let Some(called) = &message.mention {
            return self.language_of(called).await;
        }
        spoken.map_or(self.default, |spoken| spoken.language)
    }

    /// The language for everybody in a room; `None` in a room of two without a chosen language.
    async fn language_in(&self, channel: &ChannelId, spoken: Option<SteadyLanguage>) -> Option<Language> {
        if let Some(place) = ChannelAddress::of(channel) {
            match self.bot.languages_of(&place.settings()).await {
                Ok((None, None)) => {}
                Ok((chosen, set_up_in)) => return chosen.or(set_up_in),
                Err(error) => tracing::error!(%error, %channel, "the language of a room cannot be read"),
            }
        }
        spoken.filter(|spoken| spoken.lead > 0).map(|spoken| spoken.language)
    }
}
