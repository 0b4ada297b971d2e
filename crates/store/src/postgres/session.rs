//! Sets up the session of a connection: detects a connection pooler, and sets isolation and
//! durability. Not here: how statements are sent then (`connection_pool`).
//!
//! A pooler such as `PgBouncer` in transaction mode assigns each transaction to any server process, so session settings and
//! prepared statements do not last. Every pooler hands out cancellation keys of its own, so the process id in the key differs
//! from the one of the server process. Both are compared in the query that sets up the session, without a further round trip.

use std::{
    future::{Ready, ready},
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::{
    Client, Error, SimpleQueryMessage,
    tls::{ChannelBinding, TlsConnect, TlsStream},
};

use super::settings::TransactionIsolation;

/// The bytes of a cancellation request that end it: process id and secret, four each.
const CANCEL_KEY_BYTES: usize = 8;
/// The byte with which a server accepts TLS.
const HAS_TLS: u8 = b'S';

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionPeer {
    /// One server process for the life of the connection.
    Server,
    /// A pooler with any server process behind it.
    Pooler,
}

/// Sets up a session, and returns what the other end is. Behind a pooler nothing is set. Asynchronous commit is switched off, as
/// acknowledged batches must be durable.
pub(super) async fn begin(client: &Client, isolation: TransactionIsolation) -> Result<SessionPeer, Error> {
    let is_this = match process_id(client).await {
        Some(process) => format!("pg_backend_pid() = {process}"),
        None => "true".to_owned(),
    };
    let isolation = match isolation {
        TransactionIsolation::ReadCommitted => "read committed",
        TransactionIsolation::Serializable => "serializable",
    };
    let begin = format!(
        "SELECT {is_this}, \
         CASE WHEN {is_this} THEN set_config('default_transaction_isolation', '{isolation}', false) END, \
         CASE WHEN {is_this} AND current_setting('synchronous_commit') IN ('off', 'local') \
         THEN set_config('synchronous_commit', 'on', false) END"
    );
    let said = client.simple_query(&begin).await?;
    let is_server = said.iter().any(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0) == Some("t"),
        _ => false,
    });
    Ok(if is_server { SessionPeer::Server } else { SessionPeer::Pooler })
}

/// The process id of the cancellation key. The client reveals it only in a cancellation request, so one is written into memory.
async fn process_id(client: &Client) -> Option<i32> {
    let mut written = Vec::new();
    client.cancel_token().cancel_query_raw(Recorder(&mut written), NoEncryption).await.ok()?;
    let key = written.len().checked_sub(CANCEL_KEY_BYTES).and_then(|at| written.get(at..))?;
    key.first_chunk().map(|process| i32::from_be_bytes(*process))
}

/// Records what is written to it, and accepts TLS.
struct Recorder<'r>(&'r mut Vec<u8>);

impl AsyncRead for Recorder<'_> {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if into.remaining() > 0 {
            into.put_slice(&[HAS_TLS]);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Recorder<'_> {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.0.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl TlsStream for Recorder<'_> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

/// TLS that does nothing, as the request never leaves the process.
struct NoEncryption;

impl<'r> TlsConnect<Recorder<'r>> for NoEncryption {
    type Stream = Recorder<'r>;
    type Error = io::Error;
    type Future = Ready<Result<Recorder<'r>, io::Error>>;

    fn connect(self, stream: Recorder<'r>) -> Self::Future {
        ready(Ok(stream))
    }
}
