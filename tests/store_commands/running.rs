//! Helpers that run the program as a process, as a server or as a store command, and read its
//! output.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::unix::net::UnixStream,
    path::Path,
    process::{Child, Stdio},
};

use adoube_testing::TEST_TIMEOUT;
use tempfile::TempDir;

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A bot that runs until it is dropped.
pub(crate) struct Running {
    child: Child,
    address: String,
}

impl Running {
    pub(crate) fn start(here: &Path, data: &str) -> Self {
        let mut child = adoube_testing::adoube!()
            .current_dir(here)
            .args(["--data", data])
            .env("ADOUBE_WEB__PORT", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says something");
        let address = line.split_whitespace().find(|word| word.starts_with("http://"));
        Self { child, address: address.expect("an address").to_owned() }
    }

    /// Has it write a few records: whoever comes without a cookie is somebody new.
    pub(crate) fn write(&self, times: usize) {
        for _ in 0..times {
            ureq::get(&self.address).call().expect("the page");
        }
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) fn stop(mut self) {
        adoube_testing::program::signal(self.child.id(), "TERM");
        assert!(self.child.wait().expect("it ends").success());
    }

    /// Kills it without a word.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a command succeeded, and what it says.
pub(crate) fn output(here: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = adoube_testing::adoube!();
    let output = command.current_dir(here).args(arguments).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), said)
}

/// What a command says that does what it should.
pub(crate) fn run(here: &Path, arguments: &[&str]) -> String {
    let (is_done, said) = output(here, arguments);
    assert!(is_done, "{arguments:?}: {said}");
    said
}

/// What a command says that must not do it.
pub(crate) fn refused(here: &Path, arguments: &[&str]) -> String {
    let (is_done, said) = output(here, arguments);
    assert!(!is_done, "{arguments:?}: {said}");
    said
}

/// What the socket answers until it is closed.
pub(crate) fn ask(socket: &Path, what: &[u8]) -> String {
    let mut stream = UnixStream::connect(socket).expect("it listens");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a limit");
    // It may have enough before the end.
    let _ = stream.write_all(what).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Waits for the first byte.
pub(crate) fn wait_for_answer(stream: &mut UnixStream) {
    stream.read_exact(&mut [0]).expect("it answers");
}

/// The names in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
