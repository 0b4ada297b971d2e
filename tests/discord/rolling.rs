//! Tests of people who play on in every channel while processes are restarted one after the other,
//! and while one dies: how long they wait, and what they read. Not here: how shards change hands
//! when nothing happens (`several`).

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use adoube_bot::{Clock, Timer};
use adoube_rules::{Game, Position, Variant};
use adoube_testing::seeds;
use futures_util::future::join_all;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    fake::Message,
    processes::{Process, SHARDS, SILENCE, Several},
    support::{ADA, BOB},
};

/// How long people think, in the processes' time.
const THOUGHT: Duration = Duration::from_secs(1);
/// How long they play before and after something happens.
const WHILE: Duration = Duration::from_secs(10);

/// What became of a game.
struct Played {
    channel: u64,
    /// What the board says of each move.
    moves: Vec<String>,
    longest: Duration,
}

/// A move that does not end the game.
fn thought_of(game: &Game, rng: &mut ChaCha8Rng) -> (Game, String) {
    let mut legal: Vec<_> = game.legal_moves().to_vec();
    legal.shuffle(rng);
    let goes_on = legal.iter().find_map(|made| {
        let mut after = game.clone();
        let san = after.play(made).ok()?.san;
        (after.outcome().is_none() && after.draw_claims().is_empty()).then_some((after, san))
    });
    goes_on.expect("a game goes on for longer")
}

/// Two people play in a channel, one move after the other, each when the one before was answered.
async fn play(several: &Several, channel: u64, is_over: &AtomicBool, seed: u64) -> Played {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ channel);
    let mut game = Game::new(Position::start(Variant::Chess));
    let mut played = Played { channel, moves: Vec::new(), longest: Duration::ZERO };
    let clock = several.clock;
    while !is_over.load(Ordering::Relaxed) {
        clock.until(clock.now() + THOUGHT).await;
        let (after, san) = thought_of(&game, &mut rng);
        let ply = played.moves.len();
        let began = clock.monotonic();
        let token = several.world.moves(if ply.is_multiple_of(2) { ADA } else { BOB }, channel, &san);
        let answer = several.world.answered(&token).await;
        played.longest = played.longest.max(clock.monotonic().saturating_sub(began));
        assert!(answer.original.is_some() || answer.answer.is_some(), "{san}");
        let dots = if ply.is_multiple_of(2) { "." } else { "…" };
        played.moves.push(format!(" {}{dots} {san}", ply / 2 + 1));
        game = after;
    }
    played
}

/// Plays everywhere until what happens has happened.
async fn play_while(several: &Several, happens: impl Future<Output = ()>) -> Vec<Played> {
    let seed = seeds::seed(20_262);
    let is_over = AtomicBool::new(false);
    let playing = join_all(several.channels.iter().map(|channel| play(several, *channel, &is_over, seed)));
    let (played, ()) = tokio::join!(playing, async {
        wait(several).await;
        happens.await;
        wait(several).await;
        is_over.store(true, Ordering::Relaxed);
    });
    several.until_noted().await;
    played
}

async fn wait(several: &Several) {
    let clock = several.clock;
    clock.until(clock.now() + WHILE).await;
}

/// How many messages there are beyond one for each move and the two of the beginning; none is missing, and all are in order.
fn superfluous(several: &Several, played: &[Played]) -> usize {
    let superfluous = |game: &Played| {
        let public = several.world.public(game.channel);
        let mut rest = public.iter().skip(2);
        for made in &game.moves {
            let is_it = |board: &Message| board.content.replace('\\', "").contains(made);
            assert!(rest.any(is_it), "{}: {made} in {public:#?}", game.channel);
        }
        public.len() - 2 - game.moves.len()
    };
    played.iter().map(superfluous).sum()
}

fn longest(played: &[Played]) -> Duration {
    played.iter().map(|game| game.longest).max().unwrap_or_default()
}

async fn three() -> (Several, [Process; 3]) {
    let several = Several::new().await;
    let processes = [several.start(), several.start(), several.start()];
    several.until_shared(&[2, 3, 3]).await;
    several.until_connected(SHARDS).await;
    several.begin().await;
    (several, processes)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_are_restarted_one_after_the_other_and_nobody_notices() {
    let (several, processes) = three().await;
    let mut begun = Vec::new();
    let played = play_while(&several, async {
        for process in processes {
            process.stops().await;
            several.until_shared(&[4, 4]).await;
            begun.push(several.start());
            several.until_shared(&[2, 3, 3]).await;
        }
    })
    .await;
    let (count, longest) = (played.iter().map(|game| game.moves.len()).sum::<usize>(), longest(&played));
    println!("{count} moves through a rolling restart; the longest wait was {longest:?}");
    assert_eq!(superfluous(&several, &played), 0, "said twice");
    assert_eq!(several.identified(), 8, "every session was gone on with");
    several.is_well();
    assert!(longest < SILENCE, "{longest:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_three_dies_and_everybody_plays_on() {
    let (several, processes) = three().await;
    let [killed, _second, _third] = processes;
    let played = play_while(&several, async {
        killed.dies();
        several.until_shared(&[4, 4]).await;
    })
    .await;
    let (count, longest) = (played.iter().map(|game| game.moves.len()).sum::<usize>(), longest(&played));
    let superfluous = superfluous(&several, &played);
    println!(
        "{count} moves while one died; the longest wait was {longest:?}; {superfluous} messages said twice"
    );
    // What was sent and could not be noted any more is sent again: once in each channel of the dead one.
    assert!(superfluous <= 3, "{superfluous}");
    assert_eq!(several.identified(), 8, "every session was gone on with");
    several.is_well();
    assert!(longest < SILENCE, "{longest:?}");
}
