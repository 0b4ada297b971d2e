//! Tests of log-ins to an account that was used elsewhere: by a token in place of a password, with
//! signing keys that another client made, and their reset. Not here: log-ins in a browser
//! (`guarded`), finding the homeserver (`names`).

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use base64::{Engine as _, prelude::BASE64_STANDARD_NO_PAD};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    account::Raw,
    bot::World,
    journal::fresh,
    person::PASSWORD,
    program::{Running, adoube},
    proxy::Proxy,
    synapse::Synapse,
};

/// A server with a bot's account, and a folder for the bot.
async fn world() -> Option<(World, TempDir)> {
    Some((World::on(Synapse::shared()?).await, tempfile::tempdir().expect("a folder")))
}

/// The program with a token in place of a password.
fn with_token(world: &World, folder: &TempDir, token: &str) -> Command {
    let mut command = adoube(world, folder);
    command.env_remove("ADOUBE_MATRIX__PASSWORD").env("ADOUBE_MATRIX__ACCESS_TOKEN", token);
    command
}

/// It plays on Matrix now.
fn is_there(running: &mut Running, user: &str) {
    running.says();
    let said = running.says();
    assert!(said.contains(&format!("on Matrix as {user}")), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_enough_and_another_one_of_its_device_goes_on() {
    let Some((mut world, folder)) = world().await else { return };
    let proxy = Proxy::before(&world.synapse).await;
    world.address.clone_from(&proxy.address);
    let device = format!("BOT{}", fresh());
    let token = Raw::log_in_as(&world.synapse, &world.account, &device).await;
    let mut command = with_token(&world, &folder, token.token());
    command.env("ADOUBE_MATRIX__DEVICE_ID", &device);
    let mut running = Running::start(command);
    is_there(&mut running, &world.user);
    let ada = world.people.person("ada").await;
    let room = world.room(true, &[&ada]).await;
    ada.says(&room, "!chess help").await;
    ada.hears(&room).await;
    assert!(!running.journal.whole().contains(token.token()), "a secret is in the log");
    // The server ends the session, and nobody has a password.
    proxy.ends_sessions();
    let said = running.ends().await;
    assert!(said.contains("has ended the session of the access token"), "{said}");
    // A new one of the same device goes on with its keys.
    let next = Raw::log_in_as(&world.synapse, &world.account, &device).await;
    let mut running = Running::start(with_token(&world, &folder, next.token()));
    is_there(&mut running, &world.user);
    ada.says(&room, "!chess help").await;
    ada.hears(&room).await;
    running.stop();
    let others = Raw::log_in_as(&world.synapse, &world.account, "ANOTHER").await;
    proxy.ends_sessions();
    let said = Running::start(with_token(&world, &folder, others.token())).ends().await;
    assert!(said.contains("belongs to the device ANOTHER, and not to"), "{said}");
    // Nor when the settings name that device: the keys here are another's.
    let mut command = with_token(&world, &folder, others.token());
    command.env("ADOUBE_MATRIX__DEVICE_ID", "ANOTHER");
    let said = Running::start(command).ends().await;
    assert!(said.contains(&format!("belongs to the device ANOTHER, and not to {device}")), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_cannot_be_used_is_said_in_one_sentence() {
    let Some((world, folder)) = world().await else { return };
    let stranger = format!("stranger{}", fresh());
    world.people.register(&stranger).await;
    let own = Raw::log_in_as(&world.synapse, &world.account, "FREE").await;
    let others = Raw::log_in_as(&world.synapse, &stranger, "FREE").await;
    let used = Raw::log_in_as(&world.synapse, &world.account, "USED").await;
    let keys = json!({
        "user_id": world.user, "device_id": "USED", "algorithms": [], "keys": {}, "signatures": {},
    });
    used.post("keys/upload", &json!({ "device_keys": keys })).await;
    let gone = Raw::log_in_as(&world.synapse, &world.account, "GONE").await;
    gone.post("logout", &json!({})).await;
    for (token, device, words) in [
        ("syt_none", "", "does not take the access token"),
        ("syt none\nat all", "", "does not take the access token"),
        (gone.token(), "", "does not take the access token"),
        (others.token(), "", "this session belongs to"),
        (own.token(), "MINE", "belongs to the device FREE, and not to MINE"),
        (used.token(), "", "the device USED of the Matrix access token has the keys of another program"),
    ] {
        let mut command = with_token(&world, &folder, token);
        command.env("ADOUBE_MATRIX__DEVICE_ID", device);
        let said = Running::start(command).ends().await;
        assert!(said.contains(words) && !said.contains(token), "{said}");
    }
    // What surrounds it in a file is no part of it.
    let mut running = Running::start(with_token(&world, &folder, &format!(" {}\n", own.token())));
    is_there(&mut running, &world.user);
    running.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_takes_no_password_says_what_it_offers() {
    let Some((mut world, folder)) = world().await else { return };
    let proxy = Proxy::before(&world.synapse).await;
    world.address.clone_from(&proxy.address);
    let mut command = adoube(&world, &folder);
    command.env_remove("ADOUBE_MATRIX__PASSWORD");
    let said = Running::start(command).ends().await;
    assert!(said.contains("set ADOUBE_MATRIX__PASSWORD"), "{said}");
    let flows = json!({ "flows": [{ "type": "m.login.sso" }, { "type": "m.login.token" }] });
    proxy.answers("/login", 200, &flows.to_string(), usize::MAX);
    let said = Running::start(adoube(&world, &folder)).ends().await;
    assert!(said.contains("only single sign-on (SSO) in a browser: log in there"), "{said}");
    proxy.heals();
    proxy.answers("/login", 200, r#"{"flows":[]}"#, usize::MAX);
    let said = Running::start(adoube(&world, &folder)).ends().await;
    assert!(said.contains("no way in for a program, only ones that this program does not know"), "{said}");
    for code in ["M_USER_DEACTIVATED", "M_UNKNOWN"] {
        proxy.heals();
        proxy.answers("/login", 200, r#"{"flows":[{"type":"m.login.password"}]}"#, 1);
        proxy.answers("/login", 403, &json!({ "errcode": code, "error": "no" }).to_string(), 1);
        let said = Running::start(adoube(&world, &folder)).ends().await;
        assert!(said.contains("in with a password") && said.contains("ask its admins"), "{said}");
    }
}

/// Signing keys as another client makes them: the public parts, each signed as it has to be.
fn signing_keys(user: &str) -> Value {
    let key = || rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key");
    let public = |key: &rcgen::KeyPair| BASE64_STANDARD_NO_PAD.encode(rcgen::PublicKeyData::der_bytes(key));
    let master = key();
    let described = |usage: &str, key: &rcgen::KeyPair| {
        let public = public(key);
        json!({ "keys": { format!("ed25519:{public}"): public }, "usage": [usage], "user_id": user })
    };
    let signed = |usage: &str| {
        let mut signed = described(usage, &key());
        // Its keys are in order, as they have to be where they are signed.
        let signature = rcgen::SigningKey::sign(&master, signed.to_string().as_bytes()).expect("a signature");
        let signature = BASE64_STANDARD_NO_PAD.encode(signature);
        signed["signatures"] = json!({ user: { format!("ed25519:{}", public(&master)): signature } });
        signed
    };
    json!({
        "master_key": described("master", &master),
        "self_signing_key": signed("self_signing"),
        "user_signing_key": signed("user_signing"),
    })
}

/// Who the account is to others.
async fn identity(raw: &Raw, user: &str) -> Value {
    raw.post("keys/query", &json!({ "device_keys": { user: [] } })).await["master_keys"][user]["keys"].clone()
}

/// `adoube matrix reset-identity`, answered with these words.
fn reset(world: &World, folder: &TempDir, password: &str, (option, words): (&[&str], &str)) -> Output {
    let mut command = adoube(world, folder);
    command.env("ADOUBE_MATRIX__PASSWORD", password).args(["matrix", "reset-identity"]).args(option);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // It may not want to hear anything.
    let _ = child.stdin.take().expect("its input is piped").write_all(words.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn last_words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_the_keys_of_another_client_gets_others_when_its_operator_says_so() {
    let Some((world, folder)) = world().await else { return };
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    let mut keys = signing_keys(&world.user);
    let user = json!({ "type": "m.id.user", "user": world.account });
    keys["auth"] = json!({ "type": "m.login.password", "identifier": user, "password": PASSWORD });
    assert_eq!(raw.post("keys/device_signing/upload", &keys).await, json!({}));
    let made = identity(&raw, &world.user).await;
    assert!(made.is_object(), "{made}");

    let refused = async || Running::start(adoube(&world, &folder)).ends().await;
    let said = refused().await;
    for words in ["signing keys already", "ADOUBE_MATRIX__RECOVERY_KEY", "`adoube matrix reset-identity`"] {
        assert!(said.contains(words), "{said}");
    }
    // Nothing happens by itself, by mistake, or by somebody who may not.
    for words in ["", "no\n", "y\n"] {
        let output = reset(&world, &folder, PASSWORD, (&[], words));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("What is lost") && said.contains("Type yes"), "{said}");
        assert!(!output.status.success() && last_words(&output).contains("nothing was changed"));
    }
    let wrong = reset(&world, &folder, "another", (&["--yes"], ""));
    assert!(last_words(&wrong).contains("the password is wrong"), "{}", last_words(&wrong));
    let none = reset(&world, &folder, "", (&["--yes"], ""));
    assert!(last_words(&none).contains("set ADOUBE_MATRIX__PASSWORD for this once"), "{}", last_words(&none));
    assert!(refused().await.contains("signing keys already"), "what was begun is not completed by a start");
    assert_eq!(identity(&raw, &world.user).await, made);

    let output = reset(&world, &folder, PASSWORD, (&[], "yes\n"));
    assert!(output.status.success(), "{}", last_words(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains(&format!("{} has a new digital identity", world.user)), "{said}");
    let given = identity(&raw, &world.user).await;
    assert!(given.is_object() && given != made, "{given}");
    assert!(raw.vouches_for(&world.user).await);
    let mut running = Running::start(adoube(&world, &folder));
    is_there(&mut running, &world.user);
    let busy = reset(&world, &folder, PASSWORD, (&["--yes"], ""));
    assert!(last_words(&busy).contains("in use by another process"), "{}", last_words(&busy));
    running.stop();
    assert_eq!(identity(&raw, &world.user).await, given, "a start changes nothing");

    // Without a password nothing is begun: the keys there are go on, also where nothing would bring them back.
    let file = folder.path().join("data/matrix-recovery-key");
    let key = std::fs::read_to_string(&file).expect("a recovery key");
    std::fs::remove_file(&file).expect("a file");
    let none = reset(&world, &folder, "", (&["--yes"], ""));
    assert!(last_words(&none).contains("set ADOUBE_MATRIX__PASSWORD for this once"), "{}", last_words(&none));
    let mut running = Running::start(adoube(&world, &folder));
    is_there(&mut running, &world.user);
    running.stop();

    // The new recovery key is one: with it another machine is trusted.
    let other = tempfile::tempdir().expect("a folder");
    let mut command = adoube(&world, &other);
    command.env("ADOUBE_MATRIX__RECOVERY_KEY", key.trim());
    let mut running = Running::start(command);
    is_there(&mut running, &world.user);
    running.stop();
    assert!(raw.vouches_for(&world.user).await);
    assert_eq!(identity(&raw, &world.user).await, given);
}
