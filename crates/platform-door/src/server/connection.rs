//! Serves the connection of one bridge to the running program: the log-in, time limits, and
//! separate tasks that read and write its lines, so that a slow bridge delays no other.

use std::{io, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
        BufReader,
    },
    sync::{mpsc, watch},
};

use super::{
    admission::Admission,
    request_loop::{ConnectionScope, answer_all, answer_line, error_line},
};
use crate::{
    door::ChatDoor,
    protocol::{
        error::{DoorErrorCode, DoorRequestError},
        limits::MAX_LINE_BYTES,
    },
};

/// Lines read ahead, and answers that wait to be written.
const MAX_QUEUED_LINES: usize = 4;
/// Bytes of the first line, which is read before authentication.
const MAX_HELLO_BYTES: u64 = 4096;
/// Time limit of the first line.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit of writing one answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a bridge may be silent while none of its requests waits.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// Serves one connection until it ends, or `ended` becomes true.
pub(crate) async fn serve(
    door: Arc<ChatDoor>,
    admission: Arc<Admission>,
    (input, mut output): (impl AsyncRead + Unpin + Send + 'static, impl AsyncWrite + Unpin + Send + 'static),
    mut ended: watch::Receiver<bool>,
) {
    let mut input = BufReader::new(input);
    let mut first = Vec::new();
    let admitted = async {
        read_line(&mut input, &mut first, MAX_HELLO_BYTES).await.ok().filter(|is_line| *is_line)?;
        Some(admission.admit(&door, &first).await)
    };
    let admitted = tokio::select! {
        admitted = admitted => admitted,
        () = door.sleep(HELLO_TIMEOUT) => Some((Value::Null, Err(hello_timeout_error()))),
        _ = ended.wait_for(|ended| *ended) => None,
    };
    let served = match admitted {
        None => return,
        Some((id, Err(failure))) => {
            // The refused client may have disconnected.
            let _ = write_line(&door, &mut output, &error_line(&id, &failure)).await;
            return;
        }
        Some((id, Ok((served, answer)))) => {
            if write_line(&door, &mut output, &answer_line(&id, Ok(answer))).await.is_err() {
                return;
            }
            served
        }
    };
    let platform = served.platform.0.clone();
    tracing::info!(platform, "a bridge has come to the chat door");
    // Clocks of a platform run only while a bridge serves it. After a store error the bridge is
    // served nevertheless.
    if let Err(error) = door.platform_reachable(&platform).await {
        tracing::error!(%error, platform, "that a bridge is there was not noted");
    }
    let (sender, lines) = mpsc::channel(MAX_QUEUED_LINES);
    let reading = tokio::spawn(read_all(input, sender));
    let (answers, taken) = mpsc::channel(MAX_QUEUED_LINES);
    let writing = tokio::spawn(write_all(Arc::clone(&door), output, taken));
    let stop = watch::Sender::new(false);
    let scope = ConnectionScope { platform: Some(served.platform.clone()), idle: Some(IDLE_TIMEOUT) };
    let all_ended = async {
        // A dropped sender also means the end.
        let _ = ended.wait_for(|ended| *ended).await;
    };
    answer_all(&door, lines, &answers, &stop, std::pin::pin!(all_ended), &scope).await;
    drop(answers);
    // Pending answers are written before the connection closes.
    let _ = writing.await;
    reading.abort();
    if let Err(error) = door.platform_unreachable(&platform).await {
        tracing::error!(%error, platform, "that a bridge has gone was not noted");
    }
    tracing::info!(platform, "a bridge has left the chat door");
    drop(served);
}

fn hello_timeout_error() -> DoorRequestError {
    let message = format!("a connection begins with hello, within {} seconds", HELLO_TIMEOUT.as_secs());
    DoorRequestError::new(DoorErrorCode::HelloFirst, None, message)
}

/// The refusal of a connection beyond the limit.
pub(crate) fn connection_limit_line(clients: usize) -> String {
    let failure = DoorRequestError::too_much(format!(
        "at most {clients} connections are taken at a time (door.clients)"
    ));
    json!({"id": Value::Null, "error": failure}).to_string() + "\n"
}

async fn read_all(mut input: impl AsyncBufRead + Unpin, lines: mpsc::Sender<Vec<u8>>) {
    let mut line = Vec::new();
    while matches!(read_line(&mut input, &mut line, MAX_LINE_BYTES).await, Ok(true)) {
        if lines.send(std::mem::take(&mut line)).await.is_err() {
            return;
        }
    }
}

