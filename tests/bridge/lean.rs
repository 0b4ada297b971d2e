//! Tests of the lean bridge of `examples/bridge` at a terminal: two people play to mate, with a
//! program of its own and with one that runs.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc,
    thread,
};

use adoube_testing::{TEST_TIMEOUT, program::forget_settings};

use crate::world::has_python;

/// A bridge at its terminal.
struct Terminal {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
    seen: Vec<String>,
}

impl Terminal {
    /// With the door there: a program, or the socket of one that runs.
    fn open(door: &Path) -> Self {
        let mut command = Command::new("python3");
        forget_settings(&mut command);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bridge/lean.py")).arg(door);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (tell, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { child, input, lines, seen: Vec::new() }
    }

    fn says(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    /// Waits for a line with these words.
    fn shows(&mut self, words: &str) {
        loop {
            let line = self.lines.recv_timeout(TEST_TIMEOUT);
            let line = line.unwrap_or_else(|_| panic!("waited in vain for {words}: {:#?}", self.seen));
            let is_it = line.contains(words);
            self.seen.push(line);
            if is_it {
                return;
            }
        }
    }

    /// Two play the shortest game.
    fn play(mut self) {
        for (line, shown) in [
            ("Bob: hello everybody", None),
            ("Ada: !play bob chess white", Some("1 Accept")),
            ("Bob: 1", Some("Ada (White) is to move")),
            ("Ada: f3", Some("played 1. f3")),
            ("Bob: !move d9", Some("(to Bob) ")),
            ("Bob: e5", Some("played 1… e5")),
            ("Ada: g4", Some("played 2. g4")),
            ("Bob: Qh4", Some("Checkmate: Bob wins")),
            ("Ada: !export pgn", Some("(to Ada) ")),
        ] {
            self.says(line);
            if let Some(shown) = shown {
                self.shows(shown);
            }
        }
        assert!(self.seen.iter().any(|line| line.contains("a  b  c  d  e  f  g  h")), "{:#?}", self.seen);
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn two_play_at_a_terminal_with_a_program_of_its_own() {
    if has_python() {
        Terminal::open(Path::new(env!("CARGO_BIN_EXE_adoube"))).play();
    }
}

#[test]
fn two_play_at_a_terminal_by_way_of_a_program_that_runs() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("config.toml"), "[door]\nlisten = \"unix:door.sock\"\n").expect("a file");
    let mut command = adoube_testing::adoube!();
    command.current_dir(folder.path()).args(["--data", "data"]).env("ADOUBE_WEB__PORT", "0");
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut ready = String::new();
    let mut output = BufReader::new(running.stdout.take().expect("its output"));
    output.read_line(&mut ready).expect("it is ready");
    Terminal::open(&folder.path().join("door.sock")).play();
    adoube_testing::program::signal(running.id(), "TERM");
    assert!(running.wait().expect("it ends").success());
}
