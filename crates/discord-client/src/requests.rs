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
    Failure, Granted, Outgoing,
    address::Address,
    answered::{Refusal, Scope, granted, read, unsent},
    doors::Doors,
    limits::{Kind, Limits, Taken},
    pace::Pace,
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
pub(crate) struct Asked<'a> {
    pub(crate) method: Method,
    /// What is asked, for its limits and for whether it is allowed.
    pub(crate) kind: Kind,
    /// Behind the address of the interface.
    pub(crate) path: String,
    pub(crate) body: Body<'a>,
}

/// What comes with it.
pub(crate) enum Body<'a> {
    /// Nothing.
    Empty,
    /// This.
    Json(Value),
    /// The form of a message, and its files.
    Message(Value, &'a Outgoing),
}

/// Asks with the bot's token.
pub(crate) struct Requests {
    client: Client,
    token: String,
    pace: Pace,
    limits: Limits,
    doors: Doors,
    address: Arc<Address>,
}

impl Requests {
    pub(crate) fn new(token: &str, client: Client, address: Arc<Address>) -> Self {
        Self {
            client,
            token: format!("Bot {token}"),
            pace: Pace::new(Arc::clone(&address)),
            limits: Limits::default(),
            doors: Doors::default(),
            address,
        }
    }

    pub(crate) fn pace(&self) -> &Pace {
        &self.pace
    }

    pub(crate) fn doors(&self) -> &Doors {
        &self.doors
    }

    /// What comes of a request, read.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, asked: Asked<'_>) -> Granted<T> {
        read(self.make(&asked).await?).await
    }

    /// A request of which nothing is read.
    pub(crate) async fn tell(&self, asked: Asked<'_>) -> Granted<()> {
        self.make(&asked).await.map(|_| ())
    }

    async fn make(&self, asked: &Asked<'_>) -> Granted<Response> {
        if let Some(failure) = self.doors.closed(asked.kind) {
            return Err(failure);
        }
        let until = Instant::now() + PATIENCE;
        let made = timeout_at(until, self.make_until(asked, until)).await;
        let made = made.unwrap_or_else(|_| Err(Failure::Later("no answer in time".to_owned())));
        self.doors.note(asked.kind, made.as_ref().err());
        made
    }

    /// Makes a request as often as it takes, as long as nothing longer has to be waited for.
    async fn make_until(&self, asked: &Asked<'_>, until: Instant) -> Granted<Response> {
        loop {
            if let Some(wait) = self.pace.stopped().filter(|wait| Instant::now() + *wait >= until) {
                return Err(Failure::TooOften(wait));
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
                Refusal::TooOften(scope, wait) => {
                    self.wait(scope, wait, &taken);
                    if Instant::now() + wait >= until {
                        return Err(Failure::TooOften(wait));
                    }
                }
                Refusal::Failed { failure, .. } => return Err(failure),
            }
        }
    }

    async fn send(&self, asked: &Asked<'_>, taken: &Taken<'_>) -> Granted<Result<Response, Refusal>> {
        let response = self.request(asked)?.send().await.map_err(unsent)?;
        taken.told(response.headers());
        Ok(granted(response).await)
    }

    fn request(&self, asked: &Asked<'_>) -> Granted<RequestBuilder> {
        let request = self.client.request(asked.method.clone(), format!("{API}/{}", asked.path));
        let request = request.header(USER_AGENT, AGENT).header(AUTHORIZATION, &self.token);
        match &asked.body {
            Body::Empty => Ok(request),
            Body::Json(form) => with(request, form, None),
            Body::Message(form, message) => with(request, form, Some(message)),
        }
    }

    fn wait(&self, scope: Scope, wait: Duration, taken: &Taken<'_>) {
        match scope {
            Scope::Place | Scope::Shared => taken.wait(wait),
            Scope::Bot => self.pace.stop(wait),
            Scope::Address => self.address.shut(wait),
        }
    }
}

/// A request with its JSON, and the files of a message where it has any.
pub(crate) fn with(
    request: RequestBuilder,
    form: &Value,
    message: Option<&Outgoing>,
) -> Granted<RequestBuilder> {
    let form = serde_json::to_string(form).map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(match message.filter(|message| !message.files.is_empty()) {
        Some(message) => request.multipart(wire::parts(message).text("payload_json", form)),
        None => request.header(CONTENT_TYPE, "application/json").body(form),
    })
}
