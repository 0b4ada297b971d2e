//! Reads and writes the saved login of an account (ids and access tokens), so that a restart needs no new
//! login. Refreshed tokens go to a file of their own: the SDK waits while they are written, as the old
//! ones are void, and a file needs no other lock. Not here: how a session begins (`login`).

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

use crate::{AccountSettings, ConnectError, encrypted_values::EncryptedValues, private_file};

/// Key of a session with a permanent token.
const SESSION: &str = "adoube.session";
/// File of a session with refreshed tokens, in the store's folder.
const FILE: &str = "session";

/// A saved session.
pub(crate) enum SavedSession {
    /// From a password or an access token.
    Permanent(MatrixSession),
    /// From a code entered in a browser, with refreshed tokens.
    Renewable(OAuthSession),
}

impl SavedSession {
    pub(crate) fn user(&self) -> &UserId {
        match self {
            Self::Permanent(session) => &session.meta.user_id,
            Self::Renewable(session) => &session.user.meta.user_id,
        }
    }

    pub(crate) fn token(&self) -> &str {
        match self {
            Self::Permanent(session) => &session.tokens.access_token,
            Self::Renewable(session) => &session.user.tokens.access_token,
        }
    }
}

/// Content of the file once decrypted. A stored form.
#[derive(Serialize, Deserialize)]
struct SessionFileContent {
    client: ClientId,
    #[serde(flatten)]
    user: UserSession,
}

/// Reads the saved session.
pub(crate) async fn read(
    vault: &EncryptedValues,
    settings: &AccountSettings,
) -> Result<Option<SavedSession>, ConnectError> {
    if let Some(session) = SessionFile::of(vault, settings).read()? {
        return Ok(Some(SavedSession::Renewable(session)));
    }
    let plain: Option<MatrixSession> =
        vault.read(SESSION).await.map_err(|error| ConnectError::from_vault(settings, &error))?;
    Ok(plain.map(SavedSession::Permanent))
}

/// Saves a session with a permanent token in place of any other.
pub(crate) async fn write(
    vault: &EncryptedValues,
    session: &MatrixSession,
    settings: &AccountSettings,
) -> Result<(), ConnectError> {
    vault.write(SESSION, session).await.map_err(|error| ConnectError::from_vault(settings, &error))?;
    // The file takes precedence, and its session has ended.
    SessionFile::of(vault, settings).remove()
}

/// The encrypted file of a session with refreshed tokens.
#[derive(Clone)]
pub(crate) struct SessionFile {
    path: PathBuf,
    cipher: Arc<StoreCipher>,
}

impl SessionFile {
    pub(crate) fn of(vault: &EncryptedValues, settings: &AccountSettings) -> Self {
        Self { path: settings.folder.join(FILE), cipher: vault.cipher() }
    }

    fn read(&self) -> Result<Option<OAuthSession>, ConnectError> {
        let broken = |reason: String| ConnectError::Store { folder: self.path.clone(), reason };
        let sealed = match fs::read(&self.path) {
            Ok(sealed) => sealed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(broken(error.to_string())),
        };
        let content: SessionFileContent =
            self.cipher.decrypt_value(&sealed).map_err(|error| broken(error.to_string()))?;
        Ok(Some(OAuthSession { client_id: content.client, user: content.user }))
    }

    pub(crate) fn write(&self, session: OAuthSession) -> Result<(), ConnectError> {
        let broken = |reason: String| ConnectError::Store { folder: self.path.clone(), reason };
        let content = SessionFileContent { client: session.client_id, user: session.user };
        let sealed = self.cipher.encrypt_value(&content).map_err(|error| broken(error.to_string()))?;
        private_file::write(&self.path, &sealed).map_err(|error| broken(error.to_string()))
    }

    fn remove(&self) -> Result<(), ConnectError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(ConnectError::Store { folder: self.path.clone(), reason: error.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Saves the session whenever the SDK has refreshed its tokens.
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

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use matrix_sdk::{
        SessionMeta,
        authentication::SessionTokens,
        ruma::{DeviceId, OwnedUserId},
    };

    use super::*;
    use crate::{MatrixSecret, OperatorPrompt, OperatorTask};

    #[derive(Debug)]
    struct Nobody;

    impl OperatorPrompt for Nobody {
        fn asked(&self, _: OperatorTask) {}
    }

    pub(crate) fn settings(folder: &Path) -> AccountSettings {
        AccountSettings {
            homeserver: "https://example.org".to_owned(),
            user: "@adoube:example.org".to_owned(),
            password: MatrixSecret::new(""),
            access_token: None,
            device_id: None,
            operator: Arc::new(Nobody),
            recovery_key: None,
            passphrase: MatrixSecret::new("a passphrase"),
            folder: folder.to_owned(),
            recovery_file: folder.join("recovery-key"),
            display_name: "adoube".to_owned(),
            avatar: None,
            device_name: "adoube".to_owned(),
            about: None,
            progress: None,
        }
    }

    #[tokio::test]
    async fn the_session_that_took_over_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path());
        let client = Client::builder().homeserver_url("https://example.org").build().await.unwrap();
        let vault = EncryptedValues::open(client, "a passphrase").await.unwrap();
        let user_id = OwnedUserId::try_from("@adoube:example.org").unwrap();
        let session = MatrixSession {
            meta: SessionMeta { user_id, device_id: DeviceId::new() },
            tokens: SessionTokens { access_token: "a token".to_owned(), refresh_token: None },
        };
        let user = UserSession { meta: session.meta.clone(), tokens: session.tokens.clone() };
        let renewed = OAuthSession { client_id: ClientId::new("adoube".to_owned()), user };
        SessionFile::of(&vault, &settings).write(renewed).unwrap();
        assert!(matches!(read(&vault, &settings).await, Ok(Some(SavedSession::Renewable(_)))));
        // The second time there is no file to remove.
        for _ in 0..2 {
            write(&vault, &session, &settings).await.unwrap();
            assert!(matches!(read(&vault, &settings).await, Ok(Some(SavedSession::Permanent(_)))));
        }
    }
}
