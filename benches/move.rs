//! Benchmark of one typed move, from its text to the encoded picture, with the durable write
//! inside, and the share of each stage: reading, rules, store, text, drawing, encoding. The message
//! is delivered as in the web chat: it goes into a log in the batch that decides it. Prints medians
//! and shares of one run; asserts nothing. Not here: the web chat itself (`web_move`).
//!
//!     cargo bench --bench move

use std::{
    error::Error,
    hint::black_box,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use adoube_bot::{
    Bot, BotParts, BoxFuture, ChannelId, DeliveryPolicy, DeliveryReceipt, InlinePost, InlineTransport,
    InlineWrites, Language, MessageAccess, Notice, PersonId, RepositoryError, RetryAfterPolicy, SystemClock,
    Viewer, forms,
};
use adoube_platform_web::WebPersonDirectory;
use adoube_render::{Renderer, Style};
use adoube_rules::{
    Game, Position, Variant,
    notation::{self, MoveVocabulary},
};
use adoube_store::{Batch, Key, SledStore, Store, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use tokio::sync::mpsc;

use self::saying::{person, say};

#[path = "../crates/bot/benches/shared/saying.rs"]
mod saying;

/// Moves measured; games that end early are followed by new ones.
const MOVES: usize = 300;

/// Bytes a move writes, about: the channel with its game, the event, the notice, the answer.
const WRITTEN: usize = 5 * 1024;

/// As the web chat's.
const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 64,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(100),
    longest_pause: Duration::from_secs(10),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// The log of posted notices, and the channel to their reader.
struct Log {
    entries: AtomicU64,
    reader: mpsc::UnboundedSender<Notice>,
}

impl InlineTransport for Log {
    fn accepts<'a>(&'a self, _: &'a ChannelId) -> BoxFuture<'a, Result<bool, RepositoryError>> {
        Box::pin(std::future::ready(Ok(true)))
    }

    fn plan_writes<'a>(
        &'a self,
        post: InlinePost<'a>,
    ) -> BoxFuture<'a, Result<InlineWrites, RepositoryError>> {
        Box::pin(async move {
            let mut batch = Batch::new();
            for notice in post.notices {
                let number = self.entries.fetch_add(1, Ordering::Relaxed);
                let key = Key::new().text("log").text(&post.lane.0).number(number);
                let entry = forms::write(notice).map_err(RepositoryError::Unwritable)?;
                batch = batch.expect_absent(Table::Web, key.clone()).put(Table::Web, key, entry);
            }
            let receipt =
                DeliveryReceipt { expect: batch.version_checks, ..DeliveryReceipt::writing(batch.writes) };
            let (reader, notices) = (self.reader.clone(), post.notices.to_vec());
            let receipt = receipt.then(async move || {
                for notice in notices {
                    // The receiver may have been dropped.
                    let _ = reader.send(notice);
                }
            });
            Ok(InlineWrites { receipt, is_answered: false })
        })
    }
}

/// Times of each part, one entry a move.
#[derive(Default)]
struct Times {
    whole: Vec<Duration>,
    read: Vec<Duration>,
    rules: Vec<Duration>,
    words: Vec<Duration>,
    draw: Vec<Duration>,
    encode: Vec<Duration>,
}

struct Channel {
    service: Bot,
    renderer: Renderer,
    posted: mpsc::UnboundedReceiver<Notice>,
    events: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build()?;
    runtime.block_on(async {
        let store: Arc<dyn Store> = Arc::new(SledStore::open(folder.path())?);
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales: adoube_bot::Locales::embedded(),
            store: Arc::clone(&store),
            clock: Arc::new(SystemClock::default()),
            directory: Arc::new(WebPersonDirectory::new(Arc::clone(&store))),
            rng: Box::new(ChaCha20Rng::seed_from_u64(1)),
        })?;
        let (reader, posted) = mpsc::unbounded_channel();
        let log: Arc<dyn InlineTransport> = Arc::new(Log { entries: AtomicU64::new(0), reader });
        service.outbox_of("bench", MANNER).deliver_inline(Arc::downgrade(&log));
        let mut table = Channel { service, renderer: Renderer::new()?, posted, events: 0 };
        let times = table.play().await?;
        let commits = bare_commits(&*store).await?;
        report(times, commits);
        Ok(())
    })
}

