//! What the operator gives to reach an account, and how they are asked for what only a person can do. Not here: what can be
//! wrong with it (`refusal`).

use std::{
    fmt::{self, Debug},
    path::PathBuf,
    sync::Arc,
};

use crate::SyncProgressStore;

/// Words nobody else may see: printing them for a log shows nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct MatrixSecret(String);

impl MatrixSecret {
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

impl fmt::Debug for MatrixSecret {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("Secret")
    }
}

/// What only a person can do, in a browser where they are logged in as the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorTask {
    /// To let the program in: it waits meanwhile.
    LogIn {
        /// The page on which the code is entered.
        address: String,
        /// The code, which is good for some minutes. When it is not any more, the errand is told anew, with another.
        code: String,
        /// The page with the code in it, where the server has one.
        with_code: Option<String>,
    },
    /// To allow that the account gets other signing keys.
    Approve {
        /// The page on which that is done.
        address: String,
    },
}

/// Whoever looks after the account.
pub trait OperatorPrompt: Debug + Send + Sync {
    /// They are to do something.
    fn asked(&self, errand: OperatorTask);
}

/// How to reach an account, and where what belongs to it is kept.
#[derive(Clone, Debug)]
pub struct AccountSettings {
    /// Where the homeserver is, `https://matrix.example.org`; or the server's name, `example.org`, which says where that is.
    pub homeserver: String,
    /// The account: `@adoube:example.org`, or the part before the colon.
    pub user: String,
    /// Its password: for the first log-in, to publish the account's own signing keys, and whenever the server wants it again.
    /// Without it, and where the server takes none, the operator is asked to log the program in.
    pub password: MatrixSecret,
    /// The token of a session that was begun for this program elsewhere; it goes before the password.
    pub access_token: Option<MatrixSecret>,
    /// The device that session must be.
    pub device_id: Option<String>,
    /// Who is asked for what only a person can do.
    pub operator: Arc<dyn OperatorPrompt>,
    /// The key that brings back trust and messages when the store is lost. Without it the one in `recovery_file` is
    /// taken, if that is there.
    pub recovery_key: Option<MatrixSecret>,
    /// What the store is encrypted with.
    pub passphrase: MatrixSecret,
    /// The folder of the store.
    pub folder: PathBuf,
    /// Where a new recovery key is written, for its owner's eyes alone: beside the store, not in it.
    pub recovery_file: PathBuf,
    /// The name people see.
    pub display_name: String,
    /// The picture people see, a PNG file: the account is given it once, if it has none.
    pub avatar: Option<Vec<u8>>,
    /// The name of the session in the account's list of sessions.
    pub device_name: String,
    /// The address of a page about the bot, which a log-in in a browser shows. Only that needs it.
    pub about: Option<String>,
    /// Where it is kept how far the account has come, when other machines may go on; each has a device of its own.
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
