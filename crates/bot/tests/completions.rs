//! Tests of the completions of a line that is being typed, in both languages: commands, options,
//! moves, pieces, people, settings.

use adoube_bot::{Language, Reply, UserAction};

use crate::support::{Chat, channel, person};

async fn chat(moves: &[&str]) -> Chat {
    let mut chat = Chat::new(&["Ada", "Bob", "Barbara", "Eve"], 1);
    let mut lines = vec![("Ada", "play Bob white chess".to_owned()), ("Bob", "accept".to_owned())];
    let turns = moves.iter().zip(["Ada", "Bob"].into_iter().cycle());
    lines.extend(turns.map(|(made, name)| (name, format!("move {made}"))));
    for (name, line) in lines {
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.clone()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    }
    chat
}

/// Checks the completed lines of each beginning.
async fn completes(chat: &Chat, language: Language, table: &[(&str, &[&str])]) {
    for (line, expected) in table {
        let found = chat.service.suggest(&channel(), &person("Ada"), language, line).await;
        let lines: Vec<&str> = found.iter().map(|found| found.line.as_str()).collect();
        assert_eq!(lines, *expected, "{line:?}");
    }
}

#[tokio::test]
async fn commands_are_completed_in_the_readers_language() {
    let chat = chat(&[]).await;
    let english: [(&str, &[&str]); 7] = [
        ("pl", &["play "]),
        ("re", &["release ", "resign", "remind ", "rematch ", "replay "]),
        ("Mov", &["move ", "moves "]),
        ("xyz", &[]),
        ("xyz ", &[]),
        ("resign ", &[]),
        // Nothing is picked in this game.
        ("pi", &["piece ", "pieces"]),
    ];
    completes(&chat, Language::EN, &english).await;
    let german: [(&str, &[&str]); 4] = [
        ("spi", &["spielen "]),
        ("pl", &["spielen "]),
        ("zü", &["züge "]),
        ("an", &["annehmen", "analysieren "]),
    ];
    completes(&chat, Language::of("de"), &german).await;
}

#[tokio::test]
async fn legal_moves_that_match_are_offered_in_the_spelling_begun() {
    let chat = chat(&["e4", "d5"]).await;
    let english: [(&str, &[&str]); 6] = [
        ("move nf", &["move Nf3"]),
        ("move e4", &["move e4d5", "move e4e5"]),
        ("move ex", &["move exd5"]),
        ("move knight f", &["move Knight f3"]),
        ("m Bb", &["m Bb5+"]),
        ("move z", &[]),
    ];
    completes(&chat, Language::EN, &english).await;
    let german: [(&str, &[&str]); 5] = [
        ("zug Sf", &["zug Sf3"]),
        ("zug Nf", &["zug Nf3"]),
        ("zug springer f", &["zug Springer f3"]),
        ("zug Lb", &["zug Lb5+"]),
        ("zug g1", &["zug g1e2", "zug g1f3", "zug g1h3"]),
    ];
    completes(&chat, Language::of("de"), &german).await;
    let all = chat.service.suggest(&channel(), &person("Ada"), Language::EN, "move ").await;
    assert_eq!(all.len(), 31, "every legal move");
}

#[tokio::test]
async fn promotions_are_offered_with_the_readers_letters() {
    let chat = chat(&["a4", "h5", "a5", "h4", "a6", "h3", "axb7", "hxg2"]).await;
    let german: [(&str, &[&str]); 1] =
        [("zug bxa", &["zug bxa8=D", "zug bxa8=T", "zug bxa8=L", "zug bxa8=S"])];
    completes(&chat, Language::of("de"), &german).await;
}

