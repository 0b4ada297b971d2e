//! Matrix from its configuration to its end: the account is reached, again and again while nobody answers, and then
//! played on. Not here: what happens there (its adapter).

use std::{future::Future, path::Path, pin::pin, sync::Arc, time::Duration};

use adoube_matrix::{ConnectError, Link, Secret, Settings, connect};
use adoube_render::Renderer;
use adoube_service::{Clock, Service};
use tokio::{sync::oneshot, task::JoinHandle, time::timeout};

use super::{Announcement, Arriving, StartError};
use crate::{
    adapter::matrix::{Account, Matrix, MatrixSettings, PLATFORM, Parts, Premises},
    secret,
};

/// How long the account may take to be reached before people are told that it takes longer.
const IN_TIME: Duration = Duration::from_secs(15);
/// How long to wait before the homeserver is asked again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// What the game on Matrix needs besides its account.
pub(super) struct Kit {
    pub(super) service: Service,
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
    }))
}

/// Plays on Matrix until `stopped` resolves. What arrives is who the bot is there, that the homeserver cannot be reached now,
/// or why it never will.
pub(super) fn begin(
    kit: Kit,
    account: Settings,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> (JoinHandle<()>, Arriving) {
    let (tell, told) = oneshot::channel();
    let playing = tokio::spawn(async move {
        // However long it takes until it is reached, nobody loses a game by it.
        if let Err(error) = kit.service.gone(PLATFORM).await {
            tracing::error!(%error, "that Matrix is not reached yet cannot be noted at once");
        }
        let mut stopped = pin!(stopped);
        let link = tokio::select! {
            () = &mut stopped => None,
            link = reach(account, tell) => link,
        };
        let Some(link) = link else { return };
        let Kit { service, clock, premises, renderer, settings } = kit;
        match Matrix::new(Parts { service, clock, premises, renderer, settings, link }) {
            Ok(matrix) => matrix.serve(stopped).await,
            Err(error) => tracing::error!(%error, "nothing can be said on Matrix"),
        }
    });
    let arriving = async {
        match timeout(IN_TIME, told).await {
            Ok(Ok(outcome)) => Ok(Announcement::Matrix(Some(outcome?))),
            // Nobody answers there yet.
            Ok(Err(_)) | Err(_) => Ok(Announcement::Matrix(None)),
        }
    };
    (playing, Box::pin(arriving))
}

/// The account, as soon as it can be reached; nothing when trying again would not help.
async fn reach(
    account: Settings,
    tell: oneshot::Sender<Result<String, ConnectError>>,
) -> Option<Arc<dyn Link>> {
    let (mut tell, mut pause) = (Some(tell), FIRST_PAUSE);
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
                tracing::error!(%error, "there is no Matrix until the next start");
                let _ = tell.take().map(|tell| tell.send(Err(error)));
                return None;
            }
        }
    }
}
