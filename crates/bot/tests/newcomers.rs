//! Tests of what the bot tells people who do not know it yet: which games there are, how a move is
//! made, and what to do next.

use adoube_bot::{Block, ControlRow, Language, Message, MessageAccess, Notice, Reply, UserAction, Viewer};

use crate::support::{Chat, person};

const NAMES: [&str; 3] = ["Ada", "Bob", "Cy"];

struct Table(Chat);

impl Table {
    fn new() -> Self {
        Self(Chat::new(&NAMES, 1))
    }

    async fn does(&mut self, name: &str, action: UserAction) -> Reply {
        let event = self.0.event(name, Language::EN, false, action);
        self.0.service.handle(&event).await.reply
    }

    async fn says(&mut self, name: &str, line: &str) -> Reply {
        self.does(name, UserAction::Line(line.to_owned())).await
    }

    /// What one person alone is told.
    async fn told(&mut self, name: &str, line: &str) -> Message {
        match self.says(name, line).await {
            Reply::Private(notice) => self.0.read(&notice, Some(name), Language::EN),
            other => panic!("{name} /{line}: {other:?}"),
        }
    }

    /// What everybody is told.
    async fn posted(&mut self, name: &str, line: &str) -> Notice {
        assert_eq!(self.says(name, line).await, Reply::Public, "{name} /{line}");
        self.0.posted().await.pop().unwrap_or_else(|| panic!("{name} /{line}: nothing"))
    }

    /// The first board of a game.
    async fn begins(line: &str) -> (Self, Notice) {
        let mut table = Self::new();
        table.posted("Ada", line).await;
        let first = table.posted("Bob", "accept").await;
        (table, first)
    }

    fn read(&self, notice: &Notice, name: Option<&str>, hearing: MessageAccess) -> String {
        let viewer = Viewer {
            person: name.map(|name| person(name).id),
            language: Language::EN,
            hearing,
            taste: adoube_bot::ReadingPreferences::default(),
        };
        text(&self.0.service.present(notice, &viewer))
    }
}

fn text(message: &Message) -> String {
    let words = message.blocks.iter().map(|block| match block {
        Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
        Block::List(items) => items.join("\n"),
        Block::Channels(items) => items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join("\n"),
    });
    words.collect::<Vec<_>>().join("\n")
}

fn buttons(message: &Message) -> Vec<(String, String)> {
    let rows = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.as_slice(),
        ControlRow::Menu(_) => &[],
    });
    rows.map(|button| (button.label.clone(), button.id.clone())).collect()
}

#[tokio::test]
async fn whoever_never_played_is_asked_which_game() {
    let mut table = Table::new();
    let asked = table.told("Ada", "play").await;
    assert!(text(&asked).contains("Grand Chess: 10×10 board, new pieces"), "{asked:?}");
    let labels: Vec<String> = buttons(&asked).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["Chess", "Chess960", "Grand Chess", "Schachen", "Play the computer"]);
    assert!(table.0.posted().await.is_empty(), "nothing is open yet");
    let id = buttons(&asked).swap_remove(3).1;
    let sent = table.does("Ada", UserAction::Press { id: id.clone(), value: None }).await;
    assert!(matches!(&sent, Reply::Replace(notice) if notice.is_receipt()), "{sent:?}");
    let open = table.0.posted().await.pop().expect("a challenge");
    let open = table.read(&open, None, MessageAccess::Called);
    assert!(open.contains("Game: Schachen (no board edges, hidden cards)"), "{open}");
    assert!(!open.contains("/play chess"), "{open}");
    // The same button again is a second challenge.
    let again = table.does("Ada", UserAction::Press { id, value: None }).await;
    assert!(matches!(&again, Reply::Private(notice) if matches!(**notice, Notice::Refused(_))), "{again:?}");
}

