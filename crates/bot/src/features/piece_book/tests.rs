//! Tests of the piece book, the reference of all pieces, in both languages: complete for every
//! piece, and in agreement with the rules.

use super::*;

fn book() -> PieceBook {
    PieceBook::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_piece_has_an_article_in_every_language() {
    let book = book();
    for language in book.locales().languages() {
        for code in book.codes() {
            let article = book.article(code, language).unwrap_or_else(|| panic!("{code}"));
            let BookArticle { listed, about, diagram, examples, origin, .. } = &article;
            let diagram = diagram.as_ref().unwrap_or_else(|| panic!("{code}"));
            for text in [&listed.name, &listed.letter, &listed.in_short, about, &diagram.legend, origin] {
                assert!(!text.is_empty(), "{code} in {language:?}: {article:?}");
            }
            assert_eq!(listed.called.len(), book.locales().languages().count() - 1);
            assert!(!diagram.picture.alt.to_string().is_empty(), "{code}");
            let kind = PieceType::from_code(code).unwrap_or_else(|| panic!("{code}"));
            let drawn = book.diagrams.of(kind).map_or(0, |diagram| diagram.examples().len());
            let boards = examples.as_ref().map_or(&[][..], |examples| &examples.boards[..]);
            assert_eq!((boards.len(), examples.is_some()), (drawn, drawn > 0), "{code}");
            for picture in boards.iter().flatten() {
                assert!(!picture.alt.to_string().is_empty(), "{code}");
            }
        }
    }
}

#[test]
fn every_piece_is_on_one_shelf() {
    let book = book();
    let shelves = book.shelves(Language::EN);
    let mut codes: Vec<&str> =
        shelves.iter().flat_map(|shelf| shelf.pieces.iter().map(|piece| piece.code)).collect();
    codes.sort_unstable();
    let mut all: Vec<&str> = book.codes().collect();
    all.sort_unstable();
    assert_eq!(codes, all);
}

#[test]
fn a_piece_is_found_by_code_and_key() {
    let book = book();
    for (text, code) in [
        ("NR", Some("NR")),
        ("nr", Some("NR")),
        ("nightrider", Some("NR")),
        ("k", Some("K")),
        ("", None),
        ("springer", None),
    ] {
        assert_eq!(book.find(text), code, "{text}");
    }
}

#[test]
fn what_is_tried_is_what_pieces_can_do() {
    let book = book();
    let tried = |code, from, stones| {
        let TrialTarget { moves, captures } = book.try_on(code, from, stones)?;
        Some(format!("{} x {}", moves.join(" "), captures.join(" ")))
    };
    assert_eq!(tried("N", "a1", None).as_deref(), Some("b3 c2 x b3 c2"));
    let stones: Option<(&[&str], &[&str])> = Some((&["b3", "nowhere"], &["c2"]));
    assert_eq!(tried("N", "a1", stones).as_deref(), Some(" x b3"));
    assert_eq!(tried("N", "b3", stones), None, "another piece stands there");
    assert_eq!(tried("N", "k1", None), None);
    assert_eq!(tried("N", "", None), None);
    assert_eq!(tried("XX", "a1", None), None);
    let hopper: Option<(&[&str], &[&str])> = Some((&[], &["a3"]));
    assert_eq!(tried("GR", "a1", hopper).as_deref(), Some("a4 x a4"));
    let joker = book.trial("JO", Language::EN).unwrap_or_else(|| panic!("a Joker"));
    assert_eq!(joker.copied.as_deref(), Some("The opponent has just moved this piece: Knight."));
}

/// Every square of every trial has an answer, and most pieces can move from most squares.
#[test]
fn every_trial_knows_every_square() {
    let book = book();
    for code in book.codes() {
        let trial = book.trial(code, Language::EN).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(trial.squares.len(), 100, "{code}");
        assert_eq!((trial.squares[0].0.as_str(), trial.squares[99].0.as_str()), ("a1", "j10"));
        let free = trial.squares.iter().filter(|(_, tried)| tried.is_some()).count();
        assert_eq!(free + trial.stones.len(), 100, "{code}");
        for TrialPiece { art, name, at } in &trial.stones {
            let stone = |code| book.listed(code, Language::EN).unwrap_or_else(|| panic!("{art} on {at}"));
            let said = match art.split_once('-') {
                Some(("white", code)) => format!("{} on its side", stone(code).name),
                Some(("black", code)) => format!("{}, enemy", stone(code).name),
                _ => panic!("{art} on {at}"),
            };
            assert_eq!(*name, said, "{code}");
        }
        let first = trial.squares.iter().find(|(square, _)| *square == trial.first);
        let tried = first.and_then(|(_, tried)| tried.as_ref()).unwrap_or_else(|| panic!("{code}"));
        assert!(!tried.moves.is_empty(), "{code} does nothing on {}", trial.first);
    }
}

#[test]
fn pages_ask_for_words_that_are_there() {
    let book = book();
    for language in book.locales().languages() {
        for key in words::PAGE {
            let values: Vec<_> =
                ["count", "name", "square", "moves", "captures"].map(|name| (name, "1")).into();
            let word = book.word(language, key, &values);
            assert!(word != key && !word.is_empty(), "{key}: {word:?}");
        }
        assert_eq!(book.marks(language).len(), adoube_render::Mark::ALL.len());
    }
    let own = book.word(Language::of("de"), "book-own", &[("name", "Springer")]);
    assert!(own.contains("Springer"), "{own}");
    assert_eq!(["en", "de"].map(|tag| book.endonym(Language::of(tag))), ["English", "Deutsch"]);
}

#[test]
fn lists_have_a_piece_by_what_all_languages_call_it() {
    let book = book();
    let camel = BookEntry {
        code: "CA",
        key: "camel",
        name: "Camel".to_owned(),
        letter: "CA".to_owned(),
        called: vec![(Language::of("de"), "Kamel".to_owned())],
        in_short: "Leaps three squares along a file or rank and one square at a right angle, over any pieces in between."
            .to_owned(),
    };
    assert_eq!(book.listed("CA", Language::EN), Some(camel));
    let knight = book.listed("N", Language::of("de")).expect("a Knight");
    assert_eq!((knight.letter.as_str(), knight.called), ("S", vec![(Language::EN, "Knight".to_owned())]));
    assert_eq!(book.listed("XX", Language::EN), None);
    let shelves = book.shelves(Language::EN);
    assert_eq!(
        shelves.iter().map(|shelf| shelf.name.as_str()).collect::<Vec<_>>(),
        [
            "Pieces of the classic set-up",
            "Run along lines or take single steps",
            "Leap like Knights, near and far",
            "Leap straight or diagonally",
            "Leap over other pieces",
            "Have rules of their own",
        ]
    );
}

#[test]
fn what_is_particular_about_a_piece_is_told() {
    let book = book();
    for (code, traits) in [
        ("K", "Must not be lost"),
        ("Q", ""),
        ("B", "Stays on one colour"),
        ("N", ""),
        ("P", "Promotes"),
        ("NR", "Locked at first"),
        ("AR", "Captures from afar"),
        ("BL", "Cannot be captured"),
        ("EH", "Bound to the edge"),
        ("AD", "Captures without touching"),
        ("WI", "Captures without touching"),
        ("CO", "Captures without touching"),
        ("WM", "Goes round others"),
        ("DI", "Converts"),
        ("IM", "Freezes"),
        ("CM", "Copies others"),
        ("JO", "Copies others"),
    ] {
        let article = book.article(code, Language::EN).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(article.traits.join(", "), traits, "{code}");
    }
}

#[test]
fn how_far_a_piece_gets_what_it_is_like_and_where_it_comes_from_is_told() {
    let book = book();
    let article = |code| book.article(code, Language::EN).unwrap_or_else(|| panic!("{code}"));
    let reach = |least, most| {
        format!("On an empty board of Grand Chess it has from {least} to {most} squares to go to.")
    };
    for (code, reached, origin) in [
        ("N", Some(reach(2, 8)), "It is a piece of chess"),
        ("K", Some(reach(3, 8)), "It is a piece of chess"),
        ("M", Some(reach(20, 26)), "It stands in the starting position of Grand Chess"),
        ("C", Some(reach(11, 25)), "It stands in the starting position of Grand Chess"),
        ("FE", Some(reach(1, 4)), "It is one of the extra pieces"),
        ("GR", None, "It is one of the extra pieces"),
    ] {
        let article = article(code);
        assert_eq!(article.reach, reached, "{code}");
        assert!(article.origin.starts_with(origin), "{code}: {}", article.origin);
    }
    let kin = |code| -> Vec<String> {
        let rows = article(code).kin.into_iter();
        rows.map(|kin| format!("{}: {}", kin.title, kin.codes.join(" "))).collect()
    };
    assert_eq!(kin("AM"), ["Does what these do, and more, on an empty board: Q C M MG"]);
    assert_eq!(
        kin("C"),
        [
            "Does what these do, and more, on an empty board: B NF",
            "These do what it does, and more, on an empty board: AM",
        ]
    );
    assert_eq!(kin("K")[0], "Has the same squares on an empty board: GD");
    assert!(kin("GR").is_empty(), "it needs others");
}

/// The pieces on the small board of a mark.
#[test]
fn every_mark_is_shown_on_what_has_it() {
    let marks = book().marks(Language::EN);
    let shown = |key: &str| -> Vec<String> {
        let marked = marks.iter().find(|marked| marked.key == key).unwrap_or_else(|| panic!("{key}"));
        let pieces = marked.picture.scene.pieces.iter();
        pieces.map(|(square, piece)| format!("{} {} {square}", piece.side, piece.kind.code())).collect()
    };
    for (key, pieces) in [
        ("target", &[][..]),
        ("capture", &["black N b2"]),
        ("movable", &["white N b2"]),
        ("check", &["black K b2"]),
        ("locked", &["white NR b2"]),
        ("frozen", &["black R b2", "white IM c2"]),
    ] {
        assert_eq!(shown(key), pieces, "{key}");
    }
}
