//! Tests of the bot's account and its connection: the encrypted store, received and sent messages,
//! and what is caught up after a pause. Not here: a failing connection (`trouble`), and what games
//! show by themselves (`games`, `failures`).

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use adoube_matrix_client::{
    ConnectError, MatrixError, MatrixEvent, MatrixMessage, MatrixPicture, RoomId, UserId,
};
use serde_json::json;

use crate::{
    account::{Raw, join, next, only_told, said, say, transaction, unreadable, until},
    bot::World,
    person::{Person, Seen},
    proxy::Proxy,
    synapse::Synapse,
};

/// The account with nobody listening yet.
async fn world() -> Option<World> {
    Some(World::on(Synapse::shared()?).await)
}

fn user(person: &Person) -> UserId {
    UserId(person.user.clone())
}

#[tokio::test]
async fn an_account_is_named_signed_and_recoverable() {
    let Some(world) = world().await else { return };
    let id = &world.user;
    world.connect().await.expect("a session").close().await;

    let key = fs::read_to_string(world.recovery_file()).expect("a recovery key");
    assert!(key.trim().len() >= 40, "{key}");
    let mode = fs::metadata(world.recovery_file()).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let raw = Raw::log_in(&world.synapse, &world.account).await;
    assert_eq!(raw.get(&format!("profile/{id}")).await["displayname"], "adoube");
    assert!(raw.get(&format!("profile/{id}")).await["avatar_url"].is_string());
    assert!(raw.vouches_for(id).await);
    assert!(raw.get("room_keys/version").await["version"].is_string());

    for (file, bytes) in files(&world.keys()) {
        // How Synapse's access tokens begin.
        assert!(!bytes.windows(4).any(|part| part == b"syt_"), "{file} holds an access token");
    }
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    paths.map(|path| (path.display().to_string(), fs::read(&path).expect("a file"))).collect()
}

#[tokio::test]
async fn a_store_is_for_one_process_and_one_account() {
    let Some(mut world) = world().await else { return };
    let link = world.connect().await.expect("a session");
    assert!(matches!(world.connect().await.err(), Some(ConnectError::StoreInUse(_))));
    link.close().await;
    assert_eq!(link.next().await, None);
    let account = std::mem::replace(&mut world.account, "somebody".to_owned());
    assert!(matches!(world.connect().await.err(), Some(ConnectError::StoreOfOtherAccount { .. })));
    world.account = account;
    world.connect().await.expect("the same session").close().await;
}

#[tokio::test]
async fn a_room_is_looked_at_heard_and_answered() {
    let Some(world) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    let id = join(&link).await;
    assert_eq!(id.0, room);
    let state = link.room(&id).await.expect("the room");
    assert_eq!(state.members.iter().map(|(user, _)| &user.0).collect::<Vec<_>>(), [&ada.user]);
    assert!(!state.encrypted && state.may_send && !state.direct);
    assert!(link.moderates(&id, &user(&ada)).await);
    assert!(!link.moderates(&id, &link.user()).await);

    let first = ada.says(&room, "e4").await;
    assert_eq!(said(&link).await.event.0, first);
    let picture = MatrixPicture {
        name: "board.png".into(),
        media_type: "image/png".into(),
        bytes: b"not really a picture".to_vec(),
        width: 8,
        height: 8,
    };
    let message = MatrixMessage {
        plain: "White played e4.".into(),
        picture: Some(picture),
        ..MatrixMessage::default()
    };
    let sent = link.send(&id, message, transaction()).await.expect("sent");
    let shown = ada.hears(&room).await;
    assert_eq!((shown.words(), shown.file.as_deref()), ("White played e4.", Some("board.png")));

    ada.reacts(&room, &first, "1").await;
    let reaction = ada.reacts(&room, &sent.0, "1").await;
    match next(&link).await {
        MatrixEvent::Reaction { event, to, key, .. } => {
            assert_eq!((event.0, to, key.as_str()), (reaction, sent, "1"), "under the bot's message alone");
        }
        other => panic!("{other:?}"),
    }
    link.leave(&id).await.expect("left");
    assert!(matches!(say(&link, &room, "gone").await, Err(MatrixError::NotFound(_))));
    assert!(matches!(link.room(&id).await, Err(MatrixError::NotFound(_))));
    link.close().await;
}

