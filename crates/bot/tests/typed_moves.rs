//! Tests of moves as people write them in a channel: played, questioned, answered with a
//! correction, or ignored as talk. Not here: what a text means by itself (tests of the rules).

use adoube_bot::{Block, ControlRow, Language, Reply, UserAction};

use crate::support::{Chat, table::Table};

/// What became of words in the channel, in short: `played`, `-` for talk, or the answer.
async fn said(table: &mut Table, name: &str, words: &str) -> String {
    let event = table.chat.event(name, Language::EN, false, UserAction::Text(words.to_owned()));
    told(&mut table.chat, name, &event).await
}

/// The same for a command.
async fn commanded(table: &mut Table, name: &str, line: &str) -> String {
    let event = table.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    told(&mut table.chat, name, &event).await
}

async fn told(chat: &mut Chat, name: &str, event: &adoube_bot::ChatEvent) -> String {
    let reply = chat.service.handle(event).await.reply;
    chat.posted().await;
    match reply {
        Reply::Public => "played".to_owned(),
        Reply::Ignored => "-".to_owned(),
        Reply::Private(notice) => {
            let message = chat.read(&notice, Some(name), Language::EN);
            let text = message.blocks.iter().find_map(|block| match block {
                Block::Text(text) | Block::Heading(text) => Some(text.clone()),
                _ => None,
            });
            let buttons = message.rows.iter().flat_map(|row| match row {
                ControlRow::Buttons(buttons) => {
                    buttons.iter().map(|button| format!(" [{}]", button.label)).collect()
                }
                ControlRow::Menu(_) => Vec::new(),
            });
            let buttons: String = buttons.collect();
            text.unwrap_or_default() + &buttons
        }
        other => panic!("{other:?}"),
    }
}

/// Checks what the answers begin with or end in.
async fn check(start: &str, table: &[(&str, &str)]) {
    for (words, expected) in table {
        let mut game = Table::moves("play bob chess white", start).await;
        let name = if start.split_whitespace().count().is_multiple_of(2) { "Ada" } else { "Bob" };
        let answer = match words.strip_prefix('!') {
            Some(line) => commanded(&mut game, name, line).await,
            None => said(&mut game, name, words).await,
        };
        let fits = answer == *expected || (expected.len() > 6 && answer.contains(expected));
        assert!(fits, "{words:?} after {start:?}: {answer:?}, not {expected:?}");
    }
}

/// White may castle, Black has moved a Bishop to c5.
const CASTLES: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5";

#[tokio::test]
async fn castling_is_played_however_it_is_spelt() {
    let table = [
        ("O-O", "played"),
        ("OO", "played"),
        ("00", "played"),
        ("o-o", "played"),
        ("О-О", "played"),
        ("“O-O”", "played"),
        ("**O-O**", "played"),
        ("O-O?!", "played"),
        ("!O-O?!", "played"),
        ("!OO", "played"),
        ("!oo", "played"),
        ("!move OO", "played"),
        ("!move oo", "played"),
        ("!move O-O?!", "played"),
        ("short castle", "played"),
        ("castle short", "played"),
        ("castles kingside", "played"),
        ("kingside castle", "played"),
        ("Kg1", "played"),
        ("e1g1", "played"),
        ("e1h1", "played"),
        ("oo", "may be just a word. If you want to play O-O, choose it. [O-O]"),
        ("oo!", "may be just a word. If you want to play O-O, choose it. [O-O]"),
        ("O-O?", "may be a question. If you want to play O-O, choose it. [O-O]"),
        ("Kh1", "If you want to castle with O-O, choose it. [O-O]"),
        ("Kxh1", "If you want to castle with O-O, choose it. [O-O]"),
        ("King h1", "If you want to castle with O-O, choose it. [O-O]"),
        ("!move Kh1", "If you want to castle with O-O, choose it. [O-O]"),
        ("ooo", "-"),
        ("castel", "If you meant O-O, choose it. [O-O]"),
    ];
    check(CASTLES, &table).await;
    check(
        "",
        &[("OO", "Bishop f1 is in the way"), ("oo", "-"), ("ooo", "-"), ("Kh1", "Bishop f1 is in the way")],
    )
    .await;
}

