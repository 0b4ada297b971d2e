//! Randomised test of privacy on Discord: people of three servers and their direct messages play
//! and ask for everything anywhere, and nothing that a person can read names another person as
//! another server does, a channel they do not see, or a game that is not theirs to see.
//! `ADOUBE_SEED` repeats a run. Not here: single rules (`privacy`).

use std::collections::{BTreeMap, BTreeSet};

use adoube_bot::{Language, PersonId};
use adoube_testing::seeds;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::{
    fake::{Channel, Message, Opt, State, User, direct},
    support::{BOT, World},
};

/// Three servers, each with an open and a private channel.
const GUILDS: [u64; 3] = [510, 520, 530];
/// The role that sees a server's private channel is the server's number and this.
const INSIDERS: u64 = 3;
const PEOPLE: [u64; 6] = [7_302_101, 7_302_102, 7_302_103, 7_302_104, 7_302_105, 7_302_106];
/// Where each of them is.
const MEMBERS: [[bool; 6]; 3] = [
    [true, true, true, false, false, true],
    [false, true, true, true, false, true],
    [true, false, false, true, true, true],
];
/// Who sees the private channels.
const INSIDE: [[bool; 6]; 3] = [
    [true, true, false, false, false, false],
    [false, false, true, true, false, false],
    [true, false, false, false, true, false],
];
const STEPS: usize = 260;

fn channels(guild: usize) -> [u64; 2] {
    let first = 31_000_000 + 1000 * guild as u64;
    [first + 1, first + 2]
}

/// What nobody is to read who is not in the server.
fn nick(guild: usize, person: usize) -> String {
    format!("Nick{}{}x", ["Owl", "Fox", "Elk"][guild], ["Ash", "Box", "Fir", "Oak", "Yew", "Elm"][person])
}

/// A game, and whose business it is.
struct PlayedGame {
    id: String,
    channel: u64,
    players: BTreeSet<u64>,
}

/// Somebody who reads something in a channel.
#[derive(Clone, Copy, Debug)]
struct Reader {
    person: u64,
    channel: u64,
}

struct Run {
    world: World,
    rng: ChaCha8Rng,
    games: Vec<PlayedGame>,
    /// Messages that were read already.
    read: usize,
    /// What was typed, by person, which may be repeated to them.
    typed: BTreeMap<u64, BTreeSet<String>>,
    /// Messages that show a game, to those who could see it when they were sent.
    shown: usize,
    refused: usize,
}

