//! Tests that a further language needs its folder alone: a game is played in an invented language
//! with missing sentences. Not here: the platforms' own sentences (`tests` of the program).

use std::sync::Arc;

use adoube_bot::{Block, Language, Message, Reply, UserAction};
use adoube_store::MemoryStore;

use crate::support::{Chat, channel, person, test_language};

const FINNISH: Language = Language::of("fi");
/// Spoken by nobody here.
const LATIN: Language = Language::of("la");
/// As long as a tag may be.
const LONG: &str = "de-latn-1996";

/// Everything a message says in blocks of text.
fn text(message: &Message) -> String {
    let of = |block: &Block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(items) => items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join("\n"),
    };
    message.blocks.iter().map(of).collect::<Vec<_>>().join("\n")
}

fn chat() -> Chat {
    Chat::speaking(test_language::beside_it("fi"), &["Ada", "Bob"], 1, Arc::new(MemoryStore::new()))
}

/// What somebody says is done, and everybody is told.
async fn does(chat: &mut Chat, name: &str, language: Language, action: UserAction) -> Message {
    let event = chat.event(name, language, false, action.clone());
    let reply = chat.service.handle(&event).await.reply;
    assert_eq!(reply, Reply::Public, "{action:?}");
    let posted = chat.posted().await;
    chat.read(posted.last().expect("something posted"), None, FINNISH)
}

/// What somebody is answered alone.
async fn told(chat: &mut Chat, name: &str, language: Language, line: &str) -> String {
    let event = chat.event(name, language, false, UserAction::Line(line.to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::Private(notice) => text(&chat.read(&notice, Some(name), language)),
        other => panic!("{line}: {other:?}"),
    }
}

fn command(line: &str) -> UserAction {
    UserAction::Line(line.to_owned())
}

fn said(line: &str) -> UserAction {
    UserAction::Text(line.to_owned())
}

#[tokio::test]
async fn a_game_is_played_in_a_language_that_is_only_handed_in() {
    let mut chat = chat();
    let challenge = does(&mut chat, "Ada", FINNISH, command("qplay Bob qwhite qchess")).await;
    assert!(text(&challenge).contains("«Chess»"), "{}", text(&challenge));
    does(&mut chat, "Bob", Language::of("de"), command("annehmen")).await;
    let board = does(&mut chat, "Ada", FINNISH, command("qmove Yf3")).await;
    assert!(text(&board).contains("Yf3"), "{}", text(&board));
    let picture = board.picture.expect("a picture").alt.to_string();
    assert!(picture.contains("Qknight") && picture.contains('«'), "{picture}");
    does(&mut chat, "Bob", Language::EN, said("e5")).await;
    let taken = does(&mut chat, "Ada", FINNISH, said("Qknight qtakes e5")).await;
    assert!(text(&taken).contains("Yxe5"), "{}", text(&taken));
    // Everybody's words are understood by everybody, letters in their own language alone.
    does(&mut chat, "Bob", FINNISH, command("zug Dame e7")).await;
    does(&mut chat, "Ada", FINNISH, said("Nf3")).await;
}

#[tokio::test]
async fn what_it_leaves_out_is_said_in_the_fallback() {
    let mut chat = chat();
    does(&mut chat, "Ada", FINNISH, command("qplay Bob qwhite qchess")).await;
    does(&mut chat, "Bob", FINNISH, command("qaccept")).await;
    // A sentence, a command, a file.
    let waiting = told(&mut chat, "Bob", FINNISH, "qmove e5").await;
    assert!(waiting.contains("It is Ada's turn") && !waiting.contains('«'), "{waiting}");
    let resigning = told(&mut chat, "Bob", FINNISH, "resign").await;
    assert!(resigning.contains('«'), "{resigning}");
    let called = |commands: Vec<adoube_bot::CommandHelp>| -> Vec<String> {
        commands.into_iter().map(|command| command.name).collect()
    };
    let names = called(chat.service.commands(FINNISH));
    assert!(names.contains(&"resign".to_owned()) && names.contains(&"qmove".to_owned()), "{names:?}");
    let untouched = told(&mut chat, "Ada", FINNISH, "qtouch e2").await;
    assert!(!untouched.is_empty() && untouched != told(&mut chat, "Ada", FINNISH, "qhelp").await);
    // Words of its own tell the language, what it leaves out does not.
    let spoken = ["qmove", "move", "zug", "resign"].map(|line| chat.service.language_of(line));
    let wanted = [Some(FINNISH), Some(Language::EN), Some(Language::of("de")), Some(Language::EN)];
    assert_eq!(spoken, wanted);
}

#[tokio::test]
async fn whoever_reads_a_language_that_is_not_there_is_answered_in_the_fallback() {
    let mut chat = chat();
    let [latin, english] =
        [told(&mut chat, "Ada", LATIN, "help").await, told(&mut chat, "Ada", Language::EN, "help").await];
    assert_eq!(latin, english);
    assert_eq!(
        (chat.service.endonym(FINNISH), chat.service.endonym(LATIN)),
        ("Qish".to_owned(), "la".to_owned())
    );
}

#[tokio::test]
async fn a_command_tells_a_language_that_has_the_word_alone() {
    let chat = Chat::new(&["Ada"], 1);
    for (line, language) in [
        ("move e4", Some(Language::EN)),
        ("zug e4", Some(Language::of("de"))),
        ("hand", None),
        ("xyzzy", None),
        ("", None),
    ] {
        assert_eq!(chat.service.language_of(line), language, "{line}");
    }
}

#[test]
fn a_tag_is_taken_whole_or_not_at_all() {
    assert_eq!(Language::of(LONG).tag(), LONG);
    assert_eq!(Language::of("DE_Latn_1996").tag(), LONG);
    for none in ["", "-de", "d e", "de-latn-19961"] {
        assert_eq!(Language::of(none), Language::EN, "{none:?}");
    }
}

#[tokio::test]
async fn its_words_are_completed() {
    let mut chat = chat();
    does(&mut chat, "Ada", FINNISH, command("qplay Bob qwhite qchess")).await;
    does(&mut chat, "Bob", FINNISH, command("qaccept")).await;
    let table: [(&str, &[&str]); 6] = [
        ("qmo", &["qmove ", "qmoves "]),
        ("resi", &["resign"]),
        ("pl", &["qplay "]),
        ("qmove Y", &["qmove Ya3", "qmove Yc3", "qmove Yf3", "qmove Yh3"]),
        ("qmove Qknight f", &["qmove Qknight f3"]),
        ("qboard qfl", &["qboard qflip"]),
    ];
    for (line, wanted) in table {
        let found = chat.service.suggest(&channel(), &person("Ada"), FINNISH, line).await;
        let lines: Vec<&str> = found.iter().map(|found| found.line.as_str()).collect();
        assert_eq!(lines, *wanted, "{line}");
    }
}
