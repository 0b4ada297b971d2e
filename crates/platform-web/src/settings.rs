//! Settings of the web chat, the services it is given at the start, and the error of starting.

use std::sync::Arc;

use adoube_bot::{Bot, Clock};
use adoube_render::Renderer;
use adoube_store::{Store, StoreError};

use crate::{
    chat::person_directory::WebPersonDirectory,
    http::{
        health::{Readiness, ReadyDependencies},
        proxies::ProxyRange,
        security_txt::SecurityTxt,
    },
    site_url::SiteUrl,
};

/// What can be chosen about the web chat, beside the address it listens on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebSettings {
    /// Names under which browsers reach it beside `localhost` and the machine's addresses, for example behind a proxy.
    pub hosts: Vec<String>,
    /// Names or ids of persons who moderate every channel; whoever makes a channel moderates that one anyway. A name goes
    /// on meaning the first person who has it.
    pub moderators: Vec<String>,
    /// Addresses and networks of web servers in front of this one, which say where a request comes from.
    pub proxies: Vec<ProxyRange>,
    /// The address that people open, where it is not this program's own.
    pub url: Option<SiteUrl>,
    /// Whom to tell of a hole in the program's security.
    pub security: Option<SecurityTxt>,
    /// What must work for the process to count as ready.
    pub ready: ReadyDependencies,
}

/// What the web chat is made of.
pub struct WebParts {
    /// Who decides.
    pub service: Bot,
    /// Where everything is kept; the same as the bot's.
    pub store: Arc<dyn Store>,
    /// What time it is; the same as the bot's.
    pub clock: Arc<dyn Clock>,
    /// The people, whom the bot knows as its directory.
    pub people: WebPersonDirectory,
    /// Who draws the boards.
    pub renderer: Arc<Renderer>,
    /// What was chosen.
    pub settings: WebSettings,
    /// What other parts report to those who watch over the program.
    pub readiness: Readiness,
}

/// Why the web chat does not start.
#[derive(Debug, thiserror::Error)]
#[error("the web chat cannot start: {0}")]
pub struct WebError(String);

impl WebError {
    pub(crate) fn new(error: &dyn std::error::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        Self::new(&error)
    }
}