impl Run {
    async fn new(seed: u64) -> Self {
        let mut world = World::without_bot().await;
        world.fake.change(|state| {
            for (index, id) in PEOPLE.into_iter().enumerate() {
                let name = format!("Global{index}");
                let user = User { id, name, locale: "en-US".to_owned(), ..User::default() };
                state.users.insert(id, user);
                let home = Channel { kind: 1, installed: true, ..Channel::default() };
                state.channels.insert(direct(id), home);
            }
            for (index, guild) in GUILDS.into_iter().enumerate() {
                for channel in channels(index) {
                    let there = Channel { guild: Some(guild), installed: true, ..Channel::default() };
                    state.channels.insert(channel, there);
                }
            }
        });
        for (index, guild) in GUILDS.into_iter().enumerate() {
            let there = (0..PEOPLE.len()).filter(|person| MEMBERS[index][*person]);
            let named: Vec<_> = there.map(|person| (PEOPLE[person], nick(index, person))).collect();
            world.fake.people_of(guild, &named);
            world.fake.make_private(channels(index)[1], (0, guild + INSIDERS));
            for person in (0..PEOPLE.len()).filter(|person| INSIDE[index][*person]) {
                world.fake.give_role_to(guild, PEOPLE[person], guild + INSIDERS);
            }
        }
        world.start_bot().await;
        world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { world, rng, games: Vec::new(), read: 0, typed: BTreeMap::new(), shown: 0, refused: 0 }
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.rng.random_range(0..of.len())]
    }

    /// Somebody, and a channel they see; threads, too.
    fn reader(&mut self) -> Reader {
        let person = self.any(&PEOPLE);
        let seen = channels_of(&self.world.fake.state(), person);
        Reader { person, channel: self.any(&seen) }
    }

    /// Two people begin a game in a channel of a server.
    async fn begin(&mut self) {
        let Reader { person, channel } = self.reader();
        let others: Vec<u64> = {
            let state = self.world.fake.state();
            let sees = |other: &u64| *other != person && channels_of(&state, *other).contains(&channel);
            PEOPLE.into_iter().filter(sees).collect()
        };
        if others.is_empty() {
            return;
        }
        let opponent = self.any(&others);
        let options = [
            ("opponent", Opt::User(opponent)),
            ("variant", Opt::Text("chess".to_owned())),
            ("colour", Opt::Text("white".to_owned())),
        ];
        let before = self.count();
        let token = self.world.slash(person, channel, "play", &options);
        self.world.answered(&token).await;
        self.world.all_delivered().await;
        let accept = {
            let state = self.world.fake.state();
            let new = state.messages.iter().skip(before).filter(|message| message.only_for.is_none());
            new.map(|message| message.id).next_back()
        };
        if let Some(token) = accept.and_then(|id| self.world.try_to_press(opponent, id, "Accept")) {
            self.world.answered(&token).await;
            self.world.all_delivered().await;
            self.note_games().await;
        }
    }

    /// Which games there are.
    async fn note_games(&mut self) {
        let mut found: BTreeMap<String, PlayedGame> = BTreeMap::new();
        for person in PEOPLE {
            let id = PersonId(format!("discord:{person}"));
            for game in self.world.service().playing(&id, Language::EN).await.expect("a store") {
                let channel = game.channel.0.trim_start_matches("discord:").parse().expect("a channel");
                let played = found.entry(game.game.clone());
                let played =
                    played.or_insert(PlayedGame { id: game.game, channel, players: BTreeSet::new() });
                played.players.insert(person);
            }
        }
        for (id, played) in found {
            if self.games.iter().all(|known| known.id != id) {
                self.games.push(played);
            }
        }
    }

    /// Somebody does something in a game, or ends it.
    async fn play_on(&mut self) {
        let Reader { person, channel } = self.reader();
        let text = self.any(&["e4", "e5", "Nf3", "Nc6", "d4", "d5"]);
        let token = if self.rng.random_range(0..4) == 0 {
            let token = self.world.slash(person, channel, "resign", &[]);
            let asked = self.world.reply_if_any(&token).await;
            let pressed =
                asked.and_then(|asked| self.world.try_to_press(person, asked.id, "Resign the game"));
            pressed.unwrap_or(token)
        } else {
            self.world.moves(person, channel, text)
        };
        self.world.answered(&token).await;
        self.world.all_delivered().await;
    }

    /// Somebody asks for something.
    async fn ask(&mut self) {
        let Reader { person, channel } = self.reader();
        let game = match self.games.len() {
            0 => "zzzzzz".to_owned(),
            count => self.games[self.rng.random_range(0..count)].id.clone(),
        };
        let of = self.any(&PEOPLE);
        self.typed.entry(person).or_default().insert(game.clone());
        let by_id = ["game", "step", "export", "json", "rematch", "replay", "hint"];
        let (command, options) = match self.rng.random_range(0..4) {
            0 => {
                let owner = self.any(&["mine", "due", "here"]).to_owned();
                ("games", vec![("owner", Opt::Text(owner))])
            }
            1 => ("games", vec![("owner", Opt::Text(format!("<@{of}>")))]),
            _ => match self.any(&by_id) {
                "json" => {
                    let format = Opt::Text("json".to_owned());
                    ("export", vec![("game", Opt::Text(game.clone())), ("format", format)])
                }
                "hint" => ("clock", Vec::new()),
                command => (command, vec![("game", Opt::Text(game.clone()))]),
            },
        };
        match self.rng.random_range(0..5) {
            // In front of everybody.
            0 | 1 if channel != direct(person) => {
                let words: Vec<String> = options
                    .iter()
                    .map(|(name, value)| match value {
                        Opt::Text(text) => format!("{name}:{text}"),
                        _ => String::new(),
                    })
                    .collect();
                let before = self.count();
                self.world.says(person, channel, &format!("<@{BOT}> {command} {}", words.join(" ")));
                self.world
                    .fake
                    .until("an answer", |state| {
                        let mut new = state.messages.iter().skip(before);
                        new.any(|message| message.author == BOT && message.channel == channel).then_some(())
                    })
                    .await;
            }
            2 => {
                let option = self.any(&["game", "owner"]);
                let command = if option == "owner" { "games" } else { "game" };
                let typed =
                    if self.rng.random_range(0..2) == 0 { String::new() } else { game[..2].to_owned() };
                let token = self.world.types(person, channel, command, option, &typed);
                let answer = self.world.answered(&token).await;
                let choices = answer.choices.unwrap_or_default().to_string();
                self.check(&choices, Reader { person, channel }, "completions");
            }
            _ => {
                let token = self.world.slash(person, channel, command, &options);
                self.world.answered(&token).await;
            }
        }
        self.world.all_delivered().await;
    }

    /// Somebody presses anything they see.
    async fn press(&mut self) {
        let mut found = Vec::new();
        {
            let state = self.world.fake.state();
            for message in state.messages.iter().rev().take(30) {
                for button in controls(message) {
                    for person in readers(&state, message) {
                        found.push((person, message.id, button.clone()));
                    }
                }
            }
        }
        if found.is_empty() {
            return;
        }
        let index = self.rng.random_range(0..found.len());
        let (person, message, label) = found.swap_remove(index);
        if let Some(token) = self.world.try_to_press(person, message, &label) {
            self.world.answered(&token).await;
            self.world.all_delivered().await;
            self.note_games().await;
        }
    }

    fn count(&self) -> usize {
        self.world.fake.state().messages.len()
    }

    /// Reads what was sent since the last time, as everybody who can.
    fn read_all(&mut self) {
        let new: Vec<(Message, Vec<u64>)> = {
            let state = self.world.fake.state();
            let new = state.messages.iter().skip(self.read).filter(|message| message.author == BOT);
            new.map(|message| (message.clone(), readers(&state, message))).collect()
        };
        self.read = self.count();
        for (message, readers) in new {
            let body = body(&message);
            for person in readers {
                self.check(&body, Reader { person, channel: message.channel }, "a message");
            }
            self.shown += usize::from(self.games.iter().any(|game| body.contains(&game.id)));
            self.refused +=
                usize::from(body.contains("I know no game") || body.contains("Others read along"));
        }
    }

    /// Nothing in it tells the reader of what is elsewhere.
    fn check(&self, body: &str, reader: Reader, what: &str) {
        let state = self.world.fake.state();
        let seen = channels_of(&state, reader.person);
        let index = PEOPLE.iter().position(|person| *person == reader.person).expect("a person");
        for (guild, members) in MEMBERS.iter().enumerate() {
            for person in 0..PEOPLE.len() {
                let is_known = members[index];
                let nick = nick(guild, person);
                assert!(is_known || !body.contains(&nick), "{reader:?} reads {nick} in {what}: {body}");
            }
        }
        for channel in state.channels.keys().filter(|channel| !seen.contains(channel)) {
            let id = channel.to_string();
            assert!(!body.contains(&id), "{reader:?} reads of the channel {id} in {what}: {body}");
        }
        for game in &self.games {
            let here = state.channels.get(&reader.channel).and_then(|channel| channel.guild);
            let there = state.channels.get(&game.channel).and_then(|channel| channel.guild);
            let is_seen = game.channel == reader.channel
                || here.is_some() && here == there && seen.contains(&game.channel);
            if is_seen || game.players.contains(&reader.person) || !body.contains(&game.id) {
                continue;
            }
            // What somebody has typed is no news.
            let is_echo = body.contains(&format!("I know no game “{}”", game.id))
                || body.contains(&format!("your game “{}” is played elsewhere", game.id));
            assert!(is_echo, "{reader:?} reads of the game {} in {what}: {body}", game.id);
        }
    }
}

