//! Tests of channels where everybody reads what a person writes and the reply to it: private
//! information is not shown there, and buttons that everybody sees do nothing for others. Not here:
//! replies that reach one person alone.

use adoube_bot::{Audience, ChatEvent, ControlRow, Language, Message, Reply, UserAction};

use crate::support::Chat;

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

struct Table {
    chat: Chat,
}

impl Table {
    async fn begin(challenge: &str) -> Self {
        let mut table = Self { chat: Chat::new(&NAMES, 3) };
        for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
            assert_eq!(table.aloud(name, line).await, Reply::Public, "{line}");
        }
        table
    }

    async fn act(&mut self, name: &str, audience: Audience, action: UserAction) -> Reply {
        let language = if name == "Bob" { Language::of("de") } else { Language::EN };
        let event = self.chat.event(name, language, false, action);
        self.chat.service.handle(&ChatEvent { audience, ..event }).await.reply
    }

    /// A command that everybody reads.
    async fn aloud(&mut self, name: &str, line: &str) -> Reply {
        self.act(name, Audience::TextAndReplyVisible, UserAction::Line(line.to_owned())).await
    }

    /// Words among people.
    async fn says(&mut self, name: &str, text: &str) -> Reply {
        self.act(name, Audience::TextAndReplyVisible, UserAction::Text(text.to_owned())).await
    }

    async fn press(&mut self, name: &str, id: &str) -> Reply {
        self.act(name, Audience::SenderOnly, UserAction::Press { id: id.to_owned(), value: None }).await
    }

    /// Whether somebody plays here.
    async fn plays(&mut self, name: &str) -> bool {
        let event = self.chat.event(name, Language::EN, false, UserAction::Text("hello".to_owned()));
        self.chat.service.handle(&event).await.stake.is_seated
    }

    fn message(&self, name: &str, reply: &Reply) -> Message {
        let (Reply::Private(notice) | Reply::Replace(notice)) = reply else { panic!("{reply:?}") };
        let language = if name == "Bob" { Language::of("de") } else { Language::EN };
        self.chat.read(notice, Some(name), language)
    }

    fn text(&self, name: &str, reply: &Reply) -> String {
        format!("{:?}", self.message(name, reply).blocks)
    }
}

#[tokio::test]
async fn where_cards_are_hidden_everything_said_aloud_is_answered_alike() {
    let mut table = Table::begin("play @Bob schachen white").await;
    let english = "Cards are hidden in this game, and everyone can read your words and my answer here.";
    let german =
        "In dieser Partie liegen Karten verdeckt, und hier lesen alle deine Worte und meine Antwort mit.";
    let lines = [
        "move n3",
        "n3",
        "Nn3",
        "n3 drop Q o1",
        "n3 pass",
        "pass",
        "hand",
        "drop",
        "drop Q o1",
        "moves",
        "board",
        "moves n2",
        "resign",
        "abort",
        "draw",
        "takeback",
        "export fen",
        "verify",
        "help",
        "games",
        "setup",
        "play @Eve chess",
        "no such words",
        "",
        "move",
        "n2n3/N@m1",
        "rules hopscotch",
    ];
    for name in NAMES {
        for line in lines {
            let reply = table.aloud(name, line).await;
            let expected = if name == "Bob" { german } else { english };
            assert!(table.text(name, &reply).contains(expected), "{name}: {line}: {reply:?}");
        }
    }
    // Among people only what a player may mean as a turn is, by its looks alone.
    for (name, text, answered) in [
        ("Ada", "n3", true),
        ("Ada", "zz9", true),
        ("Bob", "Dame nimmt o6", true),
        ("Bob", "n3, passe", true),
        ("Bob", "ich passe", false),
        ("Ada", "good luck, Bob", false),
        ("Ada", "a", false),
        ("Ada", "see you at the b4 cafe round the corner after this game", false),
        ("Eve", "n3", false),
    ] {
        let reply = table.says(name, text).await;
        assert_eq!(reply != Reply::Ignored, answered, "{name}: {text}: {reply:?}");
        if answered {
            let expected = if name == "Bob" { german } else { english };
            assert!(table.text(name, &reply).contains(expected), "{name}: {text}: {reply:?}");
        }
    }
    assert_eq!(table.chat.posted().await.len(), 2, "the challenge and the first board: nothing was done");
    let hand = table.act("Ada", Audience::SenderOnly, UserAction::Line("hand".to_owned())).await;
    assert!(table.text("Ada", &hand).contains("Your cards"), "{hand:?}");
}

