//! Tests of rooms of games and of private rooms: a person who is not let in gets, for every
//! request, the answer for a room that does not exist. Not here: invite links and the form
//! (`invitations`).

use std::sync::Arc;

use adoube_store::{MemoryStore, Store};
use adoube_testing::clock::TestClock;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Browser, Server, Socket, control, fresh_id, game, is_board};

/// Goes to a channel.
pub(super) async fn go(socket: &mut Socket, channel: &str) {
    channel.clone_into(&mut socket.channel);
    socket.watch(None).await;
    while socket.until("entries").await["channel"] != channel {}
}

/// The list of channels, once it fits.
pub(super) async fn listed(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let channels = socket.until("channels").await;
        if fits(&channels) {
            return channels;
        }
    }
}

pub(super) fn rooms(channels: &Value) -> &[Value] {
    channels["rooms"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// One challenges the other in a busy channel, who accepts; the name of the room in which they play.
async fn agreed(white: &mut Socket, black: &mut Socket, opponent: &str) -> String {
    let before = white.channel.clone();
    white.done(&format!("/play {opponent} chess white")).await;
    let has_accept = |entry: &Value| entry["message"]["rows"].to_string().contains("\"Accept\"");
    let challenge = black.entry(has_accept).await;
    let accept = control(&challenge, "Accept");
    // Twice, as after a lost connection.
    let id = fresh_id();
    for _ in 0..2 {
        black
            .send(&json!({
                "type": "press", "id": id, "channel": before, "message": challenge["seq"], "component": accept,
                "value": null,
            }))
            .await;
    }
    let opened = white.entry(|entry| entry["message"]["room"].is_object()).await;
    assert_eq!(opened["message"]["room"]["yours"], true, "{opened}");
    opened["message"]["room"]["name"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_in_a_busy_channel_gets_a_room_of_its_own() {
    const WEEK: u64 = 8 * 24 * 60 * 60 * 1000;
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let clock = Arc::new(TestClock::ticking());
    let server = Server::with(Arc::clone(&store), Arc::clone(&clock) as _).await;
    let [_first, _second] = game(&server, "chess").await;
    let (carl, dora) = (server.person("Carl").await, server.person("Dora").await);
    let (mut white, mut black) = (carl.enter().await, dora.enter().await);
    let mut eve = server.person("Eve").await.enter().await;
    let room = agreed(&mut white, &mut black, "Dora").await;

    let told = listed(&mut white, |channels| !rooms(channels).is_empty()).await;
    assert_eq!(rooms(&told).len(), 1, "made once: {told}");
    let shown = &rooms(&told)[0];
    assert_eq!(
        (&shown["name"], &shown["parent"], &shown["players"], &shown["yours"], &shown["over"]),
        (&json!(room), &json!("lobby"), &json!(["Carl", "Dora"]), &json!(true), &json!(false))
    );
    let told = listed(&mut eve, |channels| !rooms(channels).is_empty()).await;
    assert_eq!((&rooms(&told)[0]["yours"], &told["names"]), (&json!(false), &json!(["lobby", room])));

    for socket in [&mut white, &mut black, &mut eve] {
        go(socket, &room).await;
    }
    white.done("e4").await;
    black.done("e5").await;
    eve.entry(|entry| is_board(entry) && entry.to_string().contains("e5")).await;
    assert_eq!(carl.get(&format!("/c/{room}")).await.status, StatusCode::OK);

    // In a room nothing else is played meanwhile; the room is no room of somebody who moderates it.
    eve.done("/play Carl chess").await;
    eve.done("/abort").await;
    drop((white, black, eve));
    server.halt().await;

    let server = Server::with(Arc::clone(&store), Arc::clone(&clock) as _).await;
    let (carl, dora) = (carl.at(&server), dora.at(&server));
    let (mut white, mut black) = (carl.enter().await, dora.enter().await);
    go(&mut white, &room).await;
    go(&mut black, &room).await;
    white.done("/draw").await;
    black.done("/draw accept").await;
    let told = listed(&mut white, |channels| rooms(channels).iter().any(|room| room["over"] == true)).await;
    let shown: Vec<&Value> = rooms(&told).iter().map(|room| &room["name"]).collect();
    assert_eq!(shown, [&json!(room)], "where one is stays listed");
    let id = room.strip_prefix("game-").unwrap();

    // The room goes, the game stays.
    drop((white, black));
    clock.pass(WEEK);
    server.halt().await;
    let server = Server::with(store, clock as _).await;
    let mut carl = carl.at(&server).enter().await;
    carl.channel.clone_from(&room);
    carl.watch(None).await;
    let told = listed(&mut carl, |channels| channels["gone"].is_string()).await;
    assert_eq!((&told["gone"], &told["names"]), (&json!(room), &json!(["lobby"])));
    "lobby".clone_into(&mut carl.channel);
    carl.done(&format!("/game {id}")).await;
    carl.watch(None).await;
    carl.entry(|entry| entry["message"]["picture"].is_object() && entry.to_string().contains(id)).await;
    server.stop().await;
}

#[tokio::test]
async fn nobody_has_more_rooms_than_they_may() {
    let server = Server::start().await;
    let [_first, _second] = game(&server, "chess").await;
    let mut white = server.person("Carl").await.enter().await;
    let mut black = server.person("Dora").await.enter().await;
    for _ in 0..8 {
        agreed(&mut white, &mut black, "Dora").await;
    }
    white.say("/play Dora chess white").await;
    let refused = white.entry(|entry| entry["kind"] == "private").await;
    assert!(refused.to_string().contains("Anna"), "{refused}");
    server.stop().await;
}

/// A room that Anna has made for those whom she invites.
async fn private_room(anna: &Browser) -> String {
    let wish = json!({ "seat": 1, "name": "secret", "private": true });
    let made = anna.post("/channels", &wish).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text());
    made.json()["name"].as_str().unwrap().to_owned()
}

/// The link into it.
async fn link_of(anna: &Browser, room: &str) -> String {
    let members = anna.get(&format!("/channels/{room}/members?seat=1")).await.json();
    members["link"].as_str().unwrap().replace("/invite/", "/invites/")
}

/// Everything a person can ask about a channel, with what they get.
pub(super) async fn asked_about(browser: &Browser, channel: &str) -> Vec<String> {
    let mut answers = Vec::new();
    let paths = ["messages/1/board.png", "messages/1/replay.gif", "messages/1/file", "members"];
    for path in paths {
        let answer = browser.get(&format!("/channels/{channel}/{path}?seat=1")).await;
        answers.push(format!("{path}: {} {}", answer.status, answer.text()));
    }
    let page = browser.get(&format!("/c/{channel}")).await;
    answers.push(format!("page: {} {}", page.status, page.header("location").len()));
    let start = json!({ "seat": 1, "id": fresh_id(), "channel": channel, "values": { "variant": "chess" } });
    let posts = [
        (format!("/channels/{channel}/members"), json!({ "seat": 1, "without": "Anna" })),
        (format!("/channels/{channel}/members"), json!({ "seat": 1, "relink": true })),
        ("/invites".to_owned(), json!({ "seat": 1, "channel": channel })),
        ("/start".to_owned(), start),
    ];
    for (path, wish) in posts {
        let answer = browser.post(&path, &wish).await;
        answers.push(format!("{} {}", answer.status, answer.text()));
    }
    let mut socket = browser.enter().await;
    let id = fresh_id();
    for request in [
        json!({ "type": "watch", "channel": channel, "seen": null }),
        json!({ "type": "say", "id": id, "channel": channel, "text": "hello" }),
        json!({ "type": "press", "id": id, "channel": channel, "message": "1", "component": "play.chess", "value": null }),
        json!({ "type": "suggest", "number": 1, "channel": channel, "line": "play " }),
        json!({ "type": "older", "channel": channel, "before": "9.9" }),
    ] {
        socket.send(&request).await;
    }
    let last = socket.say("that is all").await;
    let mut heard = Vec::new();
    loop {
        let message = socket.next().await.unwrap();
        if message["type"] == "done" && message["id"] == last.as_str() {
            break;
        }
        heard.push(message.to_string());
    }
    answers.extend(heard.into_iter().map(|text| text.replace(&id, "ID")));
    answers.into_iter().map(|text| text.replace(channel, "CHANNEL")).collect()
}

#[tokio::test]
async fn a_room_that_is_not_for_everybody_is_none_for_strangers() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let carl = server.person("Carl").await;
    let room = private_room(&anna).await;
    let seated = bert.post(&link_of(&anna, &room).await, &json!({ "seat": 1 })).await;
    assert_eq!((seated.status, &seated.json()["channel"]), (StatusCode::OK, &json!(room)));
    let (mut white, mut black) = (anna.enter().await, bert.enter().await);
    go(&mut white, &room).await;
    go(&mut black, &room).await;
    white.done("/play Bert chess white").await;
    black.done("/accept").await;
    let board = white.entry(is_board).await;
    let id = board["message"]["series"].as_str().unwrap().strip_prefix("game:").unwrap().to_owned();
    let control = control(&board, "Resign");
    assert!(control.contains(&id), "{control}");
    white.done("e4").await;

    // Whoever comes for the first time is greeted, wherever they go then.
    carl.enter().await;
    let of_room = asked_about(&carl, &room).await;
    let of_none = asked_about(&carl, "room-0123456789ab").await;
    let settled = |answers: Vec<String>| -> Vec<String> {
        // Only the times and numbers of his own words differ.
        answers.into_iter().filter(|text| !text.contains("\"entries\"")).collect()
    };
    assert_eq!(settled(of_room), settled(of_none));

    // Nothing of it is listed, counted or found from elsewhere.
    let mut stranger = carl.enter().await;
    let none = "zzzzzz";
    for command in ["game", "replay", "export pgn", "export json", "verify"] {
        let mut heard = Vec::new();
        for id in [id.as_str(), none] {
            let sent = stranger.say(&format!("/{command} {id}")).await;
            let answer = stranger.entry(|entry| entry["kind"] == "private" && entry["event"] == sent).await;
            heard.push(answer["message"].to_string().replace(id, "ID"));
        }
        assert_eq!(heard[0], heard[1], "{command}");
        assert!(!heard[0].contains("Bert"), "{}", heard[0]);
    }
    let follow = format!("{id}.");
    let mut answers = Vec::new();
    for component in [control.clone(), control.replace(&follow, &format!("{none}."))] {
        let sent = stranger.press(&json!("1"), &component, None).await;
        let answer = stranger.entry(|entry| entry["kind"] == "private" && entry["event"] == sent).await;
        answers.push(answer["message"].to_string().replace(&id, "ID").replace(none, "ID"));
    }
    assert_eq!(answers[0], answers[1]);
    for id in [id.as_str(), none] {
        assert_eq!(carl.get(&format!("/games/{id}/moves?seat=1")).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(bert.get(&format!("/games/{id}/moves?seat=1")).await.status, StatusCode::OK);
    let sent = stranger.say("/games @Anna").await;
    let answer = stranger.entry(|entry| entry["kind"] == "private" && entry["event"] == sent).await;
    assert!(!answer["message"].to_string().contains("Bert"), "{answer}");
    // Whoever plays there finds it from anywhere.
    let sent = black.say(&format!("/game {id}")).await;
    black.entry(|entry| entry["event"] == sent && entry["message"]["picture"].is_object()).await;
    server.stop().await;
}

#[tokio::test]
async fn who_is_sent_away_is_a_stranger_again() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let room = private_room(&anna).await;
    let link = link_of(&anna, &room).await;
    assert_eq!(bert.post(&link, &json!({ "seat": 1 })).await.status, StatusCode::OK);
    let mut inside = bert.enter().await;
    go(&mut inside, &room).await;
    let path = format!("/channels/{room}/members");
    // Whoever was invited decides about nobody but themselves.
    for wish in [json!({ "seat": 1, "without": "Anna" }), json!({ "seat": 1, "relink": true })] {
        assert_eq!(bert.post(&path, &wish).await.status, StatusCode::FORBIDDEN, "{wish}");
    }
    assert!(bert.get(&format!("{path}?seat=1")).await.json()["link"].is_null());
    let left = anna.post(&path, &json!({ "seat": 1, "without": "bert" })).await.json();
    assert_eq!(left["members"], json!([{ "name": "Anna", "you": true }]));
    assert_eq!(listed(&mut inside, |channels| channels["gone"].is_string()).await["gone"], json!(room));
    let mut white = anna.enter().await;
    go(&mut white, &room).await;
    white.done("between us").await;
    inside.send(&json!({ "type": "say", "id": fresh_id(), "channel": room, "text": "hello" })).await;
    assert_eq!(inside.until("refused").await["reason"], "unknown-channel");
    assert_eq!(bert.post(&link, &json!({ "seat": 1 })).await.status, StatusCode::GONE, "not by the old link");
    let link = link_of(&anna, &room).await;
    assert_eq!(bert.post(&link, &json!({ "seat": 1 })).await.status, StatusCode::OK);
    let gone = bert.post(&path, &json!({ "seat": 1, "without": "Bert" })).await;
    assert_eq!(gone.json()["members"], json!([]), "and leaves by himself");
    assert_eq!(bert.get(&format!("{path}?seat=1")).await.status, StatusCode::NOT_FOUND);
    server.stop().await;
}
