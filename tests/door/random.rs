//! Randomised test of the chat door: games of random legal turns of all kinds through one process,
//! in several channels of two platforms at once, in both languages, each turn found from what the
//! door itself offers. They go on to their end, and the same seed gives the same answers.
//! `ADOUBE_SEED` varies or repeats the turns, `ADOUBE_GAMES` and `ADOUBE_PLIES` lengthen a run;
//! `ADOUBE_LINES` writes the requests of the first one into a file, for measuring:
//!
//! ```text
//! ADOUBE_GAMES=1000 ADOUBE_LINES=/tmp/lines cargo test --all-features --test door random
//! time adoube chat serve --memory --clock input --seed 7 < /tmp/lines | sha256sum
//! ```

use std::{
    collections::BTreeMap,
    env,
    fs::File,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{BufWriter, Write as _},
    sync::{Arc, Mutex},
};

use adoube_testing::seeds;
use rand::{RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::program::Program;

/// How a game of each kind is asked for.
const KINDS: [&str; 7] = [
    "play OTHER chess white",
    "play OTHER chess960",
    "play OTHER grand",
    "setup OTHER classic-random pieces:3 challenge",
    "play OTHER schachen white",
    "play OTHER chess touch-move white",
    "setup OTHER free-random pieces:6 touch-move challenge",
];
/// Where they are played.
const CHANNELS: [&str; 5] = ["alpha:one", "alpha:two", "alpha:three", "beta:one", "beta:two"];
/// Who plays: in each channel two of them, who read these languages and type moves after these words.
const PEOPLE: [(&str, &str, &str); 4] =
    [("Ada", "en", "move "), ("Bernd", "de", "zug "), ("Cleo", "en", "move "), ("Dörte", "de", "zug ")];
/// Games, turns after which somebody resigns, and what the turns are drawn from, where the environment says nothing else.
const GAMES: u64 = 14;
/// Games with a new seed: one of each kind.
const NEW_GAMES: usize = KINDS.len();
const PLIES: u64 = 40;
const SEED: u64 = 81;
/// No turn takes that many deeds.
const DEEDS: usize = 200;

/// Where a game stands.
#[derive(Clone, Debug)]
enum Standing {
    Idle,
    /// The id of the button that accepts, and who may use it.
    Challenged(String, usize),
    Playing(Turn),
    Over,
}

#[derive(Clone, Debug)]
struct Turn {
    number: u64,
    mover: usize,
    /// The id of the button that begins a move.
    move_button: String,
}

struct Table {
    channel: &'static str,
    seats: [usize; 2],
    kind: usize,
    standing: Standing,
}

struct Hall {
    program: Program,
    rng: ChaCha8Rng,
    tables: Vec<Table>,
    /// How often what happened.
    tally: BTreeMap<String, u64>,
    turns: u64,
    /// After so many somebody resigns.
    plies: u64,
}

impl Hall {
    /// Somebody does something: what only they read, and at the table is noted what everybody reads.
    fn act(&mut self, table: usize, person: usize, what: &Value) -> Value {
        let Table { channel, seats, .. } = self.tables[table];
        let (name, language, _) = PEOPLE[person];
        let answer = self.program.event(channel, name, what, &show(language));
        if answer["reply"] == "private" {
            return answer;
        }
        let platform = channel.split(':').next().expect("a platform");
        for delivery in self.program.take(platform, &show(PEOPLE[seats[0]].1)) {
            assert_eq!(delivery["channel"], channel, "{delivery}");
            self.read(table, &delivery["message"]);
        }
        answer
    }

    fn read(&mut self, table: usize, message: &Value) {
        let at = &mut self.tables[table];
        let buttons = buttons(message);
        let called = message["calls"][0]["name"].as_str();
        let mover = PEOPLE.iter().position(|(name, ..)| Some(*name) == called);
        if let Some(accept) = buttons.iter().find(|id| id.starts_with("accept.")) {
            at.standing = Standing::Challenged(accept.clone(), mover.expect("somebody is challenged"));
        } else if let Some(id) = buttons.iter().find(|id| begins_a_move(id)) {
            let move_button = id.clone();
            // A piece that is touched calls nobody: the turn goes on.
            at.standing = Standing::Playing(match &at.standing {
                Standing::Playing(turn) => {
                    let mover = mover.unwrap_or(turn.mover);
                    Turn { number: turn.number + u64::from(mover != turn.mover), mover, move_button }
                }
                _ => Turn { number: 0, mover: mover.expect("somebody is to move"), move_button },
            });
        } else if !message["board"].is_null() {
            at.standing = Standing::Over;
            *self.tally.entry(format!("{}: ended", KINDS[at.kind])).or_default() += 1;
        }
    }

    /// The next thing at a table: a challenge, its acceptance, a turn.
    fn go_on(&mut self, table: usize) {
        let Table { kind, seats, .. } = self.tables[table];
        match self.tables[table].standing.clone() {
            Standing::Idle => {
                let command = KINDS[kind].replace("OTHER", PEOPLE[seats[1]].0);
                let answer = self.act(table, seats[0], &json!({"command": command}));
                assert_eq!(answer["reply"], "posted", "{command}: {answer}");
            }
            Standing::Challenged(accept, by) => {
                self.act(table, by, &json!({"press": {"id": accept}}));
                assert!(matches!(self.tables[table].standing, Standing::Playing(_)), "no game has begun");
            }
            Standing::Playing(turn) if turn.number >= self.plies => self.resign(table, turn.mover),
            Standing::Playing(turn) => self.turn(table, &turn),
            Standing::Over => unreachable!("nobody plays on"),
        }
    }

    fn resign(&mut self, table: usize, person: usize) {
        let answer = self.act(table, person, &json!({"command": "resign"}));
        let sure = answer["message"]["choices"][0]["press"].clone();
        self.act(table, person, &json!({"press": sure}));
        assert!(matches!(self.tables[table].standing, Standing::Over), "the game goes on");
    }

    /// One turn, by typing or by choosing, until somebody else is to move.
    fn turn(&mut self, table: usize, turn: &Turn) {
        let mut offered: Vec<Value> = Vec::new();
        for _ in 0..DEEDS {
            let now = match &self.tables[table].standing {
                Standing::Playing(now) if now.number == turn.number => now.clone(),
                _ => {
                    self.turns += 1;
                    *self.tally.entry(format!("{}: turns", KINDS[self.tables[table].kind])).or_default() += 1;
                    return;
                }
            };
            let what = match offered.choose(&mut self.rng) {
                Some(choice) => {
                    self.note("chosen");
                    choice.clone()
                }
                None if self.rng.random_bool(0.75) => {
                    let Some(typed) = self.typed(table, turn.mover) else { continue };
                    typed
                }
                None => json!({"press": {"id": now.move_button}}),
            };
            let answer = self.act(table, turn.mover, &what);
            offered = steps(&answer["message"]["choices"]);
        }
        panic!("{:?} does not end: {:?}", turn, self.tables[table].standing);
    }

    /// A move as the door completes it, as a command or in plain words.
    fn typed(&mut self, table: usize, person: usize) -> Option<Value> {
        let Table { channel, .. } = self.tables[table];
        let (name, language, word) = PEOPLE[person];
        let platform = channel.split(':').next().expect("a platform");
        let person = json!({"id": format!("{platform}:{}", name.to_lowercase()), "name": name});
        let found = self.program.ask(json!({
            "do": "complete", "channel": channel, "person": person, "language": language, "line": word,
        }));
        let lines = found["suggestions"].as_array().expect("a list");
        let line = lines.choose(&mut self.rng)?["line"].as_str().expect("a line").to_owned();
        let said = line.strip_prefix(word).filter(|_| self.rng.random_bool(0.5));
        let typed = said.map_or_else(|| json!({"command": line}), |said| json!({"said": said}));
        self.note(if typed["said"].is_null() { "commanded" } else { "said" });
        Some(typed)
    }

    fn note(&mut self, what: &str) {
        *self.tally.entry(what.to_owned()).or_default() += 1;
    }
}

fn show(language: &str) -> Value {
    json!({"language": language, "hears": "everything"})
}

/// The ids of all buttons.
fn buttons(message: &Value) -> Vec<String> {
    let rows = message["controls"].as_array().into_iter().flatten();
    let buttons = rows.flat_map(|row| row["buttons"].as_array().into_iter().flatten());
    buttons.map(|button| button["id"].as_str().expect("an id").to_owned()).collect()
}

/// Whether it is the button with which a turn begins.
fn begins_a_move(id: &str) -> bool {
    let mut parts = id.split('.');
    parts.next() == Some("turn") && parts.next_back() == Some("move")
}

/// What of the choices leads on: no way back, and no look at anything else.
fn steps(choices: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for choice in choices.as_array().into_iter().flatten() {
        if !choice["list"].is_null() {
            all.extend(steps(&choice["list"]));
            continue;
        }
        let (field, id) = if choice["pick"].is_null() {
            ("press", choice["press"]["id"].as_str())
        } else {
            ("pick", choice["pick"]["id"].as_str())
        };
        let leads_on =
            ["piece", "square", "card", "pass", "move", "drop", "promotion", "promote", "what", "touched"];
        if id.expect("an id").split('.').nth(3).is_some_and(|step| leads_on.contains(&step)) {
            all.push(json!({field: choice[field]}));
        }
    }
    all
}

/// What was said in a run, line by line, and how often what happened.
struct Run {
    lines: Vec<u64>,
    tally: BTreeMap<String, u64>,
    turns: u64,
}

fn play(seed: u64, games: usize, requests: Option<File>) -> Run {
    let mut program = Program::start(&[]);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut requests = requests.map(BufWriter::new);
    program.overhear({
        let heard = Arc::clone(&heard);
        move |line, is_request| {
            let mut hasher = DefaultHasher::new();
            line.hash(&mut hasher);
            heard.lock().expect("nobody panicked").push(hasher.finish());
            if let Some(file) = requests.as_mut().filter(|_| is_request) {
                writeln!(file, "{line}").expect("the file is written");
            }
        }
    });
    for channel in CHANNELS {
        let platform = channel.split(':').next().expect("a platform");
        let person = |name: &str| json!({"id": format!("{platform}:{}", name.to_lowercase()), "name": name});
        let all: Vec<Value> = PEOPLE.iter().map(|(name, ..)| person(name)).collect();
        program.ask(json!({"do": "people", "channel": channel, "all": all}));
    }
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let plies = seeds::number("ADOUBE_PLIES", PLIES);
    let mut hall = Hall { program, rng, tables: Vec::new(), tally: BTreeMap::new(), turns: 0, plies };
    let mut begun = 0;
    let mut new = |channel, place: usize| {
        let table = Table {
            channel,
            seats: [place % PEOPLE.len(), (place + 1) % PEOPLE.len()],
            kind: begun % KINDS.len(),
            standing: Standing::Idle,
        };
        begun += 1;
        (begun <= games).then_some(table)
    };
    hall.tables = CHANNELS.into_iter().zip(0..).filter_map(|(channel, place)| new(channel, place)).collect();
    while !hall.tables.is_empty() {
        for table in (0..hall.tables.len()).rev() {
            if !matches!(hall.tables[table].standing, Standing::Over) {
                hall.go_on(table);
                continue;
            }
            let Table { channel, seats, .. } = hall.tables[table];
            match new(channel, seats[0] + 1) {
                Some(table_of_next) => hall.tables[table] = table_of_next,
                None => drop(hall.tables.remove(table)),
            }
        }
        hall.program.ask(json!({"do": "clock", "to": {"seconds": 10}}));
    }
    let Hall { program, tally, turns, .. } = hall;
    program.end();
    let lines = std::mem::take(&mut *heard.lock().expect("nobody panicked"));
    Run { lines, tally, turns }
}

#[test]
fn games_of_random_turns_end_and_repeat_themselves() {
    let games = seeds::number("ADOUBE_GAMES", GAMES) as usize;
    let file = env::var_os("ADOUBE_LINES").map(|path| File::create(path).expect("a file for the requests"));
    let seed = seeds::seed(SEED);
    let first = play(seed, games, file);
    println!("{games} games, {} turns, {} lines: {:#?}", first.turns, first.lines.len(), first.tally);
    for (at, kind) in KINDS.iter().enumerate() {
        let count = |what: &str| first.tally.get(&format!("{kind}: {what}")).copied().unwrap_or_default();
        let begun = (games + KINDS.len() - 1 - at) / KINDS.len();
        assert_eq!(count("ended"), begun as u64, "{kind}");
        assert!(count("turns") >= begun as u64 * 4, "{kind}: {} turns", count("turns"));
    }
    for how in ["said", "commanded", "chosen"] {
        assert!(first.tally.contains_key(how), "nothing was {how}");
    }
    is_repeated(seed, games, &first);
    for seed in seeds::fresh(1) {
        seeds::tell(seed);
        is_repeated(seed, NEW_GAMES, &play(seed, NEW_GAMES, None));
    }
}

fn is_repeated(seed: u64, games: usize, first: &Run) {
    let second = play(seed, games, None);
    let differs = first.lines.iter().zip(&second.lines).position(|(first, second)| first != second);
    assert_eq!(differs, None, "the line at which the second run differs");
    assert_eq!(first.lines.len(), second.lines.len());
}
