//! Randomised simulation of people in two channels, through several bots on one store that fails
//! now and then: two in memory, and three over one PostgreSQL if it is installed. Events come in
//! other orders, twice, and at the same time; programs are stopped in the middle of one; time
//! jumps; bots are thrown away and built again. After every step the store must hold legal games,
//! with each action its player's own, and the right jobs; nothing acknowledged may be lost, every
//! message must be readable, and posted boards must show what was played. `ADOUBE_SEED` repeats or
//! varies a run.

mod causes;
mod crash;
mod delivery;
mod jobs;
mod programs;
mod replies;

use std::{collections::BTreeSet, sync::Arc};

use adoube_bot::{
    Audience, ChannelId, ChatEvent, ControlRow, Decision, Language, MessageAccess, Notice, OutboxEntry,
    PersonId, Reply, ThreadPolicy, UserAction, Viewer,
};
use adoube_store::{IdempotencyKey, Key, MemoryStore, PostgresSettings, PostgresStore, Store, Table};
use adoube_testing::clock::TestClock;
use adoube_testing::seeds;
use programs::Programs;
use rand::{RngExt, SeedableRng, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::support::{
    self,
    coverage_counts::Tally,
    faulty_store::Faults,
    random_actions::{self, Control, NAMES},
    record_check::{self, Rows},
};

/// Where things happen.
const CHANNELS: [&str; 3] = ["test:lobby", "test:side", THREAD];
/// The one thread there is for games of their own.
const THREAD: &str = "test:thread";
/// Events that may wait to be delivered in another order.
const WAITING: usize = 5;
/// Bytes that no record reaches, however long a game goes on; a quarter of what a store takes.
const RECORD_LIMIT: usize = 16 * 1024;
/// What shall happen at least once.
const COUNTED: [&str; 26] = [
    "posted",
    "updated",
    "private",
    "thoughts",
    "troubled",
    "repeated",
    "ended",
    "tried",
    // Events of touch-move that every game together has seen.
    "touched",
    "released",
    // Moves that waited for a drop.
    "begun",
    "dropped",
    // Games whose extra pieces were all chosen.
    "chosen",
    // Presses and words that changed a panel.
    "panels",
    // Games that wanted a thread.
    "threads",
    // Notices that two processes delivered at the same time.
    "contested",
    // Challenges whose row told that they are over.
    "expired",
    // Challenges that were over when somebody did something, which told it.
    "expired meanwhile",
    // Looks at what is due that were cut short.
    "cut short",
    // Events in the middle of which the program was stopped, and those of them that were done by then.
    "interrupted",
    "done unheard",
    // Clocks that ran out, and games in which nobody moved any more.
    "timed out",
    "abandoned",
    // Players who were told that their time runs out.
    "reminded",
    // Boards that told of a move.
    "boards",
    // What was done where others read along, and not refused for it.
    "read along",
];
/// Steps of a run.
const STEPS: usize = 500;
const STEPS_IN_POSTGRES: usize = 150;
/// Rounds in which whatever waits in the end is delivered, at the most.
const MOST_ROUNDS: usize = 5000;
/// Runs of the test, each with a seed of its own.
const FEWEST_SEEDS: usize = 4;
const MOST_SEEDS: usize = 24;
const SEEDS_IN_POSTGRES: u64 = 2;
/// The first of some runs in a row in which everything happens.
const FIRST_SEED: u64 = 20_261_145;
/// Runs with new seeds.
const NEW_SEEDS: u64 = 2;

struct World {
    /// Whether everybody likes to play with touch-move: in every second world.
    touch_move: bool,
    rng: ChaCha8Rng,
    clock: Arc<TestClock>,
    programs: Programs,
    events: u64,
    waiting: Vec<ChatEvent>,
    /// Events that were told more than once at the same time: one may be refused before it can be done, and done afterwards.
    told_at_once: BTreeSet<IdempotencyKey>,
    /// Events that did something, with their answers.
    acted: Vec<(ChatEvent, Decision)>,
    controls: [Vec<Control>; CHANNELS.len()],
    /// How much of what was hoped for happened, so that a run that tests nothing is noticed.
    tally: Tally,
}

impl World {
    fn new(seed: u64, ways: &[Arc<dyn Store>]) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let clock = Arc::new(TestClock::default());
        let programs = Programs::new(ways, &clock, &mut rng);
        Self {
            touch_move: seed % 2 == 1,
            rng,
            clock,
            programs,
            events: 0,
            waiting: Vec::new(),
            told_at_once: BTreeSet::new(),
            acted: Vec::new(),
            controls: [const { Vec::new() }; CHANNELS.len()],
            tally: Tally::of(&COUNTED),
        }
    }

    async fn step(&mut self) {
        if self.rng.random_range(0..40) == 0 {
            self.programs.begin_anew(&mut self.rng).await;
        }
        self.let_time_pass();
        let before = self.programs.rows().await;
        while self.waiting.len() < WAITING {
            let incoming = self.think(&before);
            self.waiting.push(incoming);
        }
        let mut batch = vec![self.take_waiting()];
        match self.rng.random_range(0..8) {
            0 => batch.push(self.take_waiting()),
            1 => batch.extend([self.take_waiting(), self.take_waiting()]),
            2 => batch.push(batch[0].clone()),
            3 => batch.extend([self.take_waiting(), batch[0].clone()]),
            _ => {}
        }
        if batch.iter().filter(|incoming| incoming.event == batch[0].event).count() > 1 {
            self.told_at_once.insert(batch[0].event.clone());
        }
        let faults = if self.rng.random_range(0..3) == 0 { Faults::On } else { Faults::Off };
        self.programs.set_faults(faults);
        let decisions = self.programs.handle(&batch, &mut self.rng).await;
        self.programs.set_faults(Faults::Off);
        let after = self.programs.rows().await;
        check_rows(&before, &after);
        self.check_movers(&before, &after, &batch.iter().collect::<Vec<_>>());
        self.check_idle(&batch, &before, &after).await;
        for happened in batch.into_iter().zip(decisions) {
            self.check_reply(happened, faults, [&before, &after]).await;
        }
        if self.rng.random_range(0..3) == 0 {
            self.repeat_something().await;
        }
        if self.rng.random_range(0..4) == 0 {
            self.settle(faults).await;
        }
        if self.rng.random_range(0..4) == 0 {
            self.interrupt(faults).await;
        }
        self.programs.set_faults(faults);
        self.deliver().await;
        self.programs.set_faults(Faults::Off);
        self.suggest(&after).await;
    }

    fn think(&mut self, rows: &Rows) -> ChatEvent {
        // Little happens in the thread that does not follow from the lobby.
        let place = *[0, 0, 0, 0, 1, 1, 1, 2].choose(&mut self.rng).expect("some");
        let record = record_check::running(rows, CHANNELS[place]);
        let game = record.as_ref().map(record_check::game);
        let scene = random_actions::Scene {
            game: record.as_ref().zip(game.as_ref()),
            controls: &self.controls[place],
            touch_move: self.touch_move,
        };
        let deed = random_actions::think(&mut self.rng, &scene);
        let (event, channel) = (self.next_event(), ChannelId(CHANNELS[place].to_owned()));
        ChatEvent {
            language: deed.language,
            moderator: self.rng.random_range(0..60) == 0,
            threads: self.threads(place),
            audience: self.audience(&deed.action),
            ..support::incoming(&event, &channel, &deed.name, deed.action)
        }
    }

    pub fn next_event(&mut self) -> String {
        self.events += 1;
        format!("test:{}", self.events)
    }

    /// There are threads in the lobby, and not always.
    fn threads(&mut self, place: usize) -> ThreadPolicy {
        match self.rng.random_range(0..4) {
            0 | 1 if place == 0 => ThreadPolicy::WhenBusy,
            2 if place == 0 => ThreadPolicy::Always,
            _ => ThreadPolicy::Never,
        }
    }

    /// Mostly nobody else reads what somebody does and is answered; and no platform shows everybody what a button answers.
    fn audience(&mut self, action: &UserAction) -> Audience {
        match (action, self.rng.random_range(0..5)) {
            (UserAction::Press { .. }, 3..) | (_, 3) => Audience::TextVisible,
            (_, 4) => Audience::TextAndReplyVisible,
            _ => Audience::SenderOnly,
        }
    }

    pub fn take_waiting(&mut self) -> ChatEvent {
        let index = self.rng.random_range(0..self.waiting.len());
        self.waiting.swap_remove(index)
    }

    /// What left no answer left no trace at all.
    async fn check_idle(&self, batch: &[ChatEvent], before: &Rows, after: &Rows) {
        for incoming in batch {
            if self.programs.has_done(&incoming.event).await {
                return;
            }
        }
        if self.is_overdue(before) {
            return;
        }
        let changed: Vec<_> = after.iter().filter(|(key, row)| before.get(key) != Some(row)).collect();
        let gone: Vec<_> = before.keys().filter(|key| !after.contains_key(key)).collect();
        assert!(
            changed.is_empty() && gone.is_empty(),
            "something happened without an answer: {batch:?}, {changed:?}, gone: {gone:?}"
        );
    }

    pub fn check_movers(&self, before: &Rows, after: &Rows, happened: &[&ChatEvent]) {
        causes::check(before, after, happened);
        causes::check_strangers(before, after, happened, self.clock.shown());
    }

    /// What did something before is answered the same way and does nothing.
    async fn repeat_something(&mut self) {
        let Some((incoming, decision)) = self.acted.choose(&mut self.rng).cloned() else { return };
        let before = self.programs.rows().await;
        let service = self.programs.any(&mut self.rng);
        assert_eq!(service.handle(&incoming).await, decision, "a repeated event: {incoming:?}");
        assert_eq!(self.programs.rows().await, before, "a repeated event: {incoming:?}");
        self.tally.note("repeated", 1);
    }

    fn read(&mut self, notice: &Notice, incoming: &ChatEvent) {
        support::limits::check_for_all(self.programs.first(), notice, &everybody());
        self.show(notice, &incoming.channel, Some(incoming.person.id.clone()));
    }

    /// Remembers the controls of a message.
    fn show(&mut self, notice: &Notice, channel: &ChannelId, person: Option<PersonId>) {
        let message = self.programs.first().present(
            notice,
            &Viewer {
                person,
                language: Language::EN,
                hearing: MessageAccess::Everything,
                taste: adoube_bot::ReadingPreferences::default(),
            },
        );
        let place = CHANNELS.iter().position(|known| *known == channel.0).expect("a known channel");
        let controls = message.rows.iter().flat_map(|row| match row {
            ControlRow::Buttons(buttons) => {
                buttons.iter().map(|button| Control { id: button.id.clone(), values: Vec::new() }).collect()
            }
            ControlRow::Menu(menu) => {
                let values = menu.options.iter().map(|option| option.value.clone()).collect();
                vec![Control { id: menu.id.clone(), values }]
            }
        });
        self.controls[place].extend(controls);
    }

    /// Completions of the beginning of something one might do.
    async fn suggest(&mut self, rows: &Rows) {
        let incoming = self.think(rows);
        let UserAction::Line(line) = incoming.action else { return };
        let count = self.rng.random_range(0..=line.chars().count());
        let line: String = line.chars().take(count).collect();
        let service = self.programs.any(&mut self.rng);
        let found = service.suggest(&incoming.channel, &incoming.person, incoming.language, &line).await;
        assert!(found.len() <= 100, "{line}");
        assert!(found.iter().all(|found| !found.line.is_empty() && !found.label.is_empty()), "{line}");
    }

    /// Everything that was ever said has been delivered, once, in order.
    async fn finish(mut self) -> Tally {
        let mut rounds = 0;
        while !self.programs.waiting().await.expect("no faults").is_empty() {
            rounds += 1;
            assert!(rounds < MOST_ROUNDS, "something is never delivered");
            self.deliver().await;
        }
        let rows = self.programs.rows().await;
        for channel in CHANNELS {
            let record = &rows[&(Table::Channel, Key::new().text(channel).into())];
            let posts = record_check::json(record)["posts"].as_u64().expect("a number");
            let kept: Vec<_> = delivered(&rows, channel).collect();
            let wanted: Vec<Vec<u8>> = (0..posts).map(|post| outbox_key(channel, post)).collect();
            assert_eq!(kept, wanted, "what {channel} was told");
        }
        self.check_challenges(&rows).await;
        self.tally.note("boards", causes::check_boards(&rows));
        self.tally.note("reminded", jobs::reminders(&rows));
        for game in record_check::games(&rows).values() {
            record_check::check_game(&rows, game);
            self.tally.note("ended", usize::from(!game["ending"].is_null()));
            let events = record_check::events(&rows, game["id"].as_str().expect("an id"));
            let count = |what: &str| events.iter().filter(|event| event["what"] == what).count();
            self.tally.note("touched", count("touched"));
            self.tally.note("released", count("released"));
            self.tally.note("timed out", count("timed_out"));
            let is_left = events.last().is_some_and(|event| event["reason"] == "abandoned");
            self.tally.note("abandoned", usize::from(is_left));
            let has_drop = |event: &&Value| event["lan"].as_str().is_some_and(|lan| lan.contains('@'));
            self.tally.note("dropped", events.iter().filter(has_drop).count());
            self.tally.note("chosen", count("array_drawn"));
        }
        self.tally
    }
}

