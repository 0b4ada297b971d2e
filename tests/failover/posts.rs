//! Fetches the posted messages from each program's outbox as a bridge does, and compares them with
//! the acknowledged moves. Not here: who caused them (`players`).

use std::{
    collections::BTreeMap,
    sync::{Mutex, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    players::{Played, Tally},
    program::{Answer, Asked, Pool, Program, lock},
};

/// Between two looks of a bridge.
const LOOKS: Duration = Duration::from_millis(20);

/// How long nothing may be posted while something waits: somebody's lanes may have to be taken over first.
const AT_MOST: Duration = Duration::from_secs(150);

/// What was posted.
#[derive(Default)]
pub struct Posts {
    by_key: Mutex<BTreeMap<String, Post>>,
}

struct Post {
    channel: String,
    text: String,
    times: u64,
}

impl Posts {
    /// Posts whatever waits with one program, as long as there is any.
    pub fn take(&self, pool: &Pool, index: usize, tally: &Tally) {
        while !tally.is_over.load(Ordering::Relaxed) {
            if let Some(program) = pool.exactly(index) {
                // As most bridges do; some look again and again instead.
                let waits = index.is_multiple_of(2);
                let look = json!({ "do": "outbox", "platform": "net", "limit": 100, "wait": waits });
                // Whatever there is to post may always be posted by the other one.
                if let Some(Answer::Done(found)) = program.asking(look).map(Asked::news) {
                    let deliveries = found["deliveries"].as_array().cloned().unwrap_or_default();
                    for delivery in deliveries {
                        self.post(&program, delivery);
                    }
                }
            }
            thread::sleep(LOOKS);
        }
    }

    /// Posts this and what comes behind it in its channel.
    fn post(&self, program: &Program, mut delivery: Value) {
        while let Some(key) = delivery["key"].as_str().map(str::to_owned) {
            let text = |field: &Value| field.as_str().unwrap_or_default().to_owned();
            lock(&self.by_key)
                .entry(key.clone())
                .or_insert_with(|| Post {
                    channel: text(&delivery["channel"]),
                    text: text(&delivery["message"]["text"]),
                    times: 0,
                })
                .times += 1;
            match program.ask(json!({ "do": "done", "key": key })) {
                Answer::Done(mut done) => delivery = done["next"].take(),
                // Another one has it now, or comes back to it.
                Answer::Refused(_) | Answer::Gone => return,
            }
        }
    }

    /// Waits until each acknowledged move was posted under one key; how many were posted more than once under it.
    pub fn compare(&self, played: &[Played]) -> u64 {
        // People may have played faster than bridges post.
        let (mut last, mut posted) = (Instant::now(), 0);
        for Played { channel, sans } in played {
            loop {
                let count = self.moves_in(channel);
                assert!(count <= sans.len(), "{channel}: {count} posts of {} moves", sans.len());
                if count == sans.len() {
                    break;
                }
                let all = lock(&self.by_key).len();
                if all > posted {
                    (last, posted) = (Instant::now(), all);
                }
                assert!(last.elapsed() < AT_MOST, "{channel}: only {count} of {} moves posted", sans.len());
                thread::sleep(LOOKS);
            }
        }
        lock(&self.by_key).values().map(|post| post.times - 1).sum()
    }

    fn moves_in(&self, channel: &str) -> usize {
        let posts = lock(&self.by_key);
        posts.values().filter(|post| post.channel == channel && post.text.contains(" played ")).count()
    }
}
