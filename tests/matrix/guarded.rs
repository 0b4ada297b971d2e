//! Tests of log-in through an authorization server (OAuth), at a Synapse without passwords: the
//! program says where to enter a code, waits, and renews its tokens. Not here: the authorization
//! server (`guard`).

use std::{
    process::{Command, Stdio},
    sync::Arc,
};

use adoube_postgres_cluster::{SKIPPED, shared};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{account::Raw, guard::Guard, journal::fresh, program::Running, proxy::Proxy, synapse::Synapse};

struct World {
    guard: Guard,
    synapse: Arc<Synapse>,
    proxy: Proxy,
    folder: TempDir,
    user: String,
}

impl World {
    async fn new() -> Option<Self> {
        let account = format!("chess{}", fresh());
        let (guard, synapse) = Guard::open(&account).await?;
        let proxy = Proxy::before(&synapse).await;
        let folder = tempfile::tempdir().expect("a folder");
        Some(Self { guard, synapse, proxy, folder, user: format!("@{account}:localhost") })
    }

    /// The program without anything that opens the account.
    fn adoube(&self) -> Command {
        self.adoube_in("data")
    }

    /// The same, with this folder.
    fn adoube_in(&self, data: &str) -> Command {
        let mut command = adoube_testing::adoube!();
        command.current_dir(&self.folder).args(["--data", data]).stdin(Stdio::null()).envs([
            ("ADOUBE_WEB__PORT", "0"),
            ("ADOUBE_LOG__LEVEL", "adoube=debug,adoube_matrix_client=debug,matrix_sdk=info"),
            ("ADOUBE_MATRIX__HOMESERVER", &self.proxy.address),
            ("ADOUBE_MATRIX__USER", &self.user),
            ("ADOUBE_MATRIX__PASSPHRASE", "a passphrase"),
            ("ADOUBE_MATRIX__ABOUT", "https://example.org/chess"),
        ]);
        command
    }

    /// Somebody with the bot's own token.
    fn owner(&self) -> Raw {
        Raw::with_token(&self.synapse, &self.guard.any_token())
    }

    async fn names(&self) -> Value {
        self.owner().get(&format!("profile/{}", self.user)).await["displayname"].clone()
    }
}

/// The line that has these words.
fn says(running: &mut Running, words: &str) -> String {
    loop {
        let said = running.says();
        if said.contains(words) {
            return said;
        }
    }
}

