//! The listening socket and the connections it brings: a free port, a limit on connections, time limits on request
//! heads, an orderly end. Not here: what is answered.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
};

use super::limits::{CONNECTIONS, GRACE, HEAD_TIME};

/// How many ports are tried, the wanted one included.
const PORTS: u16 = 50;
/// A pause when no connection can be taken, for want of file handles perhaps.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// A socket that nobody answers yet, and the address it got.
#[derive(Debug)]
pub struct Bound {
    pub(super) listener: TcpListener,
    /// The address that works.
    pub address: SocketAddr,
}

/// No port could be had.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot listen on {address} port {port}: {source}; choose another address or port in the configuration"
)]
pub struct BindError {
    address: IpAddr,
    port: u16,
    source: io::Error,
}

/// Listens on this address and port, or on the next free port when it is taken; port 0 means any.
///
/// # Errors
/// The address is not one of this machine, or no port near the wanted one is free.
pub async fn bind(address: IpAddr, port: u16) -> Result<Bound, BindError> {
    let last = port.saturating_add(PORTS - 1);
    for candidate in port..=last {
        match TcpListener::bind((address, candidate)).await {
            Ok(listener) => {
                let bound =
                    listener.local_addr().map_err(|source| BindError { address, port: candidate, source })?;
                return Ok(Bound { listener, address: bound });
            }
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && candidate < last => {}
            Err(source) => return Err(BindError { address, port: candidate, source }),
        }
    }
    Err(BindError { address, port, source: io::ErrorKind::AddrInUse.into() })
}

/// Answers connections until the program stops, then lets those that are open finish, for a while.
pub(super) async fn answer(listener: TcpListener, app: Router, stop: watch::Receiver<bool>) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stopping = stop.clone();
    loop {
        tokio::select! {
            () = stopped(&mut stopping) => break,
            (stream, permit) = accept(&listener, &room) => {
                tokio::spawn(converse(stream, permit, app.clone(), stop.clone()));
            }
        }
    }
    drop(listener);
    all_free(&room, CONNECTIONS).await;
}

/// Waits until everybody has given back their permit, or the grace is over.
pub(super) async fn all_free(permits: &Semaphore, count: usize) {
    let all = u32::try_from(count).unwrap_or(u32::MAX);
    if tokio::time::timeout(GRACE, permits.acquire_many(all)).await.is_err() {
        tracing::info!("some browsers did not finish in time");
    }
}

/// Answers one connection; a socket it turns into is a task of its own.
async fn converse(
    stream: TcpStream,
    permit: OwnedSemaphorePermit,
    app: Router,
    mut stop: watch::Receiver<bool>,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A browser that goes away in the middle is nothing to report.
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
    drop(permit);
}

/// Resolves when the program stops.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, and with it the program.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> (TcpStream, OwnedSemaphorePermit) {
    loop {
        // The semaphore is never closed, so this only waits.
        let Ok(permit) = Arc::clone(room).acquire_owned().await else { continue };
        match listener.accept().await {
            Ok((stream, _)) => {
                // Small messages shall go out at once; a socket that cannot do so still works.
                let _ = stream.set_nodelay(true);
                return (stream, permit);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_taken_port_makes_way_for_the_next_free_one() {
        let here = IpAddr::from([127, 0, 0, 1]);
        let first = bind(here, 0).await.unwrap();
        let second = bind(here, first.address.port()).await.unwrap();
        assert!(second.address.port() > first.address.port());
    }

    #[tokio::test]
    async fn an_address_of_another_machine_is_an_error_that_names_it() {
        let error = bind(IpAddr::from([203, 0, 113, 1]), 8080).await.unwrap_err();
        assert!(error.to_string().contains("203.0.113.1 port 8080"), "{error}");
    }
}
