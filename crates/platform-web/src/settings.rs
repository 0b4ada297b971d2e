//! Settings of the web chat, the services that it gets at the start, and the error of a failed
//! start.

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

/// Settings of the web chat, beside the address to listen on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebSettings {
    /// Host names under which browsers reach it, beside `localhost` and the machine's addresses;
    /// for example behind a proxy.
    pub hosts: Vec<String>,
    /// Names or ids of moderators of all channels; the maker of a channel moderates it anyway. A
    /// name stands for the first person who has it, also after that person is renamed.
    pub moderators: Vec<String>,
    /// Addresses and networks of reverse proxies, which forward client addresses.
    pub proxies: Vec<ProxyRange>,
    /// The public address of the page, if it is not the program's own.
    pub url: Option<SiteUrl>,
    /// The contact for security reports.
    pub security: Option<SecurityTxt>,
    /// The parts that must work for the process to be ready.
    pub ready: ReadyDependencies,
}

/// The services that the web chat gets at the start.
pub struct WebParts {
    /// The bot.
    pub service: Bot,
    /// The store, the same as the bot's.
    pub store: Arc<dyn Store>,
    /// The clock, the same as the bot's.
    pub clock: Arc<dyn Clock>,
    /// The bot's directory of people.
    pub people: WebPersonDirectory,
    /// The renderer of boards.
    pub renderer: Arc<Renderer>,
    /// The settings.
    pub settings: WebSettings,
    /// State that other parts report to operators.
    pub readiness: Readiness,
}

/// Why the web chat cannot start.
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
