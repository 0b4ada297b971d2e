//! Tests that the repetition history holds the positions that were on the board, without a read of
//! the rest of the game.

use adoube_rules::{Game, Move, PieceType, Side};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::trial::Trial;
use crate::{
    core::game::GameRecord,
    gameplay::{
        history::standing,
        repetition_history::{GameWithHistory, RepetitionHistory},
    },
};

/// Turns played in a game.
const TURNS: usize = 70;

/// Plies between checkpoints.
const APART: usize = 16;

fn restore(record: &GameRecord) -> Game {
    Game::restore(record.state.clone()).expect("a game")
}

fn mover(game: &Game) -> &'static str {
    match game.position().side_to_move() {
        Side::White => "Ada",
        Side::Black => "Bob",
    }
}

/// A random move; mostly one that is neither a capture nor a pawn move.
fn some_move(game: &Game, rng: &mut ChaCha8Rng) -> Option<Move> {
    let moves = game.legal_moves();
    let position = game.position();
    let is_quiet = |made: &&Move| {
        let moves_pawn = position.piece_at(made.from).is_some_and(|piece| piece.kind == PieceType::PAWN);
        !moves_pawn && position.piece_at(made.to).is_none()
    };
    let quiet: Vec<&Move> = moves.iter().filter(is_quiet).collect();
    if rng.random_range(0..20) > 0 && !quiet.is_empty() {
        return quiet.choose(rng).map(|made| **made);
    }
    moves.choose(rng).copied()
}

/// Checks the history against the whole game; returns whether there was a history.
async fn check(trial: &Trial, record: &GameRecord, line: &str) -> bool {
    let (ledger, game) = (trial.ledger(), restore(record));
    let present = game.position();
    let quiet = usize::from(present.halfmove_clock());
    let Some(recalled) = RepetitionHistory::of(&ledger, record, &game).await.expect("memory") else {
        assert!(quiet == 0 || quiet >= 100, "{line}: {quiet} half-moves are not recalled");
        return false;
    };
    let ply = record.plies;
    assert!(recalled.moves.len() < quiet + APART, "{line}, ply {ply}: {} moves", recalled.moves.len());
    let all = standing(ledger.events(&record.id).await.expect("memory"));
    let whole = RepetitionHistory::from(record.first_position().expect("a start"), all);
    let (found, expected) = (recalled.course(present), whole.course(present));
    let seeds = [found, expected].map(|course| course.expect("it leads here").seed());
    assert_eq!(seeds[0], seeds[1], "{line}, ply {ply}");
    let played = GameWithHistory::of(&ledger, record).await.unwrap_or_else(|_| panic!("{line}, ply {ply}"));
    assert_eq!(played.course().map(|course| course.seed()), Some(seeds[1]), "{line}, ply {ply}");
    true
}

#[tokio::test]
async fn what_was_there_since_the_last_capture_is_known() {
    let games = [
        ("play computer 1 chess white", false),
        ("play computer 1 grand touch-move white", false),
        ("play chess960 white", true),
    ];
    for (number, (line, is_among_people)) in games.into_iter().enumerate() {
        let (mut trial, mut rng) = (Trial::new(number as u64), ChaCha8Rng::seed_from_u64(number as u64));
        trial.commands("Ada", line).await;
        if is_among_people {
            trial.commands("Bob", "accept").await;
        }
        let mut recalled = 0;
        for _ in 0..TURNS {
            let Some(record) = trial.game().await else { break };
            recalled += usize::from(check(&trial, &record, line).await);
            let game = restore(&record);
            if rng.random_range(0..10) == 0 && record.plies > 4 {
                trial.commands("Ada", "takeback").await;
                trial.commands("Bob", "takeback accept").await;
                continue;
            }
            let Some(made) = some_move(&game, &mut rng) else { break };
            assert!(trial.commands(mover(&game), &format!("move {made}")).await, "{line}: {made}");
            if let Some(record) = trial.game().await {
                recalled += usize::from(check(&trial, &record, line).await);
            }
            trial.service.run_computer_once().await;
        }
        assert!(recalled > 10, "{line}: {recalled} times");
    }
}

#[tokio::test]
async fn where_nothing_was_kept_it_plays_all_the_same() {
    let mut trial = Trial::new(5);
    trial.commands("Ada", "play chess white").await;
    trial.commands("Bob", "accept").await;
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let quiet = |record: &GameRecord| u32::from(restore(record).position().halfmove_clock());
    let mut record = trial.game().await.expect("a game");
    while quiet(&record) == 0 || record.plies < quiet(&record) + APART as u32 {
        let game = restore(&record);
        let made = some_move(&game, &mut rng).expect("a move");
        trial.commands(mover(&game), &format!("move {made}")).await;
        record = trial.game().await.expect("it goes on");
    }
    let game = restore(&record);
    record.channel = crate::ChannelId("test:elsewhere".to_owned());
    let recalled = RepetitionHistory::of(&trial.ledger(), &record, &game).await.expect("memory");
    assert!(recalled.is_none(), "nothing is read of a game from its beginning");
}
