//! Lines in, lines out: requests are dealt with and answered in the order in which they come, save those that may be answered
//! later. Not here: what they ask for (`answering`).

use std::{
    future::pending,
    io::{self, BufRead, Write},
    pin::{Pin, pin},
    sync::Arc,
    thread,
    time::Duration,
};

use adoube_platform::json_lines::read_line;
use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    task::JoinSet,
};

use crate::{
    ChatDoor,
    protocol::error::{DoorErrorCode, DoorRequestError},
    protocol::limits::{LATER, LINE_BYTES},
    protocol::line::{self, RequestLine},
    protocol::names::PlatformName,
};

/// Lines that are read before they are dealt with.
const AHEAD: usize = 64;

/// How long what was begun may take once the system has asked the program to stop; nobody may read the answers any more.
const GRACE: Duration = Duration::from_secs(5);

/// The client's scope, and how long it may be idle.
#[derive(Default)]
pub(crate) struct ConnectionScope {
    /// The one platform; any where there is none.
    pub(crate) platform: Option<PlatformName>,
    /// For how long nothing may be asked while nothing is waited for.
    pub(crate) idle: Option<Duration>,
}

impl ConnectionScope {
    fn check(&self, line: RequestLine) -> Result<RequestLine, (Value, DoorRequestError)> {
        let Some(platform) = &self.platform else { return Ok(line) };
        match line.request.foreign_field(platform) {
            None => Ok(line),
            Some(field) => {
                let message = format!("this connection serves the platform {} alone", platform.0);
                Err((line.id, DoorRequestError::bad_field(field, message)))
            }
        }
    }
}

/// Answers every line of `input` until it ends, `output` is closed or `asked` resolves; then what was begun is finished,
/// unless it waits for something.
///
/// # Errors
/// Reading or writing fails.
pub async fn serve(
    door: ChatDoor,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    asked: impl Future<Output = ()>,
) -> io::Result<()> {
    let told = watch::Sender::new(false);
    let mut ended = told.subscribe();
    let ended = async move {
        // A sender that is gone means the same.
        let _ = ended.wait_for(|ended| *ended).await;
    };
    let late = async {
        asked.await;
        told.send_replace(true);
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serve_until(door, input, output, ended) => served,
        () = late => {
            tracing::warn!("nobody takes the answers: they are lost");
            Ok(())
        }
    }
}

async fn serve_until(
    door: ChatDoor,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    ended: impl Future<Output = ()>,
) -> io::Result<()> {
    let door = Arc::new(door);
    let (lines, reading) = read_all(input)?;
    let (answers, writing) = write_all(output)?;
    let stop = watch::Sender::new(false);
    let keeping = tokio::spawn({
        let (door, mut stopped) = (Arc::clone(&door), stop.subscribe());
        async move {
            let stopped = async {
                // A sender that is gone means the same.
                let _ = stopped.wait_for(|stop| *stop).await;
            };
            door.time.run(&door.service, Arc::clone(&door.store), stopped).await;
        }
    });
    let is_all = answer_all(&door, lines, &answers, &stop, pin!(ended), &ConnectionScope::default()).await;
    stop.send_replace(true);
    if let Err(error) = keeping.await {
        tracing::error!(%error, "what keeps the time did not stop in order");
    }
    door.outboxes.release().await;
    drop(answers);
    let ended = |thread: ServerThread| {
        thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread of the door panicked")))
    };
    let written = tokio::task::spawn_blocking(move || ended(writing)).await.map_err(io::Error::other)?;
    match written {
        // Nobody reads any more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error),
        // Whoever is read may say nothing for ever.
        Ok(()) if !is_all => Ok(()),
        Ok(()) => tokio::task::spawn_blocking(move || ended(reading)).await.map_err(io::Error::other)?,
    }
}

