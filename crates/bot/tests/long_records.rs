//! Tests of exported records that are longer than a row of a store: they are written whole, stored
//! without their text, and completed when they are presented. Not here: files of platforms (`web`,
//! `matrix_chat`, `discord`).

use adoube_bot::{Language, Notice, Reply, UserAction, forms};
use adoube_store::MAX_VALUE_BYTES;
use adoube_testing::store::prolong;

use crate::support::{channel, table::Table};

/// Events of the game.
const EVENTS: u64 = 20_000;

async fn long_game() -> Table {
    let table = Table::moves("play Bob chess white pace:3d", "Nf3 Nf6 Ng1 Ng8").await;
    prolong(&*table.chat.store, &channel().0, EVENTS).await;
    table
}

async fn exported(table: &mut Table, line: &str) -> (Notice, String) {
    let event = table.chat.event("Ada", Language::EN, false, UserAction::Line(line.to_owned()));
    let Reply::Private(notice) = table.chat.service.handle(&event).await.reply else { panic!("{line}") };
    let Notice::Export { text, .. } = &*notice else { panic!("{line}: {notice:?}") };
    let text = text.clone();
    (*notice, text)
}

#[tokio::test]
async fn a_record_of_any_length_is_written_whole() {
    let mut table = long_game().await;
    let (_, json) = exported(&mut table, "export json").await;
    let read: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(read["events"].as_array().map(Vec::len), Some(EVENTS as usize));
    for line in ["export pgn", "export pgn letters:fairy-stockfish"] {
        let (_, pgn) = exported(&mut table, line).await;
        assert_eq!(pgn.matches("Nf3").count(), EVENTS as usize / 4, "{line}");
        assert!(pgn.contains("10000. Ng1"), "{line}");
        assert!(pgn.len() > 8 * MAX_VALUE_BYTES, "{line}: {}", pgn.len());
    }
    let (_, fen) = exported(&mut table, "export fen").await;
    assert!(fen.starts_with("rnbqkbnr/pppppppp"), "{fen}");
}

#[tokio::test]
async fn what_a_notice_is_stored_without_is_written_again() {
    let mut table = long_game().await;
    for line in ["export json", "export pgn", "export pgn letters:fairy-stockfish", "export fen"] {
        let (notice, text) = exported(&mut table, line).await;
        let stored = forms::write(&notice).expect("a form");
        assert!(stored.len() < MAX_VALUE_BYTES, "{line}: {}", stored.len());
        let read: Notice = forms::read(&stored).expect("the form");
        let completed = table.chat.service.complete_notice(&read).await.into_owned();
        assert_eq!(completed, notice, "{line}");
        let shown = table.chat.read(&completed, Some("Ada"), Language::EN);
        assert_eq!(shown.attachment.map(|file| file.text), Some(text), "{line}");
    }
}

#[tokio::test]
async fn a_record_whose_game_is_no_more_says_so() {
    let mut table = long_game().await;
    let (notice, _) = exported(&mut table, "export json").await;
    let read: Notice = forms::read(&forms::write(&notice).expect("a form")).expect("the form");
    let empty = crate::support::Chat::new(&["Ada"], 1);
    let completed = empty.service.complete_notice(&read).await.into_owned();
    let said = empty.read(&completed, Some("Ada"), Language::EN);
    assert!(said.attachment.is_none());
    assert!(crate::support::table::text(&said).contains("I know no game"), "{said:?}");
}
