//! Accepts connections and serves HTTP/1 on them: one slot for each connection, timeouts for slow
//! peers, graceful shutdown. Not here: listening sockets (`bind.rs`), which connection is evicted
//! (`limits/connection_slots.rs`).

use std::{io, sync::Arc, time::Duration};

use adoube_platform::task_tracker::TaskTracker;
use axum::Router;
use futures_util::future::join_all;
use hyper::{
    Request,
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream, UnixListener, UnixStream},
    sync::watch,
};

use crate::{
    http::{
        bind::ListenerSocket,
        peer::Peer,
        proxies::TrustedProxies,
        request_admission::{ClientConnection, RequestRateLimits},
    },
    limits::{
        HEAD_TIME, PROXY_TIME, WRITE_TIME,
        connection_slots::ConnectionSlots,
        network::ClientAddress,
        write_timeout::{AbortConnection, AbortOnDrop, WriteTimeoutStream},
    },
    shutdown::{finished, stopped},
};

/// Pause after a failed accept, for example because no file handle is free.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Limits for the connections of a listening socket.
pub(crate) struct ConnectionLimits {
    /// Slots for connections.
    pub(crate) slots: Arc<ConnectionSlots>,
    /// Proxies that may forward client addresses.
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Rate limits of connections and requests.
    pub(crate) pace: Arc<RequestRateLimits>,
    /// Becomes true when the program stops.
    pub(crate) stop: watch::Receiver<bool>,
}

/// A socket that accepts connections.
trait Accept {
    type Stream: AsyncRead + AsyncWrite + AbortConnection + Unpin + Send + 'static;

    async fn next(&self) -> io::Result<(Self::Stream, Peer)>;
}

impl Accept for TcpListener {
    type Stream = TcpStream;

    async fn next(&self) -> io::Result<(TcpStream, Peer)> {
        let (stream, peer) = self.accept().await?;
        // Small messages go out at once; if the option fails, the socket still works.
        let _ = stream.set_nodelay(true);
        Ok((stream, Peer::Ip(peer.ip())))
    }
}

impl Accept for UnixListener {
    type Stream = UnixStream;

    async fn next(&self) -> io::Result<(UnixStream, Peer)> {
        Ok((self.accept().await?.0, Peer::Unix))
    }
}

/// Serves connections until the program stops, then lets open ones finish within the grace period.
pub(crate) async fn answer(sockets: Vec<ListenerSocket>, app: Router, door: ConnectionLimits) {
    let open = TaskTracker::default();
    let each = sockets.into_iter().map(async |socket| match socket {
        ListenerSocket::Tcp(listener) => answer_one(listener, &app, &door, &open).await,
        ListenerSocket::Unix(listener, file) => {
            answer_one(listener, &app, &door, &open).await;
            drop(file);
        }
    });
    join_all(each).await;
    finished(&open).await;
}

async fn answer_one<A: Accept>(listener: A, app: &Router, door: &ConnectionLimits, open: &TaskTracker) {
    let mut stop = door.stop.clone();
    loop {
        tokio::select! {
            () = stopped(&mut stop) => break,
            (stream, peer) = accept(&listener, &door.slots) => {
                if let Some(visit) = door.admit(peer) {
                    let (task, answered) = (open.start(), door.converse(stream, visit, app.clone()));
                    tokio::spawn(async move {
                        answered.await;
                        drop(task);
                    });
                }
            }
        }
    }
}

impl ConnectionLimits {
    /// Admits a connection. The client behind a proxy is known only after its first request.
    fn admit(&self, peer: Peer) -> Option<ClientConnection> {
        let address = peer.own_address(&self.proxies).map(ClientAddress::from);
        if address.is_some_and(|address| self.pace.reserve(address).is_none()) {
            tracing::debug!(?peer, "a connection is not taken because too many come from there");
            return None;
        }
        let slot = self.slots.take(address);
        if slot.is_none() {
            tracing::warn!("a connection is not taken because all others are at work");
        }
        let (proxies, pace) = (Arc::clone(&self.proxies), Arc::clone(&self.pace));
        Some(ClientConnection { slot: Arc::new(slot?), peer, proxies, pace })
    }

