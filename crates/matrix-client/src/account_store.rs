//! Opens and closes the account's encrypted store of the SDK, and builds a client on it. Not here:
//! logging in (`login`).

use matrix_sdk::{
    Client, ClientBuildError,
    config::RequestConfig,
    cross_process_lock::CrossProcessLockConfig,
    encryption::{BackupDownloadStrategy, EncryptionSettings},
    reqwest::Url,
};

use crate::{
    AccountSettings, ConnectError, connect_error::from_http, discovery, encrypted_values::EncryptedValues,
    http_query::REQUEST,
};

/// Opens the store at the configured homeserver.
pub(crate) async fn open(settings: &AccountSettings) -> Result<(Client, EncryptedValues), ConnectError> {
    open_at(discovery::find(settings).await?, settings).await
}

/// The same at a given address, without a request.
pub(crate) async fn open_at(
    homeserver: Url,
    settings: &AccountSettings,
) -> Result<(Client, EncryptedValues), ConnectError> {
    let client = build(homeserver, settings).await?;
    let vault = EncryptedValues::open(client.clone(), settings.passphrase.reveal()).await;
    Ok((client, vault.map_err(|error| ConnectError::from_vault(settings, &error))?))
}

pub(crate) async fn close(client: &Client, settings: &AccountSettings) -> Result<(), ConnectError> {
    client.pause().await.map_err(|error| ConnectError::store(settings, &error))
}

async fn build(homeserver: Url, settings: &AccountSettings) -> Result<Client, ConnectError> {
    let encryption = EncryptionSettings {
        auto_enable_cross_signing: false,
        backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
        auto_enable_backups: false,
    };
    let built = Client::builder()
        .homeserver_url(homeserver)
        .handle_refresh_tokens()
        .respect_login_well_known(false)
        .user_agent("adoube")
        // Callers retry, with their own backoff.
        .request_config(RequestConfig::new().disable_retry().timeout(REQUEST))
        .with_encryption_settings(encryption)
        .cross_process_store_config(CrossProcessLockConfig::SingleProcess)
        .sqlite_store(&settings.folder, Some(settings.passphrase.reveal()))
        .build()
        .await;
    built.map_err(|error| match error {
        ClientBuildError::Http(error) => from_http(&error),
        ClientBuildError::SqliteStore(error) if is_cipher(&error) => {
            ConnectError::WrongPassphrase(settings.folder.clone())
        }
        error => ConnectError::store(settings, &error),
    })
}

/// A wrong passphrase shows as an error of the store's encryption.
fn is_cipher(error: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(error), |error| error.source())
        .any(<dyn std::error::Error>::is::<matrix_sdk_store_encryption::Error>)
}
