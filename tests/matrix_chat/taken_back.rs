//! Randomised test of consent to unencrypted messages and its revocation in any place and any
//! words, while people play, devices come and go, pictures are late, the server is busy, and the
//! bot dies: a private message is never sent where others read it, and unencrypted only to a person
//! whose consent is valid. `ADOUBE_SEED` repeats or varies a run, `ADOUBE_RUNS` makes more of them.
//! Not here: what each of these does by itself (`agreeing`).

use std::collections::{BTreeMap, BTreeSet};

use adoube_matrix_client::{MatrixEventId, RoomId};
use adoube_platform_matrix::MatrixSettings;
use adoube_testing::seeds;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    secrecy::PRIVATE,
    server::{Media, Sent, user},
    world::{ROOM, World},
};

const PEOPLE: [&str; 3] = ["Ada", "Bob", "Eve"];
const DEEDS: usize = 150;
/// How much faster time passes than ours.
const FASTER: u32 = 100;
/// Said as it stands, with the prefix before it, and in answer to any message.
const WORDS: [&str; 26] = [
    "hand",
    "hand",
    "hand",
    "hand",
    "hand",
    "unencrypted is fine",
    "unencrypted is fine",
    "unencrypted is fine",
    "Unverschlüsselt ist in Ordnung!",
    "only encrypted",
    "nur verschlüsselt.",
    "> unencrypted is fine",
    "> <@bob:x> unencrypted is fine\n\nyes",
    "@bob:x unencrypted is fine",
    "unencrypted is fine for all of us",
    "yes",
    "move",
    "m2m3",
    "m5m4",
    "n3",
    "pass",
    "if",
    "setup",
    "1",
    "2",
    "board",
];
const SIGNS: [&str; 3] = ["👍", "1️⃣", "2️⃣"];
/// What somebody is asked at length, and told when they have taken it back.
const ASKED: &str = "could see your cards";
const TAKEN_BACK: &str = "I do not tell you unencrypted";

/// What somebody did, who is named with it, and the moment: how much the bot had said before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Did {
    /// They said to the bot the words by which somebody agrees, and those by which they take it back.
    Agree,
    TakeBack,
    /// From now on nothing they are logged in with can read what is encrypted.
    LoseKeys,
    FindKeys,
}

struct Run {
    world: World,
    rng: ChaCha8Rng,
    done: Vec<(&'static str, Did, usize)>,
    /// To whom an answer to each event is: who said it, or set signs under it.
    answered: BTreeMap<MatrixEventId, BTreeSet<&'static str>>,
}

fn own(name: &str, kind: &str) -> String {
    format!("!{kind}-{}:x", name.to_lowercase())
}

fn says(message: &Sent, words: &str) -> bool {
    message.message.plain.contains(words)
}

impl Run {
    async fn begin(seed: u64) -> Self {
        // So that much waits for its turn.
        let settings = MatrixSettings {
            at_once: 1,
            messages_per_minute: 60,
            rooms_per_hour: 0,
            ..MatrixSettings::default()
        };
        let mut world = World::fast(FASTER, settings);
        for name in PEOPLE {
            let own = own(name, "own");
            world.server.room(&own, &[name], true);
            world.server.state().rooms.entry(RoomId(own)).or_default().encrypted = false;
        }
        world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
        world.say("Bob", ROOM, "!chess accept").await;
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut run = Self { world, rng, done: Vec::new(), answered: BTreeMap::new() };
        run.note("Bob", Did::LoseKeys);
        run.world.server.state().keyless.insert(user("Bob"));
        run
    }

    fn note(&mut self, name: &'static str, did: Did) {
        let moment = self.world.server.state().journal.len();
        self.done.push((name, did, moment));
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        all.choose(&mut self.rng).cloned()
    }

    /// Where somebody may say something.
    fn place(&mut self, name: &str) -> String {
        let mut places = vec![ROOM.to_owned(), ROOM.to_owned(), format!("{ROOM}/$root"), own(name, "own")];
        let private = [own(name, "plain"), own(name, "plain"), own(name, "direct")];
        let state = self.world.server.state();
        places.extend(private.into_iter().filter(|room| state.rooms.contains_key(&RoomId(room.clone()))));
        drop(state);
        self.one_of(&places).expect("a place")
    }

    fn talk(&mut self) {
        let name = self.one_of(&["Ada", "Bob", "Bob", "Bob", "Eve"]).expect("a name");
        let (place, words) = (self.place(name), self.one_of(&WORDS).expect("words"));
        let text =
            if self.rng.random_range(0..3) == 0 { words.to_owned() } else { format!("!chess {words}") };
        let said: Vec<MatrixEventId> =
            self.world.server.state().sent.iter().map(|sent| sent.event.clone()).collect();
        let to = if self.rng.random_range(0..3) == 0 { self.one_of(&said) } else { None };
        if text.starts_with("!chess") || to.is_some() || place.contains('-') {
            match words {
                "unencrypted is fine" | "Unverschlüsselt ist in Ordnung!" => self.note(name, Did::Agree),
                "only encrypted" | "nur verschlüsselt." => self.note(name, Did::TakeBack),
                _ => {}
            }
        }
        let event = self.world.server.reply(name, &place, &text, to.as_ref());
        self.answered.entry(event).or_default().insert(name);
    }

    fn sign(&mut self) {
        let (name, key) = (self.one_of(&PEOPLE).expect("a name"), self.one_of(&SIGNS).expect("a sign"));
        let said = self.world.server.state().sent.clone();
        if let Some(sent) = self.one_of(&said) {
            self.answered.entry(sent.event.clone()).or_default().insert(name);
            self.world.server.set_sign(name, &sent.room, &sent.event, key);
        }
    }

