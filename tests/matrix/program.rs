//! Tests of the program itself on the homeserver: started, stopped and killed as a process, and its
//! error messages. Not here: games (`games`).

use std::{
    io::{BufRead, BufReader, Lines},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use adoube_testing::TEST_TIMEOUT;
use tempfile::TempDir;

use crate::{
    bot::{World, play, play_from, played},
    journal::Journal,
    person::PASSWORD,
    synapse::Synapse,
};

/// Words, though they look like a number.
const PASSPHRASE: &str = "00420042004200420042";

/// The program's command, with its records in a folder and an account on the homeserver.
pub fn adoube(world: &World, folder: &TempDir) -> Command {
    let mut command = adoube_testing::adoube!();
    command.current_dir(folder).args(["--data", "data"]).stdin(Stdio::null()).envs([
        ("ADOUBE_WEB__PORT", "0"),
        ("ADOUBE_LOG__LEVEL", "adoube=debug,adoube_matrix_client=debug,matrix_sdk=info"),
        ("ADOUBE_MATRIX__HOMESERVER", &world.address),
        ("ADOUBE_MATRIX__MESSAGES_PER_MINUTE", "0"),
        ("ADOUBE_MATRIX__ROOM_MESSAGES_PER_MINUTE", "0"),
        ("ADOUBE_MATRIX__ROOMS_PER_HOUR", "0"),
        ("ADOUBE_MATRIX__JOINS_PER_MINUTE", "0"),
        ("ADOUBE_MATRIX__USER", &world.account),
        ("ADOUBE_MATRIX__PASSWORD", PASSWORD),
        ("ADOUBE_MATRIX__PASSPHRASE", PASSPHRASE),
    ]);
    command
}

/// The program while it runs; killed when it is dropped.
pub struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    pub journal: Journal,
}

impl Running {
    pub fn start(mut command: Command) -> Self {
        let journal = Journal::new("program");
        let spawned = command.stdout(Stdio::piped()).stderr(journal.as_output()).spawn();
        let mut child = spawned.expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        Self { child, lines, journal }
    }

    /// The next line it prints.
    pub fn says(&mut self) -> String {
        match self.lines.next() {
            Some(line) => line.expect("words"),
            None => panic!("it has ended: {}", self.journal.end()),
        }
    }

    /// Waits until it ends by itself, because it can be let in no more, which it says with its last words and a code.
    pub async fn ends(mut self) -> String {
        let ending = async {
            loop {
                if let Some(status) = self.child.try_wait().expect("it was started") {
                    return status;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let status = tokio::time::timeout(2 * TEST_TIMEOUT, ending).await;
        let status = status.unwrap_or_else(|_| panic!("it goes on: {}", self.journal.end()));
        assert_eq!(status.code(), Some(78), "{}", self.journal.end());
        self.journal.end().lines().last().unwrap_or_default().to_owned()
    }

    /// The address of its web chat, once it has said it.
    pub fn web(&mut self) -> String {
        let said = self.says();
        let address = said.split_whitespace().find(|word| word.starts_with("http://"));
        address.expect("an address").trim_end_matches('/').to_owned()
    }

    /// Asks it to stop, and waits; it ends well.
    pub fn stop(mut self) {
        adoube_testing::program::signal(self.child.id(), "TERM");
        assert!(self.child.wait().expect("it ends").success(), "{}", self.journal.end());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What it says when it does not start.
fn complaint(mut command: Command) -> String {
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "it should not start: {text}");
    let last = text.lines().last().expect("a word").to_owned();
    assert!(last.starts_with("adoube: "), "{text}");
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn it_plays_is_killed_and_plays_on() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Running::start(adoube(&world, &folder));
    assert!(running.says().contains("http://127.0.0.1:"), "the web chat is there as well");
    let said = running.says();
    assert!(said.contains(&world.user), "{said}");
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    play(&room, (&ada, &bob), &["e4", "e5"]).await;
    drop(running);
    ada.says(&room, "Nf3").await;
    // The password was for the first time alone.
    let mut command = adoube(&world, &folder);
    command.env_remove("ADOUBE_MATRIX__PASSWORD");
    let running = Running::start(command);
    bob.hears_of(&room, &played(2, "Nf3")).await;
    play_from(&room, (&ada, &bob), &["Nc6"], 3).await;
    for (turn, san) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
        let told = world.said(&room, &ada);
        let told = told.iter().filter(|seen| seen.words().contains(&played(turn, san)));
        assert_eq!(told.count(), 1, "{san}");
    }
    let log = running.journal.whole();
    for secret in [PASSWORD, PASSPHRASE] {
        assert!(!log.contains(secret), "a secret is in the log");
    }
    running.stop();
    let mut command = adoube(&world, &folder);
    command.env("ADOUBE_MATRIX__PASSPHRASE", PASSPHRASE.trim_start_matches('0'));
    let said = complaint(command);
    assert!(said.contains("another passphrase"), "{said}");
}

#[tokio::test]
async fn what_keeps_it_from_matrix_is_said_in_one_line() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let folder = tempfile::tempdir().expect("a folder");
    for (name, value, words) in [
        ("ADOUBE_MATRIX__PASSWORD", "another", "the password is wrong"),
        ("ADOUBE_MATRIX__PASSPHRASE", "", "ADOUBE_MATRIX__PASSPHRASE"),
        ("ADOUBE_MATRIX__HOMESERVER", "no name", "https://matrix.example.org"),
        ("ADOUBE_MATRIX__HOMESERVER", "http://", "https://matrix.example.org"),
        ("ADOUBE_MATRIX__HOMESERVER", "", "matrix.homeserver"),
        ("ADOUBE_MATRIX__PREFIX", "chess", "matrix.prefix"),
    ] {
        let mut command = adoube(&world, &folder);
        command.env(name, value);
        let said = complaint(command);
        assert!(said.contains(words), "{name}={value}: {said}");
    }
}

#[tokio::test]
async fn a_homeserver_that_cannot_be_reached_keeps_nobody_from_the_web_chat() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = adoube(&world, &folder);
    command.env("ADOUBE_MATRIX__HOMESERVER", "http://127.0.0.1:9");
    let mut running = Running::start(command);
    let ready = running.says();
    assert!(running.says().contains("Matrix cannot be reached now"));
    let address = ready.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    ureq::get(address).call().expect("the page");
    running.stop();
}
