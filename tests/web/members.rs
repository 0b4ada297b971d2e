//! Tests of the members of private rooms: who is let in, and who no longer is: neither an old link
//! nor the link of a person who may not invite leads in, and nobody keeps so many links that others
//! have none. Not here: what a stranger is told of such a room (`rooms`), links and the form as
//! they are meant (`invitations`).

use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Browser, Server, Socket, fresh_id, is_board};

async fn private_room(browser: &Browser) -> String {
    let made = browser.post("/channels", &json!({ "seat": 1, "name": "friday", "private": true })).await;
    made.json()["name"].as_str().unwrap().to_owned()
}

async fn members(browser: &Browser, room: &str) -> Value {
    browser.get(&format!("/channels/{room}/members?seat=1")).await.json()
}

async fn change(browser: &Browser, room: &str, wish: Value) -> Answer {
    let mut wish = wish;
    wish["seat"] = json!(1);
    browser.post(&format!("/channels/{room}/members"), &wish).await
}

/// A link to the seat of an open challenge.
async fn asked(browser: &Browser, channel: &str) -> Answer {
    browser.post("/invites", &json!({ "seat": 1, "channel": channel })).await
}

async fn opened(browser: &Browser, link: &Value) -> Answer {
    let path = link.as_str().unwrap().replace("/invite/", "/invites/");
    browser.post(&path, &json!({ "seat": 1 })).await
}

async fn inside(browser: &Browser, room: &str) -> Socket {
    let mut socket = browser.enter().await;
    room.clone_into(&mut socket.channel);
    socket.watch(None).await;
    socket
}

fn names(members: &Value) -> Vec<&str> {
    members["members"].as_array().unwrap().iter().map(|member| member["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn who_was_sent_away_does_not_come_back_by_a_seat() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let room = private_room(&anna).await;
    let mut white = inside(&anna, &room).await;
    white.done("/play chess white").await;
    let link = asked(&anna, &room).await.json()["href"].clone();
    assert_eq!(opened(&bert, &link).await.json(), json!({ "channel": room, "plays": true }));
    assert_eq!(names(&members(&anna, &room).await), ["Anna", "Bert"]);
    white.entry(is_board).await;
    assert_eq!(opened(&bert, &link).await.json(), json!({ "channel": room, "plays": true }), "the way back");

    // While they play nobody goes.
    for (browser, name) in [(&anna, "Bert"), (&bert, "Bert")] {
        let refused = change(browser, &room, json!({ "without": name })).await;
        assert_eq!((refused.status, &refused.json()["reason"]), (StatusCode::CONFLICT, &json!("plays")));
    }
    let mut black = inside(&bert, &room).await;
    white.done("/draw").await;
    black.done("/draw accept").await;
    // A link that nobody has opened yet ends, too.
    white.done("/play chess white").await;
    let second = asked(&anna, &room).await.json()["href"].clone();
    assert_ne!(second, link);
    let sent_away = change(&anna, &room, json!({ "without": "Bert" })).await;
    assert_eq!(names(&sent_away.json()), ["Anna"], "{}", sent_away.text());
    for link in [&link, &second] {
        let refused = opened(&bert, link).await;
        assert_eq!((refused.status, &refused.json()["reason"]), (StatusCode::GONE, &json!("invite-over")));
    }
    assert_eq!(names(&members(&anna, &room).await), ["Anna"]);
    let third = asked(&anna, &room).await.json()["href"].clone();
    assert_eq!(opened(&bert, &third).await.json(), json!({ "channel": room, "plays": true }), "asked again");
    server.stop().await;
}

#[tokio::test]
async fn its_maker_alone_brings_strangers_into_a_room() {
    let server = Server::start().await;
    let (anna, bert, eve) =
        (server.person("Anna").await, server.person("Bert").await, server.person("Eve").await);
    let room = private_room(&anna).await;
    let link = members(&anna, &room).await["link"].clone();
    assert_eq!(opened(&bert, &link).await.status, StatusCode::OK);
    let mut guest = inside(&bert, &room).await;
    guest.done("/play chess white").await;
    let refused = asked(&bert, &room).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (StatusCode::FORBIDDEN, &json!("not-yours")));

    // Leaving takes back what one offers, and nobody's link.
    let left = change(&bert, &room, json!({ "without": "Bert", "relink": true })).await;
    assert_eq!(left.status, StatusCode::OK);
    assert_eq!(members(&anna, &room).await["link"], link);
    let mut host = inside(&anna, &room).await;
    let sent = host.say("/accept").await;
    let answer = host.entry(|entry| entry["kind"] == "private" && entry["event"] == sent).await;
    assert!(!answer["message"].to_string().contains("Bert"), "{answer}");
    assert_eq!(opened(&eve, &link).await.status, StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn nobody_keeps_so_many_links_that_others_have_none() {
    const OF_PERSON: usize = 16;
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let mut white = anna.enter().await;
    let mut links = Vec::new();
    // Those that lead nowhere make way: there is always one more.
    for _ in 0..OF_PERSON + 4 {
        white.done("/play chess white").await;
        let link = asked(&anna, "lobby").await;
        assert_eq!(link.status, StatusCode::OK, "{}", link.text());
        links.push(link.json()["href"].clone());
        white.done("/withdraw").await;
    }
    let unknown = |answer: &Answer| answer.json()["reason"] == "invite-unknown";
    let mut kept = 0;
    for link in &links {
        let answer = opened(&bert, link).await;
        assert!(answer.status != StatusCode::OK);
        kept += usize::from(!unknown(&answer));
    }
    assert_eq!(kept, OF_PERSON, "no more than that are kept");
    white.done("/play chess white").await;
    let link = asked(&anna, "lobby").await.json()["href"].clone();
    assert_eq!(opened(&bert, &link).await.status, StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn a_room_for_two_is_over_with_what_was_to_be_played_there() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let start = async |values: Value| {
        let id = fresh_id();
        let wish = json!({ "seat": 1, "id": id, "channel": "lobby", "by_link": true, "values": values });
        anna.post("/start", &wish).await
    };
    // What is refused leaves nothing behind.
    let refused = start(json!({ "variant": "chess", "promotion": "all" })).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text());
    let mut white = anna.enter().await;
    white.watch(None).await;
    assert!(white.until("channels").await["rooms"].as_array().is_none_or(Vec::is_empty));

    let room = start(json!({ "variant": "chess" })).await.json()["channel"].as_str().unwrap().to_owned();
    let mut white = inside(&anna, &room).await;
    // What follows may be told before the answer.
    white.say("/withdraw").await;
    loop {
        let told = white.until("channels").await;
        if told["rooms"][0]["over"] == true {
            break;
        }
    }
    white.say("/play chess").await;
    loop {
        let told = white.until("channels").await;
        if told["rooms"][0]["over"] == false {
            break;
        }
    }
    server.stop().await;
}
