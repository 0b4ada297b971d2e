//! Connects an account: locks its folder, logs in, sets up keys, and sets name and avatar. Not
//! here: methods of logging in (`login`), the store (`account_store`).

use std::sync::Arc;

use matrix_sdk::{Client, reqwest::Url};

use crate::{
    AccountSettings, BoxFuture, ConnectError, MatrixApi, MatrixError,
    account_store::{close, open, open_at},
    avatar,
    catch_up::SyncMarker,
    connect_error::unreachable_or_refused,
    cross_signing, discovery, error,
    event_reader::AccountIdentity,
    folder_lock::FolderLock,
    login::{self, LoggedInClient, enter},
    progress_writer::MARKER,
    saved_session,
    session::{AccountSession, SessionStart},
    session_handle::AccountSessionHandle,
    sync_progress::SharedSyncProgress,
};

/// An address without a server, for opening a store only to read it.
const NOWHERE: &str = "https://adoube.invalid/";

/// Connects: resumes the saved session, or logs in.
///
/// # Errors
///
/// Each is one line that says what the operator can do.
pub fn connect(settings: AccountSettings) -> BoxFuture<'static, Result<Arc<dyn MatrixApi>, ConnectError>> {
    Box::pin(async move {
        let session = begin(&settings).await?;
        Ok(Arc::new(AccountSessionHandle::start(session)) as Arc<dyn MatrixApi>)
    })
}

/// Logs in ahead of [`connect`] where that needs a person at a browser, and waits for them. The
/// result is whether there was a session before.
///
/// # Errors
///
/// Each is one line that says what the operator can do.
pub fn let_in(settings: AccountSettings) -> BoxFuture<'static, Result<bool, ConnectError>> {
    Box::pin(async move {
        let _lock = FolderLock::acquire(&settings.folder)?;
        let is_in = discovery::was_found(&settings) && has_session(&settings).await?;
        if !is_in {
            let (client, vault) = open(&settings).await?;
            login::let_in(&client, &vault, &settings).await?;
            close(&client, &settings).await?;
        }
        Ok(is_in)
    })
}

/// Whether the store holds a session.
async fn has_session(settings: &AccountSettings) -> Result<bool, ConnectError> {
    let nowhere = Url::parse(NOWHERE).map_err(|error| ConnectError::store(settings, &error))?;
    let (client, vault) = open_at(nowhere, settings).await?;
    let kept = saved_session::read(&vault, settings).await?;
    close(&client, settings).await?;
    Ok(kept.is_some())
}

async fn begin(settings: &AccountSettings) -> Result<Arc<AccountSession>, ConnectError> {
    let lock = FolderLock::acquire(&settings.folder)?;
    let (entered, marker) = inside(settings).await?;
    let LoggedInClient { client, vault, own } = entered;
    let (shared, others) = progress(&client, settings).await?;
    cross_signing::establish(&client, &own, &vault, settings).await?;
    name(&client, settings).await?;
    if let Some(picture) = &settings.avatar {
        avatar::give(&client, &vault, picture).await;
    }
    let identity = AccountIdentity { id: own, display_name: settings.display_name.clone() };
    Ok(AccountSession::new(SessionStart { client, identity, vault, marker, shared, others, lock }))
}

/// Opens the account and its sync marker. The folder has to be locked.
pub(crate) async fn inside(settings: &AccountSettings) -> Result<(LoggedInClient, SyncMarker), ConnectError> {
    let (client, vault) = open(settings).await?;
    let marker = vault.read(MARKER).await.map_err(|error| ConnectError::from_vault(settings, &error))?;
    let marker = marker.unwrap_or_default();
    Ok((enter((client, vault), &marker, settings).await?, marker))
}

/// The shared sync progress of all machines, and another device's marker in it.
async fn progress(
    client: &Client,
    settings: &AccountSettings,
) -> Result<(Option<SharedSyncProgress>, Option<SyncMarker>), ConnectError> {
    let device = client.device_id().map(ToOwned::to_owned);
    let Some((progress, device)) = settings.progress.clone().zip(device) else { return Ok((None, None)) };
    let shared = SharedSyncProgress::new(progress, device);
    let others =
        shared.of_another().await.map_err(|failure| ConnectError::Unreachable(failure.to_string()))?;
    Ok((Some(shared), others))
}

/// Sets the display name.
async fn name(client: &Client, settings: &AccountSettings) -> Result<(), ConnectError> {
    let account = client.account();
    let name = match account.get_display_name().await {
        Ok(name) => name,
        Err(error) => match error::from_sdk(&error) {
            MatrixError::NotFound(_) => None,
            _ => return Err(unreachable_or_refused(&error)),
        },
    };
    if name.as_deref() == Some(settings.display_name.as_str()) {
        return Ok(());
    }
    match account.set_display_name(Some(&settings.display_name)).await {
        Ok(()) => Ok(()),
        Err(error) => match unreachable_or_refused(&error) {
            // Some homeservers assign names themselves.
            ConnectError::Rejected(reason) => {
                tracing::warn!(reason, "the account keeps the name it has");
                Ok(())
            }
            unreachable => Err(unreachable),
        },
    }
}
