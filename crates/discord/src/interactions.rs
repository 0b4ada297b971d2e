//! Requests with an interaction's own token: its first answer, further ones, and changes of them. Discord counts them for
//! each interaction alone, not among the bot's requests, so they wait for no other request's turn; when Discord says
//! "later", whoever asks hears how much later. They are made without the bot's token. Not here: requests with that
//! one (`rest`).

use std::{sync::OnceLock, time::Duration};

use reqwest::{
    Method, RequestBuilder, Response, StatusCode,
    header::{HeaderValue, RETRY_AFTER, USER_AGENT},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use serenity::{
    all::{ApplicationId, AutocompleteChoice},
    http::Route,
};

use crate::{Answer, Completion, Failure, Granted, InteractionId, MessageId, Outgoing, failure::told, wire};

/// The flag of a message that one person alone sees.
const EPHEMERAL: u32 = 1 << 6;
/// How long to wait when Discord does not say.
const A_WHILE: Duration = Duration::from_secs(1);
/// The longest wait that is taken as said.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The message in an answer.
fn outgoing<'a>(answer: &Answer<'a>) -> Option<&'a Outgoing> {
    match answer {
        Answer::Public(outgoing) | Answer::Private(outgoing) | Answer::InPlace(outgoing) => Some(outgoing),
        Answer::Wait | Answer::Nothing | Answer::Completions(_) => None,
    }
}

/// As Discord takes it; <https://discord.com/developers/docs/interactions/receiving-and-responding>.
fn form(answer: &Answer<'_>) -> Value {
    let choice = |each: &Completion| AutocompleteChoice::new(each.label.as_str(), each.value.as_str());
    match answer {
        Answer::Public(outgoing) => json!({ "type": 4, "data": wire::form(outgoing) }),
        Answer::Private(outgoing) => json!({ "type": 4, "data": private(outgoing) }),
        Answer::Wait => json!({ "type": 5, "data": { "flags": EPHEMERAL } }),
        Answer::Nothing => json!({ "type": 6 }),
        Answer::InPlace(outgoing) => json!({ "type": 7, "data": private(outgoing) }),
        Answer::Completions(found) => {
            let choices: Vec<AutocompleteChoice> = found.iter().map(choice).collect();
            json!({ "type": 8, "data": { "choices": choices } })
        }
    }
}

fn private(outgoing: &Outgoing) -> Value {
    let mut form = wire::form(outgoing);
    form["flags"] = json!(EPHEMERAL);
    form
}

/// Where such requests are made.
pub(crate) struct Interactions {
    client: reqwest::Client,
    application: OnceLock<ApplicationId>,
}

#[derive(Deserialize)]
struct Callback {
    resource: Option<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    message: Option<Posted>,
}

#[derive(Deserialize)]
struct Posted {
    id: serenity::all::MessageId,
    #[serde(default)]
    content: String,
    #[serde(default)]
    flags: u32,
}

/// What Discord says when it does not grant something.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Complaint {
    code: isize,
    message: String,
    retry_after: Option<f64>,
}

impl Interactions {
    pub(crate) fn new(client: reqwest::Client) -> Self {
        Self { client, application: OnceLock::new() }
    }

    /// From now on requests are made in the application's name.
    pub(crate) fn know(&self, application: ApplicationId) {
        // It is the same at every time.
        let _ = self.application.set(application);
    }

    fn application(&self) -> Granted<ApplicationId> {
        self.application.get().copied().ok_or(Failure::Later("the application is not known yet".to_owned()))
    }

    fn request(&self, method: Method, route: Route<'_>) -> RequestBuilder {
        self.as_asked(method, &route.path())
    }

    fn as_asked(&self, method: Method, address: &str) -> RequestBuilder {
        let agent = HeaderValue::from_static(serenity::constants::USER_AGENT);
        self.client.request(method, address).header(USER_AGENT, agent)
    }

    /// Answers for the first time; the message that came of it.
    pub(crate) async fn answer(
        &self,
        id: InteractionId,
        token: &str,
        answer: &Answer<'_>,
    ) -> Granted<Option<MessageId>> {
        let address = Route::InteractionResponse { interaction_id: id.into(), token }.path();
        let asks = matches!(answer, Answer::Public(_));
        // Otherwise it would take a request of its own to learn which message it became.
        let query = if asks { "?with_response=true" } else { "" };
        let request = self.as_asked(Method::POST, &format!("{address}{query}"));
        let response = send(with(request, &form(answer), outgoing(answer))?).await?;
        if response.status() == StatusCode::NO_CONTENT || !asks {
            return Ok(None);
        }
        let callback: Callback = read(response).await?;
        Ok(callback.resource.and_then(|resource| resource.message).map(|message| message.id.into()))
    }