#[tokio::test]
async fn pieces_are_found_and_shown_by_the_readers_letters() {
    let chat = chat(&[]).await;
    let first = async |language, typed| {
        let found =
            chat.service.suggest_for(&channel(), &person("Ada"), language, ("piece", "piece"), typed).await;
        found.first().map(|found| found.label.clone())
    };
    for (language, typed, label) in [
        (Language::of("de"), "s", "Springer (S)"),
        (Language::of("de"), "n", "Springer (S)"),
        (Language::of("de"), "b", "Bauer (B)"),
        (Language::of("de"), "ca", "Kamel (CA)"),
        (Language::EN, "b", "Bishop (B)"),
        (Language::EN, "n", "Knight (N)"),
        // Whoever finds it by another language's name is shown that.
        (Language::EN, "nachtr", "Nightrider (NR), Nachtreiter"),
        (Language::EN, "nightr", "Nightrider (NR)"),
        (Language::EN, "archb", "Cardinal (C), Archbishop"),
        (Language::EN, "chanc", "Marshal (M), Chancellor"),
        (Language::of("de"), "kanz", "Marschall (M), Kanzler"),
    ] {
        assert_eq!(first(language, typed).await.as_deref(), Some(label), "{language:?} {typed}");
    }
}

#[tokio::test]
async fn a_code_goes_before_the_name_of_a_piece_that_is_played() {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, line) in [("Ada", "play Bob grand"), ("Bob", "accept")] {
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    }
    let found = chat.service.suggest(&channel(), &person("Ada"), Language::EN, "piece ca").await;
    let lines: Vec<&str> = found.iter().map(|found| found.line.as_str()).take(3).collect();
    assert_eq!(lines, ["piece Camel", "piece Cardinal", "piece Camel-Ferz"]);
}

#[tokio::test]
async fn people_pieces_and_words_are_offered() {
    let chat = chat(&[]).await;
    let english: [(&str, &[&str]); 10] = [
        ("play B", &["play Bob", "play Barbara", "play black"]),
        ("play Bob whi", &["play Bob white"]),
        ("games h", &["games here"]),
        ("games limit:5", &["games limit:5", "games limit:50"]),
        ("games due limit:49", &["games due limit:49"]),
        ("piece mars", &["piece Marshal"]),
        ("moves g1", &["moves g1"]),
        ("help ta", &["help takeback"]),
        ("help ch", &["help check"]),
        ("help tou", &["help touch", "help touch-move"]),
    ];
    completes(&chat, Language::EN, &english).await;
    let german: [(&str, &[&str]); 5] = [
        ("spielen schw", &["spielen schwarz"]),
        ("spielen @eve", &["spielen Eve"]),
        ("figur marsch", &["figur Marschall"]),
        ("hilfe selbst", &["hilfe selbsttest"]),
        ("brett ", &["brett drehen", "brett zugfähig", "brett text", "brett worte"]),
    ];
    completes(&chat, Language::of("de"), &german).await;
}

#[tokio::test]
async fn the_words_of_a_set_up_are_offered_also_behind_their_option() {
    let chat = chat(&[]).await;
    let english: [(&str, &[&str]); 8] = [
        ("set", &["setup ", "settings "]),
        ("setup classic-r", &["setup classic-random"]),
        ("setup free", &["setup free-random", "setup free-picked"]),
        ("setup Bob 19", &["setup Bob 19"]),
        ("setup promotion:a", &["setup promotion:all"]),
        ("setup rotate:", &["setup rotate:rotate", "setup rotate:mirror"]),
        ("setup lock:", &[]),
        ("setup fly:", &[]),
    ];
    completes(&chat, Language::EN, &english).await;
    let german: [(&str, &[&str]); 3] = [
        ("aufstellen klassisch-z", &["aufstellen klassisch-zufällig"]),
        ("aufstellen umwandlung:ge", &["aufstellen umwandlung:geschlagen"]),
        ("aufstellen ab", &["aufstellen abschicken"]),
    ];
    completes(&chat, Language::of("de"), &german).await;
}

