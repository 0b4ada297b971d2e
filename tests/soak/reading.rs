//! Reads a socket of the web chat in the background, as browsers do, and answers its pings at once.
//! Not here: what is read (`on_web`).

use adoube_testing::TEST_TIMEOUT;
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde_json::Value;
use tokio::{net::TcpStream, sync::mpsc, task::JoinSet, time::timeout};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, protocol::CloseFrame},
};

use crate::browser::{Socket, next_said};

type Said = Result<String, Option<CloseFrame>>;

/// A socket that is read all the time.
pub struct Reading {
    pub channel: String,
    sending: SplitSink<WebSocketStream<TcpStream>, Message>,
    said: mpsc::UnboundedReceiver<Said>,
    /// Ends with the page.
    _reads: JoinSet<()>,
}

impl Reading {
    pub fn of(socket: Socket) -> Self {
        let Socket { stream, channel, .. } = socket;
        let (sending, mut stream) = stream.split();
        let (say, said) = mpsc::unbounded_channel();
        let mut reads = JoinSet::new();
        reads.spawn(async move {
            loop {
                let next = next_said(&mut stream).await;
                let is_over = next.is_err();
                if say.send(next).is_err() || is_over {
                    return;
                }
            }
        });
        Self { channel, sending, said, _reads: reads }
    }

    pub async fn send(&mut self, message: &Value) {
        // A server that has hung up is seen when reading.
        let _ = self.sending.send(Message::text(message.to_string())).await;
    }

    /// The next message, or how the server closed.
    pub async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        let next = timeout(TEST_TIMEOUT, self.said.recv()).await;
        let next = next.unwrap_or_else(|_| panic!("the server says nothing more"));
        next.unwrap_or(Err(None)).map(|text| serde_json::from_str(&text).expect("JSON"))
    }
}
