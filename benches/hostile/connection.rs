//! Raw connections of attackers to the web chat, from any loopback address. Not here: what is done
//! with them (`attack`).

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::client::IntoClientRequest};

/// Somebody at an address of their own.
#[derive(Clone)]
pub struct Hostile {
    pub source: Ipv4Addr,
    pub target: SocketAddr,
    pub cookie: String,
}

/// What was answered.
pub struct Answer {
    pub status: u16,
    pub cookie: Option<String>,
}

impl Hostile {
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        // Little is taken in advance from a server that is not listened to.
        socket.set_recv_buffer_size(4096)?;
        socket.bind((self.source, 0).into())?;
        socket.connect(self.target).await
    }

    /// The text of a request.
    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        let Self { target, cookie, .. } = self;
        let length = body.len();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {target}\r\nOrigin: http://{target}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    /// Asks on a connection of its own and reads the answer to its end.
    pub async fn ask(&self, method: &str, path: &str, body: &str) -> io::Result<Answer> {
        let mut stream = self.connect().await?;
        let request = self.request(method, path, body).replacen("\r\n", "\r\nConnection: close\r\n", 1);
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let head = String::from_utf8_lossy(&answer).into_owned();
        let head = head.split("\r\n\r\n").next().unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        Ok(Answer { status, cookie })
    }

    /// Takes a name, as a browser that was never here.
    pub async fn sign_in(&mut self, name: &str) -> io::Result<u16> {
        self.cookie.clear();
        let session = self.ask("POST", "/session", "{}").await?;
        self.cookie = session.cookie.unwrap_or_default();
        let body = format!("{{\"seat\":1,\"name\":\"{name}\"}}");
        Ok(self.ask("POST", "/person", &body).await?.status)
    }

    pub async fn socket(&self) -> Option<WebSocketStream<TcpStream>> {
        let stream = self.connect().await.ok()?;
        let mut request = format!("ws://{}/socket?seat=1", self.target).into_client_request().ok()?;
        request.headers_mut().insert("Cookie", self.cookie.parse().ok()?);
        request.headers_mut().insert("Origin", format!("http://{}", self.target).parse().ok()?);
        Some(client_async(request, stream).await.ok()?.0)
    }
}