#[tokio::test]
async fn where_commands_are_public_people_are_asked_to_write_to_the_bot_alone() {
    let mut table = Table::begin("play @Bob schachen white").await;
    for (name, line, asks) in [
        ("Ada", "hand", "Write to me alone, where nobody else reads it: /move, /drop, /hand"),
        ("Bob", "zug n3", "Schreib mir allein, wo niemand sonst mitliest: /zug, /einsetzen, /hand"),
    ] {
        let reply = table.act(name, Audience::Public, UserAction::Line(line.to_owned())).await;
        let text = table.text(name, &reply);
        assert!(text.contains(asks) && !text.to_lowercase().contains("slash"), "{name}: {text}");
        assert_eq!(
            table.act(name, Audience::Public, UserAction::Text("good luck".to_owned())).await,
            Reply::Ignored
        );
    }
    assert_eq!(table.chat.posted().await.len(), 2, "nothing was done");
}

#[tokio::test]
async fn where_answers_are_kept_to_one_person_only_a_turn_of_a_player_is_not_made() {
    let mut table = Table::begin("play @Bob schachen white").await;
    for (name, line, overheard) in [
        ("Ada", "move n3", true),
        ("Ada", "n3", true),
        ("Bob", "Dame nimmt o6", true),
        ("Bob", "passen", true),
        ("Ada", "drop Q o1", true),
        ("Ada", "bord", false),
        ("Ada", "ich passe", false),
        ("Ada", "hand", false),
        ("Eve", "bord", false),
        ("Eve", "n3", false),
        ("Eve", "move n3", false),
        ("Eve", "pass", false),
    ] {
        let reply = table.act(name, Audience::TextVisible, UserAction::Line(line.to_owned())).await;
        let text = table.text(name, &reply);
        let is_overheard =
            ["could read that turn", "konnten alle lesen"].iter().any(|words| text.contains(words));
        assert_eq!(is_overheard, overheard, "{name}: {line}: {reply:?}");
    }
    assert_eq!(table.chat.posted().await.len(), 2, "nothing was done");
}

#[tokio::test]
async fn other_games_are_played_aloud() {
    let mut table = Table::begin("play @Bob chess white").await;
    assert_eq!(table.says("Ada", "e4").await, Reply::Public);
    assert_eq!(table.aloud("Bob", "e5").await, Reply::Public);
    let early = table.says("Bob", "d5").await;
    assert!(table.text("Bob", &early).contains("Ada ist am Zug"), "{early:?}");
    assert_eq!(table.says("Bob", "and now?").await, Reply::Ignored);
    let told = table.aloud("Bob", "d5").await;
    assert!(table.text("Bob", &told).contains("Ada"), "{told:?}");
    assert!(table.plays("Bob").await);
}

#[tokio::test]
async fn a_set_up_is_shown_to_nobody_else() {
    let mut table = Table { chat: Chat::new(&NAMES, 3) };
    for line in ["setup", "setup classic-random 3", "setup redraw"] {
        let reply = table.aloud("Ada", line).await;
        assert!(table.text("Ada", &reply).contains("Your set-up is private"), "{line}: {reply:?}");
    }
    assert_eq!(table.aloud("Ada", "setup classic-random 3 send").await, Reply::Public);
}

#[tokio::test]
async fn a_question_is_answered_by_whom_it_was_put_to() {
    let mut table = Table::begin("play @Bob chess white").await;
    for line in ["resign", "abort"] {
        let asked = table.aloud("Ada", line).await;
        let rows = table.message("Ada", &asked).rows;
        let [ControlRow::Buttons(buttons)] = rows.as_slice() else { panic!("{asked:?}") };
        for name in ["Bob", "Eve"] {
            let reply = table.press(name, &buttons[0].id).await;
            assert!(table.text(name, &reply).contains("Ada"), "{name}: {reply:?}");
        }
        assert!(table.plays("Ada").await, "{line}");
    }
    let asked = table.aloud("Ada", "resign").await;
    let rows = table.message("Ada", &asked).rows;
    let [ControlRow::Buttons(buttons)] = rows.as_slice() else { panic!("{asked:?}") };
    let done = table.press("Ada", &buttons[0].id).await;
    assert!(matches!(done, Reply::Replace(_)), "{done:?}");
    assert!(!table.plays("Ada").await);
}

#[tokio::test]
async fn whoever_cannot_be_seen_to_moderate_is_told_how() {
    let mut table = Table::begin("play @Bob chess white").await;
    for (name, line) in [("Ada", "e4"), ("Bob", "e5")] {
        assert_eq!(table.aloud(name, line).await, Reply::Public);
    }
    for (name, told) in [("Ada", "/resign or offer a /draw"), ("Eve", "slash command /abort")] {
        let reply = table.aloud(name, "abort").await;
        assert!(table.text(name, &reply).contains(told), "{reply:?}");
    }
}
