//! Tests of stepping through a game: every board is as everybody saw it then, and hidden cards stay
//! hidden. Not here: the words (`transcripts/steps.txt`).

use adoube_bot::{Language, Message, Notice, Picture, Reply, UserAction};
use adoube_store::{Batch, KeyRange, ScanOrder, Table};

use crate::support::Chat;

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

async fn says(chat: &mut Chat, name: &str, line: &str) -> Reply {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    chat.service.handle(&event).await.reply
}

/// What everybody is shown of a game that is played like this: the pictures of all its boards.
async fn boards(chat: &mut Chat, challenge: &str, turns: &[(&str, &str)]) -> Vec<Picture> {
    for (name, line) in [("Ada", challenge), ("Bob", "accept")].iter().chain(turns) {
        assert_eq!(says(chat, name, line).await, Reply::Public, "{name} /{line}");
    }
    let posted = chat.posted().await;
    let boards = posted.iter().filter(|notice| matches!(notice, Notice::Board(_)));
    boards.filter_map(|notice| chat.read(notice, Some("Eve"), Language::EN).picture).collect()
}

/// The board after so many plies, as Eve sees it.
async fn step(chat: &mut Chat, ply: usize) -> Message {
    let id = format!("after.kez48m.step.{ply}");
    let event = chat.event("Eve", Language::EN, false, UserAction::Press { id, value: None });
    let Reply::Replace(notice) = chat.service.handle(&event).await.reply else { panic!("no step {ply}") };
    chat.read(&notice, Some("Eve"), Language::EN)
}

const CHESS: [(&str, &str); 3] = [("Ada", "move e4"), ("Bob", "move d5"), ("Ada", "move exd5")];
/// The text of the last move is longer than its squares.
const WITH_CHECK: [(&str, &str); 5] =
    [("Ada", "move e4"), ("Bob", "move e5"), ("Ada", "move Bc4"), ("Bob", "move Nc6"), ("Ada", "move Bxf7")];
const SCHACHEN: [(&str, &str); 3] =
    [("Ada", "move o3 pass"), ("Bob", "move n4 pass"), ("Ada", "move Ko2 pass")];

#[tokio::test]
async fn every_board_is_as_everybody_saw_it_then() {
    for (challenge, turns) in [
        ("play Bob chess white", &CHESS[..]),
        ("play Bob chess white", &WITH_CHECK),
        ("play Bob schachen white", &SCHACHEN),
    ] {
        let mut chat = Chat::new(&NAMES, 1);
        let shown = boards(&mut chat, challenge, turns).await;
        assert_eq!(shown.len(), turns.len() + 1, "{challenge}");
        for (ply, picture) in shown.iter().enumerate() {
            assert_eq!(step(&mut chat, ply).await.picture.as_ref(), Some(picture), "{challenge}: {ply}");
        }
        let last = step(&mut chat, usize::from(u16::MAX)).await;
        assert_eq!(last.picture.as_ref(), shown.last(), "there are no more");
    }
}

#[tokio::test]
async fn the_cards_are_open_when_the_game_is_over() {
    let mut chat = Chat::new(&NAMES, 1);
    boards(&mut chat, "play Bob schachen white", &SCHACHEN).await;
    let hidden = format!("{:?}", step(&mut chat, 1).await.blocks);
    assert!(hidden.contains("3 cards in hand"), "{hidden}");
    says(&mut chat, "Ada", "draw").await;
    says(&mut chat, "Bob", "draw accept").await;
    let open = format!("{:?}", step(&mut chat, 1).await.blocks);
    assert!(open.contains("hand: ") && !open.contains("cards in hand"), "{open}");
}

#[tokio::test]
async fn what_was_taken_back_is_no_step() {
    let mut chat = Chat::new(&NAMES, 1);
    let shown = boards(&mut chat, "play Bob chess white", &CHESS).await;
    says(&mut chat, "Ada", "takeback").await;
    says(&mut chat, "Bob", "takeback accept").await;
    assert_eq!(step(&mut chat, 3).await.picture.as_ref(), shown.get(2));
}

#[tokio::test]
async fn a_long_game_is_not_shown_move_by_move_but_handed_out_as_a_file() {
    let mut chat = Chat::new(&NAMES, 1);
    boards(&mut chat, "play Bob chess white", &CHESS).await;
    let rows = chat.store.scan(Table::Event, KeyRange::all(), ScanOrder::Ascending, 1).await;
    let (key, row) = rows.expect("memory").remove(0);
    let event = String::from_utf8(row.value).expect("JSON");
    // The squares of three moves, and the texts of the other two.
    let others = 3 * "e2e4".len() + "d5".len() + "exd5".len();
    for (length, is_shown) in [(48 * 1024, true), (48 * 1024 + 1, false)] {
        let longer = event.replace(r#""san":"e4""#, &format!(r#""san":"{}""#, "e".repeat(length - others)));
        assert_ne!(longer, event);
        chat.store.commit(Batch::new().put(Table::Event, key.clone(), longer)).await.expect("memory");
        for line in ["step", "replay"] {
            let reply = format!("{:?}", says(&mut chat, "Eve", line).await);
            assert_eq!(!reply.contains("LongRecord"), is_shown, "{line}: {length}");
        }
        for form in ["pgn", "json"] {
            let Reply::Private(notice) = says(&mut chat, "Eve", &format!("export {form}")).await else {
                panic!("no record: {form}");
            };
            let message = chat.read(&notice, Some("Eve"), Language::EN);
            let file = message.attachment.expect("a file");
            assert!(file.text.len() > length && !format!("{:?}", message.blocks).contains("eeee"), "{form}");
        }
    }
}
