//! Matrix from its configuration to its end: the account is reached, again and again while nobody answers, and then
//! played on; when its connection is lost, it is reached anew, and the program ends when that does not help. Not here: what
//! happens there (its adapter).

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
    Account, Ended, Matrix, MatrixSettings, PLATFORM, Parts, Played, Premises, Progress, Standby, avatar,
};
use adoube_platform_web::{Dependency, Readiness};
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::timeout,
};

use super::{AnnounceFn, Announcement, PlatformExit, PlatformStart, StartError, base::ProgramBase};
use crate::config::WebConfig;

/// How long the account may take to be reached before people are told that it takes longer.
const IN_TIME: Duration = Duration::from_secs(15);
/// How long to wait before the homeserver is asked again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// How often a store that cannot be used is opened.
const MOST_OPENED: u32 = 3;
/// So many connections may be lost in so long; more are no accident.
const MOST_LOST: usize = 3;
const LOST_WITHIN: Duration = Duration::from_secs(10 * 60);

/// What whoever watches over the program reads while the homeserver is not reached.
const OUT_OF_REACH: &str =
    "Matrix: the bot is not connected now; the log says why, and it is tried again and again";

/// What whoever watches over the program reads while another process plays on Matrix.
const STANDS_BY: &str =
    "Matrix: another process plays there; this one stands by and takes over when that one is gone";

/// The same while nobody has let the bot in.
const LOCKED_OUT: &str = "Matrix: somebody has to let the bot in: it has printed which page to open in a browser and the code to \
                          enter there; the last code counts";

/// The same while the homeserver takes nothing from the account.
const STANDS_STILL: &str = "Matrix: the homeserver takes nothing from the bot's account now; the log says why, and it goes on by itself";

/// What the game on Matrix needs besides its account.
#[derive(Clone)]
struct MatrixKit {
    service: Bot,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    premises: Premises,
    renderer: Arc<Renderer>,
    settings: MatrixSettings,
}

/// Where a new recovery key is written.
pub fn recovery_file(data: &Path) -> PathBuf {
    data.join("matrix-recovery-key")
}

/// Hands on what only a person can do.
struct MatrixPrompt {
    announce: AnnounceFn,
    /// Whether somebody has to let the bot in.
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

/// The account, before anything is reached.
pub(super) struct MatrixEntrance {
    pub(super) account: AccountSettings,
    settings: MatrixSettings,
    voice: Arc<MatrixPrompt>,
}

impl MatrixEntrance {
    /// Nothing when there is no account.
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

