//! Builds and stops the program in this process: one store on disk, one bot, and Discord, Matrix
//! and the web chat over it, as `start` does. Not here: who plays there.

use std::{net::SocketAddr, path::Path, sync::Arc};

use adoube::directory::PlatformDirectories;
use adoube_bot::{Bot, BotParts, Clock, ComputerSettings, Locales, SystemClock};
use adoube_platform::socket_file::SocketMode;
use adoube_platform_discord::{self as discord, DiscordPlatform, DiscordSettings};
use adoube_platform_matrix::{self as matrix, ListenEnd, MatrixPlatform, MatrixSettings};
use adoube_platform_web as web;
use adoube_render::Renderer;
use adoube_store::{MAX_PAGE_ROWS, SledStore, Store};
use adoube_testing::store::HookedStore;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    bell::Bell,
    fake::{Fake, TOKEN},
    server::Server,
};

/// How long an answer is remembered, in milliseconds. The program remembers them for a week, in which six hours would see none
/// go.
const REMEMBERED: u64 = 5 * 60 * 1000;

/// It runs, and this is where.
pub struct Program {
    pub store: Arc<dyn Store>,
    pub bell: Arc<Bell>,
    pub discord: Arc<Fake>,
    pub matrix: Arc<Server>,
    pub web: SocketAddr,
    clock: Arc<dyn Clock>,
    stop: watch::Sender<bool>,
    parts: Vec<JoinHandle<()>>,
}

/// What every platform stands on.
struct Ground {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    service: Bot,
    renderer: Arc<Renderer>,
    people: web::WebPersonDirectory,
    discord: discord::DiscordDirectory,
    matrix: matrix::MatrixDirectory,
}

impl Ground {
    async fn lay(store: Arc<dyn Store>, seed: u64) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let people = web::WebPersonDirectory::new(Arc::clone(&store));
        let discord = discord::DiscordDirectory::new(Arc::clone(&store));
        let matrix = matrix::MatrixDirectory::new(Arc::clone(&store), Arc::clone(&clock));
        let directories = PlatformDirectories::default()
            .with(web::PLATFORM, people.clone())
            .with(discord::PLATFORM, discord.people().clone())
            .with(matrix::PLATFORM, matrix.people().clone());
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer: ComputerSettings::default(),
            locales: Locales::embedded(),
            store: Arc::clone(&store),
            clock: Arc::clone(&clock),
            directory: Arc::new(directories),
            rng: Box::new(ChaCha20Rng::seed_from_u64(seed)),
        });
        let service = service.expect("locale files");
        service.end_leases().await.expect("a store");
        service.begin().await.expect("a store");
        let renderer = Arc::new(Renderer::new().expect("a renderer"));
        Self { store, clock, service, renderer, people, discord, matrix }
    }

    async fn on_discord(&self, fake: &Fake) -> Arc<DiscordPlatform> {
        let discord = DiscordPlatform::new(discord::DiscordParts {
            bot: self.service.clone(),
            clock: Arc::clone(&self.clock),
            directory: self.discord.clone(),
            renderer: Arc::clone(&self.renderer),
            settings: DiscordSettings { token: Some(TOKEN.to_owned().into()), ..DiscordSettings::default() },
            client: fake.client(),
        });
        let discord = discord.expect("a token");
        discord.identify().await.expect("a token");
        discord
    }

    fn on_matrix(&self, server: &Arc<Server>) -> Arc<MatrixPlatform> {
        let matrix = MatrixPlatform::new(matrix::MatrixParts {
            bot: self.service.clone(),
            clock: Arc::clone(&self.clock),
            directory: self.matrix.clone(),
            renderer: Arc::clone(&self.renderer),
            // The homeserver in memory sets no limits.
            settings: MatrixSettings {
                messages_per_minute: 0,
                room_messages_per_minute: 0,
                rooms_per_hour: 0,
                joins_per_minute: 0,
                ..MatrixSettings::default()
            },
            client: Arc::clone(server) as _,
        });
        matrix.expect("locale files")
    }

    fn on_web(&self) -> web::WebParts {
        web::WebParts {
            readiness: web::Readiness::default(),
            service: self.service.clone(),
            store: Arc::clone(&self.store),
            clock: Arc::clone(&self.clock),
            people: self.people.clone(),
            renderer: Arc::clone(&self.renderer),
            settings: web::WebSettings::default(),
        }
    }
}

impl Program {
    /// Starts it with its records in this folder, on these platforms.
    pub async fn start(folder: &Path, seed: u64, discord: Arc<Fake>, matrix: Arc<Server>) -> Self {
        let on_disk: Arc<dyn Store> = Arc::new(SledStore::open(folder).expect("a store"));
        let bell = Arc::new(Bell::default());
        let store: Arc<dyn Store> = Arc::new(HookedStore::over(on_disk, Arc::clone(&bell)));
        let ground = Ground::lay(Arc::clone(&store), seed).await;
        let stop = watch::Sender::new(false);
        let service = &ground.service;
        let (timing, thinking, living) = (service.clone(), service.clone(), service.clone());
        let (on_time, on_thought, on_life) = (stopped(&stop), stopped(&stop), stopped(&stop));
        let on_discord = ground.on_discord(&discord).await;
        let on_matrix = ground.on_matrix(&matrix);
        let bound =
            web::bind(&web::ListenAddresses::default(), Some(0), SocketMode::default()).expect("a port");
        let (address, on_web) = (bound.address().expect("a port"), ground.on_web());
        let (discord_ends, matrix_ends, web_ends) = (stopped(&stop), stopped(&stop), stopped(&stop));
        let parts = vec![
            tokio::spawn(async move { timing.run_scheduler(on_time).await }),
            tokio::spawn(async move { thinking.run_computer(on_thought).await }),
            tokio::spawn(async move { living.keep_alive(on_life).await }),
            tokio::spawn(async move { on_discord.serve(None, discord_ends).await.expect("it stays there") }),
            tokio::spawn(async move { assert_eq!(on_matrix.serve(matrix_ends).await, ListenEnd::Stopped) }),
            tokio::spawn(async move { web::serve(bound, on_web, web_ends).await.expect("it goes on") }),
        ];
        let clock = ground.clock;
        Self { store, bell, discord, matrix, web: address, clock, stop, parts }
    }

    /// Forgets old answers, as the program does now and then.
    pub async fn forget_answers(&self) {
        let before = self.clock.now_millis().saturating_sub(REMEMBERED);
        while self.store.forget_answers(before, MAX_PAGE_ROWS).await.expect("a store") == MAX_PAGE_ROWS {}
    }

    /// Stops it as the program stops, and closes the store.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        for part in self.parts {
            part.await.expect("it stops in order");
        }
        self.store.close().await.expect("a store");
    }
}

/// Resolves when everything is to stop.
fn stopped(stop: &watch::Sender<bool>) -> impl Future<Output = ()> + Send + use<> {
    let mut stop = stop.subscribe();
    async move {
        // A sender that is gone means the same.
        let _ = stop.wait_for(|stop| *stop).await;
    }
}
