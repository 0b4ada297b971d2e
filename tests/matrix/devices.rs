//! Whether people can read what is encrypted: what their server says of their devices, each time it is asked. Not here: what follows
//! from it (`matrix_chat`).

use std::sync::Arc;

use adoube_matrix::{Failure, UserId};
use serde_json::json;

use crate::{
    account::Raw, bot::World, federation::Federation, journal::fresh, person::People, synapse::Synapse,
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
        assert!(matches!(asked, Err(Failure::Later { .. })), "{user:?}: {asked:?}");
    }
    federation.heal();
    assert!(link.encrypts(&eve).await.expect("an answer"));
    assert!(!link.encrypts(&bob).await.expect("an answer"));
    link.close().await;
}
