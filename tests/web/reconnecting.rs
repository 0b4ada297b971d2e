//! Randomised test of connections that break at any moment: writers and a reader lose their sockets
//! at random, and still every message is stored once and read once. The seed is printed with every
//! failure.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde_json::Value;

use super::support::{Browser, Server, Socket, fresh_id};

/// Of each writer; together more than the server keeps in memory, so that late readers get them from the store.
const MESSAGES: usize = 100;
const SEEDS: std::ops::Range<u64> = 0..6;

#[tokio::test]
async fn nothing_is_missed_and_nothing_is_done_twice() {
    for seed in SEEDS {
        let server = Server::start().await;
        let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
        let reader = server.person("Carl").await;
        let writers = [(anna, "a"), (bert, "b")].map(|(browser, name)| {
            let rng = ChaCha20Rng::seed_from_u64(seed * 2 + u64::from(name == "b"));
            tokio::spawn(write(browser, name, rng))
        });
        let mut heard = read(&reader, ChaCha20Rng::seed_from_u64(seed + 1000), 2 * MESSAGES).await;
        for writer in writers {
            writer.await.unwrap();
        }
        check(&heard, seed);
        // Whoever comes when all is said hears the same.
        heard = read(&reader, ChaCha20Rng::seed_from_u64(seed + 2000), 2 * MESSAGES).await;
        check(&heard, seed);
        server.stop().await;
    }
}

fn check(heard: &[String], seed: u64) {
    for name in ["a", "b"] {
        let of_one: Vec<&String> = heard.iter().filter(|text| text.starts_with(name)).collect();
        let expected: Vec<String> = (0..MESSAGES).map(|number| format!("{name}{number}")).collect();
        assert_eq!(of_one, expected.iter().collect::<Vec<_>>(), "seed {seed}");
    }
}

/// Says its messages one by one; each is sent again under its id until it is acknowledged, over sockets that are
/// dropped before, while, or after it is sent.
async fn write(browser: Browser, name: &str, mut rng: ChaCha20Rng) {
    let mut socket = browser.socket().await;
    for number in 0..MESSAGES {
        let (id, text) = (fresh_id(), format!("{name}{number}"));
        loop {
            socket.say_as(&id, &text).await;
            // Hang up without looking whether it arrived; it may have.
            if rng.random_bool(0.3) {
                socket = browser.socket().await;
                continue;
            }
            if acknowledged(&mut socket, &id).await {
                break;
            }
            socket = browser.socket().await;
        }
    }
}

async fn acknowledged(socket: &mut Socket, id: &str) -> bool {
    while let Ok(message) = socket.next().await {
        if message["type"] == "done" && message["id"] == id {
            return true;
        }
    }
    false
}

/// Hears what is said until it has heard so much, like the page does: it remembers up to where it has heard, and asks for
/// the rest whenever it connects again.
async fn read(browser: &Browser, mut rng: ChaCha20Rng, count: usize) -> Vec<String> {
    let mut heard = Vec::new();
    let mut seen = "0.0".to_owned();
    let mut socket = browser.socket().await;
    socket.watch(Some(&seen)).await;
    while heard.len() < count {
        if rng.random_bool(0.2) {
            socket = browser.socket().await;
            socket.watch(Some(&seen)).await;
        }
        let Ok(message) = socket.next().await else { continue };
        if message["type"] != "entries" {
            continue;
        }
        heard.extend(message["entries"].as_array().unwrap().iter().filter_map(said));
        message["upto"].as_str().unwrap().clone_into(&mut seen);
    }
    heard
}

fn said(entry: &Value) -> Option<String> {
    entry["text"].as_str().map(str::to_owned)
}
