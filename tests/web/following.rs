//! Test of spectators who follow a game by a button: its boards and its end notify them.

use super::support::{Server, control, game, is_board};

#[tokio::test]
async fn a_follower_is_called_by_boards_and_by_the_end_of_the_game() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    let [mut carl, mut dora] =
        [server.person("Carl").await.enter().await, server.person("Dora").await.enter().await];
    white.say("e4").await;
    let first = carl.entry(is_board).await;
    assert_eq!(first["message"]["calls"], false);
    carl.press(&first["seq"], &control(&first, "Follow"), None).await;
    let told = carl.entry(|entry| entry["kind"] == "private").await;
    assert!(told.to_string().contains("You follow the game of Anna and Bert"), "{told}");
    control(&told, "Unfollow");

    black.say("e5").await;
    let board = carl.entry(is_board).await;
    assert_eq!(board["message"]["calls"], true);
    control(&board, "Unfollow");
    white.say("/resign").await;
    let question = white.entry(|entry| entry["kind"] == "private").await;
    white.press(&question["seq"], &control(&question, "Resign the game"), None).await;
    let over =
        |entry: &serde_json::Value| is_board(entry) && entry["message"].to_string().contains("resigned");
    for (reader, calls) in [(&mut carl, true), (&mut dora, false), (&mut black, false)] {
        assert_eq!(reader.entry(over).await["message"]["calls"], calls);
    }
    server.stop().await;
}
