//! Tests of properties that hold in every position of random games of Schachen: legal moves and
//! attacks by definition, effects, cards, texts.
//!
//! Single sentences of the rules are in `sentences`, texts in `texts`, hidden cards in `secrets`, reasons against a move
//! in `obstacles`.

mod encounters;
mod obstacles;
mod secrets;
mod sentences;
mod texts;

use std::collections::HashSet;

use super::{SET, SET_SIZE, SchachenPosition};
use crate::notation::{self, MoveReading, MoveVocabulary};
use crate::test_games;
use crate::{CardDrop, Game, Move, Piece, PieceType, Position, Side, Square, Variant};

/// Random games per test.
const GAMES: u64 = 60;
/// Positions each test must have seen.
const ENOUGH: usize = 1_000;
/// Moves of a position that are written and read back.
const READ_BACK: usize = 10;

/// The random games number `test`, so that no two tests see the same.
fn play_random_games(test: u64, visit: impl FnMut(u64, &Game)) {
    let positions = test_games::play_random_schachen(test * GAMES..(test + 1) * GAMES, visit);
    assert!(positions >= ENOUGH, "only {positions} positions");
}

fn schachen(position: &Position) -> &SchachenPosition {
    position.as_schachen().expect("a position of Schachen")
}

fn parse(text: &str) -> Position {
    Position::parse(Variant::Schachen, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

/// Whether two squares touch.
fn touch(one: Square, other: Square) -> bool {
    one != other && (one.file - other.file).abs() <= 1 && (one.rank - other.rank).abs() <= 1
}

/// Whether every square strictly between two squares of a line is empty: walked square by square, unlike the generator.
fn is_free_between(position: &Position, from: Square, to: Square) -> bool {
    let (files, ranks) = ((to.file - from.file).signum(), (to.rank - from.rank).signum());
    let mut at = from.offset(files, ranks);
    while at != to {
        if position.piece_at(at).is_some() {
            return false;
        }
        at = at.offset(files, ranks);
    }
    true
}

/// Whether a piece captures from one square on another by the text of the rules.
fn captures(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let (files, ranks) = (to.file - from.file, to.rank - from.rank);
    let straight = files == 0 || ranks == 0;
    let diagonal = files.abs() == ranks.abs();
    match piece.kind {
        PieceType::KING => touch(from, to),
        PieceType::QUEEN => (straight || diagonal) && from != to && is_free_between(position, from, to),
        PieceType::ROOK => straight && from != to && is_free_between(position, from, to),
        PieceType::BISHOP => diagonal && from != to && is_free_between(position, from, to),
        PieceType::KNIGHT => files.abs() * ranks.abs() == 2,
        _ => files.abs() == 1 && ranks == piece.side.forward(),
    }
}

/// Whether a piece goes to an empty square by the text of the rules.
fn goes(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let (files, ranks) = (to.file - from.file, to.rank - from.rank);
    let matches_movement = match piece.kind {
        PieceType::KING => touch(from, to) && ranks != -piece.side.forward(),
        PieceType::PAWN => files == 0 && ranks == piece.side.forward(),
        _ => captures(position, piece, from, to),
    };
    matches_movement && to.has_name() && position.pieces().any(|(other, _)| other != from && touch(other, to))
}

/// The squares the King of the side to move is attacked from, by the text of the rules.
fn attackers(position: &Position, side: Side) -> Vec<Square> {
    let king = position.king(side).expect("a King");
    let enemies = position.pieces().filter(|(_, piece)| piece.side != side);
    enemies.filter(|&(from, piece)| captures(position, piece, from, king)).map(|(from, _)| from).collect()
}

/// Every square a move could possibly end on: where pieces stand, and around them.
fn places(position: &Position) -> Vec<Square> {
    let around = |square: Square| {
        (-1..=1).flat_map(move |files| (-1..=1).map(move |ranks| square.offset(files, ranks)))
    };
    let mut places: Vec<Square> = position.pieces().flat_map(|(square, _)| around(square)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The legal moves by the text of the rules, square by square.
fn legal_by_definition(position: &Position) -> Vec<Move> {
    let side = position.side_to_move();
    let enemy_king = position.king(side.other()).expect("a King");
    let mut legal = Vec::new();
    for (from, piece) in position.pieces().filter(|(_, piece)| piece.side == side) {
        for to in places(position) {
            let possible = match position.piece_at(to) {
                Some(target) => target.side != side && captures(position, piece, from, to),
                None => goes(position, piece, from, to),
            };
            if !possible {
                continue;
            }
            let mut choices = vec![None];
            if piece.kind == PieceType::PAWN && to.rank == enemy_king.rank {
                let back = [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT];
                choices.extend(back.into_iter().filter(|kind| position.taken(side).contains(kind)).map(Some));
            }
            for choice in choices {
                let made = Move { choice, ..Move::new(from, to) };
                let after = position.apply(&made);
                if attackers(&after, side).is_empty() {
                    legal.push(made);
                    legal.extend(
                        drops_by_definition(position, &after).into_iter().map(|drop| made.dropping(drop)),
                    );
                }
            }
        }
    }
    legal.sort_unstable();
    legal
}

fn drops_by_definition(before: &Position, after: &Position) -> Vec<CardDrop> {
    let side = before.side_to_move();
    let pawn = Piece::new(side, PieceType::PAWN);
    let stands = |square: Square| after.piece_at(square) == Some(pawn);
    let mut cards = schachen(before).hand(side).known_cards().to_vec();
    cards.dedup();
    let mut drops = Vec::new();
    for card in cards {
        for square in places(after).into_iter().filter(|square| square.has_name()) {
            let fits = match card {
                PieceType::PAWN => stands(square.offset(1, 0)) || stands(square.offset(-1, 0)),
                _ => stands(square.offset(0, side.forward())),
            };
            if fits && after.piece_at(square).is_none() {
                drops.push(CardDrop { card, square });
            }
        }
    }
    drops
}

#[test]
fn legal_moves_are_those_of_the_definition() {
    play_random_games(0, |seed, game| {
        let position = game.position();
        let legal = position.legal_moves();
        assert_eq!(legal, legal_by_definition(position), "seed {seed}: {}", position.full_text());
        let without_drops: Vec<Move> = legal.iter().filter(|made| made.drop.is_none()).copied().collect();
        assert_eq!(position.moves_without_drops(), without_drops, "seed {seed}");
        assert_eq!(position.has_legal_move(), !legal.is_empty(), "seed {seed}");
        for made in without_drops {
            let with_it =
                legal.iter().filter(|other| other.without_drop() == made).filter_map(|other| other.drop);
            assert_eq!(position.drops_after(&made), with_it.collect::<Vec<_>>(), "seed {seed}, {made}");
        }
    });
}

#[test]
fn attacks_are_those_of_the_definition() {
    play_random_games(1, |seed, game| {
        let position = game.position();
        let side = position.side_to_move();
        assert_eq!(position.checkers(), attackers(position, side), "seed {seed}: {}", position.full_text());
        assert_eq!(position.in_check(), !position.checkers().is_empty());
        for made in position.pseudo_legal_moves() {
            let after = position.apply(&made);
            let expected = attackers(&after, side);
            assert_eq!(
                position.attackers_after(&made),
                expected,
                "seed {seed}, {made}: {}",
                position.full_text()
            );
        }
    });
}

/// All cards of a side by kind: on the grid, in hand, in the stack and taken.
fn census(position: &Position, side: Side) -> Vec<(PieceType, usize)> {
    let cards = schachen(position);
    let pieces = position.pieces().filter(|(_, piece)| piece.side == side).map(|(_, piece)| piece.kind);
    let heaps = [cards.hand(side).known_cards(), cards.stack(side).known_cards(), cards.taken(side)].concat();
    let all: Vec<PieceType> = pieces.chain(heaps).collect();
    SET.map(|(kind, _)| (kind, all.iter().filter(|other| **other == kind).count())).to_vec()
}

#[test]
fn no_card_is_lost_or_made() {
    play_random_games(2, |seed, game| {
        let position = game.position();
        let side = position.side_to_move();
        for made in game.legal_moves() {
            let after = position.apply(made);
            assert_eq!(census(&after, side.other()), census(position, side.other()), "seed {seed}, {made}");
            let mut expected = census(position, side);
            // "The captured piece returns to play, the Pawn leaves the game for good."
            expected[5].1 -= usize::from(made.choice.is_some());
            assert_eq!(census(&after, side), expected, "seed {seed}, {made}");
            assert!(expected.iter().map(|(_, count)| count).sum::<usize>() <= SET_SIZE);
            let (hand, next) = (schachen(position).hand(side), schachen(&after).hand(side));
            let stack = schachen(position).stack(side);
            let drawn = usize::from(made.drop.is_some() && !stack.is_empty());
            assert_eq!(
                next.len(),
                hand.len() - usize::from(made.drop.is_some()) + drawn,
                "seed {seed}, {made}"
            );
            assert_eq!(
                schachen(&after).stack(side).known_cards(),
                &stack.known_cards()[drawn..],
                "seed {seed}, {made}"
            );
        }
    });
}

#[test]
fn effects_are_what_changes_on_the_grid() {
    play_random_games(3, |seed, game| {
        let position = game.position();
        for made in game.legal_moves() {
            let (effects, after) = (position.effects(made), position.apply(made));
            let mut pieces: Vec<(Square, Piece)> =
                position.pieces().filter(|entry| !effects.vanished.contains(entry)).collect();
            pieces.extend(effects.appeared.iter().copied());
            pieces.sort_unstable();
            assert_eq!(after.pieces().collect::<Vec<_>>(), pieces, "seed {seed}, {made}");
            let progress = position.piece_at(made.from).is_some_and(|piece| piece.kind == PieceType::PAWN)
                || position.piece_at(made.to).is_some()
                || made.drop.is_some();
            let clock = if progress { 0 } else { position.halfmove_clock() + 1 };
            assert_eq!(after.halfmove_clock(), clock, "seed {seed}, {made}");
            for side in Side::BOTH {
                assert!(
                    after.king(side).is_some_and(|king| {
                        after.piece_at(king) == Some(Piece::new(side, PieceType::KING))
                    })
                );
            }
        }
    });
}

#[test]
fn every_legal_move_has_texts_of_its_own() {
    let words = MoveVocabulary::default();
    play_random_games(4, |seed, game| {
        let (position, legal) = (game.position(), game.legal_moves());
        let lan: HashSet<String> = legal.iter().map(ToString::to_string).collect();
        assert_eq!(lan.len(), legal.len(), "seed {seed}");
        let names = notation::sans(position, legal);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), legal.len(), "seed {seed}: {names:?}");
        let every = (legal.len() / READ_BACK).max(1);
        for (made, san) in legal.iter().zip(&names).step_by(every) {
            assert_eq!(notation::parse_lan(position, &made.to_string()), Ok(*made), "seed {seed}");
            assert_eq!(&notation::san(position, made), san, "seed {seed}");
            for text in [san.clone(), made.to_string()] {
                let reading = notation::read(position, &text, &words);
                let agrees = match &reading {
                    MoveReading::Move(only) => only == made,
                    // `a1-b1` may go to b1 or to -b1; `bxc3` may be a Bishop's move.
                    MoveReading::Several(moves) => moves.contains(made),
                    MoveReading::OtherLetters(_) | MoveReading::Refused(_) | MoveReading::NotAMove => false,
                };
                assert!(agrees, "seed {seed}, {text} for {made}: {reading:?} in {}", position.full_text());
            }
        }
    });
}

#[test]
fn a_game_goes_on_from_its_snapshot() {
    play_random_games(5, |seed, game| {
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