#[tokio::test]
async fn nothing_is_lost_or_told_twice_over_a_restart() {
    let Some(mut world) = world().await else { return };
    let proxy = Proxy::before(&world.synapse).await;
    world.address.clone_from(&proxy.address);
    let ada = world.people.person("ada").await;
    let link = world.connect().await.expect("a session");
    let room = ada.creates(true, &[&world.user]).await;
    join(&link).await;
    ada.meets(&room, &world.user).await;
    ada.says(&room, "done").await;
    assert_eq!(said(&link).await.text, "done");
    ada.says(&room, "told, not done").await;
    assert_eq!(only_told(&link).await.text, "told, not done");
    link.close().await;
    assert_eq!(proxy.asked("/messages?"), 0);

    // More than an answer of the server and a page of what it left out hold together.
    let missed: Vec<String> = (0..170).map(|number| format!("missed {number}")).collect();
    for words in &missed {
        ada.says(&room, words).await;
    }
    let link = world.connect().await.expect("the session");
    assert_eq!(said(&link).await.text, "told, not done");
    for words in &missed {
        assert_eq!(said(&link).await.text, *words);
    }
    assert!(proxy.asked("/messages?") >= 2, "there was a gap of more than a page");
    link.close().await;

    let link = world.connect().await.expect("the session");
    ada.says(&room, "new").await;
    assert_eq!(only_told(&link).await.text, "new", "what was dealt with is not told again");
    let taken_back = ada.says(&room, "taken back").await;
    ada.redacts(&room, &taken_back).await;
    link.close().await;
    let link = world.connect().await.expect("the session");
    assert_eq!(said(&link).await.text, "new", "told, not done");
    ada.says(&room, "newer").await;
    assert_eq!(said(&link).await.text, "newer", "what was taken back meanwhile counts as nothing");
    link.close().await;
}

/// Synapse lets its admins choose how much an answer holds:
/// <https://element-hq.github.io/synapse/latest/usage/configuration/config_documentation.html#filter_timeline_limit>.
#[tokio::test]
async fn where_answers_hold_less_than_is_asked_for_nothing_is_said_to_be_missing() {
    let Some(synapse) = Synapse::with(json!({ "filter_timeline_limit": 10 })) else { return };
    let world = World::on(synapse).await;
    let ada = world.people.person("ada").await;
    let link = world.connect().await.expect("a session");
    let room = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    for round in 0..3 {
        for number in 0..25 {
            ada.says(&room, &format!("{round} {number}")).await;
        }
        ada.says(&room, &format!("{round} last")).await;
        let mut told = 0;
        loop {
            let happening = next(&link).await;
            link.done(happening.room()).await.expect("written");
            match happening {
                MatrixEvent::Message(said) if said.text == format!("{round} last") => break,
                MatrixEvent::Message(_) => told += 1,
                other => assert!(!matches!(other, MatrixEvent::Gap { .. }), "{other:?}"),
            }
        }
        assert_eq!(told, 25);
    }
    link.close().await;
    // Away meanwhile.
    for number in 0..25 {
        ada.says(&room, &format!("{number}")).await;
    }
    let link = world.connect().await.expect("the session");
    for number in 0..25 {
        match next(&link).await {
            MatrixEvent::Message(said) => assert_eq!(said.text, number.to_string()),
            other => panic!("{other:?}"),
        }
        link.done(&RoomId(room.clone())).await.expect("written");
    }
    link.close().await;
}

#[tokio::test]
async fn a_key_that_comes_after_a_restart_opens_what_came_before() {
    let Some(world) = world().await else { return };
    let ada = world.people.person("ada").await;
    let link = world.connect().await.expect("a session");
    let room = ada.creates(true, &[&world.user]).await;
    join(&link).await;
    ada.meets(&room, &world.user).await;
    ada.withholds_the_key(&room, &world.user).await;
    let hidden = ada.says(&room, "e4").await;
    assert_eq!(unreadable(&link).await.0, hidden);
    link.close().await;

    let link = world.connect().await.expect("the session");
    ada.hands_over_the_key(&room, &world.user).await;
    let late = said(&link).await;
    assert_eq!((late.event.0, late.text.as_str(), late.sender), (hidden, "e4", user(&ada)));
    ada.says(&room, "e5").await;
    assert_eq!(said(&link).await.text, "e5", "told once");
    link.close().await;
    let link = world.connect().await.expect("the session");
    ada.says(&room, "Nf3").await;
    assert_eq!(said(&link).await.text, "Nf3", "nor after a restart");
    link.close().await;
}

