//! Test of two processes over one store: one serves Matrix, the other stands by and takes over, and
//! no message is sent twice or missed. Not here: how keys and a session get from one machine to the
//! other (`tests/matrix`).

use std::{sync::Arc, time::Duration};

use adoube::directory::PlatformDirectories;
use adoube_bot::{Bot, Clock, Locales};
use adoube_platform_matrix::{
    MatrixDirectory, MatrixParts, MatrixPlatform, MatrixSettings, MatrixStandby, PLATFORM, StandbyResult,
};
use adoube_render::Renderer;
use adoube_store::Store;
use adoube_testing::store::{CrashPoint, HookedStore, SharedTestStore};
use adoube_testing::{TEST_TIMEOUT, clock::FastClock};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
};

use crate::{mortal::MortalLink, server::Server, world::ROOM};

/// When the processes' time begins, in milliseconds since 1970.
const NOW: u64 = 1_767_323_045_000;
/// So many times faster than ours the processes' time passes.
const FASTER: u32 = 20;
struct Process {
    life: Arc<CrashPoint>,
    waits: watch::Receiver<bool>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Process {
    fn start(store: &Arc<dyn Store>, server: &Arc<Server>, clock: FastClock, seed: u64) -> Self {
        let life = Arc::<CrashPoint>::default();
        let store: Arc<dyn Store> = Arc::new(HookedStore::over(Arc::clone(store), Arc::clone(&life)));
        let clock: Arc<dyn Clock> = Arc::new(clock);
        let premises = MatrixDirectory::new(Arc::clone(&store), Arc::clone(&clock));
        let service = Bot::new(adoube_bot::BotParts {
            vacation_days: 28,
            computer: adoube_bot::ComputerSettings::default(),
            locales: Locales::embedded(),
            store,
            clock: Arc::clone(&clock),
            directory: Arc::new(PlatformDirectories::default().with(PLATFORM, premises.people().clone())),
            rng: Box::new(ChaCha20Rng::seed_from_u64(seed)),
        });
        let service = service.expect("locale files");
        let standby = MatrixStandby::new(&service, &*clock);
        let waits = standby.waits();
        let (stop, stopped) = oneshot::channel::<()>();
        let (lives, server) = (Arc::clone(&life), Arc::clone(server));
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            let play = |_, over| {
                // The session goes on where the last process had noted that it was.
                server.restart(0);
                let parts = MatrixParts {
                    bot: service.clone(),
                    clock: Arc::clone(&clock),
                    directory: premises.clone(),
                    renderer: Arc::new(Renderer::new().expect("a renderer")),
                    settings: MatrixSettings::default(),
                    client: Arc::new(MortalLink { server: Arc::clone(&server), life: Arc::clone(&lives) }),
                };
                let matrix = MatrixPlatform::new(parts).expect("locale files");
                let played: adoube_bot::BoxFuture<'static, StandbyResult> = Box::pin(async move {
                    matrix.serve(over).await;
                    StandbyResult::ToTheEnd
                });
                played
            };
            standby.play(stopped, play).await;
        });
        Self { life, waits, stop, task }
    }

    async fn stands_by(&mut self) {
        let waits = tokio::time::timeout(TEST_TIMEOUT, self.waits.wait_for(|waits| *waits)).await;
        waits.expect("it stands by").expect("it is there");
    }

    fn dies(self) {
        self.life.end();
        self.task.abort();
    }

    async fn stops(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(TEST_TIMEOUT, self.task).await.expect("it stops").expect("in order");
    }
}

/// Waits until something with these words was said; how often.
async fn said(server: &Server, words: &str) -> usize {
    let count = || server.state().sent.iter().filter(|sent| sent.message.plain.contains(words)).count();
    let saying = async {
        while count() == 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    if tokio::time::timeout(TEST_TIMEOUT, saying).await.is_err() {
        let all: Vec<String> = server.state().sent.iter().map(|sent| sent.message.plain.clone()).collect();
        panic!("{words} in vain: {all:#?}");
    }
    count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_stands_by_and_takes_over() {
    let store: Arc<dyn Store> = Arc::new(SharedTestStore::default());
    let (server, clock) = (Arc::<Server>::default(), FastClock::new(NOW, FASTER));
    server.room(ROOM, &["Ada", "Bob", "Eve"], false);
    let first = Process::start(&store, &server, clock, 1);
    server.say("Ada", ROOM, "!chess play @bob:x chess white");
    said(&server, "challenges").await;
    let mut second = Process::start(&store, &server, clock, 2);
    second.stands_by().await;
    server.say("Bob", ROOM, "1");
    said(&server, "The game begins").await;
    server.say("Ada", ROOM, "e4");
    assert_eq!(said(&server, "1. e4").await, 1);
    // Nothing waits to be noted any more.
    tokio::time::sleep(Duration::from_millis(300)).await;
    first.dies();
    let began = clock.monotonic();
    server.say("Bob", ROOM, "e5");
    assert_eq!(said(&server, "1… e5").await, 1);
    let silent = clock.monotonic().saturating_sub(began);
    let mut third = Process::start(&store, &server, clock, 3);
    third.stands_by().await;
    server.say("Ada", ROOM, "Nf3");
    said(&server, "2. Nf3").await;
    second.stops().await;
    let began = clock.monotonic();
    server.say("Bob", ROOM, "Nc6");
    said(&server, "2… Nc6").await;
    let given = clock.monotonic().saturating_sub(began);
    println!("silent for {silent:?} after a death, for {given:?} after a stop");
    for words in ["1. e4:", "1… e5:", "2. Nf3:", "2… Nc6:"] {
        let sent = server.state().sent.iter().filter(|sent| sent.message.plain.contains(words)).count();
        assert_eq!(sent, 1, "{words}");
    }
    third.stops().await;
}
