//! Properties that hold in every position of random games with random armies, and of changed texts.

use std::collections::HashSet;

use super::{Position, Turn};
use crate::arrays::Draw;
use crate::position::Intent;
use crate::simulation::{mutate, play_random_games};
use crate::{Game, Move, Side, Variant, notation};

mod cases;

/// Random games per test; together the tests visit tens of thousands of positions.
const GAMES: u64 = 100;

/// Every pseudo-legal move whose effects leave no enemy move that takes the King: legality by its definition.
fn legal_by_definition(position: &Position) -> Vec<Intent> {
    let mut moves = Vec::new();
    position.turn().push_moves(position.choices_for(position.side_to_move()), &mut moves);
    let mut after = position.clone();
    moves.retain(|&intent| {
        let crosses_attack = position.turn().castle_of(intent).is_some_and(|(castle, _)| {
            castle.king_path().any(|cell| attacked_without_king(position, intent, cell))
        });
        let undo = after.play(intent);
        let safe = after.turn().takers_of_king().is_empty();
        after.undo(undo);
        safe && !crosses_attack
    });
    moves
}

/// Whether the opponent could take the King on a cell it crosses.
fn attacked_without_king(position: &Position, castling: Intent, cell: crate::board::Cell) -> bool {
    let mut crossing = position.clone();
    let king = crossing.board.at(castling.from);
    crossing.board.remove(castling.from);
    let stays = crossing.board.at(cell).is_piece();
    if stays {
        crossing.board.remove(cell);
    }
    crossing.board.put(cell, king);
    crossing.state = crossing.state.passed();
    !crossing.turn().takers_of_king().is_empty()
}

fn sorted(moves: Vec<Intent>) -> Vec<Move> {
    super::sorted(moves)
}

#[test]
fn legal_moves_are_those_of_the_definition() {
    play_random_games(0..GAMES, |seed, game| {
        let position = game.position();
        assert_eq!(
            position.legal_moves(),
            sorted(legal_by_definition(position)),
            "seed {seed}: {position:?}"
        );
    });
}

#[test]
fn the_fast_attack_test_agrees_with_the_slow_truth() {
    play_random_games(GAMES..2 * GAMES, |seed, game| {
        let mut position = game.position().clone();
        let passed = position.state.passed();
        let turn = Turn::new(&position.board, &passed, &position.terms, position.tables);
        assert_eq!(turn.takes_king(), !turn.takers_of_king().is_empty(), "seed {seed}: {position:?}");
        for made in position.pseudo_legal_moves() {
            let intent = position.intent(&made).expect("a pseudo-legal move");
            let undo = position.play(intent);
            let turn = position.turn();
            assert_eq!(
                turn.takes_king(),
                !turn.takers_of_king().is_empty(),
                "seed {seed}, {made}: {position:?}"
            );
            position.undo(undo);
        }
    });
}

#[test]
fn taking_a_move_back_leaves_the_position_as_it_was() {
    play_random_games(2 * GAMES..3 * GAMES, |seed, game| {
        let before = game.position();
        let mut position = before.clone();
        for made in game.legal_moves() {
            let undo = position.play(position.intent(made).expect("a legal move"));
            assert_ne!(&position, before, "seed {seed}, {made}: {before:?}");
            position.undo(undo);
            assert_eq!(&position, before, "seed {seed}, {made}");
            for side in Side::BOTH {
                let cells: HashSet<_> = position.board.pieces(side).iter().copied().collect();
                assert_eq!(cells, before.board.pieces(side).iter().copied().collect(), "seed {seed}, {made}");
            }
        }
    });
}

#[test]
fn position_texts_read_back_as_themselves() {
    play_random_games(3 * GAMES..4 * GAMES, |seed, game| {
        let position = game.position();
        let read = Position::parse(position.variant(), &position.to_string());
        match position.variant() {
            Variant::Grand => assert_eq!(read.as_ref(), Ok(position), "seed {seed}"),
            // Their texts do not tell what was moved last, and no Joker asks.
            Variant::Chess | Variant::Chess960 => {
                assert_eq!(read.map(|read| read.to_string()), Ok(position.to_string()), "seed {seed}");
            }
        }
    });
}

#[test]
fn every_legal_move_has_texts_of_its_own() {
    play_random_games(4 * GAMES..5 * GAMES, |seed, game| {
        let (position, legal) = (game.position(), game.legal_moves());
        let lan: HashSet<String> = legal.iter().map(|made| made.lan(position)).collect();
        assert_eq!(lan.len(), legal.len(), "seed {seed}: {position:?}");
        let names = notation::sans(position, legal);
        let san: HashSet<&String> = names.iter().collect();
        assert_eq!(san.len(), legal.len(), "seed {seed}: {position:?} {names:?}");
        for made in legal {
            assert_eq!(notation::parse_lan(position, &made.lan(position)), Ok(*made), "seed {seed}");
        }
    });
}

#[test]
fn moves_keep_the_pieces_together() {
    play_random_games(5 * GAMES..6 * GAMES, |seed, game| {
        let position = game.position();
        let mover = position.side_to_move();
        for made in game.legal_moves() {
            let effects = position.effects(made);
            let lost = effects.captured(mover).count();
            assert!(lost <= 5, "seed {seed}, {made}: {position:?}");
            assert_eq!(
                effects.vanished.len() - effects.appeared.len(),
                lost,
                "seed {seed}, {made}: {position:?}"
            );
            let after = position.apply(made);
            assert_eq!(
                position.pieces().count() - after.pieces().count(),
                lost,
                "seed {seed}, {made}: {position:?}"
            );
            assert!(effects.converted(mover).count() <= 1, "seed {seed}, {made}: {position:?}");
            for side in Side::BOTH {
                assert!(after.king(side).is_some(), "seed {seed}, {made}: {position:?}");
            }
        }
    });
}

#[test]
fn a_game_goes_on_from_its_snapshot() {
    play_random_games(6 * GAMES..6 * GAMES + GAMES / 4, |seed, game| {
        let text = serde_json::to_string(&game.snapshot()).expect("a snapshot is data");
        let restored = Game::restore(serde_json::from_str(&text).expect("a snapshot")).expect("a game");
        assert_eq!(restored.legal_moves(), game.legal_moves(), "seed {seed}");
        assert_eq!((restored.outcome(), restored.claims()), (game.outcome(), game.claims()), "seed {seed}");
        assert_eq!(restored.snapshot(), game.snapshot(), "seed {seed}");
    });
}

#[test]
fn a_changed_text_is_a_position_or_an_error_that_says_why() {
    play_random_games(7 * GAMES..8 * GAMES, |seed, game| {
        let position = game.position();
        let mut draw = Draw::new(seed);
        let text = mutate(&position.to_string(), &mut draw);
        match Position::parse(position.variant(), &text) {
            Ok(other) => {
                other.legal_moves();
                assert_eq!(Position::parse(other.variant(), &other.to_string()), Ok(other), "seed {seed}");
            }
            Err(error) => assert!(!error.to_string().is_empty(), "seed {seed}"),
        }
    });
}
