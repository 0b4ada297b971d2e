//! How a session begins: the store is opened, the account logged in once and from then on remembered, its keys looked
//! after, its name set. Where the server has ended a session without forgetting its device, that device logs in again. What can be wrong is told in one line.

use std::{
    fs::{self, File, TryLockError},
    sync::Arc,
    time::Duration,
};

use matrix_sdk::{
    Client, ClientBuildError, Error, HttpError,
    authentication::matrix::MatrixSession,
    config::RequestConfig,
    cross_process_lock::CrossProcessLockConfig,
    encryption::{BackupDownloadStrategy, EncryptionSettings},
    ruma::{OwnedDeviceId, OwnedUserId, UserId, api::error::ErrorKind},
    store::{RoomLoadSettings, StateStoreDataKey, StateStoreDataValue},
};

use crate::{
    BoxFuture, ConnectError, Failure, Link, Settings,
    catch_up::Marker,
    failure,
    progress::Shared,
    session::{Handle, LoggedIn, MARKER, Session},
    trusting,
    vault::{Vault, VaultError},
};

/// Under which name the session is kept.
const SESSION: &str = "adoube.session";
/// Under which name it is kept which device the session is to be, before it is one: a log-in that was cut short ends
/// in the same device when it is tried again.
const DEVICE: &str = "adoube.device";
const REQUEST: Duration = Duration::from_secs(30);

/// Logs in, or takes up the session of the last time.
///
/// # Errors
///
/// One line that says what the operator can do about it.
pub fn connect(settings: Settings) -> BoxFuture<'static, Result<Arc<dyn Link>, ConnectError>> {
    Box::pin(async move {
        let session = begin(&settings).await?;
        session.start();
        Ok(Arc::new(Handle(session)) as Arc<dyn Link>)
    })
}

async fn begin(settings: &Settings) -> Result<Arc<Session>, ConnectError> {
    let lock = lock(settings)?;
    let (mut client, mut vault) = open(settings).await?;
    let marker: Marker =
        vault.read(MARKER).await.map_err(|error| from_vault(settings, &error))?.unwrap_or_default();
    let own = match log_in(&client, &vault, &marker, settings).await? {
        Taken::Up(own) => own,
        Taken::Ended => {
            // The SDK logs a client in once.
            client.pause().await.map_err(|error| store(settings, &error))?;
            (client, vault) = open(settings).await?;
            log_in_again(&client, &vault, settings).await?
        }
    };
    let (shared, others) = progress(&client, settings).await?;
    trusting::establish(&client, &own, &vault, settings).await?;
    name(&client, settings).await?;
    let display_name = settings.display_name.clone();
    Ok(Session::new(LoggedIn { client, own, display_name, vault, marker, shared, others, lock }))
}

/// The store, and what it keeps of ours.
async fn open(settings: &Settings) -> Result<(Client, Vault), ConnectError> {
    let client = build(settings).await?;
    let vault = Vault::open(client.clone(), settings.passphrase.reveal()).await;
    Ok((client, vault.map_err(|error| from_vault(settings, &error))?))
}

/// Where all machines keep how far the account has come, and how far it has come on others.
async fn progress(
    client: &Client,
    settings: &Settings,
) -> Result<(Option<Shared>, Option<Marker>), ConnectError> {
    let device = client.device_id().map(ToOwned::to_owned);
    let Some((progress, device)) = settings.progress.clone().zip(device) else { return Ok((None, None)) };
    let shared = Shared::new(progress, device);
    let others =
        shared.of_another().await.map_err(|failure| ConnectError::Unreachable(failure.to_string()))?;
    Ok((Some(shared), others))
}

/// Two processes on one store would break its encryption for good.
fn lock(settings: &Settings) -> Result<File, ConnectError> {
    let broken = |error: std::io::Error| store(settings, &error);
    fs::create_dir_all(&settings.folder).map_err(broken)?;
    let file = File::create(settings.folder.join("lock")).map_err(broken)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ConnectError::InUse(settings.folder.clone())),
        Err(TryLockError::Error(error)) => Err(broken(error)),
    }
}

