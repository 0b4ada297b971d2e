//! Tests of many rooms on a real homeserver: one that is slow beside others, joins without an
//! answer, upgrades, and a start with many of them. `ADOUBE_ROOMS` says how many,
//! `ADOUBE_HELD_SECONDS` how long the slow one is kept from the bot. Not here: games in one room
//! (`games`).

use std::{
    fs,
    time::{Duration, Instant},
};

use adoube_matrix_client::{MatrixApi, MatrixError, RoomId};
use adoube_testing::seeds;
use serde_json::json;

use crate::{
    account::{Raw, invited, join, said},
    bot::World,
    person::{Person, Seen},
    proxy::Proxy,
    synapse::Synapse,
};

/// More often than anything is asked.
const ALWAYS: usize = usize::MAX;

fn held() -> Duration {
    Duration::from_secs(seeds::number("ADOUBE_HELD_SECONDS", 0))
}

async fn world() -> Option<(World, Proxy)> {
    let synapse = Synapse::shared()?;
    let proxy = Proxy::before(&synapse).await;
    let mut world = World::on(synapse).await;
    world.address.clone_from(&proxy.address);
    Some((world, proxy))
}

/// As a room that the homeserver has joined in part only: nobody learns who is there.
#[tokio::test(flavor = "multi_thread")]
async fn others_play_while_a_room_is_slow() {
    let Some((mut world, proxy)) = world().await else { return };
    world.start_bot().await;
    let (ada, bob) = world.two().await;
    let slow = ada.creates(false, &[&bob.user]).await;
    ada.meets(&slow, &bob.user).await;
    holds(&proxy, &slow, |room| format!("/rooms/{room}/members"));
    ada.invites(&slow, &world.user).await;
    ada.meets(&slow, &world.user).await;
    ada.says(&slow, "!chess piece knight").await;
    play_elsewhere(&world, (&ada, &bob)).await;
    assert!(world.said(&slow, &ada).is_empty());
    proxy.lets_go();
    ada.hears_of(&slow, "I referee").await;
    ada.hears_of(&slow, "Leaps two squares").await;
    world.stop_bot().await;
}

/// As a room that the homeserver has to look for on others.
#[tokio::test(flavor = "multi_thread")]
async fn others_play_while_a_join_is_slow() {
    let Some((mut world, proxy)) = world().await else { return };
    world.start_bot().await;
    let (ada, bob) = world.two().await;
    let slow = ada.creates(false, &[&bob.user]).await;
    holds(&proxy, &slow, |room| format!("/rooms/{room}/join"));
    holds(&proxy, &slow, |room| format!("/join/{room}"));
    ada.invites(&slow, &world.user).await;
    proxy.is_asked("/join", 1).await;
    play_elsewhere(&world, (&ada, &bob)).await;
    let is_there = |seen: &Seen| {
        seen.room == slow && seen.kind == "join" && seen.user.as_deref() == Some(world.user.as_str())
    };
    assert!(!ada.saw().iter().any(is_there));
    proxy.lets_go();
    ada.hears_of(&slow, "I referee").await;
    ada.says(&slow, "!chess piece knight").await;
    ada.hears_of(&slow, "Leaps two squares").await;
    world.stop_bot().await;
}

/// Questions about a room wait, however its id is written in their path.
fn holds(proxy: &Proxy, room: &str, path: impl Fn(&str) -> String) {
    proxy.holds(&path(room));
    proxy.holds(&path(&room.replace(':', "%3A").replace('!', "%21")));
}

/// As long as one room is kept from the bot; a move elsewhere takes what it takes otherwise.
async fn play_elsewhere(world: &World, (ada, bob): (&Person, &Person)) {
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    for number in 0..seeds::number("ADOUBE_ROOMS", 3_usize) {
        // The bot takes six invitations of one person within an hour.
        let people = if number.is_multiple_of(2) { [bob, ada] } else { [ada, bob] };
        let room = world.room(false, &people).await;
        world.begin(&room, (ada, bob), "chess").await;
        let asked = Instant::now();
        ada.says(&room, "e4").await;
        bob.hears_of(&room, "1. e4").await;
        slowest = slowest.max(asked.elapsed());
    }
    tokio::time::sleep(held().saturating_sub(began.elapsed())).await;
    println!("one room was kept for {:?}; a move elsewhere took {slowest:?} at most", began.elapsed());
}

