//! A fake Discord on this machine for tests: gateway, requests, interactions, limits and faults, as
//! far as Discord documents them and the bot depends on them. It is called under its real name over
//! TLS, so that the bot needs no way around. Not here: what people do on it (`support`).

mod acting;
mod commands;
mod faults;
mod forgetting;
mod gateway;
mod http;
mod interactions;
mod members;
mod messages;
mod people;
mod pipe;
mod refusals;
mod routes;
mod servers;
mod sessions;
mod state;
mod threads;
mod wire;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use adoube_testing::TEST_TIMEOUT;
use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use serde_json::Value;
use tokio::{net::TcpListener, sync::watch};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};
use tracing::Level;
use tracing_subscriber::{filter::Targets, layer::SubscriberExt as _, util::SubscriberInitExt as _};

pub use acting::{command, from_menu};
pub use faults::{FOR_ALL, Fault, IN_A_CHANNEL, Limit, Place};
pub use gateway::Door;
pub use messages::names_of_commands;
pub use people::{Reply, own_role};
pub use sessions::{Day, STARTS};
pub use state::{Channel, Interaction, Message, Request, State, Thread, kinds, permissions};
pub use wire::{Opt, User, user};

/// The bot's token, application and user.
pub const TOKEN: &str = "MTAw.fake.token";
pub const APPLICATION: u64 = 100;
/// A server the bot is in, and one it is not.
pub const GUILD: u64 = 500;
pub const OTHER_GUILD: u64 = 600;

/// The channel in which somebody and the bot write to each other.
pub const fn direct(user: u64) -> u64 {
    user + 900_000
}

/// The bot itself.
pub struct Fake {
    state: Mutex<State>,
    changed: watch::Sender<u64>,
    gateway: SocketAddr,
    /// Where sessions are gone on with.
    resuming: SocketAddr,
    pub requests: SocketAddr,
    certificate: reqwest::Certificate,
    /// The same, for programs that read it from a file.
    pub authority: String,
}

impl Fake {
    /// Starts one.
    pub async fn start() -> Arc<Self> {
        // Events that cannot be read vanish with no more than a note.
        let log = tracing_subscriber::fmt().with_max_level(Level::DEBUG).with_test_writer().finish();
        // The first test begins it for all.
        let _ = log.with(Targets::new().with_target("adoube", Level::DEBUG)).try_init();
        let key = rcgen::generate_simple_self_signed(["discord.com".to_owned(), "localhost".to_owned()])
            .expect("a certificate");
        let secret = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.signing_key.serialize_der()));
        let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions of TLS")
            .with_no_client_auth()
            .with_single_cert(vec![key.cert.der().clone()], secret)
            .expect("a TLS configuration");
        let (gateway, resuming, requests) = (listener().await, listener().await, listener().await);
        let fake = Arc::new(Self {
            state: Mutex::new(State::new(TOKEN)),
            changed: watch::Sender::new(0),
            gateway: gateway.local_addr().expect("an address"),
            resuming: resuming.local_addr().expect("an address"),
            requests: requests.local_addr().expect("an address"),
            authority: key.cert.pem(),
            certificate: reqwest::Certificate::from_der(key.cert.der()).expect("a certificate"),
        });
        tokio::spawn(gateway::listen(Arc::clone(&fake), gateway, gateway::Door::Front));
        tokio::spawn(gateway::listen(Arc::clone(&fake), resuming, gateway::Door::Resuming));
        tokio::spawn(answer(Arc::clone(&fake), requests, TlsAcceptor::from(Arc::new(tls))));
        fake
    }

    /// A client for which this is Discord, and nothing else is anywhere.
    pub fn client(&self) -> reqwest::Client {
        reqwest::Client::builder()
            .no_proxy()
            .tls_built_in_root_certs(false)
            .add_root_certificate(self.certificate.clone())
            .resolve("discord.com", self.requests)
            .build()
            .expect("a client")
    }

    /// Where requests go that cannot be told where `discord.com` is.
    pub fn api_url(&self) -> String {
        format!("https://localhost:{}/api/v10", self.requests.port())
    }

    /// Makes a request as the bot would; the status and what it is told.
    pub async fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let method = method.parse().expect("a method");
        let request = self
            .client()
            .request(method, format!("https://discord.com/api/v10/{path}"))
            .header("authorization", format!("Bot {TOKEN}"))
            .header("content-type", "application/json")
            .body(body.to_string());
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, serde_json::from_str(&answer.text().await.expect("words")).unwrap_or_default())
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with the lock")
    }

    /// Changes something, and whoever waits looks again.
    pub fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let outcome = change(&mut self.state());
        self.changed.send_modify(|count| *count += 1);
        outcome
    }

    /// Changes whenever something changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Waits until there is an answer.
    pub async fn until<T>(&self, what: &str, look: impl Fn(&State) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            loop {
                if let Some(found) = look(&self.state()) {
                    return found;
                }
                changed.changed().await.expect("the sender is here");
            }
        };
        if let Ok(found) = tokio::time::timeout(TEST_TIMEOUT, waiting).await {
            return found;
        }
        let state = self.state();
        let last: Vec<_> = state.requests.iter().rev().take(12).rev().collect();
        panic!("waited for {what} in vain; the last requests: {last:#?}")
    }
}

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.expect("a port")
}

async fn answer(fake: Arc<Fake>, listener: TcpListener, tls: TlsAcceptor) {
    let app = http::router(fake);
    while let Ok((stream, _)) = listener.accept().await {
        let (tls, app) = (tls.clone(), app.clone());
        tokio::spawn(async move {
            let Ok(stream) = tls.accept(stream).await else { return };
            let service = TowerToHyperService::new(app);
            // A client may go away whenever it likes.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
