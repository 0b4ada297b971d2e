//! A Discord on this machine: gateway, requests, interactions, limits and faults, as far as the documentation says how
//! they behave and the bot has to do with them. It is called under its real name over TLS, so that the bot needs no way
//! around. Not here: what people do on it (`support`).

mod faults;
mod gateway;
mod http;
mod people;
mod sessions;
mod wire;

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use serde_json::Value;
use tokio::{net::TcpListener, sync::watch};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

pub use faults::{Fault, Limit, Place};
pub use people::Reply;
pub use wire::{Opt, User, interaction, message, option};

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

/// How long anything may take that should happen at once.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub body: Value,
    pub status: u16,
}

/// A message.
#[derive(Clone, Debug, Default)]
pub struct Message {
    pub id: u64,
    /// Who wrote it.
    pub author: u64,
    pub channel: u64,
    /// The message it answers.
    pub reply: Option<u64>,
    pub content: String,
    pub embeds: Value,
    pub components: Value,
    /// Name, description, bytes.
    pub attachments: Vec<(String, String, Vec<u8>)>,
    /// Whoever alone sees it.
    pub only_for: Option<u64>,
    pub pinged: Vec<u64>,
    pub nonce: Option<String>,
    pub deleted: bool,
    /// "The bot is thinking".
    pub thinking: bool,
    /// How often it was changed.
    pub edits: u32,
}

/// An interaction and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Interaction {
    pub id: u64,
    pub user: u64,
    pub channel: u64,
    /// The message with the control.
    pub source: Option<u64>,
    /// The type of the first answer.
    pub answer: Option<u64>,
    /// The message that answered it.
    pub original: Option<u64>,
    pub choices: Option<Value>,
    /// Nothing answers it any more.
    pub expired: bool,
}

/// A channel.
#[derive(Clone, Debug, Default)]
pub struct Channel {
    pub guild: Option<u64>,
    pub deleted: bool,
    pub forbidden: bool,
    /// The kind of channel; 0 is a text channel, 1 a direct message.
    pub kind: u64,
    pub guild_locale: Option<String>,
    /// Whether the bot was added to the server.
    pub installed: bool,
}

/// Everything there is on it.
#[derive(Default)]
pub struct State {
    last_id: u64,
    pub requests: Vec<Request>,
    pub messages: Vec<Message>,
    pub interactions: HashMap<String, Interaction>,
    pub channels: HashMap<u64, Channel>,
    pub users: HashMap<u64, User>,
    /// By server; 0 is everywhere.
    pub commands: HashMap<u64, Vec<Value>>,
    pub command_puts: u32,
    pub sessions: HashMap<String, sessions::Session>,
    /// IDENTIFYs and RESUMEs that were granted.
    pub identified: u32,
    pub resumed: u32,
    pub faults: faults::Faults,
    pub token: String,
    /// The key with which calls are signed, in hexadecimal.
    pub verify_key: String,
}

impl State {
    pub fn id(&mut self) -> u64 {
        // Later ids are larger, as with snowflakes.
        self.last_id += 1;
        1_000_000 + self.last_id
    }

    pub fn message(&self, id: u64) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id && !message.deleted)
    }

    pub fn message_mut(&mut self, id: u64) -> Option<&mut Message> {
        self.messages.iter_mut().find(|message| message.id == id && !message.deleted)
    }
}

/// The service itself.
pub struct Fake {
    state: Mutex<State>,
    changed: watch::Sender<u64>,
    gateway: SocketAddr,
    requests: SocketAddr,
    certificate: reqwest::Certificate,
}

impl Fake {
    /// Starts one.
    pub async fn start() -> Arc<Self> {
        // Events that cannot be read vanish with no more than a note.
        let filter = "adoube=debug,serenity::gateway=debug,serenity::http=off";
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_test_writer();
        // The first test begins it for all.
        let _ = log.try_init();
        let key = rcgen::generate_simple_self_signed(["discord.com".to_owned()]).expect("a certificate");
        let secret = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.signing_key.serialize_der()));
        let tls = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![key.cert.der().clone()], secret)
            .expect("a TLS configuration");
        let (gateway, requests) = (listener().await, listener().await);
        let state = State { token: TOKEN.to_owned(), ..State::default() };
        let fake = Arc::new(Self {
            state: Mutex::new(state),
            changed: watch::Sender::new(0),
            gateway: gateway.local_addr().expect("an address"),
            requests: requests.local_addr().expect("an address"),
            certificate: reqwest::Certificate::from_der(key.cert.der()).expect("a certificate"),
        });
        tokio::spawn(gateway::listen(Arc::clone(&fake), gateway));
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
        if let Ok(found) = tokio::time::timeout(PATIENCE, waiting).await {
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
