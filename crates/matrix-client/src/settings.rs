//! Settings of an account (homeserver, login, folder), and the trait by which its operator is asked
//! for steps that need a person. Not here: errors in it (`connect_error`).

use std::{
    fmt::{self, Debug},
    path::PathBuf,
    sync::Arc,
};

use crate::SyncProgressStore;

/// A secret text; its `Debug` output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct MatrixSecret(String);

impl MatrixSecret {
    /// Takes the text.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MatrixSecret {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("Secret")
    }
}

/// A step that needs a person at a browser who is logged in as the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorTask {
    /// Authorize the program, which waits meanwhile.
    LogIn {
        /// The page for the code.
        address: String,
        /// The code. When it expires, the task is repeated with another one.
        code: String,
        /// The page with the code filled in, where the server has one.
        with_code: Option<String>,
    },
    /// Approve new signing keys.
    ApproveKeys {
        /// The page for it.
        address: String,
    },
}

/// Tells the account's operator what to do.
pub trait OperatorPrompt: Debug + Send + Sync {
    /// Asks the operator for a step.
    fn asked(&self, errand: OperatorTask);
}

/// Configuration of an account.
#[derive(Clone, Debug)]
pub struct AccountSettings {
    /// The homeserver's address, `https://matrix.example.org`; or the server name, `example.org`,
    /// which leads to it.
    pub homeserver: String,
    /// The account: `@adoube:example.org`, or the part before the colon.
    pub user: String,
    /// Its password: for the first login, for publishing signing keys, and after a logout. Without
    /// it, and where the server accepts none, the operator is asked to authorize the program.
    pub password: MatrixSecret,
    /// Access token of a session begun elsewhere for this program; preferred to the password.
    pub access_token: Option<MatrixSecret>,
    /// The device that token has to belong to.
    pub device_id: Option<String>,
    /// Asks the operator for steps that need a person.
    pub operator: Arc<dyn OperatorPrompt>,
    /// The recovery key, which restores trust and messages after a loss of the store. Without it
    /// the one in `recovery_file` is used, if it exists.
    pub recovery_key: Option<MatrixSecret>,
    /// Passphrase of the store's encryption.
    pub passphrase: MatrixSecret,
    /// The folder of the store.
    pub folder: PathBuf,
    /// File for a new recovery key, readable by its owner alone: beside the store, not in it.
    pub recovery_file: PathBuf,
    /// Display name.
    pub display_name: String,
    /// Avatar, a PNG file: set once, if the account has none.
    pub avatar: Option<Vec<u8>>,
    /// Name of the device in the account's list of sessions.
    pub device_name: String,
    /// Page about the program, shown by a login in a browser, which alone needs it.
    pub about: Option<String>,
    /// Shared sync progress, when other machines may take over, each with a device of its own.
    pub progress: Option<Arc<dyn SyncProgressStore>>,
}

#[cfg(test)]
mod tests {
    use super::MatrixSecret;

    #[test]
    fn secrets_are_not_printed() {
        assert!(!format!("{:?}", Some(MatrixSecret::new("hunter2"))).contains("hunter2"));
    }
}
