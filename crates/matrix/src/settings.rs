//! What the operator gives to reach an account, and what can be wrong with it, in one line each.

use std::{fmt, io, path::PathBuf, sync::Arc};

use crate::Progress;

/// Words nobody else may see: printing them for a log shows nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps them.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("Secret")
    }
}

/// How to reach an account, and where what belongs to it is kept.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the homeserver is: `https://matrix.example.org`.
    pub homeserver: String,
    /// The account: `@adoube:example.org`, or the part before the colon.
    pub user: String,
    /// Its password: for the first log-in, to publish the account's own signing keys, and whenever the server wants it again.
    pub password: Secret,
    /// The key that brings back trust and messages when the store is lost. Without it the one in `recovery_file` is
    /// taken, if that is there.
    pub recovery_key: Option<Secret>,
    /// What the store is encrypted with.
    pub passphrase: Secret,
    /// The folder of the store.
    pub folder: PathBuf,
    /// Where a new recovery key is written, for its owner's eyes alone: beside the store, not in it.
    pub recovery_file: PathBuf,
    /// The name people see.
    pub display_name: String,
    /// The name of the session in the account's list of sessions.
    pub device_name: String,
    /// Where it is kept how far the account has come, when other machines may go on; each has a device of its own.
    pub progress: Option<Arc<dyn Progress>>,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address is none.
    #[error("the Matrix homeserver's address {0:?} is not one; it looks like https://matrix.example.org")]
    Address(String),
    /// Nobody answers there; it may be better later.
    #[error("the Matrix homeserver cannot be reached: {0}")]
    Unreachable(String),
    /// The user or the password is wrong.
    #[error("the Matrix homeserver does not let {0} in: the user or the password is wrong")]
    WrongPassword(String),
    /// The homeserver refuses something else.
    #[error("the Matrix homeserver refuses: {0}")]
    Refused(String),
    /// The store was encrypted with another passphrase.
    #[error("the Matrix store in {0} was encrypted with another passphrase")]
    WrongPassphrase(PathBuf),
    /// The store belongs to another account.
    #[error(
        "the Matrix store in {folder} belongs to {kept}, not to {asked}; give each account a folder of its own"
    )]
    OtherUser {
        /// The store's folder.
        folder: PathBuf,
        /// Whose it is.
        kept: String,
        /// Who was asked for.
        asked: String,
    },
    /// Another process has the store open.
    #[error("the Matrix store in {0} is in use by another process")]
    InUse(PathBuf),
    /// The store cannot be opened or written.
    #[error("the Matrix store in {folder} cannot be used: {reason}")]
    Store {
        /// The store's folder.
        folder: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The session in the store is no longer one.
    #[error(
        "the Matrix homeserver no longer accepts the session kept in {0}: move that folder away and start again; \
         the recovery key brings back the rest"
    )]
    LoggedOut(PathBuf),
    /// The server has ended the session, and its device could log in again.
    #[error(
        "the Matrix homeserver has ended the session and wants the password again: set ADOUBE_MATRIX__PASSWORD, and keep it \
         there, as this homeserver ends sessions"
    )]
    PasswordNeeded,
    /// The connection ended again and again, with a session that is one.
    #[error("the connection to the Matrix homeserver ends again and again; the log says why")]
    Lost,
    /// The account has signing keys, and nothing here opens them.
    #[error(
        "the Matrix account has signing keys already, and this session has none of them: give its recovery key; \
         if that is lost, reset the account's digital identity in another client and give the new key"
    )]
    RecoveryKeyNeeded,
    /// The recovery key opens nothing.
    #[error("the recovery key does not belong to this Matrix account: {0}")]
    WrongRecoveryKey(String),
    /// The new recovery key could not be written.
    #[error("the new recovery key cannot be written to {path}: {reason}")]
    RecoveryFile {
        /// Where.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn secrets_are_not_printed() {
        assert!(!format!("{:?}", Some(Secret::new("hunter2"))).contains("hunter2"));
    }
}