/// Reads a line without its end; of a line that is too long, keeps one byte more than `most`.
/// Returns false at the end of input.
async fn read_line(
    input: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
    most: u64,
) -> io::Result<bool> {
    line.clear();
    let read = (&mut *input).take(most + 1).read_until(b'\n', line).await?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 > most {
        loop {
            let rest = input.fill_buf().await?;
            let end = rest.iter().position(|byte| *byte == b'\n');
            let skipped = end.map_or(rest.len(), |end| end + 1);
            input.consume(skipped);
            if end.is_some() || skipped == 0 {
                break;
            }
        }
    }
    Ok(read > 0)
}

async fn write_all(
    door: Arc<ChatDoor>,
    mut output: impl AsyncWrite + Unpin,
    mut answers: mpsc::Receiver<String>,
) {
    while let Some(line) = answers.recv().await {
        if let Err(error) = write_line(&door, &mut output, &line).await {
            tracing::info!(%error, "an answer was not taken at the chat door");
            return;
        }
    }
}

async fn write_line(door: &ChatDoor, output: &mut (impl AsyncWrite + Unpin), line: &str) -> io::Result<()> {
    let written = async {
        output.write_all(line.as_bytes()).await?;
        output.write_all(b"\n").await?;
        output.flush().await
    };
    tokio::select! {
        written = written => written,
        () = door.sleep(WRITE_TIMEOUT) => Err(io::ErrorKind::TimedOut.into()),
    }
}

#[cfg(test)]
mod tests {
    use adoube_store::MemoryStore;
    use tokio::io::{DuplexStream, ReadHalf, WriteHalf, duplex, split};

    use super::*;
    use crate::door::DoorSettings;

    #[tokio::test]
    async fn lines_that_are_too_long_are_cut_and_the_next_one_is_whole() {
        let mut input = BufReader::with_capacity(3, &b"ab\n\nabcdefghij\nxyz"[..]);
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while read_line(&mut input, &mut line, 4).await.expect("it is read") {
            lines.push(String::from_utf8_lossy(&line).into_owned());
        }
        assert_eq!(lines, ["ab", "", "abcde", "xyz"]);
    }

    /// A door with an input clock.
    struct TestDoor {
        door: Arc<ChatDoor>,
        admission: Arc<Admission>,
        ended: watch::Sender<bool>,
    }

    /// A connected bridge.
    struct Client {
        input: BufReader<ReadHalf<DuplexStream>>,
        output: WriteHalf<DuplexStream>,
    }

    impl TestDoor {
        async fn new(token: Option<&str>) -> Self {
            let settings = DoorSettings { is_clock_input: true, seed: Some(7), ..DoorSettings::default() };
            let door = ChatDoor::open(Arc::new(MemoryStore::new()), &settings).await.expect("a door");
            let admission = Admission::new(token.map(|token| token.to_owned().into()));
            Self { door: Arc::new(door), admission: Arc::new(admission), ended: watch::Sender::new(false) }
        }

        /// A bridge with a buffer of `room` bytes.
        fn client(&self, room: usize) -> Client {
            let (here, there) = duplex(room);
            let (door, admission) = (Arc::clone(&self.door), Arc::clone(&self.admission));
            tokio::spawn(serve(door, admission, split(there), self.ended.subscribe()));
            let (input, output) = split(here);
            Client { input: BufReader::new(input), output }
        }

        /// The next line to a client, while the clock advances.
        async fn next_in_time(&self, client: &mut Client) -> Option<Value> {
            let mut next = std::pin::pin!(client.next());
            for _ in 0..100_000 {
                tokio::select! {
                    biased;
                    next = &mut next => return next,
                    () = tokio::task::yield_now() => {
                        self.door.move_clock_to(self.door.now() + 1000).await;
                    }
                }
            }
            panic!("nothing came in a day");
        }
    }

    impl Client {
        async fn ask(&mut self, line: &str) {
            self.output.write_all(format!("{line}\n").as_bytes()).await.expect("it is read");
        }

