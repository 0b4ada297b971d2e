//! Measures the time of a move, until it is answered and on disk, in a store with very many games
//! and in one with few, in turns.

use std::{
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use adoube_bot::Bot;
use adoube_store::SledStore;
use adoube_testing::clock::TestClock;

use crate::{
    kept::Kept,
    people,
    saying::say,
    template::{LINES, NEXT, channel, event, white},
    usage,
};

/// Moves in each store.
const MOVES: u64 = 900;
/// Moves in one store before it is the other's turn.
const TURN: u64 = 20;

struct Played {
    games: u64,
    service: Bot,
    store: Arc<SledStore>,
    took: Vec<Duration>,
    processor: f64,
}

impl Played {
    async fn open(kept: &Kept) -> Result<Self, Box<dyn Error>> {
        let store = Arc::new(SledStore::open(&kept.folder)?);
        let service = people::service(
            store.clone(),
            Arc::new(TestClock::stopped().beginning_at(kept.played_at + 600_000)),
        )?;
        service.begin().await?;
        Ok(Self { games: kept.games, service, store, took: Vec::new(), processor: 0.0 })
    }

    /// Games that are far from each other, and others each time.
    async fn play(&mut self, moves: std::ops::Range<u64>, run: u64) -> Result<(), Box<dyn Error>> {
        for number in moves {
            let game = (number.wrapping_mul(7919) + run * 613) % self.games;
            let (began, before) = (Instant::now(), usage::processor());
            // What was answered in a run before would be answered again without a move.
            let event = format!("{}-{run}", event(game, LINES.len()));
            let done = say(&self.service, &channel(game), (&event, &white(game), NEXT)).await;
            // In a run before, White has moved there.
            if done.is_ok() {
                self.took.push(began.elapsed());
                self.processor += usage::processor() - before;
            }
        }
        Ok(())
    }

    fn mean(&self) -> Duration {
        self.took.iter().sum::<Duration>() / self.took.len().max(1) as u32
    }

    fn median(&mut self) -> Duration {
        self.took.sort_unstable();
        self.took.get(self.took.len() / 2).copied().unwrap_or_default()
    }

    fn tell(&mut self) {
        let (median, mean, moves) = (self.median(), self.mean(), self.took.len().max(1));
        println!(
            "{:>9} games: {moves} moves, {median:.2?} each (median), {mean:.2?} on average, {:.2?} at most, {:.2} ms of processor time",
            self.games,
            self.took.last().copied().unwrap_or_default(),
            self.processor * 1000.0 / moves as f64
        );
    }
}

/// Moves in both, in turns.
pub async fn measure(few: &Kept, many: &Kept) -> Result<(), Box<dyn Error>> {
    let (mut few, mut many) = (Played::open(few).await?, Played::open(many).await?);
    let run = u64::from(std::process::id());
    for from in (0..MOVES).step_by(TURN as usize) {
        few.play(from..from + TURN, run).await?;
        many.play(from..from + TURN, run).await?;
    }
    few.tell();
    many.tell();
    let mut ratio =
        |of: fn(&mut Played) -> Duration| of(&mut many).as_secs_f64() / of(&mut few).as_secs_f64();
    println!(
        "          a move among many takes {:.2} times one among few (median), {:.2} times on average; {} MB",
        ratio(Played::median),
        ratio(|played| played.mean()),
        usage::memory("self").0
    );
    for played in [few, many] {
        adoube_store::Store::close(&*played.store).await?;
    }
    Ok(())
}
