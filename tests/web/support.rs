//! Helpers of the web tests: starts a server for each test, and browsers that talk to it by HTTP
//! requests with a cookie and by sockets.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_bot::{Bot, BotParts, Clock, Locales};
use adoube_platform::socket_file::SocketMode;
use adoube_platform_web as web;
use adoube_render::Renderer;
use adoube_store::{KeyRange, MemoryStore, ScanOrder, SledStore, Store, Table};
use adoube_testing::{TEST_TIMEOUT, clock::TestClock};
use futures_util::{SinkExt, Stream, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::{Method, Request, StatusCode, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde_json::{Value, json};
use tokio::{
    net::{TcpSocket, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest, protocol::CloseFrame},
};

/// A running server.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its store.
    pub store: Arc<dyn Store>,
    /// Its service.
    pub service: Bot,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

impl Server {
    /// One with an empty store in memory.
    pub async fn start() -> Self {
        Self::with(Arc::new(MemoryStore::new()), Arc::new(TestClock::ticking())).await
    }

    /// One with its records in a folder.
    pub async fn on_disk(folder: &Path) -> Self {
        Self::moderated(folder, &[]).await
    }

    /// The same, with these people in its configuration as moderators.
    pub async fn moderated(folder: &Path, moderators: &[&str]) -> Self {
        let moderators = moderators.iter().map(|name| (*name).to_owned()).collect();
        let settings = web::WebSettings { moderators, ..web::WebSettings::default() };
        let store = Arc::new(SledStore::open(folder).unwrap());
        Self::with_settings(store, Arc::new(TestClock::ticking()), settings).await
    }

    /// One with this store and this clock.
    pub async fn with(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self::with_settings(store, clock, web::WebSettings::default()).await
    }

    /// The same with other settings.
    pub async fn with_settings(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        settings: web::WebSettings,
    ) -> Self {
        Self::with_all(store, clock, settings, Locales::embedded(), web::Readiness::default()).await
    }

    /// One that hears this of the rest of the program, with these settings.
    pub async fn reporting(
        store: Arc<dyn Store>,
        settings: web::WebSettings,
        readiness: web::Readiness,
    ) -> Self {
        Self::with_all(store, Arc::new(TestClock::ticking()), settings, Locales::embedded(), readiness).await
    }

    /// One with these languages.
    pub async fn speaking(locales: Locales) -> Self {
        let settings = web::WebSettings::default();
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(TestClock::ticking()));
        Self::with_all(store, clock, settings, locales, web::Readiness::default()).await
    }

    #[expect(clippy::unused_async, reason = "whoever starts a server awaits it")]
    async fn with_all(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        settings: web::WebSettings,
        locales: Locales,
        readiness: web::Readiness,
    ) -> Self {
        let people = web::WebPersonDirectory::new(Arc::clone(&store));
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales,
            store: Arc::clone(&store),
            clock: Arc::clone(&clock),
            directory: Arc::new(people.clone()),
            rng: Box::new(ChaCha20Rng::seed_from_u64(7)),
        })
        .unwrap();
        let renderer = Arc::new(Renderer::new().unwrap());
        let parts = web::WebParts {
            readiness,
            service: service.clone(),
            store: Arc::clone(&store),
            clock,
            people,
            renderer,
            settings,
        };
        let bound = web::bind(&web::ListenAddresses::default(), Some(0), SocketMode::default()).unwrap();
        let address = bound.address().unwrap();
        let (stop, stopping) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stopping = async {
                let _ = stopping.await;
            };
            web::serve(bound, parts, stopping).await.unwrap();
        });
        Self { address, store, service, stop: Some(stop), served }
    }

    /// Asks it to stop and waits until it has.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        self.served.await.unwrap();
        self.store.close().await.unwrap();
    }

    /// Asks it to stop and waits until it has; the store stays open for another one.
    pub async fn halt(mut self) {
        drop(self.stop.take());
        self.served.await.unwrap();
    }

    /// A browser that has never been here.
    pub fn browser(&self) -> Browser {
        Browser { address: self.address, from: Ipv4Addr::LOCALHOST, cookie: None, seat: 1 }
    }

    /// A browser whose person has this name.
    pub async fn person(&self, name: &str) -> Browser {
        let mut browser = self.browser();
        browser.open_session().await;
        browser.call(name).await;
        browser
    }
}