        /// The next line; `None` at the end.
        async fn next(&mut self) -> Option<Value> {
            let mut line = Vec::new();
            let is_line = read_line(&mut self.input, &mut line, MAX_LINE_BYTES).await.expect("it is read");
            is_line.then(|| serde_json::from_slice(&line).expect("JSON"))
        }

        async fn come(&mut self, platform: &str) {
            self.ask(&format!(r#"{{"do":"hello","version":1,"platform":"{platform}"}}"#)).await;
            let hello = self.next().await.expect("an answer");
            assert_eq!(hello["ok"]["version"], 1, "{hello}");
        }
    }

    #[tokio::test]
    async fn whoever_is_silent_for_too_long_is_sent_away_and_whoever_waits_is_not() {
        let place = TestDoor::new(None).await;
        let (mut silent, mut waiting) = (place.client(1 << 16), place.client(1 << 16));
        silent.come("irc").await;
        waiting.come("xmpp").await;
        waiting.ask(r#"{"do":"outbox","platform":"xmpp","wait":true,"async":true}"#).await;
        assert_eq!(waiting.next().await.expect("an answer")["pending"], true);
        let begun = place.door.now();
        let last = place.next_in_time(&mut silent).await.expect("a word");
        assert_eq!(last["error"]["code"], "idle", "{last}");
        assert!(place.door.now() - begun >= 600_000);
        assert_eq!(silent.next().await, None);
        waiting.ask(r#"{"do":"clock"}"#).await;
        assert!(waiting.next().await.expect("an answer")["ok"]["now"].is_u64());
        place.ended.send_replace(true);
        assert_eq!(waiting.next().await.expect("an answer")["error"]["code"], "not-waiting");
        assert_eq!(waiting.next().await, None);
    }

    #[tokio::test]
    async fn hello_comes_first_and_soon_and_a_wrong_token_takes_its_time() {
        let place = TestDoor::new(Some("a long random text")).await;
        let mut late = place.client(1 << 16);
        let refused = place.next_in_time(&mut late).await.expect("a word");
        assert_eq!(refused["error"]["code"], "hello-first");
        assert_eq!(late.next().await, None);
        let mut rude = place.client(1 << 16);
        rude.ask(r#"{"id":5,"do":"clock"}"#).await;
        let refused = rude.next().await.expect("a word");
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&5.into(), &"hello-first".into()));
        for token in ["", r#","token":"a long random texT""#] {
            let mut wrong = place.client(1 << 16);
            let begun = place.door.now();
            wrong.ask(&format!(r#"{{"do":"hello","version":1,"platform":"irc"{token}}}"#)).await;
            let refused = place.next_in_time(&mut wrong).await.expect("a word");
            assert_eq!(refused["error"]["code"], "wrong-token", "{refused}");
            assert!(place.door.now() - begun >= 2000);
            assert_eq!(wrong.next().await, None);
        }
        let mut nameless = place.client(1 << 16);
        nameless.ask(r#"{"do":"hello","version":1,"token":"a long random text"}"#).await;
        let refused = nameless.next().await.expect("a word");
        assert_eq!(refused["error"]["field"], "platform");
        let mut right = place.client(1 << 16);
        right.ask(r#"{"do":"hello","version":1,"platform":"irc","token":"a long random text"}"#).await;
        assert_eq!(right.next().await.expect("a word")["ok"]["version"], 1);
    }

    #[tokio::test]
    async fn whoever_takes_no_answers_keeps_nobody_waiting_and_is_given_up() {
        let place = TestDoor::new(None).await;
        let mut slow = place.client(4096);
        slow.come("irc").await;
        for _ in 0..3 {
            slow.ask(r#"{"do":"commands"}"#).await;
        }
        let mut quick = place.client(1 << 20);
        quick.come("xmpp").await;
        for _ in 0..20 {
            quick.ask(r#"{"do":"commands"}"#).await;
            assert!(quick.next().await.expect("an answer")["ok"]["commands"].is_array());
        }
        // Another client may serve the platform once the slow one is disconnected.
        for _ in 0..10_000 {
            let mut next = place.client(1 << 16);
            next.ask(r#"{"do":"hello","version":1,"platform":"irc"}"#).await;
            let answer = next.next().await.expect("an answer");
            if answer["error"].is_null() {
                return;
            }
            assert_eq!(answer["error"]["code"], "platform-taken");
            place.door.move_clock_to(place.door.now() + 1000).await;
        }
        panic!("it was never given up");
    }
}
