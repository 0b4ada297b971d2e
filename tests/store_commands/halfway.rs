//! Simulates a program whose records are exported while it runs: it sends as much as the test wants
//! and then hangs, or is gone.

use std::{
    fmt::Write as _,
    fs::File,
    io::{BufRead, BufReader, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::Path,
};

/// What holds a folder, and may answer whoever asks.
pub(crate) struct Halfway {
    _lock: File,
    listener: UnixListener,
}

/// Somebody who asks.
pub(crate) struct Asker(BufReader<UnixStream>);

impl Halfway {
    pub(crate) fn hold(data: &Path) -> Self {
        let lock = File::options().write(true).open(data.join("lock")).expect("a data folder");
        // A program that another test begins at this moment may have it for as long as it takes to begin.
        lock.lock().expect("a lock");
        let socket = data.join("export.socket");
        let _ = std::fs::remove_file(&socket);
        Self { _lock: lock, listener: UnixListener::bind(socket).expect("a socket") }
    }

    pub(crate) fn wait(&self) -> Asker {
        Asker(BufReader::new(self.listener.accept().expect("somebody asks").0))
    }
}

impl Asker {
    /// Waits until whoever asks has taken nearly everything: more than the system keeps for them does not fit.
    pub(crate) fn wait_until_read(&mut self) {
        for number in 0..20 {
            let (key, value) = (format!("zz{number:02}"), "y".repeat(60_000));
            let row =
                format!("{{\"table\":\"web\",\"key\":\"{key}\",\"version\":1,\"value\":\"{value}\"}}\n");
            let _ = self.0.get_mut().write_all(format!("{}\n{row}", row.len()).as_bytes());
        }
    }

    /// Answers the next question with so many lines of an export, and the end if that is all of them.
    pub(crate) fn tell(&mut self, export: &str, lines: usize) {
        let mut asked = String::new();
        self.0.read_line(&mut asked).expect("it asks");
        assert_eq!(asked, "export\n");
        let all = export.lines().count();
        let mut told = format!("rows {}\n", all - 2);
        for line in export.lines().take(lines) {
            let _ = write!(told, "{}\n{line}\n", line.len() + 1);
        }
        if lines >= all {
            told.push_str("0\n");
        }
        // Whoever is killed meanwhile hears no more.
        let _ = self.0.get_mut().write_all(told.as_bytes());
    }
}