/// Whether the input has ended.
pub(crate) async fn answer_all(
    door: &Arc<ChatDoor>,
    mut lines: mpsc::Receiver<Vec<u8>>,
    answers: &mpsc::Sender<String>,
    stop: &watch::Sender<bool>,
    mut ended: Pin<&mut impl Future<Output = ()>>,
    scope: &ConnectionScope,
) -> bool {
    let room = Arc::new(Semaphore::new(LATER));
    let mut later = JoinSet::new();
    let is_all = loop {
        let silent = async {
            match scope.idle {
                Some(idle) => door.time.sleep(idle).await,
                None => pending().await,
            }
        };
        let line = tokio::select! {
            line = lines.recv() => line,
            () = answers.closed() => break false,
            () = &mut ended => break false,
            _ = later.join_next(), if !later.is_empty() => continue,
            () = silent, if later.is_empty() => {
                // The idle client may have disconnected.
                let _ = answers.send(error_line(&Value::Null, &idle_error())).await;
                break false;
            }
        };
        let Some(line) = line else { break true };
        let answer = match line::read(&line).and_then(|line| scope.check(line)) {
            Err((id, failure)) => error_line(&id, &failure),
            Ok(line) if !line.is_async => {
                let door = Arc::clone(door);
                answer_line(&line.id, catch_panic(async move { door.answer(line.request).await }).await)
            }
            Ok(line) => match Arc::clone(&room).try_acquire_owned() {
                Err(_) => {
                    let message = format!("at most {LATER} requests are answered later at a time");
                    error_line(&line.id, &DoorRequestError::too_much(message))
                }
                Ok(place) => {
                    let pending = json!({"id": line.id, "pending": true}).to_string();
                    // In this order: what is answered at once stands before what is answered later.
                    if answers.send(pending).await.is_err() {
                        break false;
                    }
                    let (door, answers, mut stopped) = (Arc::clone(door), answers.clone(), stop.subscribe());
                    later.spawn(async move {
                        let is_waiting = line.request.is_waiting();
                        let answer = tokio::select! {
                            answer = catch_panic(async move { door.answer(line.request).await }) => {
                                answer_line(&line.id, answer)
                            }
                            _ = stopped.wait_for(|stop| *stop && is_waiting) => {
                                error_line(&line.id, &DoorRequestError::not_waiting("the program ends"))
                            }
                        };
                        drop(place);
                        // Whoever asked may have gone.
                        let _ = answers.send(answer).await;
                    });
                    continue;
                }
            },
        };
        if answers.send(answer).await.is_err() {
            break false;
        }
    };
    stop.send_replace(true);
    while let Some(ended) = later.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a request that is answered later was not done");
        }
    }
    is_all
}

fn idle_error() -> DoorRequestError {
    DoorRequestError::new(
        DoorErrorCode::Idle,
        None,
        "nothing was asked for too long, and nothing was waited for",
    )
}

/// What a request is answered with. One at which the program breaks is answered, too, and ends nothing else: a bridge that
/// tells an event again would end it again and again.
async fn catch_panic(
    work: impl Future<Output = Result<Value, DoorRequestError>> + Send + 'static,
) -> Result<Value, DoorRequestError> {
    // Whoever waits no longer ends the work with the set.
    let mut working = JoinSet::new();
    working.spawn(work);
    match working.join_next().await {
        Some(Ok(answer)) => answer,
        broken => {
            tracing::error!(?broken, "the program broke at a request");
            Err(DoorRequestError::internal("the program broke at this request"))
        }
    }
}

pub(crate) fn answer_line(id: &Value, answer: Result<Value, DoorRequestError>) -> String {
    match answer {
        Ok(answer) => json!({"id": id, "ok": answer}).to_string(),
        Err(failure) => error_line(id, &failure),
    }
}

pub(crate) fn error_line(id: &Value, failure: &DoorRequestError) -> String {
    json!({"id": id, "error": failure}).to_string()
}

type ServerThread = thread::JoinHandle<io::Result<()>>;

/// Reads lines on a thread of its own, as reading blocks.
fn read_all(mut input: impl BufRead + Send + 'static) -> io::Result<(mpsc::Receiver<Vec<u8>>, ServerThread)> {
    let (sender, lines) = mpsc::channel(AHEAD);
    let read = move || {
        let mut line = Vec::new();
        while read_line(&mut input, &mut line, LINE_BYTES)? {
            if sender.blocking_send(std::mem::take(&mut line)).is_err() {
                break;
            }
        }
        Ok(())
    };
    Ok((lines, thread::Builder::new().name("door-read".to_owned()).spawn(read)?))
}

/// Writes lines on a thread of its own, all that are there at once.
fn write_all(mut output: impl Write + Send + 'static) -> io::Result<(mpsc::Sender<String>, ServerThread)> {
    let (answers, mut lines) = mpsc::channel::<String>(AHEAD);
    let write = move || {
        while let Some(line) = lines.blocking_recv() {
            writeln!(output, "{line}")?;
            while let Ok(line) = lines.try_recv() {
                writeln!(output, "{line}")?;
            }
            output.flush()?;
        }
        Ok(())
    };
    Ok((answers, thread::Builder::new().name("door-write".to_owned()).spawn(write)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_at_which_the_program_breaks_is_answered() {
        let failure = catch_panic(async { panic!("a fault") }).await.expect_err("nothing was done");
        assert!(error_line(&Value::Null, &failure).contains(r#""code":"trouble""#), "{failure:?}");
        assert_eq!(catch_panic(async { Ok(json!({})) }).await, Ok(json!({})));
    }
}
