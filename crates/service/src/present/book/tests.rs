//! The book in both languages: everything is there for every piece, and what it says fits the rules.

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
            let Article { listed, about, diagram, legend, steps, example, origin, .. } = &article;
            for text in [&listed.name, &listed.letter, &listed.in_short, about, legend, origin] {
                assert!(!text.is_empty(), "{code} in {language:?}: {article:?}");
            }
            assert_eq!(listed.called.len(), book.locales().languages().count() - 1);
            assert!(diagram.as_ref().is_some_and(|picture| !picture.alt.to_string().is_empty()), "{code}");
            assert_eq!(example.is_some(), !steps.is_empty(), "{code}");
            for picture in steps.iter().flatten() {
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
        let Reached { moves, captures } = book.try_on(code, from, stones)?;
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

/// Every square of every trial has an answer, and most pieces can move from most of them.
#[test]
fn every_trial_knows_every_square() {
    let book = book();
    for code in book.codes() {
        let trial = book.trial(code, Language::EN).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(trial.squares.len(), 100, "{code}");
        assert_eq!((trial.squares[0].0.as_str(), trial.squares[99].0.as_str()), ("a1", "j10"));
        let free = trial.squares.iter().filter(|(_, tried)| tried.is_some()).count();
        assert_eq!(free + trial.stones.len(), 100, "{code}");
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
            assert_ne!(book.word(language, key, &values), key);
        }
        assert_eq!(book.marks(language).len(), adoube_render::Mark::ALL.len());
    }
}
