//! Tests of `/if`, conditional moves: which are played at once when the opponent moves, which are
//! refused and in which words, and that nobody but the planner learns of them before they are
//! played.

use adoube_bot::{
    Audience, Block, ChatEvent, ControlRow, Language, Message, MessageAccess, Notice, ReadingPreferences,
    Reply, UserAction, Viewer,
};
use adoube_rules::{Move, Position, Variant};
use adoube_store::{KeyRange, ScanOrder, Table::Game as Games};

use crate::support::{Chat, channel, person, viewer};

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

struct Table {
    chat: Chat,
}

impl Table {
    /// A game in which Ada is White.
    async fn begin(challenge: &str) -> Self {
        let mut table = Self { chat: Chat::new(&NAMES, 7) };
        for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
            assert_eq!(table.command(name, line).await, Reply::Public, "{line}");
        }
        table.chat.posted().await;
        table
    }

    async fn act(&mut self, name: &str, language: &str, audience: Audience, action: UserAction) -> Reply {
        let event = self.chat.event(name, Language::of(language), false, action);
        self.chat.service.handle(&ChatEvent { audience, ..event }).await.reply
    }

    async fn command(&mut self, name: &str, line: &str) -> Reply {
        self.act(name, "en", Audience::SenderOnly, UserAction::Line(line.to_owned())).await
    }

    /// What somebody is answered in private.
    async fn told(&mut self, name: &str, line: &str) -> String {
        let reply = self.command(name, line).await;
        self.words(name, "en", &reply)
    }

    fn message(&self, name: &str, language: &str, reply: &Reply) -> Message {
        let (Reply::Private(notice) | Reply::Replace(notice)) = reply else { panic!("{reply:?}") };
        self.chat.read(notice, Some(name), Language::of(language))
    }

    fn words(&self, name: &str, language: &str, reply: &Reply) -> String {
        blocks(&self.message(name, language, reply))
    }

    /// Moves of both players, each of which is made.
    async fn moves(&mut self, moves: &str) {
        for (place, text) in moves.split(' ').enumerate() {
            let name = NAMES[place % 2];
            assert_eq!(self.command(name, &format!("move {text}")).await, Reply::Public, "{text}");
        }
        self.chat.posted().await;
    }

    /// One move, and the first line of every board that comes of it.
    async fn plays(&mut self, name: &str, text: &str) -> Vec<String> {
        assert_eq!(self.command(name, &format!("move {text}")).await, Reply::Public, "{text}");
        let posted = self.chat.posted().await;
        let boards = posted.iter().filter(|notice| matches!(notice, Notice::Board(_)));
        let first = |notice| {
            let message = self.chat.read(notice, None, Language::EN);
            message.blocks.first().map(blocks_of).unwrap_or_default()
        };
        boards.map(first).collect()
    }

    async fn press(&mut self, name: &str, id: &str) -> String {
        let action = UserAction::Press { id: id.to_owned(), value: None };
        let reply = self.act(name, "en", Audience::SenderOnly, action).await;
        self.words(name, "en", &reply)
    }
}

fn blocks(message: &Message) -> String {
    message.blocks.iter().map(blocks_of).collect::<Vec<_>>().join(" ")
}

fn blocks_of(block: &Block) -> String {
    match block {
        Block::Text(text) => text.clone(),
        Block::List(lines) => lines.join(" "),
        other => format!("{other:?}"),
    }
}

fn has_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in {text:?}");
    }
}

#[tokio::test]
async fn a_plan_is_played_with_the_move_it_waits_for() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    let planned = table.told("Ada", "if e5 then Nf3 if Nc6 then Bb5").await;
    has_all(&planned, &["Planned", "1. if e5 then Nf3, if Nc6 then Bb5"]);
    assert!(table.chat.posted().await.is_empty(), "nobody hears of it");
    for (name, shown) in [("Ada", true), ("Bob", false), ("Eve", false)] {
        let viewer = viewer(Some(name), Language::EN);
        let board =
            table.chat.service.live_board(&channel(), &viewer).await.expect("memory").expect("a game");
        let text = board.plans.map(|plans| plans.text);
        assert_eq!(
            text.as_deref(),
            shown.then_some("Your plans:\n1. if e5 then Nf3, if Nc6 then Bb5"),
            "{name}"
        );
    }
    let boards = table.plays("Bob", "e5").await;
    assert_eq!(boards.len(), 2, "{boards:?}");
    has_all(&boards[0], &["Bob played 1… e5"]);
    has_all(&boards[1], &["As planned: Ada played 2. Nf3"]);
    has_all(&table.told("Ada", "if").await, &["1. if Nc6 then Bb5"]);
    let boards = table.plays("Bob", "Nc6").await;
    has_all(&boards[1], &["As planned: Ada played 3. Bb5"]);
    has_all(&table.told("Ada", "if").await, &["You have no plans"]);
    assert_eq!(table.plays("Bob", "a6").await.len(), 1);
}