/// The code that somebody is to enter.
fn code(running: &mut Running) -> String {
    let said = says(running, "enter the code");
    let code = said.split_once("enter the code ").expect("a code").1;
    code.split([' ', '.']).next().expect("a word").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_lets_the_program_in_and_its_tokens_are_renewed() {
    let Some(world) = World::new().await else { return };
    // Nobody has the time, and it is stopped.
    let mut running = Running::start(world.adoube());
    let web = running.web();
    let said = says(&mut running, "To let adoube into Matrix");
    assert!(said.contains(&format!("{}/link", world.guard.address)), "{said}");
    let ready = ureq::get(format!("{web}/ready")).call().expect("ready").into_body().read_to_string();
    assert!(ready.expect("words").contains("somebody has to let the bot in"));
    running.stop();
    // A code that was good for too short is followed by another; somebody says no.
    world.guard.loses_patience(1);
    let mut running = Running::start(world.adoube());
    let first = code(&mut running);
    world.guard.loses_patience(600);
    let second = code(&mut running);
    assert_ne!(first, second);
    world.guard.refuses(&second);
    let said = running.ends().await;
    assert!(said.contains("was refused in the browser"), "{said}");

    let mut running = Running::start(world.adoube());
    let code = code(&mut running);
    world.guard.allows(&code);
    says(&mut running, &format!("on Matrix as {}", world.user));
    assert_eq!(world.names().await, "adoube");
    assert!(world.owner().vouches_for(&world.user).await);
    // The token has had its time; whoever renews it is away for a while.
    world.guard.is_down(true);
    let before = world.proxy.asked("/sync");
    world.proxy.ends_sessions();
    world.proxy.is_asked("/sync", before + 2).await;
    assert_eq!(world.guard.renewed(), 0);
    world.guard.is_down(false);
    world.guard.has_renewed(1).await;
    let before = world.proxy.asked("/sync");
    world.proxy.is_asked("/sync", before + 1).await;
    let log = running.journal.whole();
    assert!(!log.contains("access-") && !log.contains("renewal-"), "a secret is in the log");
    // Killed, as by the loss of power: the new tokens are there, and the ones before are good for nothing.
    drop(running);
    let mut running = Running::start(world.adoube());
    says(&mut running, &format!("on Matrix as {}", world.user));
    world.proxy.ends_sessions();
    world.guard.has_renewed(2).await;
    // The proxy knows a token once it is used.
    let before = world.proxy.asked("/sync");
    world.proxy.is_asked("/sync", before + 1).await;
    let files = std::fs::read(world.folder.path().join("data/matrix/session")).expect("a file");
    assert!(!files.windows(7).any(|part| part == b"access-" || part == b"renewal"), "tokens are in a file");
    // The session is ended where it was begun.
    world.guard.forgets();
    world.proxy.ends_sessions();
    let said = running.ends().await;
    assert!(said.contains("no longer accepts the session"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_identity_is_allowed_in_a_browser() {
    let Some(world) = World::new().await else { return };
    let mut running = Running::start(world.adoube());
    let code = code(&mut running);
    world.guard.allows(&code);
    says(&mut running, "on Matrix as");
    running.stop();
    let keys = async || {
        let question = json!({ "device_keys": { &world.user: [] } });
        world.owner().post("keys/query", &question).await["master_keys"][&world.user]["keys"].clone()
    };
    let before = keys().await;
    assert!(before.is_object(), "{before}");
    let mut command = world.adoube();
    command.args(["matrix", "reset-identity", "--yes"]);
    let mut running = Running::start(command);
    let said = says(&mut running, "To allow the new identity");
    assert!(said.contains(&format!("{}/account?action=", world.guard.address)), "{said}");
    assert_eq!(keys().await, before, "nothing happens before that");
    world.guard.allows_other_keys().await;
    says(&mut running, "has a new digital identity");
    assert_ne!(keys().await, before);
    drop(running);
    let mut running = Running::start(world.adoube());
    says(&mut running, "on Matrix as");
    assert!(world.owner().vouches_for(&world.user).await);
    running.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_outlives_the_trouble_of_whoever_gave_it() {
    let Some(world) = World::new().await else { return };
    let page = "<html>We are back soon</html>";
    world.guard.has_troubles(&[
        (400, r#"{"error":"temporarily_unavailable"}"#),
        (200, page),
        (429, ""),
        (502, page),
    ]);
    let mut running = Running::start(world.adoube());
    let code = code(&mut running);
    world.guard.has_said_them().await;
    // Nor does it matter that the homeserver has trouble when it is asked whose the session is.
    world.proxy.answers("/account/whoami", 502, page, 2);
    world.guard.allows(&code);
    let said = running.says();
    assert!(said.contains(&format!("on Matrix as {}", world.user)), "{said}");
    running.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_of_another_account_is_given_back() {
    let Some(world) = World::new().await else { return };
    let mut command = world.adoube();
    command.env("ADOUBE_MATRIX__USER", "@somebody:localhost");
    let mut running = Running::start(command);
    let code = code(&mut running);
    world.guard.allows(&code);
    let said = running.ends().await;
    assert!(said.contains(&world.user) && said.contains("matrix.user is @somebody:localhost"), "{said}");
    assert_eq!(world.guard.revoked(), 1);
}

/// Of two machines over one database one has a session, and somebody has to let in the other one, which was there first.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_to_be_let_in_keeps_nobody_from_playing() {
    let Some(world) = World::new().await else { return };
    let Some(server) = shared() else {
        println!("{SKIPPED}");
        return;
    };
    let url = server.new_database();
    let start = |data: &str, key: &str| {
        let mut command = world.adoube_in(data);
        command.env("ADOUBE_STORE__URL", &url).env("ADOUBE_STORE__CONNECTIONS", "8");
        command.env("ADOUBE_MATRIX__RECOVERY_KEY", key);
        Running::start(command)
    };
    let mut first = start("one", "");
    world.guard.allows(&code(&mut first));
    says(&mut first, "on Matrix as");
    first.stop();
    let key = std::fs::read_to_string(world.folder.path().join("one/matrix-recovery-key")).expect("a key");
    let mut second = start("other", key.trim());
    let asked = code(&mut second);
    let mut first = start("one", "");
    says(&mut first, "on Matrix as");
    world.guard.allows(&asked);
    says(&mut second, "stands by");
    drop(first);
    let before = world.proxy.asked("/sync");
    // The first has asked for nothing more; the second signs its device, and listens.
    world.proxy.is_asked("/sync", before + 1).await;
    assert!(world.owner().vouches_for(&world.user).await);
    second.stop();
}