    /// Plays on Matrix until `stopped` resolves. What arrives is who the bot is there, that the homeserver cannot be reached now,
    /// that another process plays there, or why nobody ever will; what fails is why it is not played there any more.
    pub(super) fn enter(
        mut self,
        base: &ProgramBase,
        readiness: &mut Readiness,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> (JoinHandle<()>, PlatformStart, PlatformExit) {
        self.account.avatar = avatar(&base.renderer);
        let kit = MatrixKit {
            service: base.service.clone(),
            store: Arc::clone(&base.store),
            clock: Arc::clone(&base.clock),
            premises: base.matrix.clone(),
            renderer: Arc::clone(&base.renderer),
            settings: self.settings,
        };
        begin(kit, self.account, (readiness, &self.voice), stopped)
    }
}

/// Where the account is and what opens it, with its keys among the records: `matrix`, and beside it the recovery key.
fn account(
    settings: &MatrixSettings,
    data: &Path,
    voice: &Arc<MatrixPrompt>,
) -> Result<AccountSettings, StartError> {
    let Account { homeserver, user, passphrase } = settings.account()?;
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

/// Whom it is told how Matrix is reached.
#[derive(Clone)]
struct MatrixReports {
    /// Why it is not played there any more.
    failed: mpsc::UnboundedSender<ConnectError>,
    out_of_reach: watch::Sender<bool>,
    locked_out: watch::Sender<bool>,
}

/// Who waits to hear who the bot is there, or why it never will be.
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
    // Until it has been reached it is not.
    let reports = MatrixReports { failed, out_of_reach: watch::Sender::new(true), locked_out };
    readiness.failure(Dependency::Matrix, reports.out_of_reach.subscribe(), OUT_OF_REACH);
    readiness.failure(Dependency::Matrix, reports.locked_out.subscribe(), LOCKED_OUT);
    let failing: PlatformExit = Box::pin(async move {
        match failures.recv().await {
            Some(error) => error.into(),
            None => pending().await,
        }
    });
    readiness.failure(Dependency::Matrix, kit.premises.stands_still(), STANDS_STILL);
    if !kit.store.is_shared() {
        let playing = tokio::spawn(async move {
            play(kit, account, Box::pin(stopped), (Some(tell), reports)).await;
        });
        return (playing, arriving(told, voice.is_locked_out.subscribe(), None), failing);
    }
    let standby = Standby::new(&kit.service, &*kit.clock);
    let waits = standby.waits();
    readiness.remark(standby.waits(), STANDS_BY);
    let playing = tokio::spawn(run_with_lease(kit, account, (standby, stopped), (Some(tell), reports)));
    (playing, arriving(told, voice.is_locked_out.subscribe(), Some(waits)), failing)
}

/// Plays whenever it is this process's turn. Whoever has to let it in is waited for before that: meanwhile others play.
async fn run_with_lease(
    kit: MatrixKit,
    account: AccountSettings,
    (standby, stopped): (Standby, impl Future<Output = ()>),
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
        let progress = Progress::new(Arc::clone(&kit.store), term);
        let account = AccountSettings { progress: Some(Arc::new(progress)), ..account.clone() };
        let told = (tell.take(), reports.clone());
        let playing: BoxFuture<'static, Played> = Box::pin(play(kit.clone(), account, over, told));
        playing
    };
    standby.play(stopped, play).await;
}

/// A process that has not played on Matrix yet needs the recovery key, unless it is the first of all.
fn warn_without_key(account: &AccountSettings) {
    if account.recovery_key.is_none() && !account.recovery_file.exists() {
        tracing::warn!(
            "this process could not go on with Matrix in place of another one: set ADOUBE_MATRIX__RECOVERY_KEY to the \
             recovery key, with which others trust its device and it reads what was said (the first process wrote it to \
             matrix-recovery-key in its data folder)"
        );
    }
}

/// Plays until it is over, or cannot go on.
async fn play(
    kit: MatrixKit,
    account: AccountSettings,
    over: BoxFuture<'static, ()>,
    (mut tell, reports): (IdentitySender, MatrixReports),
) -> Played {
    let played = play_on(&kit, &account, over, (&mut tell, &reports)).await;
    reports.out_of_reach.send_replace(false);
    reports.locked_out.send_replace(false);
    played.unwrap_or_else(|error| {
        report_and_stop(error, tell, &reports);
        Played::NotAtAll
    })
}

/// Tells why this process does not play there.
fn report_and_stop(error: ConnectError, tell: IdentitySender, reports: &MatrixReports) {
    tracing::error!(%error, "this process does not play on Matrix");
    let untold = match tell {
        Some(tell) => tell.send(Err(error)).err().and_then(Result::err),
        None => Some(error),
    };
    // Whoever listened has gone when the program ends anyway.
    let _ = untold.map(|error| reports.failed.send(error));
}

/// The same, from one connection to the next.
async fn play_on(
    kit: &MatrixKit,
    account: &AccountSettings,
    mut over: BoxFuture<'static, ()>,
    (tell, reports): (&mut IdentitySender, &MatrixReports),
) -> Result<Played, ConnectError> {
    let mut lost = VecDeque::new();
    loop {
        // However long it takes until it is reached, nobody loses a game by it.
        if let Err(error) = kit.service.platform_unreachable(PLATFORM).await {
            tracing::error!(%error, "that Matrix is not reached yet cannot be noted at once");
        }
        let link = tokio::select! {
            () = &mut over => return Ok(Played::ToTheEnd),
            link = reach(account, tell, reports) => link?,
        };
        let MatrixKit { service, clock, premises, renderer, settings, .. } = kit.clone();
        let matrix = match Matrix::new(Parts { service, clock, premises, renderer, settings, link }) {
            Ok(matrix) => matrix,
            Err(error) => {
                tracing::error!(%error, "nothing can be said on Matrix");
                return Ok(Played::NotAtAll);
            }
        };
        if matrix.serve(&mut over).await == Ended::Stopped {
            return Ok(Played::ToTheEnd);
        }
        reports.out_of_reach.send_replace(true);
        let now = kit.clock.monotonic();
        lost.push_back(now);
        lost.retain(|at| now.saturating_sub(*at) < LOST_WITHIN);
        if lost.len() > MOST_LOST {
            return Err(ConnectError::ConnectionLost);
        }
        tracing::warn!("the account on Matrix is reached anew");
    }
}

/// What people are told of the account when the program starts.
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
            match timeout(IN_TIME, &mut told).await {
                // People take longer than servers.
                Err(_) if *locked_out.borrow() => Ok(told.await),
                told => told,
            }
        };
        tokio::select! {
            biased;
            told = in_time => match told {
                Ok(Ok(outcome)) => Ok(Announcement::Matrix(Some(outcome?))),
                // Nobody answers there yet.
                Ok(Err(_)) | Err(_) => Ok(Announcement::Matrix(None)),
            },
            () = standing_by => Ok(Announcement::MatrixElsewhere),
        }
    })
}

/// The account, as soon as it can be reached; why not, when trying again would not help.
async fn reach(
    account: &AccountSettings,
    tell: &mut IdentitySender,
    reports: &MatrixReports,
) -> Result<Arc<dyn MatrixApi>, ConnectError> {
    let link = until_reached(|| connect(account.clone()), tell, reports).await?;
    let user = link.user().0;
    tracing::info!(user, "Matrix can be reached");
    // Whoever waited for it may have gone on.
    let _ = tell.take().map(|tell| tell.send(Ok(user)));
    Ok(link)
}

/// Tries something until the homeserver has been reached for it.
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
        // What somebody was asked for is done, or will be asked for anew.
        reports.locked_out.send_replace(false);
        let error = match attempted {
            Ok(reached) => {
                reports.out_of_reach.send_replace(false);
                return Ok(reached);
            }
            Err(error) => error,
        };
        match error {
            // The start goes on without.
            ConnectError::Unreachable(_) => drop(tell.take()),
            ConnectError::Store { .. } if opened + 1 < MOST_OPENED => opened += 1,
            error => return Err(error),
        }
        reports.out_of_reach.send_replace(true);
        tracing::warn!(%error, seconds = pause.as_secs(), "Matrix is tried again");
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
