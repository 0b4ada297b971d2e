//! Tests of typed moves of Schachen: squares without bounds, cards, and the two steps of a turn.

use super::{check, position, words};
use crate::Variant::Schachen;
use crate::notation::{DropReading, declines_drop, read_drop};
use crate::{Move, Square};

/// White: King n1, Knight m2, Pawns n2 and o2; Black: King o6, Pawns n5 and p5.
const OPEN: &str = "Nm2,Kn1,Pn2,Po2/Pn5,Ko6,Pp5 w hand:QNP/RRB stack:RB/- taken:-/- 0 1";

#[test]
fn a_turn_is_typed_in_many_ways() {
    check(
        Schachen,
        OPEN,
        &[
            ("n3", "n2n3"),
            ("n2n3", "n2n3"),
            ("n2 n3", "n2n3"),
            ("n2-n3", "n2n3"),
            ("n2 to n3", "n2n3"),
            ("n3 pass", "n2n3"),
            ("n3, passe", "n2n3"),
            ("n3/-", "n2n3"),
            ("n2n3/Q@o1", "n2n3/Q@o1"),
            ("n3/Q@o1", "n2n3/Q@o1"),
            ("n3/Qo1", "n2n3/Q@o1"),
            ("n3 / q @ o1", "n2n3/Q@o1"),
            ("n3 Q@o1", "n2n3/Q@o1"),
            ("n3/D@o1+", "n2n3/Q@o1"),
            ("n3 drop Q o1", "n2n3/Q@o1"),
            ("n3 drop Queen on o1", "n2n3/Q@o1"),
            ("n3 and drop Queen on o1", "n2n3/Q@o1"),
            ("n3 setze D o1", "n2n3/Q@o1"),
            ("n3, setze Dame auf o1 ein!", "n2n3/Q@o1"),
            ("n3 drop N", "n2n3/N@n2 | n2n3/N@o1"),
            ("n3 drop n3", "occupied by white pawn n3"),
            ("n3 drop p2", "n2n3/P@p2"),
            ("Nk3", "touches nothing: white knight m2 to k3"),
            ("Springer o3", "m2o3"),
            ("So3 setze D o1", "m2o3/Q@o1"),
            ("Nm2-o3/P@p2", "m2o3/P@p2"),
        ],
    );
}

#[test]
fn squares_have_no_bounds() {
    check(
        Schachen,
        "Qb2,Ka1,P-b3,P-c4,Pm-3/Kz50,Nb-9,Paab3 w hand:-/- stack:-/- taken:-/- 0 1",
        &[
            ("-b4", "-b3-b4"),
            ("-b3-b4", "-b3-b4"),
            ("-b3--b4", "-b3-b4"),
            ("-b3 to -b4", "-b3-b4"),
            ("Qb-9", "b2b-9"),
            ("Qxb-9", "b2b-9"),
            ("Db2xb-9", "b2b-9"),
            ("b2b-9", "b2b-9"),
            ("b2-b1", "b2b1"),
            ("Qaaa2", "b2aaa2"),
            ("Qb1000000", "-"),
            ("Qaaaa1", "no white queen Some(702) None"),
        ],
    );
    // Both b4 and -b4 can be meant: somebody is asked, and can say which.
    check(
        Schachen,
        "Qa4,Ka1,P-a3,Pb3/Kz50 w hand:-/- stack:-/- taken:-/- 0 1",
        &[
            ("Qa4-b4", "a4-b4 | a4b4"),
            ("a4-b4", "a4-b4 | a4b4"),
            ("a4b4", "a4b4"),
            ("a4--b4", "a4-b4"),
            ("a4 to b4", "a4b4"),
        ],
    );
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    check(
        Schachen,
        OPEN,
        &[
            ("Nk3", "touches nothing: white knight m2 to k3"),
            ("Ko2", "own piece: white king n1 to white pawn o2"),
            ("Kn0", "only captures: white king n1 to n0"),
            ("n4", "cannot reach: white pawn n2 to n4"),
            ("nxo3", "captures nothing: white knight m2 to o3"),
            ("n3=Q", "no promotion: white pawn n2 to n3 but on 6"),
            ("n3/B@o1", "not in hand: bishop"),
            ("n3/Q@p2", "cannot drop Some(Q) on p2"),
            ("n3/Q@zzz5", "cannot drop Some(Q) on zzz5"),
            ("Nn3/Q@o1", "cannot reach: white knight m2 to n3"),
            ("O-O", "castling Kingside: not in this game"),
            ("q5", "no white pawn Some(16) None"),
            ("mp3", "-"),
            ("um20", "-"),
            ("Q@o1", "-"),
            ("n3 -", "-"),
            ("n3, -", "-"),
        ],
    );
    let none = "Nm2,Kn1/Ko6,Pp5 w hand:QNP/RRB stack:RB/- taken:-/- 0 1";
    check(Schachen, none, &[("Nn0/Q@n2", "no pawn to drop by")]);
    let empty = "Nm2,Kn1,Pn2/Ko6,Pp5 w hand:-/RRB stack:-/- taken:-/- 0 1";
    check(Schachen, empty, &[("Nn0/Q@n2", "no cards")]);
}

#[test]
fn behind_a_slash_stands_a_card_even_where_a_pawn_is_promoted() {
    check(
        Schachen,
        "Kn1,Pm5,Pn5/Kp6 w hand:R/- stack:-/- taken:R/- 0 1",
        &[
            ("m6", "m5m6"),
            ("m6=R", "m5m6=R"),
            ("m6R", "m5m6=R"),
            ("m6/R", "m5m6/R@m5 | m5m6/R@n4"),
            ("m6=R/R@n4", "m5m6=R/R@n4"),
        ],
    );
}

/// A reading of the second step in short.
fn second(text: &str) -> String {
    let position = position(Schachen, OPEN);
    let made = Move::new(Square::new(13, 2), Square::new(13, 3));
    match read_drop(&position, &made, text, &words()) {
        DropReading::Drop(drop) => drop.to_string(),
        DropReading::Several(drops) if drops.len() < 2 => format!("several: {drops:?}"),
        DropReading::Several(drops) => drops.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
        DropReading::Pass => "pass".to_owned(),
        DropReading::Refused(refusal) => super::refusals::short(&refusal),
        DropReading::NotADrop => "-".to_owned(),
    }
}

#[test]
fn the_second_step_is_typed_alone() {
    let table = [
        ("Q@o1", "Q@o1"),
        ("q o1", "Q@o1"),
        ("Qo1", "Q@o1"),
        ("drop Queen on o1", "Q@o1"),
        ("setze Dame auf o1 ein", "Q@o1"),
        ("Dame", "Q@n2 | Q@o1"),
        ("o1", "Q@o1 | N@o1"),
        ("p2", "P@p2"),
        ("pass", "pass"),
        ("passe", "pass"),
        ("R@o1", "not in hand: rook"),
        ("what now", "-"),
        ("", "-"),
    ];
    for (text, expected) in table {
        assert_eq!(second(text), expected, "{text:?}");
    }
}

#[test]
fn a_pass_is_told_from_silence() {
    for (text, passes) in
        [("n3 pass", true), ("n3/-", true), ("Nn3 passe", true), ("n3", false), ("pass auf", false)]
    {
        assert_eq!(declines_drop(text, &words()), passes, "{text}");
    }
}
