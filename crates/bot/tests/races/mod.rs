//! Randomised tests of a flag against a move, through two bots over one store whose steps meet in
//! every order: time passes meanwhile, the calendar is set forward and back, and work is cut short
//! as by a kill. Each turn has one outcome, nothing acknowledged is lost, and nobody is reminded
//! twice of the same. `ADOUBE_SEED` plays one schedule again. Not here: the arithmetic
//! (`core/game/game_clock`), and all other events at once (`simulation`).

mod watch;

use std::{
    collections::HashSet,
    sync::{Arc, atomic::Ordering},
};

use adoube_bot::{Bot, ChannelId, Language, Notice, Reply, UserAction};
use adoube_rules::{Game, Position, Variant};
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Table};
use adoube_testing::seeds;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use watch::Watch;

use crate::support::{
    self,
    faulty_store::{Faults, FaultyStore},
    person,
};

/// Schedules of each of the four tests, unless `ADOUBE_SCHEDULES` says otherwise.
const SCHEDULES: u64 = 2500;
/// Turns of a game; with the next one another game begins.
const TURNS: u64 = 12;
const SCHEDULES_OF_A_SEED: u64 = 10 * TURNS;
/// New seeds of a run.
const NEW_SEEDS: u64 = 6;
const NAMES: [&str; 2] = ["Ada", "Bob"];
const SIDES: [&str; 2] = ["white", "black"];
/// The result when the side has won.
const WON_BY: [&str; 2] = ["1-0", "0-1"];
const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
/// How long after its time was up a move still counts.
const TOLERANCE: u64 = 30 * SECOND;
/// Times a look gives way at most before it is cut short.
const MOST_STEPS: u32 = 60;

/// What happened in a stretch of a game.
#[derive(Debug, Default)]
struct Happened {
    moves: usize,
    asked: usize,
    protected: usize,
    ended: usize,
    /// The next one had no time at all, and has lost.
    next_ended: usize,
    after_the_end: usize,
}

struct Race {
    seed: u64,
    store: Arc<FaultyStore>,
    watch: Arc<Watch>,
    services: [Bot; 2],
    rng: ChaCha8Rng,
    events: u64,
    room: u64,
    /// The game as the rules see it, and its id.
    game: Game,
    id: String,
    turns: u64,
    /// Events of the game that were looked at.
    seen: usize,
    /// When each side has moved.
    moved_at: [Vec<u64>; 2],
    /// Who was reminded, whether it was the last one of a turn, and when.
    reminders: Vec<(usize, bool, u64)>,
    tally: Tally,
}

/// What must have happened at least once.
#[derive(Debug, Default)]
struct Tally {
    moved: usize,
    lost: usize,
    asked: usize,
    protected: usize,
    reminded: usize,
    cut_short: usize,
    both_late: usize,
}

impl Race {
    async fn new(seed: u64) -> Self {
        let store = FaultyStore::new(seed, Arc::new(MemoryStore::new()));
        let watch = Arc::new(Watch::new(seed));
        let service = |seed| support::service(&NAMES, seed, store.clone(), watch.clone());
        let mut race = Self {
            seed,
            services: [service(seed), service(seed + 1)],
            store,
            watch,
            rng: ChaCha8Rng::seed_from_u64(seed),
            events: 0,
            room: 0,
            game: Game::new(Position::start(Variant::Chess)),
            id: String::new(),
            turns: 0,
            seen: 0,
            moved_at: [Vec::new(), Vec::new()],
            reminders: Vec::new(),
            tally: Tally::default(),
        };
        race.begin().await;
        race
    }

    fn channel(&self) -> ChannelId {
        ChannelId(format!("test:room{}", self.room))
    }

    async fn says(&mut self, service: usize, name: &str, line: &str) -> Reply {
        self.events += 1;
        let event = format!("test:{}", self.events);
        let said = support::incoming(&event, &self.channel(), name, UserAction::Line(line.to_owned()));
        self.services[service].handle(&said).await.reply
    }

    /// A new game in a new room. Those before are left to their clocks.
    async fn begin(&mut self) {
        self.room += 1;
        let pace = ["10m", "1h", "1d", "3d+1d", "0+30h"][self.rng.random_range(0..5)];
        let time_out = ["strict", "ask"][self.rng.random_range(0..2)];
        let line = format!("play Bob white chess pace:{pace} timeout:{time_out}");
        assert_eq!(self.says(0, "Ada", &line).await, Reply::Public, "{line}");
        assert_eq!(self.says(1, "Bob", "accept").await, Reply::Public, "{line}");
        self.game = Game::new(Position::start(Variant::Chess));
        (self.turns, self.seen) = (0, 0);
        self.moved_at = [Vec::new(), Vec::new()];
        self.reminders.clear();
        let posted = self.posted().await;
        let board = posted.iter().find_map(|notice| match notice {
            Notice::Board(board) => Some(board.game.to_string()),
            _ => None,
        });
        self.id = board.expect("a board");
        // So that the flag is a loss, each side has moved.
        for service in [0, 1] {
            self.make(service, true).await;
        }
        self.look().await;
        self.posted().await;
    }

