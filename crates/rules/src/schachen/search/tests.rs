//! Tests that the search grid agrees with the rules: the same turns, positions and keys, and an
//! unchanged state after unmaking.

use std::collections::HashSet;

use super::{GridMove, GridSearch, SIDE_KEY, hand_key, piece_key};
use crate::arrays::SeededRandom;
use crate::{
    CardDrop, Game, InformationSet, Move, PieceType, Position, PositionViewer, Side, Square, Variant,
    test_games,
};

/// Everything about a position but the order of slots.
fn told(search: &GridSearch) -> String {
    let mut pieces: Vec<_> = Side::BOTH
        .into_iter()
        .flat_map(|side| search.pieces_of(side).map(move |(square, kind)| (side, square, kind)))
        .collect();
    pieces.sort_unstable();
    let cards = Side::BOTH.map(|side| search.stack(side).to_vec());
    let (hands, taken) = (search.hands, search.taken);
    format!("{pieces:?} {hands:?} {taken:?} {cards:?} {:x} {}", search.key, search.side)
}

fn of(position: &Position) -> GridSearch {
    GridSearch::of(position.as_schachen().expect("a position of Schachen"))
}

/// Every turn: both steps, and the move of the rules.
fn turns(search: &mut GridSearch) -> Vec<(GridMove, Option<CardDrop>, Move)> {
    let (mut moves, mut drops, mut turns) = (Vec::new(), Vec::new(), Vec::new());
    search.generate_moves(false, &mut moves);
    for made in moves {
        turns.push((made, None, search.to_move(made, None)));
        search.make_step(made);
        search.generate_drops(&mut drops);
        search.make_drop(None);
        search.unmake_drop();
        search.unmake_step();
        turns.extend(drops.iter().map(|drop| (made, Some(*drop), search.to_move(made, Some(*drop)))));
    }
    turns.sort_by_key(|(.., made)| *made);
    turns
}

/// Every turn of a position leads where the rules say it does, and back.
fn check(position: &Position, context: &str, each: usize) {
    let mut search = of(position);
    for (square, piece) in position.pieces() {
        assert_eq!(search.piece_at(square), Some(piece), "{context}");
        let above = square.offset(0, 1);
        assert_eq!(search.piece_at(above), position.piece_at(above), "{context}");
    }
    let before = told(&search);
    let key = search.key();
    let turns = turns(&mut search);
    let moves: Vec<Move> = turns.iter().map(|(.., made)| *made).collect();
    assert_eq!(moves, position.legal_moves(), "{context}");
    assert_eq!(search.in_check(), position.in_check(), "{context}");
    assert_eq!(search.has_legal_move(&mut Vec::new()), position.has_legal_move(), "{context}");
    for (made, drop, of_rules) in turns.into_iter().step_by(each) {
        search.make_step(made);
        assert!(drop.is_none_or(|drop| search.can_drop(drop)), "{context}, {of_rules}");
        search.make_drop(drop);
        assert_eq!(told(&search), told(&of(&position.apply(&of_rules))), "{context}, {of_rules}");
        assert_ne!(search.key(), key, "{context}, {of_rules}");
        search.unmake_drop();
        search.unmake_step();
        assert_eq!(told(&search), before, "{context}, {of_rules} taken back");
    }
}

#[test]
fn turns_are_those_of_the_rules_and_can_be_taken_back() {
    let positions = test_games::play_random_schachen(5_000..5_030, |seed, game| {
        check(game.position(), &format!("seed {seed}"), 7);
    });
    assert!(positions > 1_000, "{positions}");
}

