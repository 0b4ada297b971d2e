//! Decides when commands are registered with Discord: at the start, again after a failure, and when
//! a server of the settings adds the bot.
//!
//! Not here: which commands (`commands`), and where they are registered (`round`).

use std::{
    num::NonZeroU64,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::{Bot, Clock, LeaseTerm, PlatformLease};
use adoube_discord_client::{Application, CommandDescription, DiscordApi, GuildId, LastReason, RequestError};
use adoube_store::Store;
use tokio::sync::Notify;

use crate::{
    ids::PLATFORM,
    message::platform_text::DiscordText,
    registration::{
        commands::describe_commands,
        round::{RegistrationRound, register_commands},
    },
    state::{application::ApplicationIdentity, shared::SharedServices},
};

/// The first and the longest pause while Discord cannot be reached.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const MAX_PAUSE: Duration = Duration::from_secs(5 * 60);
/// The pause after a refusal, and where the bot was not added: a person has to change a setting
/// first, and Discord may not report that change.
const REFUSED_PAUSE: Duration = Duration::from_secs(60 * 60);

/// The state of the registration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RegistrationOutcome {
    /// Discord has not taken the commands yet.
    #[default]
    NotYet,
    /// Discord has the commands.
    Done,
    /// Discord has the commands, but this many servers of the settings have not added the bot.
    Uninvited(usize),
    /// Discord's daily limit of new commands is reached.
    Later,
    /// Discord refuses the commands.
    Refused,
}

/// When the next round follows.
enum RegistrationRetry {
    /// After a pause.
    After(Duration),
    /// After a pause, or when a server becomes reachable.
    AtAppearance(Duration),
    /// When a server becomes reachable.
    Never,
}

/// Keeps the commands registered.
pub(crate) struct CommandRegistration {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
    /// Servers in which the commands are registered; everywhere when there are none.
    guilds: Vec<NonZeroU64>,
    outcome: Mutex<RegistrationOutcome>,
    appeared: Notify,
}

impl CommandRegistration {
    pub(crate) fn new(shared: &SharedServices, guilds: Vec<NonZeroU64>) -> Self {
        let SharedServices { bot, api, store, clock, text, identity, .. } = shared.clone();
        let (outcome, appeared) = (Mutex::default(), Notify::default());
        Self { bot, api, store, clock, text, identity, guilds, outcome, appeared }
    }

    /// The state of the registration.
    pub(crate) fn outcome(&self) -> RegistrationOutcome {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_outcome(&self, outcome: RegistrationOutcome) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
    }

    /// Handles a server that has become reachable.
    pub(crate) fn guild_appeared(&self, guild: GuildId) {
        if self.guilds.contains(&guild.0) {
            self.appeared.notify_one();
        }
    }

    /// Keeps the commands registered while the future is polled.
    pub(crate) async fn run(self: Arc<Self>) {
        let commands = describe_commands(&self.bot, &self.text);
        // One process registers at a time; the others then find the commands registered.
        let lease = self.bot.lease(format!("{PLATFORM}/commands"));
        let timer = self.clock.timer();
        let (mut pause, mut last) = (FIRST_PAUSE, LastReason::default());
        loop {
            let term = if self.store.is_shared() { Some(self.wait_for_lease(&lease).await) } else { None };
            let outcome = self.register_once(&commands).await;
            drop(term);
            if let Err(error) = lease.give_back().await {
                tracing::warn!(%error, "others register the commands later");
            }
            log_error(&outcome, &mut last);
            let (registered, retry) = outcome_and_retry(&outcome, pause);
            self.set_outcome(registered);
            pause = (pause * 2).min(MAX_PAUSE);
            match retry {
                RegistrationRetry::After(time) => timer.until(timer.now() + time).await,
                RegistrationRetry::AtAppearance(time) => tokio::select! {
                    () = self.appeared.notified() => pause = FIRST_PAUSE,
                    () = timer.until(timer.now() + time) => {}
                },
                RegistrationRetry::Never => {
                    self.appeared.notified().await;
                    pause = FIRST_PAUSE;
                }
            }
        }
    }

    async fn wait_for_lease(&self, lease: &PlatformLease) -> LeaseTerm {
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
        let is_known = self.identity.is_known();
        // The reason of a refusal may be gone, so Discord is asked about the application again.
        if !is_known || self.outcome() == RegistrationOutcome::Refused {
            let Application { name, invitation, own, .. } = self.identity.ask().await?;
            if !is_known {
                tracing::info!(name, invitation, own, "Discord can be reached");
            }
        }
        Ok(register_commands(&*self.api, &*self.store, commands, &self.guilds).await)
    }
}

/// The error because of which a round did not register all commands, if there is one.
fn round_error(outcome: &Result<RegistrationRound, RequestError>) -> Option<&RequestError> {
    match outcome {
        Ok(round) => round.error.as_ref(),
        Err(failure) => Some(failure),
    }
}

/// Logs why a round failed, once until the reason changes.
fn log_error(outcome: &Result<RegistrationRound, RequestError>, last: &mut LastReason) {
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

/// The state after a round, and when the next one follows; `pause` applies while Discord cannot be
/// reached.
fn outcome_and_retry(
    outcome: &Result<RegistrationRound, RequestError>,
    pause: Duration,
) -> (RegistrationOutcome, RegistrationRetry) {
    let uninvited = outcome.as_ref().map_or(0, |round| round.uninvited.len());
    match round_error(outcome) {
        None if uninvited == 0 => (RegistrationOutcome::Done, RegistrationRetry::Never),
        None => (RegistrationOutcome::Uninvited(uninvited), RegistrationRetry::AtAppearance(REFUSED_PAUSE)),
        // Discord does not say when the limit ends.
        Some(RequestError::CommandQuota(_)) => {
            (RegistrationOutcome::Later, RegistrationRetry::After(REFUSED_PAUSE))
        }
        Some(RequestError::RateLimited(asked)) => {
            (RegistrationOutcome::NotYet, RegistrationRetry::After(pause.max(*asked)))
        }
        Some(RequestError::Transient(_)) => (RegistrationOutcome::NotYet, RegistrationRetry::After(pause)),
        Some(_) => (RegistrationOutcome::Refused, RegistrationRetry::AtAppearance(REFUSED_PAUSE)),
    }
}
