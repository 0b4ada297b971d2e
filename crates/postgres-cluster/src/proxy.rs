//! A network between a program and a server that can be slow, silent, or cut. Not here: the server.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use crate::{process_tree::free_port, server::url};

/// Bytes handed on at once; what a database says to one statement fits, mostly.
const PIECE: usize = 32 * 1024;

/// Stands in front of one port of this machine.
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

/// What becomes of pieces and calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ProxyMode {
    #[default]
    Open,
    /// Nothing passes, and nobody is told.
    Silent,
    /// Who calls is turned away.
    Away,
    /// The proxy is gone.
    Over,
}

/// Which way a piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CutDirection {
    There,
    Back,
}

impl Proxy {
    /// In front of this port of 127.0.0.1; lets everything pass.
    ///
    /// # Errors
    /// When no port is free.
    pub fn before(target: u16) -> io::Result<Self> {
        let port = free_port()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let state = Mutex::new(ProxyState { target, ..ProxyState::default() });
        let network = Arc::new(ProxyNetwork { state, changed: Condvar::new() });
        let accepting = Arc::clone(&network);
        thread::spawn(move || accept(&listener, &accepting));
        Ok(Self { port, network })
    }

    /// Where it listens, on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// A database behind it, as a url.
    pub fn url(&self, database: &str) -> String {
        url(&[self.port], database)
    }

    /// Leads new connections elsewhere.
    pub fn lead_to(&self, target: u16) {
        self.network.lock().target = target;
    }

    /// From now on nothing passes, and nobody is told: connections stay open, and new ones are taken.
    pub fn silence(&self) {
        self.network.lock().mood = ProxyMode::Silent;
    }

    /// Turns away who calls, and cuts what there is.
    pub fn go_away(&self) {
        self.network.lock().mood = ProxyMode::Away;
        self.cut();
    }

    /// Everything passes again at once: what was held back, too.
    pub fn recover(&self) {
        let mut state = self.network.lock();
        (state.mood, state.delay, state.every) = (ProxyMode::Open, Duration::ZERO, None);
        state.loses_answer = false;
        self.network.changed.notify_all();
    }

    /// Each piece takes so much longer.
    pub fn delay(&self, delay: Duration) {
        self.network.lock().delay = delay;
    }

    /// Cuts all connections there are.
    pub fn cut(&self) {
        let mut state = self.network.lock();
        for (_, one, other) in &state.connections {
            end(one, other);
        }
        state.cuts += state.connections.len() as u64;
    }

    /// Each one of so many pieces is lost, whichever way it goes, and its connection is cut there and then.
    pub fn cut_every(&self, pieces: u64) {
        self.network.lock().every = Some(pieces);
    }

    /// The next piece that comes back is lost, and its connection is cut: whoever asked never hears whether it was done.
    pub fn lose_next_answer(&self) {
        self.network.lock().loses_answer = true;
    }

    /// How many connections were cut so far.
    pub fn cuts(&self) -> u64 {
        self.network.lock().cuts
    }

    /// How many connections there are now.
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
        // It waits for a call, and then sees that it is over.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

impl ProxyNetwork {
    fn lock(&self) -> MutexGuard<'_, ProxyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a piece may pass; whether it does.
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
        // A call that cannot be led on is turned away.
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

/// Hands on pieces until the connection ends, at either end or here.
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
