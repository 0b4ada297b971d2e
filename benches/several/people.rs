//! Simulated players of the benchmark: they play games one after the other, each at a program of
//! their own, and fetch and confirm the messages of each program as a bridge does. Not here: what
//! is measured (`main`).

use std::{
    collections::HashMap,
    sync::{
        Arc, Barrier,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use adoube_rules::{Game, Position, Variant};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::{
    Failure,
    program::{Answer, Pool, Program},
};

/// Plies after which a new game begins in a new channel.
const PLIES: usize = 80;
/// How long anybody waits for what is shown.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most that is taken from an outbox at once.
const AT_ONCE: usize = 100;

/// A move: when it was said, and how long it took from then.
pub struct Sample {
    pub at: Instant,
    /// Until whoever made it had the answer.
    pub acknowledged: Duration,
    /// Until its board was brought to the channel and that was noted.
    pub shown: Duration,
}

/// Everybody.
pub struct Hall {
    is_over: Arc<AtomicBool>,
    all_play: Arc<Barrier>,
    bridges: Vec<JoinHandle<()>>,
    players: Vec<JoinHandle<Result<Vec<Sample>, String>>>,
}

impl Hall {
    /// As many games as there are tables.
    pub fn open(pool: &Arc<Pool>, tables: usize) -> Self {
        let (is_over, all_play) = (Arc::new(AtomicBool::new(false)), Arc::new(Barrier::new(tables + 1)));
        let (mut players, mut listeners) = (Vec::new(), HashMap::new());
        for number in 0..tables {
            let (told, hears) = mpsc::channel();
            listeners.insert(number, told);
            let table = Table {
                pool: Arc::clone(pool),
                is_over: Arc::clone(&is_over),
                number,
                games: 0,
                events: 0,
                hears,
                samples: Vec::new(),
            };
            let all_play = Arc::clone(&all_play);
            players.push(thread::spawn(move || table.play(&all_play)));
        }
        let bridges = (0..pool.len())
            .filter_map(|index| pool.exactly(index))
            .map(|program| {
                let listeners = listeners.clone();
                thread::spawn(move || bring(&program, &listeners))
            })
            .collect();
        Self { is_over, all_play, bridges, players }
    }

    /// Waits until a game has begun at every table.
    pub fn all_play(&self) {
        self.all_play.wait();
    }

    /// Everybody stops; every move there was.
    pub fn close(self, pool: &Pool) -> Result<Vec<Sample>, Failure> {
        self.is_over.store(true, Ordering::Relaxed);
        let mut samples = Vec::new();
        for player in self.players {
            samples.extend(player.join().map_err(|_| "a player panicked")??);
        }
        // Until then somebody waited for what bridges bring.
        (0..pool.len()).for_each(|index| pool.kill(index));
        for bridge in self.bridges {
            bridge.join().map_err(|_| "a bridge panicked")?;
        }
        Ok(samples)
    }
}

/// Two people and the channel of their present game.
struct Table {
    pool: Arc<Pool>,
    is_over: Arc<AtomicBool>,
    number: usize,
    games: usize,
    events: usize,
    /// That something was shown in a channel, and when that was noted.
    hears: Receiver<(String, Instant)>,
    samples: Vec<Sample>,
}

impl Table {
    fn play(mut self, all_play: &Barrier) -> Result<Vec<Sample>, String> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.number as u64);
        let begun = self.begin();
        all_play.wait();
        begun?;
        while !self.is_over.load(Ordering::Relaxed) {
            self.play_one(&mut rng)?;
            self.begin()?;
        }
        Ok(self.samples)
    }

    fn begin(&mut self) -> Result<(), String> {
        self.games += 1;
        self.says(0, ("command", "play chess white"))?;
        self.says(1, ("command", "accept"))?;
        Ok(())
    }

    fn play_one(&mut self, rng: &mut ChaCha8Rng) -> Result<(), String> {
        let mut game = Game::new(Position::start(Variant::Chess));
        for ply in 0..PLIES {
            if game.outcome().is_some() || self.is_over.load(Ordering::Relaxed) {
                break;
            }
            let legal = game.legal_moves();
            let made = legal[rng.random_range(0..legal.len())];
            let sample = self.says(ply % 2, ("said", &made.to_string()))?;
            self.samples.push(sample);
            game.play(&made).map_err(|_| format!("{made} is not legal"))?;
        }
        Ok(())
    }

    fn channel(&self) -> String {
        format!("net:table/{}/{}", self.number, self.games)
    }

    /// One of the two says something, at a program of their own, and both wait until it is shown.
    fn says(&mut self, side: usize, what: (&str, &str)) -> Result<Sample, String> {
        self.events += 1;
        let (channel, name) = (self.channel(), ["Ada", "Bob"][side]);
        let event = json!({
            "do": "event",
            "event": format!("net:{}-{}", self.number, self.events),
            "channel": channel,
            "person": { "id": format!("net:{name}-{}", self.number), "name": name },
            what.0: what.1,
            "show": { "hears": "everything" },
        });
        let (program, at) = (self.pool.one((self.number + side) % self.pool.len()), Instant::now());
        match program.ask(event) {
            Answer::Done(answer) if answer["reply"] == "posted" => {}
            Answer::Done(other) | Answer::Refused(other) => return Err(format!("{what:?}: {other}")),
            Answer::Gone => return Err("the program is gone".to_owned()),
        }
        let acknowledged = at.elapsed();
        loop {
            let (shown_in, shown) =
                self.hears.recv_timeout(PATIENCE).map_err(|_| format!("{what:?}: not shown"))?;
            if shown_in == channel {
                return Ok(Sample { at, acknowledged, shown: shown.saturating_duration_since(at) });
            }
        }
    }
}

/// Brings whatever waits with one program to its channel until that ends.
fn bring(program: &Program, listeners: &HashMap<usize, Sender<(String, Instant)>>) {
    loop {
        let look = json!({ "do": "outbox", "platform": "net", "limit": AT_ONCE, "wait": true });
        let mut found = match program.ask(look) {
            Answer::Done(found) => found,
            // It is asked again.
            Answer::Refused(why) => {
                eprintln!("nothing can be brought: {why}");
                continue;
            }
            Answer::Gone => return,
        };
        let Value::Array(mut waiting) = found["deliveries"].take() else { continue };
        while !waiting.is_empty() {
            waiting = show(program, waiting, listeners);
        }
    }
}

/// Shows these, all at once, and gives what comes behind them in their channels.
fn show(
    program: &Program,
    deliveries: Vec<Value>,
    listeners: &HashMap<usize, Sender<(String, Instant)>>,
) -> Vec<Value> {
    let asked: Vec<_> = deliveries
        .into_iter()
        .map(|delivery| (program.asking(json!({ "do": "done", "key": delivery["key"] })), delivery))
        .collect();
    let mut behind = Vec::new();
    for (asked, delivery) in asked {
        // Another one has it now, or comes back to it.
        let Some(Answer::Done(mut done)) = asked.map(super::program::Asked::answer) else { continue };
        let channel = delivery["channel"].as_str().unwrap_or_default().to_owned();
        let table = channel.split('/').nth(1).and_then(|number| number.parse().ok());
        if let Some(listener) = table.and_then(|table: usize| listeners.get(&table)) {
            // Who plays there may have stopped.
            let _ = listener.send((channel, Instant::now()));
        }
        let next = done["next"].take();
        if !next.is_null() {
            behind.push(next);
        }
    }
    behind
}
