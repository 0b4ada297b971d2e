//! The section `[door]` of the configuration: the chat door of the running program.

use std::path::PathBuf;

use adoube_platform::{secret::Secret, socket_file::SocketMode};
use adoube_platform_door::{DoorAddress, ListenSettings};
use serde::{Deserialize, Deserializer, Serialize};

use super::games::within;

/// The most connections at a time.
const MAX_CLIENTS: u64 = 64;

/// The chat door of the running program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DoorConfig {
    /// The address for bridges; no door without it.
    pub listen: Option<DoorAddress>,
    /// Who may connect to a Unix socket.
    pub socket_mode: SocketMode,
    /// The token of bridges.
    pub token: Option<Secret>,
    /// The most connections at a time: 1 to 64.
    #[serde(deserialize_with = "clients")]
    pub clients: u64,
    /// The folder for pictures and files.
    pub pictures: Option<PathBuf>,
}

impl Default for DoorConfig {
    fn default() -> Self {
        Self { listen: None, socket_mode: SocketMode::default(), token: None, clients: 8, pictures: None }
    }
}

impl DoorConfig {
    /// The settings of the door, if there is one.
    pub fn settings(&self) -> Option<ListenSettings> {
        Some(ListenSettings {
            address: self.listen.clone()?,
            mode: self.socket_mode,
            // An empty variable counts as unset.
            token: self.token.clone().filter(|token| !token.expose().is_empty()),
            clients: usize::try_from(self.clients).unwrap_or(usize::MAX),
            pictures: self.pictures.clone().filter(|folder| !folder.as_os_str().is_empty()),
        })
    }
}

fn clients<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    within(from, 1..=MAX_CLIENTS)
}
