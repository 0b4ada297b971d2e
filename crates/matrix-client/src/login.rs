//! Logs in: resumes the saved session, or begins one by access token, password, or a code entered
//! in a browser. After a soft logout the same device logs in again. Not here: where the homeserver
//! is (`discovery`), what follows a login (`connect`).

use matrix_sdk::{
    Client, HttpError,
    authentication::{
        matrix::MatrixSession,
        oauth::{OAuthSession, error::OAuthDiscoveryError},
    },
    ruma::{
        OwnedDeviceId, OwnedUserId, UserId,
        api::{
            client::{
                discovery::get_authorization_server_metadata::v1::AuthorizationServerMetadata,
                session::get_login_types::v3::LoginType,
            },
            error::ErrorKind,
        },
    },
    store::{RoomLoadSettings, StateStoreDataKey, StateStoreDataValue},
};

use crate::{
    AccountSettings, ConnectError, MatrixError, MatrixSecret,
    account_store::{close, open},
    catch_up::SyncMarker,
    connect_error::{from_http, unreachable_or_refused},
    device_code,
    discovery::is_asked_for,
    encrypted_values::EncryptedValues,
    error,
    saved_session::{self, SavedSession, SessionFile},
    token_client::{self, TokenClient},
};

/// Key of the device id, stored before its session begins: an interrupted login ends in the same
/// device when it is repeated.
const DEVICE: &str = "adoube.device";

/// A logged-in client.
pub(crate) struct LoggedInClient {
    pub(crate) client: Client,
    pub(crate) vault: EncryptedValues,
    pub(crate) own: OwnedUserId,
}

/// Resumes the store's session, or logs in.
pub(crate) async fn enter(
    (client, vault): (Client, EncryptedValues),
    marker: &SyncMarker,
    settings: &AccountSettings,
) -> Result<LoggedInClient, ConnectError> {
    let Some(session) = saved_session::read(&vault, settings).await? else {
        let own = first_log_in(&client, &vault, settings).await?;
        return Ok(LoggedInClient { client, vault, own });
    };
    is_of_account(session.user(), settings)?;
    check_device(&vault, settings).await?;
    let (own, token) = (session.user().to_owned(), MatrixSecret::new(session.token()));
    let Some(end) = take_up(&client, &vault, session, marker, settings).await? else {
        return Ok(LoggedInClient { client, vault, own });
    };
    // A client of the SDK logs in only once.
    close(&client, settings).await?;
    let (client, vault) = open(settings).await?;
    log_in_again(&client, &vault, (end, &token), settings).await?;
    tracing::info!("the Matrix homeserver had ended the session; the same device has logged in again");
    Ok(LoggedInClient { client, vault, own })
}

fn is_of_account(kept: &UserId, settings: &AccountSettings) -> Result<(), ConnectError> {
    if is_asked_for(kept, settings) {
        return Ok(());
    }
    let (folder, kept) = (settings.folder.clone(), kept.to_string());
    Err(ConnectError::StoreOfOtherAccount { folder, kept, asked: settings.user.clone() })
}

/// Refuses the store of an older program, which saved sessions without their device.
async fn check_device(vault: &EncryptedValues, settings: &AccountSettings) -> Result<(), ConnectError> {
    let device: Option<OwnedDeviceId> =
        vault.read(DEVICE).await.map_err(|error| ConnectError::from_vault(settings, &error))?;
    device.map(drop).ok_or_else(|| ConnectError::OldStore(settings.folder.clone()))
}

/// How the server has ended a session.
enum SessionEnd {
    /// Soft logout: the server still knows its device.
    SoftLogout,
    /// The token is invalid, and whether the device still exists is unknown.
    InvalidToken,
}

/// Resumes the saved session; how it has ended if it has.
async fn take_up(
    client: &Client,
    vault: &EncryptedValues,
    session: SavedSession,
    marker: &SyncMarker,
    settings: &AccountSettings,
) -> Result<Option<SessionEnd>, ConnectError> {
    rewind_sync_token(client, marker).await.map_err(|error| ConnectError::store(settings, &error))?;
    restore(client, vault, session, settings).await?;
    match client.whoami().await {
        Ok(_) => Ok(None),
        Err(error) if is_soft_logout(&error) => Ok(Some(SessionEnd::SoftLogout)),
        Err(error) => match error::from_http(&error) {
            MatrixError::LoggedOut => Ok(Some(SessionEnd::InvalidToken)),
            _ => Err(from_http(&error)),
        },
    }
}