#[tokio::test]
async fn whoever_has_played_is_not_asked_and_reads_which_game_it_is() {
    let (mut table, _) = Table::begins("play Bob chess white").await;
    table.says("Ada", "abort").await;
    let Reply::Private(question) = table.says("Ada", "abort").await else { panic!("a question") };
    let question = table.0.read(&question, Some("Ada"), Language::EN);
    let (_, id) = buttons(&question).remove(0);
    table.does("Ada", UserAction::Press { id, value: None }).await;
    table.0.posted().await;
    let open = table.posted("Bob", "play").await;
    let open = table.read(&open, None, MessageAccess::Called);
    assert!(open.contains("Game: Chess"), "{open}");
    assert!(open.contains("For another game, name it: /play grand."), "{open}");
}

#[tokio::test]
async fn whoever_names_an_opponent_means_chess() {
    for (line, game) in [
        ("play Bob", "Game: Chess"),
        ("play Bob white", "Game: Chess"),
        ("play Bob grand", "Game: Grand Chess"),
        // Only one game has promotions to choose.
        ("play Bob all", "Game: Grand Chess"),
    ] {
        let mut table = Table::new();
        let open = table.posted("Ada", line).await;
        let open = table.read(&open, None, MessageAccess::Called);
        assert!(open.contains(game) && !open.contains("/play"), "{line}: {open}");
    }
}

#[tokio::test]
async fn words_beside_the_command_are_no_question() {
    for (line, hint) in [
        ("play Bob", false),
        ("play white", true),
        ("play grand", false),
        ("play chess", false),
        ("play all", false),
    ] {
        let mut table = Table::new();
        let open = table.posted("Ada", line).await;
        let open = table.read(&open, None, MessageAccess::Called);
        assert_eq!(open.contains("For another game"), hint, "{line}: {open}");
    }
}

#[tokio::test]
async fn a_bare_move_is_only_asked_for_where_it_is_heard() {
    let typed = "Type your move, such as e4, or choose below.";
    let told = "Move with /move, or choose below.";
    let (mut table, first) = Table::begins("play Bob chess white").await;
    for (name, hearing, expected) in [
        (None, MessageAccess::Everything, Some(typed)),
        (None, MessageAccess::Called, Some(told)),
        (Some("Bob"), MessageAccess::Everything, Some(typed)),
        (Some("Bob"), MessageAccess::Called, Some(told)),
        (Some("Cy"), MessageAccess::Everything, None),
        (Some("Cy"), MessageAccess::Called, None),
    ] {
        let read = table.read(&first, name, hearing);
        let found = [typed, told].into_iter().find(|way| read.contains(way));
        assert_eq!(found, expected, "{name:?} {hearing:?}: {read}");
    }
    let second = table.posted("Ada", "move e4").await;
    assert!(
        !table.read(&second, None, MessageAccess::Everything).contains("choose below"),
        "it is said once"
    );
}

#[tokio::test]
async fn a_game_with_cards_begins_with_what_a_turn_is() {
    let (table, first) = Table::begins("play Bob schachen").await;
    for hearing in [MessageAccess::Everything, MessageAccess::Called] {
        let read = table.read(&first, None, hearing);
        assert!(read.contains("then drop a card or pass. /hand shows your cards."), "{read}");
        assert!(!read.contains("ype your move"), "{read}");
    }
}

#[tokio::test]
async fn a_touch_move_game_begins_with_what_binds() {
    let sentence = "If you touch a piece, you must move it.";
    for (line, said) in [("play Bob chess touch-move", true), ("play Bob chess", false)] {
        let (table, first) = Table::begins(line).await;
        assert_eq!(table.read(&first, None, MessageAccess::Called).contains(sentence), said, "{line}");
    }
}

#[tokio::test]
async fn help_says_how_moves_are_made_here() {
    let mut table = Table::new();
    let Reply::Private(help) = table.says("Ada", "help").await else { panic!("help") };
    let read = |hearing| table.read(&help, Some("Ada"), hearing);
    assert!(read(MessageAccess::Everything).contains("type your move, such as e4 (in Schachen use /move)"));
    assert!(read(MessageAccess::Called).contains("use /move or choose below the board"));
    assert!(!read(MessageAccess::Called).contains("type your move"));
}