/// The channels that somebody sees.
fn channels_of(state: &State, person: u64) -> Vec<u64> {
    let index = PEOPLE.iter().position(|known| *known == person).expect("a person");
    let mut seen = vec![direct(person)];
    for guild in 0..GUILDS.len() {
        let [open, private] = channels(guild);
        seen.extend(Some(open).filter(|_| MEMBERS[guild][index]));
        seen.extend(Some(private).filter(|_| INSIDE[guild][index]));
    }
    let threads = state
        .channels
        .iter()
        .filter(|(_, channel)| channel.thread.as_ref().is_some_and(|thread| seen.contains(&thread.parent)));
    let threads: Vec<u64> = threads.map(|(id, _)| *id).collect();
    seen.extend(threads);
    seen.sort_unstable();
    seen
}

/// Who reads a message.
fn readers(state: &State, message: &Message) -> Vec<u64> {
    match message.only_for {
        Some(person) => vec![person],
        None => PEOPLE
            .into_iter()
            .filter(|person| channels_of(state, *person).contains(&message.channel))
            .collect(),
    }
}

fn controls(message: &Message) -> Vec<String> {
    let rows = message.components.as_array().into_iter().flatten();
    let controls = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    controls.filter_map(|control| control["label"].as_str().map(str::to_owned)).collect()
}

/// All that a message says, its files included.
fn body(message: &Message) -> String {
    let files: Vec<Value> = message
        .attachments
        .iter()
        .map(|(name, described, bytes)| json!([name, described, String::from_utf8_lossy(bytes)]))
        .collect();
    format!("{}\n{}\n{}\n{}", message.content, message.embeds, message.components, json!(files))
}

async fn runs(seed: u64) -> (usize, usize, usize) {
    seeds::tell(seed);
    let mut run = Run::new(seed).await;
    for _ in 0..6 {
        run.begin().await;
        run.read_all();
    }
    for _ in 0..STEPS {
        match run.rng.random_range(0..12) {
            0 => run.begin().await,
            1 | 2 => run.play_on().await,
            3 | 4 => run.press().await,
            _ => run.ask().await,
        }
        run.read_all();
    }
    (run.games.len(), run.shown, run.refused)
}

#[tokio::test]
async fn nothing_tells_of_what_is_played_elsewhere() {
    for seed in seeds::seeds(1..3, 1) {
        let (games, shown, refused) = runs(seed).await;
        println!("{games} games, {shown} answers that show one, {refused} refusals");
        assert!(games > 5 && shown > 30 && refused > 10, "{games} {shown} {refused}");
    }
}
