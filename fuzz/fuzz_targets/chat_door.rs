//! Fuzz target for the chat door: feeds arbitrary lines of `adoube chat serve`, as a bridge writes
//! them, and checks that each gets its answers, in order. Not here: what a command means
//! (`commands`).
//!
//! One door is asked again and again, as opening one takes far longer than a line. Each run has channels, persons, places and
//! event ids of its own: where a line names one of the platform `x`, the number of the run is put behind the colon, and an
//! event id begins with it, as the door refuses an id that it knows from another event. An input that
//! moves the clock gets a new door, as the clock would run the due jobs of all games at the shared one. A door is closed after a
//! number of requests.
//!
//! - Every answer is one line of one JSON object with an id, and either `ok`, `error` or `pending`.
//! - Every line has one answer at once; those that say `pending` have one more, at any time.
//! - An error has a code and a sentence, and is never that the program broke.

#![no_main]

use std::{
    io::{self, BufReader, Read, Write},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
};

use adoube_bot::ComputerSettings;
use adoube_platform_door::{self as door, ChatDoor, DoorSettings};
use adoube_store::MemoryStore;
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::{Value, json};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
};

/// Lines of one run.
const LINES: usize = 12;
/// Runs at one door.
const RUNS: u64 = 500;
/// Error codes that a line may be answered with. `trouble` is none of them: the store does not fail.
const ERRORS: [&str; 7] = [
    "bad-line",
    "bad-field",
    "unknown-request",
    "unsupported-version",
    "event-id-used",
    "not-waiting",
    "too-much",
];

static ASKED: Mutex<Option<Asked>> = Mutex::new(None);

/// A door that is open.
struct Asked {
    lines: Option<Sender<Vec<u8>>>,
    answers: Receiver<Vec<u8>>,
    read: Vec<u8>,
    runs: u64,
    /// Answers that were said to be pending and have not come.
    pending: usize,
    /// Its end.
    served: Option<JoinHandle<io::Result<()>>>,
    runtime: Runtime,
}

impl Asked {
    fn open() -> Self {
        let (lines, input) = channel();
        let (output, answers) = channel();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
        let settings = DoorSettings {
            is_clock_input: true,
            seed: Some(1),
            pictures: None,
            accepts_calendar: false,
            computer: ComputerSettings { enabled: false, ..ComputerSettings::default() },
        };
        let door = runtime.block_on(ChatDoor::open(Arc::new(MemoryStore::new()), &settings)).expect("a door");
        let input = BufReader::new(Input { lines: input, rest: Vec::new() });
        let served = runtime.spawn(door::serve(door, input, Output(output), std::future::pending()));
        let lines = Some(lines);
        Self { lines, answers, read: Vec::new(), runs: 0, pending: 0, served: Some(served), runtime }
    }

    fn say(&self, line: &[u8]) {
        let line = [line, b"\n"].concat();
        self.lines.as_ref().and_then(|lines| lines.send(line).ok()).expect("the door is open");
    }

    /// The next answer.
    fn hear(&mut self) -> Value {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return serde_json::from_slice(&line).expect("an answer is JSON");
            }
            self.read.extend(self.answers.recv().expect("the door answers"));
        }
    }

    fn run(&mut self, text: &str) {
        self.runs += 1;
        let mut said = 0;
        for line in text.lines().take(LINES) {
            let own = line.replace("\"x:", &format!("\"x:{}-", self.runs));
            let own = own.replace("\"event\":\"", &format!("\"event\":\"{}-", self.runs));
            self.say(own.as_bytes());
            said += 1;
        }
        let end = json!(format!("end of run {}", self.runs));
        self.say(json!({"id": end, "do": "hello", "version": 1}).to_string().as_bytes());
        let (mut answered, mut pending) = (0, 0);
        loop {
            let answer = self.hear();
            if answer["id"] == end {
                break;
            }
            pending += usize::from(check(&answer));
            answered += 1;
        }
        // Those that were pending may have come or not.
        let late = answered - said;
        self.pending += pending;
        assert!(answered >= said && late <= self.pending, "{answered} answers to {said} lines");
        self.pending -= late;
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.lines = None;
        if let Some(served) = self.served.take() {
            self.runtime.block_on(served).expect("no panic").expect("memory");
        }
    }
}

/// Whether an answer says that another one follows.
fn check(answer: &Value) -> bool {
    let fields = answer.as_object().expect("an object");
    assert!(fields.contains_key("id") && fields.len() == 2, "{answer}");
    if let Some(error) = fields.get("error") {
        let code = error["code"].as_str().expect("a code");
        assert!(ERRORS.contains(&code), "{answer}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    }
    assert!(["ok", "error", "pending"].iter().any(|field| fields.contains_key(*field)), "{answer}");
    fields.contains_key("pending")
}

struct Input {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

struct Output(Sender<Vec<u8>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|text: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(text) else { return Corpus::Reject };
    if text.contains("clock") {
        Asked::open().run(text);
        return Corpus::Keep;
    }
    let mut kept = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut asked = kept.take().filter(|asked| asked.runs < RUNS).unwrap_or_else(Asked::open);
    asked.run(text);
    *kept = Some(asked);
    Corpus::Keep
});
