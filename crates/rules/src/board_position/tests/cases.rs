//! Tests of single positions for rules that random games rarely reach: a promotion that parries a
//! check, several captures in one move, en passant beside an Advancer, the double step of a
//! converted Pawn, the ring of a Windmill.

use crate::board_position::BoardPosition;
use crate::{Move, Position, Side, Variant};

fn grand(text: &str) -> Position {
    Position::parse(Variant::Grand, text).expect(text)
}

fn legal(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(ToString::to_string).collect()
}

fn made(position: &Position, text: &str) -> Move {
    crate::notation::parse_lan(position, text).expect(text)
}

#[test]
fn a_pawn_parries_check_by_becoming_an_immobilizer_beside_the_checker() {
    let position = grand("10/3Pr4k/10/10/10/10/10/10/10/4K5 w - - 0 30 promo:all");
    assert!(position.in_check());
    let promotions: Vec<String> =
        legal(&position).into_iter().filter(|text| text.starts_with("d9")).collect();
    assert_eq!(promotions, ["d9d10=IM"]);
}

#[test]
fn a_pawn_keeps_an_archer_from_its_landing_square_by_becoming_a_block() {
    let position = grand("4K5/10/{ar}1P7/10/10/10/10/10/10/9k w - - 0 30 promo:all");
    assert!(position.in_check());
    let promotions: Vec<String> =
        legal(&position).into_iter().filter(|text| text.starts_with("c8")).collect();
    assert_eq!(promotions, ["c8c9=BL"]);
}

#[test]
fn a_chameleon_captures_five_in_one_move() {
    // The source's picture: a Pawn in passing, a Withdrawer behind, an Advancer beyond and two Coordinators.
    let position = grand("10/10/2{ad}7/{co}9/3p{CM}5/5{wi}4/10/K2{co}6/10/9k w - d7 0 30");
    let effects = position.effects(&made(&position, "e6d7"));
    let mut captured: Vec<String> =
        effects.captured(Side::White).map(|(square, _)| square.to_string()).collect();
    captured.sort_unstable();
    assert_eq!(captured, ["a7", "c8", "d3", "d6", "f5"]);
    assert!(position.as_board().is_some_and(BoardPosition::has_usable_en_passant));
}

#[test]
fn an_advancer_that_lands_on_the_skipped_square_does_not_capture_in_passing() {
    let position = grand("9k/10/10/10/10/4P5/10/10/4{ad}5/K9 b - e4 0 30");
    let effects = position.effects(&made(&position, "e2e4"));
    assert_eq!(effects.captured(Side::Black).count(), 1);
    assert!(!position.as_board().is_some_and(BoardPosition::has_usable_en_passant));
}

#[test]
fn a_converted_pawn_may_step_twice_from_its_new_owners_third_rank() {
    let position = grand("9k/10/10/10/10/10/10/3p6/4{DI}5/K9 w - - 0 30");
    let after = position.apply(&made(&position, "e2d3"));
    let back = after.apply(&after.legal_moves()[0]);
    assert!(legal(&back).contains(&"d3d5".to_owned()));
}

/// Where the Windmill on e5 goes: the text has it as the only piece that moves besides the King in the corner.
fn windmill(text: &str) -> Vec<String> {
    let mut targets: Vec<String> =
        legal(&grand(text)).iter().filter_map(|text| text.strip_prefix("e5").map(str::to_owned)).collect();
    targets.sort_unstable();
    targets
}

#[test]
fn a_windmill_goes_round_its_neighbour_both_ways_until_something_stands_there() {
    let alone = windmill("9k/10/10/10/10/4{WM}5/10/10/10/K9 w - - 0 30");
    assert!(alone.is_empty(), "without a neighbour it stays: {alone:?}");
    let free = windmill("9k/10/10/10/4{BL}5/4{WM}5/10/10/10/K9 w - - 0 30");
    assert_eq!(free, ["d5", "d6", "d7", "e7", "f5", "f6", "f7"], "all of the ring but where it stands");
    let enemy = windmill("9k/10/10/10/4{bl}5/4{WM}5/10/10/10/K9 w - - 0 30");
    assert_eq!(enemy, free, "of either colour");
    let closed = windmill("9k/10/10/3N6/4{BL}5/4{WM}5/10/10/10/K9 w - - 0 30");
    assert_eq!(closed, ["d5", "d6", "e7", "f5", "f6", "f7"], "up to it from either side");
    let taken = windmill("9k/10/10/3n6/4{BL}5/4{WM}5/10/10/10/K9 w - - 0 30");
    assert_eq!(taken, free, "it takes what stands there");
    let passed = windmill("9k/10/10/3n1N4/4{BL}5/4{WM}5/10/10/10/K9 w - - 0 30");
    assert_eq!(passed, ["d5", "d6", "d7", "f5", "f6"], "and goes no further");
}

#[test]
fn the_edge_stops_a_windmill() {
    let position = grand("9k/10/10/10/10/10/10/10/{BL}9/{WM}8K w - - 0 30");
    let targets: Vec<String> = legal(&position).into_iter().filter(|text| text.starts_with("a1")).collect();
    assert_eq!(targets, ["a1a3", "a1b1", "a1b2", "a1b3"]);
}
