//! Tests of the text and buttons beside a board: captured pieces, the board in letters, terms of
//! the game, copied pieces of Jokers, answers about a square and about the pieces of the game.

use adoube_bot::{Block, ControlRow, Language, Message, MessageAccess, Notice, Reply, UserAction, Viewer};
use adoube_rules::PieceType;

use crate::support::{Chat, limits, person, viewer};

/// A chat in which everybody has said their lines.
async fn after(lines: &[(&str, &str)]) -> Chat {
    let mut chat = Chat::new(&["Ada", "Bob", "Eve"], 1);
    for (name, line) in lines {
        let event = chat.event(name, Language::EN, false, UserAction::Line((*line).to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    }
    chat
}

/// What somebody is told who asks.
async fn told(chat: &mut Chat, name: &str, line: &str) -> Notice {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::Private(notice) => *notice,
        other => panic!("{line}: {other:?}"),
    }
}

/// The same as they read it.
async fn asked(chat: &mut Chat, name: &str, line: &str) -> Message {
    let notice = told(chat, name, line).await;
    chat.read(&notice, Some(name), Language::EN)
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
    let taking = chat.event("Ada", Language::EN, false, UserAction::Line("move exd6".to_owned()));
    assert_eq!(chat.service.handle(&taking).await.reply, Reply::Public);
    let pawn = (vec![PieceType::PAWN], vec![]);
    let posted = chat.posted().await;
    let board = posted.iter().rfind(|notice| matches!(notice, Notice::Board(_)));
    let board = board.unwrap_or_else(|| panic!("{posted:?}"));
    assert_eq!(captured(&chat.read(board, None, Language::EN)), pawn);
    for (name, line) in
        [("Bob", "board"), ("Eve", "board flip"), ("Bob", "moves"), ("Bob", "move"), ("Eve", "game")]
    {
        assert_eq!(captured(&asked(&mut chat, name, line).await), pawn, "{line}");
    }
}

/// The words of a message, a line each.
fn text(message: &Message) -> String {
    let words = message.blocks.iter().map(|block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(items) => items.join("\n"),
        Block::Channels(items) => items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join("\n"),
    });
    words.collect::<Vec<_>>().join("\n")
}

fn labels(message: &Message) -> Vec<String> {
    let labels = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.iter().map(|button| button.label.clone()).collect(),
        ControlRow::Menu(menu) => vec![menu.label.clone()],
    });
    labels.collect()
}

fn has(message: &Message, wanted: &[&str]) {
    let text = text(message);
    for wanted in wanted {
        assert!(text.contains(wanted), "{wanted:?} is missing in:\n{text}");
    }
}

/// A game whose players have picked a Joker, a Camel and a Cannon.
async fn with_fairy_pieces() -> Chat {
    after(&[
        ("Ada", "setup classic-chosen 3 rotate lock:7 promotion:initial white Bob send"),
        ("Bob", "accept"),
        ("Bob", "pick Joker"),
        ("Ada", "pick Camel"),
        ("Bob", "pick Cannon"),
    ])
    .await
}

/// The last board that everybody saw.
async fn last_board(chat: &Chat) -> Message {
    let posted = chat.posted().await;
    let board = posted.iter().rfind(|notice| matches!(notice, Notice::Board(_)));
    let board = board.unwrap_or_else(|| panic!("{posted:?}"));
    limits::check_for_all(&chat.service, board, &[person("Ada").id, person("Eve").id]);
    chat.read(board, None, Language::EN)
}

