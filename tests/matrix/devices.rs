//! Tests whether people can read encrypted messages, by their servers' answers about their devices,
//! asked anew each time. Not here: what follows from it (`matrix_chat`).

use std::sync::Arc;

use adoube_matrix_client::{MatrixError, MatrixEvent, MatrixMessage, UserId};
use serde_json::json;

use crate::{
    account::{Raw, say, transaction, until, words},
    bot::World,
    federation::Federation,
    journal::fresh,
    person::{People, Seen},
    synapse::Synapse,
};

/// Keys as a client gives them of its device.
async fn gives_keys(raw: &Raw, user: &str, device: &str) {
    let keys = json!({
        "user_id": user, "device_id": device, "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
        "keys": { format!("curve25519:{device}"): "a", format!("ed25519:{device}"): "b" }, "signatures": {},
    });
    raw.post("keys/upload", &json!({ "device_keys": keys })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_a_device_with_keys_reads_what_is_encrypted_from_then_on() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let name = format!("bridged{}", fresh());
    let bob = UserId(world.people.register(&name).await);
    assert!(!link.encrypts(&bob).await.expect("an answer"), "nobody is logged in");
    let raw = Raw::log_in_as(&world.synapse, &name, "BRIDGE").await;
    assert!(!link.encrypts(&bob).await.expect("an answer"), "the device has no keys");
    gives_keys(&raw, &bob.0, "BRIDGE").await;
    assert!(link.encrypts(&bob).await.expect("an answer"), "its keys came after the first looks");
    assert!(link.encrypts(&UserId(ada.user.clone())).await.expect("an answer"));
    raw.post("logout", &json!({})).await;
    assert!(!link.encrypts(&bob).await.expect("an answer"), "the device is gone");
    link.close().await;
}

/// A device that somebody else has added to the account, such as the admin of its homeserver, is not signed by its owner.
#[tokio::test(flavor = "multi_thread")]
async fn a_device_its_owner_has_not_signed_reads_nothing_that_is_theirs_alone() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let user = UserId(ada.user.clone());
    assert!(link.encrypts(&user).await.expect("an answer"), "without an identity every device counts");
    let room = link.direct_room(&user).await.expect("a room");
    ada.meets(&room.0, &world.user).await;
    say(&link, &room.0, "before").await.expect("it is said");
    ada.hears_of(&room.0, "before").await;
    // Another client gives the account an identity, and signs itself alone.
    let signed = world.connect_as(&ada.name).await.expect("a session");
    signed.room(&room).await.expect("it hears what is said from now on");
    assert!(link.encrypts(&user).await.expect("an answer"));
    // Without a call it would be a notice, which bots do not hear, and the other client is one.
    let after = MatrixMessage { mentions: vec![user], ..words("after") };
    link.send(&room, after, transaction()).await.expect("it is said");
    let is_it =
        |happening| matches!(happening, MatrixEvent::Message(said) if said.text == "after").then_some(());
    until(&signed, is_it).await;
    let unread = |seen: &Seen| seen.kind == "unreadable" && seen.room == room.0;
    ada.sees("a message it cannot read", |seen| seen.iter().any(unread).then_some(())).await;
    assert!(!ada.saw().iter().any(|seen| seen.words() == "after"));
    signed.close().await;
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_people_whose_server_is_away_nobody_knows() {
    let Some(federation) = Federation::start().await else { return };
    let world = World::on(Arc::clone(&federation.near)).await;
    let link = world.connect().await.expect("a session");
    let far = People::on(&federation.far);
    let (eve, name) = (far.person("eve").await, format!("bridged{}", fresh()));
    let (eve, bob) = (UserId(eve.user.clone()), UserId(far.register(&name).await));
    federation.cut();
    for user in [&eve, &bob] {
        let asked = link.encrypts(user).await;
        assert!(matches!(asked, Err(MatrixError::Transient { .. })), "{user:?}: {asked:?}");
    }
    federation.heal();
    assert!(link.encrypts(&eve).await.expect("an answer"));
    assert!(!link.encrypts(&bob).await.expect("an answer"));
    link.close().await;
}