    fn mover(&self) -> &'static str {
        NAMES[usize::from(self.game.position().side_to_move() == adoube_rules::Side::Black)]
    }

    /// Some legal move.
    fn some_move(&mut self) -> String {
        let moves = self.game.legal_moves();
        moves[self.rng.random_range(0..moves.len())].to_string()
    }

    async fn make(&mut self, service: usize, must: bool) -> Reply {
        let (made, name) = (self.some_move(), self.mover());
        let reply = self.says(service, name, &format!("move {made}")).await;
        assert!(!must || reply == Reply::Public, "seed {}: {made} {reply:?}", self.seed);
        if reply == Reply::Public {
            self.game.play_lan(&made).expect("it was accepted");
        }
        reply
    }

    /// All that was said since the last look.
    async fn posted(&mut self) -> Vec<Notice> {
        let service = &self.services[self.rng.random_range(0..2)];
        let delivered = support::delivered(service, &self.channel()).await;
        let notices: Vec<Notice> = delivered.into_iter().map(|delivery| delivery.notice).collect();
        for notice in &notices {
            if let Notice::Reminder(reminder) = notice {
                let side = usize::from(reminder.person.name == NAMES[1]);
                self.reminders.push((side, reminder.is_last, reminder.said_at));
                self.tally.reminded += 1;
            }
        }
        notices
    }

    /// Nobody is reminded twice of the same in one turn. Whoever is to move has not moved in the instant in which they are
    /// reminded.
    fn check_reminders(&self) {
        let turn = |&(side, is_last, at): &(usize, bool, u64)| {
            (side, is_last, self.moved_at[side].iter().filter(|moved| **moved < at).count())
        };
        let turns: HashSet<_> = self.reminders.iter().map(turn).collect();
        assert_eq!(turns.len(), self.reminders.len(), "seed {}: {:?}", self.seed, self.reminders);
    }

    /// What happened in the game since the last look to whoever was to move then, and what to the next one.
    async fn look(&mut self) -> Happened {
        let side = (self.moved_at[0].len() + self.moved_at[1].len()) % 2;
        let range = KeyRange::prefix(Key::new().text(&self.channel().0).text(&self.id));
        self.store.is_at_rest().await;
        let rows =
            self.store.inner.scan(Table::Event, range, ScanOrder::Ascending, 1000).await.expect("memory");
        let mut happened = Happened::default();
        for (_, record) in rows.iter().skip(self.seen) {
            let logged: Value = serde_json::from_slice(&record.value).expect("JSON");
            let event = &logged["event"];
            happened.after_the_end += happened.ended + happened.next_ended;
            match (event["what"].as_str(), event["then"].as_str()) {
                (Some("move"), _) => {
                    let side = (self.moved_at[0].len() + self.moved_at[1].len()) % 2;
                    self.moved_at[side].push(logged["at"].as_u64().expect("an instant"));
                    happened.moves += 1;
                }
                (Some("ended"), _) if event["result"] == WON_BY[side] => happened.next_ended += 1,
                (Some("ended"), _) => happened.ended += 1,
                (Some("timed_out"), _) if event["side"] != SIDES[side] => {}
                (Some("timed_out"), Some("asked")) => happened.asked += 1,
                (Some("timed_out"), Some("protected")) => happened.protected += 1,
                _ => {}
            }
        }
        self.seen = rows.len();
        happened
    }

    /// When the time of whoever is to move is up.
    async fn deadline(&self) -> Option<u64> {
        let playing = self.services[0].playing(&person(self.mover()).id, Language::EN).await.expect("memory");
        playing.iter().find(|game| game.game == self.id).and_then(|game| game.deadline)
    }

    /// Both look at what is due while somebody may move; one of them may be killed at it.
    async fn meet(&mut self, with_move: bool) -> Option<Reply> {
        let (made, name) = (self.some_move(), self.mover());
        self.events += 1;
        let (event, channel) = (format!("test:{}", self.events), self.channel());
        let line = if with_move { format!("move {made}") } else { "board".to_owned() };
        let said = support::incoming(&event, &channel, name, UserAction::Line(line));
        let steps = [self.rng.random_range(0..MOST_STEPS), self.rng.random_range(0..MOST_STEPS)];
        let (delay, mover) = (self.rng.random_range(0..MOST_STEPS / 3), self.rng.random_range(0..2));
        let late = async {
            give_way(delay).await;
            self.services[mover].handle(&said).await
        };
        let (decision, first, second) = tokio::join!(
            late,
            look_shortly(&self.services[0], steps[0]),
            look_shortly(&self.services[1], steps[1]),
        );
        self.tally.cut_short += usize::from(first) + usize::from(second);
        if with_move && decision.reply == Reply::Public {
            self.game.play_lan(&made).expect("it was accepted");
        }
        with_move.then_some(decision.reply)
    }

    /// One turn: reminders on the way, and then a move about when time is up.
    async fn turn(&mut self) {
        let steps = self.rng.random_range(0..10);
        // The calendar is set forward, which is nobody's fault, or back.
        match steps {
            0 => self.watch.set(self.watch.now() + self.rng.random_range(0..5 * HOUR)),
            1 => self.watch.set(self.watch.now() - self.rng.random_range(0..HOUR)),
            _ => {}
        }
        self.settle().await;
        let Some(deadline) = self.deadline().await else { return self.begin().await };
        // A reminder or two on the way, at which looks are cut short.
        let left = deadline.saturating_sub(self.watch.now());
        for share in [3, 19] {
            if self.rng.random_range(0..2) == 0 {
                let at = deadline - left + left * share / if share == 3 { 4 } else { 20 };
                self.watch.reach(at + self.rng.random_range(0..3) * MINUTE);
                for _ in 0..self.rng.random_range(1..3) {
                    self.meet(false).await;
                    self.posted().await;
                }
            }
        }
        let Some(deadline) = self.deadline().await else { return self.begin().await };
        self.look().await;
        self.race(deadline + TOLERANCE).await;
    }

    /// A move and the end of the time meet at about that instant.
    async fn race(&mut self, end: u64) {
        let seed = self.seed;
        let spread = self.rng.random_range(0..5) * SECOND;
        let ticks = [0, 1, 100, 2 * SECOND][self.rng.random_range(0..4)];
        let at = (end + self.rng.random_range(0..=2 * spread)).saturating_sub(spread);
        let at = at + self.rng.random_range(0..3);
        self.watch.reach(at);
        let at = self.watch.now();
        self.watch.ticks.store(ticks, Ordering::Relaxed);
        let reply = self.meet(true).await.expect("a move");
        self.watch.ticks.store(0, Ordering::Relaxed);
        let was_early = at <= end && ticks == 0;
        self.watch.reach(end + 1 + SECOND);
        self.settle().await;
        let happened = self.look().await;
        let context = format!("seed {seed}: {happened:?}, {reply:?}, at {at} of {end}, ticks {ticks}");
        let is_made = reply == Reply::Public;
        assert_eq!(happened.moves, usize::from(is_made), "acknowledged and there: {context}");
        assert_eq!(happened.after_the_end, 0, "{context}");
        let flags = happened.asked + happened.protected + happened.ended;
        let over = self.game.outcome().is_some();
        if over {
            assert_eq!((happened.moves, happened.ended + happened.next_ended), (1, 1), "{context}");
        } else if is_made {
            assert_eq!(happened.ended, 0, "moved and lost: {context}");
            assert!(flags <= 1, "{context}");
        } else {
            assert_eq!(flags, 1, "one outcome: {context}");
        }
        assert!(!was_early || is_made, "in time: {context}");
        assert!(!was_early || happened.asked + happened.protected == 0, "in time: {context}");
        self.tally.moved += usize::from(is_made);
        self.tally.lost += usize::from(!over && happened.ended == 1);
        self.tally.asked += happened.asked;
        self.tally.protected += happened.protected;
        self.tally.both_late += usize::from(is_made && flags == 1 && !over);
        let posted = self.posted().await;
        let endings =
            posted.iter().filter(|notice| matches!(notice, Notice::Board(board) if board.ending.is_some()));
        assert_eq!(endings.count(), happened.ended + happened.next_ended, "told once: {context}");
        if happened.ended + happened.next_ended > 0 {
            self.check_reminders();
            return self.begin().await;
        }
        let waits = happened.asked == 1 && !is_made;
        if waits && let Some(until) = posted.iter().find_map(asked_until) {
            return self.claim(until).await;
        }
        // Somebody who was protected moves in their day.
        if !is_made {
            self.make(0, true).await;
            self.look().await;
        }
    }

    /// The opponent says nothing, and the late player may move until they have won.
    async fn claim(&mut self, until: u64) {
        let spread = self.rng.random_range(0..3) * SECOND;
        self.watch.reach((until + self.rng.random_range(0..=2 * spread)).saturating_sub(spread));
        self.watch.ticks.store([0, 500][self.rng.random_range(0..2)], Ordering::Relaxed);
        let reply = self.meet(true).await;
        self.watch.ticks.store(0, Ordering::Relaxed);
        self.watch.reach(until + SECOND);
        self.settle().await;
        let happened = self.look().await;
        let context = format!("seed {}: {happened:?}, {reply:?}", self.seed);
        let is_made = reply == Some(Reply::Public);
        assert_eq!(happened.moves, usize::from(is_made), "{context}");
        if self.game.outcome().is_none() {
            assert_eq!(happened.moves + happened.ended, 1, "one of them: {context}");
        }
        self.tally.lost += happened.ended;
        self.posted().await;
        if happened.ended + happened.next_ended > 0 {
            self.begin().await;
        }
    }

    /// Everything that is due now is done.
    async fn settle(&mut self) {
        let service = &self.services[self.rng.random_range(0..2)];
        service.run_due_jobs().await.expect("memory");
    }
}

