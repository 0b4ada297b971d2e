//! The listening socket and the connections it brings: a free port, a slot for each, time limits on heads and on
//! whoever does not read, an orderly end. Not here: what is answered, who makes way for whom (`slots`).

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::Router;
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
    net::{TcpListener, TcpStream},
    sync::watch,
};

use super::{
    limits::{GRACE, HEAD_TIME, PROXY_TIME, WRITE_TIME},
    proxies::Proxies,
    slots::Slots,
    stream::{ReadOn, Shears},
    visit::{AskingPace, Visit},
};
use crate::under_way::UnderWay;

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

/// Whom a listening socket lets in.
pub(super) struct Door {
    /// Room for connections.
    pub(super) slots: Arc<Slots>,
    /// Who may connect for others.
    pub(super) proxies: Arc<Proxies>,
    /// How fast anybody may connect and ask.
    pub(super) pace: Arc<AskingPace>,
    /// Becomes true when the program stops.
    pub(super) stop: watch::Receiver<bool>,
}

/// Answers connections until the program stops, then lets those that are open finish, for a while.
pub(super) async fn answer(listener: TcpListener, app: Router, door: Door) {
    let open = UnderWay::default();
    let mut stop = door.stop.clone();
    loop {
        tokio::select! {
            () = stopped(&mut stop) => break,
            (stream, peer) = accept(&listener, &door.slots) => {
                if let Some(visit) = door.admit(peer) {
                    let (task, answered) = (open.begin(), door.converse(stream, visit, app.clone()));
                    tokio::spawn(async move {
                        answered.await;
                        drop(task);
                    });
                }
            }
        }
    }
    drop(listener);
    finished(&open).await;
}

/// Waits until nothing is under way, or the grace is over.
pub(super) async fn finished(open: &UnderWay) {
    if tokio::time::timeout(GRACE, open.none_left()).await.is_err() {
        tracing::info!("some browsers did not finish in time");
    }
}

impl Door {
    /// Who comes through a web server of ours is known when they have asked something.
    fn admit(&self, peer: IpAddr) -> Option<Visit> {
        let address = (!self.proxies.have(peer)).then(|| peer.into());
        if address.is_some_and(|address| self.pace.reserve(address).is_none()) {
            tracing::debug!(%peer, "a connection is not taken because too many come from there");
            return None;
        }
        let slot = self.slots.take(address);
        if slot.is_none() {
            tracing::warn!("a connection is not taken because all others are at work");
        }
        let (proxies, pace) = (Arc::clone(&self.proxies), Arc::clone(&self.pace));
        Some(Visit { slot: Arc::new(slot?), peer, proxies, pace })
    }

    /// Answers one connection; a socket it turns into is a task of its own.
    fn converse(&self, stream: TcpStream, visit: Visit, app: Router) -> impl Future<Output = ()> + use<> {
        let mut stop = self.stop.clone();
        // A web server keeps its connections for its next visitor, and looks after slow ones itself.
        let head_time = if self.proxies.have(visit.peer) { PROXY_TIME } else { HEAD_TIME };
        let (slot, app) = (Arc::clone(&visit.slot), TowerToHyperService::new(app));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(visit.clone());
            app.call(request)
        });
        let shears = Shears::default();
        let stream = ReadOn::new(stream, WRITE_TIME, shears.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head_time)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        async move {
            let mut connection = std::pin::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = slot.taken_away() => {
                    tracing::debug!("a connection makes way for another one");
                    shears.cut();
                    return;
                }
                () = stopped(&mut stop) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            // A browser that goes away in the middle is nothing to report.
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        }
    }
}

/// Resolves when the program stops.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, and with it the program.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn accept(listener: &TcpListener, slots: &Slots) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small messages shall go out at once; a socket that cannot do so still works.
                let _ = stream.set_nodelay(true);
                return (stream, peer.ip());
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                // There may be fewer file handles than slots.
                slots.make_way();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use adoube_service::SystemClock;
    use axum::routing::get;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpSocket,
        time::timeout,
    };

    use super::{super::slots::Terms, *};

    const PATIENCE: Duration = Duration::from_secs(60);

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

    /// Answers where it listens, with room for so many connections; everything holds on until the sender is dropped.
    async fn listening(terms: Terms) -> (SocketAddr, watch::Sender<bool>) {
        let bound = bind(IpAddr::from([127, 0, 0, 1]), 0).await.unwrap();
        let stop = watch::Sender::new(false);
        let (slots, proxies) = (Slots::new(terms), Arc::default());
        let pace = Arc::new(AskingPace::new(Arc::new(SystemClock::default())));
        let door = Door { slots, proxies, pace, stop: stop.subscribe() };
        let app = Router::new().route("/", get(|| async { "here" }));
        tokio::spawn(answer(bound.listener, app, door));
        (bound.address, stop)
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
        let (address, _stop) = listening(Terms { most: 8, of_one: 8, share: 4 }).await;
        let mut silent = Vec::new();
        for last in 1..=30 {
            silent.push(from([127, 0, 1, last], address).await);
        }
        for _ in 0..10 {
            assert!(is_answered(&mut from([127, 0, 0, 1], address).await).await);
        }
        // Those that were quiet longest have been hung up on.
        let ended = timeout(PATIENCE, silent[0].read(&mut [0])).await.unwrap();
        assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    }

    #[tokio::test]
    async fn one_address_keeps_nobody_else_out() {
        let (address, _stop) = listening(Terms { most: 8, of_one: 8, share: 2 }).await;
        let mut early = from([127, 0, 0, 1], address).await;
        let mut held = Vec::new();
        for _ in 0..30 {
            held.push(from([127, 0, 1, 1], address).await);
        }
        assert!(is_answered(&mut from([127, 0, 0, 2], address).await).await);
        assert!(is_answered(&mut early).await, "who came first and is within their share stays");
    }
}
