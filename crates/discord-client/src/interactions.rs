//! Client for requests with an interaction's token: its first answer, follow-ups, and edits of
//! them. Discord limits them for each interaction and not among the bot's requests, so they do not
//! queue; a rate limit is returned to the caller. They carry no bot token, and are not made while
//! the IP address is blocked. Not here: requests with the bot's token (`rest_client`).

use std::sync::Arc;

use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::AutocompleteChoice;
use tokio::time::Instant;

use crate::{
    ApplicationId, DiscordMessage, InteractionAnswer, InteractionId, MessageId, OptionCompletion,
    RequestError, RequestResult, TextModal,
    application::BotApplicationId,
    invalid_request_limiter::InvalidRequestLimiter,
    lenient::{bits, lenient},
    mentions::CommandMentions,
    request_sender::{request, with},
    response::{RateLimitScope, RequestRefusal, granted, read, unsent},
    wire,
};

/// Message flag: visible to its user alone.
const EPHEMERAL: u32 = 1 << 6;

/// The message of an answer.
fn outgoing<'a>(answer: &InteractionAnswer<'a>) -> Option<&'a DiscordMessage> {
    match answer {
        InteractionAnswer::Public(outgoing)
        | InteractionAnswer::Private(outgoing)
        | InteractionAnswer::UpdateSource(outgoing) => Some(outgoing),
        InteractionAnswer::Deferred
        | InteractionAnswer::Acknowledge
        | InteractionAnswer::Autocomplete(_)
        | InteractionAnswer::Modal(_) => None,
    }
}

/// The callback body; <https://discord.com/developers/docs/interactions/receiving-and-responding>.
fn form(answer: &InteractionAnswer<'_>) -> Value {
    let choice = |each: &OptionCompletion| AutocompleteChoice::new(each.label.as_str(), each.value.as_str());
    match answer {
        InteractionAnswer::Public(outgoing) => json!({ "type": 4, "data": wire::form(outgoing) }),
        InteractionAnswer::Private(outgoing) => json!({ "type": 4, "data": private(outgoing) }),
        InteractionAnswer::Deferred => json!({ "type": 5, "data": { "flags": EPHEMERAL } }),
        InteractionAnswer::Acknowledge => json!({ "type": 6 }),
        InteractionAnswer::UpdateSource(outgoing) => json!({ "type": 7, "data": private(outgoing) }),
        InteractionAnswer::Autocomplete(found) => {
            let choices: Vec<AutocompleteChoice> = found.iter().map(choice).collect();
            json!({ "type": 8, "data": { "choices": choices } })
        }
        InteractionAnswer::Modal(form) => json!({ "type": 9, "data": modal(form) }),
    }
}

/// A modal with one text field; <https://docs.discord.com/developers/components/reference#label>.
fn modal(form: &TextModal) -> Value {
    let TextModal { id, title, label, placeholder, most } = form;
    let field = json!({
        "type": 4, "custom_id": id, "style": 1, "required": true, "placeholder": placeholder, "max_length": most,
    });
    json!({
        "custom_id": id, "title": title, "components": [{ "type": 18, "label": label, "component": field }],
    })
}

fn private(outgoing: &DiscordMessage) -> Value {
    let mut form = wire::form(outgoing);
    form["flags"] = json!(EPHEMERAL);
    form
}

/// Client for requests with interaction tokens.
pub(crate) struct InteractionClient {
    client: reqwest::Client,
    application: BotApplicationId,
    address: Arc<InvalidRequestLimiter>,
    mentions: Arc<CommandMentions>,
}

#[derive(Deserialize)]
struct InteractionCallback {
    #[serde(default, deserialize_with = "lenient")]
    interaction: CallbackResponse,
    #[serde(default, deserialize_with = "lenient")]
    resource: CallbackResource,
}

#[derive(Default, Deserialize)]
struct CallbackResponse {
    #[serde(default, deserialize_with = "lenient")]
    response_message_id: Option<MessageId>,
    #[serde(default, deserialize_with = "lenient")]
    response_message_ephemeral: bool,
}

