//! Why an account cannot be reached, in one line each, which says what the operator can do about it.

use std::{io, path::PathBuf};

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// It is neither a name nor an address.
    #[error(
        "the Matrix homeserver {0:?} is neither a server's name, such as example.org, nor an address, such as \
         https://matrix.example.org"
    )]
    Address(String),
    /// The server's name leads to no homeserver.
    #[error(
        "no Matrix homeserver of {name} was found: {looked_up} should say where it is, and {found}; if you know its address, \
         set matrix.homeserver to it"
    )]
    NotFound {
        /// The server's name.
        name: String,
        /// The page that was looked up.
        looked_up: String,
        /// What was found there.
        found: String,
    },
    /// Nobody has this name.
    #[error(
        "there is no server {0:?}: nobody has that name; look at what is set as matrix.homeserver and, if that is not set, at \
         what stands behind the colon in matrix.user"
    )]
    NobodysName(String),
    /// No homeserver answers at the address that was given.
    #[error(
        "no Matrix homeserver answers at {address}: {found}; set matrix.homeserver to its address and nothing more, such as \
         https://matrix.example.org, or to the server's name, such as example.org"
    )]
    NotThere {
        /// Where.
        address: String,
        /// What was found there.
        found: String,
    },
    /// The homeserver answers at another address.
    #[error("the address {address} of the Matrix homeserver leads to {to}: set matrix.homeserver to that")]
    Elsewhere {
        /// The one that was given.
        address: String,
        /// Where it leads.
        to: String,
    },
    /// Nobody answers there; it may be better later.
    #[error("the Matrix homeserver cannot be reached: {0}")]
    Unreachable(String),
    /// The user or the password is wrong.
    #[error("the Matrix homeserver does not let {0} in: the user or the password is wrong")]
    WrongPassword(String),
    /// It takes no password of this account.
    #[error(
        "the Matrix homeserver does not let {user} in with a password ({reason}): ask its admins, or log in there another way, \
         and give the session's token as ADOUBE_MATRIX__ACCESS_TOKEN"
    )]
    PasswordRefused {
        /// Who was to be let in.
        user: String,
        /// What it says.
        reason: String,
    },
    /// The server wants a password, and there is none.
    #[error("the Matrix homeserver wants the account's password: set ADOUBE_MATRIX__PASSWORD")]
    NoPassword,
    /// Nothing that is offered can be done by a program.
    #[error(
        "the Matrix homeserver offers no way in for a program, only {0}: log in there as the bot in a browser, and give the \
         session's token as ADOUBE_MATRIX__ACCESS_TOKEN (docs/operators/matrix.md says how to get one)"
    )]
    NoWayIn(String),
    /// The token is none, or no longer.
    #[error(
        "the Matrix homeserver does not take the access token: it has ended, or belongs to another homeserver; log in again and \
         set ADOUBE_MATRIX__ACCESS_TOKEN to the new token"
    )]
    WrongToken,
    /// The account that was logged in is another.
    #[error(
        "the Matrix homeserver says that this session belongs to {found}, and matrix.user is {asked}: log in as that account, \
         or set matrix.user to the one that is meant"
    )]
    OtherAccount {
        /// Whose it is.
        found: String,
        /// Who was asked for.
        asked: String,
    },
    /// A log-in in a browser has no page to show.
    #[error(
        "this homeserver lets programs in by a browser, and shows there who asks for it: set matrix.about to the address of a page \
         about the bot, such as \"https://example.org/chess\" (or web.url to that of its web chat)"
    )]
    NoAbout,
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
    OtherDevice {
        /// Which was wanted.
        wanted: String,
        /// Whose the token is.
        found: String,
    },
    /// Another program uses the device.
    #[error(
        "the device {0} of the Matrix access token has the keys of another program, such as Element: log in once more for \
         adoube alone, and set ADOUBE_MATRIX__ACCESS_TOKEN to that token"
    )]
    DeviceInUse(String),
    /// The operator said no.
    #[error("the log-in to Matrix was refused in the browser: start again when you want to allow it")]
    Denied,
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
    /// The same, where a token was given that has ended with it.
    #[error(
        "the Matrix homeserver has ended the session of the access token: log in again as the same device and set \
         ADOUBE_MATRIX__ACCESS_TOKEN to the new token, or set ADOUBE_MATRIX__PASSWORD"
    )]
    TokenEnded,
    /// New signing keys need the password, and there is none.
    #[error(
        "the Matrix homeserver takes new signing keys with the account's password alone: set ADOUBE_MATRIX__PASSWORD for this \
         once"
    )]
    PasswordForKeys,
    /// New signing keys need what a program cannot do.
    #[error(
        "the Matrix homeserver takes new signing keys only after {0}, which a program cannot do: reset the account's identity \
         in another client, and give its new recovery key as ADOUBE_MATRIX__RECOVERY_KEY"
    )]
    NoWayToKeys(String),
    /// New signing keys have to be allowed.
    #[error(
        "the Matrix account's new signing keys have to be allowed in a browser: run `adoube matrix reset-identity` again, \
         which says where and waits"
    )]
    ApprovalNeeded,
    /// The connection ended again and again, with a session that is one.
    #[error("the connection to the Matrix homeserver ends again and again; the log says why")]
    Lost,
    /// The account has signing keys, and nothing here opens them.
    #[error(
        "the Matrix account has signing keys already, made in another client, and this session has none of them: set \
         ADOUBE_MATRIX__RECOVERY_KEY to the account's recovery key, which that client showed when they were made (in Element \
         you get a new one under All settings, Encryption, Recovery); if nobody has it any more, `adoube matrix \
         reset-identity` gives the account new keys"
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