async fn restore(
    client: &Client,
    vault: &EncryptedValues,
    session: SavedSession,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    let rooms = RoomLoadSettings::default();
    let restored = match session {
        SavedSession::Permanent(session) => client.matrix_auth().restore_session(session, rooms).await,
        SavedSession::Renewable(session) => {
            SessionFile::of(vault, settings)
                .follow(client)
                .map_err(|error| ConnectError::store(settings, &error))?;
            client.oauth().restore_session(session, rooms).await
        }
    };
    restored.map_err(|error| ConnectError::store(settings, &error))
}

/// Sets the SDK's sync token to this program's. The SDK skips a response that ends where its last
/// one ended, so unhandled events would otherwise never be reported again.
async fn rewind_sync_token(client: &Client, marker: &SyncMarker) -> Result<(), matrix_sdk::StoreError> {
    let store = client.state_store();
    match &marker.token {
        Some(token) => {
            let value = StateStoreDataValue::SyncToken(token.clone());
            store.set_kv_data(StateStoreDataKey::SyncToken, value).await
        }
        None => store.remove_kv_data(StateStoreDataKey::SyncToken).await,
    }
}

/// Whether it is a soft logout.
fn is_soft_logout(error: &HttpError) -> bool {
    matches!(error.client_api_error_kind(), Some(ErrorKind::UnknownToken(data)) if data.soft_logout)
}

/// Logs in again as the same device, which keeps its keys. A newly configured token may belong to
/// that device, where it still exists.
async fn log_in_again(
    client: &Client,
    vault: &EncryptedValues,
    (end, before): (SessionEnd, &MatrixSecret),
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    let device = device(vault, settings).await?;
    let given = settings.access_token.as_ref();
    match (given.filter(|given| *given != before), end) {
        (Some(token), end) => {
            let session = token_client::session(client, token, Some(&device), settings).await?;
            // A device that was deleted and created again has the same id and other keys.
            if matches!(end, SessionEnd::InvalidToken)
                && !TokenClient::new(client, token.reveal())
                    .has_keys(&session.meta.user_id, &session.meta.device_id)
                    .await?
            {
                return Err(ConnectError::LoggedOut(settings.folder.clone()));
            }
            begin(client, vault, session, settings).await
        }
        (None, SessionEnd::InvalidToken) => Err(ConnectError::LoggedOut(settings.folder.clone())),
        (None, SessionEnd::SoftLogout) if !settings.password.is_empty() => {
            by_password(client, vault, settings).await.map(drop)
        }
        (None, SessionEnd::SoftLogout) if given.is_some() => Err(ConnectError::TokenExpired),
        (None, SessionEnd::SoftLogout) => Err(ConnectError::PasswordNeededAgain),
    }
}

/// How to log in without a session.
enum LoginMethod {
    Token(MatrixSecret),
    Password,
    /// By a code that a person enters in a browser.
    Code(Box<AuthorizationServerMetadata>),
}

impl LoginMethod {
    async fn of(client: &Client, settings: &AccountSettings) -> Result<Self, ConnectError> {
        if let Some(token) = &settings.access_token {
            return Ok(Self::Token(token.clone()));
        }
        let offers = offers(client).await?;
        let has_passwords = offers.iter().any(|offer| matches!(offer, LoginType::Password(_)));
        if has_passwords && !settings.password.is_empty() {
            return Ok(Self::Password);
        }
        match codes(client).await? {
            Some(server) => Ok(Self::Code(Box::new(server))),
            None if has_passwords => Err(ConnectError::PasswordMissing),
            None => Err(ConnectError::NoLoginMethod(in_words(&offers))),
        }
    }
}

