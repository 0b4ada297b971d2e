//! Tests of a promotion that is left open under touch-move: who chooses the piece, by which words
//! or menus, and where the bot asks. That the Pawn's move stands, also after a restart, is in
//! `touch_move`.

use adoube_bot::{
    Block, ControlRow, Decision, Language, Locales, Message, MessageAccess, Notice, Reply, UserAction, Viewer,
};

use crate::support::{Chat, person};

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];
const MOVES: [&str; 8] = ["a4", "h5", "a5", "h4", "a6", "h3", "axb7", "hxg2"];

/// A touch-move game of chess in which Ada's Pawn has gone from b7 to a8.
struct Table {
    chat: Chat,
    language: Language,
}

impl Table {
    async fn new(language: Language) -> Self {
        let mut table = Self::before(language).await;
        table.asked("bxa8").await;
        table
    }

    /// The same before that move.
    async fn before(language: Language) -> Self {
        let mut table = Self { chat: Chat::new(&NAMES, 1), language };
        table.does("Ada", command("play Bob white chess touch-move")).await;
        table.does("Bob", command("accept")).await;
        for (made, name) in MOVES.into_iter().zip(["Ada", "Bob"].into_iter().cycle()) {
            assert_eq!(table.says(name, made).await, Reply::Public, "{made}");
        }
        table
    }

    async fn does(&mut self, name: &str, action: UserAction) -> Reply {
        let event = self.chat.event(name, self.language, false, action);
        self.chat.service.handle(&event).await.reply
    }

    async fn says(&mut self, name: &str, words: &str) -> Reply {
        self.does(name, UserAction::Text(words.to_owned())).await
    }

    /// What Ada reads when she says something that is answered for herself.
    async fn asked(&mut self, words: &str) -> Message {
        let reply = self.says("Ada", words).await;
        self.read(reply)
    }

    fn read(&self, reply: Reply) -> Message {
        match reply {
            Reply::Private(notice) | Reply::Replace(notice) => {
                self.chat.read(&notice, Some("Ada"), self.language)
            }
            other => panic!("{other:?}"),
        }
    }

    /// The newest move that everybody was told of.
    async fn last(&mut self) -> Option<String> {
        let newest = self.chat.posted().await.pop();
        newest.and_then(|notice| match notice {
            Notice::Board(board) => board.last.map(|last| last.san),
            _ => None,
        })
    }
}

fn command(line: &str) -> UserAction {
    UserAction::Line(line.to_owned())
}

