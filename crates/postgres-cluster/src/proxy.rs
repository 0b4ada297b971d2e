//! A TCP proxy that simulates network faults: delay, silence, refused and cut connections.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use crate::{process_tree::free_port, server::url};

/// Bytes forwarded at once. The answer to a statement usually fits.
const PIECE: usize = 32 * 1024;

/// A proxy in front of one port of this machine.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    network: Arc<ProxyNetwork>,
}

#[derive(Debug)]
struct ProxyNetwork {
    state: Mutex<ProxyState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ProxyState {
    target: u16,
    mood: ProxyMode,
    delay: Duration,
    /// The piece that is lost together with its connection, counted by those that passed: each one of so many.
    every: Option<u64>,
    /// The next piece from the server is lost together with its connection.
    loses_answer: bool,
    passed: u64,
    cuts: u64,
    calls: u64,
    connections: Vec<(u64, TcpStream, TcpStream)>,
}

/// What the proxy does with data and new connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ProxyMode {
    #[default]
    Open,
    /// Nothing is forwarded; connections stay open.
    Silent,
    /// New connections are refused.
    Away,
    /// The proxy has ended.
    Over,
}

/// The direction of data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CutDirection {
    There,
    Back,
}

impl Proxy {
    /// A proxy in front of a port of 127.0.0.1 that forwards everything.
    ///
    /// # Errors
    /// No port is free.
    pub fn before(target: u16) -> io::Result<Self> {
        let port = free_port()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let state = Mutex::new(ProxyState { target, ..ProxyState::default() });
        let network = Arc::new(ProxyNetwork { state, changed: Condvar::new() });
        let accepting = Arc::clone(&network);
        thread::spawn(move || accept(&listener, &accepting));
        Ok(Self { port, network })
    }

    /// The port of the proxy on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The URL of a database behind the proxy.
    pub fn url(&self, database: &str) -> String {
        url(&[self.port], database)
    }

    /// Forwards new connections to another port.
    pub fn lead_to(&self, target: u16) {
        self.network.lock().target = target;
    }

    /// Forwards nothing from now on. Connections stay open, and new ones are accepted.
    pub fn silence(&self) {
        self.network.lock().mood = ProxyMode::Silent;
    }

    /// Refuses new connections and cuts existing ones.
    pub fn go_away(&self) {
        self.network.lock().mood = ProxyMode::Away;
        self.cut();
    }

    /// Forwards everything again, with the data that was held back.
    pub fn recover(&self) {
        let mut state = self.network.lock();
        (state.mood, state.delay, state.every) = (ProxyMode::Open, Duration::ZERO, None);
        state.loses_answer = false;
        self.network.changed.notify_all();
    }

    /// Delays all data.
    pub fn delay(&self, delay: Duration) {
        self.network.lock().delay = delay;
    }

    /// Cuts all connections.
    pub fn cut(&self) {
        let mut state = self.network.lock();
        for (_, one, other) in &state.connections {
            end(one, other);
        }
        state.cuts += state.connections.len() as u64;
    }

    /// Loses every `pieces`th piece of data in either direction, and cuts its connection.
    pub fn cut_every(&self, pieces: u64) {
        self.network.lock().every = Some(pieces);
    }

    /// Loses the next answer and cuts its connection: the client cannot know whether the statement took effect.
    pub fn lose_next_answer(&self) {
        self.network.lock().loses_answer = true;
    }

    /// The number of connections cut so far.
    pub fn cuts(&self) -> u64 {
        self.network.lock().cuts
    }

    /// The number of open connections.
    pub fn connections(&self) -> usize {
        self.network.lock().connections.len()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        {
            let mut state = self.network.lock();
            state.mood = ProxyMode::Over;
            for (_, one, other) in state.connections.drain(..) {
                end(&one, &other);
            }
            self.network.changed.notify_all();
        }
        // The thread waits for a connection, then sees that the proxy has ended.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

impl ProxyNetwork {
    fn lock(&self) -> MutexGuard<'_, ProxyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until data may pass. Whether it is forwarded.
    fn passes(&self, way: CutDirection) -> bool {
        let mut state = self.lock();
        while state.mood == ProxyMode::Silent {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.passed += 1;
        let is_lost_answer = way == CutDirection::Back && std::mem::take(&mut state.loses_answer);
        let is_cut = is_lost_answer || state.every.is_some_and(|every| state.passed.is_multiple_of(every));
        state.cuts += u64::from(is_cut);
        let (delay, is_over) = (state.delay, state.mood == ProxyMode::Over);
        drop(state);
        if !delay.is_zero() {
            thread::sleep(delay);
        }
        !is_cut && !is_over
    }
}

fn accept(listener: &TcpListener, network: &Arc<ProxyNetwork>) {
    for client in listener.incoming() {
        if network.lock().mood == ProxyMode::Over {
            return;
        }
        // A connection that cannot be forwarded is refused.
        let Ok(client) = client else { continue };
        let _ = lead_on(client, network);
    }
}

fn lead_on(client: TcpStream, network: &Arc<ProxyNetwork>) -> io::Result<()> {
    let mut state = network.lock();
    if state.mood == ProxyMode::Away {
        return client.shutdown(Shutdown::Both);
    }
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, state.target));
    let server = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    state.calls += 1;
    let number = state.calls;
    state.connections.push((number, client.try_clone()?, server.try_clone()?));
    let ways = [
        (client.try_clone()?, server.try_clone()?, CutDirection::There),
        (server, client, CutDirection::Back),
    ];
    for (from, to, way) in ways {
        let network = Arc::clone(network);
        thread::spawn(move || carry(from, to, way, &network, number));
    }
    Ok(())
}

/// Forwards data until the connection ends at either side.
fn carry(mut from: TcpStream, mut to: TcpStream, way: CutDirection, network: &ProxyNetwork, number: u64) {
    let mut piece = vec![0; PIECE];
    while let Ok(length @ 1..) = from.read(&mut piece) {
        if !network.passes(way) || to.write_all(&piece[..length]).is_err() {
            break;
        }
    }
    end(&from, &to);
    network.lock().connections.retain(|(of, ..)| *of != number);
}

fn end(one: &TcpStream, other: &TcpStream) {
    // It may have ended already.
    let _ = one.shutdown(Shutdown::Both);
    let _ = other.shutdown(Shutdown::Both);
}
