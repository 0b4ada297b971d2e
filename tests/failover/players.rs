//! Simulated players of the failover tests: they play through whichever program answers, and
//! remember what was acknowledged. Not here: posted messages (`posts`).

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use adoube_rules::{Game, Position, Variant};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::{
    pgn,
    program::{Answer, Pool, lock},
};

/// Turns after which a new game begins in a new channel.
const PLIES: usize = 160;

/// A game and what was acknowledged of it.
pub struct Played {
    pub channel: String,
    /// As the record has them.
    pub sans: Vec<String>,
}

/// What all players have in common.
pub struct Tally {
    pub is_over: AtomicBool,
    pub moves: AtomicU64,
    /// How often somebody had to say something again.
    pub again: AtomicU64,
    silence: Mutex<(Option<Instant>, Duration)>,
}

impl Tally {
    pub fn new() -> Self {
        Self {
            is_over: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            again: AtomicU64::new(0),
            silence: Mutex::new((None, Duration::ZERO)),
        }
    }

    /// The longest time in which no move of anybody was acknowledged.
    pub fn longest_silence(&self) -> Duration {
        lock(&self.silence).1
    }

    fn acknowledge(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
        let (last, longest) = &mut *lock(&self.silence);
        let now = Instant::now();
        if let Some(last) = last {
            *longest = (*longest).max(now - *last);
        }
        *last = Some(now);
    }
}

/// Somebody says something in a channel, to one program after the other until one has answered.
fn say(pool: &Pool, tally: &Tally, rng: &mut ChaCha8Rng, event: &Value) -> Value {
    let mut index = rng.random_range(0..pool.len());
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < crate::AT_MOST, "nobody answers: {event}");
        match pool.one(index).ask(event.clone()) {
            Answer::Done(answer) if !asks_for_it_again(&answer) => return answer,
            Answer::Done(_) | Answer::Gone => {}
            Answer::Refused(error) => assert_eq!(error["code"], "trouble", "{event}: {error}"),
        }
        tally.again.fetch_add(1, Ordering::Relaxed);
        index += 1;
    }
}

/// Whether somebody reads that nothing was decided, as the database was away for long.
fn asks_for_it_again(answer: &Value) -> bool {
    let text = answer["message"]["text"].as_str().unwrap_or_default();
    text.starts_with("Nothing can be saved right now: ")
}

/// One game after the other until it is over; each ends with what was acknowledged.
pub fn play(pool: &Pool, tally: &Tally, table: usize, seed: u64) -> Vec<Played> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ table as u64);
    let mut played = Vec::new();
    while !tally.is_over.load(Ordering::Relaxed) {
        let name = format!("{table}-{}", played.len());
        played.push(play_one(pool, tally, &mut rng, &name));
    }
    played
}

fn play_one(pool: &Pool, tally: &Tally, rng: &mut ChaCha8Rng, name: &str) -> Played {
    let channel = format!("net:table-{name}");
    let mut events = 0;
    let mut does = |rng: &mut ChaCha8Rng, who: &str, what: (&str, &str)| {
        events += 1;
        let event = json!({
            "do": "event",
            "event": format!("net:{name}-{events}"),
            "channel": channel,
            "person": { "id": format!("net:{who}-{name}"), "name": who },
            what.0: what.1,
            "show": { "hears": "everything", "picture": "inline" },
        });
        say(pool, tally, rng, &event)
    };
    let is_posted = |answer: &Value, what: &str| assert_eq!(answer["reply"], "posted", "{what}: {answer}");
    is_posted(&does(rng, "Ada", ("command", "play chess white")), "a challenge");
    is_posted(&does(rng, "Bob", ("command", "accept")), "an acceptance");
    let mut game = Game::new(Position::start(Variant::Chess));
    let mut sans = Vec::new();
    while game.outcome().is_none() && sans.len() < PLIES && !tally.is_over.load(Ordering::Relaxed) {
        let legal = game.legal_moves();
        let made = legal[rng.random_range(0..legal.len())];
        let who = if sans.len().is_multiple_of(2) { "Ada" } else { "Bob" };
        is_posted(&does(rng, who, ("said", &made.to_string())), &made.to_string());
        tally.acknowledge();
        sans.push(game.play(&made).expect("a legal move").san);
    }
    let exported = does(rng, "Ada", ("command", "export pgn"));
    let file = exported["message"]["file"]["base64"].as_str().expect("a record as a file");
    let pgn = String::from_utf8(STANDARD.decode(file).expect("base64")).expect("text");
    assert_eq!(pgn::moves(&pgn), sans, "{channel}: what was acknowledged, and what is there");
    Played { channel, sans }
}
