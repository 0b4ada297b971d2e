//! Tests of what the first board of a game says to its players, and to spectators.

use super::support::{Browser, Server, game};

/// The newest entries of the lobby as somebody reads them.
async fn read(browser: &Browser) -> String {
    let mut socket = browser.socket().await;
    socket.watch(None).await;
    socket.until("entries").await["entries"].to_string()
}

#[tokio::test]
async fn a_bare_move_is_asked_of_those_who_play() {
    let server = Server::start().await;
    let [(anna, _white), (bert, _black)] = game(&server, "chess").await;
    let carl = server.person("Carl").await;
    for (browser, asked) in [(&anna, true), (&bert, true), (&carl, false)] {
        let entries = read(browser).await;
        assert!(entries.contains("The game begins"), "{entries}");
        assert_eq!(entries.contains("Type your move, such as e4"), asked, "{entries}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_turn_with_cards_is_not_asked_for_by_a_bare_move() {
    let server = Server::start().await;
    let [(anna, _white), _black] = game(&server, "schachen").await;
    let entries = read(&anna).await;
    assert!(entries.contains("then drop a card or pass"), "{entries}");
    assert!(!entries.contains("Type your move"), "{entries}");
    server.stop().await;
}
