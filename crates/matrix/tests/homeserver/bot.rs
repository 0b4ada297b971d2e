//! An account of the program's own in the tests, over restarts and losses.

use std::{path::PathBuf, sync::Arc, time::Duration};

use adoube_matrix::{
    ConnectError, EventId, Happening, Link, Outgoing, RoomId, Said, Secret, Settings, TransactionId, connect,
};
use tempfile::TempDir;

use crate::server::{PASSWORD, Person, fresh, register};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_mins(2);

pub struct Bot {
    pub person: Person,
    pub settings: Settings,
    folder: TempDir,
}

impl Bot {
    pub fn new(address: &str) -> Self {
        // A second call changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let name = fresh("bot");
        let folder = tempfile::tempdir().expect("a folder");
        let settings = Settings {
            homeserver: address.to_owned(),
            user: name.clone(),
            password: Secret::new(PASSWORD),
            recovery_key: None,
            passphrase: Secret::new("a passphrase"),
            folder: folder.path().join("store"),
            recovery_file: folder.path().join("recovery-key.txt"),
            display_name: "Adoube the Arbiter".to_owned(),
            device_name: "adoube on a test".to_owned(),
        };
        Self { person: register(address, &name), settings, folder }
    }

    pub async fn connect(&self) -> Arc<dyn Link> {
        connect(self.settings.clone()).await.expect("connected")
    }

    pub async fn refused(&self) -> ConnectError {
        connect(self.settings.clone()).await.err().expect("refused")
    }

    pub fn lose_store(&self) {
        std::fs::remove_dir_all(&self.settings.folder).expect("a store to lose");
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().to_owned()
    }
}

pub async fn next(link: &Arc<dyn Link>) -> Happening {
    tokio::time::timeout(PATIENCE, link.next()).await.expect("in time").expect("open")
}

/// The next thing of a kind; what is passed over is dealt with.
pub async fn until<T>(link: &Arc<dyn Link>, wanted: impl Fn(Happening) -> Option<T>) -> T {
    loop {
        if let Some(found) = wanted(next(link).await) {
            return found;
        }
        link.done().await.expect("written");
    }
}

pub async fn said(link: &Arc<dyn Link>) -> Said {
    until(link, |happening| match happening {
        Happening::Said(said) => Some(said),
        _ => None,
    })
    .await
}

/// Takes the next invitation.
pub async fn join(link: &Arc<dyn Link>) -> RoomId {
    let room = until(link, |happening| match happening {
        Happening::Invited { room, .. } => Some(room),
        _ => None,
    })
    .await;
    link.join(&room).await.expect("joined");
    until(link, |happening| matches!(happening, Happening::MembersChanged { .. }).then_some(())).await;
    link.done().await.expect("written");
    room
}

pub fn words(plain: &str) -> Outgoing {
    Outgoing { plain: plain.to_owned(), ..Outgoing::default() }
}

pub async fn say(link: &Arc<dyn Link>, room: &RoomId, plain: &str) -> EventId {
    link.send(room, words(plain), TransactionId(fresh("t"))).await.expect("said")
}
