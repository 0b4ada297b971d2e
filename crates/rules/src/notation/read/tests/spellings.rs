//! Tests of the many spellings of typed moves: texts that mean one legal move, several, or none.

use super::{check, position, words};
use crate::Variant::{Chess, Chess960, Grand};
use crate::notation::{fold_text, looks_like_move};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_knight_goes_to_f3_in_many_ways() {
    let ways = [
        "Nf3",
        "nf3",
        "NF3",
        "N f3",
        "Sf3",
        "sf3",
        "Ngf3",
        "N1f3",
        "Ng1f3",
        "Ng1-f3",
        "g1f3",
        "g1-f3",
        "g1 f3",
        "G1F3",
        "Knight f3",
        "knight to f3",
        "KNIGHT F3",
        "Springer f3",
        "springer nach f3",
        "Springer g1 f3",
        "Springer von g1 nach f3",
        "♘f3",
        "♞f3",
        "♘\u{fe0e} f3",
        "Ｎｆ３",
        "Ng1–f3",
        "g1→f3",
        "g1->f3",
        "  Nf3  ",
        "Nf3!",
        "Nf3.",
        "1.Nf3",
        "1. Nf3",
        "1... Nf3",
        "1234. Nf3",
        "1234...Nf3",
        "Nf3+",
        "Nf3#",
        "Nf3 check",
        "Knight on f3",
    ];
    for way in ways {
        check(Chess, START, &[(way, "g1f3")]);
    }
}

#[test]
fn a_pawn_goes_to_e4_in_many_ways() {
    let ways = [
        "e4",
        "E4",
        "e2e4",
        "e2-e4",
        "e2 e4",
        "E2E4",
        "Pe4",
        "pe4",
        "pawn e4",
        "Bauer e4",
        "♙e4",
        "pawn to e4",
        "1.e4",
    ];
    for way in ways {
        check(Chess, START, &[(way, "e2e4")]);
    }
}

#[test]
fn captures_may_be_said_or_not() {
    let text = "rnb1kbnr/ppp1pppp/8/3q4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1";
    let table = [
        ("exd5", "e4d5"),
        ("ed5", "e4d5"),
        ("e:d5", "e4d5"),
        ("ed5:", "e4d5"),
        ("e4xd5", "e4d5"),
        ("e4×d5", "e4d5"),
        ("e takes d5", "e4d5"),
        ("e4 schlägt d5", "e4d5"),
        ("Bauer schlaegt d5", "e4d5"),
        ("Pxd5", "e4d5"),
        ("Nxd5", "c3d5"),
        ("Nd5", "c3d5"),
        ("nd5", "c3d5"),
        ("Springer schlägt d5", "c3d5"),
        ("Springer schlägt auf d5", "c3d5"),
        ("Knight takes d5", "c3d5"),
        ("sxd5", "c3d5"),
    ];
    check(Chess, text, &table);
}

#[test]
fn a_small_b_is_a_bishop_or_a_pawn() {
    let both = "4k3/8/8/8/2n5/1P6/8/4KB2 w - - 0 1";
    let table = [
        ("bxc4", "b3c4 | f1c4"),
        ("bc4", "b3c4 | f1c4"),
        ("BXC4", "b3c4 | f1c4"),
        ("Bxc4", "f1c4"),
        ("Bc4", "f1c4"),
        ("Lxc4", "f1c4"),
        ("b3c4", "b3c4"),
        ("b takes c4", "b3c4 | f1c4"),
        ("pawn takes c4", "b3c4"),
        ("Pbxc4", "b3c4"),
    ];
    check(Chess, both, &table);
    check(Chess, "4k3/8/8/8/2n5/8/8/4KB2 w - - 0 1", &[("bxc4", "f1c4"), ("bc4", "f1c4")]);
    check(Chess, "4k3/8/8/8/2n5/1P6/8/4K3 w - - 0 1", &[("bxc4", "b3c4"), ("Bxc4", "b3c4")]);
    let no_way = "blocked: white bishop f1 to c4 by white pawn e2";
    check(
        Chess,
        "4k3/8/8/8/2n5/1P6/4P3/4KB2 w - - 0 1",
        &[("Bxc4", no_way), ("bxc4", "b3c4"), ("B3xc4", "b3c4")],
    );
}

#[test]
fn two_squares_are_coordinates_and_nothing_else() {
    // The Bishop on the first rank can go to c3 too.
    let text = "4k3/8/8/8/8/8/8/RN2B1K1 w - - 0 1";
    let table = [("b1c3", "b1c3"), ("B1c3", "e1c3"), ("Bc3", "e1c3"), ("b1d2", "b1d2"), ("B1d2", "e1d2")];
    check(Chess, text, &table);
    check(Chess, "4k3/8/8/8/8/8/8/R3B1K1 w - - 0 1", &[("b1c3", "nothing on b1"), ("B1c3", "e1c3")]);
}

