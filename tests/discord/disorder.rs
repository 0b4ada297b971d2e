//! Randomised tests of games while Discord delivers events twice, late and out of order, and both
//! players act at once: the game stays one game, every interaction gets one final answer, and
//! accepted moves are what everybody sees. `ADOUBE_SEED` repeats or varies a run.

use adoube_rules::{Move, Position, Side, Variant, notation};
use adoube_testing::seeds;
use rand::{RngExt, SeedableRng, seq::IndexedRandom, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::support::{ADA, BOB, CARLA, CHESS, World};

const ROUNDS: usize = 14;
/// Buttons of a board that are pressed sooner or later; each on a later board says that it is old.
const BUTTONS: [&str; 4] = ["Move", "Movable", "Flip", "Draw"];

struct Table {
    world: World,
    rng: ChaCha8Rng,
    position: Position,
    /// Messages for everybody that were read already.
    read: usize,
    /// Interactions the bot was told of.
    told: Vec<String>,
    /// What happened and is told only later.
    late: Vec<Value>,
    over_http: bool,
}

fn san(position: &Position, made: &Move) -> String {
    let legal = position.legal_moves();
    let index = legal.iter().position(|each| each == made).expect("a legal move");
    notation::sans(position, &legal)[index].clone()
}

fn player(side: Side) -> u64 {
    if side == Side::White { ADA } else { BOB }
}

impl Table {
    async fn new(seed: u64, over_http: bool) -> Self {
        seeds::tell(seed);
        let world = if over_http {
            let mut world = World::without_bot().await;
            world.start_called_bot().await;
            world
        } else {
            World::new().await
        };
        world.begin(CHESS).await;
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let position = Position::start(Variant::Chess);
        Self { world, rng, position, read: 2, told: Vec::new(), late: Vec::new(), over_http }
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.rng.random_range(0..count) == 0
    }

    fn any_move(&mut self, position: &Position) -> Option<Move> {
        position.legal_moves().choose(&mut self.rng).copied()
    }

    /// What people do at about the same time, as events the bot has not heard of.
    fn happenings(&mut self) -> Vec<Value> {
        let position = self.position.clone();
        let (mover, other) = (player(position.side_to_move()), player(position.side_to_move().other()));
        let board =
            self.world.public(CHESS).into_iter().rev().find(|each| each.content.contains(" is to move"));
        self.world.hold();
        if let Some(made) = self.any_move(&position) {
            self.world.moves(mover, CHESS, &san(&position, &made));
            let after = position.apply(&made);
            if let Some(reply) = self.any_move(&after).filter(|_| self.rng.random_range(0..2) == 0) {
                self.world.moves(other, CHESS, &san(&after, &reply));
            }
        }
        if let Some(made) = self.any_move(&position).filter(|_| self.rng.random_range(0..3) == 0) {
            self.world.moves(mover, CHESS, &san(&position, &made));
        }
        if self.one_in(3) {
            self.world.moves(other, CHESS, "Ke9");
        }
        if let Some(board) = board {
            let button = *BUTTONS.choose(&mut self.rng).expect("a button");
            let who = *[mover, other, CARLA].choose(&mut self.rng).expect("somebody");
            // The board of a game that has just ended may lose its buttons at this very moment.
            self.world.try_to_press(who, board.id, button);
        }
        self.world.let_go()
    }

    /// Some of it now and some of it twice, together with what comes late, in any order.
    fn shuffled(&mut self, happened: Vec<Value>) -> Vec<Value> {
        let mut now = Vec::new();
        for event in std::mem::take(&mut self.late).into_iter().chain(happened) {
            match self.rng.random_range(0..6) {
                0 => self.late.push(event),
                1 => {
                    self.late.push(event.clone());
                    now.push(event);
                }
                2 | 3 => now.extend([event.clone(), event]),
                _ => now.push(event),
            }
        }
        now.shuffle(&mut self.rng);
        now
    }

    async fn tell(&mut self, events: Vec<Value>) {
        let tokens: Vec<String> =
            events.iter().filter_map(|event| event["token"].as_str()).map(str::to_owned).collect();
        for event in events {
            self.world.tell(event);
        }
        for token in &tokens {
            self.world.answered(token).await;
        }
        self.world.all_delivered().await;
        self.told.extend(tokens);
        self.told.sort_unstable();
        self.told.dedup();
    }

    /// Reads what everybody sees since the last time: one game, move by move.
    fn read_on(&mut self) {
        let messages = self.world.public(CHESS);
        for message in &messages[self.read..] {
            let Some((_, told)) = message.content.split_once(" played ") else { continue };
            let (_, told) = told.split_once(' ').expect("a number and a move");
            let written = told.split(':').next().expect("a move").replace('\\', "");
            let legal = self.position.legal_moves();
            let index = notation::sans(&self.position, &legal).iter().position(|san| *san == written);
            let made = legal[index.unwrap_or_else(|| panic!("{written} in {}", self.position))];
            self.position = self.position.apply(&made);
        }
        self.read = messages.len();
    }

    /// Whether an interaction did something everybody sees.
    fn was_accepted(&self, token: &str) -> bool {
        let state = self.world.fake.state();
        let interaction = &state.interactions[token];
        let message = state.messages.iter().find(|message| Some(message.id) == interaction.original);
        match (interaction.source, message) {
            (Some(_), _) if interaction.answer == Some(6) => true,
            (Some(_), _) if interaction.answer == Some(7) => false,
            // Answered with the board, or silently, because the board is posted on its own.
            (_, message) => message.is_none_or(|message| message.only_for.is_none() || message.deleted),
        }
    }

    fn check(&self) {
        let accepted = self.told.iter().filter(|token| self.was_accepted(token)).count();
        let public = self.world.public(CHESS);
        let words: Vec<&str> = public.iter().map(|message| message.content.as_str()).collect();
        assert_eq!(public.len(), 2 + accepted, "one message for each that was accepted: {words:#?}");
        let state = self.world.fake.state();
        for token in &self.told {
            let path = format!("/{token}/callback");
            let answers = state.requests.iter().filter(|request| request.path.ends_with(&path));
            assert_eq!(answers.filter(|request| request.status < 300).count(), 1, "{token}");
        }
        assert!(state.messages.iter().all(|message| message.deleted || !message.thinking));
    }

    /// Returns how many plies were played; two who press Draw end the game early.
    async fn play(&mut self) -> usize {
        for round in 0..ROUNDS {
            let happened = self.happenings();
            let events = self.shuffled(happened);
            self.tell(events).await;
            self.read_on();
            self.check();
            if round == ROUNDS / 2 {
                self.world.restart_bot().await;
                // A refusal leaves no trace: by a bot that remembers nothing, what was refused is tried anew.
                let token = |event: &Value| event["token"].as_str().expect("a token").to_owned();
                let mut late = std::mem::take(&mut self.late);
                late.retain(|event| !self.told.contains(&token(event)) || self.was_accepted(&token(event)));
                self.late = late;
            }
        }
        let late = std::mem::take(&mut self.late);
        self.tell(late).await;
        self.read_on();
        self.check();
        let export = self.world.reply(&self.world.slash(CARLA, CHESS, "export", &[])).await;
        let plies = (usize::from(self.position.move_number()) - 1) * 2
            + usize::from(self.position.side_to_move() == Side::Black);
        assert!(export.content.contains(&format!("[PlyCount \"{plies}\"]")), "{}", export.content);
        println!("{plies} plies, over HTTP: {}", self.over_http);
        self.world.stop_bot().await;
        plies
    }
}

async fn play(over_http: bool) {
    let mut plies = 0;
    let first = seeds::seed(20_261_121);
    for seed in (first..first + 4).chain(seeds::fresh(1)) {
        plies += Table::new(seed, over_http).await.play().await;
    }
    assert!(plies >= 8, "hardly anything was played: {plies} plies");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_disorder_stays_one_game() {
    play(false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_it_does_over_http() {
    play(true).await;
}
