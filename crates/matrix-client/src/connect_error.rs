//! Error type of connecting an account: one line for each reason, which says what the operator can
//! do.

use std::{io, path::PathBuf};

use matrix_sdk::{Error, HttpError};

use crate::{AccountSettings, MatrixError, encrypted_values::EncryptedValuesError, error};

/// Why an account cannot be connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The homeserver is neither a name nor an address.
    #[error(
        "the Matrix homeserver {0:?} is neither a server's name, such as example.org, nor an address, such as \
         https://matrix.example.org"
    )]
    InvalidAddress(String),
    /// The server name leads to no homeserver.
    #[error(
        "no Matrix homeserver of {name} was found: {looked_up} should say where it is, and {found}; if you know its address, \
         set matrix.homeserver to it"
    )]
    HomeserverNotFound {
        /// The server's name.
        name: String,
        /// The page that was looked up.
        looked_up: String,
        /// What was found there.
        found: String,
    },
    /// The host name does not exist.
    #[error(
        "there is no server {0:?}: nobody has that name; look at what is set as matrix.homeserver and, if that is not set, at \
         what stands behind the colon in matrix.user"
    )]
    UnknownHost(String),
    /// No homeserver answers at the configured address.
    #[error(
        "no Matrix homeserver answers at {address}: {found}; set matrix.homeserver to its address and nothing more, such as \
         https://matrix.example.org, or to the server's name, such as example.org"
    )]
    NotAHomeserver {
        /// The address.
        address: String,
        /// What was found there.
        found: String,
    },
    /// The address redirects to another one.
    #[error("the address {address} of the Matrix homeserver leads to {to}: set matrix.homeserver to that")]
    Redirected {
        /// The configured address.
        address: String,
        /// The other address.
        to: String,
    },
    /// The homeserver is unreachable; that may pass.
    #[error("the Matrix homeserver cannot be reached: {0}")]
    Unreachable(String),
    /// The user or the password is wrong.
    #[error("the Matrix homeserver does not let {0} in: the user or the password is wrong")]
    WrongPassword(String),
    /// The server refuses this account's password login.
    #[error(
        "the Matrix homeserver does not let {user} in with a password ({reason}): ask its admins, or log in there another way, \
         and give the session's token as ADOUBE_MATRIX__ACCESS_TOKEN"
    )]
    PasswordRefused {
        /// The account.
        user: String,
        /// The server's message.
        reason: String,
    },
    /// The server needs a password, and none is configured.
    #[error("the Matrix homeserver wants the account's password: set ADOUBE_MATRIX__PASSWORD")]
    PasswordMissing,
    /// No offered login type works for a program.
    #[error(
        "the Matrix homeserver offers no way in for a program, only {0}: log in there as the bot in a browser, and give the \
         session's token as ADOUBE_MATRIX__ACCESS_TOKEN (docs/operators/matrix.md says how to get one)"
    )]
    NoLoginMethod(String),
    /// The access token is invalid or has expired.
    #[error(
        "the Matrix homeserver does not take the access token: it has ended, or belongs to another homeserver; log in again and \
         set ADOUBE_MATRIX__ACCESS_TOKEN to the new token"
    )]
    InvalidToken,
    /// The token belongs to another account.
    #[error(
        "the Matrix homeserver says that this session belongs to {found}, and matrix.user is {asked}: log in as that account, \
         or set matrix.user to the one that is meant"
    )]
    TokenOfOtherAccount {
        /// The token's account.
        found: String,
        /// The configured account.
        asked: String,
    },
    /// A login in a browser needs a page about the program.
    #[error(
        "this homeserver lets programs in by a browser, and shows there who asks for it: set matrix.about to the address of a page \
         about the bot, such as \"https://example.org/chess\" (or web.url to that of its web chat)"
    )]
    ClientPageMissing,
    /// The token belongs to no device.
    #[error(
        "the Matrix access token belongs to no device, and so cannot read encrypted rooms: log in as a device of its own, and \
         set ADOUBE_MATRIX__ACCESS_TOKEN to that token"
    )]
    TokenWithoutDevice,
    /// The token belongs to another device.
    #[error(
        "the Matrix access token belongs to the device {found}, and not to {wanted}: a session keeps its device, and another \
         device needs a data folder of its own"
    )]
    TokenOfOtherDevice {
        /// The expected device.
        wanted: String,
        /// The token's device.
        found: String,
    },
    /// Another program uses the device.
    #[error(
        "the device {0} of the Matrix access token has the keys of another program, such as Element: log in once more for \
         adoube alone, and set ADOUBE_MATRIX__ACCESS_TOKEN to that token"
    )]
    DeviceInUse(String),
    /// The operator denied the login.
    #[error("the log-in to Matrix was refused in the browser: start again when you want to allow it")]
    LoginDenied,
    /// Any other refusal by the homeserver.
    #[error("the Matrix homeserver refuses: {0}")]
    Rejected(String),
    /// The store was encrypted with another passphrase.
    #[error("the Matrix store in {0} was encrypted with another passphrase")]
    WrongPassphrase(PathBuf),
    /// The store belongs to another account.
    #[error(
        "the Matrix store in {folder} belongs to {kept}, not to {asked}; give each account a folder of its own"
    )]
    StoreOfOtherAccount {
        /// The store's folder.
        folder: PathBuf,
        /// The store's account.
        kept: String,
        /// The configured account.
        asked: String,
    },
    /// The store has a form that is no longer read.
    #[error(
        "the Matrix store in {0} is of an older version of adoube, whose form is no longer read: move that folder away and start \
         again; the recovery key brings back the rest"
    )]
    OldStore(PathBuf),
    /// Another process has the store open.
    #[error("the Matrix store in {0} is in use by another process")]
    StoreInUse(PathBuf),
    /// The store cannot be opened or written.
    #[error("the Matrix store in {folder} cannot be used: {reason}")]
    Store {
        /// The store's folder.
        folder: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The saved session has ended.
    #[error(
        "the Matrix homeserver no longer accepts the session kept in {0}: move that folder away and start again; \
         the recovery key brings back the rest"
    )]
    LoggedOut(PathBuf),
    /// The session has ended, and its device can log in again with a password.
    #[error(
        "the Matrix homeserver has ended the session and wants the password again: set ADOUBE_MATRIX__PASSWORD, and keep it \
         there, as this homeserver ends sessions"
    )]
    PasswordNeededAgain,
    /// The session of a configured token has ended.
    #[error(
        "the Matrix homeserver has ended the session of the access token: log in again as the same device and set \
         ADOUBE_MATRIX__ACCESS_TOKEN to the new token, or set ADOUBE_MATRIX__PASSWORD"
    )]
    TokenExpired,
    /// New signing keys need the password, and none is configured.
    #[error(
        "the Matrix homeserver takes new signing keys with the account's password alone: set ADOUBE_MATRIX__PASSWORD for this \
         once"
    )]
    KeysNeedPassword,
    /// New signing keys need a step that a program cannot do.
    #[error(
        "the Matrix homeserver takes new signing keys only after {0}, which a program cannot do: reset the account's identity \
         in another client, and give its new recovery key as ADOUBE_MATRIX__RECOVERY_KEY"
    )]
    KeysNeedOtherClient(String),
    /// New signing keys have to be approved in a browser.
    #[error(
        "the Matrix account's new signing keys have to be allowed in a browser: run `adoube matrix reset-identity` again, \
         which says where and waits"
    )]
    KeysNeedApproval,
    /// The connection ended again and again although its session is valid.
    #[error("the connection to the Matrix homeserver ends again and again; the log says why")]
    ConnectionLost,
    /// The account has signing keys, and no recovery key is configured.
    #[error(
        "the Matrix account has signing keys already, made in another client, and this session has none of them: set \
         ADOUBE_MATRIX__RECOVERY_KEY to the account's recovery key, which that client showed when they were made (in Element \
         you get a new one under All settings, Encryption, Recovery); if nobody has it any more, `adoube matrix \
         reset-identity` gives the account new keys"
    )]
    RecoveryKeyNeeded,
    /// The recovery key does not fit.
    #[error("the recovery key does not belong to this Matrix account: {0}")]
    WrongRecoveryKey(String),
    /// The new recovery key could not be written.
    #[error("the new recovery key cannot be written to {path}: {reason}")]
    RecoveryFile {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: io::Error,
    },
}

impl From<MatrixError> for ConnectError {
    fn from(error: MatrixError) -> Self {
        match error {
            MatrixError::Transient { reason, .. } => Self::Unreachable(reason),
            error @ MatrixError::AccountBlocked { .. } => Self::Unreachable(error.to_string()),
            error => Self::Rejected(error.to_string()),
        }
    }
}

pub(crate) fn unreachable_or_refused(error: &Error) -> ConnectError {
    error::from_sdk(error).into()
}

pub(crate) fn from_http(error: &HttpError) -> ConnectError {
    error::from_http(error).into()
}

impl ConnectError {
    pub(crate) fn from_vault(settings: &AccountSettings, error: &EncryptedValuesError) -> Self {
        match error {
            EncryptedValuesError::Cipher(_) => Self::WrongPassphrase(settings.folder.clone()),
            EncryptedValuesError::Store(_) => Self::store(settings, error),
        }
    }

    pub(crate) fn store(settings: &AccountSettings, error: &dyn std::error::Error) -> Self {
        Self::Store { folder: settings.folder.clone(), reason: error.to_string() }
    }
}
