//! A simulated visitor who comes through a web server by TLS, as a browser does that has opened
//! `https://play.example.org/`. Not here: the web server (`programs`).

use std::{net::Ipv4Addr, sync::Arc};

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::{Method, Request, StatusCode, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

use super::programs::{HOST, Proxy};
use crate::running::in_time;

/// The page's origin.
const ORIGIN: &str = "https://play.example.org";

/// An answer to a request.
pub struct Answer {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    pub text: String,
}

impl Answer {
    async fn of(answer: hyper::Response<hyper::body::Incoming>) -> Self {
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.expect("a whole answer").to_bytes();
        let text = String::from_utf8_lossy(&body).into_owned();
        Self { status: parts.status, headers: parts.headers, text }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a text"))
    }
}

/// A browser, and where it is.
pub struct Visitor<'p> {
    proxy: &'p Proxy,
    base: &'static str,
    from: Ipv4Addr,
    /// Sent besides what browsers send.
    pub extra: Vec<(&'static str, String)>,
    cookie: Option<String>,
}

impl<'p> Visitor<'p> {
    /// One that has never been here.
    pub fn new(proxy: &'p Proxy, base: &'static str, from: Ipv4Addr) -> Self {
        Self { proxy, base, from, extra: Vec::new(), cookie: None }
    }

    async fn connect(&self) -> TlsStream<TcpStream> {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((self.from, 0).into()).expect("an address of this machine");
        let stream = socket.connect(self.proxy.tls).await.expect("a connection");
        let mut roots = RootCertStore::empty();
        roots.add(self.proxy.certificate.clone()).expect("a certificate");
        let settings = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(HOST).expect("a name");
        let connecting = TlsConnector::from(Arc::new(settings)).connect(name, stream);
        in_time("TLS", connecting).await.expect("the certificate of this host")
    }

    /// A request for a whole address of the host.
    pub async fn send(&self, method: Method, address: &str, body: &Value) -> Answer {
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(self.connect().await)).await.expect("HTTP");
        tokio::spawn(connection);
        let mut request = Request::builder().method(&method).uri(address).header(header::HOST, HOST);
        if method == Method::POST {
            request = request.header(header::ORIGIN, ORIGIN).header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &self.extra {
            request = request.header(*name, value);
        }
        let body = if method == Method::POST { body.to_string() } else { String::new() };
        let request = request.body(Full::new(Bytes::from(body))).expect("a request");
        let answer = in_time(address, sender.send_request(request)).await.expect("an answer");
        Answer::of(answer).await
    }

    /// What is at a path of the page.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, &format!("{}{path}", self.base), &Value::Null).await
    }

    /// A post from the page.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, &format!("{}{path}", self.base), body).await
    }

    /// Becomes known, and keeps the cookie.
    pub async fn open_session(&mut self) -> Answer {
        let answer = self.post("/session", &json!({})).await;
        self.cookie = answer.header("set-cookie").split(';').next().map(str::to_owned);
        answer
    }

    /// Takes a name on a seat.
    pub async fn call(&self, seat: u64, name: &str) -> Answer {
        self.post("/person", &json!({ "seat": seat, "name": name, "language": "en" })).await
    }

    /// Opens a socket; the answer, where there is none.
    pub async fn try_socket(&self) -> Result<Socket, (StatusCode, String)> {
        let address = format!("wss://{HOST}{}/socket?seat=1", self.base);
        let mut request = address.into_client_request().expect("an address");
        let headers = request.headers_mut();
        headers.insert(header::ORIGIN, ORIGIN.parse().expect("a header"));
        let cookie = self.cookie.clone().unwrap_or_default();
        headers.insert(header::COOKIE, cookie.parse().expect("a header"));
        match in_time("a socket", Box::pin(client_async(request, self.connect().await))).await {
            Ok((stream, _)) => Ok(Socket { stream, entries: Vec::new(), sent: 0 }),
            Err(Error::Http(answer)) => {
                let body = answer.body().as_deref().unwrap_or_default();
                Err((answer.status(), String::from_utf8_lossy(body).into_owned()))
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a socket and follows the lobby.
    pub async fn enter(&self) -> Socket {
        let mut socket = self.try_socket().await.unwrap_or_else(|answer| panic!("{answer:?}"));
        socket.write(&json!({ "type": "watch", "channel": "lobby", "seen": null })).await;
        socket
    }
}

/// An open socket that follows the lobby.
pub struct Socket {
    stream: WebSocketStream<TlsStream<TcpStream>>,
    entries: Vec<Value>,
    sent: u32,
}

impl Socket {
    async fn write(&mut self, message: &Value) {
        self.stream.send(Message::text(message.to_string())).await.expect("it is sent");
    }

    async fn read(&mut self) -> Value {
        loop {
            let read = in_time("the next message", self.stream.next()).await;
            if let Message::Text(text) = read.expect("it goes on").expect("a message") {
                let message: Value = serde_json::from_str(text.as_str()).expect("JSON");
                self.entries.extend(message["entries"].as_array().into_iter().flatten().cloned());
                return message;
            }
        }
    }

    /// Does something and waits until it is dealt with.
    async fn act(&mut self, mut event: Value) {
        self.sent += 1;
        let id = format!("{:032x}", self.sent);
        event["id"] = json!(id);
        event["channel"] = json!("lobby");
        self.write(&event).await;
        loop {
            let message = self.read().await;
            if message["id"] == id.as_str() {
                assert_eq!(message["type"], "done", "{event}: {message}");
                return;
            }
        }
    }

    /// Says something.
    pub async fn say(&mut self, text: &str) {
        self.act(json!({ "type": "say", "text": text })).await;
    }

    /// Presses the newest button with this label, once there is one.
    pub async fn press(&mut self, label: &str) {
        let (message, component) = loop {
            if let Some(found) = self.entries.iter().rev().find_map(|entry| button(entry, label)) {
                break found;
            }
            self.read().await;
        };
        let press = json!({ "type": "press", "message": message, "component": component, "value": null });
        self.act(press).await;
    }

    /// Waits for the board after so many plies; the addresses of the pictures that were posted.
    pub async fn board_after(&mut self, plies: usize) -> Vec<String> {
        let mut is_there = false;
        loop {
            // The board and the message with its picture come in any order.
            let pictures =
                self.entries.iter().filter_map(|entry| entry["message"]["picture"]["src"].as_str());
            let pictures: Vec<String> = pictures.map(str::to_owned).collect();
            if is_there && !pictures.is_empty() {
                return pictures;
            }
            let message = self.read().await;
            is_there |= message["type"] == "board" && message["board"]["plies"] == plies;
        }
    }
}

/// The id of a message and that of its button with this label.
fn button(entry: &Value, label: &str) -> Option<(Value, String)> {
    let rows = entry["message"]["rows"].as_array()?;
    let mut buttons = rows.iter().filter_map(|row| row["buttons"].as_array()).flatten();
    let found = buttons.find(|button| button["label"] == label)?;
    Some((entry["seq"].clone(), found["id"].as_str()?.to_owned()))
}
