//! Whether commands and buttons arrive: Discord hands interactions to the gateway, or calls an address with them, but never
//! both (<https://discord.com/developers/docs/interactions/receiving-and-responding#receiving-an-interaction>), and which of
//! the two is a setting of the application at Discord. Not here: how they come (`adoube-discord-client`).

use std::{net::SocketAddr, sync::PoisonError, time::Duration};

use adoube_discord_client::Application;

use crate::DiscordPlatform;

/// How long an answer of Discord's holds.
const HOLDS: Duration = Duration::from_secs(60);

/// Why no interaction arrives.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MissingInteractions {
    /// The bot waits at the gateway, and Discord calls.
    #[error(
        "Discord calls {0} with commands and buttons, and tells none of them over the gateway: empty the field Interactions \
         Endpoint URL in the Developer Portal (your application, General Information), or set discord.interactions and let \
         that address lead here, and start again"
    )]
    Called(String),
    /// The bot waits to be called, and Discord tells the gateway.
    #[error(
        "Discord calls nobody, and this bot waits at {0} to be called: enter the address that leads there as Interactions \
         Endpoint URL in the Developer Portal (your application, General Information), or take discord.interactions out of \
         the settings and start again"
    )]
    Uncalled(SocketAddr),
}

/// What is wrong with where interactions go, if anything is.
fn astray(application: &Application, called_at: Option<SocketAddr>) -> Option<MissingInteractions> {
    match (&application.endpoint, called_at) {
        (Some(address), None) => Some(MissingInteractions::Called(address.clone())),
        (None, Some(address)) => Some(MissingInteractions::Uncalled(address)),
        (None, None) | (Some(_), Some(_)) => None,
    }
}

impl DiscordPlatform {
    /// Says in the log when no interaction arrives.
    pub(crate) fn tell_if_astray(&self, application: &Application) {
        if let Some(astray) = astray(application, self.settings.interactions) {
            tracing::error!("{astray}");
        }
    }

    /// Whether no interaction arrives, as far as Discord says or has just said.
    pub(crate) async fn is_astray(&self) -> bool {
        let now = self.clock.monotonic();
        let known = *self.astray.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, is_astray)) = known.filter(|(at, _)| now.saturating_sub(*at) < HOLDS) {
            return is_astray;
        }
        let application = match self.ask_who().await {
            Ok(application) => Some(application),
            Err(_) => self.application.get().cloned(),
        };
        let is_astray =
            application.is_some_and(|application| astray(&application, self.settings.interactions).is_some());
        *self.astray.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, is_astray));
        is_astray
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_settings_say_is_held_against_what_discord_does() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8425));
        let url = "https://chess.example/discord";
        for (endpoint, called_at, told) in [
            (None, None, None),
            (Some(url), Some(address), None),
            (Some(url), None, Some(url)),
            (None, Some(address), Some("127.0.0.1:8425")),
        ] {
            let application = Application {
                name: "adoube".to_owned(),
                invitation: None,
                own: None,
                endpoint: endpoint.map(str::to_owned),
                owner: None,
            };
            let found = astray(&application, called_at).map(|astray| astray.to_string());
            let is_told = |said: &String| {
                said.contains(told.unwrap_or_default()) && said.contains("Interactions Endpoint URL")
            };
            assert_eq!(
                (found.is_some(), found.as_ref().is_none_or(is_told)),
                (told.is_some(), true),
                "{found:?}"
            );
        }
    }
}
