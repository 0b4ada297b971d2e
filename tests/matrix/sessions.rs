//! Tests of sessions that end while the program runs: they are begun again where possible, and
//! otherwise the program ends with a code; and of a server that refuses all requests of the
//! account. Not here: the connection alone (`connection`).

use std::{fs, sync::Arc};

use serde_json::json;
use tempfile::TempDir;

use crate::{
    account::Raw,
    bot::{World, play, play_from, played},
    person::Person,
    program::{Running, adoube},
    proxy::Proxy,
    synapse::Synapse,
};

const ALWAYS: usize = usize::MAX;

/// The program, on a way on which things go wrong, and two who play.
struct Session {
    world: World,
    proxy: Proxy,
    folder: TempDir,
    running: Running,
    room: String,
    people: (Person, Person),
}

impl Session {
    /// In a game. Nothing where there is no Synapse.
    async fn begin() -> Option<Self> {
        Some(Self::on(Synapse::shared()?).await)
    }

    async fn on(synapse: Arc<Synapse>) -> Self {
        let proxy = Proxy::before(&synapse).await;
        let mut world = World::on(synapse).await;
        let folder = tempfile::tempdir().expect("a folder");
        world.address.clone_from(&proxy.address);
        let running = Running::start(adoube(&world, &folder));
        let (ada, bob) = world.two().await;
        let room = world.room(false, &[&ada, &bob]).await;
        world.begin(&room, (&ada, &bob), "chess").await;
        play(&room, (&ada, &bob), &["e4", "e5"]).await;
        Self { world, proxy, folder, running, room, people: (ada, bob) }
    }

    /// Two more moves; each of all four was told once, and the account's keys and device are what they were.
    async fn goes_on_with_the_same_device(&self) {
        let (ada, bob) = &self.people;
        play_from(&self.room, (ada, bob), &["Nf3", "Nc6"], 2).await;
        for (turn, san) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
            assert_eq!(self.told(turn, san), 1, "{san}");
        }
        let raw = Raw::log_in(&self.world.synapse, &self.world.account).await;
        let devices = raw.get("devices").await;
        let own = devices["devices"].as_array().expect("devices").iter();
        assert_eq!(own.filter(|device| device["display_name"] == "adoube").count(), 1, "{devices}");
        assert!(raw.vouches_for(&self.world.user).await);
    }

    fn told(&self, turn: usize, san: &str) -> usize {
        let said = self.world.said(&self.room, &self.people.0);
        said.iter().filter(|seen| seen.words().contains(&played(turn, san))).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_the_server_has_ended_begins_again_with_the_same_device() {
    let Some(session) = Session::begin().await else { return };
    session.proxy.ends_sessions();
    session.goes_on_with_the_same_device().await;
    session.running.stop();
    // Whoever has taken the password away is told to give it again.
    session.proxy.ends_sessions();
    let mut command = adoube(&session.world, &session.folder);
    command.env_remove("ADOUBE_MATRIX__PASSWORD");
    let said = Running::start(command).ends().await;
    assert!(said.contains("set ADOUBE_MATRIX__PASSWORD"), "{said}");
}

/// Where tokens live for a while only, which is for the server to say.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_whose_token_expires_begins_again_with_the_same_device() {
    let Some(synapse) = Synapse::alone() else { return };
    let session = Session::on(Arc::clone(&synapse)).await;
    synapse.stop();
    synapse.lets_expire(&session.world.user);
    synapse.go_on();
    session.goes_on_with_the_same_device().await;
    session.running.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_none_any_more_ends_the_program_with_a_code() {
    let Some(session) = Session::begin().await else { return };
    let raw = Raw::log_in(&session.world.synapse, &session.world.account).await;
    raw.post("logout/all", &json!({})).await;
    let said = session.running.ends().await;
    assert!(said.contains("no longer accepts the session"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_cannot_be_read_any_more_end_the_program_with_a_code() {
    let Some(session) = Session::begin().await else { return };
    for file in fs::read_dir(session.folder.path().join("data/matrix")).expect("a folder") {
        let path = file.expect("a file").path();
        let name = path.to_string_lossy();
        // What lies in the program's memory as well is no file to it: shortened, it kills.
        if name.contains("sqlite3") && !name.ends_with("-shm") {
            fs::write(path, [0x5a; 8192]).expect("written over");
        }
    }
    session.people.0.says(&session.room, "Hello?").await;
    let said = session.running.ends().await;
    assert!(said.contains("the Matrix store in"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_server_says_of_the_account_everything_waits_and_is_said_once() {
    let Some(mut session) = Session::begin().await else { return };
    let web = session.running.web();
    let ready = || {
        ureq::get(format!("{web}/ready")).call().expect("ready").into_body().read_to_string().expect("words")
    };
    let code = |code: &str| json!({ "errcode": code, "error": "no" }).to_string();
    let page = "<html><head><title>403 Forbidden</title></head></html>";
    let mut moves = ["Nf3", "Nc6", "Bc4", "Bc5", "c3"].into_iter().enumerate();
    for (status, body) in [
        (403, code("M_USER_SUSPENDED")),
        (401, json!({ "errcode": "M_USER_LOCKED", "error": "no", "soft_logout": true }).to_string()),
        (
            403,
            json!({ "errcode": "M_CONSENT_NOT_GIVEN", "error": "no", "consent_uri": "https://x/" })
                .to_string(),
        ),
        (
            403,
            json!({ "errcode": "M_RESOURCE_LIMIT_EXCEEDED", "error": "no", "admin_contact": null })
                .to_string(),
        ),
        (403, page.to_owned()),
    ] {
        let (ada, bob) = &session.people;
        let (turn, san) = moves.next().expect("a move");
        let (who, turn) = if turn.is_multiple_of(2) { (ada, turn + 2) } else { (bob, turn + 2) };
        let before = session.proxy.asked("/send/m.room");
        session.proxy.answers("/send/m.room", status, &body, ALWAYS);
        who.says(&session.room, san).await;
        session.proxy.is_asked("/send/m.room", before + 2).await;
        assert!(ready().contains("takes nothing from the bot's account"), "{body}: {}", ready());
        assert_eq!(session.told(turn, san), 0, "{body}");
        session.proxy.heals();
        for person in [ada, bob] {
            person.hears_of(&session.room, &played(turn, san)).await;
        }
        assert_eq!(session.told(turn, san), 1, "{body}");
        assert!(!ready().contains("takes nothing"), "{}", ready());
    }
    session.running.stop();
}
