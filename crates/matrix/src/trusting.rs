//! What makes others trust this session and keeps messages readable: the account's own signing keys, which sign the
//! session; the backup of room keys; and the recovery key, which brings both back when the store is lost.

use std::{
    fs,
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use matrix_sdk::{
    Client, Error,
    encryption::{
        recovery::{RecoveryError, RecoveryState},
        secret_storage::SecretStorageError,
    },
    ruma::{
        UserId,
        api::client::uiaa::{AuthData, MatrixUserIdentifier, Password, UserIdentifier},
    },
};

use crate::{ConnectError, Secret, Settings, connecting::unreachable_or_refused, vault::Vault};

/// Under which name it is kept that the recovery key reached its owner.
const HANDED_OVER: &str = "adoube.recovery-key-handed-over";
/// Under which name it is kept that the server has the account's signing keys: this program has them before the server
/// does.
const PUBLISHED: &str = "adoube.signing-keys-published";

/// Sees to it that the session is signed, and that what signs it can be recovered.
pub(crate) async fn establish(
    client: &Client,
    own: &UserId,
    vault: &Vault,
    settings: &Settings,
) -> Result<(), ConnectError> {
    let encryption = client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    let identity =
        encryption.request_user_identity(own).await.map_err(|error| unreachable_or_refused(&error))?;
    let has_keys = encryption.cross_signing_status().await.is_some_and(|status| status.is_complete());
    let published: Option<bool> = vault.read(PUBLISHED).await.map_err(|error| store(settings, &error))?;
    if identity.is_some() && !has_keys {
        recover(client, settings).await?;
        remember(HANDED_OVER, vault, settings).await?;
    } else if published != Some(true) {
        publish_keys(client, own, settings).await?;
    }
    remember(PUBLISHED, vault, settings).await?;
    sign_session(client).await?;
    keep_recoverable(client, vault, settings).await
}

/// The password is asked for once more when keys are published.
async fn publish_keys(client: &Client, own: &UserId, settings: &Settings) -> Result<(), ConnectError> {
    let encryption = client.encryption();
    let Err(error) = encryption.bootstrap_cross_signing(None).await else { return Ok(()) };
    let Some(asked) = error.as_uiaa_response() else { return Err(unreachable_or_refused(&error)) };
    let user = UserIdentifier::Matrix(MatrixUserIdentifier::new(own.to_string()));
    let mut password = Password::new(user, settings.password.reveal().to_owned());
    password.session.clone_from(&asked.session);
    encryption.bootstrap_cross_signing(Some(AuthData::Password(password))).await.map_err(|error| match error
        .as_uiaa_response()
    {
        Some(_) => ConnectError::WrongPassword(own.to_string()),
        None => unreachable_or_refused(&error),
    })
}

async fn sign_session(client: &Client) -> Result<(), ConnectError> {
    let refused = |error: &dyn std::error::Error| ConnectError::Refused(error.to_string());
    let device = client.encryption().get_own_device().await.map_err(|error| refused(&error))?;
    match device {
        Some(device) if !device.is_cross_signed_by_owner() => {
            device.verify().await.map_err(|error| refused(&error))
        }
        _ => Ok(()),
    }
}

/// The key that was given, else the one this program once wrote.
fn known_key(settings: &Settings) -> Option<Secret> {
    settings.recovery_key.clone().or_else(|| {
        let text = fs::read_to_string(&settings.recovery_file).ok()?;
        Some(Secret::new(text.trim()))
    })
}

async fn recover(client: &Client, settings: &Settings) -> Result<(), ConnectError> {
    let key = known_key(settings).ok_or(ConnectError::RecoveryKeyNeeded)?;
    let recovered = client.encryption().recovery().recover_and_fix_backup(key.reveal()).await;
    recovered.map_err(|error| match error {
        RecoveryError::Sdk(error) | RecoveryError::SecretStorage(SecretStorageError::Sdk(error)) => {
            unreachable_or_refused(&error)
        }
        RecoveryError::SecretStorage(
            SecretStorageError::SecretStorageKey(_) | SecretStorageError::Decryption(_),
        ) => ConnectError::WrongRecoveryKey(error.to_string()),
        _ => ConnectError::Refused(error.to_string()),
    })
}

/// A recovery key is made once, and again only where it is sure that nobody has the one before.
async fn keep_recoverable(client: &Client, vault: &Vault, settings: &Settings) -> Result<(), ConnectError> {
    let recovery = client.encryption().recovery();
    let handed_over: Option<bool> = vault.read(HANDED_OVER).await.map_err(|error| store(settings, &error))?;
    let key = match recovery.state() {
        RecoveryState::Enabled if handed_over == Some(true) => return Ok(()),
        RecoveryState::Enabled => recovery.reset_key().await,
        RecoveryState::Incomplete if known_key(settings).is_some() => return recover(client, settings).await,
        RecoveryState::Incomplete if handed_over == Some(true) => {
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
    let key = key.map_err(|error| match error {
        RecoveryError::Sdk(error) => unreachable_or_refused(&error),
        _ => ConnectError::Refused(error.to_string()),
    })?;
    write_key(&settings.recovery_file, &key)
        .map_err(|reason| ConnectError::RecoveryFile { path: settings.recovery_file.clone(), reason })?;
    tracing::warn!(
        file = %settings.recovery_file.display(),
        "a new recovery key for the Matrix account was written: keep it in a safe place; \
         with it, what is encrypted survives the loss of this machine"
    );
    remember(HANDED_OVER, vault, settings).await
}

/// A backup nobody has the key of is of no use, and stands in the way of a new one.
async fn drop_orphaned_backup(client: &Client) -> Result<(), ConnectError> {
    let backups = client.encryption().backups();
    let broken = |error: &Error| unreachable_or_refused(error);
    if !backups.are_enabled().await
        && backups.fetch_exists_on_server().await.map_err(|error| broken(&error))?
    {
        backups.disable_and_delete().await.map_err(|error| broken(&error))?;
    }
    Ok(())
}

async fn remember(fact: &str, vault: &Vault, settings: &Settings) -> Result<(), ConnectError> {
    vault.write(fact, &true).await.map_err(|error| store(settings, &error))
}

fn store(settings: &Settings, error: &dyn std::error::Error) -> ConnectError {
    ConnectError::Store { folder: settings.folder.clone(), reason: error.to_string() }
}

/// For the owner's eyes alone, and never half a key.
fn write_key(path: &Path, key: &str) -> io::Result<()> {
    let beside = path.with_extension("new");
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    writeln!(file, "{key}")?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::write_key;

    #[test]
    fn only_its_owner_reads_a_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper/recovery-key.txt");
        for key in ["old", "new"] {
            write_key(&path, key).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "new\n");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
