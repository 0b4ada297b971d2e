//! Asks Discord for the bot's application and keeps the answer: name, invitation link, and whether
//! interactions reach this process.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::Clock;
use adoube_discord_client::{Application, DiscordApi, RequestError};
use fluent_bundle::FluentValue;
use tokio::sync::watch;

use crate::state::missing_interactions::find_missing_interactions;

/// Lifetime of an answer about missing interactions.
const CHECK_LIFETIME: Duration = Duration::from_secs(60);
/// The bot's name before Discord was asked.
const DEFAULT_NAME: &str = "adoube";

/// Discord's data about the bot's application, once it was asked.
pub(crate) struct ApplicationIdentity {
    api: Arc<dyn DiscordApi>,
    clock: Arc<dyn Clock>,
    /// The address at which Discord delivers interactions; `None` for the gateway.
    called_at: Option<SocketAddr>,
    application: watch::Sender<Option<Application>>,
    /// The time of the last check by the monotonic clock, and whether interactions were missing.
    last_check: Mutex<Option<(Duration, bool)>>,
}

impl ApplicationIdentity {
    pub(crate) fn new(
        api: Arc<dyn DiscordApi>,
        clock: Arc<dyn Clock>,
        called_at: Option<SocketAddr>,
    ) -> Self {
        let (application, last_check) = (watch::Sender::new(None), Mutex::default());
        Self { api, clock, called_at, application, last_check }
    }

    /// Asks Discord which application the token belongs to. The first answer is kept.
    pub(crate) async fn ask(&self) -> Result<Application, RequestError> {
        let application = self.api.identify().await?;
        let is_first = self.application.send_if_modified(|known| {
            let is_first = known.is_none();
            known.get_or_insert_with(|| application.clone());
            is_first
        });
        if is_first && let Some(missing) = find_missing_interactions(&application, self.called_at) {
            tracing::error!("{missing}");
        }
        Ok(application)
    }

    /// The application, if Discord has answered.
    pub(crate) fn get(&self) -> Option<Application> {
        self.application.borrow().clone()
    }

    /// Whether Discord has reported the application.
    pub(crate) fn is_known(&self) -> bool {
        self.application.borrow().is_some()
    }

    /// Resolves when Discord has reported the application.
    pub(crate) async fn wait_until_known(&self) {
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self.application.subscribe().wait_for(Option::is_some).await;
    }

    /// The name of the bot's role in a server's settings.
    pub(crate) fn name(&self) -> String {
        let application = self.application.borrow();
        application.as_ref().map_or(DEFAULT_NAME, |application| application.name.as_str()).to_owned()
    }

    /// The link with which people add the bot to a server, if that is allowed.
    pub(crate) fn invitation(&self) -> Option<String> {
        self.application.borrow().as_ref().and_then(|application| application.invitation.clone())
    }

    /// The invitation as a value in a sentence; `none` selects the sentence without one.
    pub(crate) fn invitation_or_none(&self) -> FluentValue<'static> {
        self.invitation().unwrap_or_else(|| "none".to_owned()).into()
    }

    /// Whether interactions do not arrive, by a recent answer of Discord.
    pub(crate) async fn is_missing_interactions(&self) -> bool {
        let now = self.clock.monotonic();
        let last = *self.last_check.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, is_missing)) = last.filter(|(at, _)| now.saturating_sub(*at) < CHECK_LIFETIME) {
            return is_missing;
        }
        let application = match self.ask().await {
            Ok(application) => Some(application),
            Err(_) => self.get(),
        };
        let is_missing = application
            .is_some_and(|application| find_missing_interactions(&application, self.called_at).is_some());
        *self.last_check.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, is_missing));
        is_missing
    }
}