#[test]
fn pieces_far_apart_are_no_harder() {
    for text in [
        "Kn1,Rn2,Qm400/Ko6,Rn999999,Po5 w hand:N/N stack:-/- taken:B/R 0 1",
        "K-zzz-999999,Pa5/Kzzz999999,Qb-999999,Pa7 w hand:Q/N stack:-/- taken:R/R 0 1",
        "Pm5,Pn2,Kn1/Ko6,Rm900,Bm901 w hand:Q/N stack:PP/N taken:RBN/R 0 1",
    ] {
        let position =
            Position::parse(Variant::Schachen, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        check(&position, text, 1);
    }
}

#[test]
fn many_turns_one_after_the_other_are_taken_back() {
    for seed in 0..30 {
        let mut draw = SeededRandom::new(seed);
        let start =
            Position::start_schachen(&crate::CardDeal::from_seed(seed), crate::KingPlacement::default());
        let mut search = of(&start);
        let mut befores = Vec::new();
        for _ in 0..80 {
            let turns = turns(&mut search);
            if turns.is_empty() {
                break;
            }
            let takes: Vec<_> = turns.iter().filter(|(made, ..)| made.takes()).copied().collect();
            let among = if takes.is_empty() { &turns } else { &takes };
            let (made, drop, _) = among[draw.below(among.len())];
            befores.push(told(&search));
            search.make_step(made);
            search.make_drop(drop);
        }
        assert!(befores.len() > 10, "seed {seed}");
        while let Some(before) = befores.pop() {
            search.unmake_drop();
            search.unmake_step();
            assert_eq!(told(&search), before, "seed {seed}");
        }
    }
}

#[test]
fn only_what_takes_or_promotes_is_among_the_takes() {
    test_games::play_random_schachen(5_030..5_060, |seed, game| {
        let mut search = of(game.position());
        let (mut all, mut takes) = (Vec::new(), Vec::new());
        search.generate_moves(false, &mut all);
        search.generate_moves(true, &mut takes);
        all.retain(|made| made.takes() || made.choice().is_some());
        assert_eq!(all, takes, "seed {seed}");
    });
}

/// The cards of a side that are on the grid, in hand, in the stack and taken, together.
fn cards(text: &str, side: usize) -> Vec<char> {
    let parts = text.split(' ').enumerate().filter(|(field, _)| [0, 2, 3, 4].contains(field));
    let parts = parts.map(|(_, part)| part.split('/').nth(side).expect("two sides"));
    let parts = parts.zip(["", "hand:", "stack:", "taken:"]);
    let mut cards: Vec<char> = parts
        .flat_map(|(part, name)| part.trim_start_matches(name).chars().filter(char::is_ascii_uppercase))
        .collect();
    cards.sort_unstable();
    cards
}

#[test]
fn worlds_are_valid_and_look_the_same() {
    let (mut differ, mut sets) = (0, 0);
    test_games::play_random_schachen(5_060..5_090, |seed, game| {
        let Some(seen) = game.information_set() else { return };
        let position = game.position();
        for deal in 0..4 {
            let shown = seen.view().position().as_schachen().expect("Schachen");
            let dealt = Position::from(shown.determinize(&mut SeededRandom::new(deal)));
            let text = dealt.full_text();
            assert_eq!(Position::parse(Variant::Schachen, &text), Ok(dealt.clone()), "seed {seed}: {text}");
            assert_eq!(
                &dealt.view(PositionViewer::Player(position.side_to_move())),
                seen.view(),
                "seed {seed}"
            );
            assert_eq!(dealt.legal_moves(), position.legal_moves(), "seed {seed}");
            for side in [0, 1] {
                let whole = cards(&position.full_text(), side);
                // Some of the games begin without all cards; of those nobody can tell which ones they lack.
                let is_set = whole.iter().filter(|code| **code != 'P').count() == 8;
                assert!(!is_set || cards(&text, side) == whole, "seed {seed}: {text}");
                sets += usize::from(is_set);
            }
            differ += usize::from(text != position.full_text());
            assert_eq!(
                seen.determinize(deal).map(|search| told(&search)),
                Some(told(&of(&dealt))),
                "seed {seed}"
            );
        }
    });
    assert!(differ > 1_000 && sets > 1_000, "{differ}, {sets}");
}

#[test]
fn what_is_seen_does_not_depend_on_what_is_hidden() {
    let mut checked = 0;
    test_games::play_random_schachen(5_090..5_130, |seed, game| {
        let Some(seen) = game.information_set() else { return };
        let shown = seen.view().position().as_schachen().expect("Schachen");
        let other = Game::new(shown.determinize(&mut SeededRandom::new(seed)).into());
        let again = other.information_set().expect("not over");
        assert_eq!(again.view(), seen.view(), "seed {seed}");
        assert_eq!(
            format!("{again:?}"),
            format!("{:?}", InformationSet::of(seen.view()).expect("Schachen")),
            "seed {seed}"
        );
        checked += 1;
    });
    assert!(checked > 1_000, "{checked}");
}

fn parsed(text: &str) -> GridSearch {
    of(&Position::parse(Variant::Schachen, text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

#[test]
fn what_attacks_a_square_is_told_by_its_kind() {
    let search = parsed("Kn1,Rn4,Bq4,Ns8,Pm3/Kz20,Pn9 w hand:-/- stack:-/- taken:-/- 0 1");
    let table = [
        ("n2", "KR"),
        ("n3", "R"),
        ("o2", "KB"),
        ("n1", "RB"),
        ("n4", "P"),
        ("l4", "RP"),
        ("p4", "R"),
        ("q4", "R"),
        ("r4", ""),
        ("q7", "N"),
        ("s6", "B"),
        ("s8", ""),
        ("n9", "R"),
        ("n10", ""),
        ("m4", "R"),
        ("m2", "K"),
    ];
    for (name, expected) in table {
        let kinds = search.attackers(square(name), Side::White);
        let told: String = Variant::Schachen
            .types()
            .iter()
            .filter(|kind| kinds & 1 << kind.index() != 0)
            .map(|kind| kind.to_string())
            .collect();
        let sorted = |text: &str| text.chars().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(sorted(&told), sorted(expected), "{name}: {told}");
        assert_eq!(search.is_attacked(square(name), Side::White), !expected.is_empty(), "{name}");
    }
    assert_eq!(search.attackers(square("m8"), Side::Black).count_ones(), 1, "Pawns attack where they go");
    assert_eq!(search.attackers(square("m10"), Side::Black), 0, "and not behind them");
}

#[test]
fn what_a_piece_would_attack_is_told_before_it_is_there() {
    let search = parsed("Kn1/Kz22,Pn9,Bo10,Nm7 w hand:-/- stack:-/- taken:-/- 0 1");
    let table = [
        ("n8", PieceType::QUEEN, &["m7", "n9"][..]),
        ("n8", PieceType::KING, &["m7", "n9"]),
        ("n8", PieceType::ROOK, &["n9"]),
        ("n8", PieceType::BISHOP, &["m7"]),
        ("n8", PieceType::KNIGHT, &["o10"]),
        ("n8", PieceType::PAWN, &[]),
        ("m8", PieceType::PAWN, &["n9"]),
        ("m10", PieceType::PAWN, &[]),
        ("n7", PieceType::ROOK, &["m7", "n9"]),
        ("n11", PieceType::ROOK, &["n9"]),
        ("l6", PieceType::BISHOP, &["m7"]),
        ("k5", PieceType::BISHOP, &["m7"]),
    ];
    for (name, kind, expected) in table {
        let mut found = Vec::new();
        search.attacked_from(square(name), kind, Side::White, |at, _| found.push(at.to_string()));
        found.sort_unstable();
        assert_eq!(found, expected, "{kind} on {name}");
    }
}

#[test]
fn what_can_be_dropped_is_what_is_listed() {
    let mut drops = Vec::new();
    let mut both = [0, 0];
    test_games::play_random_schachen(5_130..5_160, |seed, game| {
        let search = of(game.position());
        search.generate_drops(&mut drops);
        let side = game.position().side_to_move();
        let pawns: Vec<Square> = search.pieces_of(side).map(|(square, _)| square).take(3).collect();
        for from in pawns {
            let around = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| from.offset(files, ranks)));
            for square in around.filter(|square| square.has_name()) {
                for card in Variant::Schachen.types().iter().filter(|kind| *kind != PieceType::KING) {
                    let drop = CardDrop { card, square };
                    assert_eq!(search.can_drop(drop), drops.contains(&drop), "seed {seed}: {drop:?}");
                    both[usize::from(drops.contains(&drop))] += 1;
                }
            }
        }
    });
    assert!(both.iter().all(|count| *count > 1_000), "{both:?}");
}

#[test]
fn moves_that_lead_back_are_known() {
    let text = "Pm2,Kn1,Pn2/Pm5,Pn5,Ko6 w hand:-/- stack:-/- taken:-/- 0 1";
    let mut game = Game::new(Position::parse(Variant::Schachen, text).expect("a position"));
    let back = |game: &Game, lan: &str| {
        let made = *game.legal_moves().iter().find(|made| made.to_string() == lan).expect(lan);
        game.information_set().expect("not over").is_repetition(&made)
    };
    let kings = ["n1o1", "o6n6", "o1n1"];
    for lan in kings {
        assert!(!back(&game, lan), "{lan}");
        game.play_lan(lan).unwrap_or_else(|error| panic!("{lan}: {error}"));
    }
    assert!(back(&game, "n6o6"));
}

#[test]
fn whatever_differs_has_another_key() {
    let far = [i32::MIN / 2, -500, 500, i32::MAX / 2];
    let lines: Vec<i32> = (-20..=20).chain(far).collect();
    let mut keys = vec![0, SIDE_KEY];
    for side in Side::BOTH {
        for kind in Variant::Schachen.types().iter() {
            let squares = lines.iter().flat_map(|file| lines.iter().map(|rank| Square::new(*file, *rank)));
            keys.extend(squares.map(|at| piece_key(side, kind, at)));
            keys.extend((0..=16).map(|count| hand_key(side, kind, count)));
        }
    }
    let count = keys.len();
    assert_eq!(keys.into_iter().collect::<HashSet<u64>>().len(), count);
}