/// Until when a notice asks what happens now that time is up.
fn asked_until(notice: &Notice) -> Option<u64> {
    let bytes = adoube_bot::forms::write(notice).ok()?;
    let value: Value = serde_json::from_slice(&bytes).ok()?;
    value["event"]["asked"]["until"].as_u64()
}

async fn give_way(steps: u32) {
    for _ in 0..steps {
        tokio::task::yield_now().await;
    }
}

/// Looks at what is due, and is stopped after some steps; whether it was.
async fn look_shortly(service: &Bot, steps: u32) -> bool {
    tokio::select! {
        biased;
        _ = service.run_due_jobs() => false,
        () = give_way(steps) => true,
    }
}

/// Plays the schedules of one seed.
async fn play_those_of(seed: u64) -> Tally {
    let mut race = Race::new(seed).await;
    race.store.set_faults(Faults::Off);
    for _ in 0..SCHEDULES_OF_A_SEED {
        race.turns += 1;
        if race.turns > TURNS || race.game.outcome().is_some() {
            race.begin().await;
        }
        race.turn().await;
        race.check_reminders();
    }
    race.tally
}

/// Plays schedules one after the other, the seeds of which begin there.
async fn play(from: u64) {
    let given = seeds::configured_seed();
    let mut tally = Tally::default();
    let (mut seed, mut played) = (given.unwrap_or(from), 0);
    println!("schedules of the seeds from {seed}");
    let schedules = seeds::number("ADOUBE_SCHEDULES", SCHEDULES);
    while played < schedules {
        let Tally { moved, lost, asked, protected, reminded, cut_short, both_late } =
            Box::pin(play_those_of(seed)).await;
        played += SCHEDULES_OF_A_SEED;
        tally.moved += moved;
        tally.lost += lost;
        tally.asked += asked;
        tally.protected += protected;
        tally.reminded += reminded;
        tally.cut_short += cut_short;
        tally.both_late += both_late;
        if given.is_some() {
            return;
        }
        seed += 2;
    }
    println!("{played} schedules: {tally:?}");
    let Tally { moved, lost, asked, protected, reminded, cut_short, both_late } = tally;
    for (count, what) in [
        (moved, "moved"),
        (lost, "lost"),
        (asked, "asked"),
        (protected, "protected"),
        (reminded, "reminded"),
        (cut_short, "cut short"),
    ] {
        assert!(count > 50, "{what}: {count}");
    }
    assert!(both_late > 0, "nobody moved after all");
}

#[tokio::test]
async fn a_flag_and_a_move_have_one_outcome() {
    Box::pin(play(1)).await;
}

#[tokio::test]
async fn they_have_one_in_orders_that_nobody_tried() {
    for seed in seeds::fresh(NEW_SEEDS) {
        seeds::tell(seed);
        Box::pin(play_those_of(seed)).await;
    }
}

#[tokio::test]
async fn they_have_one_in_other_orders() {
    Box::pin(play(1_000_001)).await;
}

#[tokio::test]
async fn and_in_still_others() {
    Box::pin(play(2_000_001)).await;
}

#[tokio::test]
async fn and_in_as_many_again() {
    Box::pin(play(3_000_001)).await;
}
