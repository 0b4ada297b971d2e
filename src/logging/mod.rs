//! The log of the program: starts the logging of lines to standard error, for people or as JSON. A
//! log that cannot be written never stops the program.

mod filter;
mod settings;
mod writer;

use std::{
    env,
    io::{self, IsTerminal as _, Write as _},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tracing::{Level, Subscriber};
use tracing_subscriber::{
    Layer as _,
    filter::Targets,
    fmt::{self, MakeWriter},
    layer::SubscriberExt as _,
    registry,
    util::SubscriberInitExt as _,
};

use self::writer::{LogQueue, QueueWriter};
pub use self::{
    filter::LevelError,
    settings::{LogConfig, LogFormat},
};

/// How long the end of the program waits for the log to be written.
const FLUSH_TIME: Duration = Duration::from_secs(1);

/// The log of this process.
#[derive(Default)]
pub struct ProgramLog {
    format: LogFormat,
    queue: Option<Arc<LogQueue>>,
}

impl ProgramLog {
    /// Starts the log as configured.
    ///
    /// # Errors
    ///
    /// A wrong level, or no thread to write with.
    pub fn start(&mut self, config: &LogConfig) -> Result<(), LogStartError> {
        let filter = filter::filter(&config.level)?;
        let format = config.format;
        let queue = Arc::new(LogQueue::default());
        let lost = move |lines| {
            let told = format!("{lines} lines of the log are lost: they could not be written");
            line(format, Level::WARN, &told)
        };
        LogQueue::spawn(&queue, io::stderr(), lost)?;
        let writer = QueueWriter(Arc::clone(&queue));
        // A second subscriber is refused; the first one goes on.
        let _ = subscriber(format, filter, move || writer.clone()).try_init();
        *self = Self { format, queue: Some(queue) };
        Ok(())
    }

    /// Writes why the program ends, at any level. `format` counts if the log has not started.
    pub fn report_failure(&self, message: &str, format: LogFormat) {
        let format = if self.queue.is_some() { self.format } else { format };
        let line = match format {
            LogFormat::Text => format!("adoube: {message}\n").into_bytes(),
            LogFormat::Json => line(format, Level::ERROR, message),
        };
        match &self.queue {
            Some(queue) => queue.push(&line),
            None => {
                // Where nobody reads that, there is nobody to tell.
                let _ = io::stderr().write_all(&line);
            }
        }
    }

    /// Waits until the log is written, but not for ever: its reader may have stopped.
    pub fn finish(self) {
        if let Some(queue) = self.queue {
            queue.flush(FLUSH_TIME);
        }
    }
}

/// A subscriber that writes what the filter passes. The filter is the lowest layer, so its most verbose level is that of the
/// process, and more verbose events cost one comparison.
fn subscriber<W>(format: LogFormat, filter: Targets, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = fmt::layer().with_ansi(has_colours()).log_internal_errors(false).with_writer(writer);
    let layer = match format {
        LogFormat::Text => layer.compact().boxed(),
        LogFormat::Json => layer.json().boxed(),
    };
    registry().with(filter).with(layer)
}

/// Why the log does not start.
#[derive(Debug, thiserror::Error)]
pub enum LogStartError {
    /// The level does not exist.
    #[error("log.level cannot be that: {0}")]
    Level(#[from] LevelError),
    /// The system refuses a thread.
    #[error("the log has no thread to write with: {0}")]
    Thread(#[from] io::Error),
}

/// Escape sequences are for terminals that know them, unless they are unwanted (<https://no-color.org>).
fn has_colours() -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    io::stderr().is_terminal() && !is_unwanted && !is_dumb
}

/// One line in the format of the log, for messages that no filter may hide.
fn line(format: LogFormat, level: Level, message: &str) -> Vec<u8> {
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let writer = Arc::clone(&bytes);
    let log = tracing_subscriber::fmt()
        .with_ansi(false)
        .log_internal_errors(false)
        .with_writer(move || Buffer(Arc::clone(&writer)));
    let say = || {
        if level == Level::ERROR {
            tracing::error!(target: "adoube", "{message}");
        } else {
            tracing::warn!(target: "adoube", "{message}");
        }
    };
    match format {
        LogFormat::Text => tracing::subscriber::with_default(log.compact().finish(), say),
        LogFormat::Json => tracing::subscriber::with_default(log.json().finish(), say),
    }
    std::mem::take(&mut *bytes.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Bytes in memory.
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl io::Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_of_json_with_level_and_message() {
        let line =
            String::from_utf8(line(LogFormat::Json, Level::ERROR, "one\ntwo \"three\"")).expect("text");
        assert_eq!(line.lines().count(), 1, "{line}");
        let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(read["level"], "ERROR");
        assert_eq!(read["fields"]["message"], "one\ntwo \"three\"");
        assert!(read["timestamp"].is_string(), "{line}");
    }
}
