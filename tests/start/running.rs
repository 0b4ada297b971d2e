//! Tests that a running program does as it was configured: where its records are, under which names
//! it answers, who moderates, whether it connects to Discord; its random draws, deletion of old
//! answers, and a stop by signal. Not here: errors at the start, and what it logs (`logged`).

use std::{
    fs,
    future::Future,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Instant, SystemTime},
};

use adoube_testing::TEST_TIMEOUT;
use serde_json::Value;

use crate::{adoube, bot::Bot, folder, person::Person, ran};

/// Exports the records of a [`Bot`].
const BOT: [&str; 4] = ["--data", ".", "store", "export"];

/// A program whose words are heard line by line.
struct Program {
    child: Child,
    said: mpsc::Receiver<String>,
}

impl Program {
    /// Starts it on any port.
    fn start(mut command: Command) -> Self {
        command.stderr(Stdio::null());
        let (child, said) = started(command);
        Self { child, said }
    }

    /// The first line with these words in it.
    fn says(&self, words: &str) -> String {
        loop {
            let line =
                self.said.recv_timeout(TEST_TIMEOUT).unwrap_or_else(|_| panic!("it never said {words:?}"));
            if line.contains(words) {
                return line;
            }
        }
    }

    /// How it ends that is asked to with this signal.
    fn ends_at(mut self, signal: &str) -> ExitStatus {
        ends_at(signal, &mut self.child, &self.said)
    }
}

/// Starts it on any port; the lines it says.
pub fn started(mut command: Command) -> (Child, mpsc::Receiver<String>) {
    command.env("ADOUBE_WEB__PORT", "0").stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let (tell, said) = mpsc::channel();
    let lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
    (child, said)
}