    /// Serves one connection. A WebSocket continues in a task of its own.
    fn converse<S>(
        &self,
        stream: S,
        visit: ClientConnection,
        app: Router,
    ) -> impl Future<Output = ()> + use<S>
    where
        S: AsyncRead + AsyncWrite + AbortConnection + Unpin + Send + 'static,
    {
        let mut stop = self.stop.clone();
        // A proxy keeps its connections for later clients, and handles slow ones itself.
        let is_proxy = visit.peer.own_address(&self.proxies).is_none();
        let head_time = if is_proxy { PROXY_TIME } else { HEAD_TIME };
        let (slot, app) = (Arc::clone(&visit.slot), TowerToHyperService::new(app));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(visit.clone());
            app.call(request)
        });
        let shears = AbortOnDrop::default();
        let stream = WriteTimeoutStream::new(stream, WRITE_TIME, shears.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head_time)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        async move {
            let mut connection = std::pin::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = slot.wait_for_eviction() => {
                    tracing::debug!("a connection makes way for another one");
                    shears.cut();
                    return;
                }
                () = stopped(&mut stop) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            // A browser that disconnects early is not worth a warning.
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        }
    }
}

async fn accept<A: Accept>(listener: &A, slots: &ConnectionSlots) -> (A::Stream, Peer) {
    loop {
        match listener.next().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                // The process may have fewer file handles than slots.
                slots.evict_connection();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        http::bind::{ListenAddresses, bind},
        limits::connection_slots::SlotLimits,
    };
    use adoube_bot::SystemClock;
    use adoube_platform::socket_file::SocketMode;
    use axum::routing::get;
    use std::net::SocketAddr;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpSocket,
        time::timeout,
    };

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Serves with these slot limits until the sender is dropped; returns the address.
    fn listening(terms: SlotLimits) -> (SocketAddr, watch::Sender<bool>) {
        let bound = bind(&ListenAddresses::default(), Some(0), SocketMode::default()).unwrap();
        let address = bound.address().unwrap();
        let stop = watch::Sender::new(false);
        let (slots, proxies) = (ConnectionSlots::new(terms), Arc::default());
        let pace = Arc::new(RequestRateLimits::new(Arc::new(SystemClock::default())));
        let door = ConnectionLimits { slots, proxies, pace, stop: stop.subscribe() };
        let app = Router::new().route("/", get(|| async { "here" }));
        tokio::spawn(answer(bound.sockets, app, door));
        (address, stop)
    }

    async fn from(source: [u8; 4], target: SocketAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((source, 0).into()).unwrap();
        socket.connect(target).await.unwrap()
    }

    async fn is_answered(stream: &mut TcpStream) -> bool {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
        answer.ends_with("here")
    }

    #[tokio::test]
    async fn whoever_comes_is_answered_though_others_hold_on() {
        let (address, _stop) = listening(SlotLimits { most: 8, of_one: 8, share: 4 });
        let mut silent = Vec::new();
        for last in 1..=30 {
            silent.push(from([127, 0, 1, last], address).await);
        }
        for _ in 0..10 {
            assert!(is_answered(&mut from([127, 0, 0, 1], address).await).await);
        }
        // The connections that were quiet longest are closed.
        let ended = timeout(PATIENCE, silent[0].read(&mut [0])).await.unwrap();
        assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    }

    #[tokio::test]
    async fn one_address_keeps_nobody_else_out() {
        let (address, _stop) = listening(SlotLimits { most: 8, of_one: 8, share: 2 });
        let mut early = from([127, 0, 0, 1], address).await;
        let mut held = Vec::new();
        for _ in 0..30 {
            held.push(from([127, 0, 1, 1], address).await);
        }
        assert!(is_answered(&mut from([127, 0, 0, 2], address).await).await);
        assert!(is_answered(&mut early).await, "who came first and is within their share stays");
    }
}
