//! Finds out why interactions do not arrive: Discord sends them either over the gateway or to an
//! HTTP address, never both.
//!
//! A setting of the application at Discord decides which
//! (<https://discord.com/developers/docs/interactions/receiving-and-responding#receiving-an-interaction>).

use std::net::SocketAddr;

use adoube_discord_client::Application;

/// Why interactions do not arrive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MissingInteractions {
    /// The bot waits at the gateway, but Discord calls an address.
    #[error(
        "Discord calls {0} with commands and buttons, and tells none of them over the gateway: empty the field Interactions \
         Endpoint URL in the Developer Portal (your application, General Information), or set discord.interactions and let \
         that address lead here, and start again"
    )]
    Called(String),
    /// The bot waits to be called, but Discord uses the gateway.
    #[error(
        "Discord calls nobody, and this bot waits at {0} to be called: enter the address that leads there as Interactions \
         Endpoint URL in the Developer Portal (your application, General Information), or take discord.interactions out of \
         the settings and start again"
    )]
    Uncalled(SocketAddr),
}

/// Compares the application at Discord with the settings of the bot.
pub(crate) fn find_missing_interactions(
    application: &Application,
    called_at: Option<SocketAddr>,
) -> Option<MissingInteractions> {
    match (&application.endpoint, called_at) {
        (Some(address), None) => Some(MissingInteractions::Called(address.clone())),
        (None, Some(address)) => Some(MissingInteractions::Uncalled(address)),
        (None, None) | (Some(_), Some(_)) => None,
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
            let found = find_missing_interactions(&application, called_at).map(|missing| missing.to_string());
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
