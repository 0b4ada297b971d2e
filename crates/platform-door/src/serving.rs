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

use super::{
    Door,
    failure::{Code, Failure},
    limits::{LATER, LINE_BYTES},
    line::{self, Line},
    names::Platform,
};

/// Lines that are read before they are dealt with.
const AHEAD: usize = 64;

/// How long what was begun may take once the system has asked the program to stop; nobody may read the answers any more.
const GRACE: Duration = Duration::from_secs(5);

/// The client's scope, and how long it may be idle.
#[derive(Default)]
pub(super) struct Scope {
    /// The one platform; any where there is none.
    pub(super) platform: Option<Platform>,
    /// For how long nothing may be asked while nothing is waited for.
    pub(super) idle: Option<Duration>,
}

impl Scope {
    fn check(&self, line: Line) -> Result<Line, (Value, Failure)> {
        let Some(platform) = &self.platform else { return Ok(line) };
        match line.request.foreign_field(platform) {
            None => Ok(line),
            Some(field) => {
                let message = format!("this connection serves the platform {} alone", platform.0);
                Err((line.id, Failure::field(field, message)))
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
    door: Door,
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
    door: Door,
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
            door.time.keep(&door.service, Arc::clone(&door.store), stopped).await;
        }
    });
    let is_all = answer_all(&door, lines, &answers, &stop, pin!(ended), &Scope::default()).await;
    stop.send_replace(true);
    if let Err(error) = keeping.await {
        tracing::error!(%error, "what keeps the time did not stop in order");
    }
    door.outboxes.leave().await;
    drop(answers);
    let ended = |thread: Thread| {
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
pub(super) async fn answer_all(
    door: &Arc<Door>,
    mut lines: mpsc::Receiver<Vec<u8>>,
    answers: &mpsc::Sender<String>,
    stop: &watch::Sender<bool>,
    mut ended: Pin<&mut impl Future<Output = ()>>,
    scope: &Scope,
) -> bool {
    let room = Arc::new(Semaphore::new(LATER));
    let mut later = JoinSet::new();
    let is_all = loop {
        let silent = async {
            match scope.idle {
                Some(idle) => door.time.pass(idle).await,
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
                let _ = answers.send(refusal(&Value::Null, &too_silent())).await;
                break false;
            }
        };
        let Some(line) = line else { break true };
        let answer = match line::read(&line).and_then(|line| scope.check(line)) {
            Err((id, failure)) => refusal(&id, &failure),
            Ok(line) if !line.is_async => {
                let door = Arc::clone(door);
                answered(&line.id, unbroken(async move { door.answer(line.request).await }).await)
            }
            Ok(line) => match Arc::clone(&room).try_acquire_owned() {
                Err(_) => {
                    let message = format!("at most {LATER} requests are answered later at a time");
                    refusal(&line.id, &Failure::too_much(message))
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
                            answer = unbroken(async move { door.answer(line.request).await }) => {
                                answered(&line.id, answer)
                            }
                            _ = stopped.wait_for(|stop| *stop && is_waiting) => {
                                refusal(&line.id, &Failure::not_waiting("the program ends"))
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

fn too_silent() -> Failure {
    Failure::of(Code::Idle, None, "nothing was asked for too long, and nothing was waited for")
}

/// What a request is answered with. One at which the program breaks is answered, too, and ends nothing else: a bridge that
/// tells an event again would end it again and again.
async fn unbroken(
    work: impl Future<Output = Result<Value, Failure>> + Send + 'static,
) -> Result<Value, Failure> {
    // Whoever waits no longer ends the work with the set.
    let mut working = JoinSet::new();
    working.spawn(work);
    match working.join_next().await {
        Some(Ok(answer)) => answer,
        broken => {
            tracing::error!(?broken, "the program broke at a request");
            Err(Failure::trouble("the program broke at this request"))
        }
    }
}

pub(super) fn answered(id: &Value, answer: Result<Value, Failure>) -> String {
    match answer {
        Ok(answer) => json!({"id": id, "ok": answer}).to_string(),
        Err(failure) => refusal(id, &failure),
    }
}

pub(super) fn refusal(id: &Value, failure: &Failure) -> String {
    json!({"id": id, "error": failure}).to_string()
}

type Thread = thread::JoinHandle<io::Result<()>>;

/// Reads lines on a thread of its own, as reading blocks.
fn read_all(mut input: impl BufRead + Send + 'static) -> io::Result<(mpsc::Receiver<Vec<u8>>, Thread)> {
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
fn write_all(mut output: impl Write + Send + 'static) -> io::Result<(mpsc::Sender<String>, Thread)> {
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
        let failure = unbroken(async { panic!("a fault") }).await.expect_err("nothing was done");
        assert!(refusal(&Value::Null, &failure).contains(r#""code":"trouble""#), "{failure:?}");
        assert_eq!(unbroken(async { Ok(json!({})) }).await, Ok(json!({})));
    }
}
