//! Randomised test of games while the homeserver is busy and loses answers, and the bot dies at any
//! step and gets events again: the messages are the same as without failures, each once.
//! `ADOUBE_SEED` repeats or varies a run, `ADOUBE_RUNS` makes more of them.

use std::collections::BTreeMap;

use adoube_testing::seeds;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::world::{ROOM, World};

const DIRECT: &str = "!direct-ada:x";

/// Chess: by words, by numbers step by step, with talk and refusals between.
const CHESS: [(&str, &str, &str); 22] = [
    ("Ada", ROOM, "!chess play @bob:x chess white"),
    ("Eve", ROOM, "1"),
    ("Bob", ROOM, "1"),
    ("Ada", ROOM, "1"),
    ("Ada", ROOM, "2"),
    ("Ada", ROOM, "1"),
    ("Eve", ROOM, "nice"),
    ("Bob", ROOM, "!chess move Ke9"),
    ("Bob", ROOM, "!chess 1"),
    ("Bob", ROOM, "6"),
    ("Bob", ROOM, "2"),
    ("Ada", ROOM, "!chess deutsch"),
    ("Ada", ROOM, "g4"),
    ("Eve", ROOM, "!chess hand"),
    ("Bob", ROOM, "!chess draw"),
    ("Ada", ROOM, "!chess remis ablehnen"),
    ("Bob", ROOM, "Nc6"),
    ("Ada", ROOM, "!chess brett"),
    ("Ada", ROOM, "f4"),
    ("Bob", ROOM, "!chess export pgn"),
    ("Ada", ROOM, "!chess aufgeben"),
    ("Ada", ROOM, "1"),
];

/// Schachen: turns in the direct room, controls in the room.
const SCHACHEN: [(&str, &str, &str); 14] = [
    ("Ada", ROOM, "!chess play @bob:x schachen white"),
    ("Bob", ROOM, "1"),
    ("Ada", ROOM, "6"),
    ("Ada", ROOM, "n3"),
    ("Ada", DIRECT, "m2m3"),
    ("Ada", DIRECT, "1"),
    ("Ada", DIRECT, "1"),
    ("Bob", ROOM, "!chess hand"),
    ("Bob", "!direct-bob:x", "m5m4"),
    ("Bob", "!direct-bob:x", "pass"),
    ("Eve", ROOM, "!chess hand"),
    ("Ada", ROOM, "6"),
    ("Bob", ROOM, "!chess resign"),
    ("Bob", "!direct-bob:x", "1"),
];

/// What was said where, answers and notices each in their order; the game's name is drawn by lot.
type Said = BTreeMap<(String, bool), Vec<String>>;

fn said(world: &World) -> Said {
    let mut said = Said::new();
    let state = world.server.state();
    let name = state.sent.iter().find_map(|sent| {
        let (_, name) = sent.message.plain.split_once(", game ID ")?;
        name.split('.').next()
    });
    for sent in &state.sent {
        let words = sent.message.plain.replace(name.expect("a game"), "k7f2xy");
        let thread = sent.message.thread.as_ref().map_or("", |root| root.0.as_str());
        let place = (format!("{}/{thread}", sent.room), sent.message.reply_to.is_some());
        said.entry(place).or_default().push(words);
    }
    said
}

async fn smoothly(lines: &[(&str, &str, &str)]) -> Said {
    let mut world = World::new();
    for (name, place, text) in lines {
        world.say(name, place, text).await;
    }
    said(&world)
}

/// How often the bot died.
async fn in_disorder(lines: &[(&str, &str, &str)], seed: u64) -> (Said, usize) {
    seeds::tell(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut world = World::new();
    let mut deaths = 0;
    for (number, (name, place, text)) in lines.iter().enumerate() {
        world.server.state().whims = Some(ChaCha8Rng::seed_from_u64(rng.random()));
        world.clock.pass(1000);
        // What is drawn by lot is drawn anew by another life: a game begins in one.
        if number > 1 && rng.random_range(0..2) == 0 {
            world.life.limit(rng.random_range(1..120));
        }
        world.server.say(name, place, text);
        while !world.settled_alive().await {
            deaths += 1;
            world.crash();
            if rng.random_range(0..3) == 0 {
                world.life.limit(rng.random_range(1..120));
            }
        }
        // The next line finds a bot that lives.
        if world.life.is_over() {
            world.crash();
            world.settled().await;
        }
        world.life.limit(i64::MAX);
    }
    assert_eq!(world.leaked(), [""; 0]);
    (said(&world), deaths)
}

async fn compare(lines: &[(&str, &str, &str)]) {
    let expected = smoothly(lines).await;
    let seed = seeds::seed(20_261_121);
    let mut all = 0;
    let runs = seeds::number("ADOUBE_RUNS", 6);
    for seed in (seed..seed + runs).chain(seeds::fresh(1)) {
        let (said, deaths) = in_disorder(lines, seed).await;
        for (place, expected) in &expected {
            let said = said.get(place).map(Vec::as_slice).unwrap_or_default();
            for (at, expected) in expected.iter().enumerate() {
                assert_eq!(said.get(at), Some(expected), "{place:?}, ADOUBE_SEED={seed}");
            }
            assert_eq!(said.get(expected.len()), None, "{place:?}, ADOUBE_SEED={seed}");
        }
        let unexpected: Vec<_> = said.iter().filter(|(place, _)| !expected.contains_key(*place)).collect();
        assert!(unexpected.is_empty(), "{unexpected:?}, ADOUBE_SEED={seed}");
        all += deaths;
    }
    assert!(all > 5, "it hardly ever died: {all}");
    println!("it died {all} times");
}

#[tokio::test]
async fn a_game_is_the_same_game_whenever_the_bot_dies() {
    compare(&CHESS).await;
}

#[tokio::test]
async fn hidden_cards_stay_hidden_whenever_the_bot_dies() {
    compare(&SCHACHEN).await;
}