#[tokio::test]
async fn every_board_is_there_in_letters_from_the_side_of_its_reader() {
    let lines = [("Ada", "play Bob chess white"), ("Bob", "accept"), ("Ada", "move e4"), ("Bob", "move e5")];
    let mut chat = after(&lines).await;
    let posted = chat.posted().await.pop().expect("a board");
    // Of a board its first line, and the one of the rank to which White's Pawn has gone.
    let drawn = |chat: &Chat, notice: &Notice, name: &str| {
        let letters = chat.service.board_in_letters(notice, &viewer(Some(name), Language::EN));
        letters.map(|letters| {
            let first = letters.lines().next().unwrap_or_default().trim_start().get(..1).map(str::to_owned);
            (
                first.unwrap_or_default(),
                letters.lines().any(|line| line.starts_with(" 4") && line.contains('P')),
            )
        })
    };
    let seen = |rank: &str, moved| Some((rank.to_owned(), moved));
    assert_eq!(drawn(&chat, &posted, "Ada"), seen("8", true));
    assert_eq!(drawn(&chat, &posted, "Bob"), seen("1", true));
    for (name, line, wanted) in [
        ("Ada", "board", seen("8", true)),
        ("Ada", "board flip", seen("1", true)),
        ("Bob", "board", seen("1", true)),
        ("Bob", "board flip", seen("8", true)),
        ("Ada", "moves", seen("8", true)),
        ("Ada", "move", seen("8", true)),
        ("Bob", "piece e4", seen("1", true)),
        ("Bob", "replay", seen("1", true)),
        ("Bob", "step", seen("1", false)),
        ("Eve", "step", seen("8", false)),
        ("Ada", "rules", None),
    ] {
        let notice = told(&mut chat, name, line).await;
        assert_eq!(drawn(&chat, &notice, name), wanted, "{name} {line}");
    }
    let mut cards = after(&[("Ada", "play Bob schachen white"), ("Bob", "accept")]).await;
    let hand = told(&mut cards, "Bob", "hand").await;
    let letters = cards.service.board_in_letters(&hand, &viewer(Some("Bob"), Language::EN));
    assert!(letters.is_some_and(|letters| letters.contains('k')), "a hand has its board");
}

#[tokio::test]
async fn while_pieces_are_picked_the_newest_message_has_the_controls() {
    let begin = [("Ada", "setup classic-chosen 2 white Bob send"), ("Bob", "accept"), ("Ada", "pick Joker")];
    let mut chat = after(&begin).await;
    let posted = chat.posted().await.pop().expect("a pick");
    assert_eq!(chat.read(&posted, None, Language::EN).mention, Some(person("Bob").id), "who is to pick");
    for (name, has_controls) in [("Ada", true), ("Eve", false)] {
        let shown = asked(&mut chat, name, "board").await;
        assert_eq!((shown.series.is_some(), !shown.rows.is_empty()), (has_controls, has_controls), "{name}");
        assert_eq!(shown.mention, None, "whoever asks is there");
    }
    let last = chat.event("Bob", Language::EN, false, UserAction::Line("pick Camel".to_owned()));
    assert_eq!(chat.service.handle(&last).await.reply, Reply::Public);
    let posted = chat.posted().await;
    let complete =
        posted.iter().rfind(|notice| matches!(notice, Notice::Selection(_))).expect("the last pick");
    let [picked, board] =
        [complete, posted.last().expect("a board")].map(|notice| chat.read(notice, None, Language::EN));
    assert!(picked.rows.is_empty(), "{picked:?}");
    assert!(picked.series.is_some() && picked.series == board.series, "what could be pressed before is gone");
}

/// Where White's piece with that letter stands.
fn square_of(board: &Message, code: &str) -> String {
    let scene = &board.picture.as_ref().unwrap_or_else(|| panic!("no picture")).scene;
    let found = scene.pieces.iter().find(|(square, piece)| square.rank < 5 && piece.kind.code() == code);
    found.unwrap_or_else(|| panic!("no {code}")).0.to_string()
}

#[tokio::test]
async fn a_running_game_tells_its_terms() {
    let mut chat = with_fairy_pieces().await;
    let terms = [
        "Set-up: classic and 3 pieces",
        "Camel (CA)",
        "any piece of the starting position",
        "turned by 180°",
        "Locked: Cannon (no moves and no checks before move 8)",
        "Without touch-move",
    ];
    has(&last_board(&chat).await, &terms);
    for line in ["game", "rules"] {
        let told = asked(&mut chat, "Eve", line).await;
        has(&told, &terms);
        has(&told, &["Ada (White)", "Bob (Black)"]);
    }
    let made = chat.event("Ada", Language::EN, false, UserAction::Line("move e5".to_owned()));
    assert_eq!(chat.service.handle(&made).await.reply, Reply::Public);
    assert!(!text(&last_board(&chat).await).contains("Agreed"), "once is enough");
    let others = text(&asked(&mut chat, "Ada", "rules chess").await);
    assert!(!others.contains("Set-up: classic"), "{others}");
}

