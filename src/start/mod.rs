//! Puts the program together and runs it until it is asked to stop: configuration, log, store, service, web chat,
//! Discord, Matrix. Not here: what any of them does.

mod base;
#[cfg(feature = "matrix")]
mod matrix;
mod stopping;
mod supervisor;

use std::{
    future::{Future, pending},
    io,
    path::Path,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

#[cfg(feature = "discord")]
use self::base::DiscordRun;
use self::base::ProgramBase;
#[cfg(feature = "matrix")]
pub use self::matrix::recovery_file;
pub(crate) use self::stopping::stop_signal;
use self::stopping::{StopSignals, wait_for_drain};
use self::supervisor::Inherited;
pub use self::supervisor::InheritedError;

use adoube_bot::{Bot, Calendar, SystemClock};
use adoube_platform::answer_retention;
use adoube_platform_door as door;
use adoube_platform_web as web;
use adoube_store::Store;
use socket2::Socket;
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    config::{Config, WebConfig},
    live_export::ExportSocket,
    storage::Storage,
};
#[cfg(feature = "discord")]
use adoube_platform_discord as discord;

#[cfg(feature = "discord")]
/// Told at `/ready` while no connection of the bot's stands.
const DISCORD_AWAY: &str = "Discord: the bot is not connected now; the log says why";
#[cfg(feature = "discord")]
/// Told at `/ready` while some of the bot's servers are out of reach.
const DISCORD_PARTLY_AWAY: &str =
    "Discord: some of the bot's connections are down now; they are tried again and again";
/// Told at `/healthz` when the tasks behind them have died.
const SCHEDULER: &str = "nothing that is due is done any more; the log says why, and a restart helps";
const HEARTBEAT: &str = "it is no longer noted that the bot is there; the log says why, and a restart helps";

/// What people who start the program should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// The web chat listens here, and answers.
    Web(Vec<web::Place>),
    /// The bot is on Discord, or will be when Discord can be reached.
    #[cfg(feature = "discord")]
    Discord(Option<discord::Application>),
    /// The bot is on Matrix under this id, or will be when the homeserver can be reached.
    #[cfg(feature = "matrix")]
    Matrix(Option<String>),
    /// Another process over the same records plays on Matrix; this one stands by.
    #[cfg(feature = "matrix")]
    MatrixElsewhere,
    /// On Matrix something waits for a person with a browser.
    #[cfg(feature = "matrix")]
    MatrixErrand(adoube_matrix_client::OperatorTask),
}

/// Whoever is told what people should know.
pub type AnnounceFn = Arc<dyn Fn(Announcement) + Send + Sync>;

/// How a platform is reached that nobody waits for.
type PlatformStart = Pin<Box<dyn Future<Output = Result<Announcement, StartError>> + Send>>;

/// What ends a platform that was reached, if anything ever does.
type PlatformExit = Pin<Box<dyn Future<Output = StartError> + Send>>;