#[tokio::test]
async fn what_surrounds_a_move_is_no_part_of_it() {
    let table = [
        ("`Nxe5`", "played"),
        ("**Nxe5**", "played"),
        ("_Nxe5_", "played"),
        ("“Nxe5”", "played"),
        ("Nxe5,", "played"),
        ("Nxe5🙂", "played"),
        ("Nxe5 :)", "played"),
        ("Nxe5!?", "played"),
        ("Nxe5?!", "played"),
        ("Nxe5!!", "played"),
        ("!Nxe5!?", "played"),
        ("!Nxe5??", "played"),
        ("!move Nxe5?", "played"),
        ("4. Nxe5", "played"),
        ("4.Nxe5!?", "played"),
        ("Nxe5?", "may be a question. If you want to play Nxe5, choose it. [Nxe5]"),
        ("Nxe5??", "may be a question. If you want to play Nxe5, choose it. [Nxe5]"),
        ("9. Nxe5", "the next move is number 4."),
        ("4... Nxe5", "is written like a move of Black"),
        ("!move 5. Nxe5", "the next move is number 4."),
        ("Ne9?", "-"),
    ];
    check(CASTLES, &table).await;
    check(
        "e4 e5 Nf3",
        &[("2... Nc6", "played"), ("2. Nc6", "played"), ("3... Nc6", "the next move is number 2.")],
    )
    .await;
    let passing =
        [("exd6 (e.p.)", "played"), ("е5xd6 (e.p.)", "played"), ("exd", "played"), ("!ed", "played")];
    check("e4 a6 e5 d5", &passing).await;
    check(
        "e4 d5",
        &[("exd", "played"), ("ed", "may be just a word. If you want to play exd5, choose it. [exd5]")],
    )
    .await;
}

#[tokio::test]
async fn a_doubtful_move_is_played_by_its_button() {
    let mut game = Table::moves("play bob chess white", CASTLES).await;
    let event = game.chat.event("Ada", Language::EN, false, UserAction::Text("9. O-O".to_owned()));
    let Reply::Private(notice) = game.chat.service.handle(&event).await.reply else { panic!("no question") };
    let message = game.chat.read(&notice, Some("Ada"), Language::EN);
    let id = message.rows.iter().find_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.first().map(|button| button.id.clone()),
        ControlRow::Menu(_) => None,
    });
    let press = UserAction::Press { id: id.expect("a button"), value: None };
    let event = game.chat.event("Ada", Language::EN, false, press);
    game.chat.service.handle(&event).await;
    assert_eq!(commanded(&mut game, "Bob", "move Nf6").await, "played");
}

#[tokio::test]
async fn an_equals_sign_offers_a_draw_with_the_move() {
    for text in ["e4=", "e4 =", "e4 (=)", "e4!? (=)", "!move e4="] {
        let mut game = Table::new("play bob chess white").await;
        let answer = match text.strip_prefix('!') {
            Some(line) => commanded(&mut game, "Ada", line).await,
            None => said(&mut game, "Ada", text).await,
        };
        assert_eq!(answer, "played", "{text}");
        assert_eq!(commanded(&mut game, "Bob", "draw accept").await, "played", "{text}");
        let over = commanded(&mut game, "Ada", "move d4").await;
        assert!(over.contains("No game is running"), "{text}: {over}");
    }
    let mut plain = Table::moves("play bob chess white", "e4").await;
    assert!(commanded(&mut plain, "Bob", "draw accept").await.contains("No draw is on offer"));
}