fn everybody() -> Vec<PersonId> {
    NAMES.iter().map(|name| support::person(name).id).collect()
}

fn is_trouble(reply: &Reply) -> bool {
    let is_fault = |why: &serde_json::Value| why == "trouble" || why == "nothing_saved";
    matches!(reply, Reply::Private(notice) if serde_json::to_value(notice).is_ok_and(|json| is_fault(&json["why"])))
}

fn is_one_of(notice: &Notice, kinds: &[&str]) -> bool {
    serde_json::to_value(notice).is_ok_and(|json| kinds.iter().any(|kind| json["notice"] == *kind))
}

fn outbox_key(channel: &str, post: u64) -> Vec<u8> {
    Key::new().text("test").text(channel).number(post).into()
}

/// The keys of what a channel has been told, each written once.
fn delivered<'a>(rows: &'a Rows, channel: &str) -> impl Iterator<Item = Vec<u8>> + 'a {
    let prefix: Vec<u8> = Key::new().text("test").text(channel).into();
    let told =
        rows.iter().filter(move |((table, key), _)| *table == Table::Message && key.starts_with(&prefix));
    told.map(|((_, key), record)| {
        assert_eq!(record.version, 1, "delivered twice");
        key.clone()
    })
}

/// Nothing was said before this that is not delivered yet.
fn check_order(rows: &Rows, delivery: &OutboxEntry) {
    let count = delivered(rows, &delivery.channel.0).count() as u64;
    let number = outbox_key(&delivery.channel.0, count);
    let known = rows.contains_key(&(Table::Message, delivery.key().to_vec()));
    assert!(known || delivery.key() == number, "a notice overtook another one");
}

