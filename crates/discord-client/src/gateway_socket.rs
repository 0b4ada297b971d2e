//! Opens one WebSocket connection to the gateway, and sends and receives its JSON payloads, large
//! ones compressed with zlib. Not here: their meaning (`shard`).

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, WebSocketConfig},
    },
};

/// Most bytes of one payload; far more than the largest server needs.
const LARGEST: usize = 64 << 20;

/// A connection to the gateway.
pub(crate) struct GatewaySocket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What was received.
pub(crate) enum GatewayFrame {
    /// A payload.
    Payload(GatewayPayload),
    /// A frame without a payload, such as a ping.
    Control,
    /// The connection is closed, perhaps with a close code.
    Closed(Option<u16>),
}

/// A payload. Its data is deserialised once its type is known.
pub(crate) struct GatewayPayload {
    pub(crate) head: PayloadHeader,
    pub(crate) text: String,
}

/// Opcode, sequence number and event name.
#[derive(Deserialize)]
pub(crate) struct PayloadHeader {
    pub(crate) op: u8,
    #[serde(default)]
    pub(crate) s: Option<u64>,
    #[serde(default)]
    pub(crate) t: Option<String>,
}

/// The data field of a payload.
#[derive(Deserialize)]
pub(crate) struct PayloadData<T> {
    pub(crate) d: T,
}

impl GatewayPayload {
    /// Its data as `T`.
    pub(crate) fn about<'t, T: Deserialize<'t>>(&'t self) -> serde_json::Result<T> {
        serde_json::from_str::<PayloadData<T>>(&self.text).map(|about| about.d)
    }
}

impl GatewaySocket {
    pub(crate) async fn open(gateway: &str) -> Result<Self, Error> {
        let url = format!("{}/?v=10&encoding=json", gateway.trim_end_matches('/'));
        let config = WebSocketConfig::default().max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
        let (socket, _) = connect_async_with_config(url, Some(config), false).await?;
        Ok(Self(socket))
    }

    /// Receives the next frame. Cancel safe.
    pub(crate) async fn hear(&mut self) -> GatewayFrame {
        let text = match self.0.next().await {
            Some(Ok(Message::Text(text))) => text.as_str().to_owned(),
            Some(Ok(Message::Binary(bytes))) => match unpacked(&bytes) {
                Ok(text) => text,
                Err(error) => {
                    tracing::warn!(%error, "a payload of the gateway cannot be unpacked");
                    return GatewayFrame::Closed(None);
                }
            },
            Some(Ok(Message::Close(frame))) => {
                return GatewayFrame::Closed(frame.map(|frame| frame.code.into()));
            }
            Some(Ok(_)) => return GatewayFrame::Control,
            Some(Err(error)) => {
                tracing::debug!(%error, "a connection to the gateway broke");
                return GatewayFrame::Closed(None);
            }
            None => return GatewayFrame::Closed(None),
        };
        match serde_json::from_str(&text) {
            Ok(head) => GatewayFrame::Payload(GatewayPayload { head, text }),
            Err(error) => {
                tracing::warn!(%error, "a payload of the gateway cannot be read");
                GatewayFrame::Control
            }
        }
    }

    pub(crate) async fn say(&mut self, payload: &serde_json::Value) -> Result<(), Error> {
        self.0.send(Message::text(payload.to_string())).await
    }

    /// Closes the connection. Code 1000 ends the session; after other codes it can be resumed.
    pub(crate) async fn close(&mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: "".into() };
        if self.0.close(Some(frame)).await.is_err() {
            return;
        }
        // Until the server confirms; events that come until then are repeated after a resume.
        while let Some(Ok(message)) = self.0.next().await {
            if message.is_close() {
                return;
            }
        }
    }
}

fn unpacked(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).take(LARGEST as u64).read_to_string(&mut text)?;
    Ok(text)
}
