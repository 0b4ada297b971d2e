//! Identifies the owner of an access token before anything is stored. Not here: what a token is
//! used for (`login`, `device_code`).

use matrix_sdk::{
    Client, HttpError, SessionMeta,
    authentication::{SessionTokens, matrix::MatrixSession},
    reqwest::Method,
    ruma::{
        DeviceId, UserId,
        api::{
            IncomingResponse,
            client::{account::whoami, keys::get_keys},
            error::{Error as Answer, ErrorKind},
        },
    },
};
use serde_json::{Value, json};

use crate::{
    AccountSettings, ConnectError, MatrixSecret, connect_error::from_http, discovery::is_asked_for,
    http_query::ask,
};

/// Requests with a token alone. The SDK makes none before a session is set.
pub(crate) struct TokenClient<'a> {
    client: &'a Client,
    token: &'a str,
}

impl<'a> TokenClient<'a> {
    /// Uses the homeserver of a client.
    pub(crate) fn new(client: &'a Client, token: &'a str) -> Self {
        Self { client, token }
    }

    /// The token's owner, which has to be the configured account.
    pub(crate) async fn owner(
        &self,
        settings: &AccountSettings,
    ) -> Result<whoami::v3::Response, ConnectError> {
        // Other characters cannot be sent in a header.
        if !self.token.bytes().all(|letter| letter.is_ascii_graphic()) {
            return Err(ConnectError::InvalidToken);
        }
        let answer = self.ask(Method::GET, "account/whoami", &Value::Null).await;
        let owner: whoami::v3::Response = answer.map_err(|error| match error.client_api_error_kind() {
            Some(ErrorKind::UnknownToken(_) | ErrorKind::MissingToken) => ConnectError::InvalidToken,
            _ => from_http(&error),
        })?;
        if !is_asked_for(&owner.user_id, settings) {
            let (found, asked) = (owner.user_id.to_string(), settings.user.clone());
            return Err(ConnectError::TokenOfOtherAccount { found, asked });
        }
        Ok(owner)
    }

    /// Whether a device has published encryption keys.
    pub(crate) async fn has_keys(&self, user: &UserId, device: &DeviceId) -> Result<bool, ConnectError> {
        let question = json!({ "device_keys": { user: [] } });
        let answer: get_keys::v3::Response =
            self.ask(Method::POST, "keys/query", &question).await.map_err(|error| from_http(&error))?;
        Ok(answer.device_keys.get(user).is_some_and(|devices| devices.contains_key(device)))
    }

    async fn ask<R>(&self, method: Method, path: &str, question: &Value) -> Result<R, HttpError>
    where
        R: IncomingResponse<EndpointError = Answer>,
    {
        let homeserver = self.client.homeserver();
        let url = format!("{}/_matrix/client/v3/{path}", homeserver.as_str().trim_end_matches('/'));
        let mut request = self.client.http_client().request(method, url).bearer_auth(self.token);
        if !question.is_null() {
            request = request.body(question.to_string());
        }
        let (answer, _) = ask(request).await?;
        Ok(R::try_from_http_response(answer)?)
    }
}

/// The session of a configured token; `keys_of` is the device whose keys are stored here, if any.
pub(crate) async fn session(
    client: &Client,
    token: &MatrixSecret,
    keys_of: Option<&DeviceId>,
    settings: &AccountSettings,
) -> Result<MatrixSession, ConnectError> {
    let bearer = TokenClient::new(client, token.reveal());
    let owner = bearer.owner(settings).await?;
    let device_id = owner.device_id.ok_or(ConnectError::TokenWithoutDevice)?;
    // The stored keys belong to that device alone.
    let wanted = [keys_of.map(DeviceId::as_str), settings.device_id.as_deref()];
    if let Some(wanted) = wanted.into_iter().flatten().find(|wanted| *wanted != device_id.as_str()) {
        let (wanted, found) = (wanted.to_owned(), device_id.to_string());
        return Err(ConnectError::TokenOfOtherDevice { wanted, found });
    }
    if keys_of.is_none() && bearer.has_keys(&owner.user_id, &device_id).await? {
        return Err(ConnectError::DeviceInUse(device_id.to_string()));
    }
    Ok(MatrixSession {
        meta: SessionMeta { user_id: owner.user_id, device_id },
        tokens: SessionTokens { access_token: token.reveal().to_owned(), refresh_token: None },
    })
}
