//! Tests of what each piece with a special power captures by one move.
//!
//! The vectors of the program check the legal moves in thousands of positions.

use adoube_rules::{Piece, Position, Side, Square, Variant};

/// What White's move does to Black: `x` and the piece and square it takes, `~` and those it converts.
fn done(placement: &str, keys: &str, lan: &str) -> String {
    let text = format!("{placement} w {keys}");
    let position = Position::parse(Variant::Grand, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let legal = position.legal_moves();
    let Some(made) = legal.iter().find(|made| made.to_string() == lan) else { return "not legal".to_owned() };
    let effects = position.effects(made);
    let told = |sign: char, (square, piece): (Square, Piece)| format!("{sign}{piece}{square}");
    let taken = effects.captured(Side::White).map(|entry| told('x', entry));
    let all: Vec<String> =
        taken.chain(effects.converted(Side::White).map(|entry| told('~', entry))).collect();
    all.join(" ")
}

fn check(table: &[(&str, &str, &str, &str)]) {
    for (what, placement, lan, expected) in table {
        assert_eq!(done(placement, "- - 0 30", lan), *expected, "{what}: {placement} {lan}");
    }
}

#[test]
fn some_take_what_they_do_not_go_to() {
    check(&[
        ("Advancer: beyond its target", "9k/10/10/4n5/10/10/4{AD}5/10/10/K9", "e4e6", "xne7"),
        ("Advancer: nothing farther on", "9k/10/10/4n5/10/10/4{AD}5/10/10/K9", "e4e5", ""),
        ("Withdrawer: behind it", "9k/10/10/10/10/4n5/4{WI}5/10/10/K9", "e4e2", "xne5"),
        ("Withdrawer: nothing beside it", "9k/10/10/10/10/4n5/4{WI}5/10/10/K9", "e4d3", ""),
        ("Coordinator: its rank, its King's file", "9k/10/10/n9/10/10/4{CO}5/10/10/K9", "e4e7", "xna7"),
        ("Coordinator: its file, its King's rank", "9k/10/10/10/10/10/4{CO}5/10/10/K3n5", "e4e5", "xne1"),
        ("Coordinator: both", "9k/10/10/10/n9/10/4{CO}5/10/10/K5n3", "e4g6", "xna6 xng1"),
        ("Archer: a leap beyond its leap", "9k/10/3n6/10/10/10/1{AR}8/10/10/K9", "b4c6", "xnd8"),
        ("Archer: nothing elsewhere", "9k/10/3n6/10/10/10/1{AR}8/10/10/K9", "b4d5", ""),
    ]);
}

#[test]
fn a_diplomat_makes_a_neighbour_its_own() {
    check(&[
        ("beside it", "9k/10/10/10/10/3n6/2{DI}7/10/10/K9", "c4d5", "~nd5"),
        ("farther away", "9k/10/10/10/4n5/10/2{DI}7/10/10/K9", "c4e6", "not legal"),
        ("an empty square", "9k/10/10/10/10/3n6/2{DI}7/10/10/K9", "c4c5", ""),
    ]);
}

#[test]
fn a_chameleon_takes_each_as_that_one_takes() {
    check(&[
        ("a Knight", "9k/10/10/10/3n6/10/2{CM}7/10/10/K9", "c4d6", "xnd6"),
        ("a Rook", "9k/10/10/2r7/10/10/2{CM}7/10/10/K9", "c4c7", "xrc7"),
        ("a Rook not as a Bishop", "9k/10/10/5r4/10/10/2{CM}7/10/10/K9", "c4f7", "not legal"),
        ("an Advancer", "9k/10/10/4{ad}5/10/10/4{CM}5/10/10/K9", "e4e6", "x{ad}e7"),
        ("a Withdrawer", "9k/10/10/10/10/4{wi}5/4{CM}5/10/10/K9", "e4e2", "x{wi}e5"),
        ("a Coordinator by its rank", "9k/10/10/{co}9/10/10/4{CM}5/10/10/K9", "e4e7", "x{co}a7"),
        ("a Coordinator by its file", "9k/10/10/10/10/10/4{CM}5/10/10/K3{co}5", "e4e5", "x{co}e1"),
        ("an Archer", "9k/10/3{ar}6/10/10/10/1{CM}8/10/10/K9", "b4c6", "x{ar}d8"),
        ("a leap that takes no Archer", "9k/10/3n6/10/10/10/1{CM}8/10/10/K9", "b4c6", "not legal"),
        ("an Archer alone by a leap", "9k/10/3{ar}6/3{ad}6/10/10/1{CM}8/10/10/K9", "b4c6", "x{ar}d8"),
        ("a Diplomat", "9k/10/10/10/10/3{di}6/2{CM}7/10/10/K9", "c4d5", "~{di}d5"),
        ("a Diplomat farther away", "9k/10/10/10/4{di}5/10/2{CM}7/10/10/K9", "c4e6", "not legal"),
        ("a Knight not by an Advancer's move", "9k/10/10/4n5/10/10/4{CM}5/10/10/K9", "e4e6", ""),
        ("a Chameleon", "9k/10/10/2{cm}7/10/10/2{CM}7/10/10/K9", "c4c7", "not legal"),
        ("a Block", "9k/10/10/10/10/2{bl}7/2{CM}7/10/10/K9", "c4c5", "not legal"),
    ]);
}

#[test]
fn a_joker_takes_as_what_it_copies() {
    let at = "9k/10/10/4n5/10/10/4{JO}5/10/10/K9";
    for (copied, lan, expected) in [
        ("{AD}", "e4e6", "xne7"),
        ("R", "e4e7", "xne7"),
        ("R", "e4e6", ""),
        ("B", "e4e7", "not legal"),
        ("{DI}", "e4e7", "not legal"),
        ("-", "e4e5", "not legal"),
    ] {
        let keys = format!("- - 0 30 last:-/{copied}");
        assert_eq!(done(at, &keys, lan), expected, "{copied} {lan}");
    }
}
