//! Tests of Grand Chess moves typed in the piece letters of Fairy-Stockfish, where C is the
//! Marshal: the bot asks where the meaning is uncertain, and plays them where the player has chosen
//! or used these letters. Also exported records in those letters, and with the present names of
//! renamed players.

use adoube_bot::{Language, Notice, Reply, UserAction, Viewer};
use adoube_rules::{PieceDialect, Position, Variant};
use adoube_testing::people::person;

use crate::support::{Chat, first_button, table::text, viewer};

/// Ada, with White, and Bob. From the start both the Cardinal and the Marshal of White can go to f1, the Marshal alone to e4,
/// the Cardinal alone to h4.
async fn begun(challenge: &str) -> Chat {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
        assert_eq!(says(&mut chat, name, line).await, Reply::Public, "{line}");
    }
    chat
}

async fn does(chat: &mut Chat, name: &str, action: UserAction) -> Reply {
    let event = chat.event(name, Language::EN, false, action);
    chat.service.handle(&event).await.reply
}

async fn says(chat: &mut Chat, name: &str, line: &str) -> Reply {
    does(chat, name, UserAction::Line(line.to_owned())).await
}

/// The answer for one person alone, in words.
async fn answer(chat: &mut Chat, name: &str, line: &str) -> String {
    match says(chat, name, line).await {
        Reply::Private(notice) => text(&chat.read(&notice, Some(name), Language::EN)),
        other => panic!("{line}: {other:?}"),
    }
}

