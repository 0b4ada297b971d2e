//! The connection when a homeserver refuses, loses answers, or throws the session out. Not here: games in such times
//! (`failures`).

use std::sync::Arc;

use adoube_matrix::{ConnectError, Failure, Link};
use serde_json::json;

use crate::{
    account::{Raw, join, said, say, transaction, words},
    bot::World,
    person::PATIENCE,
    proxy::Proxy,
    synapse::Synapse,
};

/// The account, reached on a way on which things go wrong.
async fn world() -> Option<(World, Proxy)> {
    let synapse = Synapse::shared()?;
    let proxy = Proxy::before(&synapse).await;
    let mut world = World::on(synapse).await;
    world.address.clone_from(&proxy.address);
    Some((world, proxy))
}

async fn is_closed(link: &Arc<dyn Link>) {
    let end = async {
        while link.next().await.is_some() {
            link.done().await.expect("written");
        }
    };
    tokio::time::timeout(PATIENCE, end).await.expect("it ends");
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
            assert!(matches!(lost, Err(Failure::Later { .. })), "{lost:?}");
        }
        let sent = link.send(&id, words("White played e4."), transaction).await.expect("sent");
        assert_eq!(ada.hears(&room).await.id, sent.0);
        say(&link, &room, "Black played e5.").await.expect("sent");
        assert_eq!(ada.hears(&room).await.words(), "Black played e5.", "said once");
    }
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
async fn a_session_that_was_thrown_out_ends() {
    let Some((world, _proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    raw.post("logout/all", &json!({})).await;
    is_closed(&link).await;
    assert_eq!(say(&link, &room, "Hello").await, Err(Failure::LoggedOut));
    link.close().await;
    assert!(matches!(world.connect().await.err(), Some(ConnectError::LoggedOut(_))));
}
