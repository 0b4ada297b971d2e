//! Starts and stops the program: opens store, bot and platforms, runs them together with the
//! background tasks, and stops them in order.

mod announcement;
mod base;
mod error;
#[cfg(feature = "matrix")]
mod matrix;
mod stopping;
mod supervisor;

use std::{
    future::{Future, pending},
    path::Path,
    pin::pin,
    sync::Arc,
    time::Duration,
};

#[cfg(feature = "discord")]
use self::base::DiscordRun;
#[cfg(feature = "matrix")]
pub use self::matrix::recovery_file;
pub(crate) use self::stopping::stop_signal;
pub use self::{
    announcement::{AnnounceFn, Announcement},
    error::StartError,
};
use self::{
    announcement::{PlatformExit, PlatformStart},
    base::ProgramBase,
    stopping::{StopSignals, wait_for_drain},
    supervisor::Inherited,
};

use adoube_bot::{Bot, Calendar, SystemClock};
use adoube_platform::answer_retention;
use adoube_platform_web as web;
use adoube_store::Store;
use socket2::Socket;
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    config::{Config, WebConfig},
    live_export::ExportSocket,
    storage::Storage,
};
/// Shown at `/ready` while no connection of the bot's stands.
#[cfg(feature = "discord")]
const DISCORD_AWAY: &str = "Discord: the bot is not connected now; the log says why";
/// Shown at `/ready` while some of the bot's servers are out of reach.
#[cfg(feature = "discord")]
const DISCORD_PARTLY_AWAY: &str =
    "Discord: some of the bot's connections are down now; they are tried again and again";
/// Shown at `/healthz` when the scheduler has ended.
const SCHEDULER: &str = "nothing that is due is done any more; the log says why, and a restart helps";
/// Shown at `/healthz` when the heartbeat has ended.
const HEARTBEAT: &str = "it is no longer noted that the bot is there; the log says why, and a restart helps";

/// Runs the bot until the system asks it to stop. Records are in `storage`, other files in the folder `data`. With
/// `accepts_calendar` it starts although the machine's calendar seems wrong.
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

/// Checks the settings of the chat door and of Matrix that no key decides alone.
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

/// Gives the account on Matrix a new digital identity, and returns the id of the account. A page on which a person has to
/// allow it is announced.
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
    let account = entrance.ok_or(adoube_platform_matrix::MatrixSettingsError::NoUser)?.account;
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
    // Wrong settings are refused before anything starts.
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
        readiness.add_error(web::Dependency::Discord, discord.is_away(), DISCORD_AWAY);
        readiness.add_remark(discord.is_partly_away(), DISCORD_PARTLY_AWAY);
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

/// Binds the web chat to the sockets of the service manager, else to the configured ones.
fn listen(config: &WebConfig, inherited: Vec<Socket>) -> Result<web::BoundListener, web::BindError> {
    let bound = if inherited.is_empty() {
        web::bind(&config.listen, config.port, config.socket_mode)?
    } else {
        web::BoundListener::inherited(inherited)?
    };
    for place in bound.places() {
        tracing::info!(%place, "the web chat is listening");
    }
    Ok(bound)
}

/// The start of Matrix, in builds with Matrix, if an account is configured.
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

    /// Starts the task that plays on Matrix. Returns how the platform is reached, and what ends it.
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
    // An early end has been logged already.
    let _ = discord.serve(door, stopped).await;
}

/// Starts the tasks of the bot that belong to no platform. `/healthz` shows whether they live.
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

/// Runs jobs when they are due.
async fn run_scheduler(service: Bot, stop: impl Future<Output = ()>) {
    service.run_scheduler(stop).await;
}

/// Plays the computer's turns.
async fn run_computer(service: Bot, stop: impl Future<Output = ()>) {
    service.run_computer(stop).await;
}

/// Records again and again that the program is alive.
async fn run_heartbeat(service: Bot, stop: impl Future<Output = ()>) {
    service.keep_alive(stop).await;
}

/// Resolves when the program stops.
fn stopped(stopping: &watch::Sender<bool>) -> impl Future<Output = ()> + Send + use<> {
    let mut stopping = stopping.subscribe();
    async move {
        // A dropped sender means the same.
        let _ = stopping.wait_for(|stop| *stop).await;
    }
}

/// Runs the web chat until `stop` resolves, it fails, or another platform fails for good. Then all platforms stop, so that a
/// service manager can start the program again.
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

/// The announcement of a platform, held back until the web chat is announced. An error comes at once.
async fn announce_after_web(
    arriving: PlatformStart,
    mut web_is_told: watch::Receiver<bool>,
) -> Result<Announcement, StartError> {
    let announcement = arriving.await?;
    // A dropped sender means that the web chat has failed, which is reported elsewhere.
    let _ = web_is_told.wait_for(|is_told| *is_told).await;
    Ok(announcement)
}

/// Waits until the tasks have stopped.
async fn join_tasks(playing: Vec<JoinHandle<()>>) {
    for task in playing {
        if let Err(error) = task.await {
            tracing::error!(%error, "a part of the program did not stop in order");
        }
    }
}
