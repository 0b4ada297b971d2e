//! Tests of properties that hold in every position of random games with random setups (legal moves
//! by definition, unmaking, texts, notation), and of mutated position texts.

use std::collections::HashSet;

use super::{BoardPosition, PaddedMove, SideToMove};
use crate::arrays::SeededRandom;
use crate::notation::{MoveReading, MoveVocabulary};
use crate::test_games::{self, mutate};
use crate::{Game, Move, Position, Side, Variant, notation};

mod cases;
mod conservation;
mod encounters;
mod shortcuts;

/// Random games per test.
const GAMES: u64 = 200;
/// Positions each test must have seen, so that a property is not held up by games that end at once.
const ENOUGH: usize = 10_000;
/// Moves of a position that are written and read back; all of them in most positions.
const READ_BACK: usize = 12;

/// The random games number `test`, so that no two tests see the same.
fn play_random_games(test: u64, visit: impl FnMut(u64, &Game)) {
    let positions = test_games::play_random_games(test * GAMES..(test + 1) * GAMES, visit);
    assert!(positions >= ENOUGH, "only {positions} positions");
}

fn board(game: &Game) -> &BoardPosition {
    game.position().as_board().expect("a game on a board")
}

/// Every pseudo-legal move whose effects leave no enemy move that takes the King: legality by its definition.
fn legal_by_definition(position: &BoardPosition) -> Vec<PaddedMove> {
    let mut moves = Vec::new();
    position.turn().push_moves(position.promotion_types(position.side_to_move()), &mut moves);
    let mut after = position.clone();
    moves.retain(|&intent| {
        let crosses_attack = position.turn().castling_path_of(intent).is_some_and(|(castling_path, _)| {
            castling_path.king_path().any(|cell| attacked_without_king(position, intent, cell))
        });
        let undo = after.make_move(intent);
        let safe = after.turn().attackers_of_king().is_empty();
        after.unmake_move(undo);
        safe && !crosses_attack
    });
    moves
}

/// Whether the opponent could take the King on a cell it crosses.
fn attacked_without_king(
    position: &BoardPosition,
    castling: PaddedMove,
    cell: crate::padded_board::PaddedSquare,
) -> bool {
    let mut crossing = position.clone();
    let king = crossing.board.at(castling.from);
    crossing.board.remove(castling.from);
    let stays = crossing.board.at(cell).is_piece();
    if stays {
        crossing.board.remove(cell);
    }
    crossing.board.put(cell, king);
    crossing.state = crossing.state.passed();
    !crossing.turn().attackers_of_king().is_empty()
}

fn sorted(moves: Vec<PaddedMove>) -> Vec<Move> {
    super::sorted(moves)
}

#[test]
fn legal_moves_are_those_of_the_definition() {
    play_random_games(0, |seed, game| {
        let position = board(game);
        assert_eq!(
            position.legal_moves(),
            sorted(legal_by_definition(position)),
            "seed {seed}: {position:?}"
        );
    });
}

#[test]
fn the_fast_attack_test_agrees_with_the_slow_truth() {
    play_random_games(1, |seed, game| {
        let mut position = board(game).clone();
        let passed = position.state.passed();
        let turn = SideToMove::new(&position.board, &passed, &position.terms, position.tables);
        assert_eq!(turn.hits_king(), !turn.attackers_of_king().is_empty(), "seed {seed}: {position:?}");
        for made in position.pseudo_legal_moves() {
            let intent = position.intent(&made).expect("a pseudo-legal move");
            let undo = position.make_move(intent);
            let turn = position.turn();
            assert_eq!(
                turn.hits_king(),
                !turn.attackers_of_king().is_empty(),
                "seed {seed}, {made}: {position:?}"
            );
            position.unmake_move(undo);
        }
    });
}

#[test]
fn taking_a_move_back_leaves_the_position_as_it_was() {
    play_random_games(2, |seed, game| {
        let before = board(game);
        let mut position = before.clone();
        for made in game.legal_moves() {
            let undo = position.make_move(position.intent(made).expect("a legal move"));
            assert_ne!(&position, before, "seed {seed}, {made}: {before:?}");
            position.unmake_move(undo);
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
    play_random_games(3, |seed, game| {
        let position = game.position();
        let read = Position::parse(position.variant(), &position.to_string());
        match position.variant() {
            Variant::Grand => assert_eq!(read.as_ref(), Ok(position), "seed {seed}"),
            // Their texts do not tell what was moved last, and no Joker asks.
            Variant::Chess | Variant::Chess960 | Variant::Schachen => {
                assert_eq!(read.map(|read| read.to_string()), Ok(position.to_string()), "seed {seed}");
            }
        }
    });
}

#[test]
fn every_legal_move_has_texts_of_its_own() {
    play_random_games(4, |seed, game| {
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

/// A move reads back from its notation; from small letters only, which may mean a Bishop too, it is among what is read.
#[test]
fn notation_reads_back_as_the_move_it_was_written_for() {
    let words = MoveVocabulary::default();
    play_random_games(5, |seed, game| {
        let (position, legal) = (game.position(), game.legal_moves());
        let names = notation::sans(position, legal);
        let every = (legal.len() / READ_BACK).max(1);
        for (made, san) in legal.iter().zip(&names).step_by(every) {
            let reading = notation::read(position, san, &words);
            let agrees = match &reading {
                MoveReading::Move(only) => only == made,
                MoveReading::Several(moves) => !san.contains(char::is_uppercase) && moves.contains(made),
                MoveReading::OtherLetters(_) | MoveReading::Refused(_) | MoveReading::NotAMove => false,
            };
            assert!(agrees, "seed {seed}, {san} for {made}: {reading:?} in {position:?}");
        }
    });
}

#[test]
fn a_game_goes_on_from_its_snapshot() {
    play_random_games(6, |seed, game| {
        let text = serde_json::to_string(&game.snapshot()).expect("a snapshot is data");
        let restored = Game::restore(serde_json::from_str(&text).expect("a snapshot")).expect("a game");
        assert_eq!(restored.legal_moves(), game.legal_moves(), "seed {seed}");
        assert_eq!(
            (restored.outcome(), restored.draw_claims()),
            (game.outcome(), game.draw_claims()),
            "seed {seed}"
        );
        assert_eq!(restored.snapshot(), game.snapshot(), "seed {seed}");
    });
}

#[test]
fn a_changed_text_is_a_position_or_an_error_that_says_why() {
    play_random_games(7, |seed, game| {
        let position = game.position();
        let mut draw = SeededRandom::new(seed);
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
