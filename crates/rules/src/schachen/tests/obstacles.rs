//! Tests of the reasons why a piece of each kind cannot reach a square of the grid.

use super::{parse, schachen, square};
use crate::Square;
use crate::position::Obstacle::{self, Lonely, Movement, Nothing, OnlyCaptures, OwnPiece, Piece};

fn check(text: &str, from: &str, wanted: &[(&str, Obstacle)]) {
    let position = parse(&format!("{text} hand:-/- stack:-/- taken:-/- 0 1"));
    for (to, obstacle) in wanted {
        assert_eq!(schachen(&position).obstacle(square(from), square(to)), *obstacle, "{text}: {from}{to}");
    }
}

fn on(name: &str) -> Obstacle {
    Piece(square(name))
}

#[test]
fn a_pawn() {
    check(
        "Kn1,Pn3,Ro4/Kz20,Nm4 w",
        "n3",
        &[
            ("n4", Nothing),
            ("m4", Nothing),
            ("o4", OwnPiece),
            ("n5", Movement),
            ("n2", Movement),
            ("m3", Movement),
            ("m2", Movement),
            ("p4", Movement),
        ],
    );
    check("Kn1,Pn3/Kz20 w", "n3", &[("n4", Lonely), ("m4", OnlyCaptures), ("o4", OnlyCaptures)]);
    check("Kn1,Pn3/Kz20,Bn4 w", "n3", &[("n4", on("n4"))]);
    check(
        "Kz20/Pn4,Kn9 b",
        "n4",
        &[("n3", Lonely), ("m3", OnlyCaptures), ("n5", Movement), ("m5", Movement)],
    );
}

#[test]
fn a_king() {
    check(
        "Pm3,Kn3/Kz20 w",
        "n3",
        &[
            ("n4", Nothing),
            ("o4", Lonely),
            ("o3", Lonely),
            ("m3", OwnPiece),
            ("n2", OnlyCaptures),
            ("m2", OnlyCaptures),
            ("n5", Movement),
            ("p3", Movement),
        ],
    );
    check("Kz20/Pm3,Kn3 b", "n3", &[("n4", OnlyCaptures), ("n2", Nothing), ("o2", Lonely)]);
}

#[test]
fn a_knight() {
    check(
        "Kn1,Nm3/Kz20 w",
        "m3",
        &[
            ("o2", Nothing),
            ("n1", OwnPiece),
            ("n5", Lonely),
            ("k4", Lonely),
            ("n4", Movement),
            ("m5", Movement),
            ("o5", Movement),
        ],
    );
}

#[test]
fn a_rider() {
    check(
        "Kn1,Rn3,Pn6/Kz20,Bq3 w",
        "n3",
        &[
            ("n2", Nothing),
            ("q3", Nothing),
            ("n6", OwnPiece),
            ("n7", on("n6")),
            ("n1", OwnPiece),
            ("r3", on("q3")),
            ("h3", Lonely),
            ("o4", Movement),
            ("o5", Movement),
        ],
    );
    check("Kn1,Bn3/Kz20 w", "n3", &[("q6", Lonely), ("n4", Movement), ("o5", Movement)]);
    check("Kn1,Qn3/Kz20 w", "n3", &[("q6", Lonely), ("n9", Lonely), ("o5", Movement)]);
}

#[test]
fn nobody_goes_from_an_empty_square() {
    check("Kn1/Kz20 w", "c3", &[("c4", Movement), ("n1", Movement)]);
}

#[test]
fn far_away_nothing_overflows() {
    let position = parse("Kn1,Rn3/Kz20 w hand:-/- stack:-/- taken:-/- 0 1");
    let far = Square::new(i32::MIN, i32::MAX);
    assert_eq!(schachen(&position).obstacle(square("n3"), far), Movement);
}