#[tokio::test]
async fn two_alone_have_one_room() {
    let Some(mut world) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = link.direct_room(&user(&ada)).await.expect("a room");
    assert_eq!(link.direct_room(&user(&ada)).await.expect("the same"), room, "made once");
    let invitation = |seen: &[Seen]| seen.iter().find(|seen| seen.kind == "invited").cloned();
    let invitation = ada.sees("an invitation", invitation).await;
    assert!(invitation.direct && invitation.room == room.0);
    ada.meets(&room.0, &ada.user).await;
    let state = link.room(&room).await.expect("the room");
    assert!(state.encrypted && state.direct && state.may_send);
    assert_eq!(state.members, [(user(&ada), ada.name.clone())]);
    say(&link, &room.0, "Your cards").await.expect("said");
    ada.hears_of(&room.0, "Your cards").await;
    link.close().await;

    let link = world.connect().await.expect("the session");
    assert_eq!(link.direct_room(&user(&ada)).await.expect("the same"), room, "found after a restart");
    link.close().await;
    world.recovery_key = Some(world.lose_keys());
    let link = world.connect().await.expect("another session");
    assert!(!world.recovery_file().exists(), "the key that was given stays the key");
    assert_eq!(link.direct_room(&user(&ada)).await.expect("the same"), room, "found without the store");
    link.close().await;
}

#[tokio::test]
async fn whoever_left_a_direct_room_is_asked_in_again() {
    let Some(world) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = link.direct_room(&user(&ada)).await.expect("a room");
    ada.meets(&room.0, &ada.user).await;
    ada.leaves(&room.0).await;
    let left = |happening| matches!(happening, MatrixEvent::MembersChanged { left: true, .. }).then_some(());
    until(&link, left).await;
    let again = link.direct_room(&user(&ada)).await.expect("a room");
    let count = |seen: &[Seen]| {
        let here = seen.iter().filter(|seen| seen.room == again.0 && seen.kind == "invited");
        (here.count() == 1 + usize::from(again == room)).then_some(())
    };
    ada.sees("another invitation", count).await;
    say(&link, &again.0, "Your turn").await.expect("said");
    ada.hears_of(&again.0, "Your turn").await;
    link.close().await;
}

#[tokio::test]
async fn rooms_the_bot_is_put_out_of_or_that_move_on_trouble_no_other() {
    let Some(world) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let raw = Raw::log_in(&world.synapse, &ada.name).await;
    let mut rooms = Vec::new();
    for _ in 0..3 {
        rooms.push(ada.creates(false, &[&world.user]).await);
        join(&link).await;
    }
    let [kicked, upgraded, other] = &rooms[..] else { unreachable!() };
    let changed = |room: &String| {
        let room = RoomId(room.clone());
        move |happening| {
            (matches!(happening, MatrixEvent::MembersChanged { room: here, .. } if here == room))
                .then_some(())
        }
    };
    ada.kicks(kicked, &world.user).await;
    until(&link, changed(kicked)).await;
    assert!(matches!(say(&link, kicked, "gone").await, Err(MatrixError::NotFound(_))));
    assert!(matches!(link.room(&RoomId(kicked.clone())).await, Err(MatrixError::NotFound(_))));

    let new = raw.post(&format!("rooms/{upgraded}/upgrade"), &json!({ "new_version": "11" })).await;
    assert!(new["replacement_room"].is_string(), "{new}");
    ada.says(other, "Hello").await;
    assert_eq!(said(&link).await.text, "Hello");
    let upgraded = RoomId(upgraded.clone());
    assert!(
        !link.room(&upgraded).await.expect("still there").may_send,
        "nobody speaks in a room that moved on"
    );
    assert!(matches!(say(&link, &upgraded.0, "old").await, Err(MatrixError::Forbidden(_))));

    // Whoever is asked back is back.
    ada.invites(kicked, &world.user).await;
    assert_eq!(join(&link).await.0, *kicked);
    ada.says(kicked, "Back").await;
    assert_eq!(said(&link).await.text, "Back");
    say(&link, kicked, "Here").await.expect("said");
    link.close().await;
}
