//! Tests of the content of exported records (PGN): how a game ended, move numbers, times and
//! comments, and the players' present names. Not here: that it can be read back (`records`), and
//! how times are shown (`clock_text`).

use std::sync::Arc;

use adoube_bot::{BoxFuture, ChannelId, Language, Person, PersonDirectory, PersonId, Reply, UserAction};
use adoube_testing::people::{TestDirectory, person};

use crate::support::{Chat, table::text};

/// Plays a game of Ada, with White, and Bob: its record.
async fn record(deeds: &[(&str, &str)]) -> String {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, line) in [("Ada", "play Bob chess white"), ("Bob", "accept")].iter().chain(deeds) {
        let event = chat.event(name, Language::EN, false, UserAction::Line((*line).to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{name} {line}");
    }
    let event = chat.event("Ada", Language::EN, false, UserAction::Line("export pgn".to_owned()));
    let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("no record") };
    text(&chat.read(&notice, Some("Ada"), Language::EN))
}

/// The movetext in one line, with T for each time of a few seconds.
fn movetext(pgn: &str) -> String {
    let lines = pgn.lines().skip_while(|line| line.is_empty() || !line.starts_with(['1', '{']));
    let text = lines.collect::<Vec<_>>().join(" ");
    (0..60).fold(text, |text, seconds| text.replace(&format!("0:00:{seconds:02}"), "T"))
}

#[tokio::test]
async fn it_says_how_the_game_ended() {
    let moved = [("Ada", "move f3"), ("Bob", "move e5"), ("Ada", "move g4")];
    for (last, termination, result) in [
        (vec![], "unterminated", "*"),
        (vec![("Bob", "move Qh4")], "normal", "0-1"),
        (vec![("Ada", "draw"), ("Bob", "draw accept")], "normal", "1/2-1/2"),
    ] {
        let deeds: Vec<_> = moved.into_iter().chain(last).collect();
        let pgn = record(&deeds).await;
        assert!(pgn.contains(&format!("[Termination \"{termination}\"]")), "{pgn}");
        assert!(pgn.contains(&format!("[Result \"{result}\"]")), "{pgn}");
        assert!(!pgn.contains("SetUp"), "it begins as chess does: {pgn}");
    }
}

#[tokio::test]
async fn every_move_has_its_number_its_time_and_what_was_said() {
    let pgn = record(&[
        ("Ada", "move e4"),
        ("Bob", "move e5"),
        ("Ada", "move Nf3"),
        ("Ada", "draw"),
        ("Bob", "move Nc6"),
        ("Ada", "move Bb5"),
        ("Bob", "move a6"),
    ])
    .await;
    let wanted = "1. e4 {[%emt T]} 1... e5 {[%emt T]} 2. Nf3 {[%emt T] white offers a draw} 2... Nc6 {[%emt T]} \
                  3. Bb5 {[%emt T]} 3... a6 {[%emt T]} *";
    assert_eq!(movetext(&pgn), wanted, "{pgn}");
}

#[tokio::test]
async fn what_is_said_at_one_place_is_one_comment() {
    let pgn = record(&[("Ada", "move e4"), ("Ada", "draw"), ("Bob", "draw accept")]).await;
    assert_eq!(movetext(&pgn), "1. e4 {[%emt T] white offers a draw; draw agreed} 1/2-1/2", "{pgn}");
    let pgn = record(&[("Ada", "draw"), ("Bob", "draw decline"), ("Ada", "move e4")]).await;
    let wanted = "{white offers a draw; black declines the draw} 1. e4 {[%emt T]} *";
    assert_eq!(movetext(&pgn), wanted, "{pgn}");
}

#[tokio::test]
async fn it_says_when_and_by_whom() {
    let pgn = record(&[("Ada", "move e4"), ("Ada", "draw"), ("Bob", "draw accept")]).await;
    for tag in [
        "[WhiteType \"human\"]",
        "[BlackType \"human\"]",
        "[UTCDate \"2026.01.02\"]",
        "[EndDate \"2026.01.02\"]",
        "[EndTime \"03:04:",
    ] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
    let running = record(&[("Ada", "move e4")]).await;
    assert!(!running.contains("EndDate"), "{running}");
}

/// People of whom one is called otherwise now, and the others are not known.
struct Renamed(TestDirectory);

impl PersonDirectory for Renamed {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        self.0.find(channel, name)
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        self.0.complete(channel, prefix)
    }

    fn name_of<'a>(&'a self, _: &'a ChannelId, asked: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        let name = (*asked == person("Bob").id).then(|| "Robert \"Bob\" Roe".to_owned());
        Box::pin(std::future::ready(name))
    }
}

#[tokio::test]
async fn players_have_the_names_by_which_they_are_known_now() {
    let mut chat = Chat::among(Arc::new(Renamed(TestDirectory::named(&["Ada", "Bob"]))), 1);
    let deeds = [
        ("Ada", "play Bob chess white"),
        ("Bob", "accept"),
        ("Ada", "move e4"),
        // Of a running game and of one that is over.
        ("", ""),
        ("Ada", "draw"),
        ("Bob", "draw accept"),
        ("", ""),
    ];
    for (name, line) in deeds {
        if !name.is_empty() {
            let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
            assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{name} {line}");
            continue;
        }
        for (format, white, black) in [
            ("pgn", "[White \"Ada\"]", "[Black \"Robert \\\"Bob\\\" Roe\"]"),
            ("json", "\"Ada\"", "\"Robert \\\"Bob\\\" Roe\""),
        ] {
            let event = chat.event("Ada", Language::EN, false, UserAction::Line(format!("export {format}")));
            let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{format}") };
            let text = text(&chat.read(&notice, Some("Ada"), Language::EN));
            assert!(text.contains(white) && text.contains(black), "{text}");
        }
    }
}
