//! Sets up cross-signing, key backup and recovery: the account's signing keys, which verify the
//! session; the backup of room keys; and the recovery key, which restores both after a loss of the
//! store.

use std::{fs, iter::successors, time::Duration};

use matrix_sdk::{
    Client, Error,
    encryption::{
        CrossSigningResetAuthType, Encryption, OAuthCrossSigningResetInfo,
        recovery::{RecoveryError, RecoveryState},
        secret_storage::SecretStorageError,
    },
    ruma::{
        UserId,
        api::client::uiaa::{
            AuthData, AuthType, MatrixUserIdentifier, OAuth, Password, UiaaInfo, UserIdentifier,
        },
    },
};

use crate::{
    AccountSettings, ConnectError, MatrixSecret, OperatorTask, connect_error::unreachable_or_refused,
    encrypted_values::EncryptedValues, private_file,
};

/// Fact: the recovery key was delivered.
const HANDED_OVER: &str = "adoube.recovery-key-handed-over";
/// Fact: the server has the account's signing keys, which the store has before the server does.
const PUBLISHED: &str = "adoube.signing-keys-published";

/// Most backups deleted in a row: a server that still lists one deletes none.
const MOST_BACKUPS: usize = 20;

/// Polling interval for the approval of new signing keys, at first and at most, and its time limit.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_hours(1);

/// Makes sure that the session is verified and its signing keys are recoverable.
pub(crate) async fn establish(
    client: &Client,
    own: &UserId,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    let encryption = ready(client).await;
    // The SDK drops keys here that differ from the server's, such as unapproved ones.
    let identity =
        encryption.request_user_identity(own).await.map_err(|error| unreachable_or_refused(&error))?;
    let has_keys = encryption.cross_signing_status().await.is_some_and(|status| status.is_complete());
    if identity.is_some() && !has_keys {
        recover(client, settings).await?;
        remember(HANDED_OVER, vault, settings).await?;
    } else if !is_true(PUBLISHED, vault, settings).await? {
        publish_keys(client, own, settings).await?;
    }
    remember(PUBLISHED, vault, settings).await?;
    sign_session(client).await?;
    keep_recoverable(client, vault, settings).await
}

/// Replaces the account's signing keys on the operator's request, with the key backup that nobody
/// can open any more.
pub(crate) async fn replace(
    client: &Client,
    own: &UserId,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    let encryption = ready(client).await;
    note(HANDED_OVER, false, vault, settings).await?;
    let asked = encryption.reset_cross_signing().await.map_err(|error| unreachable_or_refused(&error))?;
    if let Some(reset) = asked {
        match reset.auth_type() {
            CrossSigningResetAuthType::Uiaa(asked) => {
                let password = with_password(asked, own, settings)?;
                reset.auth(Some(password)).await.map_err(|error| not_published(&error, own, settings))?;
            }
            CrossSigningResetAuthType::OAuth(asked) => approved(&encryption, asked, settings).await?,
        }
    }
    encryption.request_user_identity(own).await.map_err(|error| unreachable_or_refused(&error))?;
    remember(PUBLISHED, vault, settings).await?;
    sign_session(client).await?;
    delete_backups(client).await?;
    deliver_recovery_key(encryption.recovery().enable().await, vault, settings).await
}

/// The SDK's encryption, once it is initialised.
async fn ready(client: &Client) -> Encryption {
    let encryption = client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    encryption
}

/// Waits for approval of the keys in a browser. The SDK itself would poll twice a second.
async fn approved(
    encryption: &Encryption,
    asked: &OAuthCrossSigningResetInfo,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    settings.operator.asked(OperatorTask::ApproveKeys { address: asked.approval_url.to_string() });
    let mut session = OAuth::new();
    session.session.clone_from(&asked.session);
    for pause in pauses() {
        tokio::time::sleep(pause).await;
        let published = encryption.bootstrap_cross_signing(Some(AuthData::OAuth(session.clone()))).await;
        let Err(error) = published else { return Ok(()) };
        if error.as_uiaa_response().is_some() {
            continue;
        }
        match unreachable_or_refused(&error) {
            ConnectError::Unreachable(reason) => {
                tracing::warn!(reason, "whether the keys are allowed is not said");
            }
            error => return Err(error),
        }
    }
    Err(ConnectError::KeysNeedApproval)
}

