//! Encodes payloads for a gateway connection of the fake Discord: as text, compressed one by one,
//! or as one compressed stream.

use std::io::Write as _;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::{Compress, Compression, FlushCompress, write::ZlibEncoder};
use serde_json::Value;

/// From this many bytes on a payload is worth compressing.
const LARGE: usize = 512;

/// A connection.
pub struct Pipe {
    socket: WebSocket,
    /// The whole connection is one stream, flushed after each payload.
    stream: Option<Compress>,
    /// Large payloads are compressed, each for itself.
    pub compress: bool,
}

impl Pipe {
    pub fn new(socket: WebSocket, stream: bool) -> Self {
        Self { socket, stream: stream.then(|| Compress::new(Compression::fast(), true)), compress: false }
    }

    pub async fn send(&mut self, value: &Value) -> Result<(), axum::Error> {
        let text = value.to_string();
        let message = match &mut self.stream {
            Some(stream) => Message::Binary(flushed(stream, text.as_bytes()).into()),
            None if self.compress && text.len() > LARGE => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(text.as_bytes()).expect("memory takes it");
                Message::Binary(encoder.finish().expect("memory takes it").into())
            }
            None => Message::text(text),
        };
        self.socket.send(message).await
    }

    pub async fn close(&mut self, code: u16) -> Result<(), axum::Error> {
        self.socket.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await
    }

    /// What came in, until the other side has gone.
    pub async fn receive(&mut self) -> Option<String> {
        loop {
            match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Binary(bytes))) => {
                    return Some(String::from_utf8_lossy(&bytes).into_owned());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            }
        }
    }
}

/// The next part of a stream, up to where it can be read.
fn flushed(stream: &mut Compress, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let mut taken = 0;
    loop {
        let before = stream.total_in();
        stream.compress_vec(&bytes[taken..], &mut out, FlushCompress::Sync).expect("it can be compressed");
        taken += usize::try_from(stream.total_in() - before).expect("a length");
        if taken == bytes.len() && out.len() < out.capacity() {
            return out;
        }
        out.reserve(256);
    }
}
