//! One request with the bot's token: in its turn (`pace`), within the limits of its kind (`limits`), not where it was
//! refused before (`doors`), and counted where Discord counts it (`address`). Not here: which requests there are (`rest`),
//! and those with an interaction's token (`interactions`).

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

/// Where Discord is asked.
pub(crate) const API: &str = "https://discord.com/api/v10";
/// Who asks, in the form that Discord wants; <https://discord.com/developers/docs/reference#user-agent>.
pub(crate) const AGENT: &str =
    concat!("DiscordBot (https://adoube.invalid/, ", env!("CARGO_PKG_VERSION"), ")");
/// How long one request may take, with waiting for its turn.
const PATIENCE: Duration = Duration::from_secs(60);

/// Something to ask.
pub(crate) struct ApiRequest<'a> {
    pub(crate) method: Method,
    /// What is asked, for its limits and for whether it is allowed.
    pub(crate) kind: RouteBucket,
    /// Behind the address of the interface.
    pub(crate) path: String,
    pub(crate) body: RequestBody<'a>,
}

/// What comes with it.
pub(crate) enum RequestBody<'a> {
    /// Nothing.
    Empty,
    /// This.
    Json(Value),
    /// The form of a message, and its files.
    Message(Value, &'a DiscordMessage),
}

/// Asks with the bot's token.
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

    pub(crate) fn doors(&self) -> &PermissionDenials {
        &self.doors
    }

    /// What comes of a request, read.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, asked: ApiRequest<'_>) -> RequestResult<T> {
        read(self.make(&asked).await?).await
    }

    /// A request of which nothing is read.
    pub(crate) async fn tell(&self, asked: ApiRequest<'_>) -> RequestResult<()> {
        self.make(&asked).await.map(|_| ())
    }

    async fn make(&self, asked: &ApiRequest<'_>) -> RequestResult<Response> {
        if let Some(failure) = self.doors.closed(asked.kind) {
            return Err(failure);
        }
        let until = Instant::now() + PATIENCE;
        let made = timeout_at(until, self.make_until(asked, until)).await;
        let made = made.unwrap_or_else(|_| Err(RequestError::Later("no answer in time".to_owned())));
        self.doors.note(asked.kind, made.as_ref().err());
        made
    }

    /// Makes a request as often as it takes, as long as nothing longer has to be waited for.
    async fn make_until(&self, asked: &ApiRequest<'_>, until: Instant) -> RequestResult<Response> {
        loop {
            if let Some(wait) = self.pace.stopped().filter(|wait| Instant::now() + *wait >= until) {
                return Err(RequestError::TooOften(wait));
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
                RequestRefusal::TooOften(scope, wait) => {
                    self.wait(scope, wait, &taken);
                    if Instant::now() + wait >= until {
                        return Err(RequestError::TooOften(wait));
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
        taken.told(response.headers());
        Ok(granted(response).await)
    }

    fn request(&self, asked: &ApiRequest<'_>) -> RequestResult<RequestBuilder> {
        let request = self.client.request(asked.method.clone(), format!("{API}/{}", asked.path));
        let request = request.header(USER_AGENT, AGENT).header(AUTHORIZATION, &self.token);
        match &asked.body {
            RequestBody::Empty => Ok(request),
            RequestBody::Json(form) => with(request, form, None),
            RequestBody::Message(form, message) => with(request, form, Some(message)),
        }
    }

    fn wait(&self, scope: RateLimitScope, wait: Duration, taken: &RoutePermit<'_>) {
        match scope {
            RateLimitScope::Place | RateLimitScope::Shared => taken.wait(wait),
            RateLimitScope::Bot => self.pace.stop(wait),
            RateLimitScope::Address => self.address.shut(wait),
        }
    }
}

/// A request with its JSON, and the files of a message where it has any.
pub(crate) fn with(
    request: RequestBuilder,
    form: &Value,
    message: Option<&DiscordMessage>,
) -> RequestResult<RequestBuilder> {
    let form = serde_json::to_string(form).map_err(|error| RequestError::Refused(error.to_string()))?;
    Ok(match message.filter(|message| !message.files.is_empty()) {
        Some(message) => request.multipart(wire::parts(message).text("payload_json", form)),
        None => request.header(CONTENT_TYPE, "application/json").body(form),
    })
}
