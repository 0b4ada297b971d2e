//! Tests that a private message reaches no other person: not by a socket, not by an older page, not
//! by the address of a picture or of a file, not even another person in the same browser.

use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Browser, Server, game};

#[tokio::test]
async fn private_answers_reach_their_addressee_only() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "chess").await;
    let sibling = anna.tab(2);
    sibling.call("Sibling").await;
    let mut second_tab = sibling.enter().await;
    let mut same_person = anna.enter().await;

    white.say("/board").await;
    let board = white.entry(|entry| entry["kind"] == "private").await;
    white.say("/export pgn").await;
    let export = white.entry(|entry| entry["kind"] == "private").await;
    white.done("everybody hears this").await;

    let private = same_person.entries_until(|entry| entry["text"] == "everybody hears this").await;
    assert_eq!(
        private.iter().filter(|entry| entry["kind"] == "private").count(),
        2,
        "her other tab sees it too"
    );
    for socket in [&mut black, &mut second_tab] {
        let heard = socket.entries_until(|entry| entry["text"] == "everybody hears this").await;
        assert!(heard.iter().all(|entry| entry["kind"] == "said"), "{heard:#?}");
    }

    for (browser, may_see) in [(&anna, true), (&bert, false), (&sibling, false)] {
        for entries in [latest_page(browser).await, older_page(browser).await] {
            let private =
                entries.iter().filter(|entry| entry["kind"] == "private" || entry["kind"] == "command");
            // Whoever came to the game was told who plays.
            let welcome = |entry: &&Value| entry["message"].to_string().contains("and you watch");
            let private = private.filter(|entry| !welcome(entry));
            assert_eq!(private.count() > 0, may_see);
        }
        let status = if may_see { StatusCode::OK } else { StatusCode::NOT_FOUND };
        assert_eq!(browser.get(&address(browser, &board["seq"], "board.png")).await.status, status);
        assert_eq!(browser.get(&address(browser, &export["seq"], "file")).await.status, status);
    }
    let nobody = server.browser();
    assert_eq!(
        nobody.get(&address(&anna, &board["seq"], "board.png")).await.status,
        StatusCode::UNAUTHORIZED
    );
    server.stop().await;
}

#[tokio::test]
async fn buttons_of_somebody_elses_private_message_cannot_be_used_through_it() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    white.say("/resign").await;
    let question = white.entry(|entry| entry["kind"] == "private").await;
    let yes = question["message"]["rows"][0]["buttons"][0]["id"].as_str().unwrap().to_owned();
    let id = black.press(&question["seq"], &yes, None).await;
    // Whatever the bot makes of it, it is Black's own doing: White has not resigned, and keeps the question.
    black.answered("done", &id).await;
    white.say("still here").await;
    let heard = white.entries_until(|entry| entry["text"] == "still here").await;
    assert!(heard.iter().all(|entry| entry["replaces"] != question["seq"]), "{heard:#?}");
    let white_lost = |entry: &Value| entry["kind"] == "notice" && entry.to_string().contains("0-1");
    assert!(!heard.iter().any(white_lost), "{heard:#?}");
    server.stop().await;
}

fn address(browser: &Browser, seq: &Value, what: &str) -> String {
    format!("/channels/lobby/messages/{}/{what}?seat={}", seq.as_str().unwrap(), browser.seat)
}

async fn latest_page(browser: &Browser) -> Vec<Value> {
    let mut socket = browser.socket().await;
    socket.watch(None).await;
    socket.until("entries").await["entries"].as_array().unwrap().clone()
}

async fn older_page(browser: &Browser) -> Vec<Value> {
    let mut socket = browser.enter().await;
    socket.send(&json!({ "type": "older", "channel": "lobby", "before": "1000000.1000000" })).await;
    loop {
        let page = socket.until("entries").await;
        if page["place"] == "older" {
            return page["entries"].as_array().unwrap().clone();
        }
    }
}

#[tokio::test]
async fn cards_and_moves_that_wait_for_one_reach_their_player_only() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = game(&server, "schachen").await;
    let carl = server.person("Carl").await;
    let mut onlooker = carl.enter().await;

    white.say("/hand").await;
    let hand = white.entry(|entry| entry["kind"] == "private").await;
    assert!(hand.to_string().contains("Your cards: "), "{hand}");
    // Words that begin or end a turn are kept from everybody else; other words are not.
    white.say("n3").await;
    let question = white.entry(|entry| entry["kind"] == "private").await;
    assert!(question.to_string().contains("Nobody else knows your move"), "{question}");
    white.done("hello everybody").await;
    white.say("pass").await;
    white.entry(|entry| entry["kind"] == "notice").await;

    for socket in [&mut black, &mut onlooker] {
        let heard = socket.entries_until(|entry| entry["kind"] == "notice").await;
        let kinds: Vec<&Value> = heard.iter().map(|entry| &entry["kind"]).collect();
        assert_eq!(kinds, ["said", "notice"], "{heard:#?}");
        assert_eq!(heard[0]["text"], "hello everybody");
    }
    for entries in [latest_page(&carl).await, older_page(&carl).await] {
        assert!(!Value::from(entries).to_string().contains("Your cards"));
    }
    server.stop().await;
}