#[derive(Default, Deserialize)]
struct CallbackResource {
    #[serde(default, deserialize_with = "lenient")]
    message: Option<PostedMessage>,
}

#[derive(Deserialize)]
struct PostedMessage {
    id: MessageId,
    #[serde(default, deserialize_with = "lenient")]
    content: String,
    #[serde(default, deserialize_with = "bits")]
    flags: Option<u64>,
}

impl PostedMessage {
    /// The message's id, if everybody sees it.
    fn for_all(self) -> RequestResult<MessageId> {
        for_all(self.id, self.is_ephemeral())
    }

    fn is_ephemeral(&self) -> bool {
        self.flags.unwrap_or_default() & u64::from(EPHEMERAL) != 0
    }
}

impl InteractionCallback {
    /// The id of the posted message, if everybody sees it.
    fn for_all(self) -> RequestResult<Option<MessageId>> {
        let CallbackResponse { response_message_id, response_message_ephemeral } = self.interaction;
        let posted = self.resource.message;
        let is_hidden =
            response_message_ephemeral || posted.as_ref().is_some_and(PostedMessage::is_ephemeral);
        let id = posted.map(|posted| posted.id).or(response_message_id);
        id.map(|id| for_all(id, is_hidden)).transpose()
    }
}

/// Discord may show an answer to its user alone without being asked to.
fn for_all(id: MessageId, is_hidden: bool) -> RequestResult<MessageId> {
    if is_hidden { Err(RequestError::ShownPrivately(id)) } else { Ok(id) }
}

impl InteractionClient {
    pub(crate) fn new(
        client: reqwest::Client,
        address: Arc<InvalidRequestLimiter>,
        application: BotApplicationId,
        mentions: Arc<CommandMentions>,
    ) -> Self {
        Self { client, application, address, mentions }
    }

    fn application(&self) -> RequestResult<ApplicationId> {
        self.application
            .get()
            .copied()
            .ok_or(RequestError::Transient("the application is not known yet".to_owned()))
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        request(&self.client, method, path)
    }

    /// Sends the first answer; the id of its message, if it is public.
    pub(crate) async fn answer(
        &self,
        id: InteractionId,
        token: &str,
        answer: &InteractionAnswer<'_>,
    ) -> RequestResult<Option<MessageId>> {
        let asks = matches!(answer, InteractionAnswer::Public(_));
        // Without this the message's id would take a second request.
        let query = if asks { "?with_response=true" } else { "" };
        let request = self.request(Method::POST, &format!("interactions/{id}/{token}/callback{query}"));
        let mut form = form(answer);
        if outgoing(answer).is_some() {
            self.mentions.link(&mut form["data"]);
        }
        let response = self.send(with(request, &form, outgoing(answer))?).await?;
        if response.status() == StatusCode::NO_CONTENT || !asks {
            return Ok(None);
        }
        let callback: InteractionCallback = read(response).await?;
        callback.for_all()
    }

    /// The id of the first answer, if it is this public message.
    pub(crate) async fn answered_with(
        &self,
        token: &str,
        message: &DiscordMessage,
    ) -> RequestResult<Option<MessageId>> {
        let path = self.answer_route(token, None)?;
        let posted: PostedMessage = read(self.send(self.request(Method::GET, &path)).await?).await?;
        // Commands may have become mentions since.
        let (plain, posted_words) = (message.content.as_str(), posted.content.trim());
        let is_it = [plain, &self.mentions.linked(plain)].iter().any(|words| words.trim() == posted_words);
        is_it.then(|| posted.for_all()).transpose()
    }

    /// Edits the first answer, or this one.
    pub(crate) async fn answer_instead(
        &self,
        token: &str,
        answer: Option<MessageId>,
        message: &DiscordMessage,
    ) -> RequestResult<()> {
        let request = self.request(Method::PATCH, &self.answer_route(token, answer)?);
        self.send(with(request, &self.mentions.linked_form(wire::form(message)), Some(message))?)
            .await
            .map(|_| ())
    }