#[tokio::test]
async fn a_slip_is_answered_with_the_move_that_was_meant() {
    let table = [
        ("e44", "If you meant e4, choose it. [e4]"),
        ("ee4", "If you meant e4, choose it. [e4]"),
        ("Nff3", "If you meant Nf3, choose it. [Nf3]"),
        ("e 4", "If you meant e4, choose it. [e4]"),
        ("e 2 e 4", "If you meant e4, choose it. [e4]"),
        ("N f 3", "If you meant Nf3, choose it. [Nf3]"),
        ("kinght f3", "If you meant Nf3, choose it. [Nf3]"),
        ("knigt to f3", "If you meant Nf3, choose it. [Nf3]"),
        ("Srpinger f3", "If you meant Nf3, choose it. [Nf3]"),
        ("I play e4", "If you meant e4, choose it. [e4]"),
        ("I play Nf3", "If you meant Nf3, choose it. [Nf3]"),
        ("ich spiele e4", "If you meant e4, choose it. [e4]"),
        ("1. e4 Nf6", "If you meant e4, choose it. [e4]"),
        ("/e4", "If you meant e4, choose it. [e4]"),
        ("!move e44", "If you meant e4, choose it. [e4]"),
    ];
    check("", &table).await;
}

/// What people say to one another while one of them is to move.
const TALK: &[&str] = &[
    "hi",
    "hello",
    "ok",
    "k",
    "no",
    "yes",
    "lol",
    "haha",
    "hm",
    "hmm",
    "oh",
    "oo",
    "ooo",
    "Ooh",
    "ah",
    "gg",
    "gl",
    "glhf",
    "wp",
    "brb",
    "afk",
    "ty",
    "thx",
    "np",
    "nice",
    "nice move",
    "good game",
    "good luck",
    "well played",
    "your move",
    "my move?",
    "your turn",
    "one moment",
    "one sec",
    "be right back",
    "let me think",
    "thinking...",
    "what?",
    "why?",
    "really?",
    "???",
    "!!!",
    "...",
    ":)",
    ":D",
    "xD",
    "🙂",
    "👍",
    "ed",
    "hi ed",
    "ab",
    "be",
    "he",
    "g2g",
    "f2f",
    "b2b",
    "e2e",
    "mp3",
    "gr8",
    "m8",
    "h8r",
    "l8r",
    "b4n",
    "w8",
    "2day",
    "1v1",
    "50/50",
    "24/7",
    "9am",
    "5pm",
    "10:30",
    "at 5",
    "in 5 min",
    "call 911",
    "route 66",
    "i7",
    "m1",
    "ps5",
    "r2d2",
    "c3po",
    "wd40",
    "wc3",
    "covid19",
    "3d",
    "2nd",
    "1st",
    "no. 1",
    "#1",
    "100%",
    "$5",
    "e.g.",
    "i.e.",
    "p.s.",
    "book it",
    "look here",
    "the queen",
    "my king",
    "long live the king",
    "castle please",
    "what about e5?",
    "not e4 again",
    "e4 was bad",
    "I like e4",
    "is e4 good?",
    "nice e4",
    "why not Nf3",
    "bishop",
    "knight",
    "rook and roll",
    "pawn stars",
    "checkmate",
    "check",
    "draw?",
    "= =",
    "a / b",
    "(y)",
    "<3",
    "http://e4.com",
    "foo@bar.com",
    "night",
    "good night",
    "nights",
    "kings",
    "queens",
    "brook",
    "turn",
    "ja",
    "nein",
    "doch",
    "gut",
    "guten morgen",
    "gute Nacht",
    "du bist dran",
    "moment",
    "schöner Zug",
    "danke",
    "bis 8",
    "um 10",
    "ab 5",
    "he he",
    "a b c",
    "I do",
    "as if",
    "be b",
    "to be",
    "привет",
    "да",
    "ладно",
    "хорошо",
    "спасибо",
    "ок",
    "е",
    "ееее",
    "привет е4 друг мой",
];

#[tokio::test]
async fn talk_of_whoever_is_to_move_stays_unanswered() {
    for start in ["", CASTLES] {
        let mut game = Table::moves("play bob chess white", start).await;
        let answered: Vec<String> = {
            let mut answered = Vec::new();
            for &words in TALK {
                let answer = said(&mut game, "Ada", words).await;
                // Where castling is possible a cry may be castling.
                if answer != "-" && !(words == "oo" && start == CASTLES) {
                    answered.push(format!("{words:?}: {answer}"));
                }
            }
            answered
        };
        assert_eq!(answered, Vec::<String>::new(), "after {start:?}");
    }
}
