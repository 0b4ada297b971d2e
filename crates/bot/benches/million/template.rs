//! Template of a game's rows: plays one real game and makes the rows of any number of games like
//! it, with channels, people, ids and times of their own. Not here: where they are kept (`kept`).

use std::{collections::BTreeMap, error::Error, sync::Arc};

use adoube_store::{IdempotencyKey, Key, MAX_PAGE_ROWS, MemoryStore, Store, StoreRow, Table};
use adoube_testing::clock::TestClock;
use serde_json::Value;

use crate::{
    people,
    saying::{person, say},
};

/// Time between two games' deadlines, in milliseconds.
const APART: u64 = 3000;
/// Games of one pair of people.
const TOGETHER: u64 = 4;
const CHANNEL: &str = "discord:1000000000000000000/2000000000000000000";
const WHITE: &str = "discord:3000000000000000000";
const BLACK: &str = "discord:4000000000000000000";
/// What is played in each game, from the challenge on: each time something like an adapter's event.
pub const LINES: [(bool, &str); 8] = [
    (true, "play chess white pace:14d"),
    (false, "accept"),
    (true, "move d4"),
    (false, "move d5"),
    (true, "move c4"),
    (false, "move e6"),
    (true, "move Nc3"),
    (false, "move Nf6"),
];
/// What White plays next in each of them.
pub const NEXT: &str = "move Nf3";
/// Answers to the first events were forgotten by now: of such games few make more than two moves a week.
const FORGOTTEN: usize = 6;
const DIGITS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Letters of a game's id.
const ID: u32 = 6;

/// The rows of a game.
pub struct Template {
    rows: Vec<StoreRow>,
    game: String,
    /// When the game's clock is looked at next.
    due: u64,
}

/// The channel of a game by its number.
pub fn channel(number: u64) -> String {
    // A server has a few games.
    format!("discord:{}/{}", 1_000_000_000_000_000_000 + number / 20, 2_000_000_000_000_000_000 + number)
}

/// Who plays White in it.
pub fn white(number: u64) -> adoube_bot::Person {
    person(&format!("discord:{}", 3_000_000_000_000_000_000 + number / TOGETHER), "Ada")
}

/// The id of a game by its number; ids come in no order.
fn id(number: u64) -> String {
    let base = DIGITS.len() as u64;
    let mut rest = (number + 1).wrapping_mul(0x0001_9e37_79b9) % base.pow(ID);
    let mut letters = Vec::new();
    for _ in 0..ID {
        letters.push(char::from(DIGITS[(rest % base) as usize]));
        rest /= base;
    }
    letters.into_iter().collect()
}

impl Template {
    /// Plays the game that others are like, at this moment in milliseconds since 1970.
    pub async fn play(now: u64) -> Result<Self, Box<dyn Error>> {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(TestClock::stopped().beginning_at(now));
        let service = people::service(store.clone(), Arc::clone(&clock))?;
        let people = (person(WHITE, "Ada"), person(BLACK, "Bob"));
        for (number, (is_white, line)) in LINES.into_iter().enumerate() {
            let person = if is_white { &people.0 } else { &people.1 };
            clock.pass(60_000);
            say(&service, CHANNEL, (&event(0, number), person, line)).await?;
        }
        let mut rows = Vec::new();
        let mut from = None;
        loop {
            let page = store.page(from, MAX_PAGE_ROWS).await?;
            rows.extend(page.rows.into_iter().filter(is_kept));
            match page.next {
                Some(next) => from = Some(next),
                None => break,
            }
        }
        let key = Key::new().text(CHANNEL);
        let record = store.get(Table::Channel, key.as_ref()).await?.ok_or("no channel")?;
        let record: Value = serde_json::from_slice(&record.value)?;
        let due = record["due"][0]["at"].as_u64().ok_or("nothing is due in a game with a pace")?;
        let game = record["game"]["id"].as_str().ok_or("no game")?.to_owned();
        Ok(Self { rows, game, due })
    }

