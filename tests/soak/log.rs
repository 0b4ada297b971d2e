//! Captures the program's log lines and keeps warnings and errors for the test. Not here: what may
//! be logged.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use tracing_subscriber::fmt::{MakeWriter, writer::MakeWriterExt as _};

/// Lines that were logged.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    pub fn so_far(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What was logged.
#[derive(Clone, Default)]
pub struct Log {
    /// At the level of errors.
    pub errors: Lines,
    pub warnings: Lines,
}

impl Log {
    /// Keeps what is logged from now on.
    pub fn begin() -> Self {
        let log = Self::default();
        let errors = log.errors.clone().with_max_level(tracing::Level::ERROR);
        let warnings = log.warnings.clone().with_max_level(tracing::Level::WARN);
        let warnings = warnings.with_min_level(tracing::Level::WARN);
        let begun = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(tracing::Level::WARN)
            .with_writer(errors.and(warnings))
            .try_init();
        begun.expect("nothing else logs in this process");
        log
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes).trim_end().to_owned();
        eprintln!("{line}");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