async fn build(settings: &Settings) -> Result<Client, ConnectError> {
    let encryption = EncryptionSettings {
        auto_enable_cross_signing: false,
        backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
        auto_enable_backups: false,
    };
    let built = Client::builder()
        .homeserver_url(&settings.homeserver)
        .respect_login_well_known(false)
        .user_agent("adoube")
        // Whoever wants something done tries again, and knows when.
        .request_config(RequestConfig::new().disable_retry().timeout(REQUEST))
        .with_encryption_settings(encryption)
        .cross_process_store_config(CrossProcessLockConfig::SingleProcess)
        .sqlite_store(&settings.folder, Some(settings.passphrase.reveal()))
        .build()
        .await;
    built.map_err(|error| match error {
        ClientBuildError::Url(_) | ClientBuildError::InvalidServerName => {
            ConnectError::Address(settings.homeserver.clone())
        }
        ClientBuildError::Http(error) => from_http(&error),
        ClientBuildError::SqliteStore(error) if is_cipher(&error) => {
            ConnectError::WrongPassphrase(settings.folder.clone())
        }
        error => store(settings, &error),
    })
}

/// Opening a store with the wrong passphrase ends in an error of its encryption.
fn is_cipher(error: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(error), |error| error.source())
        .any(<dyn std::error::Error>::is::<matrix_sdk_store_encryption::Error>)
}

/// What became of the session of the last time.
enum Taken {
    /// It goes on.
    Up(OwnedUserId),
    /// The server has ended it, and knows its device.
    Ended,
}

async fn log_in(
    client: &Client,
    vault: &Vault,
    marker: &Marker,
    settings: &Settings,
) -> Result<Taken, ConnectError> {
    let kept: Option<MatrixSession> =
        vault.read(SESSION).await.map_err(|error| from_vault(settings, &error))?;
    match kept {
        Some(session) => {
            is_asked_for(&session.meta.user_id, settings)?;
            // A session of an older program is all that says which device it is.
            vault
                .write(DEVICE, &session.meta.device_id)
                .await
                .map_err(|error| from_vault(settings, &error))?;
            restore(client, session, marker, settings).await
        }
        None => first_log_in(client, vault, settings).await.map(Taken::Up),
    }
}

/// The same device, which keeps its keys.
async fn log_in_again(
    client: &Client,
    vault: &Vault,
    settings: &Settings,
) -> Result<OwnedUserId, ConnectError> {
    if settings.password.is_empty() {
        return Err(ConnectError::PasswordNeeded);
    }
    let own = first_log_in(client, vault, settings).await?;
    tracing::info!("the Matrix homeserver had ended the session; the same device has logged in again");
    Ok(own)
}

fn is_asked_for(kept: &UserId, settings: &Settings) -> Result<(), ConnectError> {
    let asked = settings.user.as_str();
    if asked == kept.as_str() || asked == kept.localpart() {
        return Ok(());
    }
    let (folder, kept) = (settings.folder.clone(), kept.to_string());
    Err(ConnectError::OtherUser { folder, kept, asked: asked.to_owned() })
}

async fn restore(
    client: &Client,
    session: MatrixSession,
    marker: &Marker,
    settings: &Settings,
) -> Result<Taken, ConnectError> {
    rewind(client, marker).await.map_err(|error| store(settings, &error))?;
    let own = session.meta.user_id.clone();
    client
        .matrix_auth()
        .restore_session(session, RoomLoadSettings::default())
        .await
        .map_err(|error| store(settings, &error))?;
    match client.whoami().await {
        Ok(_) => Ok(Taken::Up(own)),
        Err(error) if is_soft_logout(&error) => Ok(Taken::Ended),
        Err(error) => Err(match failure::from_http(&error) {
            Failure::LoggedOut => ConnectError::LoggedOut(settings.folder.clone()),
            _ => from_http(&error),
        }),
    }
}

