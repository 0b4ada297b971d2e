//! Tests of pictures and files of messages: their announced size, alt text, access, and that
//! nothing in them runs in a page.

use adoube_testing::store::prolong;
use futures_util::future::join_all;
use hyper::{Method, StatusCode, body::Bytes};
use serde_json::Value;

use super::support::{Answer, Browser, Server, game, is_board};

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
async fn a_file_of_any_length_is_kept() {
    let server = Server::start().await;
    let [(anna, mut white), (_, mut black)] = game(&server, "chess").await;
    for (line, whose) in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().zip([true, false].repeat(2)) {
        if whose { &mut white } else { &mut black }.done(line).await;
    }
    prolong(&*server.store, "web:lobby", 20_000).await;
    for (format, end) in [("pgn", "10000. Ng1"), ("json", "\n  ]\n}\n")] {
        white.say(&format!("/export {format}")).await;
        let ending = format!(".{format}");
        let is_it = |entry: &Value| {
            entry["message"]["attachment"]["name"].as_str().is_some_and(|name| name.ends_with(&ending))
        };
        let entry = white.entry(is_it).await;
        let answer = anna.get(entry["message"]["attachment"]["href"].as_str().unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK, "{format}");
        assert!(answer.body.len() > 500_000, "{format}: {}", answer.body.len());
        assert!(answer.text().contains(end), "{format}");
    }
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
async fn many_replays_of_one_person_are_refused_and_nobody_else_waits_for_them() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "grand").await;
    white.say("e3e5").await;
    let board = black.entry(is_board).await;
    white.say("/replay").await;
    let entry = white.entry(|entry| entry["message"]["animation"].is_object()).await;
    let moving = entry["message"]["animation"]["href"].as_str().unwrap();
    let asked = join_all((0..60).map(|_| anna.get(moving)));
    let (answers, board) = tokio::join!(asked, bert.get(source(&board)));
    assert_eq!(board.status, StatusCode::OK);
    let (shown, refused): (Vec<Answer>, Vec<Answer>) =
        answers.into_iter().partition(|answer| answer.status == StatusCode::OK);
    assert!(shown.iter().all(|answer| answer.body == shown[0].body && !answer.body.is_empty()));
    assert!(!shown.is_empty() && !refused.is_empty(), "{} shown, {} refused", shown.len(), refused.len());
    for answer in refused {
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.text());
        assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    }
    assert_eq!(anna.get(moving).await.status, StatusCode::OK, "when the others are over");
    server.stop().await;
}

/// Schachen hides cards: three people look at every picture there is for them, each once alone, on a server where nobody
/// else looks, and then all at once on one server, over and over and with one another's tags.
#[tokio::test]
async fn nobody_gets_a_picture_that_was_drawn_for_another() {
    let mut alone = Vec::new();
    for looking in 0..3 {
        let (server, viewers) = hidden_cards().await;
        let (browser, sources) = &viewers[looking];
        alone.push(files(browser, sources).await);
        server.stop().await;
    }
    let (server, viewers) = hidden_cards().await;
    let looked = (0..3).flat_map(|_| &viewers).map(|(browser, sources)| files(browser, sources));
    for (at, seen) in join_all(looked).await.into_iter().enumerate() {
        assert!(seen == alone[at % 3], "viewer {} sees something else than alone", at % 3);
    }
    assert_ne!(alone[0].last(), alone[1].last(), "each player sees their own hand");

    let tags = join_all(viewers.iter().map(|(browser, sources)| tags(browser, sources))).await;
    for (viewer, (browser, sources)) in viewers.iter().enumerate() {
        for (other, tags) in tags.iter().enumerate() {
            for (source, tag) in sources.iter().zip(tags) {
                let answer = browser.send(Method::GET, source, &[("if-none-match", tag)], "").await;
                let at = sources.iter().position(|known| known == source).unwrap();
                let same = alone[viewer][at] == alone[other][at];
                assert_eq!(answer.status == StatusCode::NOT_MODIFIED, same, "{viewer} with a tag of {other}");
            }
        }
    }
    server.stop().await;
}

/// A game of Schachen after a turn, both players having asked for their hands, and where the pictures are for White,
/// Black and an onlooker.
async fn hidden_cards() -> (Server, [(Browser, Vec<String>); 3]) {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "schachen").await;
    let carl = server.person("Carl").await;
    white.done("/hand").await;
    black.done("/hand").await;
    white.done("/board").await;
    black.done("/board").await;
    let mut viewers = Vec::new();
    for browser in [anna, bert, carl] {
        let mut socket = browser.socket().await;
        socket.watch(None).await;
        let page = socket.until("entries").await;
        let entries = page["entries"].as_array().unwrap().iter();
        let sources = entries.filter(|entry| entry["message"]["picture"].is_object()).map(source);
        viewers.push((browser.clone(), sources.map(str::to_owned).collect::<Vec<_>>()));
    }
    (server, viewers.try_into().unwrap_or_else(|_| unreachable!()))
}

async fn files(browser: &Browser, sources: &[String]) -> Vec<Bytes> {
    let answers = join_all(sources.iter().map(|source| browser.get(source))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK));
    answers.into_iter().map(|answer| answer.body).collect()
}

async fn tags(browser: &Browser, sources: &[String]) -> Vec<String> {
    let answers = join_all(sources.iter().map(|source| browser.get(source))).await;
    answers.iter().map(|answer| answer.header("etag").to_owned()).collect()
}

fn source(entry: &Value) -> &str {
    entry["message"]["picture"]["src"].as_str().unwrap()
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
