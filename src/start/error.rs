//! Error type of why the program does not start, or stops.

use std::io;

#[cfg(feature = "discord")]
use adoube_platform_discord as discord;
use adoube_platform_door as door;
use adoube_platform_web as web;

use super::supervisor::InheritedError;

/// Why the program does not start, or stopped. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system refuses the asynchronous runtime or a signal handler.
    #[error("the system does not let the program start: {0}")]
    System(#[from] io::Error),
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] adoube_store::StoreError),
    /// The machine's calendar is wrong, or seems to be.
    #[error(transparent)]
    Calendar(#[from] adoube_bot::CalendarError),
    /// The records cannot be used.
    #[error(transparent)]
    Ledger(#[from] adoube_bot::RepositoryError),
    /// The pictures cannot be drawn.
    #[error(transparent)]
    Render(#[from] adoube_render::RenderError),
    /// A locale file cannot be used.
    #[error(transparent)]
    Wording(#[from] adoube_bot::TranslationError),
    /// No address can be listened on.
    #[error(transparent)]
    Bind(#[from] web::BindError),
    /// A socket of the service manager cannot be used.
    #[error(transparent)]
    Inherited(#[from] InheritedError),
    /// The web chat could not go on.
    #[error(transparent)]
    Web(#[from] web::WebError),
    /// The chat door cannot be opened.
    #[error(transparent)]
    Door(#[from] door::ListenError),
    /// Discord cannot be used.
    #[cfg(feature = "discord")]
    #[error(transparent)]
    Discord(#[from] discord::DiscordError),
    /// The settings for Matrix cannot be used.
    #[cfg(feature = "matrix")]
    #[error(transparent)]
    MatrixSettings(#[from] adoube_platform_matrix::MatrixSettingsError),
    /// Matrix cannot be used.
    #[cfg(feature = "matrix")]
    #[error(transparent)]
    Matrix(#[from] adoube_matrix_client::ConnectError),
}
