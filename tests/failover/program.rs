//! Starts, kills and restarts programs with their chat doors open, over one database, and sends
//! them many requests at a time. Not here: which requests (`players`, `posts`).

use std::{
    collections::HashMap,
    env,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Stdio},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};

/// Nobody waits longer for an answer, whatever becomes of the database: that would be for ever.
const AT_MOST: Duration = Duration::from_secs(120);

/// What a request came to.
pub enum Answer {
    Done(Value),
    /// It was refused, with what the program says of it.
    Refused(Value),
    /// The program died first.
    Gone,
}

/// Who waits for which answer; nothing once the program is gone.
type Waiting = Arc<Mutex<Option<HashMap<u64, Sender<Value>>>>>;

/// A program that runs.
pub struct Program {
    child: Mutex<Child>,
    input: Mutex<ChildStdin>,
    waiting: Waiting,
    asked: AtomicU64,
}

impl Program {
    fn start(url: &str, connections: usize) -> Self {
        let mut command = adoube_testing::adoube!();
        let mut child = command
            .args(["chat", "serve"])
            .env("ADOUBE_STORE__URL", url)
            .env("ADOUBE_STORE__CONNECTIONS", connections.to_string())
            .env("ADOUBE_LOG__LEVEL", "off")
            .current_dir(env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let waiting: Waiting = Arc::new(Mutex::new(Some(HashMap::new())));
        let told = Arc::clone(&waiting);
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
                if answer["pending"] == true {
                    continue;
                }
                let asker = answer["id"].as_u64().and_then(|id| lock(&told).as_mut()?.remove(&id));
                // Who asked may have ended.
                let _ = asker.map(|asker| asker.send(answer));
            }
            // Whoever still waits hears by that that nothing comes.
            *lock(&told) = None;
        });
        Self { child: Mutex::new(child), input: Mutex::new(input), waiting, asked: AtomicU64::new(0) }
    }

    /// Asks, beside whatever others ask.
    pub fn ask(&self, request: Value) -> Answer {
        self.asking(request).map_or(Answer::Gone, Asked::answer)
    }

    /// Asks, and does not wait for the answer yet; nothing when the program is gone.
    pub fn asking(&self, mut request: Value) -> Option<Asked> {
        let id = self.asked.fetch_add(1, Ordering::Relaxed);
        request["id"] = json!(id);
        request["async"] = json!(true);
        let (sender, answer) = mpsc::channel();
        lock(&self.waiting).as_mut()?.insert(id, sender);
        writeln!(lock(&self.input), "{request}").ok()?;
        Some(Asked { request, answer })
    }

    fn kill(&self) {
        let mut child = lock(&self.child);
        // It may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// What was asked, and where the answer comes.
pub struct Asked {
    request: Value,
    answer: Receiver<Value>,
}

impl Asked {
    /// Waits for the answer.
    pub fn answer(self) -> Answer {
        let Self { request, answer } = self;
        match answer.recv_timeout(AT_MOST) {
            Ok(answer) => Answer::of(answer),
            Err(RecvTimeoutError::Disconnected) => Answer::Gone,
            Err(RecvTimeoutError::Timeout) => panic!("{request} has waited for {AT_MOST:?}"),
        }
    }

    /// The same, however long nothing happens that could be told.
    pub fn news(self) -> Answer {
        self.answer.recv().map_or(Answer::Gone, Answer::of)
    }
}

impl Answer {
    fn of(mut answer: Value) -> Self {
        if answer["ok"].is_null() {
            Self::Refused(answer["error"].take())
        } else {
            Self::Done(answer["ok"].take())
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The programs there are, some of which may be dead at the moment.
pub struct Pool {
    urls: Vec<String>,
    connections: usize,
    programs: Mutex<Vec<Option<Arc<Program>>>>,
    changed: Condvar,
}

impl Pool {
    /// One for each address of the database, each with so many connections to it.
    pub fn start(urls: Vec<String>, connections: usize) -> Self {
        let programs = urls.iter().map(|url| Some(Arc::new(Program::start(url, connections)))).collect();
        Self { urls, connections, programs: Mutex::new(programs), changed: Condvar::new() }
    }

    pub fn len(&self) -> usize {
        self.urls.len()
    }

    /// This one, or another one while it is dead; waits while all are.
    pub fn one(&self, preferred: usize) -> Arc<Program> {
        let mut programs = lock(&self.programs);
        loop {
            let found = (0..self.len()).find_map(|step| programs[(preferred + step) % self.len()].clone());
            match found {
                Some(found) => return found,
                None => programs = self.wait(programs),
            }
        }
    }

    /// This one, if it runs.
    pub fn exactly(&self, index: usize) -> Option<Arc<Program>> {
        lock(&self.programs)[index].clone()
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&self, index: usize) {
        let taken = lock(&self.programs)[index].take();
        if let Some(program) = taken {
            program.kill();
        }
    }

    /// Starts it again.
    pub fn start_again(&self, index: usize) {
        let program = Arc::new(Program::start(&self.urls[index], self.connections));
        lock(&self.programs)[index] = Some(program);
        self.changed.notify_all();
    }

    fn wait<'p>(
        &self,
        programs: MutexGuard<'p, Vec<Option<Arc<Program>>>>,
    ) -> MutexGuard<'p, Vec<Option<Arc<Program>>>> {
        let (programs, waited) =
            self.changed.wait_timeout(programs, AT_MOST).unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "no program runs");
        programs
    }
}

pub fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}