#[test]
fn a_german_d_is_a_queen_or_a_pawn() {
    let text = "4k3/8/8/4n3/3P4/8/8/3K3Q w - - 0 1";
    check(Chess, text, &[("dxe5", "d4e5")]);
    let both = "4k3/8/8/4n3/3P3Q/8/8/3K4 w - - 0 1";
    check(Chess, both, &[("De7", "h4e7"), ("Dame e7", "h4e7"), ("Queen e7", "h4e7")]);
    let queen_and_pawn = "3k4/8/8/4n2Q/3P4/8/8/3K4 w - - 0 1";
    let table = [("dxe5", "d4e5 | h5e5"), ("Dxe5", "h5e5"), ("Qxe5", "h5e5"), ("qxe5", "h5e5")];
    check(Chess, queen_and_pawn, &table);
}

#[test]
fn too_little_said_is_asked_about() {
    let text = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    let table = [
        ("Nd2", "b1d2 | f1d2"),
        ("Springer d2", "b1d2 | f1d2"),
        ("Nbd2", "b1d2"),
        ("nbd2", "b1d2"),
        ("Springer b d2", "b1d2"),
        ("Nf1d2", "f1d2"),
        ("Sfd2", "f1d2"),
        ("N1d2", "b1d2 | f1d2"),
        ("Nc3", "b1c3"),
    ];
    check(Chess, text, &table);
}

#[test]
fn a_promotion_is_said_in_many_ways() {
    let text = "3nk3/4P3/8/8/8/8/8/4K3 b - - 0 1";
    let white = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for way in [
        "e8=Q",
        "e8Q",
        "e8q",
        "e8=q",
        "e8(D)",
        "e8=D",
        "e8D",
        "e8 Dame",
        "e8 = Queen",
        "e7e8=Q",
        "e7e8q",
        "e7-e8Q",
        "e7 e8 D",
        "e8/Q",
        "e8=Q+",
        "e8 (Q)",
        "e8=(Q)",
        "e8 promotes (Q)",
        "e8♕",
        "pawn to e8 promotes to Queen",
        "Bauer e8 wird Dame",
        "E8=Q",
    ] {
        check(Chess, white, &[(way, "e7e8=Q")]);
    }
    let table = [
        ("exd8=S", "e7d8=N"),
        ("ed8N", "e7d8=N"),
        ("exd8 Springer", "e7d8=N"),
        ("e8", "e7e8=Q | e7e8=R | e7e8=B | e7e8=N"),
        ("e7e8", "e7e8=Q | e7e8=R | e7e8=B | e7e8=N"),
        ("exd8", "e7d8=Q | e7d8=R | e7d8=B | e7d8=N"),
        ("e8=B", "e7e8=B"),
        ("e8b", "e7e8=B"),
        ("e8L", "e7e8=B"),
    ];
    check(Chess, white, &table);
    check(Chess, text, &[("Kd7", "e8d7")]);
}

#[test]
fn a_pawn_that_may_stay_a_pawn_stays_one_unless_it_is_said() {
    let text = "9k/3P6/P9/10/10/10/10/10/10/K8r w - - 0 30 promo:captured pool:QR";
    let table = [
        ("d10", "d9d10=Q | d9d10=R"),
        ("d9d10", "d9d10=Q | d9d10=R"),
        ("d10=Q", "d9d10=Q"),
        ("d10D", "d9d10=Q"),
        ("a9", "a8a9"),
        ("a8a9", "a8a9"),
        ("a9=P", "a8a9"),
        ("a9 Bauer", "a8a9"),
        ("a9=Q", "a8a9=Q"),
        ("a8a9=R", "a8a9=R"),
    ];
    // The Rook would be blocked from h10 only by chance: the position is White's to move and quiet.
    check(Grand, &text.replace("K8r", "K9"), &table);
    let one_choice = "9k/3P6/10/10/10/10/10/10/10/K9 w - - 0 30 promo:captured pool:M";
    check(Grand, one_choice, &[("d10", "d9d10=M"), ("d9d10", "d9d10=M"), ("d10 Marschall", "d9d10=M")]);
}

#[test]
fn castling_in_chess() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for way in [
        "O-O",
        "0-0",
        "o-o",
        "O–O",
        "0 - 0",
        "O-O+",
        "e1g1",
        "Kg1",
        "Ke1-g1",
        "King g1",
        "e1h1",
        "OO",
        "00",
        "oo",
        "0O",
        "O-O?!",
        "“O-O”",
        "**O-O**",
        "О-О",
        "Ο-Ο",
        "castle kingside",
        "kurze Rochade",
        "Castle-Kingside",
        "KURZE ROCHADE",
    ] {
        check(Chess, text, &[(way, "e1g1")]);
    }
    for way in [
        "O-O-O",
        "0-0-0",
        "o-o-o",
        "OOO",
        "000",
        "ooo!",
        "e1c1",
        "Kc1",
        "e1a1",
        "große Rochade",
        "grosse rochade",
    ] {
        check(Chess, text, &[(way, "e1c1")]);
    }
    for no_way in ["OO-O", "O-OO", "0000", "O-O-O-O", "O", "0"] {
        check(Chess, text, &[(no_way, "-")]);
    }
    check(Chess, text, &[("castle", "e1c1 | e1g1"), ("Rochade", "e1c1 | e1g1")]);
    check(Chess, "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", &[("castle", "e1g1"), ("Rochade!", "e1g1")]);
}