#[tokio::test]
async fn a_plan_that_does_not_fit_is_gone() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    table.told("Ada", "if e5 then Nf3 if Nc6 then Bb5").await;
    table.told("Ada", "if e5 then Nf3 if d6 then d4").await;
    table.told("Ada", "if c5 then c3").await;
    assert_eq!(table.plays("Bob", "e5").await.len(), 2);
    let left = table.told("Ada", "if").await;
    has_all(&left, &["1. if Nc6 then Bb5", "2. if d6 then d4"]);
    assert!(!left.contains("c5"), "{left}");
    assert_eq!(table.plays("Bob", "Nf6").await.len(), 1);
    has_all(&table.told("Ada", "if").await, &["You have no plans"]);
}

#[tokio::test]
async fn plans_are_listed_replaced_and_removed() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    for line in ["if e5 then Nf3", "if c5 then c3", "if e5 then Bc4"] {
        table.told("Ada", line).await;
    }
    let reply = table.command("Ada", "if").await;
    let listed = table.words("Ada", "en", &reply);
    has_all(&listed, &["1. if c5 then c3", "2. if e5 then Bc4"]);
    let Some(ControlRow::Buttons(buttons)) = table.message("Ada", "en", &reply).rows.first().cloned() else {
        panic!("{reply:?}")
    };
    assert_eq!(
        buttons.iter().map(|button| button.label.as_str()).collect::<Vec<_>>(),
        ["Remove 1", "Remove 2"]
    );
    let left = table.press("Ada", &buttons[0].id).await;
    has_all(&left, &["1. if e5 then Bc4"]);
    assert!(!left.contains("c5"), "{left}");
    assert_eq!(table.press("Ada", &buttons[0].id).await, left, "twice removes no other");
    has_all(&table.press("Bob", &buttons[1].id).await, &["no plans"]);
    has_all(&table.told("Ada", "if").await, &["1. if e5 then Bc4"]);
    has_all(&table.told("Ada", "if clear").await, &["Removed"]);
    assert_eq!(table.plays("Bob", "e5").await.len(), 1);
    // Ten at most, and one in place of another all the same.
    table.command("Ada", "move Nf3").await;
    for file in "abcdefgh".chars() {
        table.told("Ada", &format!("if {file}{} then h3", if file == 'e' { 4 } else { 6 })).await;
    }
    for line in ["if a5 then h3", "if b5 then h3"] {
        table.told("Ada", line).await;
    }
    has_all(&table.told("Ada", "if").await, &["9. if"]);
    for (line, expected) in [
        ("if c5 then h3", "10. if"),
        ("if d5 then h3", "You have 10 plans"),
        ("if c5 then h4", "10. if c5 then h4"),
    ] {
        has_all(&table.told("Ada", line).await, &[expected]);
    }
}

#[tokio::test]
async fn what_cannot_be_planned_is_said_precisely() {
    let mut table = Table::begin("play Bob white chess").await;
    let ada = [("if e5 then Nf3", "It is your turn")];
    for (line, expected) in ada {
        has_all(&table.told("Ada", line).await, &[expected]);
    }
    table.moves("e4").await;
    let long = format!("if {}", ["Nf6 Nf3 Ng8 Ng1"; 6].join(" ").replace(' ', ", "));
    let table_of: [(&str, &[&str]); 10] = [
        ("if Nf3 then Nf6", &["“Nf3” is not possible"]),
        ("if Nf6 then Bb7", &["After Nf6: “Bb7” is not possible: "]),
        ("if Nf6 then Bb5 if Qd5 then a4", &["After Nf6 Bb5: “Qd5” is not possible: "]),
        ("if Nf6", &["And what do you play after Nf6?"]),
        ("if Nf6 then Bb5 if a6", &["after Nf6 Bb5 a6?"]),
        ("if xyz then Bb5", &["I cannot read “xyz” as a move"]),
        ("if Nf6 then hello", &["After Nf6: I cannot read “hello”"]),
        ("if then", &["You have no plans"]),
        (
            "if e5, Nf3, Nc6, Ng1, Nce7, Nf3, Nf6, Nc3, Ned5, Ne2, d6, Ned4, Be7, a3, O-O, a4, Nb6, a5, Nbd7 then Nb3",
            &["Planned"],
        ),
        (&long, &["20 moves at most"]),
    ];
    for (line, expected) in table_of {
        has_all(&table.told("Ada", line).await, expected);
    }
    has_all(&table.told("Eve", "if Nf6 then Bb5").await, &["Only Ada and Bob can do that"]);
}