/// Intervals of polling for a step that takes minutes, up to its time limit.
fn pauses() -> impl Iterator<Item = Duration> {
    let growing = successors(Some(FIRST_PAUSE), |pause| Some((*pause * 5 / 4).min(LONGEST_PAUSE)));
    growing.scan(Duration::ZERO, |waited, pause| {
        *waited += pause;
        (*waited <= PATIENCE).then_some(pause)
    })
}

/// Publishes signing keys, with the password where the server asks for it again.
async fn publish_keys(client: &Client, own: &UserId, settings: &AccountSettings) -> Result<(), ConnectError> {
    let encryption = client.encryption();
    let Err(error) = encryption.bootstrap_cross_signing(None).await else { return Ok(()) };
    let Some(asked) = error.as_uiaa_response() else { return Err(unreachable_or_refused(&error)) };
    let password = with_password(asked, own, settings)?;
    let published = encryption.bootstrap_cross_signing(Some(password)).await;
    published.map_err(|error| not_published(&error, own, settings))
}

fn with_password(
    asked: &UiaaInfo,
    own: &UserId,
    settings: &AccountSettings,
) -> Result<AuthData, ConnectError> {
    let stages = || asked.flows.iter().flat_map(|flow| &flow.stages);
    if stages().any(|stage| *stage == AuthType::OAuth) {
        return Err(ConnectError::KeysNeedApproval);
    }
    if !stages().any(|stage| *stage == AuthType::Password) {
        let stages: Vec<_> = stages().map(ToString::to_string).collect();
        return Err(ConnectError::KeysNeedOtherClient(stages.join(", ")));
    }
    if settings.password.is_empty() {
        return Err(ConnectError::KeysNeedPassword);
    }
    let user = UserIdentifier::Matrix(MatrixUserIdentifier::new(own.to_string()));
    let mut password = Password::new(user, settings.password.reveal().to_owned());
    password.session.clone_from(&asked.session);
    Ok(AuthData::Password(password))
}

fn not_published(error: &Error, own: &UserId, settings: &AccountSettings) -> ConnectError {
    match error.as_uiaa_response() {
        Some(asked) => with_password(asked, own, settings)
            .err()
            .unwrap_or_else(|| ConnectError::WrongPassword(own.to_string())),
        None => unreachable_or_refused(error),
    }
}

async fn sign_session(client: &Client) -> Result<(), ConnectError> {
    let refused = |error: &dyn std::error::Error| ConnectError::Rejected(error.to_string());
    let device = client.encryption().get_own_device().await.map_err(|error| refused(&error))?;
    match device {
        Some(device) if !device.is_cross_signed_by_owner() => {
            device.verify().await.map_err(|error| refused(&error))
        }
        _ => Ok(()),
    }
}

/// The configured recovery key, or the one this program has written.
fn known_key(settings: &AccountSettings) -> Option<MatrixSecret> {
    settings.recovery_key.clone().or_else(|| {
        let text = fs::read_to_string(&settings.recovery_file).ok()?;
        Some(MatrixSecret::new(text.trim()))
    })
}

async fn recover(client: &Client, settings: &AccountSettings) -> Result<(), ConnectError> {
    let key = known_key(settings).ok_or(ConnectError::RecoveryKeyNeeded)?;
    let recovered = client.encryption().recovery().recover_and_fix_backup(key.reveal()).await;
    recovered.map_err(|error| match error {
        RecoveryError::Sdk(error) | RecoveryError::SecretStorage(SecretStorageError::Sdk(error)) => {
            unreachable_or_refused(&error)
        }
        RecoveryError::SecretStorage(
            SecretStorageError::SecretStorageKey(_) | SecretStorageError::Decryption(_),
        ) => ConnectError::WrongRecoveryKey(error.to_string()),
        _ => ConnectError::Rejected(error.to_string()),
    })
}