    /// Everything is as it should be again, and all that is to be said is said.
    async fn settle(&mut self) {
        {
            let mut state = self.world.server.state();
            (state.media, state.hides_devices, state.whims) = (Media::Up, false, None);
        }
        while !self.world.settled_alive().await {
            self.world.crash();
        }
        if self.world.life.is_over() {
            self.world.crash();
            self.world.settled().await;
        }
        self.world.life.limit(i64::MAX);
    }

    async fn other_apps(&mut self) {
        self.settle().await;
        let name = self.one_of(&["Ada", "Bob", "Bob"]).expect("a name");
        let loses = self.world.server.state().keyless.insert(user(name));
        if loses {
            self.note(name, Did::LoseKeys);
        } else {
            self.world.server.state().keyless.remove(&user(name));
            self.note(name, Did::FindKeys);
        }
    }

    fn trouble(&mut self) {
        let media = self.one_of(&[Media::Up, Media::Down, Media::Slow]).expect("one");
        let (seed, hides) = (self.rng.random(), self.rng.random_range(0..3) == 0);
        let mut state = self.world.server.state();
        (state.media, state.hides_devices) = (media, hides);
        state.whims = Some(ChaCha8Rng::seed_from_u64(seed));
        drop(state);
        if self.rng.random_range(0..2) == 0 {
            self.world.life.limit(self.rng.random_range(20..300));
        }
    }

    async fn play(&mut self) {
        for _ in 0..DEEDS {
            self.world.clock.pass(10_000);
            match self.rng.random_range(0..20) {
                0 => self.other_apps().await,
                1 => self.sign(),
                2 | 3 => self.trouble(),
                4..=7 => self.settle().await,
                _ => self.talk(),
            }
        }
        self.settle().await;
    }

    /// Whether something may be said unencrypted to somebody, as far as they were asked, agreed, and took that back.
    fn may_be_told(&self, journal: &[Sent], name: &str, moment: usize) -> bool {
        let before = journal.get(..moment).unwrap_or_default();
        let did = self.done.iter().filter(|(other, _, at)| *other == name && *at <= moment);
        let did: Vec<Did> = did.map(|(_, did, _)| *did).collect();
        let to_them = |sent: &&Sent| {
            let answered = sent.message.reply_to.as_ref().and_then(|event| self.answered.get(event));
            answered.map_or_else(|| Self::reads_alone(sent) == Some(name), |people| people.contains(name))
        };
        let taken_back = before
            .iter()
            .filter(to_them)
            .filter(|sent| says(sent, TAKEN_BACK) && sent.message.replaces.is_none())
            .count();
        // As much of what was said for that is answered.
        let took_back = did.iter().enumerate().filter(|(_, did)| **did == Did::TakeBack);
        let since = taken_back.checked_sub(1).and_then(|last| Some(took_back.clone().nth(last)?.0));
        let has_agreed = did.iter().skip(since.unwrap_or_default()).any(|did| *did == Did::Agree);
        let is_asked = before.iter().filter(to_them).any(|sent| says(sent, ASKED));
        let keys = did.iter().rfind(|did| matches!(did, Did::LoseKeys | Did::FindKeys));
        keys == Some(&Did::LoseKeys) && is_asked && has_agreed
    }

    /// Who reads something alone.
    fn reads_alone(sent: &Sent) -> Option<&'static str> {
        let own = |name: &&str| ["plain", "direct", "own"].iter().any(|kind| sent.room == own(name, kind));
        PEOPLE.into_iter().find(own)
    }

    /// What should not have been said there, and how much was said unencrypted as it may be.
    fn look(&self) -> (Vec<String>, usize) {
        let journal = self.world.server.state().journal.clone();
        let rooms = self.world.server.state().rooms.clone();
        let (mut wrong, mut open) = (Vec::new(), 0);
        for (moment, sent) in journal.iter().enumerate() {
            if !PRIVATE.iter().any(|private| says(sent, private) || sent.message.html.contains(private)) {
                continue;
            }
            let state = &rooms[&RoomId(sent.room.clone())];
            let is_right = match Self::reads_alone(sent) {
                Some(name) if state.is_only_with(&user(name)) => {
                    open += usize::from(!state.encrypted);
                    state.encrypted || self.may_be_told(&journal, name, moment)
                }
                _ => false,
            };
            if !is_right {
                wrong.push(format!("{moment}, {}: {}", sent.room, sent.message.plain));
            }
        }
        (wrong, open)
    }
}

#[tokio::test]
async fn nothing_secret_is_said_unencrypted_to_whoever_has_not_agreed() {
    let seed = seeds::seed(20_261_123);
    let runs = seeds::number("ADOUBE_RUNS", 4);
    let (mut all_open, mut all_taken_back) = (0, 0);
    for seed in (seed..seed + runs).chain(seeds::fresh(1)) {
        seeds::tell(seed);
        let mut run = Run::begin(seed).await;
        run.play().await;
        let (wrong, open) = run.look();
        assert!(wrong.is_empty(), "ADOUBE_SEED={seed}: {wrong:#?}");
        all_open += open;
        all_taken_back +=
            run.world.server.state().journal.iter().filter(|sent| says(sent, TAKEN_BACK)).count();
        run.world.stop().await;
    }
    println!("{all_open} times unencrypted, {all_taken_back} times taken back");
    assert!(all_open > 3 && all_taken_back > 3, "{all_open}, {all_taken_back}");
}