    /// Deletes the first answer, or this one.
    pub(crate) async fn take_answer_back(&self, token: &str, answer: Option<MessageId>) -> RequestResult<()> {
        self.send(self.request(Method::DELETE, &self.answer_route(token, answer)?)).await.map(|_| ())
    }

    /// Sends a follow-up, public or ephemeral.
    pub(crate) async fn answer_further(
        &self,
        token: &str,
        message: &DiscordMessage,
        is_private: bool,
    ) -> RequestResult<MessageId> {
        let application = self.application()?;
        let request = self.request(Method::POST, &format!("webhooks/{application}/{token}"));
        let form = self.mentions.linked_form(if is_private { private(message) } else { wire::form(message) });
        let posted: PostedMessage = read(self.send(with(request, &form, Some(message))?).await?).await?;
        if is_private { Ok(posted.id) } else { posted.for_all() }
    }

    /// Removes buttons and menus of an answer.
    pub(crate) async fn strip(&self, token: &str, message: MessageId) -> RequestResult<()> {
        let request = self.request(Method::PATCH, &self.answer_route(token, Some(message))?);
        self.send(with(request, &json!({ "components": [] }), None)?).await.map(|_| ())
    }

    async fn send(&self, request: RequestBuilder) -> RequestResult<Response> {
        if let Some(until) = self.address.shut_until() {
            return Err(RequestError::RateLimited(until.saturating_duration_since(Instant::now())));
        }
        let refusal = match granted(request.send().await.map_err(unsent)?).await {
            Ok(response) => return Ok(response),
            Err(refusal) => refusal,
        };
        if refusal.counts() {
            self.address.refused();
        }
        if let RequestRefusal::RateLimited(RateLimitScope::IpAddress, wait) = &refusal {
            self.address.shut(*wait);
        }
        Err(refusal.into())
    }

    /// Where the first answer is, or this one.
    fn answer_route(&self, token: &str, answer: Option<MessageId>) -> RequestResult<String> {
        let application = self.application()?;
        Ok(match answer {
            Some(message) => format!("webhooks/{application}/{token}/messages/{message}"),
            None => format!("webhooks/{application}/{token}/messages/@original"),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use tokio::net::TcpSocket;

    use super::*;

    const TOKEN: &str = "aW50ZXJhY3Rpb246MTIz.of-an-interaction";

    #[tokio::test]
    async fn what_went_wrong_is_told_without_the_token() {
        // The port is bound and not listened on.
        let nobody = TcpSocket::new_v4().expect("a socket");
        nobody.bind(([127, 0, 0, 1], 0).into()).expect("a port");
        let there = nobody.local_addr().expect("an address");
        let client = reqwest::Client::builder().use_rustls_tls().no_proxy().resolve("discord.com", there);
        let own = BotApplicationId::from(OnceLock::from(ApplicationId::new(100).expect("an id")));
        let interactions =
            InteractionClient::new(client.build().expect("a client"), Arc::default(), own, Arc::default());
        let (id, other) = (InteractionId::new(7).expect("an id"), MessageId::new(8).expect("an id"));
        let message = DiscordMessage::default();
        let told = [
            interactions.answer(id, TOKEN, &InteractionAnswer::Private(&message)).await.err(),
            interactions.answered_with(TOKEN, &message).await.err(),
            interactions.answer_instead(TOKEN, None, &message).await.err(),
            interactions.take_answer_back(TOKEN, Some(other)).await.err(),
            interactions.answer_further(TOKEN, &message, true).await.err(),
            interactions.strip(TOKEN, other).await.err(),
        ];
        for failure in told {
            let failure = failure.expect("nobody answers");
            assert!(failure.may_pass(), "{failure}");
            let told = format!("{failure} {failure:?}");
            assert!(!told.contains(TOKEN) && !told.contains("webhooks"), "{told}");
        }
    }
}
