//! Serves the chat door on standard input and output: one thread reads and one writes, because both
//! block.

use std::{
    io::{self, BufRead, Write},
    pin::pin,
    sync::Arc,
    thread,
    time::Duration,
};

use adoube_platform::json_lines::read_line;
use tokio::sync::{mpsc, watch};

use super::request_loop::{ConnectionScope, answer_all};
use crate::{door::ChatDoor, protocol::limits::MAX_LINE_BYTES};

/// Lines read ahead, and answers that wait to be written.
const MAX_QUEUED_LINES: usize = 64;

/// How long requests under way may take after a request to stop: the client may no longer read
/// answers.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers every line of `input` until it ends, `output` is closed or `asked` resolves. Requests
/// under way are finished, unless they wait for a delivery.
///
/// # Errors
/// The input cannot be read, or the output cannot be written.
pub async fn serve(
    door: ChatDoor,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    asked: impl Future<Output = ()>,
) -> io::Result<()> {
    let stop = watch::Sender::new(false);
    let mut ended = stop.subscribe();
    let ended = async move {
        // A dropped sender also means the end.
        let _ = ended.wait_for(|ended| *ended).await;
    };
    let late = async {
        asked.await;
        stop.send_replace(true);
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
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
    let background = tokio::spawn({
        let (door, mut stopped) = (Arc::clone(&door), stop.subscribe());
        async move {
            let stopped = async {
                // A dropped sender also means the end.
                let _ = stopped.wait_for(|stop| *stop).await;
            };
            door.run_background(stopped).await;
        }
    });
    let is_all = answer_all(&door, lines, &answers, &stop, pin!(ended), &ConnectionScope::default()).await;
    stop.send_replace(true);
    if let Err(error) = background.await {
        tracing::error!(%error, "what keeps the time did not stop in order");
    }
    door.release_outboxes().await;
    drop(answers);
    let ended = |thread: ServerThread| {
        thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread of the door panicked")))
    };
    let written = tokio::task::spawn_blocking(move || ended(writing)).await.map_err(io::Error::other)?;
    match written {
        // The client no longer reads.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error),
        // Input that has not ended may block its thread forever.
        Ok(()) if !is_all => Ok(()),
        Ok(()) => tokio::task::spawn_blocking(move || ended(reading)).await.map_err(io::Error::other)?,
    }
}

type ServerThread = thread::JoinHandle<io::Result<()>>;

/// Starts the thread that reads lines.
fn read_all(mut input: impl BufRead + Send + 'static) -> io::Result<(mpsc::Receiver<Vec<u8>>, ServerThread)> {
    let (sender, lines) = mpsc::channel(MAX_QUEUED_LINES);
    let read = move || {
        let mut line = Vec::new();
        while read_line(&mut input, &mut line, MAX_LINE_BYTES)? {
            if sender.blocking_send(std::mem::take(&mut line)).is_err() {
                break;
            }
        }
        Ok(())
    };
    Ok((lines, thread::Builder::new().name("door-read".to_owned()).spawn(read)?))
}

/// Starts the thread that writes lines; it flushes when no line waits.
fn write_all(mut output: impl Write + Send + 'static) -> io::Result<(mpsc::Sender<String>, ServerThread)> {
    let (answers, mut lines) = mpsc::channel::<String>(MAX_QUEUED_LINES);
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
