//! Tests of the written rules of Schachen, sentence by sentence, each with a position in which it
//! decides.

use super::{parse, square};
use crate::notation::parse_lan;
use crate::{
    CardDeal, DrawClaim, Game, GameResult, KingPlacement, Move, OutcomeReason, Position, Side, perft,
    touch_move,
};

/// The targets of the piece on a square without drops, in one line.
fn targets(text: &str, from: &str) -> String {
    let position = parse(text);
    let from = square(from);
    let moves = position.moves_without_drops().into_iter().filter(|made| made.from == from);
    moves.map(|made| made.to_string()[from.to_string().len()..].to_owned()).collect::<Vec<_>>().join(" ")
}

/// The drops after a move, in one line.
fn drops(text: &str, made: &str) -> String {
    let position = parse(text);
    let drops = position.drops_after(&parse_lan(&position, made).expect(made));
    drops.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn after(text: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(parse(text));
    for made in moves {
        game.play_lan(made).unwrap_or_else(|error| panic!("{made}: {error}"));
    }
    game
}

const NO_CARDS: &str = "hand:-/- stack:-/- taken:-/- 0 1";

#[test]
fn the_layout_is_as_described() {
    let deal = CardDeal::from_seed(1);
    let placement = |kings| {
        let text = Position::start_schachen(&deal, kings).full_text();
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(placement(KingPlacement::Rotated), "Pm2,Kn1,Pn2,Po2,Pp2/Pm5,Pn5,Po5,Ko6,Pp5 w");
    assert_eq!(placement(KingPlacement::Facing), "Pm2,Kn1,Pn2,Po2,Pp2/Pm5,Pn5,Kn6,Po5,Pp5 w");
}

/// Checks a table of pieces with the side to move, a start square, and the targets of the piece there.
fn check_targets(table: &[(&str, &str, &str)]) {
    for (pieces, from, expected) in table {
        let found = targets(&format!("{pieces} {NO_CARDS}"), from);
        assert_eq!(&found, expected, "{pieces}: {from}");
    }
}

#[test]
fn a_quiet_move_ends_beside_another_piece() {
    check_targets(&[
        ("Kn1,Rn2/Kz20 w", "n2", "m2 o2"),
        ("Kn1,Nm3/Kz20 w", "m3", "o2"),
        // The moving piece does not touch itself.
        ("Kn1,Bm2/Kz20 w", "m2", ""),
        ("Kn1,Pn2/Kz20 w", "n2", ""),
        ("Kn1,Nn2,Pm3,Pn3,Po3/Kz20,Bm4 w", "n2", "l3 m0 m4 o0 o4 p3"),
    ]);
}

#[test]
fn a_capture_goes_any_distance() {
    check_targets(&[
        ("Kn1,Rm9/Ko40,Bm-99 w", "m9", "m-99 m-98 m0 m1 m2"),
        ("Kn1,Qzz500/Kb-800,Nzz-400 w", "zz500", "zz-400 zz-399"),
    ]);
    assert!(parse(&format!("Kn1/Rn-500,Ko6 w {NO_CARDS}")).in_check());
}

#[test]
fn a_pawn_steps_once_and_takes_diagonally() {
    check_targets(&[
        ("Kn1,Pn3/Kz20 w", "n3", ""),
        ("Kn1,Pn2,Po4/Kz20 w", "n2", "n3"),
        ("Kn1,Pn2/Kz20,Bm3,Nn3,Ro3 w", "n2", "m3 o3"),
        ("Kz20/Pm4,Kn9,Pn5 b", "n5", "n4"),
        ("Pm2,Kn1,Pn2/Pm4,Pn4,Ko6 w", "m2", "m3"),
    ]);
}

#[test]
fn a_king_goes_backwards_only_to_capture() {
    check_targets(&[
        ("Pm3,Kn3/Kz20 w", "n3", "m4 n4"),
        ("Pm3,Kn3/Nn2,Kz20 w", "n3", "n2 n4 o3"),
        ("Kz20/Pm3,Kn3 b", "n3", "m2 n2"),
        ("Kz20,Nn4/Pm3,Kn3 b", "n3", "n2 n4 o3"),
    ]);
}

#[test]
fn a_check_is_parried_by_the_move_and_by_no_drop() {
    let checked = parse("Pm2,Kn1/Rn9,Ko20 w hand:P/- stack:-/- taken:-/- 0 1");
    let legal: Vec<String> = checked.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(legal, ["n1m1", "n1m1/P@l2", "n1m1/P@n2"]);
    check_targets(&[("Kn1,Nn2,Pm3/Rn9,Ko20 w", "n2", "")]);
}

#[test]
fn a_pawn_is_dropped_beside_a_pawn_and_any_other_card_behind_one() {
    let text = "Pm2,Kn1,Po2/Ko9 w hand:NP/- stack:-/- taken:-/- 0 1";
    assert_eq!(drops(text, "n1n2"), "N@m1 N@o1 P@l2 P@p2");
    let black = "Ko9/Pm2,Kn3,Po2 b hand:-/NNP stack:-/- taken:-/- 0 1";
    assert_eq!(drops(black, "n3n2"), "N@m3 N@o3 P@l2 P@p2");
    assert_eq!(drops("Kn1,Nm2/Ko9 w hand:NP/- stack:-/- taken:-/- 0 1", "n1n2"), "", "no Pawn in play");
    // The squares are those after the move: the Pawn has moved on, or is no Pawn any more.
    let promoting = "Kn1,Pn5/No7,Kp6 w hand:NP/- stack:-/- taken:Q/- 0 1";
    assert_eq!(drops(promoting, "n5n6"), "N@n5 P@m6 P@o6");
    assert_eq!(drops(promoting, "n5n6=Q"), "");
}

#[test]
fn a_drop_may_give_check_and_mate() {
    let text = "Pm2,Kn3/Kz1 w hand:R/- stack:-/- taken:-/- 0 1";
    let end = after(text, &["n3m3/R@m1"]).outcome().expect("an end");
    assert_eq!((end.result, end.reason), (GameResult::WhiteWins, OutcomeReason::Checkmate));
    let stalemate = after(text, &["n3m3"]).outcome().expect("an end");
    assert_eq!((stalemate.result, stalemate.reason), (GameResult::Draw, OutcomeReason::Stalemate));
    let position = parse(text);
    let made = parse_lan(&position, "n3m3/R@m1").expect("a move");
    assert_eq!(crate::notation::san(&position, &made), "Km3/R@m1#");
}

#[test]
fn only_who_drops_draws() {
    let text = "Pm2,Kn1,Po2/Pm8,Kn9 w hand:NNP/Q stack:BR/- taken:-/- 0 1";
    let after = |made: &str| after(text, &[made]).position().full_text();
    assert_eq!(after("n1n2"), "Pm2,Kn2,Po2/Pm8,Kn9 b hand:NNP/Q stack:BR/- taken:-/- 1 1");
    assert_eq!(after("n1n2/N@o1"), "Pm2,Kn2,No1,Po2/Pm8,Kn9 b hand:BNP/Q stack:R/- taken:-/- 0 1");
    let empty = after_all(text, &["n1n2", "n9n8/Q@m9"]);
    assert_eq!(empty, "Pm2,Kn2,Po2/Pm8,Qm9,Kn8 w hand:NNP/- stack:BR/- taken:-/- 0 2");
}

fn after_all(text: &str, moves: &[&str]) -> String {
    after(text, moves).position().full_text()
}

#[test]
fn a_pawn_is_promoted_on_the_rank_of_the_enemy_king() {
    let cards = "hand:-/- stack:-/- taken:QRRP/- 0 1";
    assert_eq!(targets(&format!("Kn1,Pn5/No7,Kp6 w {cards}"), "n5"), "n6 n6=Q n6=R");
    assert_eq!(targets(&format!("Kn1,Pn5/No6,Kp6 w {cards}"), "n5"), "n6 n6=Q n6=R o6 o6=Q o6=R");
    assert_eq!(targets(&format!("Kn1,Pn5/No7,Kp7 w {cards}"), "n5"), "n6");
    assert_eq!(targets(&format!("Kn1,Pn5/No7,Kp6 w {NO_CARDS}"), "n5"), "n6");
    let after = after_all(&format!("Kn1,Pn5/No7,Kp6 w {cards}"), &["n5n6=R"]);
    assert_eq!(after, "Kn1,Rn6/No7,Kp6 b hand:-/- stack:-/- taken:QRP/- 0 1", "the Pawn leaves for good");
    // The King steps onto the rank of a Pawn: nothing is promoted, and the Pawn moves on as a Pawn.
    let stepped = after_all(&format!("Kn1,Pn6/No7,Kp7 b {cards}"), &["p7p6"]);
    assert!(stepped.starts_with("Kn1,Pn6/No7,Kp6 w"), "{stepped}");
}

#[test]
fn captured_cards_are_noted_pawns_too() {
    let after = after_all("Kn1,Rn2/Pn5,Kp6,Nr2 w hand:-/- stack:-/- taken:N/RP 7 3", &["n2n5"]);
    assert_eq!(after, "Kn1,Rn5/Kp6,Nr2 b hand:-/- stack:-/- taken:N/RPP 0 3");
}

#[test]
fn draws_are_claimed_and_end_the_game_as_in_chess() {
    let shuffle = ["m1m2", "o9o10", "m2m1", "o10o9"];
    let times = |count: usize| after(&format!("Rm1,Kn1/Kn9,Ro9 w {NO_CARDS}"), &shuffle.repeat(count));
    assert_eq!((times(1).draw_claims(), times(2).draw_claims()), (vec![], vec![DrawClaim::Threefold]));
    assert_eq!(times(4).outcome().map(|outcome| outcome.reason), Some(OutcomeReason::FivefoldRepetition));
    let at = |clock: u16| format!("Pm2,Rm1,Kn1/Kn9,Ro9 w hand:N/- stack:-/- taken:-/- {clock} 90");
    assert_eq!(after(&at(99), &["n1n2"]).draw_claims(), [DrawClaim::FiftyMove]);
    let ended = after(&at(149), &["n1n2"]).outcome().map(|outcome| outcome.reason);
    assert_eq!(ended, Some(OutcomeReason::SeventyFiveMoves));
    // A drop is progress, and so is a capture.
    assert_eq!(after(&at(149), &["m1l1/N@m1"]).position().halfmove_clock(), 0);
}

#[test]
fn hands_and_the_sizes_of_stacks_are_part_of_a_position() {
    let keys = |cards: &str| {
        let game = Game::new(parse(&format!("Rm1,Kn1/Kn9,Ro9 w {cards} 0 1")));
        serde_json::to_value(after_shuffle(game).snapshot()).expect("JSON")["earlier"][0].clone()
    };
    let base = keys("hand:N/- stack:BR/- taken:-/-");
    assert_eq!(base, keys("hand:N/- stack:QB/- taken:-/-"), "nobody knows what a stack holds");
    assert_ne!(base, keys("hand:B/- stack:BR/- taken:-/-"), "hands");
    assert_ne!(base, keys("hand:N/B stack:BR/- taken:-/-"), "the other hand");
    assert_ne!(base, keys("hand:N/- stack:B/- taken:-/-"), "stacks");
}

fn after_shuffle(mut game: Game) -> Game {
    game.play_lan("m1m2").expect("a move");
    game
}

#[test]
fn touched_pieces_bind_the_move_and_leave_the_drop_free() {
    let position = parse("Pm2,Kn1,Pn2/Ko9 w hand:NP/- stack:-/- taken:-/- 0 1");
    let legal = position.legal_moves();
    let ruling = touch_move(&position, &legal, &[square("n1")]);
    let expected: Vec<Move> = legal.iter().filter(|made| made.from == square("n1")).copied().collect();
    assert!(expected.len() < legal.len() && expected.iter().any(|made| made.drop.is_some()));
    assert_eq!(ruling.moves, expected);
}

#[test]
fn there_is_no_castling_and_no_lock_and_no_double_step() {
    let position = Position::start_schachen(&CardDeal::from_seed(3), KingPlacement::default());
    for made in position.legal_moves() {
        assert_eq!((position.castling_name(&made), position.castling_rook(&made)), (None, None));
        assert_eq!(position.apply(&made).en_passant(), None);
    }
    assert!(position.pieces().all(|(square, _)| position.locked_until(square).is_none()));
    assert_eq!((perft(&position, 0), position.king(Side::White)), (1, Some(square("n1"))));
}