#[tokio::test]
async fn the_rules_of_chess_tell_who_plays_it_and_how() {
    let mut chat = after(&[("Ada", "play Bob chess white touch-move"), ("Bob", "accept")]).await;
    assert!(
        !text(&last_board(&chat).await).contains("Agreed"),
        "nothing to choose but touch-move, and the title has it"
    );
    has(&asked(&mut chat, "Eve", "rules").await, &["Ada (White) – Bob (Black)", "touch", "FIDE"]);
}

/// What whoever must press can press below the newest board.
async fn pressed(lines: &[(&str, &str)], name: Option<&str>) -> Vec<String> {
    let chat = after(lines).await;
    let notice = chat.posted().await.pop().expect("a board");
    let viewer = Viewer { hearing: MessageAccess::Presses, ..viewer(name, Language::EN) };
    labels(&chat.service.present(&notice, &viewer))
}

#[tokio::test]
async fn a_move_can_be_taken_back_by_a_button_where_nobody_hears_words() {
    let begin = |words: &'static str| [("Ada", words), ("Bob", "accept")];
    let moved = |words| [&begin(words)[..], &[("Ada", "move e4")]].concat();
    for (lines, name, can) in [
        (begin("play Bob chess white").to_vec(), None, false),
        (moved("play Bob chess white"), None, true),
        (moved("play Bob chess white"), Some("Ada"), true),
        (moved("play Bob chess white"), Some("Eve"), false),
        (moved("play Bob chess white touch-move"), None, false),
    ] {
        let labels = pressed(&lines, name).await;
        let has = |label: &str| labels.iter().any(|known| known == label);
        assert_eq!(has("Take back"), can, "{lines:?} {name:?}: {labels:?}");
        assert_eq!(has("Claim draw"), name != Some("Eve"), "{lines:?} {name:?}: {labels:?}");
    }
}

#[tokio::test]
async fn boards_tell_what_jokers_copy() {
    let chat = with_fairy_pieces().await;
    let first = last_board(&chat).await;
    has(&first, &["White's Joker has nothing to copy", "Black's Joker will copy what White moves now"]);
    let mut chat = chat;
    let made = chat.event("Ada", Language::EN, false, UserAction::Line("move e5".to_owned()));
    assert_eq!(chat.service.handle(&made).await.reply, Reply::Public);
    let board = last_board(&chat).await;
    has(&board, &["Black's Joker copies the Pawn now.", "White's Joker will copy what Black moves now."]);
    let alt = board.picture.map(|picture| picture.alt.to_string()).unwrap_or_default();
    assert!(alt.contains("Black's Joker copies the Pawn now."), "{alt}");
}

#[tokio::test]
async fn a_square_is_asked_about() {
    let mut chat = with_fairy_pieces().await;
    let board = last_board(&chat).await;
    let [joker, camel, cannon] = ["JO", "CA", "CN"].map(|code| square_of(&board, code));
    has(
        &asked(&mut chat, "Eve", &format!("piece {cannon}")).await,
        &[
            "Cannon (CN)",
            &format!("Cannon {cannon} belongs to White."),
            "before move 8",
            &format!("/moves {cannon}"),
        ],
    );
    has(&asked(&mut chat, "Eve", &format!("piece {joker}")).await, &["nothing to copy"]);
    has(&asked(&mut chat, "Eve", &format!("piece {}", camel.to_uppercase())).await, &["belongs to White"]);
    for line in ["piece e6", "moves e6"] {
        has(&asked(&mut chat, "Ada", line).await, &["Nothing stands on e6."]);
    }
    has(&asked(&mut chat, "Ada", &format!("moves {cannon}")).await, &["no legal move", "before move 8"]);
    has(&asked(&mut chat, "Ada", "moves e3").await, &["2 legal moves"]);
    let theirs = asked(&mut chat, "Ada", "moves e8").await;
    has(&theirs, &["It is not Black's turn. If it were", "e7"]);
    let mut none = Chat::new(&["Ada"], 1);
    has(&asked(&mut none, "Ada", "piece g9").await, &["No game is running here"]);
}

