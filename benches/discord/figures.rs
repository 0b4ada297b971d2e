//! Collects the measured times of the benchmark of Discord and prints them as a table.

use std::{
    sync::PoisonError,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use crate::{
    people::Played,
    process::{Durable, Standing},
};

/// Discord waits so long for a first answer.
const IN_TIME: Duration = Duration::from_secs(3);

pub struct Figures {
    rate: f64,
    played: Played,
    durable: Vec<Duration>,
    before: Standing,
    after: Standing,
}

impl Figures {
    pub fn new(rate: f64, played: Played, durable: &Durable, before: Standing, after: Standing) -> Self {
        // Both processes go by the machine's clock.
        let (now, clock) =
            (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos());
        let durable = durable.lock().unwrap_or_else(PoisonError::into_inner);
        let moves = played.moves.iter();
        let durable = moves
            .filter_map(|sample| {
                let due = clock - now.duration_since(sample.due).as_nanos();
                let took = durable.get(&sample.event)?.saturating_sub(due);
                Some(Duration::from_nanos(u64::try_from(took).ok()?))
            })
            .collect();
        Self { rate, played, durable, before, after }
    }

    /// How many of all interactions were answered while Discord waits, from 0 to 1.
    pub fn share_in_time(&self) -> f64 {
        let in_time = self.played.answers.iter().filter(|after| **after <= IN_TIME).count();
        let all = self.played.answers.len() as u64 + self.played.unanswered + self.played.lost;
        in_time as f64 / (all as f64).max(1.0)
    }

    fn per_move(&self, amount: f64) -> f64 {
        amount / (self.played.moves.len() as f64).max(1.0)
    }

    fn cpu(&self) -> f64 {
        self.per_move(self.after.bot - self.before.bot)
    }

    pub fn print(&self, floor: f64) {
        let Played { moves, answers, unanswered, lost, requests } = &self.played;
        println!("\n{:.0} moves/s: {} moves shown, {lost} not", self.rate, moves.len());
        println!(
            "first answers within 3 s          {:8.3} % of {} ({unanswered} never)",
            100.0 * self.share_in_time(),
            answers.len()
        );
        line("event to durable", self.durable.clone());
        line("event to first answer, moves", moves.iter().map(|sample| sample.answered).collect());
        line("event to first answer, all", answers.clone());
        line("event to board", moves.iter().map(|sample| sample.shown).collect());
        println!("processor per move                {:8.2} ms", 1000.0 * self.cpu());
        println!(
            "  floor: one board, one commit    {:8.2} ms, ratio {:.2}",
            1000.0 * floor,
            self.cpu() / floor
        );
        println!(
            "  the fake and the people         {:8.2} ms",
            1000.0 * self.per_move(self.after.ours - self.before.ours)
        );
        println!("largest memory                    {:8.0} MiB", self.after.peak as f64 / f64::from(1 << 20));
        println!(
            "requests per move                 {:8.2} callbacks, {:.2} webhooks, {:.3} with the bot's token",
            self.per_move(requests.callbacks as f64),
            self.per_move(requests.webhooks as f64),
            self.per_move(requests.bot as f64)
        );
        println!("too often (429)                   {:8}", requests.too_often);
    }

    pub fn print_short(&self) {
        let share = 100.0 * self.share_in_time();
        let lost = self.played.lost;
        println!("{:5.0} moves/s: {share:.3} % in time, {lost} moves not shown", self.rate);
    }
}

fn line(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index.min(times.len().saturating_sub(1))).map_or(0.0, |time| 1000.0 * time.as_secs_f64())
    };
    println!("{name:<33} {:8.1} ms p50 {:8.1} ms p99 {:8.1} ms max", at(0.5), at(0.99), at(1.0));
}
