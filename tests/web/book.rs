//! Tests of the piece book in the web chat: pages and pictures for everybody, in the requested
//! language, and the moves of a piece on a trial board. Not here: what the pages hold (`book`), and
//! how they look (`browser`).

use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Browser, Server};

async fn stranger() -> (Server, Browser) {
    let server = Server::start().await;
    let browser = server.browser();
    (server, browser)
}

async fn json_of(browser: &Browser, path: &str) -> Value {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    assert_eq!(answer.header("content-type"), "application/json", "{path}");
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_reads_every_page_and_finds_what_pages_ask_for() {
    let (server, browser) = stranger().await;
    for language in ["en", "de"] {
        let list = browser.get(&format!("/book?language={language}")).await;
        assert_eq!(list.status, StatusCode::OK);
        assert_eq!(list.header("content-language"), language);
        let pieces: Vec<&str> = list
            .text()
            .split("href=\"/book/")
            .skip(1)
            .filter_map(|rest| rest.split_once("?language=").map(|(name, _)| name))
            .filter(|name| name.chars().all(|c| c.is_ascii_uppercase()))
            .collect();
        assert!(pieces.len() >= 2 * 81, "only {}", pieces.len());
        for code in pieces.iter().take(81) {
            let page = browser.get(&format!("/book/{code}?language={language}")).await;
            assert_eq!(page.status, StatusCode::OK, "{code}");
            assert!(page.text().starts_with("<!doctype html>"), "{code}");
        }
    }
    let page = browser.get("/book/AR?language=en").await;
    let asked: Vec<&str> = page
        .text()
        .split(['"', '\''])
        .filter(|part| part.starts_with("/book/") && part.contains("?v="))
        .collect();
    assert!(asked.len() > 5, "{asked:?}");
    for path in asked {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.header("cache-control").contains("immutable"), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_is_that_of_the_address_or_of_the_browser() {
    let (server, browser) = stranger().await;
    for (address, wished, language) in [
        ("/book/N", "", "en"),
        ("/book/N", "de-AT, en;q=0.5", "de"),
        ("/book/N?language=en", "de", "en"),
        ("/book/N?language=de", "", "de"),
        ("/book/N?language=xx", "de", "de"),
        ("/book/marks?language=de", "", "de"),
        ("/book/N.json?language=de", "", "de"),
    ] {
        let answer = browser.send(Method::GET, address, &[("accept-language", wished)], "").await;
        assert_eq!(answer.header("content-language"), language, "{address} for {wished:?}");
        let tag = answer.header("etag").to_owned();
        let headers = [("accept-language", wished), ("if-none-match", tag.as_str())];
        let again = browser.send(Method::GET, address, &headers, "").await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{address}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_told_in_short() {
    let (server, browser) = stranger().await;
    let told = json_of(&browser, "/book/nr.json?language=de").await;
    assert_eq!(told["code"], "NR");
    assert_eq!(told["name"], "Nachtreiter");
    assert_eq!(told["href"], "/book/NR?language=de");
    assert!(told["text"][0].as_str().unwrap().contains("Springer"), "{told}");
    assert!(told["diagram"]["alt"].as_str().unwrap().contains("Nachtreiter auf e5"), "{told}");
    for path in [&told["art"], &told["diagram"]["src"], &told["href"]] {
        assert_eq!(browser.get(path.as_str().unwrap()).await.status, StatusCode::OK, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_tried_with_stones_and_without() {
    let (server, browser) = stranger().await;
    for (path, moves, captures) in [
        ("/book/N/from/a1", json!(["b3", "c2"]), json!(["b3", "c2"])),
        ("/book/N/from/a1?own=b3", json!(["c2"]), json!(["c2"])),
        ("/book/N/from/a1?enemies=b3,c2", json!([]), json!(["b3", "c2"])),
        ("/book/N/from/a1?enemies=,k99,zz,%20", json!(["b3", "c2"]), json!(["b3", "c2"])),
        ("/book/GR/from/a1?own=a2", json!(["a3"]), json!(["a3"])),
    ] {
        let told = json_of(&browser, path).await;
        assert_eq!((&told["moves"], &told["captures"]), (&moves, &captures), "{path}");
        assert_eq!(told["from"], "a1");
    }
    let long = format!("/book/N/from/a1?own={}", "b3,".repeat(40));
    for (path, status) in [
        ("/book/N/from/a11", StatusCode::NOT_FOUND),
        ("/book/N/from/k1", StatusCode::NOT_FOUND),
        ("/book/N/from/a1?own=a1", StatusCode::NOT_FOUND),
        ("/book/XX/from/a1", StatusCode::NOT_FOUND),
        (long.as_str(), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(browser.get(path).await.status, status, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_in_the_book_is_not_there() {
    let (server, browser) = stranger().await;
    for path in [
        "/book/XX",
        "/book/XX.json",
        "/book/.json",
        "/book/%2e%2e",
        "/book/files/page.css",
        "/book/art/white-XX.svg",
        "/book/art/white-N",
        "/book/boards/XX.svg",
        "/book/boards/N-1-before.svg",
        "/book/boards/mark-.svg",
    ] {
        assert_eq!(browser.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let board = browser.get("/book/boards/N.svg").await;
    assert_eq!(board.header("content-type"), "image/svg+xml");
    let policy = board.header("content-security-policy").to_owned();
    assert!(policy.contains("default-src 'none'") && !policy.contains("script"), "{policy}");
    let page = browser.get("/book/N").await;
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_about_pieces_leads_to_the_book() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut socket = anna.enter().await;
    for (said, href) in [("/piece nightrider", "/book/NR?language=en"), ("/pieces", "/book?language=en")] {
        socket.say(said).await;
        let entry = socket.entry(|entry| entry["message"]["book"]["href"] == href).await;
        let book = &entry["message"]["book"];
        assert_eq!(book["name"], "Open the piece book");
        assert_eq!(anna.get(href).await.status, StatusCode::OK);
    }
    server.stop().await;
}
