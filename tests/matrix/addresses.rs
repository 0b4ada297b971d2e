//! Tests of mistyped addresses and names of homeservers: each ends the first start with a sentence
//! that says what to set, and a homeserver that was found before is tried again. Not here: names
//! that lead to one (`names`).

use axum::{Router, http::Uri, response::Redirect};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::{
    bot::World,
    program::{Running, adoube},
    synapse::Synapse,
};

/// A name that nobody ever has (RFC 6761).
const NOBODYS: &str = "no-such-server.invalid";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A server that leads everybody to another one.
async fn leads_to(address: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = format!("http://{}", listener.local_addr().expect("an address"));
    let address = address.to_owned();
    let lead = async move |asked: Uri| Redirect::permanent(&format!("{address}{asked}"));
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(lead)).await });
    own
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistyped_homeserver_is_told_at_once() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let (address, moved) = (world.address.clone(), leads_to(&world.address).await);
    let nowhere = leads_to(&format!("{address}/nothing")).await;
    let circles = leads_to("").await;
    let user = format!("@adoube:{NOBODYS}");
    for (homeserver, user, words) in [
        (NOBODYS, "adoube", vec!["there is no server \"no-such-server.invalid\"", "matrix.homeserver"]),
        ("", &user, vec!["there is no server \"no-such-server.invalid\"", "matrix.user"]),
        (&format!("https://{NOBODYS}/"), "adoube", vec!["there is no server \"no-such-server.invalid\""]),
        (
            &format!("{address}/chat"),
            "adoube",
            vec!["no Matrix homeserver answers at", "/chat", "its address and nothing more"],
        ),
        (
            &format!("{address}/_matrix/client/"),
            "adoube",
            vec!["no Matrix homeserver answers at", "nothing more"],
        ),
        (&moved, "adoube", vec![&moved, &*format!("leads to {address}/: set matrix.homeserver to that")]),
        (&nowhere, "adoube", vec!["no Matrix homeserver answers at", &nowhere]),
        (&circles, "adoube", vec!["no Matrix homeserver answers at", "to no end"]),
        ("ftp://example.org", "adoube", vec!["neither a server's name", "https://matrix.example.org"]),
        ("", "adoube", vec!["matrix.user to the whole id", "matrix.homeserver"]),
    ] {
        let folder = folder();
        let mut command = adoube(&world, &folder);
        command.env("ADOUBE_MATRIX__HOMESERVER", homeserver).env("ADOUBE_MATRIX__USER", user);
        let said = Running::start(command).ends().await;
        assert!(words.iter().all(|word| said.contains(word)), "{homeserver:?} {user}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_homeserver_that_was_found_once_is_waited_for() {
    let Some(synapse) = Synapse::shared() else { return };
    let (world, folder) = (World::on(synapse).await, folder());
    let mut running = Running::start(adoube(&world, &folder));
    running.says();
    assert!(running.says().contains("on Matrix as"));
    running.stop();
    let mut command = adoube(&world, &folder);
    command.env("ADOUBE_MATRIX__HOMESERVER", NOBODYS);
    let mut running = Running::start(command);
    running.says();
    assert!(running.says().contains("Matrix cannot be reached now"));
    running.stop();
}
