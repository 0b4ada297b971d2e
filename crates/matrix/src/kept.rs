//! The session from one start to the next. One whose tokens are renewed is in a file of its own: the SDK waits while they are
//! written, as nobody is let in by those before, and a file is written without waiting for anything else. Not here: how a
//! session begins (`entering`).

use std::{fs, io, path::PathBuf, sync::Arc};

use matrix_sdk::{
    Client,
    authentication::{
        matrix::MatrixSession,
        oauth::{ClientId, OAuthSession, UserSession},
    },
    ruma::UserId,
};
use matrix_sdk_store_encryption::StoreCipher;
use serde::{Deserialize, Serialize};

use crate::{ConnectError, Settings, private_file, vault::Vault};

/// Under which name a session without renewal is kept.
const SESSION: &str = "adoube.session";
/// The file of one with renewal, in the folder of the store.
const FILE: &str = "session";

/// A session as it was kept.
pub(crate) enum Kept {
    /// By a password or a token.
    Plain(MatrixSession),
    /// By a code that somebody has entered.
    Renewed(OAuthSession),
}

impl Kept {
    pub(crate) fn user(&self) -> &UserId {
        match self {
            Self::Plain(session) => &session.meta.user_id,
            Self::Renewed(session) => &session.user.meta.user_id,
        }
    }

    pub(crate) fn device(&self) -> &matrix_sdk::ruma::OwnedDeviceId {
        match self {
            Self::Plain(session) => &session.meta.device_id,
            Self::Renewed(session) => &session.user.meta.device_id,
        }
    }

    pub(crate) fn token(&self) -> &str {
        match self {
            Self::Plain(session) => &session.tokens.access_token,
            Self::Renewed(session) => &session.user.tokens.access_token,
        }
    }
}

/// What is in the file, once it is decrypted.
#[derive(Serialize, Deserialize)]
struct Content {
    client: ClientId,
    #[serde(flatten)]
    user: UserSession,
}

/// What was kept.
pub(crate) async fn read(vault: &Vault, settings: &Settings) -> Result<Option<Kept>, ConnectError> {
    if let Some(session) = Renewal::of(vault, settings).read()? {
        return Ok(Some(Kept::Renewed(session)));
    }
    let plain: Option<MatrixSession> =
        vault.read(SESSION).await.map_err(|error| ConnectError::from_vault(settings, &error))?;
    Ok(plain.map(Kept::Plain))
}

/// Keeps a session without renewal.
pub(crate) async fn write(
    vault: &Vault,
    session: &MatrixSession,
    settings: &Settings,
) -> Result<(), ConnectError> {
    vault.write(SESSION, session).await.map_err(|error| ConnectError::from_vault(settings, &error))
}

/// The file of a session with renewal.
#[derive(Clone)]
pub(crate) struct Renewal {
    path: PathBuf,
    cipher: Arc<StoreCipher>,
}

impl Renewal {
    pub(crate) fn of(vault: &Vault, settings: &Settings) -> Self {
        Self { path: settings.folder.join(FILE), cipher: vault.cipher() }
    }

    fn read(&self) -> Result<Option<OAuthSession>, ConnectError> {
        let broken = |reason: String| ConnectError::Store { folder: self.path.clone(), reason };
        let sealed = match fs::read(&self.path) {
            Ok(sealed) => sealed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(broken(error.to_string())),
        };
        let content: Content =
            self.cipher.decrypt_value(&sealed).map_err(|error| broken(error.to_string()))?;
        Ok(Some(OAuthSession { client_id: content.client, user: content.user }))
    }

    pub(crate) fn write(&self, session: OAuthSession) -> Result<(), ConnectError> {
        let broken = |reason: String| ConnectError::Store { folder: self.path.clone(), reason };
        let content = Content { client: session.client_id, user: session.user };
        let sealed = self.cipher.encrypt_value(&content).map_err(|error| broken(error.to_string()))?;
        private_file::write(&self.path, &sealed).map_err(|error| broken(error.to_string()))
    }

    /// Keeps whatever the server says in place of the tokens it has given before.
    pub(crate) fn follow(self, client: &Client) -> matrix_sdk::Result<()> {
        let current = |client: Client| {
            client.session_tokens().ok_or_else(|| Box::from(io::Error::other("there is no session")))
        };
        let save = move |client: Client| match client.oauth().full_session() {
            Some(session) => self.write(session).map_err(Box::from),
            None => Err(Box::from(io::Error::other("there is no session"))),
        };
        client.set_session_callbacks(Box::new(current), Box::new(save))
    }
}
