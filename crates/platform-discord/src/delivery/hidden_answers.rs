//! Handles hidden answers, public answers that Discord shows only to the person who acted: the bot
//! tells that person why.
//!
//! Discord hides an answer where the bot is a guest and the server hides the answers of apps that
//! are not members, or where `AutoMod` blocks it. Such an answer counts as not given. Not here: the
//! further delivery of its notice (`transport`).

use std::sync::Arc;

use adoube_bot::ChannelId;
use adoube_discord_client::{DiscordApi, RequestError};

use crate::{
    delivery::request_retry::retry,
    message::{
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    state::{
        application::ApplicationIdentity, channel_repository::ChannelRepository,
        interaction_request::InteractionRequest, shared::SharedServices,
    },
};

/// Detects and replaces hidden answers.
pub(crate) struct HiddenAnswers {
    api: Arc<dyn DiscordApi>,
    contexts: Arc<ChannelRepository>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
}

impl HiddenAnswers {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { api, contexts, text, identity, .. } = shared.clone();
        Self { api, contexts, text, identity }
    }

    /// Passes on the outcome of a public answer. A hidden answer is replaced by the reason; where
    /// the bot can post as a member, it is removed. `interaction` is the answered one, if it has
    /// just arrived.
    pub(crate) async fn report_hidden_answer<T>(
        &self,
        channel: &ChannelId,
        token: &str,
        interaction: Option<&InteractionRequest>,
        outcome: Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        let Err(RequestError::ShownPrivately(message)) = outcome else { return outcome };
        let context = if let Some(interaction) = interaction {
            interaction.context.clone()
        } else {
            let context = self.contexts.get_or_unknown(channel).await;
            context.map_err(|error| RequestError::Transient(error.to_string()))?
        };
        tracing::debug!(%channel, "only whoever acted sees what was for everybody");
        let withdrawn = if context.can_post {
            retry(|| self.api.take_answer_back(token, Some(message))).await
        } else {
            let language = interaction.map_or(context.language(), |interaction| interaction.reader.language);
            let is_forbidden = interaction.is_some_and(|interaction| !interaction.shows_guests);
            let why = if is_forbidden { "apps" } else { "other" };
            let values = [("why", why.into()), ("invitation", self.identity.invitation_or_none())];
            let body = render_sentence(&self.text.say_with(language, DiscordSentence::OnlyYou, &values));
            retry(|| self.api.answer_instead(token, Some(message), &body)).await
        };
        if let Err(failure) = withdrawn {
            tracing::warn!(%failure, %channel, "nobody is told that only they see an answer");
        }
        Err(RequestError::ShownPrivately(message))
    }
}
