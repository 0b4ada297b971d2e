//! What others call the pieces, as people ask about them. Not here: that each name leads to one piece (`wording`).

use adoube_rules::PieceType;
use adoube_service::{Action, Block, Language, Notice, Reply};

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
    ];
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, code) in table {
        let event = chat.event("Ada", Language::EN, false, Action::Command(format!("piece {name}")));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{name}") };
        assert_eq!(*notice, Notice::Piece { kind: PieceType::from_code(code).expect("a code") }, "{name}");
    }
    for name in ["unicorn", "locust", "mao", "rose", "Heuschrecke", "Einhorn"] {
        let event = chat.event("Ada", Language::EN, false, Action::Command(format!("piece {name}")));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{name}") };
        let message = chat.read(&notice, Some("Ada"), Language::EN);
        let Some(Block::Text(text)) = message.blocks.first() else { panic!("{name}: {message:?}") };
        assert!(text.starts_with("No piece here moves like"), "{name}: {text}");
    }
}
