//! Tests of how the clock of a game is shown: with its boards, by `/clock`, on live boards, and in
//! exported records. Not here: what happens when time is up.

use adoube_bot::{Block, Language, Reply, UserAction, timestamp_marks};

use crate::support::{Chat, viewer};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Does what everybody sees.
async fn say(chat: &mut Chat, name: &str, line: &str) {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
}

/// Ada challenges Bob with these words, and he accepts.
async fn playing(challenge: &str) -> Chat {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    say(&mut chat, "Ada", challenge).await;
    say(&mut chat, "Bob", "accept").await;
    chat
}

/// Everything a private answer says, in words.
async fn answer(chat: &mut Chat, name: &str, language: Language, line: &str) -> String {
    let event = chat.event(name, language, false, UserAction::Line(line.to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::Private(notice) => text(&chat.read(&notice, Some(name), language).blocks),
        other => panic!("{line}: {other:?}"),
    }
}

fn text(blocks: &[Block]) -> String {
    let said = |block: &Block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(items) => items.join("\n"),
        Block::Channels(items) => items.iter().map(|item| item.text.clone()).collect::<Vec<_>>().join("\n"),
    };
    blocks.iter().map(said).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn both_clocks_are_told_to_whoever_asks() {
    let mut chat = playing("play Bob chess white 3d+7d").await;
    chat.clock.pass(5 * DAY);
    let said = answer(&mut chat, "Ada", Language::EN, "clock").await;
    assert!(
        said.starts_with(
            "Time: 3 days per move and 7 days in reserve (if it runs out, the opponent is asked)"
        ),
        "{said}"
    );
    assert!(said.contains("Ada (White), to move: 4 days 23 h, including 4 days 23 h in reserve"), "{said}");
    assert!(said.contains("Bob (Black): 10 days, including 7 days in reserve"), "{said}");
    assert!(said.contains("Deadline: in 4 days 23 h ("), "{said}");
    assert!(said.ends_with("Reserve: 4 days 23 h."), "{said}");
    let said = answer(&mut chat, "Bob", Language::of("de"), "uhr").await;
    assert!(said.contains("Ada (Weiß), am Zug: 4 Tage 23 h, davon 4 Tage 23 h in Reserve"), "{said}");
    assert!(said.contains("Frist: in 4 Tagen 23 h ("), "{said}");
    let said = answer(&mut chat, "Bob", Language::EN, "board").await;
    assert!(said.contains("Deadline: in 4 days 23 h ("), "{said}");
    let pgn = answer(&mut chat, "Bob", Language::EN, "export").await;
    assert!(pgn.contains("[TimeControl \"1/259200\"]\n[TimeReserve \"604800\"]"), "{pgn}");
    let json = answer(&mut chat, "Bob", Language::EN, "export json").await;
    assert!(
        json.contains(r#""time": {"pace":"3d+7d","reserves":[604800000,604800000],"time_out":"ask"}"#),
        "{json}"
    );
}

#[tokio::test]
async fn a_game_without_a_pace_says_how_one_is_agreed() {
    let mut chat = playing("play Bob chess white").await;
    let said = answer(&mut chat, "Ada", Language::EN, "clock").await;
    assert!(said.starts_with("This game has no time limit.") && said.contains("3d+7d"), "{said}");
    assert!(!answer(&mut chat, "Ada", Language::EN, "board").await.contains("Deadline"));
    let pgn = answer(&mut chat, "Bob", Language::EN, "export").await;
    assert!(pgn.contains("[TimeControl \"-\"]"), "{pgn}");
}

#[tokio::test]
async fn marks_are_only_in_words_that_ask_for_them() {
    let mut chat = playing("play Bob chess white 3d+7d").await;
    for line in ["clock", "board", "board text", "game", "games", "rules"] {
        let event = chat.event("Ada", Language::EN, false, UserAction::Line(line.to_owned()));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{line}") };
        let viewer = viewer(Some("Ada"), Language::EN);
        let marked = chat.service.present_with_instants(&notice, &viewer);
        let plain = chat.service.present(&notice, &viewer);
        assert!(!format!("{plain:?}").contains(timestamp_marks::is_mark), "{line}");
        let in_words = |blocks: &[Block]| timestamp_marks::in_words(&text(blocks)).into_owned();
        assert_eq!(in_words(&marked.blocks), text(&plain.blocks), "{line}");
        let has_moments = text(&marked.blocks).contains(timestamp_marks::is_mark);
        assert_eq!(has_moments, ["clock", "board", "board text", "game"].contains(&line), "{line}");
    }
    // What somebody types brings none in.
    let event = chat.event(
        "Ada",
        Language::EN,
        false,
        UserAction::Line("he\u{fff9}lp x\u{fffa}5\u{fffb}y".to_owned()),
    );
    let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("a refusal") };
    let said = format!("{notice:?}");
    assert!(said.contains("x5y") && !said.contains("fff"), "{said}");
}

#[tokio::test]
async fn a_reserve_is_named_where_there_is_other_time_beside_it() {
    for (pace, lines, tags) in [
        (
            "2d",
            ["Ada (White), to move: 1 day 23 h", "Bob (Black): 2 days"],
            "[TimeControl \"1/172800\"]\n[Ply",
        ),
        (
            "0+4d",
            ["Ada (White), to move: 3 days 23 h", "Bob (Black): 4 days"],
            "[TimeControl \"345600\"]\n[Ply",
        ),
        (
            "2d+4d",
            [
                "Ada (White), to move: 5 days 23 h, including 4 days in reserve",
                "Bob (Black): 6 days, including 4 days in reserve",
            ],
            "[TimeControl \"1/172800\"]\n[TimeReserve \"345600\"]\n[Ply",
        ),
    ] {
        let mut chat = playing(&format!("play Bob chess white {pace}")).await;
        let said = answer(&mut chat, "Bob", Language::EN, "clock").await;
        let told: Vec<&str> =
            said.lines().filter(|line| line.contains("(White)") || line.contains("(Black)")).collect();
        assert_eq!(told, lines, "{pace}: {said}");
        let pgn = answer(&mut chat, "Bob", Language::EN, "export").await;
        assert!(pgn.contains(tags), "{pgn}");
    }
}

#[tokio::test]
async fn while_pieces_are_picked_whoever_looks_reads_the_deadline() {
    let mut chat = playing("setup Bob classic-chosen 1 white pace:1d send").await;
    let said = answer(&mut chat, "Ada", Language::EN, "board").await;
    assert!(said.contains("Deadline: in 23 h"), "{said}");
    let said = answer(&mut chat, "Ada", Language::EN, "clock").await;
    assert!(said.contains("Bob (Black), to move: 23 h"), "it is the time of whoever picks: {said}");
}