/// What was recorded stays as it is, and every game that changed is as its events say.
fn check_rows(before: &Rows, after: &Rows) {
    jobs::check_rows(after);
    for (place, record) in before.iter().filter(|((table, _), _)| *table == Table::Event) {
        assert_eq!(after.get(place), Some(record), "an event was lost or changed");
    }
    for (place, record) in after.iter().filter(|(place, record)| before.get(place) != Some(record)) {
        assert!(record.value.len() < RECORD_LIMIT, "{} bytes: {place:?}", record.value.len());
        if place.0 == Table::Channel {
            record_check::check_panels(&record_check::json(record));
        }
        if let Some(game) = record_check::game_in(place, record) {
            record_check::check_game(after, &game);
        }
    }
}

/// That many steps over stores of its own.
async fn run(seed: u64, steps: usize, ways: Vec<Arc<dyn Store>>) -> Tally {
    seeds::tell(seed);
    let mut world = World::new(seed, &ways);
    for _ in 0..steps {
        world.step().await;
    }
    let tally = world.finish().await;
    println!("{tally:?}");
    for way in ways {
        way.close().await.expect("the store");
    }
    tally
}

/// Runs with further seeds only where chance has left something out.
#[tokio::test]
async fn nothing_is_lost_and_nobody_reads_nonsense() {
    let run = async |seed| {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        Box::pin(run(seed, STEPS, vec![Arc::clone(&store), store])).await
    };
    if let Some(seed) = seeds::configured_seed() {
        run(seed).await;
        return;
    }
    for seed in seeds::fresh(NEW_SEEDS) {
        run(seed).await;
    }
    let mut sum = Tally::of(&COUNTED);
    for (seed, count) in (FIRST_SEED..).zip(1..=MOST_SEEDS) {
        sum.add(&run(seed).await);
        if count >= FEWEST_SEEDS && sum.is_complete() {
            return;
        }
    }
    panic!("something never happened, so the simulation tests too little: {sum:?}");
}

/// The same things happen, so what chance has left out is in the other runs. Whoever looks at all rows after each step
/// waits longer for these.
#[tokio::test]
async fn nor_with_three_services_over_postgresql() {
    let Some(server) = adoube_postgres_cluster::shared() else {
        println!("{}", adoube_postgres_cluster::SKIPPED);
        return;
    };
    for seed in seeds::seeds(FIRST_SEED..FIRST_SEED + SEEDS_IN_POSTGRES, 1) {
        let settings = PostgresSettings::new(&server.new_database()).expect("an address").connections(8);
        let mut ways = Vec::new();
        for _ in 0..3 {
            let store = PostgresStore::open(&settings).await.expect("a database");
            ways.push(Arc::new(store) as Arc<dyn Store>);
        }
        Box::pin(run(seed, STEPS_IN_POSTGRES, ways)).await;
    }
}