#[tokio::test]
async fn settings_are_offered_with_their_values() {
    let chat = chat(&[]).await;
    let english: [(&str, &[&str]); 8] = [
        (
            "settings lang",
            &[
                "settings language English",
                "settings language Deutsch",
                "settings language auto",
                "settings server language English",
                "settings server language Deutsch",
                "settings server language auto",
                "settings room language English",
                "settings room language Deutsch",
                "settings room language auto",
            ],
        ),
        ("settings theme s", &["settings theme slate"]),
        (
            "settings letters ",
            &[
                "settings letters own",
                "settings letters english",
                "settings letters fairy-stockfish",
                "settings letters Deutsch",
            ],
        ),
        ("settings movable ", &["settings movable on", "settings movable off"]),
        ("settings reminders p", &["settings reminders private"]),
        (
            "settings server game ",
            &[
                "settings server game grand",
                "settings server game chess",
                "settings server game chess960",
                "settings server game schachen",
            ],
        ),
        (
            "settings server pace 1",
            &[
                "settings server pace 10m",
                "settings server pace 1h",
                "settings server pace 1d",
                "settings server pace 14d",
            ],
        ),
        ("settings server idle ", &["settings server idle never"]),
    ];
    completes(&chat, Language::EN, &english).await;
    let german: [(&str, &[&str]); 2] = [
        (
            "einstellungen buch",
            &[
                "einstellungen buchstaben eigene",
                "einstellungen buchstaben englisch",
                "einstellungen buchstaben fairy-stockfish",
                "einstellungen buchstaben Deutsch",
            ],
        ),
        (
            "einstellungen server zeit",
            &["einstellungen server zeitablauf fragen", "einstellungen server zeitablauf streng"],
        ),
    ];
    completes(&chat, Language::of("de"), &german).await;
}

#[tokio::test]
async fn pieces_that_may_be_picked_are_offered_and_no_moves() {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    let lines = [("Ada", "setup classic-chosen 3 black Bob send"), ("Bob", "accept"), ("Ada", "pick Camel")];
    for (name, line) in lines {
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    }
    let english: [(&str, &[&str]); 6] = [
        ("pi", &["pick ", "piece ", "pieces"]),
        (
            "pick camel",
            &[
                "pick Camel-Ferz",
                "pick Camel-Wazir",
                "pick Camel-Guard",
                "pick Camel-Rook",
                "pick Camel-Zebra",
            ],
        ),
        ("pick side m", &["pick Side Mover"]),
        ("pick queen", &[]),
        ("move e", &[]),
        ("piece camel-r", &["piece Camel-Rook"]),
    ];
    completes(&chat, Language::EN, &english).await;
    completes(&chat, Language::of("de"), &[("wählen nacht", &["wählen Nachtreiter"])]).await;
}

#[tokio::test]
async fn a_piece_is_found_by_any_name_a_part_or_its_code_and_those_of_the_game_come_first() {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    let lines = [("Ada", "setup classic-chosen 1 Bob send"), ("Bob", "accept"), ("Bob", "pick Zebra")];
    for (name, line) in lines {
        let name = if line.starts_with("pick") { chooser(&mut chat, name).await } else { name };
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    }
    let english: [(&str, &[&str]); 7] = [
        ("piece ix", &["piece Phoenix"]),
        ("piece x", &[]),
        ("piece nachtr", &["piece Nightrider"]),
        ("piece rider", &["piece Nightrider", "piece Dabbabarider"]),
        ("piece jo", &["piece Joker"]),
        ("piece e3", &["piece e3"]),
        ("moves e3", &["moves e3"]),
    ];
    completes(&chat, Language::EN, &english).await;
    let found = chat.service.suggest(&channel(), &person("Ada"), Language::EN, "piece ").await;
    assert_eq!(found.len(), 81, "all pieces in a list that scrolls");
    let first: Vec<&str> = found.iter().take(9).map(|found| found.line.as_str()).collect();
    assert!(first.contains(&"piece Zebra"), "{first:?}");
    let found =
        chat.service.suggest_for(&channel(), &person("Ada"), Language::EN, ("piece", "piece"), "").await;
    assert_eq!(found.len(), 25, "what Discord shows");
    assert!(found.iter().take(9).any(|found| found.line == "Zebra"), "{found:?}");
    let last = found.last().map(|found| (found.line.as_str(), found.label.as_str()));
    assert_eq!(last, Some(("…", "… 57 more: keep typing")));
    let event = chat.event("Ada", Language::EN, false, UserAction::Line("piece piece:…".to_owned()));
    let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("an answer") };
    assert!(matches!(*notice, adoube_bot::Notice::Legend { .. }), "as if nothing was typed: {notice:?}");
}