#[tokio::test]
async fn moves_that_several_pieces_make_are_asked_about() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4 d5 d4 Nf6 Nc3").await;
    has_all(
        &table.told("Ada", "if h6 then Ne2").await,
        &["After h6: “Ne2” could be ", "Type exactly which one you mean"],
    );
    has_all(&table.told("Ada", "if h6 then Nge2").await, &["1. if h6 then Nge2"]);
}

#[tokio::test]
async fn plans_are_typed_and_read_in_german() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    let said = |line: &str| UserAction::Line(line.to_owned());
    let reply =
        table.act("Ada", "de", Audience::SenderOnly, said("wenn Sf6 dann Lb5, wenn a6 dann La4")).await;
    has_all(&table.words("Ada", "de", &reply), &["Geplant", "1. wenn Sf6 dann Lb5, wenn a6 dann La4"]);
    let reply = table.act("Ada", "de", Audience::SenderOnly, said("wenn e5 dann Dg9")).await;
    has_all(&table.words("Ada", "de", &reply), &["Nach e5: "]);
    let reply = table.act("Ada", "de", Audience::SenderOnly, said("wenn löschen")).await;
    has_all(&table.words("Ada", "de", &reply), &["Entfernt"]);
    // What one language prints, another one's reader sees in their own letters.
    table.act("Ada", "de", Audience::SenderOnly, said("wenn Sf6 dann Sc3")).await;
    has_all(&table.told("Ada", "if").await, &["1. if Nf6 then Nc3"]);
}

#[tokio::test]
async fn whoever_is_offered_a_draw_decides() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    table.told("Ada", "if e5 then Nf3 if Nc6 then Bb5 if a6 then Ba4").await;
    table.command("Bob", "draw").await;
    table.chat.posted().await;
    assert_eq!(table.plays("Bob", "e5").await.len(), 1, "the offer stands, and Ada is to decide");
    has_all(&table.told("Ada", "if").await, &["It is your turn", "1. Nf3, if Nc6 then Bb5, if a6 then Ba4"]);
    // Both have plans now, and each answers the other one's.
    has_all(&table.told("Bob", "if Nf3 then Nc6 if Bb5 then a6 if Bxc6 then dxc6").await, &["Planned"]);
    let boards = table.plays("Ada", "Nf3").await;
    let played: Vec<&str> =
        boards.iter().map(|line| line.split(':').nth_back(1).unwrap_or_default()).collect();
    assert_eq!(boards.len(), 5, "{played:?}");
    has_all(&boards[4], &["As planned: Ada played 4. Ba4"]);
    for name in ["Ada", "Bob"] {
        has_all(&table.told(name, "if").await, &["You have no plans"]);
    }
}

#[tokio::test]
async fn nothing_of_a_plan_is_kept_when_the_game_is_over() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    table.told("Ada", "if e5 then Nf3").await;
    for (name, line) in [("Bob", "draw"), ("Ada", "draw accept")] {
        assert_eq!(table.command(name, line).await, Reply::Public, "{line}");
    }
    let rows = table.chat.store.scan(Games, KeyRange::all(), ScanOrder::Ascending, 9).await.expect("memory");
    let [(_, row)] = &rows[..] else { panic!("{} games", rows.len()) };
    let kept = String::from_utf8_lossy(&row.value);
    assert!(kept.contains("position") && !kept.contains("g1f3"), "{kept}");
}

#[tokio::test]
async fn whoever_is_offered_a_pause_has_planned_all_the_same() {
    let mut table = Table::begin("play Bob white chess pace:1d").await;
    table.moves("e4").await;
    table.told("Ada", "if e5 then Nf3").await;
    assert_eq!(table.command("Bob", "pause").await, Reply::Public);
    table.chat.posted().await;
    assert_eq!(table.plays("Bob", "e5").await.len(), 2, "playing on answers it");
}