impl Channel {
    async fn play(&mut self) -> Result<Times, Box<dyn Error>> {
        let mut rng = ChaCha20Rng::seed_from_u64(2);
        let mut times = Times::default();
        while times.whole.len() < MOVES {
            self.act("ada", "play grand white").await?;
            self.act("ben", "accept").await?;
            let mut game = Game::new(Position::start(Variant::Grand));
            let mut first = true;
            while game.outcome().is_none() && times.whole.len() < MOVES && !game.legal_moves().is_empty() {
                let made = game.legal_moves()[rng.random_range(0..game.legal_moves().len())];
                let san = notation::san(game.position(), &made);
                let name =
                    if game.position().side_to_move() == adoube_rules::Side::White { "ada" } else { "ben" };
                let started = Instant::now();
                let notice = self.act(name, &format!("move {san}")).await?;
                let message = self.service.present(&notice, &viewer());
                let scene = message.picture.ok_or("a board has a picture")?.scene;
                let file = self.renderer.fresh_png(&scene, &Style::default())?;
                // The first move of a game also draws sprites that are kept afterwards.
                if !first {
                    times.whole.push(started.elapsed());
                    self.measure_parts(&mut times, &game, &san, &notice)?;
                }
                black_box(file);
                first = false;
                game.play(&made)?;
            }
            if game.outcome().is_none() {
                break;
            }
        }
        Ok(times)
    }

    /// Every part alone, on the same move.
    fn measure_parts(
        &self,
        times: &mut Times,
        game: &Game,
        san: &str,
        notice: &Notice,
    ) -> Result<(), Box<dyn Error>> {
        let words = MoveVocabulary::default();
        let (read, reading) = timed(|| notation::read(game.position(), san, &words));
        let notation::MoveReading::Move(made) = reading else { return Err("a move reads back".into()) };
        let snapshot = game.snapshot();
        let (rules, played) = timed(|| Game::restore(snapshot).map(|mut game| game.play(&made)));
        played??;
        let (presented, message) = timed(|| self.service.present(notice, &viewer()));
        let scene = message.picture.ok_or("a board has a picture")?.scene;
        let (draw, canvas) = timed(|| self.renderer.canvas(&scene, &Style::default()));
        canvas?;
        let (both, file) = timed(|| self.renderer.fresh_png(&scene, &Style::default()));
        file?;
        times.read.push(read);
        times.rules.push(rules);
        times.words.push(presented);
        times.draw.push(draw);
        times.encode.push(both.saturating_sub(draw));
        Ok(())
    }

    /// Does something, and waits until what it posted is in the log.
    async fn act(&mut self, name: &str, line: &str) -> Result<Notice, Box<dyn Error>> {
        self.events += 1;
        let (event, person) = (format!("bench:{}", self.events), person(&format!("bench:{name}"), name));
        say(&self.service, "bench:lobby", (&event, &person, line)).await?;
        Ok(self.posted.recv().await.ok_or("something was posted")?)
    }
}

/// The store alone: durable batches of about the size a move writes.
async fn bare_commits(store: &dyn Store) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    for number in 0..MOVES {
        let batch = Batch::new().put(Table::Setting, format!("bench/{number}"), vec![b'x'; WRITTEN]);
        let started = Instant::now();
        store.commit(batch).await?;
        times.push(started.elapsed());
    }
    Ok(times)
}

fn viewer() -> Viewer {
    Viewer {
        person: Some(PersonId("bench:ada".to_owned())),
        language: Language::EN,
        hearing: MessageAccess::Everything,
        taste: adoube_bot::ReadingPreferences::default(),
    }
}

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let started = Instant::now();
    let result = black_box(run());
    (started.elapsed(), result)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn report(times: Times, commits: Vec<Duration>) {
    let moves = times.whole.len();
    let whole = median(times.whole);
    let parts = [
        ("read the words", median(times.read)),
        ("rules: restore, play, outcome", median(times.rules)),
        ("store: one durable batch", median(commits)),
        ("words for the viewer", median(times.words)),
        ("draw", median(times.draw)),
        ("encode", median(times.encode)),
    ];
    println!("a typed move, from words to picture: {whole:.2?} (median of {moves})");
    let mut known = Duration::ZERO;
    for (name, time) in parts {
        known += time;
        println!("  {name:<32} {time:>10.2?} {:>6.1} %", 100.0 * time.as_secs_f64() / whole.as_secs_f64());
    }
    let rest = whole.saturating_sub(known);
    println!(
        "  {:<32} {rest:>10.2?} {:>6.1} %",
        "the rest",
        100.0 * rest.as_secs_f64() / whole.as_secs_f64()
    );
}