async fn record(chat: &mut Chat, line: &str) -> String {
    match says(chat, "Ada", line).await {
        Reply::Private(notice) => match *notice {
            Notice::Export { text, .. } => text,
            other => panic!("{line}: {other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    }
}

#[tokio::test]
async fn a_letter_of_two_pieces_is_asked_about() {
    let mut chat = begun("play Bob grand white").await;
    let asked = answer(&mut chat, "Ada", "move Cf1").await;
    assert!(asked.contains("“Cf1” could be Mf1 (Marshal) or Cf1 (Cardinal)"), "{asked}");
    let asked = answer(&mut chat, "Ada", "move Ce4").await;
    assert!(asked.contains("“Ce4” is only possible as Me4 (Marshal)"), "{asked}");
    let Reply::Private(notice) = says(&mut chat, "Ada", "move Ce4").await else { panic!("no question") };
    let german = text(&chat.read(&notice, Some("Ada"), Language::of("de")));
    assert!(german.contains("„Ce4“ ist nur als Me4 (Marschall) möglich"), "{german}");
    let press = first_button(&chat.read(&notice, Some("Ada"), Language::EN));
    assert!(matches!(does(&mut chat, "Ada", press).await, Reply::Replace(_)));
    assert!(record(&mut chat, "export fen").await.contains("/4M5/"), "the Marshal went");
}

#[tokio::test]
async fn whoever_has_written_an_archbishop_writes_a_chancellor() {
    let mut chat = begun("play Bob grand white").await;
    assert_eq!(says(&mut chat, "Ada", "move Ah4").await, Reply::Public, "the Archbishop is the Cardinal");
    // Bob has shown nothing yet.
    let asked = answer(&mut chat, "Bob", "move Ce7").await;
    assert!(asked.contains("“Ce7” is only possible as Me7 (Marshal)"), "{asked}");
    assert_eq!(says(&mut chat, "Bob", "move a7").await, Reply::Public);
    assert_eq!(says(&mut chat, "Ada", "move Ce4").await, Reply::Public, "the Chancellor is the Marshal");
    let moves = record(&mut chat, "export pgn").await;
    assert!(moves.contains("1. Ch4 {") && moves.contains("2. Me4 {"), "{moves}");
    // Words that are no command are read as a move, too.
    assert_eq!(does(&mut chat, "Bob", UserAction::Text("Ah7".to_owned())).await, Reply::Public);
}

#[tokio::test]
async fn what_is_not_certain_touches_nothing() {
    let mut chat = begun("play Bob grand touch-move white").await;
    for (line, words) in [("move Ce4", "is only possible as Me4"), ("move Ca5", "Ca5")] {
        let asked = answer(&mut chat, "Ada", line).await;
        assert!(asked.contains(words), "{line}: {asked}");
    }
    assert!(!record(&mut chat, "export pgn").await.contains("touches"), "nothing was touched");
    assert_eq!(says(&mut chat, "Ada", "move e4").await, Reply::Public);
}

#[tokio::test]
async fn a_plan_is_told_how_to_be_clear() {
    let mut chat = begun("play Bob grand white").await;
    assert_eq!(says(&mut chat, "Ada", "move a4").await, Reply::Public);
    let unclear = answer(&mut chat, "Ada", "if a7 then Cf1").await;
    assert!(unclear.contains("f2f1") && unclear.contains("g2f1"), "{unclear}");
    let done = answer(&mut chat, "Ada", "if a7 then g2f1").await;
    assert!(!done.contains("could be"), "{done}");
}

#[tokio::test]
async fn records_can_be_had_in_the_letters_of_others() {
    let mut chat = begun("play Bob grand white").await;
    for (name, line) in [("Ada", "move Ch4"), ("Bob", "move Me7"), ("Ada", "move Me4")] {
        assert_eq!(says(&mut chat, name, line).await, Reply::Public, "{line}");
    }
    let own = record(&mut chat, "export pgn").await;
    assert!(own.contains("[Variant \"Adoube Grand\"]") && own.contains("1. Ch4 {"), "{own}");
    let theirs = record(&mut chat, "export pgn letters:fairy-stockfish").await;
    assert!(theirs.contains("[Variant \"Grand\"]"), "{theirs}");
    for made in ["1. Ah4 {", "1... Ce7 {", "2. Ce4 {"] {
        assert!(theirs.contains(made), "{made}: {theirs}");
    }
    for text in [&own, &theirs] {
        assert!(!text.contains("FEN") && !text.contains("PositionKeys"), "the classic array: {text}");
    }
    let fen = record(&mut chat, "export fen letters:fairy-stockfish").await;
    assert_eq!(fen.trim().split(' ').count(), 6, "{fen}");
    let read = Position::parse_foreign(Variant::Grand, fen.trim(), None).expect("a FEN");
    let (wanted, fields) = (record(&mut chat, "export fen").await, 6);
    let six: Vec<&str> = wanted.trim().split(' ').take(fields).collect();
    assert_eq!(read.letters, PieceDialect::FairyStockfish);
    assert_eq!(read.position.fen(PieceDialect::Own), Some(six.join(" ")));
}

/// A person's answer as they read it.
async fn shown(chat: &mut Chat, name: &str, line: &str) -> String {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    let decision = chat.service.handle(&event).await;
    let Reply::Private(notice) = decision.reply else { panic!("{line}: {:?}", decision.reply) };
    let viewer = Viewer { taste: decision.reading.taste, ..viewer(Some(name), decision.reading.language) };
    text(&chat.service.present(&notice, &viewer))
}

#[tokio::test]
async fn letters_that_are_chosen_are_typed_read_and_exported() {
    for word in ["fairy-stockfish", "fairy", "pychess"] {
        let mut chat = begun("play Bob grand white").await;
        let saved = shown(&mut chat, "Ada", &format!("settings letters {word}")).await;
        assert!(saved.contains("A Cardinal, C Marshal"), "{word}: {saved}");
        assert_eq!(
            says(&mut chat, "Ada", "move Ce4").await,
            Reply::Public,
            "the Chancellor, and nobody asks"
        );
        let asked = answer(&mut chat, "Bob", "move Ce7").await;
        assert!(asked.contains("is only possible as Me7"), "Bob has chosen nothing: {asked}");
        assert_eq!(says(&mut chat, "Bob", "move Me7").await, Reply::Public);
        assert_eq!(says(&mut chat, "Ada", "move Ah4").await, Reply::Public, "the Archbishop");
        let moves = shown(&mut chat, "Ada", "moves").await;
        let bobs = shown(&mut chat, "Bob", "moves").await;
        assert!(!moves.contains("Me4") && !moves.contains("Ch4"), "{moves}");
        assert!(!bobs.contains("Ce4") && !bobs.contains("Ah4"), "{bobs}");
        let pgn = record(&mut chat, "export pgn").await;
        for part in ["[Variant \"Grand\"]", "1. Ce4 {", "1... Ce7 {", "2. Ah4 {"] {
            assert!(pgn.contains(part), "{part}: {pgn}");
        }
        let fen = record(&mut chat, "export fen").await;
        assert_eq!(fen.trim().split(' ').count(), 6, "{fen}");
        let own = record(&mut chat, "export pgn letters:adoube").await;
        assert!(own.contains("[Variant \"Adoube Grand\"]") && own.contains("1. Me4 {"), "{own}");
        assert!(record(&mut chat, "export json").await.contains("\"Me4\""), "programs read the codes");
        let game =
            chat.service.playing(&person("Ada").id, Language::EN).await.expect("a store").remove(0).game;
        let press = UserAction::Press { id: format!("after.{game}.export"), value: Some("pgn".to_owned()) };
        let Reply::Private(notice) = does(&mut chat, "Ada", press).await else { panic!("no record") };
        assert!(text(&chat.read(&notice, Some("Ada"), Language::EN)).contains("1. Ce4 {"));
    }
}

#[tokio::test]
async fn a_claims_move_is_recorded_in_the_letters_of_the_record() {
    let mut chat = begun("play Bob grand white").await;
    for (ply, made) in "f2e4 f9e7 e4f2 e7f9 f2e4 f9e7 e4f2".split(' ').enumerate() {
        let name = if ply % 2 == 0 { "Ada" } else { "Bob" };
        assert_eq!(says(&mut chat, name, &format!("move {made}")).await, Reply::Public, "{made}");
    }
    let Reply::Private(notice) = says(&mut chat, "Bob", "claim e7f9").await else { panic!("no question") };
    let press = first_button(&chat.read(&notice, Some("Bob"), Language::EN));
    does(&mut chat, "Bob", press).await;
    for (letters, made) in [("adoube", "Mf9"), ("fairy-stockfish", "Cf9")] {
        let pgn = record(&mut chat, &format!("export pgn letters:{letters}")).await;
        let pgn = pgn.replace('\n', " ");
        assert!(pgn.contains(&format!("draw claimed with {made}: threefold repetition")), "{pgn}");
    }
}

#[tokio::test]
async fn only_what_others_play_has_their_name() {
    for challenge in ["play Bob grand all white", "play Bob grand initial white"] {
        let mut chat = begun(challenge).await;
        let pgn = record(&mut chat, "export pgn letters:fairy").await;
        assert!(pgn.contains("[Variant \"Adoube Grand\"]"), "{pgn}");
        assert!(pgn.contains("[PieceLetters \"Fairy-Stockfish\"]"), "{pgn}");
        assert!(pgn.contains("[PositionKeys \"promo:") && !pgn.contains("[FEN"), "{pgn}");
    }
}

#[tokio::test]
async fn a_player_who_is_renamed_has_the_new_name_everywhere() {
    let mut chat = begun("play Bob chess white").await;
    let mut event = chat.event("Ada", Language::EN, false, UserAction::Line("move e4".to_owned()));
    event.person.name = "Ada Lovelace".to_owned();
    assert_eq!(chat.service.handle(&event).await.reply, Reply::Public);
    let boards = format!("{:?}", chat.posted().await.last());
    assert!(boards.contains("Ada Lovelace"), "{boards}");
    let event = chat.event("Bob", Language::EN, false, UserAction::Line("games here".to_owned()));
    let games = format!("{:?}", chat.service.handle(&event).await.reply);
    assert!(games.contains("Ada Lovelace"), "{games}");
    // What nobody else does tells no new name, and the id is what counts.
    let event = chat.event("Bob", Language::EN, false, UserAction::Line("export pgn".to_owned()));
    let pgn = format!("{:?}", chat.service.handle(&event).await.reply);
    assert!(pgn.contains("Ada Lovelace") && pgn.contains("Bob"), "{pgn}");
}