#[tokio::test]
async fn a_draw_that_can_be_claimed_is_the_players_to_claim() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1").await;
    table.told("Ada", "if Ng8 then e4").await;
    assert_eq!(table.plays("Bob", "Ng8").await.len(), 1);
    has_all(&table.told("Ada", "if").await, &["It is your turn", "1. e4"]);
    assert_eq!(table.plays("Ada", "e4").await.len(), 1);
}

#[tokio::test]
async fn a_takeback_and_an_end_leave_no_plans() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    table.told("Ada", "if e5 then Nf3").await;
    table.command("Ada", "takeback").await;
    table.command("Bob", "takeback accept").await;
    table.moves("e4").await;
    assert_eq!(table.plays("Bob", "e5").await.len(), 1);
    table.command("Ada", "move Nf3").await;
    table.told("Ada", "if Nc6 then Bb5").await;
    let reply = table.command("Bob", "resign").await;
    let Some(ControlRow::Buttons(buttons)) = table.message("Bob", "en", &reply).rows.first().cloned() else {
        panic!("{reply:?}")
    };
    table
        .act("Bob", "en", Audience::SenderOnly, UserAction::Press { id: buttons[0].id.clone(), value: None })
        .await;
    let kept = format!("{:?}", table.command("Ada", "export json").await);
    assert!(kept.contains("resign") && !kept.contains("Bb5"), "{kept}");
    has_all(&table.told("Ada", "if").await, &["No game is running here"]);
}

#[tokio::test]
async fn a_planned_reply_may_be_any_move() {
    // Mate.
    let mut table = Table::begin("play Bob white chess").await;
    table.told("Bob", "if f3 then e5 if g4 then Qh4").await;
    table.moves("f3").await;
    let boards = table.plays("Ada", "g4").await;
    has_all(&boards[1], &["As planned: Bob played 2… Qh4#"]);
    has_all(&table.told("Ada", "if").await, &["No game is running here"]);
    // Castling.
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4 e5 Nf3 Nc6 Bc4").await;
    has_all(&table.told("Ada", "if Bc5 then O-O").await, &["if Bc5 then O-O"]);
    has_all(&table.plays("Bob", "Bc5").await[1], &["O-O"]);
    // A promotion, which has to be said; and a check.
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("a4 b5 axb5 a6 bxa6 Bb7 axb7").await;
    has_all(&table.told("Ada", "if Nc6 then bxa8").await, &["could be"]);
    has_all(&table.told("Ada", "if Nc6 then bxa8=N if Qxa8 then Rxa8").await, &["bxa8=N", "Rxa8+"]);
    has_all(&table.plays("Bob", "Nc6").await[1], &["bxa8=N"]);
    has_all(&table.plays("Bob", "Qxa8").await[1], &["Rxa8+"]);
    // Nothing follows a mate.
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("f3 e5 g4").await;
    has_all(&table.told("Ada", "if Qh4 then h3").await, &["After Qh4# the game is over"]);
}

#[tokio::test]
async fn plans_work_with_extra_pieces() {
    let mut table = Table { chat: Chat::new(&NAMES, 11) };
    for (name, line) in [("Ada", "setup classic-random 10 duplicates white @Bob send"), ("Bob", "accept")] {
        table.command(name, line).await;
    }
    for _ in 0..6 {
        let posted = table.chat.posted().await;
        let Some(Notice::Board(board)) = posted.last() else { panic!("{posted:?}") };
        let position = Position::parse(Variant::Grand, &board.position).expect("a position");
        let legal = |position: &Position| -> Move {
            let moves = position.legal_moves();
            moves[moves.len() / 2]
        };
        let made = legal(&position);
        let after = position.apply(&made);
        let reply = legal(&after);
        let side = position.side_to_move();
        let (mover, planner) =
            if side == adoube_rules::Side::White { ("Ada", "Bob") } else { ("Bob", "Ada") };
        let line = format!("if {made} then {reply}");
        has_all(&table.told(planner, &line).await, &["Planned"]);
        assert_eq!(table.command(mover, &format!("move {made}")).await, Reply::Public);
        let posted = table.chat.posted().await;
        assert_eq!(posted.len(), 2, "{line}");
        let Some(Notice::Board(board)) = posted.last() else { panic!("{posted:?}") };
        assert_eq!(board.position, after.apply(&reply).to_string());
        // The next one goes on from here.
        table.command(mover, "board").await;
        let made = legal(&after.apply(&reply));
        assert_eq!(table.command(mover, &format!("move {made}")).await, Reply::Public);
    }
}

