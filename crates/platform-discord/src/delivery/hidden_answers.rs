//! Answers that were for everybody and that Discord shows to whoever acted alone: where the bot is a guest, and the server
//! hides what apps say that are no members of it, or its `AutoMod` does. Such an answer tells nobody else anything, so it is
//! taken for not given, and whoever acted is told what is missing and where to go on. Not here: what becomes of the notice
//! it was for (`delivery`).

use adoube_bot::ChannelId;
use adoube_discord_client::RequestError;

use crate::{
    DiscordPlatform,
    interactions::respond::retry,
    message::{platform_text::DiscordSentence, render},
    state::received_interaction::ReceivedInteraction,
};

impl DiscordPlatform {
    /// What came of an answer for everybody. In place of one that is hidden stands why; where the bot is a member of the
    /// server, and can say everything by itself, nothing does. `arrival` is the interaction that was answered, where it has
    /// just come.
    pub(crate) async fn report_hidden_answer<T>(
        &self,
        channel: &ChannelId,
        token: &str,
        arrival: Option<&ReceivedInteraction>,
        outcome: Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        let Err(RequestError::ShownPrivately(message)) = outcome else { return outcome };
        let place = match arrival {
            Some(arrival) => arrival.place.clone(),
            None => self.place(channel).await.map_err(|error| RequestError::Transient(error.to_string()))?,
        };
        tracing::debug!(%channel, "only whoever acted sees what was for everybody");
        let withdrawn = if place.open {
            retry(|| self.link.take_answer_back(token, Some(message))).await
        } else {
            let language = arrival.map_or(place.language(), |arrival| arrival.language);
            let is_forbidden = arrival.is_some_and(|arrival| !arrival.shows_guests);
            let why = if is_forbidden { "apps" } else { "other" };
            let values = [("why", why.into()), ("invitation", self.invitation_or_none())];
            let body = render::of_sentence(&self.words.say_with(language, DiscordSentence::OnlyYou, &values));
            retry(|| self.link.answer_instead(token, Some(message), &body)).await
        };
        if let Err(failure) = withdrawn {
            tracing::warn!(%failure, %channel, "nobody is told that only they see an answer");
        }
        Err(RequestError::ShownPrivately(message))
    }
}
