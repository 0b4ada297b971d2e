//! Server of a live export: sends a snapshot of the records to each client of the socket.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use adoube_store::{ExportWriter, MAX_PAGE_ROWS, Snapshot, Store};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{UnixListener, UnixStream},
    task::{JoinHandle, JoinSet},
    time::timeout,
};

use super::{ASKED, MAX_LINE_BYTES, at_socket, socket};
use crate::storage::Storage;

/// Connections at a time.
const CONNECTIONS: usize = 4;
/// How long a client may be silent between two requests. A copy sends its second one after it has written everything.
const SILENCE: Duration = Duration::from_secs(5 * 60);
/// How long a client may take to read one chunk, such as a person with a pager.
const SLOWEST: Duration = Duration::from_secs(30 * 60);
/// The pause after a connection that could not be accepted, such as without file handles.
const PAUSE: Duration = Duration::from_secs(1);

/// The socket of a running program, until [`ExportSocket::close`].
#[derive(Debug)]
pub struct ExportSocket {
    /// `None` where the socket could not be created.
    listening: Option<(PathBuf, JoinHandle<()>)>,
}

impl ExportSocket {
    /// Creates the socket and starts to answer. The caller has the data folder to itself, so an old socket was left by a crash.
    /// On a file system without sockets there is no live export. A database needs none: other processes can read it.
    pub fn open(storage: &Storage, store: &Arc<dyn Store>) -> Self {
        let Some(data) = storage.folder() else { return Self { listening: None } };
        let path = socket(data);
        let listening = match bind(data, &path) {
            Ok((listener, owner)) => {
                Some((path, tokio::spawn(take_connections(listener, owner, Arc::clone(store)))))
            }
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "the records can be exported only while adoube is stopped");
                None
            }
        };
        Self { listening }
    }

    /// Removes the socket and ends exports under way.
    pub async fn close(self) {
        let Some((path, listening)) = self.listening else { return };
        if let Err(error) = fs::remove_file(&path) {
            tracing::warn!(path = %path.display(), %error, "removing the socket");
        }
        listening.abort();
        // It was aborted, or had ended.
        let _ = listening.await;
    }
}

/// The listener, and the user id of the owner of the folder.
fn bind(data: &Path, path: &Path) -> io::Result<(UnixListener, u32)> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = at_socket(data, |path| UnixListener::bind(path))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    // This process has created the socket, so its owner is the owner of the process.
    Ok((listener, fs::metadata(path)?.uid()))
}

async fn take_connections(listener: UnixListener, owner: u32, store: Arc<dyn Store>) {
    let mut connections = JoinSet::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "taking a connection for an export");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        while connections.try_join_next().is_some() {}
        // Before the socket had its mode, other users could connect.
        let is_allowed = stream.peer_cred().is_ok_and(|peer| peer.uid() == owner || peer.uid() == 0);
        if is_allowed && connections.len() < CONNECTIONS {
            let store = Arc::clone(&store);
            connections.spawn(async move {
                if let Err(error) = answer(stream, &*store).await {
                    tracing::info!(%error, "an export was broken off");
                }
            });
        }
    }
}

/// Answers the requests of one connection.
async fn answer(stream: UnixStream, store: &dyn Store) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    let mut snapshot: Option<Box<dyn Snapshot>> = None;
    loop {
        let mut line = String::new();
        let mut asked = (&mut read).take(MAX_LINE_BYTES);
        if timeout(SILENCE, asked.read_line(&mut line)).await?? == 0 {
            return Ok(());
        }
        if line != ASKED {
            return write.write_all(b"!there is nothing but an export to ask for\n").await;
        }
        let begun = match snapshot.take() {
            Some(mut again) => again.rewind().await.map(|()| again),
            None => store.snapshot().await,
        };
        match begun {
            Ok(begun) => {
                let head = format!("rows {}\n", begun.rows().unwrap_or_default());
                write.write_all(head.as_bytes()).await?;
                let snapshot = snapshot.insert(begun);
                if let Err(why) = send(&mut **snapshot, &mut write).await? {
                    return refuse(&mut write, &why).await;
                }
            }
            Err(error) => return refuse(&mut write, &error.to_string()).await,
        }
    }
}

async fn refuse(write: &mut (impl tokio::io::AsyncWrite + Unpin), why: &str) -> io::Result<()> {
    tracing::warn!(why, "the records could not be exported");
    let why: String = why.chars().filter(|letter| !letter.is_control()).take(200).collect();
    write.write_all(format!("!{why}\n").as_bytes()).await
}

/// Sends a snapshot as an export, chunk by chunk. The inner error is one of the snapshot.
async fn send(
    snapshot: &mut dyn Snapshot,
    write: &mut (impl tokio::io::AsyncWrite + Unpin),
) -> io::Result<Result<(), String>> {
    let mut writer = match ExportWriter::begin(Vec::new()) {
        Ok(writer) => writer,
        Err(error) => return Ok(Err(error.to_string())),
    };
    loop {
        let rows = match snapshot.page(MAX_PAGE_ROWS).await {
            Ok(rows) => rows,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let is_end = rows.is_empty();
        let put = rows.iter().try_for_each(|row| writer.row(row));
        if let Err(error) = if is_end { put.and_then(|()| writer.finish()) } else { put } {
            return Ok(Err(error.to_string()));
        }
        let bytes = std::mem::take(writer.out());
        let head = format!("{}\n", bytes.len());
        timeout(SLOWEST, async {
            write.write_all(head.as_bytes()).await?;
            write.write_all(&bytes).await
        })
        .await??;
        if is_end {
            write.write_all(b"0\n").await?;
            return Ok(Ok(()));
        }
    }
}