#[tokio::test]
async fn where_others_read_along_nothing_is_planned() {
    let mut table = Table::begin("play Bob white chess").await;
    table.moves("e4").await;
    let rows = [
        (Audience::TextAndReplyVisible, "if e5 then Nf3", "Everyone can read your words and my answer"),
        (Audience::TextAndReplyVisible, "if", "Everyone can read your words and my answer"),
        (Audience::Public, "if e5 then Nf3", "Write to me alone, where nobody else reads it: /if"),
        (Audience::TextVisible, "if e5 then Nf3", "Write it to me here"),
        (Audience::TextVisible, "if", "You have no plans"),
        (Audience::SenderOnly, "if e5 then Nf3", "Planned"),
    ];
    for (audience, line, expected) in rows {
        let reply = table.act("Ada", "en", audience, UserAction::Line(line.to_owned())).await;
        has_all(&table.words("Ada", "en", &reply), &[expected]);
    }
    for (challenge, first, expected) in [
        ("play Bob white schachen", "if n3 then n4", "Nothing can be planned in Schachen"),
        ("play Bob white chess touch-move", "if e5 then Nf3", "Nothing can be planned with touch-move"),
    ] {
        let mut table = Table::begin(challenge).await;
        for name in ["Ada", "Bob"] {
            for line in [first, "if"] {
                has_all(&table.told(name, line).await, &[expected]);
            }
        }
    }
}

/// Both clocks go on as with moves that were made by hand, and whoever is away stays so.
#[tokio::test]
async fn a_planned_reply_takes_no_time_and_ends_no_vacation() {
    let mut table = Table::begin("play Bob white chess pace:1d+1d").await;
    table.moves("e4").await;
    table.told("Ada", "if e5 then Nf3").await;
    table.command("Ada", "vacation 10d").await;
    table.chat.posted().await;
    table.chat.clock.pass(30 * 3600 * 1000);
    assert_eq!(table.command("Bob", "move e5").await, Reply::Public);
    let clocks: Vec<serde_json::Value> = table.chat.posted().await.iter().filter_map(clock_of).collect();
    assert_eq!(clocks.len(), 2, "{clocks:?}");
    let reserve = |clock: &serde_json::Value, side: usize| {
        clock["reserves"][side].as_u64().unwrap_or_default() / 3_600_000
    };
    assert_eq!((&clocks[0]["side"], &clocks[1]["side"]), (&"white".into(), &"black".into()));
    // Bob has used six hours of his reserve, or a moment more, and Ada none.
    assert_eq!((reserve(&clocks[1], 0), reserve(&clocks[1], 1)), (24, 17), "{clocks:?}");
    let left = table.told("Ada", "vacation").await;
    has_all(&left, &["You are on vacation"]);
}

/// The clock of a board, as it is kept.
fn clock_of(notice: &Notice) -> Option<serde_json::Value> {
    let Notice::Board(_) = notice else { return None };
    let bytes = adoube_bot::forms::write(notice).ok()?;
    let value: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
    value.get("clock").cloned()
}

/// Whatever anybody else can ask for or is shown, in a game with plans and in one without.
#[tokio::test]
async fn nobody_else_learns_of_a_plan() {
    let mut seen = Vec::new();
    for plans in [["board", "board", "board"], ["if e5 then Nf3", "if c5 then c3 if Nc6 then d4", "if"]] {
        let mut table = Table::begin("play Bob white chess").await;
        table.moves("e4").await;
        for line in plans {
            table.command("Ada", line).await;
        }
        let mut all = format!("{:?}", table.chat.posted().await);
        for name in ["Bob", "Eve"] {
            for line in [
                "board",
                "game",
                "games here",
                "moves",
                "export json",
                "export pgn",
                "export fen",
                "replay",
                "if",
                "help",
                "piece e4",
            ] {
                let answer = table.command(name, line).await;
                all.extend([name, " ", line, ": ", &format!("{answer:?}\n")]);
            }
            for language in ["en", "de"] {
                let viewer = Viewer {
                    person: Some(person(name).id),
                    language: Language::of(language),
                    hearing: MessageAccess::Everything,
                    taste: ReadingPreferences::default(),
                };
                let board = table.chat.service.live_board(&channel(), &viewer).await;
                all.extend([format!("{board:?}\n")]);
            }
        }
        seen.push(all);
    }
    assert_eq!(seen[0], seen[1]);
}
