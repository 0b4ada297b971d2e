//! Starts the program with its chat door open, sends and reads lines, and checks each against the
//! schema of the protocol.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{OnceLock, mpsc},
    thread,
};

use adoube_testing::TEST_TIMEOUT;
use jsonschema::Validator;
use serde_json::{Value, json};

/// The program, until it is dropped.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: mpsc::Receiver<String>,
    asked: u64,
    events: u64,
    overhears: Option<Overhears>,
}

/// Told each line, and whether it is a request.
type Overhears = Box<dyn FnMut(&str, bool)>;

impl Program {
    /// With these options beside the ones that make runs repeat themselves.
    pub(crate) fn start(options: &[&str]) -> Self {
        Self::with(&[&["--memory", "--clock", "input", "--seed", "7"], options].concat())
    }

    /// With these options.
    pub(crate) fn with(options: &[&str]) -> Self {
        Self::of(adoube_testing::adoube!(), options)
    }

    /// The program as this command runs it, with these options.
    pub(crate) fn of(mut command: Command, options: &[&str]) -> Self {
        let mut child = command
            .args(["chat", "serve"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let lines = lines.map(|line| line.expect("the program writes text"));
            // The test may have ended.
            lines.take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
        });
        Self { child, input, output, asked: 0, events: 0, overhears: None }
    }

    /// From now on somebody overhears everything that is said.
    pub(crate) fn overhear(&mut self, hears: impl FnMut(&str, bool) + 'static) {
        self.overhears = Some(Box::new(hears));
    }

    /// Sends a line as it is.
    pub(crate) fn send(&mut self, line: &str) {
        if let Some(hears) = &mut self.overhears {
            hears(line, true);
        }
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the program reads");
    }

    /// The next line, which fits the schema.
    pub(crate) fn read(&mut self) -> String {
        let line = self.output.recv_timeout(TEST_TIMEOUT).expect("the program answers");
        let answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
        if let Some(error) = answers().iter_errors(&answer).next() {
            panic!("no answer by the schema: {error} in {line}");
        }
        if let Some(hears) = &mut self.overhears {
            hears(&line, false);
        }
        line
    }

    /// Asks something that fits the schema.
    pub(crate) fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = self.asked.into();
        if let Some(error) = requests().iter_errors(&request).next() {
            panic!("no request by the schema: {error} in {request}");
        }
        self.send(&request.to_string());
        let mut answer: Value = serde_json::from_str(&self.read()).expect("it was read");
        assert_eq!(answer["id"], self.asked);
        assert!(answer.get("ok").is_some(), "{request}: {answer}");
        answer["ok"].take()
    }

    /// Somebody does something.
    pub(crate) fn event(&mut self, channel: &str, name: &str, what: &Value, show: &Value) -> Value {
        self.events += 1;
        let platform = channel.split(':').next().unwrap_or_default();
        let person = json!({"id": format!("{platform}:{}", name.to_lowercase()), "name": name});
        let mut event = json!({"do": "event", "event": self.events.to_string(), "channel": channel, "person": person, "show": show});
        for (field, value) in what.as_object().into_iter().flatten() {
            event[field] = value.clone();
        }
        self.ask(event)
    }

    /// Everything that waits for a platform, as it is said there.
    pub(crate) fn take(&mut self, platform: &str, show: &Value) -> Vec<Value> {
        let mut taken = Vec::new();
        loop {
            let found = self.ask(json!({"do": "outbox", "platform": platform, "show": show}));
            let deliveries = found["deliveries"].as_array().expect("a list").clone();
            if deliveries.is_empty() {
                return taken;
            }
            for delivery in deliveries {
                let mut next = delivery;
                while !next.is_null() {
                    let done = json!({"do": "done", "key": next["key"], "show": show});
                    taken.push(next);
                    next = self.ask(done)["next"].take();
                }
            }
        }
    }

    /// Asks it to end, as the system does. Whether that could be asked.
    pub(crate) fn ask_to_end(&self) -> bool {
        Command::new("kill").arg(self.child.id().to_string()).status().is_ok_and(|status| status.success())
    }

    /// The names of the threads it has, where the system tells them.
    pub(crate) fn threads(&self) -> Option<Vec<String>> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let names = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
        Some(names.map(|name| name.trim().to_owned()).collect())
    }

    /// The input, to write to it from elsewhere.
    pub(crate) fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("it is open")
    }

    /// Whether it ended well, once it has.
    pub(crate) fn ends_well(&mut self) -> bool {
        while let Ok(line) = self.output.recv_timeout(TEST_TIMEOUT) {
            drop(line);
        }
        self.child.wait().expect("the program ends").success()
    }

    /// Ends the input: the program has said no more and ended well when this returns.
    pub(crate) fn end(self) {
        self.end_with(|line| panic!("nothing more is said, but {line}"));
    }

    /// The same, with what is still answered.
    pub(crate) fn end_with(mut self, mut answered: impl FnMut(&str)) {
        drop(self.input.take());
        loop {
            match self.output.recv_timeout(TEST_TIMEOUT) {
                Ok(line) => answered(&line),
                Err(error) => {
                    assert_eq!(
                        error,
                        mpsc::RecvTimeoutError::Disconnected,
                        "the program ends with its input"
                    );
                    break;
                }
            }
        }
        assert!(self.child.wait().expect("the program ends").success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Where a test failed it may still run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn schema() -> Value {
    let schema = include_str!("../../docs/protocols/chat-door.schema.json");
    serde_json::from_str(schema).expect("the schema is JSON")
}

fn validator(of: &str) -> Validator {
    let mut schema = schema();
    schema["$ref"] = format!("#/$defs/{of}").into();
    jsonschema::validator_for(&schema).expect("a schema")
}

/// What a request is.
pub(crate) fn requests() -> &'static Validator {
    static REQUESTS: OnceLock<Validator> = OnceLock::new();
    REQUESTS.get_or_init(|| validator("request"))
}

/// What an answer of this version is: no field that the schema does not name, though bridges have to bear some.
pub(crate) fn answers() -> &'static Validator {
    static ANSWERS: OnceLock<Validator> = OnceLock::new();
    ANSWERS.get_or_init(|| {
        let mut schema = schema();
        close(&mut schema["$defs"]);
        schema["$ref"] = "#/$defs/answer".into();
        jsonschema::validator_for(&schema).expect("a schema")
    })
}

/// What an answer of any version is.
pub(crate) fn answers_to_come() -> &'static Validator {
    static ANSWERS: OnceLock<Validator> = OnceLock::new();
    ANSWERS.get_or_init(|| validator("answer"))
}

/// Lets objects have no fields but those that are named.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), false.into());
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}
