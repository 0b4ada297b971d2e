//! Tests of the account's connection when a homeserver refuses requests, loses answers, or ends the
//! session. Not here: games in such times (`failures`).

use std::sync::Arc;

use adoube_matrix_client::{ConnectError, MatrixApi, MatrixError, MatrixEvent, UserId};
use adoube_testing::TEST_TIMEOUT;
use serde_json::json;

use crate::{
    account::{Raw, invited, join, said, say, transaction, until, words},
    bot::World,
    proxy::Proxy,
    synapse::Synapse,
};

const ALWAYS: usize = usize::MAX;

/// The account, reached on a way on which things go wrong.
async fn world() -> Option<(World, Proxy)> {
    let synapse = Synapse::shared()?;
    let proxy = Proxy::before(&synapse).await;
    let mut world = World::on(synapse).await;
    world.address.clone_from(&proxy.address);
    Some((world, proxy))
}

async fn is_closed(link: &Arc<dyn MatrixApi>) {
    let end = async {
        while let Some(happening) = link.next().await {
            link.done(happening.room()).await.expect("written");
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, end).await.expect("it ends");
}

#[tokio::test]
async fn first_starts_that_were_cut_short_are_made_good() {
    let Some((world, proxy)) = world().await else { return };
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    // The program has the account's keys before the server has.
    for step in ["keys/device_signing/upload", "keys/signatures/upload", "room_keys/version"] {
        proxy.refuses(step, 503, 1);
        let refused = world.connect().await.err();
        assert!(matches!(refused, Some(ConnectError::Unreachable(_))), "{step}: {refused:?}");
    }
    world.connect().await.expect("a session").close().await;
    assert!(raw.vouches_for(&world.user).await);
    assert!(raw.get("room_keys/version").await["version"].is_string());
    assert!(world.recovery_file().exists());
}

#[tokio::test]
async fn a_message_whose_answer_is_lost_is_said_once() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    for encrypted in [false, true] {
        let room = ada.creates(encrypted, &[&world.user]).await;
        let id = join(&link).await;
        ada.meets(&room, &world.user).await;
        proxy.loses("/send/m.room", 2);
        let transaction = transaction();
        for _ in 0..2 {
            let lost = link.send(&id, words("White played e4."), transaction.clone()).await;
            assert!(matches!(lost, Err(MatrixError::Transient { .. })), "{lost:?}");
        }
        let sent = link.send(&id, words("White played e4."), transaction).await.expect("sent");
        assert_eq!(ada.hears(&room).await.id, sent.0);
        say(&link, &room, "Black played e5.").await.expect("sent");
        assert_eq!(ada.hears(&room).await.words(), "Black played e5.", "said once");
    }
    link.close().await;
}

#[tokio::test]
async fn a_room_that_cannot_be_read_keeps_no_other_from_being_heard() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let bad = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    let good = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    link.close().await;
    for number in 0..60 {
        ada.says(&bad, &format!("missed {number}")).await;
    }
    ada.says(&good, "Hello").await;
    proxy.refuses("/messages?", 500, ALWAYS);
    let link = world.connect().await.expect("the session");
    let mut heard = Vec::new();
    // What the answer itself holds is heard in both.
    while heard.len() < 51 {
        heard.push(said(&link).await);
    }
    assert!(heard.iter().any(|said| said.room.0 == good && said.text == "Hello"));
    assert!(heard.iter().any(|said| said.room.0 == bad && said.text == "missed 59"));
    link.close().await;
}

#[tokio::test]
async fn what_cannot_be_read_for_a_while_is_read_later() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    link.close().await;
    for number in 0..60 {
        ada.says(&room, &format!("missed {number}")).await;
    }
    let link = world.connect().await.expect("the session");
    // Whatever is asked for: it is not the room's fault.
    proxy.refuses("/messages?", 502, 4);
    proxy.refuses("/account/whoami", 502, 4);
    for number in 0..60 {
        assert_eq!(said(&link).await.text, format!("missed {number}"));
    }
    link.close().await;
}

#[tokio::test]
async fn an_invitation_that_could_not_be_taken_is_told_again() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    let id = invited(&link).await;
    proxy.refuses("/join", 500, 1);
    assert!(matches!(link.join(&id, false).await, Err(MatrixError::Transient { .. })));
    link.close().await;
    let link = world.connect().await.expect("the session");
    assert_eq!(join(&link).await.0, room);
    link.close().await;
}

#[tokio::test]
async fn a_direct_room_is_made_once_although_nobody_hears_of_it() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let user = UserId(ada.user.clone());
    proxy.loses("/createRoom", 1);
    assert!(matches!(link.direct_room(&user).await, Err(MatrixError::Transient { .. })));
    let is_changed = |happening| matches!(happening, MatrixEvent::Joined { .. }).then_some(());
    until(&link, is_changed).await;
    let room = link.direct_room(&user).await.expect("the room");
    ada.meets(&room.0, &ada.user).await;
    assert_eq!(proxy.asked("/createRoom"), 1);
    assert!(link.room(&room).await.expect("the room").direct);
    link.close().await;
    let link = world.connect().await.expect("the session");
    assert_eq!(link.direct_room(&user).await.expect("the same"), room, "found again after a restart");
    link.close().await;
}

#[tokio::test]
async fn whoever_cannot_be_invited_leaves_one_empty_room_at_most() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let nobody = UserId("@nobody:elsewhere.invalid".to_owned());
    let refused = link.direct_room(&nobody).await;
    assert!(matches!(refused, Err(MatrixError::Forbidden(_) | MatrixError::Rejected(_))), "{refused:?}");
    let is_changed = |happening| matches!(happening, MatrixEvent::Joined { .. }).then_some(());
    until(&link, is_changed).await;
    for _ in 0..2 {
        let refused = link.direct_room(&nobody).await;
        assert!(matches!(refused, Err(MatrixError::Forbidden(_) | MatrixError::Rejected(_))), "{refused:?}");
    }
    assert_eq!(proxy.asked("/createRoom"), 1);
    link.close().await;
}

#[tokio::test]
async fn a_session_that_was_thrown_out_ends() {
    let Some((world, _proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    raw.post("logout/all", &json!({})).await;
    is_closed(&link).await;
    assert_eq!(say(&link, &room, "Hello").await, Err(MatrixError::LoggedOut));
    link.close().await;
    assert!(matches!(world.connect().await.err(), Some(ConnectError::LoggedOut(_))));
}

#[tokio::test]
async fn a_session_that_is_thrown_out_while_it_catches_up_ends() {
    let Some((world, proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    link.close().await;
    for number in 0..60 {
        ada.says(&room, &format!("missed {number}")).await;
    }
    proxy.refuses("/messages?", 503, ALWAYS);
    let link = world.connect().await.expect("the session");
    proxy.is_asked("/messages?", 1).await;
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    raw.post("logout/all", &json!({})).await;
    is_closed(&link).await;
}
