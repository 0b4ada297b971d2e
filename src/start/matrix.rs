//! Runs Matrix within the program: connects the account with backoff, serves while this process has
//! the lease, and connects again after a lost connection. Not here: the platform itself
//! (`adoube-platform-matrix`).

use std::{
    collections::VecDeque,
    fmt,
    future::{Future, pending},
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use adoube_bot::{Bot, BoxFuture, Clock};
use adoube_matrix_client::{
    AccountSettings, ConnectError, MatrixApi, MatrixSecret, OperatorPrompt, OperatorTask, connect, let_in,
};
use adoube_platform::secret;
use adoube_platform_matrix::{
    AccountProgress, ListenEnd, MatrixAccount, MatrixDirectory, MatrixParts, MatrixPlatform, MatrixSettings,
    MatrixStandby, PLATFORM, StandbyResult, avatar,
};
use adoube_platform_web::{Dependency, Readiness};
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::timeout,
};

use super::{
    announcement::{AnnounceFn, Announcement, PlatformExit, PlatformStart},
    base::ProgramBase,
    error::StartError,
};
use crate::config::WebConfig;

/// How long connecting may take before it is announced that Matrix cannot be reached.
const ANNOUNCE_TIMEOUT: Duration = Duration::from_secs(15);
/// The first pause before the homeserver is tried again. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Attempts to open a store of the Matrix SDK that cannot be used.
const MAX_STORE_ATTEMPTS: u32 = 3;
/// Connections that may be lost within [`LOST_WITHIN`].
const MAX_LOST: usize = 3;
/// The time in which lost connections are counted.
const LOST_WITHIN: Duration = Duration::from_secs(10 * 60);

/// Shown at `/ready` while the homeserver cannot be reached.
const OUT_OF_REACH: &str =
    "Matrix: the bot is not connected now; the log says why, and it is tried again and again";

/// Shown at `/ready` while another process plays on Matrix.
const STANDS_BY: &str =
    "Matrix: another process plays there; this one stands by and takes over when that one is gone";

/// Shown at `/ready` while a person has to log the bot in.
const LOCKED_OUT: &str = "Matrix: somebody has to let the bot in: it has printed which page to open in a browser and the code to \
                          enter there; the last code counts";

/// Shown at `/ready` while the homeserver accepts nothing from the account.
const STANDS_STILL: &str = "Matrix: the homeserver takes nothing from the bot's account now; the log says why, and it goes on by itself";

/// Parts for the platform that do not depend on its account.
#[derive(Clone)]
struct MatrixKit {
    bot: Bot,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    directory: MatrixDirectory,
    renderer: Arc<Renderer>,
    settings: MatrixSettings,
}

/// The file for a new recovery key.
pub fn recovery_file(data: &Path) -> PathBuf {
    data.join("matrix-recovery-key")
}

/// Announces tasks that only a person with a browser can do.
struct MatrixPrompt {
    announce: AnnounceFn,
    /// Whether a person has to log the bot in.
    is_locked_out: watch::Sender<bool>,
}

impl MatrixPrompt {
    fn new(announce: AnnounceFn) -> Self {
        Self { announce, is_locked_out: watch::Sender::new(false) }
    }
}

impl fmt::Debug for MatrixPrompt {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("MatrixPrompt")
    }
}

impl OperatorPrompt for MatrixPrompt {
    fn asked(&self, errand: OperatorTask) {
        match &errand {
            OperatorTask::LogIn { address, .. } => {
                tracing::warn!(address, "somebody has to let the bot into Matrix in a browser");
                self.is_locked_out.send_replace(true);
            }
            OperatorTask::ApproveKeys { address } => {
                tracing::warn!(address, "somebody has to allow the bot's new signing keys in a browser");
            }
        }
        (self.announce)(Announcement::MatrixErrand(errand));
    }
}

/// The account and its settings, before a connection.
pub(super) struct MatrixEntrance {
    pub(super) account: AccountSettings,
    settings: MatrixSettings,
    voice: Arc<MatrixPrompt>,
}

