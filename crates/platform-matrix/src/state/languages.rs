//! In which language somebody, and everybody in a room, is spoken to: a room in the one its moderators have chosen, else that of
//! the person who changed a setting first, else that of most of what is done there; where two talk alone, in the language of
//! who is called. Not here: what is kept of it (`people`).

use adoube_bot::{ChannelId, Language, Message, PersonId};
use adoube_platform::steady_language::SteadyLanguage;

use crate::{MatrixPlatform, ids::ChannelAddress};

impl MatrixPlatform {
    /// The language a person reads.
    pub(crate) async fn language_of(&self, person: &PersonId) -> Language {
        let profile = self.people.profile(person).await;
        let profile =
            profile.inspect_err(|error| tracing::error!(%error, %person, "a person cannot be read")).ok();
        let language = profile.and_then(|profile| profile.language).unwrap_or(self.settings.language);
        self.service.reading(person, language).await.language
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
        spoken.map_or(self.settings.language, |spoken| spoken.language)
    }

    /// The language in which everybody in a room is spoken to; none where two talk alone.
    async fn language_in(&self, channel: &ChannelId, spoken: Option<SteadyLanguage>) -> Option<Language> {
        if let Some(place) = ChannelAddress::of(channel) {
            match self.service.languages_of(&place.settings()).await {
                Ok((None, None)) => {}
                Ok((chosen, set_up_in)) => return chosen.or(set_up_in),
                Err(error) => tracing::error!(%error, %channel, "the language of a room cannot be read"),
            }
        }
        spoken.filter(|spoken| spoken.lead > 0).map(|spoken| spoken.language)
    }
}
