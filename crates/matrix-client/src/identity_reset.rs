//! The account gets other signing keys, when nobody can open those it has and its operator asks for that. Not here: what the
//! keys are for and how they are replaced (`trusting`), what the operator is told before (the command line).

use crate::{
    AccountSettings, BoxFuture, ConnectError, UserId, connect, cross_signing,
    folder_lock::FolderLock,
    login::{LoggedInClient, codes},
};

/// Gives the account new signing keys, a new backup of messages and a new recovery key, which is written to the recovery file;
/// what the old ones opened is closed. Whose account it is.
///
/// # Errors
///
/// One line that says what the operator can do about it.
pub fn reset_identity(settings: AccountSettings) -> BoxFuture<'static, Result<UserId, ConnectError>> {
    Box::pin(async move {
        let _lock = FolderLock::acquire(&settings.folder)?;
        let (LoggedInClient { client, vault, own }, _) = connect::inside(&settings).await?;
        // The keys in the store are overwritten before the server asks who wants that.
        if settings.password.is_empty() && codes(&client).await?.is_none() {
            return Err(ConnectError::PasswordForKeys);
        }
        cross_signing::replace(&client, &own, &vault, &settings).await?;
        connect::close(&client, &settings).await?;
        Ok(UserId(own.to_string()))
    })
}
