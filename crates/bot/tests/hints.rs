//! Tests of `/hint`: to whom a hint is shown, what the record stores of it, and who gets none. Not
//! here: that nobody learns a card from one (`leaks`).

use std::{num::NonZero, sync::Arc};

use adoube_bot::{
    Audience, ChatEvent, ComputerSettings, ControlRow, Language, Message, Notice, Reply, StrengthLevel,
    UserAction,
};
use adoube_store::MemoryStore;
use adoube_testing::clock::TestClock;

use crate::support::{
    self, Chat, limits, person,
    table::{Table, text},
    thoughts,
};

impl Table {
    /// What somebody is told in the end.
    async fn told(&mut self, name: &str, line: &str) -> Notice {
        match self.act(name, line).await {
            Reply::Private(notice) | Reply::Replace(notice) => *notice,
            Reply::EngineQuestion(question) => {
                thoughts(&self.chat.service, &question).await.pop().expect("something is told")
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    async fn say(&mut self, name: &str, line: &str) -> String {
        match self.act(name, line).await {
            Reply::Public => String::new(),
            Reply::Private(notice) | Reply::Replace(notice) => {
                text(&self.chat.read(&notice, Some(name), Language::EN))
            }
            Reply::EngineQuestion(_) => "it thinks".to_owned(),
            other => panic!("{line}: {other:?}"),
        }
    }

    async fn hint(&mut self, name: &str) -> Message {
        let notice = self.told(name, "hint").await;
        assert!(notice.is_confidential(), "{notice:?}");
        let people = ["Ada", "Bob"].map(|name| person(name).id);
        limits::check_for_all(&self.chat.service, &notice, &people);
        self.chat.read(&notice, Some(name), Language::EN)
    }

    /// What the record says of hints.
    async fn record(&mut self) -> (String, String, String) {
        let mut texts = Vec::new();
        for line in ["game", "export pgn", "export json"] {
            let notice = self.told("Bob", line).await;
            texts.push(text(&self.chat.read(&notice, Some("Bob"), Language::EN)));
        }
        let [game, pgn, json] = <[String; 3]>::try_from(texts).expect("three");
        (game, pgn, json)
    }
}

#[tokio::test]
async fn a_hint_is_a_move_its_player_can_make() {
    let mut table = Table::moves("play Bob chess white", "f3 e5 g4").await;
    let hint = table.hint("Bob").await;
    assert!(text(&hint).contains("would play Qh4#") && text(&hint).contains("checkmate"), "{}", text(&hint));
    assert!(hint.picture.is_some());
    let notice = table.told("Bob", "hint").await;
    assert!(matches!(&notice, Notice::Hint(hint) if !hint.keeps_cards), "there are none: {notice:?}");
    let letters = table.chat.service.board_in_letters(&notice, &support::viewer(Some("Bob"), Language::EN));
    assert!(letters.is_some_and(|letters| letters.trim_start().starts_with('1')), "from Black's side");
    let german = table.chat.read(&notice, Some("Bob"), Language::of("de"));
    assert!(text(&german).contains("Dh4#"), "{}", text(&german));
    let ControlRow::Buttons(buttons) = &hint.rows[0] else { panic!("{hint:?}") };
    let action = UserAction::Press { id: buttons[0].id.clone(), value: None };
    let press = table.chat.event("Bob", Language::EN, false, action);
    table.chat.service.handle(&press).await;
    let posted = table.chat.posted().await;
    let Some(Notice::Board(board)) = posted.first() else { panic!("{posted:?}") };
    let ended = text(&table.chat.read(&Notice::Board(board.clone()), None, Language::EN));
    assert!(board.ending.is_some() && ended.contains("Bob (Black) 1"), "{ended}");
}

#[tokio::test]
async fn that_it_was_taken_stands_in_the_record_once_and_what_it_said_does_not() {
    let mut table = Table::moves("play Bob chess white", "e4 e5").await;
    let (game, pgn, json) = table.record().await;
    assert!(!game.contains("Hints") && !pgn.contains("hint") && !json.contains("hint"), "{game}");
    let first = text(&table.hint("Ada").await);
    let Notice::Hint(again) = table.told("Ada", "hint").await else { panic!("no hint") };
    assert!(!again.line.is_empty() && again.line.iter().all(|san| first.contains(san) && !san.is_empty()));
    assert_eq!(text(&table.chat.read(&Notice::Hint(again), Some("Ada"), Language::EN)), first);
    let (game, pgn, json) = table.record().await;
    assert!(game.contains("Hints taken from the computer: Ada (White) 1."), "{game}");
    assert_eq!(pgn.matches("white takes a hint}").count(), 1, "{pgn}");
    assert!(pgn.contains("white takes a hint} *"), "{pgn}");
    assert_eq!(json.matches("hint_taken").count(), 1, "{json}");
    assert!(json.contains(r#""by":"white","ply":2"#), "{json}");
    // Nobody else was told, and their buttons are not out of date.
    table.act("Ada", "move Nf3").await;
    table.act("Bob", "move Nc6").await;
    table.hint("Ada").await;
    let (game, _, _) = table.record().await;
    assert!(game.contains("Ada (White) 2"), "{game}");
}

#[tokio::test]
async fn a_position_that_comes_again_by_a_takeback_counts_once() {
    let mut table = Table::moves("play Bob chess white", "e4 e5").await;
    let first = text(&table.hint("Ada").await);
    table.act("Ada", "move Nf3").await;
    table.act("Ada", "takeback").await;
    table.act("Bob", "takeback accept").await;
    assert_eq!(text(&table.hint("Ada").await), first);
    assert!(table.record().await.0.contains("Ada (White) 1"));
}

#[tokio::test]
async fn who_is_not_to_move_gets_none_and_nothing_is_noted() {
    let mut table = Table::moves("play Bob chess white", "e4").await;
    assert!(table.say("Ada", "hint").await.contains("Bob"));
    assert!(!table.say("Eve", "hint").await.contains("would play"));
    assert!(!table.record().await.0.contains("Hints"));
    for (audience, expected) in
        [(Audience::TextAndReplyVisible, "as a slash command"), (Audience::Public, "Write to me alone")]
    {
        let event = table.chat.event("Bob", Language::EN, false, UserAction::Line("hint".to_owned()));
        let reply = table.chat.service.handle(&ChatEvent { audience, ..event }).await.reply;
        let Reply::Private(notice) = reply else { panic!("{reply:?}") };
        assert!(text(&table.chat.read(&notice, None, Language::EN)).contains(expected), "{notice:?}");
    }
    assert!(!table.record().await.0.contains("Hints"));
}

#[tokio::test]
async fn touched_pieces_bind_hints_too() {
    let mut table = Table::new("play Bob chess white touch-move").await;
    assert_eq!(table.act("Ada", "touch a2").await, Reply::Public);
    let hint = text(&table.hint("Ada").await);
    assert!(hint.contains("would play a3") || hint.contains("would play a4"), "{hint}");
}

#[tokio::test]
async fn where_cards_are_hidden_there_are_hints_too() {
    for touch_move in ["", " touch-move"] {
        let mut table = Table::new(&format!("play Bob schachen white{touch_move}")).await;
        let hint = table.hint("Ada").await;
        assert!(text(&hint).contains("would play"), "{}", text(&hint));
        let ControlRow::Buttons(buttons) = &hint.rows[0] else { panic!("{hint:?}") };
        let action = UserAction::Press { id: buttons[0].id.clone(), value: None };
        let press = table.chat.event("Ada", Language::EN, false, action);
        let reply = table.chat.service.handle(&press).await.reply;
        assert_eq!(table.chat.posted().await.len(), 1, "the whole turn is made: {reply:?}");
    }
}

#[tokio::test]
async fn whoever_plays_the_computer_finds_a_button() {
    let mut table = Table { chat: Chat::new(&["Ada", "Bob"], 1) };
    let event = table.chat.event(
        "Ada",
        Language::EN,
        false,
        UserAction::Line("play computer 1 chess white".to_owned()),
    );
    table.chat.service.handle(&event).await;
    let labels = |message: &Message| {
        let buttons = message.rows.iter().flat_map(|row| match row {
            ControlRow::Buttons(buttons) => buttons.clone(),
            ControlRow::Menu(_) => Vec::new(),
        });
        buttons.map(|button| button.label).collect::<Vec<_>>()
    };
    let board = table.chat.posted().await.pop().expect("a board");
    let shown = table.chat.read(&board, Some("Ada"), Language::EN);
    assert!(labels(&shown).contains(&"Hint".to_owned()), "{shown:?}");
    let watched = table.chat.read(&board, Some("Eve"), Language::EN);
    assert!(!labels(&watched).contains(&"Hint".to_owned()), "{watched:?}");
    assert!(text(&table.hint("Ada").await).contains("would play"));
}

#[tokio::test]
async fn where_the_computer_is_off_there_are_none() {
    let off = ComputerSettings { enabled: false, threads: NonZero::<usize>::MIN, level: StrengthLevel::BEST };
    let mut table = Table::moves("play Bob chess white", "e4").await;
    let clock: Arc<TestClock> = Arc::clone(&table.chat.clock);
    let store = Arc::clone(&table.chat.store);
    table.chat.service = support::service_with(off, &["Ada", "Bob"], 2, store, clock);
    assert!(table.say("Bob", "hint").await.contains("no hints"));
    assert!(!table.record().await.0.contains("Hints"));
}

#[tokio::test]
async fn a_repetition_of_the_question_gets_the_same_and_counts_once() {
    let store: Arc<dyn adoube_store::Store> = Arc::new(MemoryStore::new());
    let mut table = Table { chat: Chat::with_store(&["Ada", "Bob"], 1, store) };
    table.say("Ada", "play Bob chess white").await;
    table.say("Bob", "accept").await;
    let event = table.chat.event("Ada", Language::EN, false, UserAction::Line("hint".to_owned()));
    let first = table.chat.service.handle(&event).await.reply;
    assert_eq!(table.chat.service.handle(&event).await.reply, first);
    table.act("Ada", "move e4").await;
    // What was asked about is no more.
    let Reply::EngineQuestion(question) = first else { panic!("{first:?}") };
    let told = thoughts(&table.chat.service, &question).await;
    assert!(matches!(told.as_slice(), [Notice::Refused(_)]), "{told:?}");
}

#[tokio::test]
async fn what_may_follow_is_numbered_on_from_the_hint() {
    for (moves, name) in [("e4 e5", "Ada"), ("e4", "Bob")] {
        let hint = text(&Table::moves("play Bob chess white", moves).await.hint(name).await);
        let (_, line) = hint.split_once("It may go on like this: ").unwrap_or_else(|| panic!("{hint}"));
        let line: Vec<&str> = line.lines().next().unwrap_or_default().split(' ').collect();
        let made: Vec<&str> = line
            .iter()
            .filter(|word| !word.starts_with(|letter: char| letter.is_ascii_digit()))
            .copied()
            .collect();
        assert!(made.len() > 3, "{hint}");
        let mut numbered = Vec::new();
        for (place, san) in made.into_iter().enumerate() {
            let ply = moves.split(' ').count() + 1 + place;
            match (ply % 2, place) {
                (0, _) => numbered.push(format!("{}.", ply / 2 + 1)),
                (_, 0) => numbered.push(format!("{}…", ply / 2 + 1)),
                _ => {}
            }
            numbered.push(san.to_owned());
        }
        assert_eq!(line, numbered, "{hint}");
    }
}