/// Why the program does not start, or stopped. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The asynchronous runtime or a signal handler could not be had.
    #[error("the system does not let the program start: {0}")]
    System(#[from] io::Error),
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] adoube_store::StoreError),
    /// The machine's calendar is wrong, or seems to be.
    #[error(transparent)]
    Calendar(#[from] adoube_bot::CalendarError),
    /// What is kept there cannot be used.
    #[error(transparent)]
    Ledger(#[from] adoube_bot::RepositoryError),
    /// The pictures cannot be drawn.
    #[error(transparent)]
    Render(#[from] adoube_render::RenderError),
    /// A locale file cannot be used.
    #[error(transparent)]
    Wording(#[from] adoube_bot::TranslationError),
    /// No address to listen on.
    #[error(transparent)]
    Bind(#[from] web::BindError),
    /// A socket of the service manager cannot be used.
    #[error(transparent)]
    Inherited(#[from] InheritedError),
    /// The web chat could not go on.
    #[error(transparent)]
    Web(#[from] web::WebError),
    /// The chat door cannot be opened.
    #[error(transparent)]
    Door(#[from] door::ListenError),
    /// Discord cannot be used.
    #[cfg(feature = "discord")]
    #[error(transparent)]
    Discord(#[from] discord::DiscordError),
    /// What is set for Matrix cannot be used.
    #[cfg(feature = "matrix")]
    #[error(transparent)]
    MatrixSettings(#[from] adoube_platform_matrix::SettingsError),
    /// Matrix cannot be used.
    #[cfg(feature = "matrix")]
    #[error(transparent)]
    Matrix(#[from] adoube_matrix_client::ConnectError),
}

/// Runs the bot with its records there until the system asks it to stop; what else it keeps is in the folder `data`.
/// `announce` gets what people should know. With `accepts_calendar` it starts also where the machine's calendar seems wrong.
///
/// # Errors
///
/// What keeps it from starting, or made it stop.
pub fn run(
    config: &Config,
    storage: &Storage,
    data: &Path,
    accepts_calendar: bool,
    announce: AnnounceFn,
) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut signals = StopSignals::listen()?;
        let inherited = Inherited::take()?;
        let patience = Duration::from_secs(config.store.wait_seconds);
        let store = tokio::select! {
            opened = storage.open_patiently(patience) => opened?,
            () = signals.next() => {
                tracing::info!("stopping");
                return Ok(());
            }
        };
        let export_socket = ExportSocket::open(storage, &store);
        let served = serve(config, data, (&store, accepts_calendar), announce, (signals, inherited)).await;
        export_socket.close().await;
        store.close().await?;
        served
    })
}

/// Whether what is configured for the chat door and for Matrix goes together, which no key says alone.
///
/// # Errors
///
/// What is missing, with what to write there.
pub fn check(config: &Config) -> Result<(), StartError> {
    if let Some(settings) = config.door.settings() {
        settings.check()?;
    }
    #[cfg(feature = "matrix")]
    if config.matrix.is_wanted() {
        config.matrix.account()?;
    }
    Ok(())
}

/// Gives the account on Matrix another digital identity, and what is announced is where that has to be allowed. Which
/// account it is.
///
/// # Errors
///
/// What keeps it from that.
#[cfg(feature = "matrix")]
pub fn reset_matrix_identity(
    config: &Config,
    data: &Path,
    announce: &AnnounceFn,
) -> Result<String, StartError> {
    let entrance = matrix::MatrixEntrance::of(&config.matrix, &config.web, (data, announce))?;
    let account = entrance.ok_or(adoube_platform_matrix::SettingsError::NoUser)?.account;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(adoube_matrix_client::reset_identity(account))?.0)
}

async fn serve(
    config: &Config,
    data: &Path,
    (store, accepts_calendar): (&Arc<dyn Store>, bool),
    announce: AnnounceFn,
    (mut signals, inherited): (StopSignals, Inherited),
) -> Result<(), StartError> {
    // What cannot be is said before anything begins.
    check(config)?;
    let entrance = MatrixStart::of(config, data, &announce)?;
    let clock = Calendar::open(Arc::new(SystemClock::default()), Arc::clone(store), accepts_calendar).await?;
    let base = ProgramBase::open(config, store, clock).await?;
    #[cfg(feature = "discord")]
    let discord = base.discord(&config.discord, inherited.interactions, &announce).await?;
    let door = base.door(&config.door).await?;
    let bound = listen(&config.web, inherited.web)?;
    let stopping = watch::Sender::new(false);
    let mut readiness = web::Readiness::default();
    let draining = watch::Sender::new(false);
    readiness.draining(draining.subscribe());
    let mut playing = spawn_bot_tasks(&base.service, &mut readiness, &stopping);
    let (arriving, failing) = entrance.enter(&base, &mut readiness, &stopping, &mut playing);
    #[cfg(feature = "discord")]
    if let Some((discord, _)) = &discord {
        readiness.failure(web::Dependency::Discord, discord.is_away(), DISCORD_AWAY);
        readiness.remark(discord.is_partly_away(), DISCORD_PARTLY_AWAY);
    }
    #[cfg(feature = "discord")]
    playing.extend(discord.map(|discord| tokio::spawn(run_discord(discord, stopped(&stopping)))));
    playing.extend(door.map(|(listening, door)| tokio::spawn(listening.serve(door, stopped(&stopping)))));
    let (places, told) = (bound.places().to_vec(), Arc::clone(&announce));
    let web_is_told = watch::Sender::new(false);
    let arriving: PlatformStart = Box::pin(announce_after_web(arriving, web_is_told.subscribe()));
    readiness.on_ready(move || {
        told(Announcement::Web(places));
        web_is_told.send_replace(true);
        supervisor::notify_ready();
    });
    let tidying =
        tokio::spawn(answer_retention::run_answer_retention(Arc::clone(store), base.service.clone()));
    let (timer, drain) = (base.clock.timer(), Duration::from_secs(config.web.drain_seconds.into()));
    let stop = wait_for_drain(async || signals.next().await, (drain, &*timer), &draining);
    let on_web = web::serve(bound, base.web(&config.web, readiness), stopped(&stopping));
    let served = run_platforms(on_web, &stopping, (arriving, failing, announce), stop).await;
    join_tasks(playing).await;
    tidying.abort();
    served
}

/// Sockets of the service manager, or else those of the configuration.
fn listen(config: &WebConfig, inherited: Vec<Socket>) -> Result<web::Bound, web::BindError> {
    let bound = if inherited.is_empty() {
        web::bind(&config.listen, config.port, config.socket_mode)?
    } else {
        web::Bound::inherited(inherited)?
    };
    for place in bound.places() {
        tracing::info!(%place, "the web chat is listening");
    }
    Ok(bound)
}

/// The way to Matrix, in builds that have one, if the bot is to be there.
struct MatrixStart {
    #[cfg(feature = "matrix")]
    matrix: Option<matrix::MatrixEntrance>,
}

impl MatrixStart {
    #[cfg_attr(not(feature = "matrix"), expect(unused_variables, clippy::unnecessary_wraps))]
    fn of(config: &Config, data: &Path, announce: &AnnounceFn) -> Result<Self, StartError> {
        Ok(Self {
            #[cfg(feature = "matrix")]
            matrix: matrix::MatrixEntrance::of(&config.matrix, &config.web, (data, announce))?,
        })
    }

    /// Begins to play there, beside whoever plays already. How it is reached, and what ends it.
    #[cfg_attr(not(feature = "matrix"), expect(unused_variables, clippy::unused_self, clippy::ptr_arg))]
    fn enter(
        self,
        base: &ProgramBase,
        readiness: &mut web::Readiness,
        stopping: &watch::Sender<bool>,
        playing: &mut Vec<JoinHandle<()>>,
    ) -> (PlatformStart, PlatformExit) {
        #[cfg(feature = "matrix")]
        if let Some(matrix) = self.matrix {
            let (task, arriving, failing) = matrix.enter(base, readiness, stopped(stopping));
            playing.push(task);
            return (arriving, failing);
        }
        (Box::pin(pending()), Box::pin(pending()))
    }
}

#[cfg(feature = "discord")]
async fn run_discord((discord, door): DiscordRun, stopped: impl Future<Output = ()> + Send + 'static) {
    // That it was left early is logged when it happens.
    let _ = discord.serve(door, stopped).await;
}

/// Tasks of the bot that no platform has for itself; whether they live is asked at `/healthz`.
fn spawn_bot_tasks(
    service: &Bot,
    readiness: &mut web::Readiness,
    stopping: &watch::Sender<bool>,
) -> Vec<JoinHandle<()>> {
    let scheduler = tokio::spawn(run_scheduler(service.clone(), stopped(stopping)));
    let heartbeat = tokio::spawn(run_heartbeat(service.clone(), stopped(stopping)));
    readiness.task(scheduler.abort_handle(), SCHEDULER);
    readiness.task(heartbeat.abort_handle(), HEARTBEAT);
    vec![scheduler, tokio::spawn(run_computer(service.clone(), stopped(stopping))), heartbeat]
}

/// Does what is due when it is due.
async fn run_scheduler(service: Bot, stop: impl Future<Output = ()>) {
    service.run_scheduler(stop).await;
}

/// Plays the turns of the computer.
async fn run_computer(service: Bot, stop: impl Future<Output = ()>) {
    service.run_computer(stop).await;
}

/// Notes again and again that the program is here.
async fn run_heartbeat(service: Bot, stop: impl Future<Output = ()>) {
    service.keep_alive(stop).await;
}

/// Resolves when everything is to stop.
fn stopped(stopping: &watch::Sender<bool>) -> impl Future<Output = ()> + Send + use<> {
    let mut stopping = stopping.subscribe();
    async move {
        // A sender that is gone means the same.
        let _ = stopping.wait_for(|stop| *stop).await;
    }
}

/// The web chat, until `stop` resolves, it cannot go on, or another platform turns out to be out of reach for good, also
/// later; then everything is told to stop. Whoever watches over the program can start it anew.
async fn run_platforms(
    on_web: impl Future<Output = Result<(), web::WebError>>,
    stopping: &watch::Sender<bool>,
    (mut arriving, mut failing, announce): (PlatformStart, PlatformExit, AnnounceFn),
    stop: impl Future<Output = ()>,
) -> Result<(), StartError> {
    let (mut on_web, mut stop) = (pin!(on_web), pin!(stop));
    let mut refused = None;
    let served = loop {
        tokio::select! {
            served = &mut on_web => break served,
            () = &mut stop, if !*stopping.borrow() => {
                stopping.send_replace(true);
            }
            error = &mut failing => {
                failing = Box::pin(pending());
                refused = Some(error);
                stopping.send_replace(true);
            }
            arrived = &mut arriving => {
                arriving = Box::pin(pending());
                match arrived {
                    Ok(announcement) => announce(announcement),
                    Err(error) => {
                        refused = Some(error);
                        stopping.send_replace(true);
                    }
                }
            }
        }
    };
    stopping.send_replace(true);
    refused.map_or(Ok(served?), Err)
}

/// What there is to say of a platform, after what there is to say of the web chat; why it is out of reach at once.
async fn announce_after_web(
    arriving: PlatformStart,
    mut web_is_told: watch::Receiver<bool>,
) -> Result<Announcement, StartError> {
    let announcement = arriving.await?;
    // Where the sender is gone, the web chat has failed, and says so itself.
    let _ = web_is_told.wait_for(|is_told| *is_told).await;
    Ok(announcement)
}

/// Waits for those who were told to stop.
async fn join_tasks(playing: Vec<JoinHandle<()>>) {
    for task in playing {
        if let Err(error) = task.await {
            tracing::error!(%error, "a part of the program did not stop in order");
        }
    }
}
