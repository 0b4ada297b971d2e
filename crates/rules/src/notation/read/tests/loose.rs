//! Tests of texts that mean legal moves although they are not written as notation: with quotes or
//! smileys around them, with letters of other scripts, with files alone; and castling by the Rook's
//! square.

use super::{check, position, words};
use crate::Variant::{Chess, Chess960};
use crate::notation::castling_by_rook;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_king_takes_its_rook_in_chess960_alone() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for way in ["Kh1", "Kxh1", "King h1", "King takes h1", "Ke1h1", "Ke1xh1"] {
        check(Chess, text, &[(way, "cannot reach: white king e1 to h1")]);
        check(Chess960, text, &[(way, "e1h1")]);
    }
    let (chess, words) = (position(Chess, text), words());
    let castling = |text: &str| castling_by_rook(&chess, text, &words).map(|made| made.to_string());
    let table = [
        ("Kh1", Some("e1g1")),
        ("König a1!", Some("e1c1")),
        ("Kg1", None),
        ("Kd1", None),
        ("Rh1", None),
        ("e1h1", None),
        ("h1", None),
        ("hello", None),
    ];
    for (text, expected) in table {
        assert_eq!(castling(text).as_deref(), expected, "{text}");
    }
    let lost = position(Chess, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
    assert_eq!(castling_by_rook(&lost, "Kh1", &words), None);
    assert_eq!(castling_by_rook(&position(Chess960, text), "Kh1", &words), None);
}

#[test]
fn a_capture_may_name_files_alone() {
    let text = "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1";
    let table = [
        ("exd", "e4d5"),
        ("e:d", "e4d5"),
        ("ed", "e4d5"),
        ("EXD", "e4d5"),
        ("e takes f", "e4f5"),
        ("exf!", "e4f5"),
        ("exc", "-"),
        ("e d", "-"),
        ("ede", "-"),
        ("exe", "-"),
    ];
    check(Chess, text, &table);
    check(Chess, START, &[("exd", "only captures: white pawn e2 to d3"), ("ed", "-"), ("hi", "-")]);
    let twice = "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1";
    check(Chess, twice, &[("exd", "e4d5 | e5d6"), ("exd5", "e4d5")]);
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    check(Chess, passing, &[("exd", "e5d6"), ("exd e.p.", "e5d6"), ("ed ep", "e5d6")]);
    let promoting = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    check(Chess, promoting, &[("exd=Q", "e7d8=Q"), ("exdQ", "e7d8=Q"), ("exd=S", "e7d8=N")]);
    let bishop = "4k3/8/8/8/2n5/1P6/8/4KB2 w - - 0 1";
    check(Chess, bishop, &[("bxc", "b3c4"), ("bc", "b3c4"), ("Bxc4", "f1c4")]);
}

#[test]
fn a_move_may_be_surrounded() {
    for way in [
        "`Nf3`",
        "**Nf3**",
        "__Nf3__",
        "“Nf3”",
        "„Sf3“",
        "«Nf3»",
        "'Nf3'",
        "(Nf3)",
        "Nf3,",
        "Nf3;",
        "Nf3🙂",
        "Nf3 👍🏽",
        "Nf3 :)",
        "Nf3 :D",
        "Nf3!!",
        "Nf3!?",
        "Nf3?!",
        "Nf3?",
        "Nf3??",
        "Nf3⁉",
        "Nf3…",
        "9. `Nf3`",
        "**9. Nf3**",
        "Nf3=",
        "Nf3 (=)",
        "Nf3!? (=)",
        "Nf3+!?",
        "Nf3(+)",
    ] {
        check(Chess, START, &[(way, "g1f3")]);
    }
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    check(Chess, passing, &[("e5xd6 (e.p.)", "e5d6"), ("exd6 (ep)!", "e5d6"), ("“exd6 e.p.”", "e5d6")]);
}

#[test]
fn letters_that_look_alike_name_squares_but_no_pieces() {
    // The Cyrillic К is the Knight's letter in Russian.
    let table =
        [("е4", "e2e4"), ("е2-е4", "e2e4"), ("Ｅ４", "e2e4"), ("Nf3", "g1f3"), ("Кf3", "-"), ("еда", "-")];
    check(Chess, START, &table);
    check(Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", &[("ехd5", "e4d5"), ("exd5", "e4d5")]);
}

#[test]
fn what_may_be_talk_is_read_where_a_move_is_meant() {
    let blocked = "castling Kingside: blocked by white bishop f1";
    let table = [("oo", blocked), ("00", blocked), ("e4?", "e2e4"), ("Nf3??", "g1f3")];
    check(Chess, START, &table);
}
