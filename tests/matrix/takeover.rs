//! Tests of two machines with a device each: when one is lost with all its data, the other logs in
//! and plays on in encrypted rooms; events that one has handled are not reported to the other, and
//! unhandled ones are. Not here: which machine serves (`matrix_chat`).

use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use adoube_matrix_client::{
    AccountSettings, BoxFuture, MatrixApi, MatrixError, MatrixSecret, SyncProgressStore,
};
use adoube_postgres_cluster::{SKIPPED, shared};
use adoube_testing::TEST_TIMEOUT;
use tempfile::TempDir;
use tokio::time::timeout;

use crate::{
    account::{Raw, join, said},
    bot::{World, play, play_from, played},
    person::Person,
    program::{Running, adoube},
    proxy::Proxy,
    synapse::Synapse,
};

fn start(world: &World, folder: &TempDir, (url, recovery_key): (&str, &str)) -> Running {
    let mut command = adoube(world, folder);
    command.env("ADOUBE_STORE__URL", url).env("ADOUBE_STORE__CONNECTIONS", "8");
    command.env("ADOUBE_MATRIX__RECOVERY_KEY", recovery_key);
    Running::start(command)
}

/// Waits until the keys of so many are in the account's backup.
async fn backed_up(account: &Raw, count: u64) {
    while account.get("room_keys/version").await["count"].as_u64().expect("a number") < count {
        // The homeserver tells nobody.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Each move was told once.
fn told_once(world: &World, room: &str, to: &Person, moves: &[&str]) {
    let told = world.said(room, to);
    for (turn, san) in moves.iter().enumerate() {
        let words = played(turn, san);
        let count = told.iter().filter(|seen| seen.words().contains(&words)).count();
        assert_eq!(count, 1, "{san}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_machine_goes_on_where_one_was_lost() {
    let Some(synapse) = Synapse::shared() else { return };
    let Some(server) = shared() else {
        println!("{SKIPPED}");
        return;
    };
    let (world, url) = (World::on(synapse).await, server.new_database());
    let [lost, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut first = start(&world, &lost, (&url, ""));
    first.says();
    assert!(first.says().contains(&world.user), "it plays");
    let key = fs::read_to_string(lost.path().join("data/matrix-recovery-key")).expect("a recovery key");
    let mut second = start(&world, &other, (&url, key.trim()));
    second.says();
    assert!(second.says().contains("stands by"));
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    // Talk that would be a move in the game that begins later.
    ada.says(&room, "e4").await;
    world.begin(&room, (&ada, &bob), "chess").await;
    // It is not Bob's turn, so that nobody is to move by it later.
    bob.says(&room, "d4").await;
    play(&room, (&ada, &bob), &["c4", "c5"]).await;
    let account = Raw::log_in(&world.synapse, &world.account).await;
    // Ada's, Bob's, and the bot's own.
    timeout(TEST_TIMEOUT, backed_up(&account, 3)).await.expect("keys are backed up");
    drop(first);
    drop(lost);
    let began = Instant::now();
    ada.says(&room, "Nf3").await;
    bob.hears_of(&room, &played(2, "Nf3")).await;
    let silent = began.elapsed();
    println!("another machine answered after {silent:?}");
    play_from(&room, (&ada, &bob), &["Nc6", "Nc3", "Nf6"], 3).await;
    for person in [&ada, &bob] {
        told_once(&world, &room, person, &["c4", "c5", "Nf3", "Nc6", "Nc3", "Nf6"]);
    }
    assert!(account.vouches_for(&world.user).await, "people trust the new device");
    let log = second.journal.whole();
    assert!(!log.contains(key.trim()), "a secret is in the log");
    second.stop();
}

/// What both machines can read.
#[derive(Debug, Default)]
struct Kept(Mutex<Option<String>>);

impl SyncProgressStore for Kept {
    fn read(&self) -> BoxFuture<'_, Result<Option<String>, MatrixError>> {
        Box::pin(async { Ok(self.0.lock().expect("nobody panics with it").clone()) })
    }

    fn write(&self, progress: String) -> BoxFuture<'_, Result<(), MatrixError>> {
        Box::pin(async {
            *self.0.lock().expect("nobody panics with it") = Some(progress);
            Ok(())
        })
    }
}

/// The account on a machine with this folder, when it is its turn.
async fn connect(
    world: &World,
    folder: &Path,
    (kept, key): (&Arc<Kept>, Option<&str>),
) -> Arc<dyn MatrixApi> {
    let settings = AccountSettings {
        folder: folder.join("matrix"),
        recovery_file: folder.join("recovery-key.txt"),
        recovery_key: key.map(MatrixSecret::new),
        progress: Some(Arc::<Kept>::clone(kept)),
        ..world.settings()
    };
    adoube_matrix_client::connect(settings).await.expect("a session")
}

/// The next thing said is this, and is dealt with.
async fn hears(link: &Arc<dyn MatrixApi>, words: &str) {
    assert_eq!(said(link).await.text, words);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_machine_has_dealt_with_another_is_not_told() {
    let Some(synapse) = Synapse::shared() else { return };
    let (world, kept) = (World::on(synapse).await, Arc::<Kept>::default());
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let ada = world.people.person("ada").await;
    let first = connect(&world, one.path(), (&kept, None)).await;
    let room = ada.creates(true, &[&world.user]).await;
    join(&first).await;
    ada.meets(&room, &world.user).await;
    for words in ["first", "second"] {
        ada.says(&room, words).await;
        hears(&first, words).await;
    }
    let account = Raw::log_in(&world.synapse, &world.account).await;
    timeout(TEST_TIMEOUT, backed_up(&account, 1)).await.expect("keys are backed up");
    first.close().await;
    ada.says(&room, "third, to nobody").await;
    let key = fs::read_to_string(one.path().join("recovery-key.txt")).expect("a recovery key");
    let second = connect(&world, other.path(), (&kept, Some(key.trim()))).await;
    hears(&second, "third, to nobody").await;
    ada.says(&room, "fourth").await;
    hears(&second, "fourth").await;
    second.close().await;
    ada.says(&room, "fifth, to nobody").await;
    // The first machine comes back with what it knew then.
    let first = connect(&world, one.path(), (&kept, None)).await;
    hears(&first, "fifth, to nobody").await;
    ada.says(&room, "sixth").await;
    hears(&first, "sixth").await;
    first.close().await;
    // As it was there last, nothing is asked for.
    ada.says(&room, "seventh, to nobody").await;
    let first = connect(&world, one.path(), (&kept, None)).await;
    hears(&first, "seventh, to nobody").await;
    first.close().await;
}

/// The key of a message comes while something else of its room is still asked for, so that nobody waits for it yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_comes_before_its_message_is_told_opens_it() {
    let Some(synapse) = Synapse::shared() else { return };
    let (mut world, kept) = (World::on(synapse).await, Arc::<Kept>::default());
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let ada = world.people.person("ada").await;
    let first = connect(&world, one.path(), (&kept, None)).await;
    let open = ada.creates(false, &[&world.user]).await;
    join(&first).await;
    let sealed = ada.creates(true, &[&world.user]).await;
    join(&first).await;
    ada.meets(&sealed, &world.user).await;
    let message = ada.says(&sealed, "first").await;
    hears(&first, "first").await;
    let account = Raw::log_in(&world.synapse, &world.account).await;
    timeout(TEST_TIMEOUT, backed_up(&account, 1)).await.expect("keys are backed up");
    first.close().await;
    ada.says(&sealed, "second, to nobody").await;
    ada.reacts(&sealed, &message, "♟").await;
    let key = fs::read_to_string(one.path().join("recovery-key.txt")).expect("a recovery key");
    let proxy = Proxy::before(&world.synapse).await;
    world.address.clone_from(&proxy.address);
    // Whose the message is to which she reacted.
    proxy.holds("/event/");
    let second = connect(&world, other.path(), (&kept, Some(key.trim()))).await;
    for question in ["/room_keys/keys/", "/event/"] {
        proxy.is_asked(question, 1).await;
    }
    ada.says(&open, "elsewhere").await;
    hears(&second, "elsewhere").await;
    proxy.lets_go();
    hears(&second, "second, to nobody").await;
    second.close().await;
}
