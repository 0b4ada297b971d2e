//! Types of the announcements that a starting program makes for the person at the terminal, and of
//! the callbacks by which platforms make them.

use std::{future::Future, pin::Pin, sync::Arc};

#[cfg(feature = "discord")]
use adoube_platform_discord as discord;
use adoube_platform_web as web;

use super::error::StartError;

/// News for people who start the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// The web chat answers at these addresses.
    Web(Vec<web::ListenPlace>),
    /// The bot is on Discord, or will be when Discord can be reached.
    #[cfg(feature = "discord")]
    Discord(Option<discord::Application>),
    /// The bot is on Matrix under this id, or will be when the homeserver can be reached.
    #[cfg(feature = "matrix")]
    Matrix(Option<String>),
    /// Another process over the same records plays on Matrix; this one stands by.
    #[cfg(feature = "matrix")]
    MatrixElsewhere,
    /// A task on Matrix waits for a person with a browser.
    #[cfg(feature = "matrix")]
    MatrixErrand(adoube_matrix_client::OperatorTask),
}

/// Receives announcements.
pub type AnnounceFn = Arc<dyn Fn(Announcement) + Send + Sync>;

/// Resolves when a platform is reached, or cannot be. The start of the program does not wait for it.
pub(super) type PlatformStart = Pin<Box<dyn Future<Output = Result<Announcement, StartError>> + Send>>;

/// Resolves when a platform that was reached cannot go on.
pub(super) type PlatformExit = Pin<Box<dyn Future<Output = StartError> + Send>>;