#[tokio::test]
async fn the_pieces_of_the_game_are_shown_to_everybody() {
    let mut chat = with_fairy_pieces().await;
    let board = last_board(&chat).await;
    assert!(labels(&board).contains(&"Pieces".to_owned()), "{:?}", labels(&board));
    for line in ["pieces", "figuren", "piece"] {
        let event = chat.event("Eve", Language::EN, false, UserAction::Line(line.to_owned()));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{line}") };
        limits::check_for_all(&chat.service, &notice, &[person("Eve").id]);
        let legend = chat.read(&notice, Some("Eve"), Language::of("de"));
        let picture = legend.picture.as_ref().unwrap_or_else(|| panic!("{line}: no picture"));
        assert_eq!(picture.scene.legend.len(), 11, "{line}");
        assert!(picture.scene.legend.iter().any(|entry| entry.name == "Kamel"));
        assert!(picture.alt.to_string().contains("Kamel (CA): "), "{}", picture.alt);
        assert_eq!(labels(&legend), ["Figur erklären"], "{line}");
    }
    let plain = after(&[("Ada", "play Bob grand white"), ("Bob", "accept")]).await;
    assert!(!labels(&last_board(&plain).await).contains(&"Pieces".to_owned()), "everybody knows these");
}

#[tokio::test]
async fn before_a_game_the_pieces_are_those_that_are_set_up() {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    let all = asked(&mut chat, "Ada", "piece").await;
    has(&all, &["81 pieces", "Camel", "King", "Joker"]);
    assert_eq!(labels(&all), ["Group of pieces"]);
    asked(&mut chat, "Ada", "setup free-random 5").await;
    let count = |message: &Message| message.picture.as_ref().map(|picture| picture.scene.legend.len());
    assert_eq!(count(&asked(&mut chat, "Ada", "pieces").await), Some(7), "King, Pawn and five");
    assert_eq!(count(&asked(&mut chat, "Bob", "pieces").await), None, "a set-up is its owner's");
    let sent = chat.event("Ada", Language::EN, false, UserAction::Line("setup send".to_owned()));
    assert_eq!(chat.service.handle(&sent).await.reply, Reply::Public);
    assert_eq!(count(&asked(&mut chat, "Bob", "pieces").await), Some(7), "a challenge is everybody's");
}

/// Who is called by a board, the note above it, and whom it calls besides.
fn calls(message: &Message) -> (Option<String>, String, usize) {
    let called = message.mention.as_ref().map(ToString::to_string);
    let note = message.picture.as_ref().map(|picture| picture.scene.strip.note.clone());
    (called, note.unwrap_or_default(), message.followers.len())
}

#[tokio::test]
async fn a_board_calls_whoever_has_to_know_and_tells_how_far_the_game_is() {
    let mut chat = after(&[("Ada", "play Bob chess white"), ("Bob", "accept")]).await;
    let eve = chat.event("Eve", Language::EN, false, UserAction::Line("follow".to_owned()));
    chat.service.handle(&eve).await;
    let (ada, bob) = (Some(person("Ada").id.to_string()), Some(person("Bob").id.to_string()));
    let table = [
        ("Ada", "move f3", &bob, "Move 1", 0),
        ("Bob", "move e5", &ada, "Move 2", 0),
        ("Ada", "move g4", &bob, "Move 2", 0),
        // Whoever is mated may not have seen it.
        ("Bob", "move Qh4", &ada, "0–1", 1),
    ];
    for (name, line, called, note, followers) in table {
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
        assert_eq!(calls(&last_board(&chat).await), (called.clone(), note.to_owned(), followers), "{line}");
    }
}

#[tokio::test]
async fn a_board_calls_nobody_who_did_it_themselves() {
    let mut chat = after(&[("Ada", "play Bob chess white touch-move"), ("Bob", "accept")]).await;
    assert_eq!(calls(&last_board(&chat).await).0, Some(person("Ada").id.to_string()));
    let touch = chat.event("Ada", Language::EN, false, UserAction::Line("touch g1".to_owned()));
    assert_eq!(chat.service.handle(&touch).await.reply, Reply::Public);
    assert_eq!(calls(&last_board(&chat).await).0, None, "Ada touches a piece");
    let question = asked(&mut chat, "Ada", "resign").await;
    let resign = chat.event("Ada", Language::EN, false, crate::support::first_button(&question));
    chat.service.handle(&resign).await;
    assert_eq!(calls(&last_board(&chat).await).0, None, "Ada resigns");
}
