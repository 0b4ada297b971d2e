//! The connection against a homeserver of its own, whose address `ADOUBE_TEST_HOMESERVER` gives; without one these tests
//! say so and pass. It has to register whoever asks (`enable_registration_without_verification`) and set no limits that
//! tests reach; `ADOUBE_TEST_HOMESERVER_MEDIA` may name the folder in which it keeps files.

mod bot;
mod server;

use std::{fs, os::unix::fs::PermissionsExt as _};

use adoube_matrix::{
    ConnectError, Failure, Happening, Outgoing, Picture, RoomId, Secret, TransactionId, UserId,
};
use serde_json::json;

use crate::{
    bot::{Bot, join, next, said, say, until, words},
    server::{address, fresh, register},
};

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_named_signed_and_recoverable() {
    let Some(address) = address() else { return };
    let bot = Bot::new(&address);
    let link = bot.connect().await;
    let id = link.user().0;
    link.close().await;

    let key = fs::read_to_string(&bot.settings.recovery_file).expect("a recovery key");
    assert!(key.trim().len() >= 40, "{key}");
    let mode = fs::metadata(&bot.settings.recovery_file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let profile = bot.person.get(&format!("profile/{id}"));
    assert_eq!(profile["displayname"], "Adoube the Arbiter");
    let keys = bot.person.post("keys/query", &json!({ "device_keys": { &id: [] } }));
    let signer = keys["self_signing_keys"][&id]["keys"].as_object().expect("signing keys");
    let signer = signer.keys().next().expect("one");
    let devices = keys["device_keys"][&id].as_object().expect("devices");
    let ours = devices.values().find(|keys| keys["unsigned"]["device_display_name"] == "adoube on a test");
    assert!(ours.expect("our device")["signatures"][&id][signer].is_string(), "{devices:?}");
    assert!(bot.person.get("room_keys/version")["version"].is_string());

    for file in walk(&bot.settings.folder) {
        let bytes = fs::read(&file).expect("a file");
        // How Synapse's access tokens begin.
        assert!(!bytes.windows(4).any(|part| part == b"syt_"), "{} holds an access token", file.display());
    }
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_in_one_line() {
    let Some(address) = address() else { return };
    let mut bot = Bot::new(&address);
    bot.settings.password = Secret::new("another");
    assert!(matches!(bot.refused().await, ConnectError::WrongPassword(_)));
    bot.settings.password = Secret::new(server::PASSWORD);
    let link = bot.connect().await;
    assert!(matches!(bot.refused().await, ConnectError::InUse(_)));
    link.close().await;

    let right = bot.settings.clone();
    bot.settings.passphrase = Secret::new("another");
    assert!(matches!(bot.refused().await, ConnectError::WrongPassphrase(_)));
    bot.settings.passphrase = right.passphrase.clone();
    bot.settings.user = "somebody".to_owned();
    assert!(matches!(bot.refused().await, ConnectError::OtherUser { .. }));
    bot.settings.user.clone_from(&right.user);
    bot.settings.homeserver = "http://127.0.0.1:9".to_owned();
    assert!(matches!(bot.refused().await, ConnectError::Unreachable(_)));
    bot.settings.homeserver = "nonsense".to_owned();
    assert!(matches!(bot.refused().await, ConnectError::Address(_)));
    bot.settings = right;
    bot.connect().await.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_store_is_recovered_by_the_right_key_alone() {
    let Some(address) = address() else { return };
    let mut bot = Bot::new(&address);
    let mut ada = Bot::new(&address);
    ada.settings.display_name = "Ada".to_owned();
    let (link, hers) = (bot.connect().await, ada.connect().await);
    let room = hers.direct_room(&link.user()).await.expect("a room");
    join(&link).await;
    say(&hers, &room, "before the loss").await;
    assert_eq!(said(&link).await.text, "before the loss");
    link.done().await.expect("written");
    link.close().await;
    bot.lose_store();

    let file = bot.path().join("moved.txt");
    fs::rename(&bot.settings.recovery_file, &file).expect("a key");
    assert!(matches!(bot.refused().await, ConnectError::RecoveryKeyNeeded));
    let key = fs::read_to_string(&file).unwrap();
    let other = fs::read_to_string(&ada.settings.recovery_file).unwrap();
    bot.settings.recovery_key = Some(Secret::new(other.trim()));
    assert!(matches!(bot.refused().await, ConnectError::WrongRecoveryKey(_)));
    bot.settings.recovery_key = Some(Secret::new("nonsense"));
    assert!(matches!(bot.refused().await, ConnectError::WrongRecoveryKey(_)));
    bot.settings.recovery_key = Some(Secret::new(key.trim()));
    let link = bot.connect().await;
    assert!(!bot.settings.recovery_file.exists(), "the key that was given stays the key");
    // Both know one another as before, and find the same room.
    assert_eq!(link.direct_room(&hers.user()).await.expect("a room"), room);
    until_read(&link, &hers, &room, "after the loss").await;
    until_read(&hers, &link, &room, "still trusted").await;
    link.close().await;
    hers.close().await;
}

async fn until_read(
    from: &std::sync::Arc<dyn adoube_matrix::Link>,
    to: &std::sync::Arc<dyn adoube_matrix::Link>,
    room: &RoomId,
    plain: &str,
) {
    say(from, room, plain).await;
    assert_eq!(said(to).await.text, plain);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_room_is_joined_read_and_answered() {
    let Some(address) = address() else { return };
    let bot = Bot::new(&address);
    let ada = register(&address, &fresh("ada"));
    let link = bot.connect().await;
    let room = ada.room_with(&link.user().0);
    let id = join(&link).await;
    assert_eq!(id.0, room);

    let state = link.room(&id).await.expect("the room");
    assert_eq!(state.members.iter().map(|(user, _)| user.0.as_str()).collect::<Vec<_>>(), [ada.id.as_str()]);
    assert!(!state.encrypted && state.may_send);
    assert!(link.moderates(&id, &UserId(ada.id.clone())).await);
    assert!(!link.moderates(&id, &link.user()).await);

    let first = ada.say(&room, "e4");
    assert_eq!(said(&link).await.event.0, first);
    let edit = json!({
        "msgtype": "m.text", "body": "* e5", "m.new_content": { "msgtype": "m.text", "body": "e5" },
        "m.relates_to": { "rel_type": "m.replace", "event_id": first },
    });
    ada.send(&room, "m.room.message", &edit);
    ada.send(&room, "m.room.message", &json!({ "msgtype": "m.notice", "body": "beep" }));

    let transaction = TransactionId(fresh("t"));
    let picture = Picture {
        name: "board.png".into(),
        media_type: "image/png".into(),
        bytes: b"not really a picture".to_vec(),
        width: 8,
        height: 8,
    };
    let message = Outgoing {
        plain: "White played e4.".into(),
        picture: Some(picture),
        mentions: vec![UserId(ada.id.clone())],
        ..Outgoing::default()
    };
    let sent = link.send(&id, message.clone(), transaction.clone()).await.expect("sent");
    assert_eq!(link.send(&id, message, transaction).await.expect("sent again"), sent);
    let events = ada.latest(&room);
    let pictures: Vec<_> = events.iter().filter(|event| event["content"]["msgtype"] == "m.image").collect();
    assert_eq!(pictures.len(), 1, "sent once");
    assert_eq!(pictures[0]["content"]["filename"], "board.png");
    assert_eq!(pictures[0]["content"]["body"], "White played e4.");
    assert_eq!(pictures[0]["content"]["m.mentions"]["user_ids"], json!([ada.id]));

    let sign =
        |to: &str| json!({ "m.relates_to": { "rel_type": "m.annotation", "event_id": to, "key": "1️⃣" } });
    ada.send(&room, "m.reaction", &sign(&first));
    let reaction = ada.send(&room, "m.reaction", &sign(&sent.0));
    match next(&link).await {
        Happening::Reacted { event, to, key, .. } => {
            assert_eq!(
                (event.0, to, key.as_str()),
                (reaction, sent.clone(), "1️⃣"),
                "under the bot's message alone"
            );
        }
        other => panic!("{other:?}"),
    }

    link.leave(&id).await.expect("left");
    assert!(matches!(link.send(&id, words("gone"), TransactionId(fresh("t"))).await, Err(Failure::Gone(_))));
    assert!(matches!(link.room(&id).await, Err(Failure::Gone(_))));
    link.close().await;
    assert_eq!(link.next().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_done_twice_over_a_restart() {
    let Some(address) = address() else { return };
    let bot = Bot::new(&address);
    let ada = register(&address, &fresh("ada"));
    let link = bot.connect().await;
    let room = ada.room_with(&link.user().0);
    join(&link).await;
    ada.say(&room, "done");
    assert_eq!(said(&link).await.text, "done");
    link.done().await.expect("written");
    ada.say(&room, "told, not done");
    assert_eq!(said(&link).await.text, "told, not done");
    link.close().await;

    // More than one answer of the server holds.
    let missed: Vec<String> = (0..120).map(|number| format!("missed {number}")).collect();
    for words in &missed {
        ada.say(&room, words);
    }
    let link = bot.connect().await;
    assert_eq!(said(&link).await.text, "told, not done");
    for words in &missed {
        assert_eq!(said(&link).await.text, *words);
    }
    link.done().await.expect("written");
    link.close().await;

    let link = bot.connect().await;
    ada.say(&room, "new");
    assert_eq!(said(&link).await.text, "new", "what was dealt with is not told again");
    let taken_back = ada.say(&room, "taken back");
    ada.put(&format!("rooms/{room}/redact/{taken_back}/{}", fresh("t")), &json!({}));
    link.close().await;
    let link = bot.connect().await;
    assert_eq!(said(&link).await.text, "new", "told, not done");
    ada.say(&room, "newer");
    assert_eq!(said(&link).await.text, "newer", "what was taken back meanwhile counts as nothing");
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_room_is_read_and_its_pictures_are_encrypted() {
    let Some(address) = address() else { return };
    let (bot, mut ada) = (Bot::new(&address), Bot::new(&address));
    ada.settings.display_name = "Ada".to_owned();
    let (link, hers) = (bot.connect().await, ada.connect().await);
    let room = hers.direct_room(&link.user()).await.expect("a room");
    assert_eq!(hers.direct_room(&link.user()).await.expect("the same"), room, "made once");
    assert_eq!(join(&link).await, room);
    let state = link.room(&room).await.expect("the room");
    assert!(state.encrypted && state.direct);
    assert_eq!(state.members, [(hers.user(), "Ada".to_owned())]);
    assert_eq!(link.direct_room(&hers.user()).await.expect("the same"), room, "hers is his");

    until_read(&hers, &link, &room, "Nf3").await;
    until_read(&link, &hers, &room, "White played Nf3.").await;
    let bytes = b"a picture that only two may see".to_vec();
    let picture =
        Picture { name: "hand.png".into(), media_type: "image/png".into(), bytes, width: 8, height: 8 };
    let message = Outgoing { plain: "Your cards".into(), picture: Some(picture), ..Outgoing::default() };
    link.send(&room, message, TransactionId(fresh("t"))).await.expect("sent");
    let events = ada.person.latest(&room.0);
    assert!(events.iter().all(|event| event["type"] != "m.room.message"), "nothing in the clear");
    if let Ok(media) = std::env::var("ADOUBE_TEST_HOMESERVER_MEDIA") {
        for file in below(std::path::Path::new(&media)) {
            let kept = fs::read(&file).expect("a file");
            assert!(!kept.windows(10).any(|part| part == b"only two m"), "{} is readable", file.display());
        }
    }

    link.close().await;
    let link = bot.connect().await;
    assert_eq!(link.direct_room(&hers.user()).await.expect("the same"), room, "found again after a restart");
    until_read(&hers, &link, &room, "after a restart").await;
    link.close().await;
    hers.close().await;
}

fn below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    walk(folder).into_iter().flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_yet_is_told_when_its_key_comes() {
    let Some(address) = address() else { return };
    let (bot, ada) = (Bot::new(&address), Bot::new(&address));
    let (link, hers) = (bot.connect().await, ada.connect().await);
    let room = hers.direct_room(&link.user()).await.expect("a room");
    join(&link).await;
    // A message nobody has the key of.
    let content = json!({
        "algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgAEnAA", "session_id": fresh("session"),
        "sender_key": "x", "device_id": "RAW",
    });
    let event = ada.person.send(&room.0, "m.room.encrypted", &content);
    let told = until(&link, |happening| match happening {
        Happening::Unreadable { event, .. } => Some(event),
        _ => None,
    })
    .await;
    assert_eq!(told.0, event);
    link.close().await;
    hers.close().await;
}