async fn first_log_in(
    client: &Client,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<OwnedUserId, ConnectError> {
    match LoginMethod::of(client, settings).await? {
        LoginMethod::Token(token) => by_token(client, vault, &token, settings).await,
        LoginMethod::Password => by_password(client, vault, settings).await,
        LoginMethod::Code(server) => {
            let session = by_code(client, vault, &server, settings).await?;
            let own = session.user.meta.user_id.clone();
            restore(client, vault, SavedSession::Renewable(session), settings).await?;
            Ok(own)
        }
    }
}

/// Logs in by a code, where that is the method, and saves the session.
pub(crate) async fn let_in(
    client: &Client,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    match LoginMethod::of(client, settings).await? {
        LoginMethod::Code(server) => by_code(client, vault, &server, settings).await.map(drop),
        LoginMethod::Token(_) | LoginMethod::Password => Ok(()),
    }
}

/// The login types of the server other than OAuth.
async fn offers(client: &Client) -> Result<Vec<LoginType>, ConnectError> {
    match client.matrix_auth().get_login_types().await {
        Ok(answer) => Ok(answer.flows),
        Err(error) if error.is_endpoint_not_implemented() => Ok(Vec::new()),
        Err(error) => Err(from_http(&error)),
    }
}

fn in_words(offers: &[LoginType]) -> String {
    let offer = |offer: &LoginType| match offer {
        LoginType::Sso(_) => "single sign-on (SSO) in a browser".to_owned(),
        offer => offer.login_type().to_owned(),
    };
    let words: Vec<_> =
        offers.iter().filter(|offer| !matches!(offer, LoginType::Token(_))).map(offer).collect();
    if words.is_empty() { "ones that this program does not know".to_owned() } else { words.join(", ") }
}

/// The OAuth authorization server, if the homeserver has one.
pub(crate) async fn codes(client: &Client) -> Result<Option<AuthorizationServerMetadata>, ConnectError> {
    match client.oauth().server_metadata().await {
        Ok(server) => Ok(Some(server)),
        Err(OAuthDiscoveryError::NotSupported) => Ok(None),
        Err(OAuthDiscoveryError::Http(error)) => Err(from_http(&error)),
        Err(error) => Err(ConnectError::Rejected(format!("what it says of its log-ins: {error}"))),
    }
}

async fn by_token(
    client: &Client,
    vault: &EncryptedValues,
    token: &MatrixSecret,
    settings: &AccountSettings,
) -> Result<OwnedUserId, ConnectError> {
    let broken = |error| ConnectError::from_vault(settings, &error);
    // A device stored without a session is from a login interrupted here.
    let begun: Option<OwnedDeviceId> = vault.read(DEVICE).await.map_err(broken)?;
    let session = match token_client::session(client, token, None, settings).await {
        Err(ConnectError::DeviceInUse(device)) if begun.as_ref().is_some_and(|begun| *begun == *device) => {
            token_client::session(client, token, begun.as_deref(), settings).await?
        }
        session => session?,
    };
    let own = session.meta.user_id.clone();
    keep_device(vault, &session.meta.device_id, settings).await?;
    begin(client, vault, session, settings).await?;
    Ok(own)
}

async fn begin(
    client: &Client,
    vault: &EncryptedValues,
    session: MatrixSession,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    restore(client, vault, SavedSession::Permanent(session.clone()), settings).await?;
    saved_session::write(vault, &session, settings).await
}

async fn by_password(
    client: &Client,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<OwnedUserId, ConnectError> {
    let device = device(vault, settings).await?;
    client
        .matrix_auth()
        .login_username(&settings.user, settings.password.reveal())
        .device_id(device.as_str())
        .initial_device_display_name(&settings.device_name)
        .send()
        .await
        .map_err(|error| match error.client_api_error_kind() {
            Some(ErrorKind::Forbidden | ErrorKind::InvalidUsername) => {
                ConnectError::WrongPassword(settings.user.clone())
            }
            _ => match unreachable_or_refused(&error) {
                ConnectError::Rejected(_) => {
                    ConnectError::PasswordRefused { user: settings.user.clone(), reason: error.to_string() }
                }
                other => other,
            },
        })?;
    let session = client
        .matrix_auth()
        .session()
        .ok_or_else(|| ConnectError::Rejected("the log-in made no session".to_owned()))?;
    saved_session::write(vault, &session, settings).await?;
    Ok(session.meta.user_id)
}

/// Logs in by a code and saves the session.
async fn by_code(
    client: &Client,
    vault: &EncryptedValues,
    server: &AuthorizationServerMetadata,
    settings: &AccountSettings,
) -> Result<OAuthSession, ConnectError> {
    let device = device(vault, settings).await?;
    let session = device_code::log_in(client, server, &device, settings).await?;
    SessionFile::of(vault, settings).write(session.clone())?;
    Ok(session)
}

/// The device of the session, also of a future one.
async fn device(vault: &EncryptedValues, settings: &AccountSettings) -> Result<OwnedDeviceId, ConnectError> {
    let kept = vault.read(DEVICE).await.map_err(|error| ConnectError::from_vault(settings, &error))?;
    let device = kept.unwrap_or_else(matrix_sdk::ruma::DeviceId::new);
    keep_device(vault, &device, settings).await?;
    Ok(device)
}

async fn keep_device(
    vault: &EncryptedValues,
    device: &OwnedDeviceId,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    vault.write(DEVICE, device).await.map_err(|error| ConnectError::from_vault(settings, &error))
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::DeviceId;

    use super::*;
    use crate::saved_session::tests::settings;

    #[tokio::test]
    async fn a_store_with_a_session_and_no_device_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path());
        let client = Client::builder().homeserver_url("https://example.org").build().await.unwrap();
        let vault = EncryptedValues::open(client, "a passphrase").await.unwrap();
        let refused = check_device(&vault, &settings).await;
        assert!(
            matches!(&refused, Err(ConnectError::OldStore(found)) if found == folder.path()),
            "{refused:?}"
        );
        keep_device(&vault, &DeviceId::new(), &settings).await.unwrap();
        assert!(check_device(&vault, &settings).await.is_ok());
    }
}
