//! Tests of commands that players write as plain words without a prefix, and of settings that are
//! named by words of a language.

use adoube_bot::{Block, Language, Reply, UserAction};

use crate::support::table::Table;

/// The first words of the answer; `-` for talk, `posted` where everybody is told.
async fn answer(table: &mut Table, name: &str, action: UserAction) -> String {
    let event = table.chat.event(name, Language::EN, false, action);
    let reply = table.chat.service.handle(&event).await.reply;
    table.chat.posted().await;
    match reply {
        Reply::Public => "posted".to_owned(),
        Reply::Ignored => "-".to_owned(),
        Reply::Private(notice) => {
            let message = table.chat.read(&notice, Some(name), Language::EN);
            let text = message.blocks.iter().find_map(|block| match block {
                Block::Text(text) | Block::Heading(text) => Some(text.clone()),
                _ => None,
            });
            text.unwrap_or_default()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_players_word_that_is_a_command_is_answered() {
    let table = [
        ("help", "I am the referee"),
        ("hilfe", "I am the referee"),
        ("Help!", "I am the referee"),
        ("resign", "Do you really want to resign?"),
        ("takeback", "posted"),
        ("draw", "posted"),
        ("rematch", "To do that, type /rematch."),
        ("moretime", "To do that, type /moretime."),
        ("help?", "-"),
        ("draw?", "-"),
        ("I resign", "-"),
        ("play", "-"),
        ("pass", "-"),
        ("drop", "-"),
        ("hand", "-"),
        ("again", "-"),
        ("b", "-"),
        ("m", "-"),
    ];
    for (words, expected) in table {
        let mut game = Table::moves("play bob chess white", "e4").await;
        let said = answer(&mut game, "Ada", UserAction::Text(words.to_owned())).await;
        assert!(said.starts_with(expected), "{words}: {said:?}, not {expected:?}");
        let mut watched = Table::moves("play bob chess white", "e4").await;
        let overheard = answer(&mut watched, "Eve", UserAction::Text(words.to_owned())).await;
        assert_eq!(overheard, "-", "{words} of somebody who watches");
    }
}

#[tokio::test]
async fn letters_of_a_language_are_chosen_by_its_name() {
    for word in ["german", "deutsch", "Deutsch", "de"] {
        let mut game = Table::new("play bob chess white").await;
        let saved = answer(&mut game, "Ada", UserAction::Line(format!("settings letters {word}"))).await;
        assert!(saved.contains("Deutsch"), "{word}: {saved}");
        assert_eq!(answer(&mut game, "Ada", UserAction::Text("Sf3".to_owned())).await, "posted", "{word}");
    }
    let mut game = Table::new("play bob chess white").await;
    for (word, said) in [("own", "those of my language"), ("english", "English")] {
        let saved = answer(&mut game, "Ada", UserAction::Line(format!("settings letters {word}"))).await;
        assert!(saved.contains(said), "{word}: {saved}");
    }
    let refused = answer(&mut game, "Ada", UserAction::Line("settings letters banana".to_owned())).await;
    assert!(refused.contains("banana"), "{refused}");
}