/// Creates a recovery key once, and again only where nobody can have the previous one.
async fn keep_recoverable(
    client: &Client,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    let recovery = client.encryption().recovery();
    let handed_over = is_true(HANDED_OVER, vault, settings).await?;
    let key = match recovery.state() {
        RecoveryState::Enabled if handed_over => return Ok(()),
        RecoveryState::Enabled => recovery.reset_key().await,
        RecoveryState::Incomplete if known_key(settings).is_some() => return recover(client, settings).await,
        RecoveryState::Incomplete if handed_over => {
            tracing::warn!(
                "the recovery of the Matrix account lacks something: give the recovery key to mend it"
            );
            return Ok(());
        }
        RecoveryState::Unknown => {
            let reason = "it did not say how the account is recovered";
            return Err(ConnectError::Unreachable(reason.to_owned()));
        }
        RecoveryState::Incomplete | RecoveryState::Disabled => {
            drop_orphaned_backup(client).await?;
            recovery.enable().await
        }
    };
    deliver_recovery_key(key, vault, settings).await
}

/// Writes the new recovery key to its file.
async fn deliver_recovery_key(
    key: Result<String, RecoveryError>,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    let key = key.map_err(|error| match error {
        RecoveryError::Sdk(error) => unreachable_or_refused(&error),
        _ => ConnectError::Rejected(error.to_string()),
    })?;
    private_file::write(&settings.recovery_file, format!("{key}\n").as_bytes())
        .map_err(|reason| ConnectError::RecoveryFile { path: settings.recovery_file.clone(), reason })?;
    tracing::warn!(
        file = %settings.recovery_file.display(),
        "a new recovery key for the Matrix account was written: keep it in a safe place; \
         with it, what is encrypted survives the loss of this machine"
    );
    remember(HANDED_OVER, vault, settings).await
}

/// Deletes a backup without a key, which would block a new one.
async fn drop_orphaned_backup(client: &Client) -> Result<(), ConnectError> {
    let backups = client.encryption().backups();
    if !backups.are_enabled().await
        && backups.fetch_exists_on_server().await.map_err(|error| unreachable_or_refused(&error))?
    {
        delete_backups(client).await?;
    }
    Ok(())
}

/// Deletes all backups. A server reports the newest one only.
async fn delete_backups(client: &Client) -> Result<(), ConnectError> {
    let backups = client.encryption().backups();
    for _ in 0..MOST_BACKUPS {
        backups.disable_and_delete().await.map_err(|error| unreachable_or_refused(&error))?;
        if !backups.fetch_exists_on_server().await.map_err(|error| unreachable_or_refused(&error))? {
            return Ok(());
        }
    }
    Err(ConnectError::Rejected(format!("it tells of one more backup after {MOST_BACKUPS} were deleted")))
}

async fn remember(
    fact: &str,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    note(fact, true, vault, settings).await
}

async fn note(
    fact: &str,
    is: bool,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    vault.write(fact, &is).await.map_err(|error| ConnectError::store(settings, &error))
}

async fn is_true(
    fact: &str,
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<bool, ConnectError> {
    let kept: Option<bool> = vault.read(fact).await.map_err(|error| ConnectError::store(settings, &error))?;
    Ok(kept == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_waited_for_in_haste_or_for_ever() {
        let all: Vec<Duration> = pauses().collect();
        assert!(all.is_sorted() && all.first() >= Some(&FIRST_PAUSE) && all.last() == Some(&LONGEST_PAUSE));
        let waited: Duration = all.iter().sum();
        assert!(waited <= PATIENCE && waited + LONGEST_PAUSE > PATIENCE, "{waited:?}");
    }
}