#[test]
fn castling_in_chess960() {
    let text = "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1";
    let table = [
        ("O-O", "e1g1"),
        ("e1g1", "e1g1"),
        ("Kxg1", "e1g1"),
        ("O-O-O", "e1b1"),
        ("e1b1", "e1b1"),
        ("e1c1", "e1b1"),
        ("Kc1", "e1b1"),
        ("Kf1", "e1f1"),
        ("castle", "e1b1 | e1g1"),
    ];
    check(Chess960, text, &table);
    let far = "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1";
    check(Chess960, far, &[("b1g1", "b1g1"), ("Kg1", "b1g1"), ("O-O", "b1g1"), ("Kc1", "b1c1")]);
}

#[test]
fn en_passant() {
    let text = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    for way in
        ["exd6", "ed6", "e5d6", "exd6ep", "exd6 e.p.", "exd6e.p.", "ed e.p. d6", "e5xd6 en passant", "d6 ep"]
    {
        let expected = if way.starts_with("ed e") { "-" } else { "e5d6" };
        check(Chess, text, &[(way, expected)]);
    }
    let knight = "4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 2";
    check(Chess, knight, &[("Nd6", "b5d6"), ("Nd6 e.p.", "not en passant: white knight b5 to d6")]);
    let coordinator = "9k/10/10/{CO}9/3p6/10/10/K2n6/10/10 w - d7 0 30";
    let not = "not en passant: white coordinator a7 to d7";
    check(Grand, coordinator, &[("COxd7", "a7d7"), ("COd7 e.p.", not)]);
}

#[test]
fn codes_of_two_letters() {
    let text = "9k/10/10/3p6/10/10/1{CA}8/2{NR}4C2/10/K9 w - - 0 30";
    let table = [
        ("CAc7", "b4c7"),
        ("cac7", "b4c7"),
        ("ca c7", "b4c7"),
        ("CAe5", "b4e5"),
        ("NRd5", "c3d5"),
        ("nrd5", "c3d5"),
        ("Nachtreiter d5", "c3d5"),
        ("nachtreiter nach d5", "c3d5"),
    ];
    check(Grand, text, &table);
    let both = "9k/10/10/10/10/10/C1{CA}7/10/10/K9 w - - 0 30";
    check(
        Grand,
        both,
        &[("CAd7", "c4d7"), ("Cad7", "a4d7"), ("cad7", "a4d7 | c4d7"), ("ca d7", "a4d7 | c4d7")],
    );
}

#[test]
fn what_is_written_like_a_move_may_be_anybodys() {
    let (position, words) = (position(Chess, START), words());
    let table = [
        ("Nf3", true),
        ("nf3", true),
        ("Nf6", true),
        ("e5", true),
        ("e7-e5", true),
        ("O-O-O", true),
        ("Springer f6", true),
        ("Qh9", true),
        ("hello", false),
        ("ca c7", false),
        ("queen", false),
        ("`Nf6`", true),
        ("exd", true),
        ("Nf6?", false),
        ("ed", false),
        ("oo", false),
        ("OO", true),
        ("", false),
    ];
    for (text, is_move) in table {
        assert_eq!(looks_like_move(&position, text, &words), is_move, "{text:?}");
    }
    assert!(!looks_like_move(&position, &"e4 ".repeat(40), &words));
}

#[test]
fn a_text_is_plain_without_accents_capitals_and_what_cannot_be_seen() {
    assert_eq!(fold_text("  Läufer\u{200b} E2–E4 ×"), "  laufer e2-e4 x");
    assert_eq!(fold_text(""), "");
}

#[test]
fn what_people_say_is_no_move() {
    let sayings = [
        "",
        " ",
        "hi",
        "ok",
        "good move",
        "O",
        "0",
        "a",
        "b",
        "e",
        "4",
        "44",
        "e 4?",
        "queen",
        "dame",
        "I play e4 now",
        "e4 e5 e6",
        "e4 Nf6",
        "mp3",
        "r2d2",
        "k9",
        "u2",
        "1-0",
        "0-1",
        "1/2-1/2",
        "takes e4",
        "x",
        "xe4",
        "2e4",
        "ee4",
        "to e4",
        "castle please",
        "-",
        "e2-",
        "=Q",
        "e",
        "check",
        "ab",
        "he",
        "am",
        "1.",
        "...",
        "99999. e4",
        "Nf3 Nf6",
        "e04",
        "e444",
        "♔",
        "\u{0}",
        "🦄",
        "e4\u{7}",
    ];
    for saying in sayings {
        check(Chess, START, &[(saying, "-")]);
    }
    check(Chess, START, &[(&"e4 ".repeat(40), "-"), (&"ﷺ".repeat(64), "-")]);
}
