//! What a record that is taken away says of a game: how it ended, and which number stands before a move. Not here: that it can be
//! read back (`records`), and how time stands in it (`clocks`).

use adoube_service::{Action, Language, Reply};

use crate::support::{Chat, table::text};

/// Plays a game of Ada, with White, and Bob: its record.
async fn record(deeds: &[(&str, &str)]) -> String {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, line) in [("Ada", "play Bob chess white"), ("Bob", "accept")].iter().chain(deeds) {
        let event = chat.event(name, Language::EN, false, Action::Command((*line).to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Posted, "{name} {line}");
    }
    let event = chat.event("Ada", Language::EN, false, Action::Command("export pgn".to_owned()));
    let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("no record") };
    text(&chat.read(&notice, Some("Ada"), Language::EN))
}

#[tokio::test]
async fn it_says_how_the_game_ended() {
    let moved = [("Ada", "move f3"), ("Bob", "move e5"), ("Ada", "move g4")];
    for (last, termination, result) in [
        (vec![], "unterminated", "*"),
        (vec![("Bob", "move Qh4")], "normal", "0-1"),
        (vec![("Ada", "draw"), ("Bob", "draw accept")], "normal", "1/2-1/2"),
    ] {
        let deeds: Vec<_> = moved.into_iter().chain(last).collect();
        let pgn = record(&deeds).await;
        assert!(pgn.contains(&format!("[Termination \"{termination}\"]")), "{pgn}");
        assert!(pgn.contains(&format!("[Result \"{result}\"]")), "{pgn}");
        assert!(!pgn.contains("SetUp"), "it begins as chess does: {pgn}");
    }
}

#[tokio::test]
async fn a_number_stands_before_every_move_of_white_and_after_whatever_was_said() {
    let pgn = record(&[
        ("Ada", "move e4"),
        ("Bob", "move e5"),
        ("Ada", "move Nf3"),
        ("Ada", "draw"),
        ("Bob", "move Nc6"),
        ("Ada", "move Bb5"),
        ("Bob", "move a6"),
    ])
    .await;
    assert!(pgn.contains("1. e4 e5 2. Nf3 {white offers a draw} 2... Nc6 3. Bb5 a6 *"), "{pgn}");
}
