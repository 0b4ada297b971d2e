//! Tests of draws claimed with an intended move (FIDE Laws 9.2.1, 9.3.1), of draws without a claim
//! by agreement, and of claims that do not hold. Not here: claims of the position on the board
//! (`claims`).

use adoube_bot::{Language, Message, Notice, Reply, UserAction};
use serde_json::Value;

use crate::support::{
    channel, control,
    table::{Table, text},
    viewer,
};

/// Knights that come back: with Black's next move the position of the start stands for the third time.
const KNIGHTS: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

/// The private answer to a line.
async fn told(table: &mut Table, name: &str, language: Language, line: &str) -> Message {
    let event = table.chat.event(name, language, false, UserAction::Line(line.to_owned()));
    match table.chat.service.handle(&event).await.reply {
        Reply::Private(notice) => table.chat.read(&notice, Some(name), language),
        other => panic!("{line}: {other:?}"),
    }
}

async fn presses(table: &mut Table, name: &str, id: String, value: Option<&str>) -> Reply {
    let action = UserAction::Press { id, value: value.map(str::to_owned) };
    let event = table.chat.event(name, Language::EN, false, action);
    table.chat.service.handle(&event).await.reply
}

/// A line whose answer everybody reads, and what that is.
async fn plays(table: &mut Table, name: &str, line: &str) -> String {
    let event = table.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    assert_eq!(table.chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    posted(table).await
}

/// The words of the last thing said to everybody.
async fn posted(table: &Table) -> String {
    let notices = table.chat.posted().await;
    text(&table.chat.read(notices.last().expect("something was said"), None, Language::EN))
}

async fn export(table: &mut Table, format: &str) -> String {
    let event = table.chat.event("Ada", Language::EN, false, UserAction::Line(format!("export {format}")));
    match table.chat.service.handle(&event).await.reply {
        Reply::Private(notice) => match *notice {
            Notice::Export { text, .. } => text,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_third_repetition_is_claimed_with_the_move_that_brings_it() {
    let spellings = [
        (Language::EN, "claim Ng8"),
        (Language::EN, "claim f6g8"),
        (Language::EN, "claim f6-g8"),
        (Language::EN, "claim ng8"),
        (Language::EN, "claim Knight g8"),
        (Language::EN, "claim move:Nf6-g8"),
        (Language::EN, "claim ♞g8"),
        (Language::of("de"), "reklamieren Sg8"),
        (Language::of("de"), "reklamieren Springer g8"),
    ];
    for (language, line) in spellings {
        let mut table = Table::moves("play Bob chess white", KNIGHTS).await;
        table.chat.posted().await;
        let question = told(&mut table, "Bob", language, line).await;
        let label =
            if language == Language::EN { "Claim a draw with Ng8" } else { "Mit Sg8 Remis reklamieren" };
        if language == Language::EN {
            let said =
                "With Ng8 the same position stands 3 times. You can claim a draw with it, or just play it.";
            assert!(text(&question).contains(said), "{line}: {}", text(&question));
        }
        let claim = control(&question, label);
        assert!(
            matches!(presses(&mut table, "Ada", claim.clone(), None).await, Reply::Private(_)),
            "not hers"
        );
        assert!(matches!(presses(&mut table, "Bob", claim, None).await, Reply::Replace(_)), "{line}");
        let said = posted(&table).await;
        assert!(
            said.starts_with("Bob claims a draw with Ng8: the same position for the third time."),
            "{said}"
        );
        let pgn = export(&mut table, "pgn").await;
        let plain = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.ends_with(" draw claimed with Ng8: threefold repetition} 1/2-1/2"), "{pgn}");
        assert!(pgn.contains("[PlyCount \"7\"]"), "{pgn}");
        let json: Value = serde_json::from_str(&export(&mut table, "json").await).expect("JSON");
        let position = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4";
        assert_eq!((&json["result"], &json["position"]), (&"1/2-1/2".into(), &position.into()));
        let ended = json["events"].as_array().and_then(|events| events.last()).expect("events");
        assert_eq!(ended["event"]["reason"], "threefold-claimed");
        assert_eq!(ended["event"]["intended"]["lan"], "f6g8");
    }
}

#[tokio::test]
async fn it_is_so_wherever_positions_come_back() {
    let games = [
        ("play Bob grand white", "b2c4 b9c7 c4b2 c7b9 b2c4 b9c7 c4b2", "c7b9"),
        ("play Bob chess960 white", "", ""),
    ];
    for (challenge, moves, intended) in games {
        let mut table = Table::new(challenge).await;
        let (moves, intended) = if moves.is_empty() {
            shuttle(&mut table).await
        } else {
            (moves.to_owned(), intended.to_owned())
        };
        for (ply, made) in moves.split_whitespace().enumerate() {
            let name = if ply % 2 == 0 { "Ada" } else { "Bob" };
            assert_eq!(table.act(name, &format!("move {made}")).await, Reply::Public, "{challenge} {made}");
        }
        table.chat.posted().await;
        let question = told(&mut table, "Bob", Language::EN, &format!("claim {intended}")).await;
        assert!(text(&question).contains("stands 3 times"), "{challenge}: {}", text(&question));
    }
}

/// A Knight of each side that goes out and back in whatever array was drawn, and its last move home.
async fn shuttle(table: &mut Table) -> (String, String) {
    let event = table.chat.event("Ada", Language::EN, false, UserAction::Line("export fen".to_owned()));
    let Reply::Private(notice) = table.chat.service.handle(&event).await.reply else { panic!("no position") };
    let Notice::Export { text, .. } = *notice else { panic!("no position") };
    let position = adoube_rules::Position::parse(adoube_rules::Variant::Chess960, &text).expect("a position");
    let out = position
        .legal_moves()
        .into_iter()
        .find(|made| {
            position.piece_at(made.from).is_some_and(|piece| piece.kind == adoube_rules::PieceType::KNIGHT)
        })
        .expect("a Knight can always move");
    let mirrored = |rank: i32| 9 - rank;
    let (from, to) = (out.from, out.to);
    let black = |square: adoube_rules::Square| adoube_rules::Square { rank: mirrored(square.rank), ..square };
    let there = format!("{from}{to} {}{}", black(from), black(to));
    let return_trip = format!("{to}{from} {}{}", black(to), black(from));
    let home = format!("{}{}", black(to), black(from));
    (format!("{there} {return_trip} {there} {to}{from}"), home)
}

#[tokio::test]
async fn a_claim_that_does_not_hold_says_why_and_costs_nothing() {
    let mut table = Table::moves("play Bob chess white", "Nf3 Nf6 Ng1").await;
    table.chat.posted().await;
    let table_of = [
        ("claim Ng8", "No draw: with Ng8 this position would have occurred twice (three times are needed)"),
        ("claim e5", "No draw: with e5 this position would have occurred once"),
        ("claim Nd5", "No draw: with Nd5 this position would have occurred once"),
        ("claim e4", "e4"),
        ("claim hello", "I cannot read “hello” as a move"),
        ("claim", "name the move: /claim Nf3"),
    ];
    for (line, said) in table_of {
        let answer = text(&told(&mut table, "Bob", Language::EN, line).await);
        assert!(answer.contains(said), "{line}: {answer}");
    }
    assert!(table.chat.posted().await.is_empty(), "nothing has happened");
    assert_eq!(table.act("Bob", "move Ng8").await, Reply::Public);
}

#[tokio::test]
async fn under_touch_move_the_named_move_is_made_when_the_claim_does_not_hold() {
    let mut table = Table::moves("play Bob chess white touch-move", "Nf3 Nf6 Ng1").await;
    table.chat.posted().await;
    let answer = text(&told(&mut table, "Bob", Language::EN, "claim Ng8").await);
    assert!(answer.starts_with("No draw: with Ng8") && answer.ends_with("so Ng8 is played."), "{answer}");
    assert!(posted(&table).await.starts_with("Bob played 2… Ng8"));
    // The claim that holds ends the game here, too.
    for (name, line) in [("Ada", "move Nf3"), ("Bob", "move Nf6"), ("Ada", "move Ng1")] {
        assert_eq!(table.act(name, line).await, Reply::Public, "{line}");
    }
    let question = told(&mut table, "Bob", Language::EN, "claim Ng8").await;
    presses(&mut table, "Bob", control(&question, "Claim a draw with Ng8"), None).await;
    assert!(posted(&table).await.starts_with("Bob claims a draw with Ng8"));
}

#[tokio::test]
async fn a_move_that_mates_is_just_played() {
    let mut table = Table::moves("play Bob chess white", "f3 e5 g4").await;
    let answer = text(&told(&mut table, "Bob", Language::EN, "claim Qh4").await);
    assert_eq!(answer, "Qh4# ends the game by itself: just play it.");
}

#[tokio::test]
async fn a_move_picked_in_steps_asks_about_the_claim_and_can_be_just_played() {
    for (label, said) in
        [("Claim a draw with Ng8", "Bob claims a draw with Ng8"), ("Just play Ng8", "Bob played 4… Ng8")]
    {
        let mut table = Table::moves("play Bob chess white", KNIGHTS).await;
        table.chat.posted().await;
        let pieces = told(&mut table, "Bob", Language::EN, "move").await;
        let Reply::Replace(squares) =
            presses(&mut table, "Bob", control(&pieces, "Which piece do you move?"), Some("f6")).await
        else {
            panic!("no squares")
        };
        let squares = table.chat.read(&squares, Some("Bob"), Language::EN);
        let Reply::Replace(question) =
            presses(&mut table, "Bob", control(&squares, "Where to?"), Some("g8")).await
        else {
            panic!("no question")
        };
        let question = table.chat.read(&question, Some("Bob"), Language::EN);
        presses(&mut table, "Bob", control(&question, label), None).await;
        let posted = posted(&table).await;
        assert!(posted.starts_with(said), "{posted}");
    }
}

#[tokio::test]
async fn where_it_is_agreed_the_third_repetition_ends_the_game_by_itself() {
    let mut table = Table::new("play Bob chess white auto-claim").await;
    for (name, made) in [
        ("Ada", "Nf3"),
        ("Bob", "Nf6"),
        ("Ada", "Ng1"),
        ("Bob", "Ng8"),
        ("Ada", "Nf3"),
        ("Bob", "Nf6"),
        ("Ada", "Ng1"),
    ] {
        assert_eq!(table.act(name, &format!("move {made}")).await, Reply::Public, "{made}");
        table.chat.posted().await;
    }
    let terms = text(&told(&mut table, "Ada", Language::EN, "rules").await);
    assert!(terms.contains("Draws by repetition and by the 50-move rule need no claim"), "{terms}");
    let said = plays(&mut table, "Bob", "move Ng8").await;
    assert!(said.contains("A draw: the same position for the third time."), "{said}");
    let pgn = export(&mut table, "pgn").await;
    assert!(pgn.trim_end().ends_with(" threefold repetition} 1/2-1/2"), "{pgn}");
    assert!(pgn.contains("[AutoClaim \"1\"]"), "{pgn}");
}

#[tokio::test]
async fn a_planned_move_with_which_a_draw_could_be_claimed_waits_for_its_planner() {
    let mut table = Table::moves("play Bob chess white", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6").await;
    told(&mut table, "Bob", Language::EN, "if Ng1 then Ng8").await;
    table.chat.posted().await;
    let said = plays(&mut table, "Ada", "move Ng1").await;
    assert!(said.contains("Bob (Black) is to move"), "{said}");
}

#[tokio::test]
async fn with_hidden_cards_a_draw_is_claimed_as_the_grid_stands() {
    let mut table = Table::new("play Bob schachen white").await;
    let answer = text(&told(&mut table, "Ada", Language::EN, "claim n3").await);
    assert!(answer.starts_with("In Schachen a draw is claimed for the position as it stands"), "{answer}");
}

#[tokio::test]
async fn the_board_one_can_touch_asks_about_the_claim() {
    let mut table = Table::moves("play Bob chess white", KNIGHTS).await;
    table.chat.posted().await;
    let board = table.chat.service.live_board(&channel(), &viewer(Some("Bob"), Language::EN)).await;
    let board = serde_json::to_value(board.expect("a game")).expect("JSON");
    let moves = board["moves"].as_array().expect("moves");
    let asking: Vec<&Value> = moves.iter().filter(|made| !made["asks"].is_null()).collect();
    let [home] = asking.as_slice() else { panic!("{asking:?}") };
    assert_eq!((&home["from"], &home["to"], &home["value"]), (&"f6".into(), &"g8".into(), &Value::Null));
    let choices: Vec<(&str, &str)> = home["choices"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|choice| (choice["value"].as_str().expect("a value"), choice["name"].as_str().expect("a name")))
        .collect();
    assert_eq!(choices, [("claim:f6g8", "Claim a draw with Ng8"), ("f6g8", "Just play Ng8")]);
    let act = board["act"].as_str().expect("an act").to_owned();
    assert!(matches!(presses(&mut table, "Bob", act.clone(), Some("claim:b8c6")).await, Reply::Private(_)));
    assert!(matches!(presses(&mut table, "Bob", act, Some("claim:f6g8")).await, Reply::Replace(_)));
    assert!(posted(&table).await.starts_with("Bob claims a draw with Ng8"));
}