/// One extra piece is Black's to pick, and colours are drawn by lot.
async fn chooser<'n>(chat: &mut Chat, other: &'n str) -> &'n str {
    let event = chat.event("Ada", Language::EN, false, UserAction::Line("pick".to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::Private(notice) if matches!(*notice, adoube_bot::Notice::SelectionStep(_)) => "Ada",
        _ => other,
    }
}

#[tokio::test]
async fn nobody_completes_what_is_too_long_to_be_read() {
    let chat = chat(&[]).await;
    completes(&chat, Language::EN, &[(&"p".repeat(301), &[]), (&format!("play {}", "B".repeat(400)), &[])])
        .await;
}

#[tokio::test]
async fn drops_are_offered_to_the_player_who_has_begun_a_turn_alone() {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, line) in [("Ada", "play Bob schachen white"), ("Bob", "accept"), ("Ada", "n3")] {
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        chat.service.handle(&event).await;
    }
    let english: [(&str, &[&str]); 2] = [
        ("drop n", &["drop N m1", "drop N n2", "drop N o1", "drop N p1"]),
        ("drop knight m", &["drop N m1"]),
    ];
    completes(&chat, Language::EN, &english).await;
    completes(&chat, Language::of("de"), &[("einsetzen Springer m", &["einsetzen S m1"])]).await;
    let others = chat.service.suggest(&channel(), &person("Bob"), Language::EN, "drop ").await;
    assert_eq!(others, [], "Ada's cards");
}

#[tokio::test]
async fn an_option_is_completed_for_itself() {
    let chat = chat(&[]).await;
    let table: [((&str, &str), &str, &[&str]); 9] = [
        (("move", "move"), "N", &["Na3", "Nc3", "Nf3", "Nh3"]),
        (("export", "format"), "", &["pgn", "fen", "gif", "json"]),
        (("games", "owner"), "ba", &["Barbara"]),
        (("piece", "piece"), "knight", &["Knight", "Knight-Ferz", "Knight-Wazir", "Knight-Dabbaba"]),
        (("pick", "piece"), "", &[]),
        (("setup", "pieces"), "", &[]),
        (("setup", "pieces"), "2", &["2"]),
        (("move", "no-option"), "", &[]),
        (("no-command", "move"), "", &[]),
    ];
    for (option, typed, expected) in table {
        let found = chat.service.suggest_for(&channel(), &person("Ada"), Language::EN, option, typed).await;
        let values: Vec<&str> = found.iter().map(|found| found.line.as_str()).collect();
        assert_eq!(values, expected, "{option:?} {typed:?}");
    }
}

#[tokio::test]
async fn as_many_as_there_is_room_for_are_all_offered() {
    for (last, moves) in [("a3", 25), ("e3", 31)] {
        let chat = chat(&["Nf3", "a6", "Nc3", "h6", last, "g6"]).await;
        let legal = chat.service.suggest(&channel(), &person("Ada"), Language::EN, "move ").await;
        assert_eq!(legal.len(), moves, "{last}");
        let found =
            chat.service.suggest_for(&channel(), &person("Ada"), Language::EN, ("move", "move"), "").await;
        let more = found.last().is_some_and(|found| found.line.ends_with('…'));
        assert_eq!((found.len(), more), (25, moves > 25), "{last}");
    }
}
