//! Resets the account's cryptographic identity on request of its operator, when the present keys
//! are lost. Not here: what the keys are for and how they are replaced (`cross_signing`), what the
//! operator is told before (the command line).

use crate::{
    AccountSettings, BoxFuture, ConnectError, UserId,
    account_store::close,
    connect, cross_signing,
    folder_lock::FolderLock,
    login::{LoggedInClient, codes},
};

/// Replaces the account's signing keys, key backup and recovery key, which is written to the
/// recovery file; what the old ones opened is lost. The result is the account.
///
/// # Errors
///
/// Each is one line that says what the operator can do.
pub fn reset_identity(settings: AccountSettings) -> BoxFuture<'static, Result<UserId, ConnectError>> {
    Box::pin(async move {
        let _lock = FolderLock::acquire(&settings.folder)?;
        let (LoggedInClient { client, vault, own }, _) = connect::inside(&settings).await?;
        // The store's keys are overwritten before the server asks for authentication.
        if settings.password.is_empty() && codes(&client).await?.is_none() {
            return Err(ConnectError::KeysNeedPassword);
        }
        cross_signing::replace(&client, &own, &vault, &settings).await?;
        close(&client, &settings).await?;
        Ok(UserId(own.to_string()))
    })
}
