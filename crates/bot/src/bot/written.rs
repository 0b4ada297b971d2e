//! Test that every row the bot writes is read back equal and written again byte for byte, over
//! random games with every action. `ADOUBE_SEED` plays one seed alone.

use std::sync::atomic::Ordering;

use adoube_rules::{Game, Side};
use adoube_store::{Batch, Key, KeyRange, ScanOrder, Store, Table};
use adoube_testing::seeds;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::trial::Trial;
use crate::{
    EngineQuestion, PersonId, UserAction,
    core::{
        event::EngineQuestionKind,
        game::{DAY, GameRecord},
        records::row_kinds::RowKind,
    },
};

/// Commands that begin games.
const GAMES: [&str; 13] = [
    "play chess white",
    "play chess touch-move white",
    "play chess960 white",
    "play grand captured white",
    "play grand initial touch-move white",
    "setup classic-random 10 duplicates initial white send",
    "setup free-random 19 captured lock:0 white send",
    "setup classic-chosen 2 initial white send",
    "play schachen white",
    "play schachen touch-move facing white",
    "play chess pace:1d white",
    "play schachen pace:1h timeout:strict white",
    "setup classic-chosen 2 pace:0+84h white send",
];
/// Commands that players send between their moves.
const DEEDS: [&str; 25] = [
    "hint",
    "draw",
    "draw accept",
    "draw decline",
    "takeback",
    "takeback accept",
    "takeback decline",
    "touch a2",
    "release",
    "follow",
    "setup free-random 3",
    "play chess960",
    "withdraw",
    "pass",
    "hand",
    "moretime",
    "pause 3d",
    "pause",
    "resume",
    "vacation 2d",
    "vacation end",
    "remind private",
    "protect off",
    "if e5 then Nf3",
    "settings server pace 3d",
];
/// Steps played in a game.
const STEPS: usize = 60;

struct Play {
    trial: Trial,
    rng: ChaCha8Rng,
}

