//! Error type of what keeps the bot from running on Discord, and whether a change of the settings
//! is needed.

use std::net::SocketAddr;

use adoube_bot::TranslationError;

/// Why the bot does not run on Discord.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The settings contain no token.
    #[error("Discord needs a token: set discord.token, or ADOUBE_DISCORD__TOKEN")]
    NoToken,
    /// Discord does not accept the token.
    #[error(
        "Discord does not accept the token: copy it again from the Developer Portal (your application, Bot, Reset Token)"
    )]
    WrongToken,
    /// The HTTP client cannot be made.
    #[error("no connection to Discord can be made: {0}")]
    Client(#[from] adoube_discord_client::ClientError),
    /// A locale file cannot be used.
    #[error(transparent)]
    Words(#[from] TranslationError),
    /// The address for interactions over HTTP cannot be bound.
    #[error(
        "interactions cannot be answered at {address}: {}",
        if error.kind() == std::io::ErrorKind::AddrInUse {
            "another program listens there already; stop that one, or choose another port with discord.interactions".to_owned()
        } else {
            format!("{error}; choose another address with discord.interactions")
        }
    )]
    Bind {
        /// The address in the settings.
        address: SocketAddr,
        /// The cause.
        #[source]
        error: std::io::Error,
    },
}

impl DiscordError {
    /// Whether every start will fail until the settings are changed.
    pub fn is_of_settings(&self) -> bool {
        matches!(self, Self::NoToken | Self::WrongToken)
    }
}