impl MatrixEntrance {
    /// `None` if no account is configured.
    pub(super) fn of(
        settings: &MatrixSettings,
        web: &WebConfig,
        (data, announce): (&Path, &AnnounceFn),
    ) -> Result<Option<Self>, StartError> {
        if !settings.is_wanted() {
            return Ok(None);
        }
        let voice = Arc::new(MatrixPrompt::new(Arc::clone(announce)));
        let mut account = account(settings, data, &voice)?;
        account.about = account.about.or_else(|| web.url.clone().map(String::from));
        Ok(Some(Self { account, settings: settings.clone(), voice }))
    }

    /// Starts the task that plays on Matrix until `stopped` resolves. The first future resolves with the announcement: the
    /// account, that the homeserver cannot be reached yet, or that another process plays; or with the error that prevents it for
    /// good. The second resolves if playing ends with an error later.
    pub(super) fn enter(
        mut self,
        base: &ProgramBase,
        readiness: &mut Readiness,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> (JoinHandle<()>, PlatformStart, PlatformExit) {
        self.account.avatar = avatar(&base.renderer);
        let kit = MatrixKit {
            bot: base.service.clone(),
            store: Arc::clone(&base.store),
            clock: Arc::clone(&base.clock),
            directory: base.matrix.clone(),
            renderer: Arc::clone(&base.renderer),
            settings: self.settings,
        };
        begin(kit, self.account, (readiness, &self.voice), stopped)
    }
}

/// The settings of the account. Its encryption keys are in the folder `matrix` of the data folder.
fn account(
    settings: &MatrixSettings,
    data: &Path,
    voice: &Arc<MatrixPrompt>,
) -> Result<AccountSettings, StartError> {
    let MatrixAccount { homeserver, user, passphrase } = settings.account()?;
    let handed_on = |secret: &secret::Secret| MatrixSecret::new(secret.expose());
    let trimmed = |secret: &secret::Secret| MatrixSecret::new(secret.expose().trim());
    let operator: Arc<dyn OperatorPrompt> = Arc::clone(voice) as _;
    let said = |secret: &&secret::Secret| !secret.expose().trim().is_empty();
    Ok(AccountSettings {
        homeserver,
        user,
        password: settings.password.as_ref().map_or_else(|| MatrixSecret::new(""), handed_on),
        access_token: settings.access_token.as_ref().filter(said).map(trimmed),
        device_id: settings.device_id.clone().filter(|device| !device.is_empty()),
        operator,
        recovery_key: settings.recovery_key.as_ref().filter(said).map(trimmed),
        passphrase: handed_on(&passphrase),
        folder: data.join("matrix"),
        recovery_file: recovery_file(data),
        display_name: settings.display_name.clone(),
        avatar: None,
        device_name: settings.device_name.clone(),
        about: settings.about.clone().filter(|about| !about.trim().is_empty()),
        progress: None,
    })
}

/// The state of Matrix, as `/ready` and the start of the program read it.
#[derive(Clone)]
struct MatrixReports {
    /// The error that ended playing.
    failed: mpsc::UnboundedSender<ConnectError>,
    out_of_reach: watch::Sender<bool>,
    locked_out: watch::Sender<bool>,
}

/// Receives once the account that was reached, or the error that prevents it. Taken out when used.
type IdentitySender = Option<oneshot::Sender<Result<String, ConnectError>>>;

fn begin(
    kit: MatrixKit,
    account: AccountSettings,
    (readiness, voice): (&mut Readiness, &MatrixPrompt),
    stopped: impl Future<Output = ()> + Send + 'static,
) -> (JoinHandle<()>, PlatformStart, PlatformExit) {
    let (tell, told) = oneshot::channel();
    let (failed, mut failures) = mpsc::unbounded_channel();
    let locked_out = voice.is_locked_out.clone();
    // Unreachable until the first connection.
    let reports = MatrixReports { failed, out_of_reach: watch::Sender::new(true), locked_out };
    readiness.add_error(Dependency::Matrix, reports.out_of_reach.subscribe(), OUT_OF_REACH);
    readiness.add_error(Dependency::Matrix, reports.locked_out.subscribe(), LOCKED_OUT);
    let failing: PlatformExit = Box::pin(async move {
        match failures.recv().await {
            Some(error) => error.into(),
            None => pending().await,
        }
    });
    readiness.add_error(Dependency::Matrix, kit.directory.stands_still(), STANDS_STILL);
    if !kit.store.is_shared() {
        let playing = tokio::spawn(async move {
            play(kit, account, Box::pin(stopped), (Some(tell), reports)).await;
        });
        return (playing, arriving(told, voice.is_locked_out.subscribe(), None), failing);
    }
    let standby = MatrixStandby::new(&kit.bot, &*kit.clock);
    let waits = standby.waits();
    readiness.add_remark(standby.waits(), STANDS_BY);
    let playing = tokio::spawn(run_with_lease(kit, account, (standby, stopped), (Some(tell), reports)));
    (playing, arriving(told, voice.is_locked_out.subscribe(), Some(waits)), failing)
}

/// Plays while this process holds the lease. A login by a person is waited for before the lease, so that others play meanwhile.
async fn run_with_lease(
    kit: MatrixKit,
    account: AccountSettings,
    (standby, stopped): (MatrixStandby, impl Future<Output = ()>),
    (mut tell, reports): (IdentitySender, MatrixReports),
) {
    let mut stopped = pin!(stopped);
    let was_in = tokio::select! {
        () = &mut stopped => return,
        was_in = until_reached(|| let_in(account.clone()), &mut tell, &reports) => was_in,
    };
    match was_in {
        Ok(true) => {}
        Ok(false) => warn_without_key(&account),
        Err(error) => return report_and_stop(error, tell, &reports),
    }
    let play = |term, over| {
        let progress = AccountProgress::new(Arc::clone(&kit.store), term);
        let account = AccountSettings { progress: Some(Arc::new(progress)), ..account.clone() };
        let told = (tell.take(), reports.clone());
        let playing: BoxFuture<'static, StandbyResult> = Box::pin(play(kit.clone(), account, over, told));
        playing
    };
    standby.play(stopped, play).await;
}

/// Warns if this process could not take over: without the recovery key, only the first process can play.
fn warn_without_key(account: &AccountSettings) {
    if account.recovery_key.is_none() && !account.recovery_file.exists() {
        tracing::warn!(
            "this process could not go on with Matrix in place of another one: set ADOUBE_MATRIX__RECOVERY_KEY to the \
             recovery key, with which others trust its device and it reads what was said (the first process wrote it to \
             matrix-recovery-key in its data folder)"
        );
    }
}

/// Plays until `over` resolves, or playing cannot go on.
async fn play(
    kit: MatrixKit,
    account: AccountSettings,
    over: BoxFuture<'static, ()>,
    (mut tell, reports): (IdentitySender, MatrixReports),
) -> StandbyResult {
    let played = play_on(&kit, &account, over, (&mut tell, &reports)).await;
    reports.out_of_reach.send_replace(false);
    reports.locked_out.send_replace(false);
    played.unwrap_or_else(|error| {
        report_and_stop(error, tell, &reports);
        StandbyResult::NotAtAll
    })
}

/// Reports why this process does not play on Matrix.
fn report_and_stop(error: ConnectError, tell: IdentitySender, reports: &MatrixReports) {
    tracing::error!(%error, "this process does not play on Matrix");
    let untold = match tell {
        Some(tell) => tell.send(Err(error)).err().and_then(Result::err),
        None => Some(error),
    };
    // The receiver is gone only if the program ends anyway.
    let _ = untold.map(|error| reports.failed.send(error));
}

/// Plays from one connection to the next.
async fn play_on(
    kit: &MatrixKit,
    account: &AccountSettings,
    mut over: BoxFuture<'static, ()>,
    (tell, reports): (&mut IdentitySender, &MatrixReports),
) -> Result<StandbyResult, ConnectError> {
    let mut lost = VecDeque::new();
    loop {
        // Clocks stop until the homeserver is reached, so nobody loses a game by it.
        if let Err(error) = kit.bot.platform_unreachable(PLATFORM).await {
            tracing::error!(%error, "that Matrix is not reached yet cannot be noted at once");
        }
        let link = tokio::select! {
            () = &mut over => return Ok(StandbyResult::ToTheEnd),
            link = reach(account, tell, reports) => link?,
        };
        let MatrixKit { bot, clock, directory, renderer, settings, .. } = kit.clone();
        let matrix = match MatrixPlatform::new(MatrixParts {
            bot,
            clock,
            directory,
            renderer,
            settings,
            client: link,
        }) {
            Ok(matrix) => matrix,
            Err(error) => {
                tracing::error!(%error, "nothing can be said on Matrix");
                return Ok(StandbyResult::NotAtAll);
            }
        };
        if matrix.serve(&mut over).await == ListenEnd::Stopped {
            return Ok(StandbyResult::ToTheEnd);
        }
        reports.out_of_reach.send_replace(true);
        let now = kit.clock.monotonic();
        lost.push_back(now);
        lost.retain(|at| now.saturating_sub(*at) < LOST_WITHIN);
        if lost.len() > MAX_LOST {
            return Err(ConnectError::ConnectionLost);
        }
        tracing::warn!("the account on Matrix is reached anew");
    }
}

/// The announcement of Matrix at the start of the program.
fn arriving(
    mut told: oneshot::Receiver<Result<String, ConnectError>>,
    locked_out: watch::Receiver<bool>,
    waits: Option<watch::Receiver<bool>>,
) -> PlatformStart {
    Box::pin(async move {
        let standing_by = async move {
            match waits {
                Some(mut waits) => drop(waits.wait_for(|waits| *waits).await),
                None => pending().await,
            }
        };
        let in_time = async move {
            match timeout(ANNOUNCE_TIMEOUT, &mut told).await {
                // A login by a person takes longer than a server.
                Err(_) if *locked_out.borrow() => Ok(told.await),
                told => told,
            }
        };
        tokio::select! {
            biased;
            told = in_time => match told {
                Ok(Ok(outcome)) => Ok(Announcement::Matrix(Some(outcome?))),
                // The homeserver does not answer yet.
                Ok(Err(_)) | Err(_) => Ok(Announcement::Matrix(None)),
            },
            () = standing_by => Ok(Announcement::MatrixElsewhere),
        }
    })
}

/// Connects the account. An error means that trying again would not help.
async fn reach(
    account: &AccountSettings,
    tell: &mut IdentitySender,
    reports: &MatrixReports,
) -> Result<Arc<dyn MatrixApi>, ConnectError> {
    let link = until_reached(|| connect(account.clone()), tell, reports).await?;
    let user = link.user().0;
    tracing::info!(user, "Matrix can be reached");
    // The announcement may have been made without it.
    let _ = tell.take().map(|tell| tell.send(Ok(user)));
    Ok(link)
}

/// Tries to connect until it succeeds, with exponential backoff. An error means that trying again would not help.
async fn until_reached<T, F>(
    attempt: impl Fn() -> F,
    tell: &mut IdentitySender,
    reports: &MatrixReports,
) -> Result<T, ConnectError>
where
    F: Future<Output = Result<T, ConnectError>>,
{
    let (mut pause, mut opened) = (FIRST_PAUSE, 0);
    loop {
        let attempted = attempt().await;
        // The attempt is over, so no task waits for a person; the next one may ask again.
        reports.locked_out.send_replace(false);
        let error = match attempted {
            Ok(reached) => {
                reports.out_of_reach.send_replace(false);
                return Ok(reached);
            }
            Err(error) => error,
        };
        match error {
            // The start of the program goes on without Matrix.
            ConnectError::Unreachable(_) => drop(tell.take()),
            ConnectError::Store { .. } if opened + 1 < MAX_STORE_ATTEMPTS => opened += 1,
            error => return Err(error),
        }
        reports.out_of_reach.send_replace(true);
        tracing::warn!(%error, seconds = pause.as_secs(), "Matrix is tried again");
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
