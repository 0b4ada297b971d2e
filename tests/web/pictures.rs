//! Boards and files: the size that was announced, words for those who do not see, and nothing that a page would run.

use hyper::{Method, StatusCode};

use super::support::{Server, game, is_board};

#[tokio::test]
async fn a_board_is_a_picture_of_the_announced_size_with_words() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "grand").await;
    white.say("e3e5").await;
    let seen = [(anna, white.entry(is_board).await), (bert.clone(), black.entry(is_board).await)];
    let mut pictures = Vec::new();
    for (browser, entry) in &seen {
        let picture = &entry["message"]["picture"];
        assert!(picture["alt"].as_str().unwrap().len() > 100, "{picture}");
        let answer = browser.get(picture["src"].as_str().unwrap()).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "image/png"));
        assert!(answer.header("cache-control").contains("private"));
        let number = |at: usize| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (size(&picture["width"]), size(&picture["height"])));
        let tag = answer.header("etag").to_owned();
        let again =
            browser.send(Method::GET, picture["src"].as_str().unwrap(), &[("if-none-match", &tag)], "").await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        pictures.push(answer.body);
    }
    assert_ne!(pictures[0], pictures[1], "each player sees the board from their side");
    bert.post("/person", &serde_json::json!({ "seat": 1, "theme": "contrast" })).await;
    let src = seen[1].1["message"]["picture"]["src"].as_str().unwrap();
    assert_ne!(bert.get(src).await.body, pictures[1], "in the theme of their own");
    server.stop().await;
}

#[tokio::test]
async fn a_file_is_kept_and_never_shown_as_a_page() {
    let server = Server::start().await;
    let [(anna, mut white), _] = game(&server, "chess").await;
    white.say("/export pgn").await;
    let entry = white.entry(|entry| entry["message"]["attachment"].is_object()).await;
    let answer = anna.get(entry["message"]["attachment"]["href"].as_str().unwrap()).await;
    assert!(answer.header("content-disposition").starts_with("attachment; filename=\""));
    assert!(answer.text().contains("[White \"Anna\"]"), "{}", answer.text());
    server.stop().await;
}

#[tokio::test]
async fn a_game_is_shown_moving_to_those_who_asked() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "chess").await;
    white.say("e2e4").await;
    black.entry(is_board).await;
    white.say("/replay").await;
    let entry = white.entry(|entry| entry["message"]["animation"].is_object()).await;
    let moving = entry["message"]["animation"]["href"].as_str().unwrap();
    assert!(entry["message"]["picture"]["alt"].as_str().unwrap().contains("1. Pawn e4."), "{entry}");
    let answer = anna.get(moving).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "image/gif"));
    assert!(answer.body.starts_with(b"GIF89a"));
    assert_eq!(bert.get(moving).await.status, StatusCode::NOT_FOUND, "it was Anna who asked");
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    anna.enter().await.done("no picture here").await;
    for path in [
        "/channels/lobby/messages/1/board.png?seat=1",
        "/channels/lobby/messages/1/file?seat=1",
        "/channels/lobby/messages/1/replay.gif?seat=1",
        "/channels/lobby/messages/99/board.png?seat=1",
        "/channels/nowhere/messages/1/board.png?seat=1",
    ] {
        assert_eq!(anna.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/channels/lobby/messages/x/board.png?seat=1", "/channels/lobby/messages/1/board.png"] {
        assert_eq!(anna.get(path).await.status, StatusCode::BAD_REQUEST, "{path}");
    }
    server.stop().await;
}

fn size(value: &serde_json::Value) -> u32 {
    value.as_u64().unwrap().try_into().unwrap()
}
