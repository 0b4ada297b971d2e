//! Client of a live export: reads the records of a running program through its socket, as a
//! snapshot of a store.

use std::{
    io::{self, BufRead as _, BufReader, Read, Write as _},
    os::unix::net::UnixStream,
    path::Path,
    time::Duration,
};

use adoube_store::{ExportReader, Snapshot, StoreError, StoreFuture, StoreRow, TransferError};

use super::{ASKED, MAX_LINE_BYTES, at_socket};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// The most bytes of a chunk: the rows of a page, each as long as a line can be.
const MAX_PIECE_BYTES: u64 = 128 * 1024 * 1024;

/// The records of a running program, as of the moment of the first request. Its futures block: commands do nothing else
/// meanwhile.
#[derive(Debug)]
pub struct LiveSnapshot {
    rows: u64,
    /// `None` after a failure.
    walk: Option<ExportReader<BufReader<ExportChunks>>>,
    is_at_end: bool,
}

impl LiveSnapshot {
    /// Asks the program that has this folder open. `None` if no program answers.
    ///
    /// # Errors
    /// The program refuses, or ends before the export does.
    pub fn ask(data: &Path) -> Result<Option<Self>, StoreError> {
        let Ok(stream) = at_socket(data, |path| UnixStream::connect(path)) else { return Ok(None) };
        stream.set_read_timeout(Some(PATIENCE)).map_err(broken)?;
        let mut snapshot = Self { rows: 0, walk: None, is_at_end: false };
        snapshot.begin(ExportChunks { stream: BufReader::new(stream), left: 0, is_at_end: false })?;
        Ok(Some(snapshot))
    }

    fn begin(&mut self, mut chunks: ExportChunks) -> Result<(), StoreError> {
        self.rows = chunks.ask().map_err(broken)?;
        self.walk = Some(ExportReader::begin(BufReader::new(chunks)).map_err(store_error)?);
        self.is_at_end = false;
        Ok(())
    }

    fn next(&mut self, limit: usize) -> Result<Vec<StoreRow>, StoreError> {
        let mut rows = Vec::new();
        while !self.is_at_end && rows.len() < limit {
            let walk = self.walk.as_mut().ok_or_else(|| broken(io::ErrorKind::NotConnected.into()))?;
            match walk.row() {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => self.is_at_end = true,
                Err(error) => {
                    self.walk = None;
                    return Err(store_error(error));
                }
            }
        }
        Ok(rows)
    }
}

impl Snapshot for LiveSnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.rows)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        Box::pin(async move { self.next(limit) })
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // The rest of the export is read, as it cannot be cancelled.
            while !self.is_at_end {
                self.next(1)?;
            }
            match self.walk.take() {
                Some(walk) => self.begin(walk.into_inner().into_inner()),
                None => Err(broken(io::ErrorKind::NotConnected.into())),
            }
        })
    }
}

fn broken(error: io::Error) -> StoreError {
    let error = match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::other("it has stopped before the end"),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => io::Error::other("it does not answer"),
        _ => error,
    };
    StoreError::Io { doing: "asking the adoube that is running".to_owned(), source: error.into() }
}

fn store_error(error: TransferError) -> StoreError {
    match error {
        TransferError::Store(error) => error,
        TransferError::Read(error) => broken(error),
        error => broken(io::Error::other(error.to_string())),
    }
}

/// Reads the chunks of an answer as one stream.
#[derive(Debug)]
struct ExportChunks {
    stream: BufReader<UnixStream>,
    /// Bytes left of the current chunk.
    left: u64,
    is_at_end: bool,
}

impl ExportChunks {
    /// Sends the request, and returns the number of rows.
    fn ask(&mut self) -> io::Result<u64> {
        self.stream.get_mut().write_all(ASKED.as_bytes())?;
        (self.left, self.is_at_end) = (0, false);
        let line = self.line()?;
        line.strip_prefix("rows ").and_then(|rows| rows.parse().ok()).ok_or_else(strange)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        (&mut self.stream).take(MAX_LINE_BYTES).read_line(&mut line)?;
        let line = line.strip_suffix('\n').ok_or(io::ErrorKind::UnexpectedEof)?;
        match line.strip_prefix('!') {
            Some(why) => Err(io::Error::other(why.to_owned())),
            None => Ok(line.to_owned()),
        }
    }
}

impl Read for ExportChunks {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.is_at_end {
            self.left = self.line()?.parse().map_err(|_| strange())?;
            self.is_at_end = self.left == 0;
        }
        if self.left > MAX_PIECE_BYTES {
            return Err(strange());
        }
        if self.is_at_end || into.is_empty() {
            return Ok(0);
        }
        match (&mut self.stream).take(self.left).read(into)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                self.left -= read as u64;
                Ok(read)
            }
        }
    }
}

fn strange() -> io::Error {
    io::Error::other("it answers something else; is it of another version?")
}