#[tokio::test]
async fn a_join_of_which_no_answer_comes_is_greeted_and_marked() {
    let Some((mut world, proxy)) = world().await else { return };
    world.start_bot().await;
    proxy.loses("/join", ALWAYS);
    let ada = world.people.person("ada").await;
    let room = ada.creates_conversation(&[&world.user]).await;
    ada.hears_of(&room, "I referee").await;
    // No other word is needed where nobody else reads it.
    ada.says(&room, "piece knight").await;
    ada.hears_of(&room, "Leaps two squares").await;
    world.stop_bot().await;
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    let marked = raw.get(&format!("user/{}/account_data/m.direct", world.user)).await;
    assert_eq!(marked[&ada.user], json!([room]), "{marked}");
}

#[tokio::test]
async fn what_was_said_to_the_bot_alone_before_it_came_is_told() {
    let Some((world, _proxy)) = world().await else { return };
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates_conversation(&[&world.user]).await;
    ada.says(&room, "first words").await;
    let other = ada.creates(false, &[&world.user]).await;
    ada.says(&other, "among themselves").await;
    for _ in 0..2 {
        let id = invited(&link).await;
        link.join(&id, id.0 == room).await.expect("joined");
    }
    assert_eq!(said(&link).await.text, "first words");
    ada.says(&other, "to everybody").await;
    assert_eq!(said(&link).await.text, "to everybody");
    assert!(link.room(&RoomId(room)).await.expect("a room").direct);
    link.close().await;
}

#[tokio::test]
async fn a_game_goes_on_in_an_upgraded_room() {
    // Ids of rooms of version 12 name no server, and creators have all powers.
    for version in ["11", "12"] {
        goes_on_in_room_of(version).await;
    }
}

async fn goes_on_in_room_of(version: &str) {
    let Some(mut world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(false, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    ada.says(&room, "e4").await;
    bob.hears_of(&room, "1. e4").await;
    let raw = Raw::log_in(&world.synapse, &ada.name).await;
    let upgraded = raw.post(&format!("rooms/{room}/upgrade"), &json!({ "new_version": version })).await;
    let new = upgraded["replacement_room"].as_str().expect("a room").to_owned();
    // As clients do that are asked to.
    for user in [&bob.user, &world.user] {
        ada.invites(&new, user).await;
    }
    ada.hears_of(&new, "is to move").await;
    ada.meets(&new, &bob.user).await;
    bob.says(&new, "e5").await;
    ada.hears_of(&new, "1… e5").await;
    world.stop_bot().await;
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    let joined = raw.get("joined_rooms").await;
    assert_eq!(joined["joined_rooms"], json!([new]), "the old one is left");
}

/// In kilobytes.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("memory");
    line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a number")
}

async fn is_here(link: &dyn MatrixApi, room: &str) -> Duration {
    let began = Instant::now();
    // Whoever asks is told to ask later while there is no answer yet.
    while let Err(failure) = link.room(&RoomId(room.to_owned())).await {
        assert!(matches!(failure, MatrixError::Transient { .. }), "{failure}");
    }
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_with_many_rooms_takes_as_long_as_it_takes() {
    let Some((mut world, proxy)) = world().await else { return };
    let ada = world.people.person("ada").await;
    let link = world.connect().await.expect("a session");
    let first = ada.creates(false, &[&world.user]).await;
    join(&link).await;
    let raw = Raw::log_in(&world.synapse, &world.account).await;
    let rooms = seeds::number("ADOUBE_ROOMS", 20);
    for number in 1..rooms {
        let made =
            raw.post("createRoom", &json!({ "name": format!("{number}"), "preset": "public_chat" })).await;
        assert!(made["room_id"].is_string(), "{made}");
    }
    link.close().await;
    drop(link);
    let before = memory();
    let link = world.connect().await.expect("the session");
    let again = is_here(&*link, &first).await;
    let grown = memory().saturating_sub(before);
    ada.says(&first, "Hello").await;
    assert_eq!(said(&link).await.text, "Hello");
    link.close().await;
    drop(link);
    world.recovery_key = Some(world.lose_keys());
    // Some servers need longer for a first answer than a question may take otherwise.
    proxy.holds("/sync");
    let link = world.connect().await.expect("a session with nothing known");
    let anew = async {
        tokio::time::sleep(held()).await;
        proxy.lets_go();
    };
    let (anew, ()) = tokio::join!(is_here(&*link, &first), anew);
    println!("{rooms} rooms: {again:?} at a start and {grown} KB more; {anew:?} where nothing is known");
    link.close().await;
}
