//! Tests of overload in the web chat: events that were not begun are sent again by the page under
//! the same id and act once; no games begin meanwhile. Not here: who goes first (tests of the bot).

use adoube_testing::overload;
use hyper::StatusCode;
use serde_json::json;

use super::support::{Server, fresh_id, game};

#[tokio::test]
async fn what_could_not_be_begun_in_time_is_sent_again_and_happens_once() {
    let server = Server::start().await;
    let [(_, mut white), _black] = game(&server, "chess").await;
    let inside = overload(&server.service).await;
    let id = fresh_id();
    white.say_as(&id, "e4").await;
    white.answered("postponed", &id).await;
    drop(inside);
    white.say_as(&id, "e4").await;
    white.answered("done", &id).await;
    // It came twice, or the answer was lost.
    white.say_as(&id, "e4").await;
    white.answered("done", &id).await;
    let page = lobby(&server).await;
    assert_eq!(page.matches("1. e4").count(), 1, "{page}");
    server.stop().await;
}

/// What somebody new reads of the lobby.
async fn lobby(server: &Server) -> String {
    let mut socket = server.person("Carl").await.socket().await;
    socket.watch(None).await;
    socket.until("entries").await["entries"].to_string()
}

#[tokio::test]
async fn no_game_begins_while_too_much_is_going_on() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let wish = json!({"seat": 1, "id": fresh_id(), "channel": "lobby", "by_link": true, "values": {"variant": "chess"}});
    let inside = overload(&server.service).await;
    let refused = anna.post("/start", &wish).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.json()["reason"], "overloaded");
    drop(inside);
    let begun = anna.post("/start", &wish).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.text());
    assert!(begun.json()["link"].is_string());
    server.stop().await;
}

#[tokio::test]
async fn completions_are_left_out_when_they_would_come_too_late() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    let ask = async |socket: &mut super::support::Socket, number: u64| {
        socket.send(&json!({"type": "suggest", "number": number, "channel": "lobby", "line": "/pl"})).await;
    };
    let inside = overload(&server.service).await;
    ask(&mut anna, 1).await;
    // A page's questions are dealt with one after the other: where this is answered, the first was let go.
    anna.send(&json!({"type": "older", "channel": "lobby", "before": "1.0"})).await;
    anna.until("entries").await;
    drop(inside);
    ask(&mut anna, 2).await;
    assert_eq!(anna.until("suggestions").await["number"], 2);
    server.stop().await;
}
