//! Tests of reading FENs of other programs: what they leave out, and the piece letters of
//! Fairy-Stockfish in Grand Chess.

use adoube_rules::{PieceDialect, PieceType, Position, PositionFault, Side, Variant};

const CLASSIC: &str = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

fn position(variant: Variant, fen: &str) -> (Position, PieceDialect) {
    let found = Position::parse_foreign(variant, fen, None).unwrap_or_else(|error| panic!("{fen}: {error}"));
    (found.position, found.letters)
}

#[test]
fn what_is_left_out_has_its_usual_value() {
    let start = Position::start(Variant::Chess);
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    for rest in ["KQkq - 0 1", "KQkq - 0 0", "KQkq -", "KQkq - 0", "HAha - 0 1", "AHah -", "KQkq  -  0  1 "] {
        assert_eq!(position(Variant::Chess, &format!("{board} {rest}")).0, start, "{rest}");
    }
}

#[test]
fn opcodes_of_an_epd_stand_in_place_of_fields() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let table = [
        ("bm e4;", "0 1"),
        ("hmvc 3; fmvn 12;", "3 12"),
        ("fmvn 12; bm Nf3 Nc3; id \"start: one\"; hmvc 3;", "3 12"),
        ("hmvc 3; fmvn 0;", "3 1"),
    ];
    for (opcodes, counters) in table {
        let read = position(Variant::Chess, &format!("{board} {opcodes}")).0;
        assert_eq!(read.to_string(), format!("{board} {counters}"), "{opcodes}");
    }
}

#[test]
fn what_is_wrong_stays_wrong() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let wrong = [
        "",
        "w",
        "w KQkq",
        "x KQkq -",
        "w KQkq - - -",
        "w KQkq - 0 -1",
        "w KQkq - 0 10000",
        "w KQkq e3 0 1",
        "w KQkq - 0 1 pool:Q",
        "w BGbg - 0 1",
        "w KQkqHA - 0 1",
        "w KQkq - bm e4",
        "w KQkq - hmvc 4",
        "w KQkq - hmvc x;",
    ];
    for rest in wrong {
        let fen = format!("{board} {rest}");
        assert!(Position::parse_foreign(Variant::Chess, &fen, None).is_err(), "{fen}");
    }
    let long = "8/".repeat(5000);
    let error = Position::parse_foreign(Variant::Grand, &long, None).expect_err("too long");
    assert!(matches!(error.faults.as_slice(), [PositionFault::TooLong(_)]));
}

#[test]
fn the_classic_array_is_the_same_in_both_letters() {
    let (start, letters) = position(Variant::Grand, CLASSIC);
    assert_eq!((&start, letters), (&Position::start(Variant::Grand), PieceDialect::FairyStockfish));
    assert_eq!(start.fen(PieceDialect::FairyStockfish).as_deref(), Some(CLASSIC));
    let own = CLASSIC.replace('c', "m").replace('a', "c").replace('C', "M").replace('A', "C");
    assert_eq!(start.fen(PieceDialect::Own), Some(own.clone()));
    assert_eq!(position(Variant::Grand, &own), (start, PieceDialect::Own));
}

#[test]
fn letters_decide_whose_a_fen_is() {
    use PieceDialect::{FairyStockfish, Own};
    let table = [
        // A or M, on either side.
        ("K9/10/10/10/10/10/10/10/A9/9k w - - 0 1", FairyStockfish),
        ("K9/10/10/10/10/10/10/10/a9/9k w - - 0 1", FairyStockfish),
        ("K9/10/10/10/10/10/10/10/4m5/9k w - - 0 1", Own),
        // C alone, or none of them: the keys.
        ("K9/10/10/10/10/10/10/10/4c5/9k w - - 0 1", FairyStockfish),
        ("K9/10/10/10/10/10/10/10/4c5/9k w - - 0 1 promo:captured pool:- last:-/-", Own),
        ("K9/10/10/10/10/10/10/10/4q5/9k w - - 0 1", FairyStockfish),
        // Codes in braces are no single letters.
        ("K9/10/10/10/10/10/10/10/4{CA}{am}{ma}3/9k w - - 0 1 last:-/-", Own),
    ];
    for (fen, letters) in table {
        assert_eq!(position(Variant::Grand, fen).1, letters, "{fen}");
    }
    for (letters, kind) in [(Own, PieceType::CARDINAL), (FairyStockfish, PieceType::MARSHAL)] {
        assert_eq!(letters.kind("C"), Some(kind));
        let fen = "K9/10/10/10/10/10/10/10/4c5/9k w - - 0 1";
        let found = Position::parse_foreign(Variant::Grand, fen, Some(letters));
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        assert!(found.position.pieces().any(|(_, piece)| piece.kind == kind), "{letters:?}");
    }
    let both = "K9/10/10/10/10/10/10/10/Am8/9k w - - 0 1";
    let error = Position::parse_foreign(Variant::Grand, both, None).expect_err("letters of both");
    assert_eq!(error.faults, [PositionFault::UnknownPiece("m8".to_owned())]);
}

#[test]
fn missing_pieces_may_come_back() {
    let table = [
        (CLASSIC, "-"),
        // The Queens are off the board, and a Rook and both new pieces of Black's.
        ("9r/1nb1k2bn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NB1KCABN1/R8R w - - 0 9", "Qqrcm"),
        // What is there twice after a promotion is not missing, and nothing is missing less than nothing.
        ("4k5/10/10/10/10/10/10/10/QQRRBBNNCA/4K5 b - - 0 40", "qrrbbnncm"),
        ("4k5/10/10/10/10/10/10/10/RRRBBNNCAK/10 b - - 0 40", "Qqrrbbnncm"),
    ];
    for (fen, pool) in table {
        let text = position(Variant::Grand, fen).0.full_text();
        assert!(text.contains(&format!(" pool:{pool} ")), "{fen}: {text}");
    }
    let fen = "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1";
    for (keys, pool) in
        [("pool:-", 0), ("promo:captured", 0), ("pool:Q", 1), ("promo:all", 0), ("last:-/-", 9)]
    {
        let (found, _) = position(Variant::Grand, &format!("{fen} {keys}"));
        assert_eq!(found.pool(Side::White).len(), pool, "{keys}");
    }
}

#[test]
fn the_text_of_this_project_means_what_it_meant() {
    for fen in [CLASSIC, "4k5/10/10/10/10/10/10/10/10/4K5 w - -", "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 0"]
    {
        assert!(Position::parse(Variant::Grand, fen).is_err(), "{fen}");
    }
    let bare = Position::parse(Variant::Grand, "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1");
    assert!(bare.is_ok_and(|bare| bare.pool(Side::White).is_empty()));
}
