//! Logs in by OAuth device code (RFC 8628): registers the program, gives the operator an address
//! and a code, polls the server until the code is accepted or expires, and checks whose account it
//! is (the session of another one is revoked). Not here: storing the session (`saved_session`).

use std::{
    fmt::Display,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use matrix_sdk::{
    Client, ClientBuildError, SessionMeta,
    authentication::{
        SessionTokens,
        oauth::{
            ClientId, OAuthError, OAuthSession, UserSession,
            error::OAuthClientRegistrationError,
            registration::{ApplicationType, ClientMetadata, Localized, OAuthGrantType},
        },
    },
    reqwest::{self, RequestBuilder, Url, header},
    ruma::{
        DeviceId,
        api::client::{
            account::whoami, discovery::get_authorization_server_metadata::v1::AuthorizationServerMetadata,
        },
        serde::Raw,
    },
};
use oauth2::{
    AsyncHttpClient, DeviceAuthorizationUrl, DeviceCodeErrorResponseType, ErrorResponseType, HttpClientError,
    HttpRequest, HttpResponse, RequestTokenError, Scope, StandardDeviceAuthorizationResponse,
    StandardErrorResponse, TokenResponse as _, TokenUrl,
    basic::{BasicClient, BasicErrorResponseType, BasicTokenResponse},
};
use serde_json::Value;

use crate::{
    AccountSettings, BoxFuture, ConnectError, OperatorTask,
    connect_error::from_http,
    http_query::{ask, in_words},
    token_client::TokenClient,
};

/// OAuth scopes: access to the API, and the device; by the names all such servers know.
const EVERYTHING: &str = "urn:matrix:org.matrix.msc2967.client:api:*";
const DEVICE: &str = "urn:matrix:org.matrix.msc2967.client:device:";

/// Error codes for server trouble, and for polling too often.
const TROUBLE: [&str; 2] = ["server_error", "temporarily_unavailable"];
const TOO_OFTEN: &str = "slow_down";
const TOO_MANY_REQUESTS: u16 = 429;
/// Bounds of the polling interval.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_hours(1);
/// Longest wait after server trouble without `retry-after`.
const AFTER_TROUBLE: Duration = Duration::from_secs(10);
/// Backoff before a new code, at first and at most, so that the reader of the log can follow.
const ANOTHER_CODE: Duration = Duration::from_secs(5);
const LATEST_CODE: Duration = Duration::from_mins(1);

/// HTTP client for the authorization server. A response that reports server trouble counts as an
/// error, as it says nothing about the login.
struct DeviceCodeClient {
    http: reqwest::Client,
    /// The `retry-after` of the last response.
    wished: Mutex<Duration>,
}

impl DeviceCodeClient {
    fn wish(&self, wished: Duration) -> Duration {
        std::mem::replace(&mut self.wished.lock().unwrap_or_else(PoisonError::into_inner), wished)
    }

    /// Sleeps as long as planned, and at least as long as the server asked.
    async fn pause(&self, planned: Duration) {
        tokio::time::sleep(planned.max(self.wish(Duration::ZERO)).max(SHORTEST)).await;
    }

    async fn ask(&self, request: HttpRequest) -> Result<HttpResponse, HttpClientError<reqwest::Error>> {
        let request = reqwest::Request::try_from(request).map_err(Box::new)?;
        let (answer, _) =
            ask(RequestBuilder::from_parts(self.http.clone(), request)).await.map_err(Box::new)?;
        self.wish(wished(&answer));
        if is_trouble(&answer) {
            let status = answer.status();
            return Err(HttpClientError::Other(format!("whoever gives codes for log-ins answers {status}")));
        }
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for DeviceCodeClient {
    type Error = HttpClientError<reqwest::Error>;
    type Future = BoxFuture<'c, Result<HttpResponse, Self::Error>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.ask(request))
    }
}

/// The `retry-after` of a response.
fn wished(answer: &HttpResponse) -> Duration {
    let said = answer.headers().get(header::RETRY_AFTER).and_then(|said| said.to_str().ok()?.parse().ok());
    said.map_or(Duration::ZERO, Duration::from_secs).min(LONGEST)
}

/// Whether a response says nothing about the login: a proxy's page, or server trouble.
fn is_trouble(answer: &HttpResponse) -> bool {
    let status = answer.status();
    if status.is_server_error() || status.as_u16() == TOO_MANY_REQUESTS {
        return true;
    }
    let said: Option<Value> = serde_json::from_slice(answer.body()).ok();
    said.is_none_or(|said| {
        !status.is_success() && said["error"].as_str().is_none_or(|code| TROUBLE.contains(&code))
    })
}

/// Waits until a person has authorized the program as this device.
pub(crate) async fn log_in(
    client: &Client,
    server: &AuthorizationServerMetadata,
    device: &DeviceId,
    settings: &AccountSettings,
) -> Result<OAuthSession, ConnectError> {
    let Some(codes) = server.device_authorization_endpoint.clone() else {
        return Err(ConnectError::NoLoginMethod(
            "a log-in in a browser (OAuth without codes for devices)".to_owned(),
        ));
    };
    let client_id = register(client, settings).await?;
    let own = BasicClient::new(client_id.clone())
        .set_device_authorization_url(DeviceAuthorizationUrl::from_url(codes))
        .set_token_uri(TokenUrl::from_url(server.token_endpoint.clone()));
    let asking = DeviceCodeClient { http: client.http_client().clone(), wished: Mutex::default() };
    let mut another = ANOTHER_CODE;
    let answer = loop {
        let device = Scope::new(format!("{DEVICE}{device}"));
        let scopes = [Scope::new(EVERYTHING.to_owned()), device];
        let asked = own.exchange_device_code().add_scopes(scopes).request_async(&asking).await;
        let code: StandardDeviceAuthorizationResponse = asked.map_err(|error| refused(&error))?;
        check_interval(&code)?;
        settings.operator.asked(errand(&code));
        let answer = own
            .exchange_device_access_token(&code)
            .set_max_backoff_interval(code.interval().max(AFTER_TROUBLE))
            .request_async(&asking, |planned| asking.pause(planned), None)
            .await;
        match answer {
            Ok(answer) => break answer,
            Err(RequestTokenError::ServerResponse(answer)) if is_over(answer.error()) => {
                tokio::time::sleep(another).await;
                another = (another * 2).min(LATEST_CODE);
            }
            Err(RequestTokenError::ServerResponse(answer))
                if *answer.error() == DeviceCodeErrorResponseType::AccessDenied =>
            {
                return Err(ConnectError::LoginDenied);
            }
            Err(error) => return Err(refused(&error)),
        }
    };
    session((client, server), client_id, device, &answer, settings).await
}

/// Whether a code has expired or is unknown to the server.
fn is_over(error: &DeviceCodeErrorResponseType) -> bool {
    let unknown = DeviceCodeErrorResponseType::Basic(BasicErrorResponseType::InvalidGrant);
    *error == DeviceCodeErrorResponseType::ExpiredToken || *error == unknown
}

/// A longer interval would outlive the code.
fn check_interval(code: &StandardDeviceAuthorizationResponse) -> Result<(), ConnectError> {
    let interval = code.interval();
    if interval <= LONGEST {
        return Ok(());
    }
    let seconds = interval.as_secs();
    Err(ConnectError::Rejected(format!("whether the code was entered may be asked every {seconds} s only")))
}

fn errand(code: &StandardDeviceAuthorizationResponse) -> OperatorTask {
    OperatorTask::LogIn {
        address: code.verification_uri().to_string(),
        code: code.user_code().secret().clone(),
        with_code: code.verification_uri_complete().map(|address| address.secret().clone()),
    }
}

/// Registers the program. That needs a client of its own, as the SDK sets a client id only once.
async fn register(client: &Client, settings: &AccountSettings) -> Result<ClientId, ConnectError> {
    let broken = |error: &dyn Display| ConnectError::Rejected(error.to_string());
    let about = settings.about.as_deref().ok_or(ConnectError::ClientPageMissing)?;
    let about = Localized::new(Url::parse(about).map_err(|error| broken(&error))?, []);
    let mut program = ClientMetadata::new(ApplicationType::Native, vec![OAuthGrantType::DeviceCode], about);
    program.client_name = Some(Localized::new("adoube".to_owned(), []));
    let program = Raw::new(&program).map_err(|error| broken(&error))?;
    let nobody = Client::builder().homeserver_url(client.homeserver()).user_agent("adoube").build().await;
    let nobody = nobody.map_err(|error| match error {
        ClientBuildError::Http(error) => from_http(&error),
        error => broken(&error),
    })?;
    let registered = nobody.oauth().register_client(&program).await;
    registered.map(|registered| registered.client_id).map_err(|error| match error {
        OAuthError::ClientRegistration(OAuthClientRegistrationError::OAuth(error)) => refused(&error),
        OAuthError::ClientRegistration(error) => broken(&error),
        error => ConnectError::Unreachable(error.to_string()),
    })
}

async fn session(
    (client, server): (&Client, &AuthorizationServerMetadata),
    client_id: ClientId,
    device: &DeviceId,
    answer: &BasicTokenResponse,
    settings: &AccountSettings,
) -> Result<OAuthSession, ConnectError> {
    let tokens = SessionTokens {
        access_token: answer.access_token().secret().clone(),
        refresh_token: answer.refresh_token().map(|token| token.secret().clone()),
    };
    let owner = owner(&TokenClient::new(client, &tokens.access_token), settings).await;
    if let Err(ConnectError::TokenOfOtherAccount { .. }) = &owner {
        revoke(client, server, &client_id, &tokens.access_token).await;
    }
    let meta = SessionMeta { user_id: owner?.user_id, device_id: device.to_owned() };
    Ok(OAuthSession { client_id, user: UserSession { meta, tokens } })
}

/// The session's account. An authorized session is not thrown away because the homeserver is
/// unreachable now.
async fn owner(
    bearer: &TokenClient<'_>,
    settings: &AccountSettings,
) -> Result<whoami::v3::Response, ConnectError> {
    let mut pause = SHORTEST;
    loop {
        match bearer.owner(settings).await {
            Err(ConnectError::Unreachable(reason)) => {
                tracing::warn!(
                    reason,
                    "somebody has let the bot into Matrix, and whose account it is is not said"
                );
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LATEST_CODE);
            }
            // The token has expired meanwhile; a new code gives a new one.
            Err(ConnectError::InvalidToken) => {
                let reason = "it does not take the session that was allowed in a browser";
                return Err(ConnectError::Unreachable(reason.to_owned()));
            }
            owner => return owner,
        }
    }
}

/// Revokes the session of another account. Where that fails the session expires, as nothing
/// refreshes it.
async fn revoke(client: &Client, server: &AuthorizationServerMetadata, program: &ClientId, token: &str) {
    let mut form = server.revocation_endpoint.clone();
    form.query_pairs_mut().clear().append_pair("token", token).append_pair("client_id", program.as_str());
    let request = client
        .http_client()
        .post(server.revocation_endpoint.clone())
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(form.query().unwrap_or_default().to_owned());
    let outcome = match ask(request).await {
        Ok((answer, _)) if answer.status().is_success() => return,
        Ok((answer, _)) => answer.status().to_string(),
        Err(error) => in_words(&error),
    };
    tracing::warn!(outcome, "the session of another account is not ended");
}

/// The error of a failed OAuth request. A text that is no OAuth error code came from a proxy.
fn refused<E, T>(error: &RequestTokenError<E, StandardErrorResponse<T>>) -> ConnectError
where
    E: std::error::Error + 'static,
    T: AsRef<str> + Display + ErrorResponseType + 'static,
{
    let is_refusal = |code: &str| {
        code != TOO_OFTEN
            && !TROUBLE.contains(&code)
            && code.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    match error {
        RequestTokenError::ServerResponse(answer) if is_refusal(answer.error().as_ref()) => {
            ConnectError::Rejected(answer.to_string())
        }
        RequestTokenError::ServerResponse(answer) => ConnectError::Unreachable(answer.to_string()),
        RequestTokenError::Request(error) => ConnectError::Unreachable(error.to_string()),
        error => ConnectError::Unreachable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use oauth2::basic::BasicErrorResponse;
    use serde_json::{from_value, json};

    use super::*;

    #[test]
    fn only_a_refusal_is_one() {
        for (code, is_refusal) in [
            ("invalid_client", true),
            ("unauthorized_client", true),
            ("invalid_client_metadata", true),
            ("server_error", false),
            ("temporarily_unavailable", false),
            ("slow_down", false),
            ("Too Many Requests", false),
        ] {
            let answer: BasicErrorResponse = from_value(json!({ "error": code })).unwrap();
            let outcome = refused(&RequestTokenError::<io::Error, _>::ServerResponse(answer));
            match outcome {
                ConnectError::Rejected(_) => assert!(is_refusal, "{code}"),
                ConnectError::Unreachable(_) => assert!(!is_refusal, "{code}"),
                error => panic!("{code}: {error}"),
            }
        }
    }

    #[test]
    fn a_server_that_may_hardly_be_asked_is_not_waited_for() {
        for (interval, is_taken) in [(0, true), (5, true), (3600, true), (3601, false), (u64::MAX, false)] {
            let code = from_value(json!({
                "device_code": "d", "user_code": "u", "verification_uri": "https://example.org/link",
                "expires_in": 0, "interval": interval,
            }));
            assert_eq!(check_interval(&code.unwrap()).is_ok(), is_taken, "{interval}");
        }
    }
}
