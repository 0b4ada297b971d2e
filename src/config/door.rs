//! The section `[door]`: whether bridges can connect to the running program. Not here: the chat door (`adoube-platform-door`).

use std::path::PathBuf;

use adoube_platform::{secret::Secret, socket_file::SocketMode};
use adoube_platform_door::{DoorAddress, ListenSettings};
use serde::{Deserialize, Deserializer, Serialize};

use super::games::within;

/// The most connections there can be at a time.
const MOST_CLIENTS: u64 = 64;

/// The chat door of the running program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DoorConfig {
    /// Where bridges connect; nowhere when absent.
    pub listen: Option<DoorAddress>,
    /// Who may connect to a Unix socket.
    pub socket_mode: SocketMode,
    /// What bridges have to bring.
    pub token: Option<Secret>,
    /// How many may be connected at a time: 1 to 64.
    #[serde(deserialize_with = "clients")]
    pub clients: u64,
    /// The folder for pictures and files, for bridges that ask for files.
    pub pictures: Option<PathBuf>,
}

impl Default for DoorConfig {
    fn default() -> Self {
        Self { listen: None, socket_mode: SocketMode::default(), token: None, clients: 8, pictures: None }
    }
}

impl DoorConfig {
    /// The same as the door takes it, if it is opened.
    pub fn settings(&self) -> Option<ListenSettings> {
        Some(ListenSettings {
            address: self.listen.clone()?,
            mode: self.socket_mode,
            // An empty variable is none.
            token: self.token.clone().filter(|token| !token.expose().is_empty()),
            clients: usize::try_from(self.clients).unwrap_or(usize::MAX),
            pictures: self.pictures.clone().filter(|folder| !folder.as_os_str().is_empty()),
        })
    }
}

fn clients<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    within(from, 1..=MOST_CLIENTS)
}
