//! Listens on the socket of the running program and accepts bridges; with the settings of the
//! socket.
//!
//! Not here: the file of a Unix socket (`adoube-platform`).

use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use adoube_platform::{
    secret::Secret,
    socket_file::{SocketFile, SocketFileError, SocketMode},
};
use tokio::{
    net::{TcpListener, UnixListener},
    sync::watch,
    task::JoinSet,
};

use super::{address::DoorAddress, admission::Admission, connection};
use crate::door::{ChatDoor, DoorError};

/// Connections that wait to be accepted, at most.
const BACKLOG: i32 = 16;
/// How long the shutdown waits for requests under way.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The pause after a failed accept, such as without file handles.
const PAUSE: Duration = Duration::from_secs(1);
/// Minimum characters of a token, so that it cannot be guessed.
const MIN_TOKEN_CHARS: usize = 16;

/// Settings of the running program's door (`[door]`).
#[derive(Clone, Debug)]
pub struct ListenSettings {
    /// Where bridges connect.
    pub address: DoorAddress,
    /// Who may connect to a Unix socket.
    pub mode: SocketMode,
    /// The token that `hello` must hold.
    pub token: Option<Secret>,
    /// Connections at a time.
    pub clients: usize,
    /// The folder for pictures and files.
    pub pictures: Option<PathBuf>,
}

/// Why the running program's door cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// All contradictions in the settings.
    #[error("the chat door cannot be opened: {}", .0.join("; "))]
    Settings(Vec<String>),
    /// The port cannot be bound.
    #[error(
        "cannot listen on {address}: {source}; choose another port with door.listen (ADOUBE_DOOR__LISTEN)"
    )]
    Port {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        source: io::Error,
    },
    /// The Unix socket cannot be bound.
    #[error(transparent)]
    SocketFile(#[from] SocketFileError),
    /// The system refuses to listen.
    #[error("the chat door cannot be opened: {0}")]
    System(#[from] io::Error),
    /// The door itself cannot be opened.
    #[error(transparent)]
    Door(#[from] DoorError),
}

impl ListenSettings {
    /// Checks that the settings fit together.
    ///
    /// # Errors
    /// All contradictions, with the keys to change.
    pub fn check(&self) -> Result<(), ListenError> {
        let mut faults = Vec::new();
        match &self.token {
            None if matches!(self.address, DoorAddress::Tcp(_)) => faults.push(
                "every program of this machine can reach a port, so it needs a token: set door.token (ADOUBE_DOOR__TOKEN), or \
                 listen on a Unix socket"
                    .to_owned(),
            ),
            Some(token) if token.expose().chars().count() < MIN_TOKEN_CHARS => {
                faults.push(format!("door.token has fewer than {MIN_TOKEN_CHARS} characters: take a long random text"));
            }
            _ => {}
        }
        if let DoorAddress::Unix(path) = &self.address
            && path.parent().is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            faults.push(format!("the folder of door.listen (unix:{}) is not there", path.display()));
        }
        if self.pictures.as_ref().is_some_and(|folder| folder.exists() && !folder.is_dir()) {
            faults.push("door.pictures names a file, not a folder".to_owned());
        }
        if faults.is_empty() { Ok(()) } else { Err(ListenError::Settings(faults)) }
    }
}

/// A bound socket, before its connections are served.
pub struct DoorListener {
    socket: DoorSocket,
    address: String,
    admission: Arc<Admission>,
    clients: usize,
}

enum DoorSocket {
    Tcp(TcpListener),
    /// Dropping the socket file removes it.
    Unix(UnixListener, #[expect(dead_code, reason = "it is removed when it is dropped")] SocketFile),
}

impl DoorListener {
    /// Binds the socket.
    ///
    /// # Errors
    /// See [`ListenError`].
    pub async fn bind(settings: &ListenSettings) -> Result<Self, ListenError> {
        settings.check()?;
        let (socket, address) = match &settings.address {
            DoorAddress::Unix(path) => {
                let (socket, file) = SocketFile::bind(path, settings.mode, BACKLOG, "door.listen")?;
                socket.set_nonblocking(true)?;
                (DoorSocket::Unix(UnixListener::from_std(socket.into())?, file), settings.address.to_string())
            }
            DoorAddress::Tcp(address) => {
                let refused = |source| ListenError::Port { address: *address, source };
                let listener = TcpListener::bind(address).await.map_err(refused)?;
                let bound = listener.local_addr()?.to_string();
                (DoorSocket::Tcp(listener), bound)
            }
        };
        tracing::info!(place = address, "the chat door is open");
        let admission = Arc::new(Admission::new(settings.token.clone()));
        Ok(Self { socket, address, admission, clients: settings.clients })
    }

    /// The address of the socket.
    pub fn place(&self) -> &str {
        &self.address
    }

    /// Serves connections until `stop` resolves. Then requests under way are finished, and waiting
    /// ones are answered.
    pub async fn serve(self, door: Arc<ChatDoor>, stop: impl Future<Output = ()>) {
        let ended = watch::Sender::new(false);
        let mut connections = JoinSet::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = self.accept(&door, &mut connections, &ended) => accepted,
                () = &mut stop => break,
            };
            if let Err(error) = accepted {
                tracing::warn!(%error, "taking a connection at the chat door");
                door.sleep(PAUSE).await;
            }
        }
        ended.send_replace(true);
        let all = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all).await.is_err() {
            tracing::warn!("bridges do not take their answers: they are lost");
            connections.shutdown().await;
        }
        door.release_outboxes().await;
    }

    /// Accepts the next connection; beyond the limit, refuses it.
    async fn accept(
        &self,
        door: &Arc<ChatDoor>,
        connections: &mut JoinSet<()>,
        ended: &watch::Sender<bool>,
    ) -> io::Result<()> {
        let has_room = |connections: &mut JoinSet<()>| {
            while connections.try_join_next().is_some() {}
            connections.len() < self.clients
        };
        let (door, admission, ended) = (Arc::clone(door), Arc::clone(&self.admission), ended.subscribe());
        let refusal = || connection::connection_limit_line(self.clients);
        match &self.socket {
            DoorSocket::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                if has_room(connections) {
                    connections.spawn(connection::serve(door, admission, stream.into_split(), ended));
                } else {
                    // A new connection's buffer has room for one line, so this does not block.
                    let _ = stream.try_write(refusal().as_bytes());
                }
            }
            DoorSocket::Unix(listener, _) => {
                let (stream, _) = listener.accept().await?;
                if has_room(connections) {
                    connections.spawn(connection::serve(door, admission, stream.into_split(), ended));
                } else {
                    let _ = stream.try_write(refusal().as_bytes());
                }
            }
        }
        Ok(())
    }
}