    /// The message for everybody with which an interaction was answered, when it is this one.
    pub(crate) async fn answered_with(&self, token: &str, message: &Outgoing) -> Granted<Option<MessageId>> {
        let route = self.original(token)?;
        let posted: Posted = read(send(self.request(Method::GET, route)).await?).await?;
        let is_it = posted.flags & EPHEMERAL == 0 && message.content.trim() == posted.content.trim();
        Ok(is_it.then_some(posted.id.into()))
    }

    /// Puts something in place of the first answer.
    pub(crate) async fn answer_instead(&self, token: &str, message: &Outgoing) -> Granted<()> {
        let request = self.request(Method::PATCH, self.original(token)?);
        send(with(request, &wire::form(message), Some(message))?).await.map(|_| ())
    }

    /// Takes the first answer away.
    pub(crate) async fn take_answer_back(&self, token: &str) -> Granted<()> {
        send(self.request(Method::DELETE, self.original(token)?)).await.map(|_| ())
    }

    /// Answers once more, for everybody or for whoever acted.
    pub(crate) async fn answer_further(
        &self,
        token: &str,
        message: &Outgoing,
        is_private: bool,
    ) -> Granted<MessageId> {
        let application_id = self.application()?;
        let request = self.request(Method::POST, Route::WebhookFollowupMessages { application_id, token });
        let form = if is_private { private(message) } else { wire::form(message) };
        let posted: Posted = read(send(with(request, &form, Some(message))?).await?).await?;
        Ok(posted.id.into())
    }

    /// Takes the buttons and menus of an answer away.
    pub(crate) async fn strip(&self, token: &str, message: MessageId) -> Granted<()> {
        let application_id = self.application()?;
        let route = Route::WebhookFollowupMessage { application_id, token, message_id: message.into() };
        let request = self.request(Method::PATCH, route);
        send(with(request, &json!({ "components": [] }), None)?).await.map(|_| ())
    }

    fn original<'a>(&self, token: &'a str) -> Granted<Route<'a>> {
        let application_id = self.application()?;
        Ok(Route::WebhookOriginalInteractionResponse { application_id, token })
    }
}

/// A request with its JSON, and the files of a message where it has any.
fn with(
    request: RequestBuilder,
    form: &impl Serialize,
    message: Option<&Outgoing>,
) -> Granted<RequestBuilder> {
    let form = serde_json::to_string(form).map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(match message.filter(|message| !message.files.is_empty()) {
        Some(message) => request.multipart(wire::parts(message).text("payload_json", form)),
        None => request.header(reqwest::header::CONTENT_TYPE, "application/json").body(form),
    })
}

async fn send(request: RequestBuilder) -> Granted<Response> {
    let response = request.send().await.map_err(unsent)?;
    if response.status().is_success() {
        return Ok(response);
    }
    let status = response.status().as_u16();
    let header = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    let said = response.bytes().await.map_err(unsent)?;
    let complaint: Complaint = serde_json::from_slice(&said).unwrap_or_default();
    if status == 429 {
        return Err(Failure::TooOften(wait(complaint.retry_after.or(header))));
    }
    Err(told(status, complaint.code, &complaint.message))
}

/// How long to wait when so many seconds are said.
fn wait(seconds: Option<f64>) -> Duration {
    let seconds = seconds.filter(|seconds| *seconds >= 0.0).map(|seconds| seconds.min(A_DAY.as_secs_f64()));
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(A_WHILE)
}

async fn read<T: DeserializeOwned>(response: Response) -> Granted<T> {
    let said = response.bytes().await.map_err(unsent)?;
    // It was granted; what came of it is not known.
    serde_json::from_slice(&said).map_err(|error| Failure::Later(error.to_string()))
}

/// The address holds the interaction's token.
fn unsent(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    if error.is_builder() { Failure::Refused(error.to_string()) } else { Failure::Later(error.to_string()) }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[test]
    fn whatever_is_said_can_be_waited_for() {
        for seconds in [0.0, 0.3, 4e9, 1e19, f64::MAX, f64::INFINITY, -1.0, f64::NAN] {
            let waited = wait(Some(seconds));
            assert!(Instant::now().checked_add(waited).is_some() && waited <= A_DAY, "{seconds}: {waited:?}");
        }
        assert_eq!([wait(Some(0.5)), wait(None)], [Duration::from_millis(500), A_WHILE]);
    }
}