/// An answer to a request.
pub struct Answer {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

/// A browser, or one tab of it.
#[derive(Clone)]
pub struct Browser {
    pub address: SocketAddr,
    /// Where it is itself.
    pub from: Ipv4Addr,
    pub cookie: Option<String>,
    pub seat: u8,
}

impl Browser {
    /// Another tab of the same browser, on another seat.
    pub fn tab(&self, seat: u8) -> Self {
        Self { seat, ..self.clone() }
    }

    async fn connect(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((self.from, 0).into()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// A request with these headers beside the host and the cookie.
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let stream = self.connect().await;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header(header::HOST, self.address.to_string());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let request = request.body(Full::new(Bytes::from(body.to_owned()))).unwrap();
        let (parts, body) = sender.send_request(request).await.unwrap().into_parts();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: body.collect().await.unwrap().to_bytes(),
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], "").await
    }

    /// A post from our own page.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let origin = format!("http://{}", self.address);
        let headers = [("origin", origin.as_str()), ("content-type", "application/json")];
        self.send(Method::POST, path, &headers, &body.to_string()).await
    }

    /// Opens a session and keeps the cookie.
    pub async fn open_session(&mut self) -> Value {
        let answer = self.post("/session", &json!({})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default();
        self.cookie = Some(cookie.to_owned());
        answer.json()
    }

    /// The same browser after the server was started again, elsewhere.
    pub fn at(&self, server: &Server) -> Self {
        Self { address: server.address, ..self.clone() }
    }

    /// Takes a name.
    pub async fn call(&self, name: &str) {
        let answer = self.post("/person", &json!({ "seat": self.seat, "name": name })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }

    /// Opens a socket; an error carries the status it was refused with.
    pub async fn try_socket(&self, origin: Option<&str>) -> Result<Socket, StatusCode> {
        let stream = self.connect().await;
        let address = format!("ws://{}/socket?seat={}", self.address, self.seat);
        let mut request = address.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert(header::ORIGIN, origin.parse().unwrap());
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        match client_async(request, stream).await {
            Ok((stream, _)) => Ok(Socket { stream, channel: "lobby".to_owned(), numbered: None }),
            Err(Error::Http(answer)) => Err(answer.status()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a socket from our own page.
    pub async fn socket(&self) -> Socket {
        self.try_socket(Some(&format!("http://{}", self.address))).await.unwrap()
    }

    /// Opens a socket and follows the lobby.
    pub async fn enter(&self) -> Socket {
        let mut socket = self.socket().await;
        socket.watch(None).await;
        socket.until("entries").await;
        socket
    }
}

/// An open socket that follows a channel.
pub struct Socket {
    pub stream: WebSocketStream<TcpStream>,
    pub channel: String,
    numbered: Option<u64>,
}

/// A page's id of an event, which no numbered one is.
pub fn fresh_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 32);
    format!("{:032x}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Waits until the outbox is empty: all notices so far are in the logs.
pub async fn all_said(store: &dyn Store) {
    let said = async {
        while !store.scan(Table::Outbox, KeyRange::all(), ScanOrder::Ascending, 1).await.unwrap().is_empty() {
            // A notice leaves the outbox a moment after anything that the test is told of.
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(TEST_TIMEOUT, said).await.is_ok(), "something waits in the outbox");
}

/// The next thing that is said, however often the server asks meanwhile whether somebody is there.
pub async fn next_said(
    stream: &mut (impl Stream<Item = Result<Message, Error>> + Unpin),
) -> Result<String, Option<CloseFrame>> {
    loop {
        match stream.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(frame))) => return Err(frame),
            Some(Ok(other)) => panic!("{other:?}"),
            Some(Err(_)) | None => return Err(None),
        }
    }
}

impl Socket {
    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        // A server that has hung up is seen when reading.
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub async fn watch(&mut self, seen: Option<&str>) {
        let channel = self.channel.clone();
        self.send(&json!({ "type": "watch", "channel": channel, "seen": seen })).await;
    }

    /// From here on ids are the same in every run, whatever else is running: nobody else speaks for this person.
    pub fn number_events(&mut self) {
        self.numbered = Some(0);
    }

    fn next_id(&mut self) -> String {
        let Some(number) = &mut self.numbered else { return fresh_id() };
        *number += 1;
        format!("{number:032x}")
    }

    /// Says something under an id of its own, without waiting for what becomes of it.
    pub async fn say(&mut self, text: &str) -> String {
        let id = self.next_id();
        self.say_as(&id, text).await;
        id
    }

    pub async fn say_as(&mut self, id: &str, text: &str) {
        let channel = self.channel.clone();
        self.send(&json!({ "type": "say", "id": id, "channel": channel, "text": text })).await;
    }

    pub async fn press(&mut self, message: &Value, component: &str, value: Option<&str>) -> String {
        let id = self.next_id();
        let channel = self.channel.clone();
        self.send(&json!({
            "type": "press", "id": id, "channel": channel, "message": message, "component": component, "value": value,
        }))
        .await;
        id
    }

    /// The next message, or how the server closed.
    pub async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        self.next_text().await.map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The same letter by letter. What never comes shall fail a test instead of stopping it.
    pub async fn next_text(&mut self) -> Result<String, Option<CloseFrame>> {
        let next = timeout(TEST_TIMEOUT, next_said(&mut self.stream)).await;
        next.unwrap_or_else(|_| panic!("the server says nothing more"))
    }

    /// The next message of this type; others are passed over.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message =
                self.next().await.unwrap_or_else(|frame| panic!("closed with {frame:?}, no {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Entries as they come, up to and with the first that fits.
    pub async fn entries_until(&mut self, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut found = Vec::new();
        loop {
            for entry in self.until("entries").await["entries"].as_array().unwrap() {
                found.push(entry.clone());
                if fits(entry) {
                    return found;
                }
            }
        }
    }

    /// The next entry that fits.
    pub async fn entry(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.entries_until(fits).await.pop().unwrap()
    }

    /// Says something and waits until it is dealt with.
    pub async fn done(&mut self, text: &str) {
        let id = self.say(text).await;
        self.answered("done", &id).await;
    }

    /// The answer of this type to an event; those to earlier events may come first.
    pub async fn answered(&mut self, kind: &str, id: &str) -> Value {
        loop {
            let answer = self.until(kind).await;
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Everything from here on until the server closes.
    pub async fn closed(&mut self) -> Option<CloseFrame> {
        loop {
            if let Err(frame) = self.next().await {
                return frame;
            }
        }
    }
}

/// The id of the control with this label in an entry.
pub fn control(entry: &Value, label: &str) -> String {
    let rows = entry["message"]["rows"].as_array().unwrap();
    let buttons = rows.iter().filter_map(|row| row["buttons"].as_array()).flatten();
    let found = buttons.into_iter().find(|button| button["label"] == label);
    found.unwrap_or_else(|| panic!("no {label} in {entry}"))["id"].as_str().unwrap().to_owned()
}

/// Whether an entry is the bot's and has a picture.
pub fn is_board(entry: &Value) -> bool {
    entry["kind"] == "notice" && entry["message"]["picture"].is_object()
}

/// Two people in the lobby with a game of this kind between them: White's and Black's browser and socket.
pub async fn game(server: &Server, kind: &str) -> [(Browser, Socket); 2] {
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let (mut white, mut black) = (anna.enter().await, bert.enter().await);
    white.done(&format!("/play Bert {kind} white")).await;
    let challenge =
        black.entry(|entry| entry["message"]["rows"].as_array().is_some_and(|rows| !rows.is_empty())).await;
    black.press(&challenge["seq"], &control(&challenge, "Accept"), None).await;
    for socket in [&mut white, &mut black] {
        socket.entry(is_board).await;
    }
    [(anna, white), (bert, black)]
}