    /// Prints what the rows of a game take, table by table.
    pub fn tell(&self) {
        let text: Vec<String> = self
            .by_table()
            .into_iter()
            .map(|(table, (rows, bytes))| format!("{rows} {table} ({bytes} bytes)"))
            .collect();
        println!("          rows of a game: {}", text.join(", "));
    }

    /// How many rows there are, and their bytes, table by table.
    fn by_table(&self) -> BTreeMap<String, (usize, usize)> {
        let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for row in &self.rows {
            let (table, bytes) = match row {
                StoreRow::Record { table, key, record } => {
                    (table.to_string(), key.len() + record.value.len())
                }
                StoreRow::Answer { id, answer, .. } => {
                    ("answers".to_owned(), id.as_str().len() + answer.len())
                }
            };
            let entry = found.entry(table).or_default();
            *entry = (entry.0 + 1, entry.1 + bytes);
        }
        found
    }

    /// The rows of one more game, which is due a while after the one before.
    pub fn rows(&self, number: u64) -> Result<Vec<StoreRow>, Box<dyn Error>> {
        let pair = number / TOGETHER;
        let changes = [
            (CHANNEL.to_owned(), channel(number)),
            (escaped(CHANNEL), escaped(&channel(number))),
            (WHITE.to_owned(), white(number).id.to_string()),
            (BLACK.to_owned(), format!("discord:{}", 4_000_000_000_000_000_000 + pair)),
            (self.game.clone(), id(number)),
            (self.due.to_string(), (self.due + number * APART).to_string()),
        ];
        let due = (Key::new().number(self.due), Key::new().number(self.due + number * APART));
        let swapped = |bytes: &[u8]| {
            let bytes = replaced(bytes, due.0.as_ref(), due.1.as_ref());
            changes.iter().fold(bytes, |bytes, (from, to)| replaced(&bytes, from.as_bytes(), to.as_bytes()))
        };
        self.rows
            .iter()
            .filter(|row| number.is_multiple_of(TOGETHER) || !is_of_a_pair(row))
            .map(|row| {
                Ok(match row {
                    StoreRow::Record { table, key, record } => {
                        let mut record = record.clone();
                        record.value = swapped(&record.value);
                        StoreRow::Record { table: *table, key: swapped(key), record }
                    }
                    StoreRow::Answer { id, at_millis, answer } => StoreRow::Answer {
                        id: IdempotencyKey::new(event(number, place(id)))?.in_shard(channel(number)),
                        at_millis: *at_millis + number % 1000,
                        answer: swapped(answer),
                    },
                })
            })
            .collect()
    }
}

/// The id of an event of a game.
pub fn event(game: u64, number: usize) -> String {
    format!("discord:{}", 5_000_000_000_000_000_000 + game * 1000 + number as u64)
}

/// Which event of its game it is.
fn place(id: &IdempotencyKey) -> usize {
    let digits = id.as_str().trim_start_matches(|sign: char| !sign.is_ascii_digit());
    digits.parse::<u64>().map_or(0, |number| (number % 1000) as usize)
}

/// Whether a row is there once a game has gone on for a while: what was to be said was said.
fn is_kept(row: &StoreRow) -> bool {
    match row {
        StoreRow::Record { table, .. } => *table != Table::Outbox,
        StoreRow::Answer { id, .. } => place(id) >= FORGOTTEN,
    }
}

/// Whether a row is about people, and not about their game.
fn is_of_a_pair(row: &StoreRow) -> bool {
    matches!(row, StoreRow::Record { table: Table::Person, .. })
}

/// A channel as it stands in a key that has more behind it.
fn escaped(channel: &str) -> String {
    channel.replace('/', "%2f")
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut done = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        done.extend_from_slice(&rest[..at]);
        done.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    done.extend_from_slice(rest);
    done
}
