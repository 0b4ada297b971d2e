//! Tests of bridges that connect to the running program's chat door: several at once, beside its
//! web chat, over one store; authentication, isolation between bridges, and an orderly end. Not
//! here: the protocol itself, which is the same as on standard input.
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpStream,
    os::unix::{fs::PermissionsExt as _, net::UnixStream},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::mpsc,
    thread,
};

use adoube_testing::{TEST_TIMEOUT, ports};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{answers, requests};

/// The running program with a door.
struct Running {
    child: Child,
    said: mpsc::Receiver<String>,
    folder: PathBuf,
}

impl Running {
    /// With these lines under `[door]`.
    fn start(folder: &Path, door: &str) -> Self {
        fs::write(folder.join("config.toml"), format!("[door]\n{door}\n")).expect("a file");
        let mut command = adoube_testing::adoube!();
        command.current_dir(folder).args(["--data", "data"]).env("ADOUBE_WEB__PORT", "0");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let (tell, said) = mpsc::channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
        let program = Self { child, said, folder: folder.to_owned() };
        let ready = program.said.recv_timeout(TEST_TIMEOUT).expect("it is ready");
        assert!(ready.contains("adoube is ready"), "{ready}");
        program
    }

    fn client(&self) -> Client {
        let stream = UnixStream::connect(self.folder.join("door.sock")).expect("a connection");
        stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
        Client::new(Box::new(stream.try_clone().expect("the same")), Box::new(stream))
    }

    /// A bridge of that platform, which was let in.
    fn bridge(&self, platform: &str) -> Client {
        let mut client = self.client();
        let hello = client.ask(&json!({"do": "hello", "version": 1, "platform": platform}));
        assert!(
            hello["features"].as_array().is_some_and(|all| all.contains(&"connections".into())),
            "{hello}"
        );
        client
    }

