//! Runs the bot in a process of its own for the benchmark of Discord: the same parts as the program
//! has, connected to the simulated Discord. Not here: what is asked of it.

use std::{
    env,
    error::Error,
    io::{self, BufRead as _, Write as _},
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, mpsc},
    time::{SystemTime, UNIX_EPOCH},
};

use adoube::directory::PlatformDirectories;
use adoube_bot::{Bot, BotParts, Clock, SystemClock};
use adoube_platform_discord::{self as discord, DiscordDirectory, DiscordPlatform, DiscordSettings};
use adoube_render::{Renderer, Scene, Style};
use adoube_rules::{Position, Side, Variant};
use adoube_store::{Batch, CommitOutcome, SledStore, Store, StoreFuture, Table};
use rand::SeedableRng as _;
use rand_chacha::ChaCha20Rng;
use tokio::sync::oneshot;
use tracing::Level;
use tracing_subscriber::{filter::Targets, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::{fake::TOKEN, process};

/// Says that this process is the bot: where Discord is, and the folder of its certificate and of the store.
pub const DISCORD: &str = "ADOUBE_BENCH_DISCORD";
pub const FOLDER: &str = "ADOUBE_BENCH_FOLDER";
/// Drawings and commits whose time is the floor.
const FLOOR: usize = 400;
/// How many of them at once, as commits share a sync under load.
const AT_ONCE: usize = 16;
/// Bytes a move writes, about.
const WRITTEN: usize = 5 * 1024;

pub fn is_wanted() -> bool {
    env::var_os(DISCORD).is_some()
}

/// Runs until its standard input ends.
pub fn run() -> Result<(), Box<dyn Error>> {
    let discord: SocketAddr = env::var(DISCORD)?.parse()?;
    let folder = PathBuf::from(env::var(FOLDER)?);
    let log = tracing_subscriber::fmt().with_max_level(Level::WARN).with_writer(io::stderr).finish();
    let _ = log.with(Targets::new().with_target("adoube", Level::WARN)).try_init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let renderer = Arc::new(Renderer::new()?);
        let (told, telling) = mpsc::channel();
        let sled = SledStore::open(folder.join("store"))?;
        let store: Arc<dyn Store> = Arc::new(Noting { sled, told });
        std::thread::spawn(move || tell(&telling));
        println!("floor {}", floor(&store, &renderer).await?);
        let bot = bot(Arc::clone(&store), renderer, client(discord, &folder)?)?;
        let (stop, stopped) = oneshot::channel::<()>();
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                if line.is_err() {
                    break;
                }
            }
            let _ = stop.send(());
        });
        bot.serve(None, async move {
            let _ = stopped.await;
        })
        .await?;
        store.close().await?;
        Ok(())
    })
}

fn client(discord: SocketAddr, folder: &std::path::Path) -> Result<reqwest::Client, Box<dyn Error>> {
    let certificate = reqwest::Certificate::from_pem(&std::fs::read(folder.join("authority.pem"))?)?;
    let client = reqwest::Client::builder()
        .use_rustls_tls()
        .no_proxy()
        .tls_built_in_root_certs(false)
        .add_root_certificate(certificate)
        .resolve("discord.com", discord);
    Ok(client.build()?)
}

fn bot(
    store: Arc<dyn Store>,
    renderer: Arc<Renderer>,
    client: reqwest::Client,
) -> Result<Arc<DiscordPlatform>, Box<dyn Error>> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let premises = DiscordDirectory::new(Arc::clone(&store));
    let directories = PlatformDirectories::default().with(discord::PLATFORM, premises.people().clone());
    let service = Bot::new(BotParts {
        vacation_days: 28,
        computer: adoube_bot::ComputerSettings::default(),
        locales: adoube_bot::Locales::embedded(),
        store,
        clock: Arc::clone(&clock),
        directory: Arc::new(directories),
        rng: Box::new(ChaCha20Rng::seed_from_u64(1)),
    })?;
    let settings = DiscordSettings { token: Some(TOKEN.to_owned().into()), ..DiscordSettings::default() };
    Ok(DiscordPlatform::new(discord::DiscordParts {
        bot: service,
        clock,
        directory: premises,
        renderer,
        settings,
        client,
    })?)
}

/// Seconds on the processor for drawing one board and making one batch durable.
async fn floor(store: &Arc<dyn Store>, renderer: &Arc<Renderer>) -> Result<f64, Box<dyn Error>> {
    let scene = Scene::of(&Position::start(Variant::Chess), Side::White);
    renderer.fresh_png(&scene, &Style::default())?;
    let before = process::seconds("self")?;
    for round in 0..FLOOR / AT_ONCE {
        let all = (0..AT_ONCE).map(|number| {
            let (store, renderer, scene) = (Arc::clone(store), Arc::clone(renderer), scene.clone());
            tokio::spawn(async move {
                let draw = tokio::task::spawn_blocking(move || renderer.fresh_png(&scene, &Style::default()));
                let batch =
                    Batch::new().put(Table::Setting, format!("{round}/{number}"), vec![b'x'; WRITTEN]);
                let committed = store.commit(batch).await.is_ok();
                matches!(draw.await, Ok(Ok(_))) && committed
            })
        });
        for one in all.collect::<Vec<_>>() {
            if !one.await? {
                return Err("a board or a batch failed".into());
            }
        }
    }
    Ok((process::seconds("self")? - before) / FLOOR as f64)
}

/// Says of each event when it was durable.
fn tell(telling: &mpsc::Receiver<(String, u128)>) {
    let mut out = io::BufWriter::new(io::stdout());
    while let Ok((event, at)) = telling.recv() {
        let mut written = writeln!(out, "durable {event} {at}");
        while let (Ok(()), Ok((event, at))) = (&written, telling.try_recv()) {
            written = writeln!(out, "durable {event} {at}");
        }
        if written.and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// The durable store, and when it acknowledged what.
struct Noting {
    sled: SledStore,
    told: mpsc::Sender<(String, u128)>,
}

impl Store for Noting {
    adoube_testing::forward_store!(sled: get scan answer forget_answers page restore close);

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        let event = batch.idempotent_answer.as_ref().map(|once| once.id.as_str().to_owned());
        Box::pin(async move {
            let committed = self.sled.commit(batch).await?;
            if let (Some(event), CommitOutcome::Applied) = (event, &committed) {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                let _ = self.told.send((event, now.as_nanos()));
            }
            Ok(committed)
        })
    }
}
