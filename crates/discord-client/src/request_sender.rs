//! Sends requests with the bot's token within the global limit (`global_rate_limiter`) and the
//! route's limit (`route_limiter`), and repeats them after an HTTP 429; not where permission was
//! denied before (`permission_denials`). Counts invalid requests (`invalid_request_limiter`). Not here: the requests themselves
//! (`rest_client`), and those with an interaction's token (`interactions`).

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client, Method, RequestBuilder, Response,
    header::{AUTHORIZATION, CONTENT_TYPE, USER_AGENT},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use crate::{
    DiscordMessage, RequestError, RequestResult,
    global_rate_limiter::GlobalRateLimiter,
    invalid_request_limiter::InvalidRequestLimiter,
    permission_denials::PermissionDenials,
    response::{RateLimitScope, RequestRefusal, granted, read, unsent},
    route_limiter::{RouteBucket, RouteLimiter, RoutePermit},
    wire,
};

/// Base URL of the REST interface.
const API: &str = "https://discord.com/api/v10";
/// User agent in Discord's form; <https://discord.com/developers/docs/reference#user-agent>.
const AGENT: &str = concat!("DiscordBot (https://adoube.invalid/, ", env!("CARGO_PKG_VERSION"), ")");
/// Time limit of a request, including its wait for a turn.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request to the REST interface.
pub(crate) struct ApiRequest<'a> {
    pub(crate) method: Method,
    /// Its bucket, for rate limits and permission denials.
    pub(crate) kind: RouteBucket,
    /// Path below the base URL.
    pub(crate) path: String,
    pub(crate) body: RequestBody<'a>,
}

/// The body of a request.
pub(crate) enum RequestBody<'a> {
    /// No body.
    Empty,
    /// JSON.
    Json(Value),
    /// The JSON of a message, with its files.
    Message(Value, &'a DiscordMessage),
}

/// Sends requests with the bot's token.
pub(crate) struct RequestSender {
    client: Client,
    token: String,
    pace: GlobalRateLimiter,
    limits: RouteLimiter,
    doors: PermissionDenials,
    address: Arc<InvalidRequestLimiter>,
}

impl RequestSender {
    pub(crate) fn new(token: &str, client: Client, address: Arc<InvalidRequestLimiter>) -> Self {
        Self {
            client,
            token: format!("Bot {token}"),
            pace: GlobalRateLimiter::new(Arc::clone(&address)),
            limits: RouteLimiter::default(),
            doors: PermissionDenials::default(),
            address,
        }
    }

    pub(crate) fn pace(&self) -> &GlobalRateLimiter {
        &self.pace
    }

    pub(crate) fn denials(&self) -> &PermissionDenials {
        &self.doors
    }

    /// Sends a request and reads its JSON.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, asked: ApiRequest<'_>) -> RequestResult<T> {
        read(self.make(&asked).await?).await
    }

    /// Sends a request and ignores its body.
    pub(crate) async fn tell(&self, asked: ApiRequest<'_>) -> RequestResult<()> {
        self.make(&asked).await.map(|_| ())
    }

    async fn make(&self, asked: &ApiRequest<'_>) -> RequestResult<Response> {
        if let Some(failure) = self.doors.closed(asked.kind) {
            return Err(failure);
        }
        let until = Instant::now() + PATIENCE;
        let made = timeout_at(until, self.make_until(asked, until)).await;
        let made = made.unwrap_or_else(|_| Err(RequestError::Transient("no answer in time".to_owned())));
        self.doors.note(asked.kind, made.as_ref().err());
        made
    }

    /// Repeats a rate limited request, as long as the wait ends before `until`.
    async fn make_until(&self, asked: &ApiRequest<'_>, until: Instant) -> RequestResult<Response> {
        loop {
            if let Some(wait) = self.pace.stopped().filter(|wait| Instant::now() + *wait >= until) {
                return Err(RequestError::RateLimited(wait));
            }
            let taken = self.limits.turn(asked.kind).await;
            self.pace.turn().await;
            let refusal = match self.send(asked, &taken).await? {
                Ok(response) => return Ok(response),
                Err(refusal) => refusal,
            };
            if refusal.counts() {
                self.address.refused();
            }
            match refusal {
                RequestRefusal::RateLimited(scope, wait) => {
                    self.wait(scope, wait, &taken);
                    if Instant::now() + wait >= until {
                        return Err(RequestError::RateLimited(wait));
                    }
                }
                RequestRefusal::Failed { failure, .. } => return Err(failure),
            }
        }
    }

    async fn send(
        &self,
        asked: &ApiRequest<'_>,
        taken: &RoutePermit<'_>,
    ) -> RequestResult<Result<Response, RequestRefusal>> {
        let response = self.request(asked)?.send().await.map_err(unsent)?;
        taken.record_response(response.headers());
        Ok(granted(response).await)
    }

    fn request(&self, asked: &ApiRequest<'_>) -> RequestResult<RequestBuilder> {
        let request =
            request(&self.client, asked.method.clone(), &asked.path).header(AUTHORIZATION, &self.token);
        match &asked.body {
            RequestBody::Empty => Ok(request),
            RequestBody::Json(form) => with(request, form, None),
            RequestBody::Message(form, message) => with(request, form, Some(message)),
        }
    }

    fn wait(&self, scope: RateLimitScope, wait: Duration, taken: &RoutePermit<'_>) {
        match scope {
            RateLimitScope::Bucket | RateLimitScope::Shared => taken.wait(wait),
            RateLimitScope::Global => self.pace.stop(wait),
            RateLimitScope::IpAddress => self.address.shut(wait),
        }
    }
}

/// A request to the REST interface, without authorization.
pub(crate) fn request(client: &Client, method: Method, path: &str) -> RequestBuilder {
    client.request(method, format!("{API}/{path}")).header(USER_AGENT, AGENT)
}

/// Adds the JSON, and the files of a message if it has any.
pub(crate) fn with(
    request: RequestBuilder,
    form: &Value,
    message: Option<&DiscordMessage>,
) -> RequestResult<RequestBuilder> {
    let form = serde_json::to_string(form).map_err(|error| RequestError::Rejected(error.to_string()))?;
    Ok(match message.filter(|message| !message.files.is_empty()) {
        Some(message) => request.multipart(wire::parts(message).text("payload_json", form)),
        None => request.header(CONTENT_TYPE, "application/json").body(form),
    })
}
