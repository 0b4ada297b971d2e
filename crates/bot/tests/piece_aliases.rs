//! Tests of the other names that people use for pieces: `/piece` understands, shows and completes
//! them. Not here: that each name leads to one piece (`text`).

use adoube_bot::{Block, Language, Notice, Reply, UserAction};
use adoube_rules::PieceType;

use crate::support::Chat;

#[tokio::test]
async fn names_of_other_collections_are_understood() {
    let table = [
        ("archbishop", "C"),
        ("princess", "C"),
        ("Prinzessin", "C"),
        ("Erzbischof", "C"),
        ("chancellor", "M"),
        ("empress", "M"),
        ("Kanzler", "M"),
        ("Kaiserin", "M"),
        ("alfil", "EL"),
        ("fers", "FE"),
        ("ferz", "FE"),
        ("wazir", "WA"),
        ("vizier", "WA"),
        ("dabbabah", "DA"),
        ("pao", "CN"),
        ("gryphon", "GF"),
        ("griffon", "GF"),
        ("knightrider", "NR"),
        ("nightrider", "NR"),
        ("wildebeest", "GN"),
        ("gnu", "GN"),
        ("camel", "CA"),
        ("Kamel", "CA"),
        ("zebra", "ZE"),
        ("giraffe", "GI"),
        ("amazon", "AM"),
        ("maharaja", "AM"),
        ("centaur", "CE"),
        ("crowned knight", "CE"),
        ("mann", "GD"),
        ("bison", "CZ"),
        ("Büffel", "BU"),
        ("squirrel", "SQ"),
        ("bede", "BA"),
        ("waffle", "PH"),
        ("woody rook", "DW"),
        ("wizard", "CF"),
        ("kylin", "KI"),
        ("Janus", "C"),
        ("superqueen", "AM"),
        ("Maharadscha", "AM"),
        ("knightmare", "NR"),
        ("Kentaur", "CE"),
        ("Gekrönter Springer", "CE"),
        ("commoner", "GD"),
        ("non-royal king", "GD"),
        ("Firzan", "FE"),
        ("Vezir", "WA"),
        ("pil", "EL"),
        ("Fil", "EL"),
        ("ferfil", "ME"),
        ("Alfil-Dabbaba", "AL"),
        ("war machine", "DA"),
        ("Kriegsmaschine", "DA"),
        ("dabbabahrider", "DR"),
        ("priest", "NF"),
        ("marquis", "NW"),
        ("carpenter", "ND"),
        ("crowned rook", "DK"),
        ("promoted rook", "DK"),
        ("crowned bishop", "DH"),
        ("Gekrönter Läufer", "DH"),
        ("quadrapawn", "ST"),
        ("canvasser", "CR"),
        ("Bison", "CZ"),
        ("centurion", "SQ"),
        ("crowned grasshopper", "SC"),
        ("aanca", "GF"),
        ("Vogel Greif", "GF"),
        ("Känguruh", "KA"),
        ("retreater", "WI"),
        ("approacher", "AD"),
        ("co-ordinator", "CO"),
        ("Chinesische Kanone", "CN"),
        ("immobiliser", "IM"),
        ("jester", "JO"),
        ("Hofnarr", "JO"),
    ];
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, code) in table {
        let event = chat.event("Ada", Language::EN, false, UserAction::Line(format!("piece {name}")));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{name}") };
        assert_eq!(*notice, Notice::Piece { kind: PieceType::from_code(code).expect("a code") }, "{name}");
    }
    for name in ["unicorn", "locust", "mao", "rose", "Heuschrecke", "Einhorn"] {
        let event = chat.event("Ada", Language::EN, false, UserAction::Line(format!("piece {name}")));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{name}") };
        let message = chat.read(&notice, Some("Ada"), Language::EN);
        let Some(Block::Text(text)) = message.blocks.first() else { panic!("{name}: {message:?}") };
        assert!(text.starts_with("No piece here moves like"), "{name}: {text}");
    }
}

/// The words of what `/piece` shows.
async fn page(chat: &mut Chat, name: &str, language: Language) -> String {
    let event = chat.event("Ada", language, false, UserAction::Line(format!("piece {name}")));
    let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{name}") };
    crate::support::table::text(&chat.read(&notice, Some("Ada"), language))
}

#[tokio::test]
async fn a_piece_is_shown_with_its_other_names() {
    let mut chat = Chat::new(&["Ada"], 1);
    for (name, language, line) in [
        ("M", Language::EN, "Also called: Chancellor, Empress, Marshall"),
        ("M", Language::of("de"), "Auch genannt: Kanzler, Kaiserin."),
        ("chancellor", Language::of("de"), "Auch genannt: Kanzler, Kaiserin."),
        ("EL", Language::EN, "Also called: Alfil, Fil, Pil, Alpil."),
    ] {
        let page = page(&mut chat, name, language).await;
        assert!(page.contains(line), "{name}: {page}");
    }
    assert!(!page(&mut chat, "Q", Language::EN).await.contains("Also called"), "nobody calls it otherwise");
}

#[tokio::test]
async fn other_names_are_completed() {
    let chat = Chat::new(&["Ada"], 1);
    let person = adoube_testing::people::person("Ada");
    for (typed, language, label) in [
        ("piece canv", Language::EN, "Canvasser"),
        ("piece archb", Language::EN, "Archbishop"),
        ("figur kanzl", Language::of("de"), "Kanzler"),
        ("figur chanc", Language::of("de"), "Chancellor"),
    ] {
        let found = chat.service.suggest(&crate::support::channel(), &person, language, typed).await;
        assert!(found.iter().any(|found| found.label.contains(label)), "{typed}: {found:?}");
    }
}
