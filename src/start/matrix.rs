//! Matrix from its configuration to its end: the account is reached, again and again while nobody answers, and then
//! played on. Not here: what happens there (its adapter).

use std::{
    future::{Future, pending},
    path::Path,
    sync::Arc,
    time::Duration,
};

use adoube_matrix::{ConnectError, Link, Secret, Settings, connect};
use adoube_render::Renderer;
use adoube_service::{BoxFuture, Clock, Service};
use adoube_store::Store;
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
    time::timeout,
};

use super::{Announcement, Arriving, StartError};
use crate::{
    adapter::matrix::{
        Account, Matrix, MatrixSettings, PLATFORM, Parts, Played, Premises, Progress, Standby,
    },
    adapter::web::Remarks,
    secret,
};

/// How long the account may take to be reached before people are told that it takes longer.
const IN_TIME: Duration = Duration::from_secs(15);
/// How long to wait before the homeserver is asked again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// What whoever watches over the program reads while another process plays on Matrix.
const STANDS_BY: &str =
    "Matrix: another process plays there; this one stands by and takes over when that one is gone";

/// The same while the homeserver takes nothing from the account.
const STANDS_STILL: &str = "Matrix: the homeserver takes nothing from the bot's account now; the log says why, and it goes on by itself";

/// What the game on Matrix needs besides its account.
#[derive(Clone)]
pub(super) struct Kit {
    pub(super) service: Service,
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) premises: Premises,
    pub(super) renderer: Arc<Renderer>,
    pub(super) settings: MatrixSettings,
}

/// Where the account is and what opens it, with its keys among the records: `matrix`, and beside it the recovery key.
/// Nothing when there is no account.
pub(super) fn account(settings: &MatrixSettings, data: &Path) -> Result<Option<Settings>, StartError> {
    if !settings.is_wanted() {
        return Ok(None);
    }
    let Account { homeserver, user, passphrase } = settings.account()?;
    let handed_on = |secret: &secret::Secret| Secret::new(secret.expose());
    Ok(Some(Settings {
        homeserver,
        user,
        password: settings.password.as_ref().map_or_else(|| Secret::new(""), handed_on),
        recovery_key: settings.recovery_key.as_ref().map(handed_on),
        passphrase: handed_on(&passphrase),
        folder: data.join("matrix"),
        recovery_file: data.join("matrix-recovery-key"),
        display_name: settings.display_name.clone(),
        device_name: settings.device_name.clone(),
        progress: None,
    }))
}

/// Plays on Matrix until `stopped` resolves. What arrives is who the bot is there, that the homeserver cannot be reached now,
/// that another process plays there, or why nobody ever will.
pub(super) fn begin(
    kit: Kit,
    account: Settings,
    remarks: &mut Remarks,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> (JoinHandle<()>, Arriving) {
    let (tell, told) = oneshot::channel();
    remarks.add(kit.premises.stands_still(), STANDS_STILL);
    if !kit.store.is_shared() {
        let playing = tokio::spawn(async move {
            play(kit, account, Box::pin(stopped), Some(tell)).await;
        });
        return (playing, arriving(told, None));
    }
    let standby = Standby::new(&kit.service, &*kit.clock);
    let waits = standby.waits();
    remarks.add(standby.waits(), STANDS_BY);
    let playing = tokio::spawn(async move {
        if let Some(lacks) = lacks(&account) {
            tracing::warn!("this process could not go on with Matrix in place of another one: {lacks}");
        }
        let mut tell = Some(tell);
        let play = |term, over| {
            let progress = Progress::new(Arc::clone(&kit.store), term);
            let account = Settings { progress: Some(Arc::new(progress)), ..account.clone() };
            let playing: BoxFuture<'static, Played> = Box::pin(play(kit.clone(), account, over, tell.take()));
            playing
        };
        standby.play(stopped, play).await;
    });
    (playing, arriving(told, Some(waits)))
}

/// What a process that has not played on Matrix yet needs to log in anew, and does not have.
fn lacks(account: &Settings) -> Option<&'static str> {
    if account.folder.exists() {
        return None;
    }
    if account.password.is_empty() {
        return Some("set ADOUBE_MATRIX__PASSWORD, with which it logs in as a device of its own");
    }
    let has_key = account.recovery_key.is_some() || account.recovery_file.exists();
    (!has_key).then_some(
        "set ADOUBE_MATRIX__RECOVERY_KEY to the recovery key, with which others trust its device and it reads what was \
         said (the first process wrote it to matrix-recovery-key in its data folder)",
    )
}

/// Plays until it is over.
async fn play(
    kit: Kit,
    account: Settings,
    mut over: BoxFuture<'static, ()>,
    tell: Option<oneshot::Sender<Result<String, ConnectError>>>,
) -> Played {
    let Kit { service, clock, premises, renderer, settings, .. } = kit;
    // However long it takes until it is reached, nobody loses a game by it.
    if let Err(error) = service.gone(PLATFORM).await {
        tracing::error!(%error, "that Matrix is not reached yet cannot be noted at once");
    }
    let link = tokio::select! {
        () = &mut over => return Played::ToTheEnd,
        link = reach(account, tell) => link,
    };
    let Some(link) = link else { return Played::NotAtAll };
    match Matrix::new(Parts { service, clock, premises, renderer, settings, link }) {
        Ok(matrix) => {
            matrix.serve(over).await;
            Played::ToTheEnd
        }
        Err(error) => {
            tracing::error!(%error, "nothing can be said on Matrix");
            Played::NotAtAll
        }
    }
}

/// What people are told of the account when the program starts.
fn arriving(
    told: oneshot::Receiver<Result<String, ConnectError>>,
    waits: Option<watch::Receiver<bool>>,
) -> Arriving {
    Box::pin(async move {
        let standing_by = async move {
            match waits {
                Some(mut waits) => drop(waits.wait_for(|waits| *waits).await),
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            told = timeout(IN_TIME, told) => match told {
                Ok(Ok(outcome)) => Ok(Announcement::Matrix(Some(outcome?))),
                // Nobody answers there yet.
                Ok(Err(_)) | Err(_) => Ok(Announcement::Matrix(None)),
            },
            () = standing_by => Ok(Announcement::MatrixElsewhere),
        }
    })
}

/// The account, as soon as it can be reached; nothing when trying again would not help.
async fn reach(
    account: Settings,
    mut tell: Option<oneshot::Sender<Result<String, ConnectError>>>,
) -> Option<Arc<dyn Link>> {
    let mut pause = FIRST_PAUSE;
    loop {
        match connect(account.clone()).await {
            Ok(link) => {
                let user = link.user().0;
                tracing::info!(user, "Matrix can be reached");
                // Whoever waited for it may have gone on.
                let _ = tell.take().map(|tell| tell.send(Ok(user)));
                return Some(link);
            }
            Err(ConnectError::Unreachable(reason)) => {
                tracing::warn!(reason, seconds = pause.as_secs(), "Matrix is tried again");
                // The start goes on without.
                drop(tell.take());
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            Err(error) => {
                tracing::error!(%error, "this process does not play on Matrix");
                let _ = tell.take().map(|tell| tell.send(Err(error)));
                return None;
            }
        }
    }
}