#[tokio::test]
async fn a_call_without_a_word_is_a_greeting() {
    let mut table = Table::new();
    for nothing in ["", "  "] {
        let said = text(&table.told("Ada", nothing).await);
        assert!(said.starts_with("Hello!") && said.contains("/play") && said.contains("/help"), "{said}");
    }
}

#[tokio::test]
async fn an_end_says_what_can_be_done_next() {
    let (mut table, _) = Table::begins("play Bob chess white").await;
    for (name, line) in [("Ada", "f3"), ("Bob", "e5"), ("Ada", "g4")] {
        table.posted(name, &format!("move {line}")).await;
    }
    let mate = table.posted("Bob", "move Qh4").await;
    let read = table.read(&mate, None, MessageAccess::Called);
    assert!(read.ends_with("The same again? /rematch. Watch this one: /replay. Save it: /export."), "{read}");
    // Whoever looks at it later has not asked for that.
    let later = text(&table.told("Ada", "game").await);
    assert!(!later.contains("The same again?"), "{later}");
    let list = text(&table.told("Ada", "games").await);
    assert!(list.contains("0–1, Bob won"), "{list}");
}

#[tokio::test]
async fn whoever_cannot_answer_a_challenge_learns_why() {
    let mut table = Table::new();
    let no = |message: Message| text(&message);
    assert!(no(table.told("Ada", "decline").await).contains("/play"));
    table.posted("Ada", "play chess").await;
    let open = no(table.told("Bob", "decline").await);
    assert!(open.contains("open to anyone"), "{open}");
    let own = no(table.told("Ada", "decline").await);
    assert!(own.contains("/withdraw"), "{own}");
    let own = no(table.told("Ada", "accept").await);
    assert!(own.contains("/withdraw"), "{own}");
    table.posted("Ada", "withdraw").await;
    table.posted("Ada", "play Bob chess").await;
    for line in ["accept", "decline"] {
        let other = no(table.told("Cy", line).await);
        assert!(other.contains("Only Bob"), "{other}");
    }
    let other = no(table.told("Cy", "withdraw").await);
    assert!(other.contains("Only Ada"), "{other}");
}

#[tokio::test]
async fn a_mistyped_game_is_an_unknown_one() {
    let mut table = Table::new();
    for line in [
        "replay kez48x0",
        "replay game:kez48",
        "game nonsense",
        "verify kez481",
        "export kez481",
        "export pgn kez481",
        "board kez481",
        "board kez48m",
        "replay kez48m",
    ] {
        let said = text(&table.told("Ada", line).await);
        assert!(said.contains("no game") && said.contains("/games"), "{line}: {said}");
    }
    for line in ["export pgnn", "board upside"] {
        let said = text(&table.told("Ada", line).await);
        assert!(!said.contains("no game"), "{line}: {said}");
    }
}

#[tokio::test]
async fn a_piece_nobody_knows_is_answered_with_those_that_are_like_it() {
    let mut table = Table::new();
    let said = text(&table.told("Ada", "piece nigth").await);
    assert!(said.contains("Knight") && said.contains(" or "), "{said}");
    let said = text(&table.told("Ada", "piece xyzzy").await);
    assert!(!said.contains("Did you mean"), "{said}");
    let all = table.told("Ada", "piece").await;
    assert!(matches!(all.rows.as_slice(), [ControlRow::Menu(_)]), "{all:?}");
}

#[tokio::test]
async fn what_is_nearly_a_command_is_no_move_that_cannot_be_made() {
    let (mut table, _) = Table::begins("play Bob chess white").await;
    let said = text(&table.told("Ada", "dame e5").await);
    assert!(said.contains("/game"), "{said}");
    let said = text(&table.told("Ada", "queen e5").await);
    assert!(said.contains("blocks the way") || said.contains("not possible"), "{said}");
}
