//! A log-in that somebody allows in a browser: the server gives an address and a code, the operator is asked to go there, and
//! the server is asked until they have (RFC 8628). Not here: what becomes of the session (`entering`, `kept`).

use matrix_sdk::{
    Client, SessionMeta,
    authentication::{
        SessionTokens,
        oauth::{
            ClientId, OAuthError, OAuthSession, UserSession,
            registration::{ApplicationType, ClientMetadata, Localized, OAuthGrantType},
        },
    },
    reqwest::Url,
    ruma::{
        DeviceId, api::client::discovery::get_authorization_server_metadata::v1::AuthorizationServerMetadata,
        serde::Raw,
    },
};
use oauth2::{
    DeviceAuthorizationUrl, DeviceCodeErrorResponseType, RequestTokenError, Scope,
    StandardDeviceAuthorizationResponse, TokenResponse as _, TokenUrl,
    basic::{BasicClient, BasicTokenResponse},
};
use oauth2_reqwest::ReqwestClient;

use crate::{ConnectError, Errand, Settings, finding::is_asked_for, token::Bearer};

/// The address of a page about the program, which registering needs. There is none, and so it is one that leads nowhere.
const ABOUT: &str = "https://adoube.invalid/";
/// What the session may do, and for which device it is, by the names that all servers with such log-ins know.
const EVERYTHING: &str = "urn:matrix:org.matrix.msc2967.client:api:*";
const DEVICE: &str = "urn:matrix:org.matrix.msc2967.client:device:";

/// Waits until somebody has let the program in as this device.
pub(crate) async fn log_in(
    client: &Client,
    server: &AuthorizationServerMetadata,
    device: &DeviceId,
    settings: &Settings,
) -> Result<OAuthSession, ConnectError> {
    let Some(codes) = server.device_authorization_endpoint.clone() else {
        return Err(ConnectError::NoWayIn(
            "a log-in in a browser (OAuth without codes for devices)".to_owned(),
        ));
    };
    let client_id = register(client).await?;
    let own = BasicClient::new(client_id.clone())
        .set_device_authorization_url(DeviceAuthorizationUrl::from_url(codes))
        .set_token_uri(TokenUrl::from_url(server.token_endpoint.clone()));
    let http = ReqwestClient::from(client.http_client().clone());
    let answer = loop {
        let device = Scope::new(format!("{DEVICE}{device}"));
        let scopes = [Scope::new(EVERYTHING.to_owned()), device];
        let asked = own.exchange_device_code().add_scopes(scopes).request_async(&http).await;
        let code: StandardDeviceAuthorizationResponse = asked.map_err(|error| refused(&error))?;
        settings.operator.asked(errand(&code));
        let waiting = own.exchange_device_access_token(&code).request_async(&http, tokio::time::sleep, None);
        match waiting.await {
            Ok(answer) => break answer,
            Err(RequestTokenError::ServerResponse(answer)) => match answer.error() {
                DeviceCodeErrorResponseType::ExpiredToken => {}
                DeviceCodeErrorResponseType::AccessDenied => return Err(ConnectError::Denied),
                _ => return Err(ConnectError::Refused(answer.to_string())),
            },
            Err(error) => return Err(refused(&error)),
        }
    };
    session(client, client_id, device, &answer, settings).await
}

fn errand(code: &StandardDeviceAuthorizationResponse) -> Errand {
    Errand::LogIn {
        address: code.verification_uri().to_string(),
        code: code.user_code().secret().clone(),
        with_code: code.verification_uri_complete().map(|address| address.secret().clone()),
    }
}

/// Registering needs a client of its own: the SDK tells a client once which program it is.
async fn register(client: &Client) -> Result<ClientId, ConnectError> {
    let refused = |error: &dyn std::fmt::Display| ConnectError::Refused(error.to_string());
    let about = Localized::new(Url::parse(ABOUT).map_err(|error| refused(&error))?, []);
    let mut program = ClientMetadata::new(ApplicationType::Native, vec![OAuthGrantType::DeviceCode], about);
    program.client_name = Some(Localized::new("adoube".to_owned(), []));
    let program = Raw::new(&program).map_err(|error| refused(&error))?;
    let nobody = Client::builder().homeserver_url(client.homeserver()).user_agent("adoube").build().await;
    let registered = nobody.map_err(|error| refused(&error))?.oauth().register_client(&program).await;
    registered.map(|registered| registered.client_id).map_err(|error| match error {
        OAuthError::ClientRegistration(error) => refused(&error),
        error => ConnectError::Unreachable(error.to_string()),
    })
}

async fn session(
    client: &Client,
    client_id: ClientId,
    device: &DeviceId,
    answer: &BasicTokenResponse,
    settings: &Settings,
) -> Result<OAuthSession, ConnectError> {
    let tokens = SessionTokens {
        access_token: answer.access_token().secret().clone(),
        refresh_token: answer.refresh_token().map(|token| token.secret().clone()),
    };
    let owner = Bearer::beside(client, &tokens.access_token).owner().await?;
    if !is_asked_for(&owner.user_id, settings) {
        let (found, asked) = (owner.user_id.to_string(), settings.user.clone());
        return Err(ConnectError::OtherAccount { found, asked });
    }
    let meta = SessionMeta { user_id: owner.user_id, device_id: device.to_owned() };
    Ok(OAuthSession { client_id, user: UserSession { meta, tokens } })
}

/// The server that gives the codes has said no, or nothing.
fn refused<E, T>(error: &RequestTokenError<E, T>) -> ConnectError
where
    E: std::error::Error + 'static,
    T: oauth2::ErrorResponse + 'static,
{
    match error {
        RequestTokenError::ServerResponse(answer) => ConnectError::Refused(format!("{answer:?}")),
        RequestTokenError::Request(error) => ConnectError::Unreachable(error.to_string()),
        error => ConnectError::Unreachable(error.to_string()),
    }
}
