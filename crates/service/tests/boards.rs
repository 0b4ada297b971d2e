//! What a board tells beside its pieces.

mod support;

use adoube_rules::PieceType;
use adoube_service::{Action, Language, Message, Notice, Reply};
use support::Chat;

/// A chat in which everybody has said their lines.
async fn after(lines: &[(&str, &str)]) -> Chat {
    let mut chat = Chat::new(&["Ada", "Bob", "Eve"], 1);
    for (name, line) in lines {
        let event = chat.event(name, Language::En, false, Action::Command((*line).to_owned()));
        assert_eq!(chat.service.handle(&event).await, Reply::Posted, "{line}");
    }
    chat
}

/// What somebody reads who asks.
async fn asked(chat: &mut Chat, name: &str, line: &str) -> Message {
    let event = chat.event(name, Language::En, false, Action::Command(line.to_owned()));
    match chat.service.handle(&event).await {
        Reply::Private(notice) => chat.read(&notice, Some(name), Language::En),
        other => panic!("{line}: {other:?}"),
    }
}

fn captured(message: &Message) -> (Vec<PieceType>, Vec<PieceType>) {
    let scene = &message.picture.as_ref().unwrap_or_else(|| panic!("no picture: {message:?}")).scene;
    (scene.strip.white.captured.clone(), scene.strip.black.captured.clone())
}

#[tokio::test]
async fn captured_pieces_are_drawn_on_every_board() {
    let begin = [("Ada", "play Bob grand white"), ("Bob", "accept"), ("Ada", "move e5"), ("Bob", "move d6")];
    let mut chat = after(&begin).await;
    for line in ["board", "moves", "board hints"] {
        assert_eq!(captured(&asked(&mut chat, "Ada", line).await), (vec![], vec![]), "{line}");
    }
    let taking = chat.event("Ada", Language::En, false, Action::Command("move exd6".to_owned()));
    assert_eq!(chat.service.handle(&taking).await, Reply::Posted);
    let pawn = (vec![PieceType::PAWN], vec![]);
    let posted = chat.posted().await;
    let board = posted.iter().rfind(|notice| matches!(notice, Notice::Board(_)));
    let board = board.unwrap_or_else(|| panic!("{posted:?}"));
    assert_eq!(captured(&chat.read(board, None, Language::En)), pawn);
    for (name, line) in
        [("Bob", "board"), ("Eve", "board flip"), ("Bob", "moves"), ("Bob", "move"), ("Eve", "game")]
    {
        assert_eq!(captured(&asked(&mut chat, name, line).await), pawn, "{line}");
    }
}
