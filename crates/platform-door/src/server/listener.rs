//! The door of the running program: a socket to which bridges connect, beside all platforms that the program serves itself.
//! Not here: what becomes of a connection (`connection`), the file of a Unix socket (`socket_file`).

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

use crate::{
    ChatDoor, DoorError, server::address::DoorAddress, server::admission::Admission, server::connection,
};

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 16;
/// How long what was begun may take at the end.
const GRACE: Duration = Duration::from_secs(5);
/// After a connection that could not be taken, such as without file handles.
const PAUSE: Duration = Duration::from_secs(1);
/// Letters of a token that nobody finds by trying.
const TOKEN_CHARS: usize = 16;

/// How the running program opens its door.
#[derive(Clone, Debug)]
pub struct ListenSettings {
    /// Where.
    pub address: DoorAddress,
    /// Who may connect to a Unix socket.
    pub mode: SocketMode,
    /// What hello has to bring.
    pub token: Option<Secret>,
    /// Connections at a time.
    pub clients: usize,
    /// Where pictures and files are put for those who do not want them in the answers.
    pub pictures: Option<PathBuf>,
}

/// Why the door of the running program cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// What is configured does not go together: everything that is wrong.
    #[error("the chat door cannot be opened: {}", .0.join("; "))]
    Settings(Vec<String>),
    /// The port cannot be had.
    #[error(
        "cannot listen on {address}: {source}; choose another port with door.listen (ADOUBE_DOOR__LISTEN)"
    )]
    Port {
        /// Which.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The Unix socket cannot be had.
    #[error(transparent)]
    SocketFile(#[from] SocketFileError),
    /// The system does not let the program listen.
    #[error("the chat door cannot be opened: {0}")]
    System(#[from] io::Error),
    /// The door itself cannot be opened.
    #[error(transparent)]
    Door(#[from] DoorError),
}

impl ListenSettings {
    /// Whether they go together.
    ///
    /// # Errors
    /// Everything that is wrong, with the keys to change.
    pub fn check(&self) -> Result<(), ListenError> {
        let mut faults = Vec::new();
        match &self.token {
            None if matches!(self.address, DoorAddress::Tcp(_)) => faults.push(
                "every program of this machine can reach a port, so it needs a token: set door.token (ADOUBE_DOOR__TOKEN), or \
                 listen on a Unix socket"
                    .to_owned(),
            ),
            Some(token) if token.expose().chars().count() < TOKEN_CHARS => {
                faults.push(format!("door.token has fewer than {TOKEN_CHARS} characters: take a long random text"));
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

/// A socket that listens and that nobody answers yet.
pub struct DoorListener {
    socket: DoorSocket,
    place: String,
    admission: Arc<Admission>,
    clients: usize,
}

enum DoorSocket {
    Tcp(TcpListener),
    /// The file is removed at the end.
    Unix(UnixListener, #[expect(dead_code, reason = "it is removed when it is dropped")] SocketFile),
}

impl DoorListener {
    /// Listens as set.
    ///
    /// # Errors
    /// See [`ListenError`].
    pub async fn bind(settings: &ListenSettings) -> Result<Self, ListenError> {
        settings.check()?;
        let (socket, place) = match &settings.address {
            DoorAddress::Unix(path) => {
                let (socket, file) = SocketFile::bind(path, settings.mode, BACKLOG, "door.listen")?;
                socket.set_nonblocking(true)?;
                (DoorSocket::Unix(UnixListener::from_std(socket.into())?, file), settings.address.to_string())
            }
            DoorAddress::Tcp(address) => {
                let refused = |source| ListenError::Port { address: *address, source };
                let listener = TcpListener::bind(address).await.map_err(refused)?;
                let place = listener.local_addr()?.to_string();
                (DoorSocket::Tcp(listener), place)
            }
        };
        tracing::info!(place, "the chat door is open");
        let admission = Arc::new(Admission::new(settings.token.clone()));
        Ok(Self { socket, place, admission, clients: settings.clients })
    }

    /// Where it listens.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Serves every connection until `stop` resolves; then what was begun is finished, and what only waits is answered.
    pub async fn serve(self, door: Arc<ChatDoor>, stop: impl Future<Output = ()>) {
        let ended = watch::Sender::new(false);
        let mut connections = JoinSet::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let taken = tokio::select! {
                taken = self.take(&door, &mut connections, &ended) => taken,
                () = &mut stop => break,
            };
            if let Err(error) = taken {
                tracing::warn!(%error, "taking a connection at the chat door");
                door.time.sleep(PAUSE).await;
            }
        }
        ended.send_replace(true);
        let all = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, all).await.is_err() {
            tracing::warn!("bridges do not take their answers: they are lost");
            connections.shutdown().await;
        }
        door.outboxes.release().await;
    }

    /// Takes the next connection, if there is a place for it.
    async fn take(
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
                    // A line has room in the buffers of a new connection.
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