/// The SDK passes over an answer that ends where its last one ended; it has to stand where this program stands, or what
/// was not dealt with would never be told again.
async fn rewind(client: &Client, marker: &Marker) -> Result<(), matrix_sdk::StoreError> {
    let store = client.state_store();
    match &marker.token {
        Some(token) => {
            let value = StateStoreDataValue::SyncToken(token.clone());
            store.set_kv_data(StateStoreDataKey::SyncToken, value).await
        }
        None => store.remove_kv_data(StateStoreDataKey::SyncToken).await,
    }
}

async fn first_log_in(
    client: &Client,
    vault: &Vault,
    settings: &Settings,
) -> Result<OwnedUserId, ConnectError> {
    let broken = |error: VaultError| from_vault(settings, &error);
    let kept: Option<OwnedDeviceId> = vault.read(DEVICE).await.map_err(broken)?;
    let device = kept.unwrap_or_else(matrix_sdk::ruma::DeviceId::new);
    vault.write(DEVICE, &device).await.map_err(broken)?;
    client
        .matrix_auth()
        .login_username(&settings.user, settings.password.reveal())
        .device_id(device.as_str())
        .initial_device_display_name(&settings.device_name)
        .send()
        .await
        .map_err(|error| match error_kind(&error) {
            Some(ErrorKind::Forbidden | ErrorKind::InvalidUsername) => {
                ConnectError::WrongPassword(settings.user.clone())
            }
            _ => unreachable_or_refused(&error),
        })?;
    let session = client
        .matrix_auth()
        .session()
        .ok_or_else(|| ConnectError::Refused("the log-in made no session".to_owned()))?;
    vault.write(SESSION, &session).await.map_err(broken)?;
    Ok(session.meta.user_id)
}

/// Whether the session has ended and its device is still known.
fn is_soft_logout(error: &HttpError) -> bool {
    matches!(error.client_api_error_kind(), Some(ErrorKind::UnknownToken(data)) if data.soft_logout)
}

/// People see the bot's name, not its address.
async fn name(client: &Client, settings: &Settings) -> Result<(), ConnectError> {
    let account = client.account();
    let name = match account.get_display_name().await {
        Ok(name) => name,
        Err(error) => match failure::from_sdk(&error) {
            Failure::Gone(_) => None,
            _ => return Err(unreachable_or_refused(&error)),
        },
    };
    if name.as_deref() == Some(settings.display_name.as_str()) {
        return Ok(());
    }
    match account.set_display_name(Some(&settings.display_name)).await {
        Ok(()) => Ok(()),
        Err(error) => match unreachable_or_refused(&error) {
            // Some homeservers give the names themselves.
            ConnectError::Refused(reason) => {
                tracing::warn!(reason, "the account keeps the name it has");
                Ok(())
            }
            unreachable => Err(unreachable),
        },
    }
}

fn error_kind(error: &Error) -> Option<&ErrorKind> {
    match error {
        Error::Http(error) => error.client_api_error_kind(),
        _ => None,
    }
}

pub(crate) fn unreachable_or_refused(error: &Error) -> ConnectError {
    match failure::from_sdk(error) {
        Failure::Later { reason, .. } => ConnectError::Unreachable(reason),
        failure @ Failure::Standstill { .. } => ConnectError::Unreachable(failure.to_string()),
        failure => ConnectError::Refused(failure.to_string()),
    }
}

fn from_http(error: &HttpError) -> ConnectError {
    match failure::from_http(error) {
        Failure::Later { reason, .. } => ConnectError::Unreachable(reason),
        failure @ Failure::Standstill { .. } => ConnectError::Unreachable(failure.to_string()),
        failure => ConnectError::Refused(failure.to_string()),
    }
}

fn from_vault(settings: &Settings, error: &VaultError) -> ConnectError {
    match error {
        VaultError::Cipher(_) => ConnectError::WrongPassphrase(settings.folder.clone()),
        VaultError::Store(_) => store(settings, error),
    }
}

fn store(settings: &Settings, error: &dyn std::error::Error) -> ConnectError {
    ConnectError::Store { folder: settings.folder.clone(), reason: error.to_string() }
}
