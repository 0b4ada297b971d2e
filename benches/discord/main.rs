//! Benchmark of the bot on a simulated Discord: many servers with a game in each, moves at a fixed
//! rate, and the times until people have their answers. The bot runs in a process of its own, with
//! the durable store, so that processor time and memory are the bot's alone; both processes share
//! this machine, so the figures are worse than those of a bot with a machine of its own.
//!
//! A move is sent at its planned time even if earlier ones are unanswered; a late move's waiting time counts from its planned
//! time. Nothing is asserted about times.
//!
//! `cargo bench --bench discord -- [--guilds 2000] [--rate 300] [--seconds 60] [--find]`; `--find` also looks for the
//! highest rate at which 99.9 % of interactions are answered within 3 s. `TMPDIR` chooses the store's disk.

mod bot;
#[path = "../../tests/discord/fake/mod.rs"]
#[allow(dead_code, unused_imports, missing_docs)]
mod fake;
mod figures;
mod games;
mod hub;
mod people;
mod process;

use std::{error::Error, time::Duration};

use figures::Figures;
use people::People;
use process::Process;

/// What is measured.
#[derive(Clone, Copy, Debug)]
struct Load {
    guilds: u64,
    /// Moves in a second.
    rate: f64,
    seconds: u64,
    find: bool,
}

/// What a trial rate lasts.
const TRIAL: u64 = 15;
/// Games are begun at this rate.
const WARM_UP: f64 = 60.0;
/// How much of everything has to be answered in time for a rate to hold.
const HELD: f64 = 0.999;

fn main() -> Result<(), Box<dyn Error>> {
    if bot::is_wanted() {
        return bot::run();
    }
    let load = arguments(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(measure(load))
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Load, Box<dyn Error>> {
    let mut load = Load { guilds: 2000, rate: 300.0, seconds: 60, find: false };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a number"));
        match word.as_str() {
            "--guilds" => load.guilds = value()?.parse()?,
            "--rate" => load.rate = value()?.parse()?,
            "--seconds" => load.seconds = value()?.parse()?,
            "--find" => load.find = true,
            // What `cargo bench` says by itself.
            "--bench" => {}
            other => return Err(format!("unknown: {other}").into()),
        }
    }
    Ok(load)
}

async fn measure(load: Load) -> Result<(), Box<dyn Error>> {
    let fake = fake::Fake::start().await;
    let folder = tempfile::tempdir()?;
    let bot = Process::start(&fake, folder.path()).await?;
    let people = People::arrive(&fake, load.guilds);
    println!("{} games begin", load.guilds);
    people.begin(WARM_UP).await;
    let figures = run(&people, &bot, load.rate, load.seconds).await?;
    figures.print(bot.floor);
    if load.find {
        find(&people, &bot, load.rate, figures.share_in_time() >= HELD).await?;
    }
    bot.stop().await
}

async fn run(people: &People, bot: &Process, rate: f64, seconds: u64) -> Result<Figures, Box<dyn Error>> {
    let before = bot.standing()?;
    let moves = people.play(rate, Duration::from_secs(seconds)).await;
    let after = bot.standing()?;
    Ok(Figures::new(rate, moves, bot.durable(), before, after))
}

/// Looks for the highest rate that holds, in steps.
async fn find(people: &People, bot: &Process, rate: f64, held: bool) -> Result<(), Box<dyn Error>> {
    let step = if held { 1.2 } else { 1.0 / 1.2 };
    let (mut rate, mut highest) = (rate, if held { Some(rate) } else { None });
    for _ in 0..10 {
        rate *= step;
        let figures = run(people, bot, rate, TRIAL).await?;
        figures.print_short();
        let holds = figures.share_in_time() >= HELD;
        if holds {
            highest = Some(rate);
        }
        if holds != held {
            break;
        }
    }
    match highest {
        Some(rate) => println!("highest rate tried with {:.1} % in time: {rate:.0} moves/s", HELD * 100.0),
        None => println!("no rate tried had {:.1} % in time", HELD * 100.0),
    }
    Ok(())
}