/// How a program ends that is asked to with this signal: nobody says anything any more then.
pub fn ends_at(signal: &str, child: &mut Child, said: &mpsc::Receiver<String>) -> ExitStatus {
    adoube_testing::program::signal(child.id(), signal);
    loop {
        match said.recv_timeout(TEST_TIMEOUT) {
            Ok(_) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return child.wait().expect("it has ended"),
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("it goes on after {signal}"),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub async fn in_time<T>(what: &str, doing: impl Future<Output = T>) -> T {
    tokio::time::timeout(TEST_TIMEOUT, doing).await.unwrap_or_else(|_| panic!("{what}: it takes for ever"))
}

/// All records, of a program that runs, as this command writes them.
pub fn records(here: &Path, export: &[&str]) -> Vec<Value> {
    let (is_done, said) = ran(here, &[export, &["records.jsonl"]].concat());
    assert!(is_done, "{said}");
    let lines = fs::read_to_string(here.join("records.jsonl")).expect("a file");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn it_ends_well_when_it_is_asked_to() {
    for signal in ["INT", "TERM"] {
        let here = folder();
        let program = Program::start(adoube(here.path()));
        program.says("adoube is ready");
        let end = program.ends_at(signal);
        assert!(end.success(), "{signal}: {end}");
        let (is_whole, said) = ran(here.path(), &["--data", "data", "store", "check"]);
        assert!(is_whole, "{said}");
    }
}

#[test]
fn its_records_are_where_the_configuration_says_unless_the_command_says_otherwise() {
    for (arguments, there, other) in
        [(&[][..], "elsewhere", "chosen"), (&["--data", "chosen"][..], "chosen", "elsewhere")]
    {
        let here = folder();
        fs::write(here.path().join("config.toml"), "[data]\npath = \"elsewhere\"\n").expect("a file");
        let mut command = adoube_testing::adoube!();
        // The platform's own place would be there.
        command.current_dir(here.path()).env("HOME", here.path()).env_remove("XDG_DATA_HOME");
        command.args(arguments);
        let program = Program::start(command);
        let said = program.says("adoube is ready");
        assert!(said.contains(there) && !said.contains(other), "{said}");
        assert!(here.path().join(there).join("sled").is_dir(), "{there}");
        let others = [other, ".local"].map(|folder| here.path().join(folder).exists());
        assert_eq!(others, [false, false], "{there}");
    }
}

#[tokio::test]
async fn its_web_chat_has_the_hosts_and_the_moderators_of_the_configuration() {
    let here = folder();
    let settings = "[web]\nhosts = [\"chess.example.org\"]\nmoderators = [\"Mo\"]\n";
    fs::write(here.path().join("config.toml"), settings).expect("a file");
    let bot = Bot::start(here.path());
    for (host, status) in [("chess.example.org", 200), ("evil.example", 421)] {
        let asked = ureq::get(format!("http://{}/", bot.host)).header("Host", host);
        let answer = asked.config().http_status_as_error(false).build().call().expect("an answer");
        assert_eq!(answer.status().as_u16(), status, "{host}");
    }
    let mut ada = Person::enter(&bot, "Ada").await;
    let mut bob = Person::enter(&bot, "Bob").await;
    let mut mo = Person::enter(&bot, "Mo").await;
    ada.command("/play Bob chess white").await;
    in_time("a challenge", bob.press("Accept")).await;
    ada.command("e4").await;
    bob.command("e5").await;
    // Players could not any more, and others never can.
    mo.command("/abort").await;
    in_time("a moderator ends the game of others", mo.press("Abort the game")).await;
    let is_over = |row: &Value| row["table"] == "game" && row["value"]["ending"]["reason"] == "aborted";
    assert!(records(here.path(), &BOT).iter().any(is_over), "the game goes on");
}

/// The ids of all games there.
fn games(here: &Path) -> Vec<String> {
    let rows = records(here, &BOT).into_iter().filter(|row| row["table"] == "index");
    let keys = rows.filter_map(|row| row["key"].as_str()?.strip_prefix("game/").map(str::to_owned));
    keys.collect()
}

#[tokio::test]
async fn no_two_programs_draw_the_same_by_lot() {
    let mut drawn = Vec::new();
    for _ in 0..2 {
        let here = folder();
        let bot = Bot::start(here.path());
        let mut ada = Person::enter(&bot, "Ada").await;
        let mut bob = Person::enter(&bot, "Bob").await;
        ada.command("/play Bob chess white").await;
        in_time("a challenge", bob.press("Accept")).await;
        let games = games(here.path());
        assert_eq!(games.len(), 1, "{games:?}");
        drawn.extend(games);
    }
    assert_ne!(drawn[0], drawn[1], "whoever knows one game knows the cards of all others");
}

#[test]
fn it_forgets_answers_that_nobody_asks_for_again_and_no_others() {
    let here = folder();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_millis();
    let days = |days: u128| now - days * 24 * 60 * 60 * 1000;
    let answer =
        |event: &str, at: u128| format!("{{\"event\":\"{event}\",\"at\":{at},\"answer\":\"posted\"}}\n");
    let export = format!(
        "{{\"adoube\":\"store\",\"format\":2}}\n{}{}{{\"end\":2}}\n",
        answer("test:old", days(8)),
        answer("test:young", days(6))
    );
    fs::write(here.path().join("backup.jsonl"), export).expect("a file");
    let (is_done, said) = ran(here.path(), &["--data", "data", "store", "import", "backup.jsonl"]);
    assert!(is_done, "{said}");
    let program = Program::start(adoube(here.path()));
    program.says("adoube is ready");
    let begun = Instant::now();
    loop {
        let rows = records(here.path(), &["--data", "data", "store", "export"]);
        let is_kept = |event: &str| rows.iter().any(|row| row["event"] == event);
        assert!(is_kept("test:young"), "it may still come again");
        if !is_kept("test:old") {
            break;
        }
        assert!(begun.elapsed() < TEST_TIMEOUT, "nothing is forgotten");
    }
}

/// A proxy that lets nobody through, and where they wanted to.
fn closed_proxy() -> (SocketAddr, mpsc::Receiver<String>) {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = proxy.local_addr().expect("an address");
    let (tell, wanted) = mpsc::channel();
    thread::spawn(move || {
        for mut client in proxy.incoming().map_while(Result::ok) {
            let lines = BufReader::new(&client).lines().map_while(Result::ok);
            let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            if tell.send(head.into_iter().next().unwrap_or_default()).is_err() {
                return;
            }
            let _ = client.write_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        }
    });
    (address, wanted)
}

#[test]
fn with_a_token_it_goes_to_discord_and_goes_on_trying() {
    let (proxy, wanted) = closed_proxy();
    let here = folder();
    let with = |token: Option<&str>| {
        let mut command = adoube(here.path());
        command.env("HTTPS_PROXY", format!("http://{proxy}"));
        for other in ["https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"] {
            command.env_remove(other);
        }
        command.envs(token.map(|token| ("ADOUBE_DISCORD__TOKEN", token)));
        Program::start(command)
    };
    let program = with(None);
    program.says("adoube is ready");
    assert!(program.ends_at("TERM").success());
    assert_eq!(wanted.try_iter().count(), 0, "nobody goes anywhere without a token");

    let program = with(Some("no.real.token"));
    program.says("Discord cannot be reached now");
    // Once it has asked who it is, what comes now is it that wants to play.
    let asked: Vec<String> = wanted.try_iter().collect();
    let next = wanted.recv_timeout(TEST_TIMEOUT).expect("it goes on trying");
    for place in asked.iter().chain([&next]) {
        assert!(place.starts_with("CONNECT discord.com:443"), "{place}");
    }
    assert!(!asked.is_empty(), "it asks who it is before it says that it is there");
    assert!(program.ends_at("TERM").success());
}
