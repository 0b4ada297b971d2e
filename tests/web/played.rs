//! Tests of what pages get of recorded games move by move, of a reader's running games, and of
//! calls from other channels; and who gets nothing.

use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Browser, Server, control, game, is_board};

/// The id of this person's game.
async fn game_id(browser: &Browser) -> String {
    browser.enter().await.until("games").await["games"][0]["game"].as_str().unwrap().to_owned()
}

async fn moves(browser: &Browser, game: &str) -> Value {
    let answer = browser.get(&format!("/games/{game}/moves?seat={}", browser.seat)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

#[tokio::test]
async fn a_game_is_told_ply_by_ply() {
    let server = Server::start().await;
    let [(ada, mut white), (_, mut black)] = game(&server, "chess").await;
    white.done("e4").await;
    black.done("d5").await;
    white.done("exd5").await;
    let id = game_id(&ada).await;
    let told = moves(&ada, &id).await;
    assert_eq!((told["running"].as_bool(), told["result"].as_str()), (Some(true), None));
    assert_eq!(told["start"].as_array().unwrap().len(), 32);
    let plies = told["plies"].as_array().unwrap();
    let written: Vec<_> = plies.iter().map(|ply| ply["san"].as_str().unwrap()).collect();
    assert_eq!(written, ["1. e4", "1… d5", "2. exd5"]);
    assert_eq!(plies[2]["gone"], json!(["e4", "d5"]));
    assert_eq!(plies[2]["come"][0]["at"], "d5");
    assert_eq!(plies[2]["took"], json!(["P"]));
    assert_eq!(told["seats"]["white"]["captured"], json!(["P"]));
    // Whoever is nobody here, and whoever asks for what is none, gets nothing.
    let path = format!("/games/{id}/moves?seat=1");
    assert_eq!(server.browser().get(&path).await.status, StatusCode::UNAUTHORIZED);
    for none in ["zzzzzz", "%00", "..", "k7f2mqk7f2mqk7f2mqk7f2mq"] {
        let answer = ada.get(&format!("/games/{none}/moves?seat=1")).await;
        assert!(answer.status.is_client_error(), "{none}: {}", answer.status);
    }
    server.stop().await;
}

#[tokio::test]
async fn of_a_game_with_hidden_cards_the_moves_alone_are_told_until_it_is_over() {
    let server = Server::start().await;
    let [(ada, mut white), (bob, mut black)] = game(&server, "schachen").await;
    white.done("n3 pass").await;
    let id = game_id(&ada).await;
    let stranger = server.person("Cleo").await;
    for browser in [&ada, &bob, &stranger] {
        let told = moves(browser, &id).await;
        assert!(told["unseen"].is_string(), "{told}");
        assert_eq!(told["plies"][0]["come"], json!([]));
        assert!(told["seats"]["white"]["cards"].is_null(), "{told}");
    }
    black.say("/resign").await;
    let asked = black.entry(|entry| entry["kind"] == "private" && entry.to_string().contains("esign")).await;
    black.press(&asked["seq"], &control(&asked, "Resign the game"), None).await;
    white.entry(|entry| is_board(entry) && entry.to_string().contains("resigned")).await;
    let told = moves(&stranger, &id).await;
    assert!(told["unseen"].is_null(), "{told}");
    assert_ne!(told["plies"][0]["come"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn whose_turn_it_is_and_who_calls_reaches_them_wherever_they_look() {
    let server = Server::start().await;
    let [(ada, mut white), (_, mut black)] = game(&server, "chess").await;
    let answer = ada.post("/channels", &json!({ "seat": 1, "name": "den" })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut elsewhere = ada.socket().await;
    elsewhere.channel = "den".to_owned();
    elsewhere.watch(None).await;
    let list = elsewhere.until("games").await;
    assert_eq!(list["games"][0]["your_turn"], true, "{list}");
    white.done("e4").await;
    assert_eq!(elsewhere.until("games").await["games"][0]["your_turn"], false);
    black.done("e5").await;
    let list = elsewhere.until("games").await;
    assert_eq!((&list["games"][0]["with"], &list["games"][0]["channel"]), (&json!("Bert"), &json!("lobby")));
    assert_eq!(list["games"][0]["your_turn"], true);
    black.done("@Anna, your move").await;
    let call = elsewhere.until("called").await;
    assert_eq!((&call["channel"], &call["text"]), (&json!("lobby"), &json!("Bert: @Anna, your move")));
    black.say("/draw").await;
    let call = elsewhere.until("called").await;
    assert!(call["text"].as_str().unwrap().contains("draw"), "{call}");
    server.stop().await;
}