fn text(message: &Message) -> String {
    let texts = message.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The values of the first menu, and its id.
fn menu(message: &Message) -> Option<(String, Vec<String>)> {
    message.rows.iter().find_map(|row| match row {
        ControlRow::Menu(menu) => {
            Some((menu.id.clone(), menu.options.iter().map(|option| option.value.clone()).collect()))
        }
        ControlRow::Buttons(_) => None,
    })
}

fn choices(message: &Message) -> Vec<String> {
    menu(message).map(|(_, values)| values).unwrap_or_default()
}

fn labels(message: &Message) -> Vec<&str> {
    let buttons = message.rows.iter().filter_map(|row| match row {
        ControlRow::Buttons(buttons) => Some(buttons),
        ControlRow::Menu(_) => None,
    });
    buttons.flatten().map(|button| button.label.as_str()).collect()
}

#[tokio::test]
async fn the_name_of_a_piece_is_the_choice() {
    let (en, de) = (Language::EN, Language::of("de"));
    let table = [
        (en, "Q", "bxa8=Q"),
        (en, "q", "bxa8=Q"),
        (en, "=Q", "bxa8=Q"),
        (en, "queen", "bxa8=Q"),
        (en, "Knight", "bxa8=N"),
        (en, "n!", "bxa8=N"),
        (en, "becomes rook", "bxa8=R"),
        (en, "♕", "bxa8=Q"),
        (en, "Dame", "bxa8=Q"),
        (en, "springer", "bxa8=N"),
        (en, "D", ""),
        (de, "Dame", "bxa8=Q"),
        (de, "D", "bxa8=Q"),
        (de, "=D", "bxa8=Q"),
        (de, "Q", "bxa8=Q"),
        (de, "Springer", "bxa8=N"),
        (de, "S", "bxa8=N"),
        (de, "läufer", "bxa8=B"),
        (de, "wird zu Turm", "bxa8=R"),
        (de, "knight", "bxa8=N"),
    ];
    for (language, words, expected) in table {
        let mut game = Table::new(language).await;
        game.chat.posted().await;
        let reply = game.says("Ada", words).await;
        if expected.is_empty() {
            assert_eq!(reply, Reply::Ignored, "{words}");
            continue;
        }
        assert_eq!(reply, Reply::Public, "{words}");
        assert_eq!(game.last().await.as_deref(), Some(expected), "{words}");
        // The game goes on, and the same words are talk again.
        assert_eq!(game.says("Ada", words).await, Reply::Ignored, "{words}");
        assert_eq!(game.says("Bob", "gxh1=Q").await, Reply::Public, "{words}");
    }
}

#[tokio::test]
async fn a_piece_is_also_named_as_a_command_and_behind_one() {
    for line in ["knight", "=N", "move knight", "move N"] {
        let mut game = Table::new(Language::EN).await;
        assert_eq!(game.does("Ada", command(line)).await, Reply::Public, "{line}");
        assert_eq!(game.last().await.as_deref(), Some("bxa8=N"), "{line}");
    }
}

#[tokio::test]
async fn what_others_say_or_what_is_said_at_another_time_stays_talk() {
    for language in Locales::embedded().languages() {
        let mut game = Table::before(language).await;
        for words in ["Q", "queen", "Dame", "=Q"] {
            assert_eq!(game.says("Ada", words).await, Reply::Ignored, "before: {words}");
        }
        game.asked("bxa8").await;
        for name in ["Bob", "Eve"] {
            for words in ["Q", "queen", "Dame", "=Q", "knight", "King"] {
                let event = game.chat.event(name, language, false, UserAction::Text(words.to_owned()));
                let Decision { reply, speech, .. } = game.chat.service.handle(&event).await;
                assert_eq!(reply, Reply::Ignored, "{name}: {words}");
                assert!(speech.is_some_and(|speech| speech.text() == words), "{name}: {words}");
            }
        }
        for words in ["hm", "what now?", "a queen, I think", "di", "ok", "Queen or Rook?", "good move"] {
            assert_eq!(game.says("Ada", words).await, Reply::Ignored, "{words}");
        }
        assert_eq!(game.says("Ada", "Q").await, Reply::Public);
    }
}

#[tokio::test]
async fn a_piece_that_is_not_allowed_is_answered_with_those_that_are() {
    let table = [
        (
            Language::EN,
            "king",
            "“king” is not possible: the Pawn cannot become this piece (King)",
            "just name",
        ),
        (Language::EN, "K", "“K” is not possible: the Pawn cannot become this piece (King)", "just name"),
        (
            Language::EN,
            "bxa8=K",
            "“bxa8=K” is not possible: the Pawn cannot become this piece (King)",
            "just name",
        ),
        (Language::EN, "pawn", "“pawn” is not possible: on a8 the Pawn must promote", "just name"),
        (
            Language::EN,
            "DI",
            "“DI” is not possible: the Pawn cannot become this piece (Diplomat)",
            "just name",
        ),
        (
            Language::of("de"),
            "König",
            "„König“ geht nicht: In diese Figur kann sich der Bauer nicht umwandeln (König)",
            "nenne sie einfach",
        ),
        (
            Language::of("de"),
            "Bauer",
            "„Bauer“ geht nicht: Auf a8 muss sich der Bauer umwandeln",
            "nenne sie einfach",
        ),
        // Another move is not possible either.
        (Language::EN, "Nf3", "Pawn b7 has moved to a8 and stays there", "just name"),
        (Language::EN, "Nd4", "Pawn b7 has moved to a8 and stays there", "just name"),
        (Language::of("de"), "Sf3", "Bauer b7 ist nach a8 gezogen und bleibt dort", "nenne sie einfach"),
    ];
    for (language, words, begins, asks) in table {
        let mut game = Table::new(language).await;
        game.chat.posted().await;
        let answer = game.asked(words).await;
        let said = text(&answer);
        assert!(said.starts_with(begins) && said.contains(asks), "{words}: {said}");
        assert_eq!(choices(&answer), ["Q", "R", "B", "N"], "{words}");
        assert!(game.chat.posted().await.is_empty(), "{words} changes nothing");
        assert_eq!(game.says("Ada", "R").await, Reply::Public);
        assert_eq!(game.says("Bob", "gxh1=Q").await, Reply::Public);
    }
}

#[tokio::test]
async fn the_question_is_asked_wherever_its_player_looks() {
    let mut game = Table::before(Language::EN).await;
    game.chat.posted().await;
    let typed = game.asked("bxa8").await;
    assert!(text(&typed).contains("On a8: promote to what? Choose, or just name the piece."), "{typed:?}");
    assert_eq!(choices(&typed), ["Q", "R", "B", "N"]);
    let board = game.chat.posted().await.pop().unwrap();
    let as_read_by = |name| {
        let message = game.chat.read(&board, name, Language::EN);
        labels(&message).contains(&"Choose the piece")
    };
    assert_eq!([Some("Ada"), None, Some("Bob"), Some("Eve")].map(as_read_by), [true, true, false, false]);
    for line in ["move", "board", "board text", "board flip", "move bxa8"] {
        let reply = game.does("Ada", command(line)).await;
        let asked = game.read(reply);
        assert!(text(&asked).contains("On a8: promote to what?"), "{line}: {asked:?}");
        assert_eq!(choices(&asked), ["Q", "R", "B", "N"], "{line}");
    }
    let Reply::Private(notice) = game.does("Bob", command("board")).await else { panic!("no board") };
    assert_eq!(menu(&game.chat.read(&notice, Some("Bob"), Language::EN)), None);
    let Reply::Private(notice) = game.does("Ada", command("board")).await else { panic!("no board") };
    let (id, _) = menu(&game.chat.read(&notice, Some("Ada"), Language::EN)).unwrap();
    let pressed = |id| UserAction::Press { id, value: Some("B".to_owned()) };
    let refused = game.does("Bob", pressed(id.clone())).await;
    assert!(matches!(refused, Reply::Private(_)), "{refused:?}");
    let done = game.does("Ada", pressed(id)).await;
    assert_eq!(text(&game.read(done)), "You played bxa8=B.");
}

#[tokio::test]
async fn a_piece_is_only_to_be_named_where_its_name_is_heard() {
    let mut game = Table::new(Language::EN).await;
    game.chat.posted().await;
    let asked = game.does("Ada", command("board")).await;
    let refused = game.does("Ada", command("touch e2")).await;
    for reply in [asked, refused] {
        let Reply::Private(notice) = reply else { panic!("{reply:?}") };
        for (hearing, heard) in [(MessageAccess::Everything, true), (MessageAccess::Called, false)] {
            let viewer = Viewer {
                person: Some(person("Ada").id),
                language: Language::EN,
                hearing,
                taste: adoube_bot::ReadingPreferences::default(),
            };
            let said = text(&game.chat.service.present(&notice, &viewer));
            assert!(said.contains("/move") || heard, "{said}");
            assert_eq!(said.contains("just name the piece"), heard, "{said}");
        }
    }
}
