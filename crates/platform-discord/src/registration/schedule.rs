//! When the commands are registered: at the start, again while Discord does not take them, and when a server of the settings
//! lets the bot in. Not here: which commands, and where (`registration`).

use std::{
    num::NonZeroU64,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::{LeaseTerm, PlatformLease};
use adoube_discord_client::{Application, CommandDescription, GuildId, LastReason, RequestError};
use tokio::sync::Notify;

use crate::{
    DiscordPlatform, FIRST_PAUSE, LONGEST_PAUSE, PLATFORM,
    registration::commands::{self, RegistrationRound},
};

/// How long until it is tried again what Discord refuses, and where the bot was not let in: somebody has to change something
/// first, of which nobody may tell.
const REFUSED_PAUSE: Duration = Duration::from_secs(60 * 60);

/// What became of the commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RegistrationOutcome {
    /// It is still tried.
    #[default]
    NotYet,
    /// Discord has them.
    Done,
    /// Discord has them, but so many servers of the settings have not let the bot in.
    Uninvited(usize),
    /// Discord takes no more new ones today.
    Later,
    /// Discord does not take them.
    Refused,
}

/// How the registration stands, and what it waits for.
#[derive(Default)]
pub(crate) struct RegistrationSchedule {
    registered: Mutex<RegistrationOutcome>,
    appeared: Notify,
}

impl RegistrationSchedule {
    /// How it stands.
    pub(crate) fn registered(&self) -> RegistrationOutcome {
        *self.registered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, registered: RegistrationOutcome) {
        *self.registered.lock().unwrap_or_else(PoisonError::into_inner) = registered;
    }

    /// A server can be reached that could not before; `chosen` are those of the settings.
    pub(crate) fn appeared(&self, guild: GuildId, chosen: &[NonZeroU64]) {
        if chosen.contains(&guild.0) {
            self.appeared.notify_one();
        }
    }
}

/// When a round is followed by another one.
enum RegistrationRetry {
    /// After so long.
    After(Duration),
    /// After so long, or when a server appears.
    AtAppearance(Duration),
    /// When a server appears.
    Never,
}

impl DiscordPlatform {
    /// Keeps the commands known while it is polled.
    pub(crate) async fn keep_registered(self: Arc<Self>) {
        let commands = commands::commands(&self.service, &self.words);
        // Of several processes one does it at a time, and the others find it done.
        let lease = self.service.lease(format!("{PLATFORM}/commands"));
        let timer = self.clock.timer();
        let (mut pause, mut last) = (FIRST_PAUSE, LastReason::default());
        loop {
            let term = if self.store.is_shared() { Some(self.turn_to_register(&lease).await) } else { None };
            let outcome = self.register_once(&commands).await;
            drop(term);
            if let Err(error) = lease.give_back().await {
                tracing::warn!(%error, "others register the commands later");
            }
            tell(&outcome, &mut last);
            let (registered, next) = judged(&outcome, pause);
            self.registering.note(registered);
            pause = (pause * 2).min(LONGEST_PAUSE);
            match next {
                RegistrationRetry::After(time) => timer.until(timer.now() + time).await,
                RegistrationRetry::AtAppearance(time) => tokio::select! {
                    () = self.registering.appeared.notified() => pause = FIRST_PAUSE,
                    () = timer.until(timer.now() + time) => {}
                },
                RegistrationRetry::Never => {
                    self.registering.appeared.notified().await;
                    pause = FIRST_PAUSE;
                }
            }
        }
    }

    async fn turn_to_register(&self, lease: &PlatformLease) -> LeaseTerm {
        let timer = self.clock.timer();
        loop {
            match lease.hold().await {
                Ok(Some(term)) => return term,
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the commands are registered later"),
            }
            timer.until(timer.now() + FIRST_PAUSE).await;
        }
    }

    async fn register_once(
        &self,
        commands: &[CommandDescription],
    ) -> Result<RegistrationRound, RequestError> {
        let is_known = self.application.get().is_some();
        // What Discord refused may be allowed by now.
        if !is_known || self.registering.registered() == RegistrationOutcome::Refused {
            let Application { name, invitation, own, .. } = self.ask_who().await?;
            if !is_known {
                tracing::info!(name, invitation, own, "Discord can be reached");
            }
        }
        Ok(commands::register(&*self.link, &*self.store, commands, &self.settings.guilds).await)
    }
}

/// Why a round did not register everything, if that is so.
fn round_error(outcome: &Result<RegistrationRound, RequestError>) -> Option<&RequestError> {
    match outcome {
        Ok(round) => round.failure.as_ref(),
        Err(failure) => Some(failure),
    }
}

/// Logs why a round failed, once until the reason changes.
fn tell(outcome: &Result<RegistrationRound, RequestError>, last: &mut LastReason) {
    match round_error(outcome) {
        None => last.forget(),
        Some(failure) if !last.is_new(&failure.to_string()) => {}
        Some(
            failure @ (RequestError::CommandQuota(_)
            | RequestError::RateLimited(_)
            | RequestError::Transient(_)),
        ) => {
            tracing::warn!(%failure, "the commands are registered later; it is tried again and again");
        }
        Some(failure) => {
            tracing::error!(%failure, "the commands cannot be registered; it is tried again in an hour");
        }
    }
}

/// What comes of a round, and when there is another one; `pause` where Discord cannot be reached.
fn judged(
    outcome: &Result<RegistrationRound, RequestError>,
    pause: Duration,
) -> (RegistrationOutcome, RegistrationRetry) {
    let uninvited = outcome.as_ref().map_or(0, |round| round.uninvited.len());
    match round_error(outcome) {
        None if uninvited == 0 => (RegistrationOutcome::Done, RegistrationRetry::Never),
        None => (RegistrationOutcome::Uninvited(uninvited), RegistrationRetry::AtAppearance(REFUSED_PAUSE)),
        // It does not say when it takes more.
        Some(RequestError::CommandQuota(_)) => {
            (RegistrationOutcome::Later, RegistrationRetry::After(REFUSED_PAUSE))
        }
        Some(RequestError::RateLimited(told)) => {
            (RegistrationOutcome::NotYet, RegistrationRetry::After(pause.max(*told)))
        }
        Some(RequestError::Transient(_)) => (RegistrationOutcome::NotYet, RegistrationRetry::After(pause)),
        Some(_) => (RegistrationOutcome::Refused, RegistrationRetry::AtAppearance(REFUSED_PAUSE)),
    }
}