impl Play {
    fn new(seed: u64) -> Self {
        Self { trial: Trial::new(seed), rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    async fn says(&mut self, name: &str, action: UserAction) {
        self.trial.says(name, action).await;
    }

    /// Mostly the next move; sometimes a random command by anybody.
    async fn step(&mut self, record: &GameRecord) {
        if self.rng.random_range(0..4) == 0 {
            let deed = (*DEEDS.choose(&mut self.rng).expect("some")).to_owned();
            let name = *["Ada", "Bob", "Eve"].choose(&mut self.rng).expect("some");
            return self.says(name, UserAction::Line(deed)).await;
        }
        if let Some(side) = record.chooser() {
            let kind = *record.open_types().choose(&mut self.rng).expect("a type");
            return self.says(of(side), UserAction::Line(format!("pick {}", kind.code()))).await;
        }
        let game = Game::restore(record.state.clone()).expect("a position");
        let mover = of(game.position().side_to_move());
        match record.moves_left(&game).choose(&mut self.rng) {
            Some(made) => self.says(mover, UserAction::Text(made.to_string())).await,
            None => self.says(mover, UserAction::Line("resign".to_owned())).await,
        }
    }

    /// Empties the outbox as if all was delivered: no time is up before a delivery.
    async fn deliver(&self) {
        let all = KeyRange::prefix(Key::new());
        let rows =
            self.trial.store.scan(Table::Outbox, all, ScanOrder::Ascending, 1000).await.expect("memory");
        let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(Table::Outbox, key));
        self.trial.store.commit(batch).await.expect("memory");
    }

    /// Lets time pass; the platform may be unreachable meanwhile.
    async fn wait(&mut self) {
        self.trial.service.platform_reachable("test/0-1").await.expect("memory");
        if self.rng.random_range(0..2) == 0 {
            self.deliver().await;
        }
        let is_gone = self.rng.random_range(0..4) == 0;
        if is_gone {
            self.trial.service.platform_unreachable("test/0-1").await.expect("memory");
        }
        self.trial.clock.0.fetch_add(self.rng.random_range(0..DAY), Ordering::Relaxed);
        if is_gone && self.rng.random_range(0..2) == 0 {
            self.trial.service.platform_reachable("test/0-1").await.expect("memory");
        }
        self.trial.service.run_due_jobs().await.expect("memory");
    }

    /// Checks every row of the store.
    async fn check(&self, seed: u64) -> Vec<RowKind> {
        // Takes the relay's lease, so that its row exists.
        self.trial.service.inner.leases.of("test").hold().await.expect("memory");
        let mut kinds = Vec::new();
        for table in Table::ALL {
            let all = KeyRange::prefix(Key::new());
            for (key, record) in
                self.trial.store.scan(table, all, ScanOrder::Ascending, 1000).await.expect("memory")
            {
                let kind = kind(table, &key);
                check_row(kind, &record.value, seed);
                kinds.push(kind);
            }
        }
        for event in &self.trial.events {
            if let Some(answer) = self.trial.store.answer(event).await.expect("memory") {
                check_row(RowKind::Answer, &answer, seed);
                kinds.push(RowKind::Answer);
            }
        }
        kinds
    }
}

/// The rows of a finished game that was analysed.
async fn looked_at() -> Vec<RowKind> {
    let mut play = Play::new(3);
    play.says("Ada", UserAction::Line("play chess white".to_owned())).await;
    play.says("Bob", UserAction::Line("accept".to_owned())).await;
    let record = play.trial.game().await.expect("a game");
    for (name, made) in [("Ada", "f3"), ("Bob", "e5"), ("Ada", "g4"), ("Bob", "Qh4")] {
        play.says(name, UserAction::Text(made.to_owned())).await;
    }
    let (channel, by) = (record.channel, Some(PersonId("test:Ada".to_owned())));
    let question = EngineQuestion { channel, by, game: record.id, about: EngineQuestionKind::Analysis };
    let mut thinking = play.trial.service.run_question(&question);
    while thinking.next().await.is_some() {}
    play.says("Ada", UserAction::Line("block Bob".to_owned())).await;
    // Eve can name the people she has played with.
    play.says("Eve", UserAction::Line("play chess white".to_owned())).await;
    play.says("Bob", UserAction::Line("accept".to_owned())).await;
    play.says("Eve", UserAction::Line("bar Bob 7d".to_owned())).await;
    play.check(3).await
}

fn of(side: Side) -> &'static str {
    match side {
        Side::White => "Ada",
        Side::Black => "Bob",
    }
}

fn kind(table: Table, key: &[u8]) -> RowKind {
    let text = String::from_utf8_lossy(key);
    RowKind::of(&table.to_string(), &text).unwrap_or_else(|| panic!("{table}: {text}"))
}

fn check_row(kind: RowKind, bytes: &[u8], seed: u64) {
    let again = kind.again(bytes).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(
        String::from_utf8_lossy(&again),
        String::from_utf8_lossy(bytes),
        "seed {seed}: a row of kind {kind:?}"
    );
    let says = bytes.starts_with(b"{\"format\":");
    assert_eq!(
        says,
        !matches!(kind, RowKind::Home | RowKind::Listed),
        "{kind:?} says its version, first of all"
    );
}

#[tokio::test]
async fn whatever_is_written_is_read_as_it_was() {
    let mut found = Vec::new();
    for seed in seeds::seeds(1..3, 1) {
        seeds::tell(seed);
        for line in GAMES {
            let mut play = Play::new(seed);
            play.says("Ada", UserAction::Line(line.to_owned())).await;
            play.says("Bob", UserAction::Line("accept".to_owned())).await;
            assert!(play.trial.game().await.is_some(), "{line}");
            for _ in 0..STEPS {
                let Some(record) = play.trial.game().await else { break };
                play.step(&record).await;
                if record.clock.is_some() {
                    play.wait().await;
                }
            }
            play.trial.service.begin().await.expect("memory");
            found.extend(play.check(seed).await);
        }
    }
    found.extend(looked_at().await);
    for kind in RowKind::ALL {
        assert!(found.contains(&kind), "no {kind:?} was written");
    }
}
