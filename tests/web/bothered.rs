//! Tests of people who bother others in the web chat: blocks, and bars by the maker of a channel.

use serde_json::json;

use super::support::{Server, Socket};

/// What the bot answers, in one text.
async fn says(socket: &mut Socket, line: &str) -> String {
    let id = socket.say(line).await;
    let entry = socket.entry(|entry| entry["kind"] == "private" && entry["event"] == id.as_str()).await;
    entry["message"]["blocks"].to_string()
}

#[tokio::test]
async fn whoever_is_blocked_challenges_nobody_and_is_told_no_reason() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let [mut anna, mut bert] = [anna.enter().await, bert.enter().await];
    let said = says(&mut anna, "/block Bert").await;
    assert!(said.contains("You now block Bert"), "{said}");
    let said = says(&mut bert, "/play Anna chess").await;
    assert!(said.contains("Anna cannot be challenged now."), "{said}");
    let said = says(&mut anna, "/unblock Bert").await;
    assert!(said.contains("You block Bert no longer."), "{said}");
    bert.say("/play Anna chess").await;
    let challenge = anna.entry(|entry| entry["message"].to_string().contains("challenges Anna")).await;
    assert_eq!(challenge["message"]["calls"], true);
    server.stop().await;
}

#[tokio::test]
async fn whom_the_maker_of_a_channel_bars_begins_nothing_there() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    anna.post("/channels", &json!({ "seat": 1, "name": "den", "private": false })).await;
    let [mut maker, mut guest] = [anna.enter().await, bert.enter().await];
    for socket in [&mut maker, &mut guest] {
        socket.channel = "den".to_owned();
        socket.watch(None).await;
    }
    guest.say("/help").await;
    let said = says(&mut guest, "/bar Anna").await;
    assert!(said.contains("Only moderators bar people here."), "{said}");
    let said = says(&mut maker, "/bar Bert 7d").await;
    assert!(said.contains("Bert is barred now"), "{said}");
    let said = says(&mut guest, "/play chess").await;
    assert!(said.contains("The moderators here have barred you"), "{said}");
    server.stop().await;
}