    /// Ends it as the system does, and says whether that went well.
    fn ends_at(mut self, signal: &str) -> bool {
        adoube_testing::program::signal(self.child.id(), signal);
        while self.said.recv_timeout(TEST_TIMEOUT).is_ok() {}
        self.child.wait().expect("it ends").success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One who is connected.
struct Client {
    input: BufReader<Box<dyn std::io::Read>>,
    output: Box<dyn std::io::Write>,
    asked: u64,
}

impl Client {
    fn new(input: Box<dyn std::io::Read>, output: Box<dyn std::io::Write>) -> Self {
        Self { input: BufReader::new(input), output, asked: 0 }
    }

    fn tcp(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
        Self::new(Box::new(stream.try_clone().expect("the same")), Box::new(stream))
    }

    fn send(&mut self, request: &Value) {
        writeln!(self.output, "{request}").expect("it is read");
    }

    /// The next answer, which fits the schema; none at the end.
    fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        // What was not read when the other side closed makes an error of its end.
        if self.input.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        let answer = serde_json::from_str(&line).expect("JSON");
        assert!(answers().is_valid(&answer), "{answer}");
        Some(answer)
    }

    /// Whatever a request is answered with.
    fn answer(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = self.asked.into();
        assert!(requests().is_valid(&request), "{request}");
        self.send(&request);
        let answer = self.next().expect("an answer");
        assert_eq!(answer["id"], self.asked, "{answer}");
        answer
    }

    fn ask(&mut self, request: &Value) -> Value {
        let mut answer = self.answer(request.clone());
        assert!(answer["error"].is_null(), "{request}: {answer}");
        answer["ok"].take()
    }

    fn error(&mut self, request: Value) -> (String, String) {
        let error = self.answer(request)["error"].take();
        let part = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        (part("code"), part("field"))
    }

    fn does(&mut self, channel: &str, name: &str, command: &str) -> Value {
        let platform = channel.split(':').next().unwrap_or_default();
        let person = json!({"id": format!("{platform}:{}", name.to_lowercase()), "name": name});
        let event = format!("{platform}-{}", self.asked);
        self.ask(
            &json!({"do": "event", "event": event, "channel": channel, "person": person, "command": command}),
        )
    }

    /// The words of all that waits for a platform.
    fn take(&mut self, platform: &str) -> Vec<String> {
        let mut words = Vec::new();
        loop {
            let found = self.ask(&json!({"do": "outbox", "platform": platform}));
            let Some(first) = found["deliveries"].get(0) else { return words };
            words.push(first["message"]["text"].as_str().expect("words").to_owned());
            self.ask(&json!({"do": "done", "key": first["key"]}));
        }
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

const SOCKET: &str = "listen = \"unix:door.sock\"";

#[test]
fn several_bridges_play_at_once_and_none_sees_another() {
    let folder = folder();
    let program = Running::start(folder.path(), SOCKET);
    let (mut irc, mut xmpp) = (program.bridge("irc"), program.bridge("xmpp"));
    for (bridge, platform) in [(&mut irc, "irc"), (&mut xmpp, "xmpp")] {
        let channel = format!("{platform}:chess");
        let people = ["Ada", "Bob"]
            .map(|name| json!({"id": format!("{platform}:{}", name.to_lowercase()), "name": name}));
        bridge.ask(&json!({"do": "people", "channel": channel, "all": people}));
        bridge.does(&channel, "Ada", "play bob chess white");
        bridge.does(&channel, "Bob", "accept");
        bridge.does(&channel, "Ada", if platform == "irc" { "move e4" } else { "move d4" });
    }
    // What waits for one is out of another's reach, by its platform and by its key.
    let found = irc.ask(&json!({"do": "outbox", "platform": "irc"}));
    let key = found["deliveries"][0]["key"].clone();
    let bad = |field: &str| ("bad-field".to_owned(), field.to_owned());
    assert_eq!(xmpp.error(json!({"do": "outbox", "platform": "irc"})), bad("platform"));
    for request in ["show", "done"] {
        assert_eq!(xmpp.error(json!({"do": request, "key": key})), bad("key"), "{request}");
    }
    assert_eq!(xmpp.error(json!({"do": "never", "key": key, "why": "x"})), bad("key"));
    let eve = json!({"id": "irc:ada", "name": "Ada"});
    let acts =
        json!({"do": "event", "event": "1", "channel": "irc:chess", "person": eve, "command": "resign"});
    assert_eq!(xmpp.error(acts), bad("channel"));
    let completed = json!({"do": "complete", "channel": "irc:chess", "person": eve, "line": "play "});
    assert_eq!(xmpp.error(completed), bad("channel"));
    assert_eq!(xmpp.error(json!({"do": "gone", "platform": "irc"})), bad("platform"));
    for (bridge, platform, other) in [(&mut irc, "irc", "d4"), (&mut xmpp, "xmpp", "e4")] {
        let words = bridge.take(platform).join("\n");
        assert!(words.contains("Ada played 1.") && !words.contains(other), "{words}");
    }
    // Another one may not serve the same platform, until the first has gone; then what waits is there, under the same key.
    irc.does("irc:chess", "Bob", "move e5");
    let key = irc.ask(&json!({"do": "outbox", "platform": "irc"}))["deliveries"][0]["key"].clone();
    let mut second = program.client();
    let hello = json!({"do": "hello", "version": 1, "platform": "irc"});
    assert_eq!(second.error(hello.clone()), ("platform-taken".to_owned(), "platform".to_owned()));
    assert_eq!(second.next(), None, "and the connection is closed");
    drop(irc);
    let mut irc = loop {
        let mut next = program.client();
        // The program may not have read yet that the first one has gone.
        if next.answer(hello.clone())["error"].is_null() {
            break next;
        }
    };
    assert_eq!(irc.ask(&json!({"do": "outbox", "platform": "irc"}))["deliveries"][0]["key"], key);
    assert!(program.ends_at("TERM"));
}

#[test]
fn at_the_end_whoever_waits_is_answered_and_records_are_kept() {
    let folder = folder();
    let program = Running::start(folder.path(), SOCKET);
    let socket = folder.path().join("door.sock");
    assert_eq!(fs::metadata(&socket).expect("a socket").permissions().mode() & 0o777, 0o660);
    let mut irc = program.bridge("irc");
    irc.does("irc:chess", "Ada", "play chess");
    let mut xmpp = program.bridge("xmpp");
    xmpp.send(&json!({"id": "waits", "do": "outbox", "platform": "xmpp", "wait": true, "async": true}));
    assert_eq!(xmpp.next().expect("an answer")["pending"], true);
    assert!(program.ends_at("TERM"));
    let last = xmpp.next().expect("an answer");
    assert_eq!((&last["id"], &last["error"]["code"]), (&"waits".into(), &"not-waiting".into()));
    assert_eq!((xmpp.next(), irc.next()), (None, None));
    assert!(!socket.exists());
    let program = Running::start(folder.path(), &format!("{SOCKET}\nsocket_mode = \"600\""));
    assert_eq!(fs::metadata(&socket).expect("a socket").permissions().mode() & 0o777, 0o600);
    assert_eq!(program.bridge("irc").take("irc").len(), 1, "what was done is kept");
    drop(program);
    // It was killed, and what it left behind is replaced.
    assert!(socket.exists());
    let program = Running::start(folder.path(), SOCKET);
    program.bridge("irc");
}

#[test]
fn a_port_is_for_those_who_have_the_token() {
    let folder = folder();
    let port = ports::free();
    let settings = format!("listen = \"127.0.0.1:{port}\"\ntoken = \"a long random text\"\nclients = 2");
    let program = Running::start(folder.path(), &settings);
    let hello = |token: Value| json!({"do": "hello", "version": 1, "platform": "irc", "token": token});
    let mut wrong = Client::tcp(port);
    assert_eq!(wrong.error(hello("a long random texT".into())).0, "wrong-token");
    assert_eq!(wrong.next(), None);
    let mut rude = Client::tcp(port);
    assert_eq!(rude.error(json!({"do": "clock"})).0, "hello-first");
    let mut right = Client::tcp(port);
    right.ask(&hello("a long random text".into()));
    let mut other = Client::tcp(port);
    other.ask(&json!({"do": "hello", "version": 1, "platform": "xmpp", "token": "a long random text"}));
    let mut third = Client::tcp(port);
    let refused = third.next().expect("a word");
    assert_eq!(refused["error"]["code"], "too-much", "{refused}");
    right.does("irc:chess", "Ada", "play chess");
    assert!(program.ends_at("INT"));
}

#[test]
fn what_cannot_be_is_said_at_once_with_all_that_is_wrong() {
    for (settings, said) in [
        ("listen = \"127.0.0.1:8426\"", &["door.token", "ADOUBE_DOOR__TOKEN"][..]),
        ("listen = \"127.0.0.1:8426\"\ntoken = \"short\"", &["fewer than 16 characters"]),
        (
            "listen = \"unix:nowhere/door.sock\"\ntoken = \"short\"\npictures = \"config.toml\"",
            &["nowhere/door.sock", "fewer than 16", "door.pictures names a file"],
        ),
        ("listen = \"0.0.0.0:8426\"", &["door.listen", "127.0.0.1:8426"]),
        ("clients = 0", &["door.clients", "from 1 to 64"]),
        ("socket_mode = \"999\"", &["door.socket_mode"]),
        ("listens = \"x\"", &["listens", "listen"]),
    ] {
        let folder = folder();
        fs::write(folder.path().join("config.toml"), format!("[door]\n{settings}\n")).expect("a file");
        for arguments in [&["config", "check"][..], &["--data", "data"]] {
            let mut command = adoube_testing::adoube!();
            command.current_dir(folder.path()).args(arguments).env("ADOUBE_WEB__PORT", "0");
            let ended = command.output().expect("it ends");
            let words = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert_eq!(ended.status.code(), Some(78), "{settings}: {words}");
            for word in said {
                assert!(words.contains(word), "{settings}: {word}: {words}");
            }
        }
    }
}
