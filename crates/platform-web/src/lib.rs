//! The web chat: an HTTP server with a page of channels, slash commands, buttons and boards. It is
//! the platform that runs without any configuration.
//!
//! Folders, each importing those before it: `records` (table and keys; stored forms are in
//! `stored.rs` of their folder), `limits` (rate limits, queues, slots), `wire` (JSON of the page),
//! `identity` (cookies, names, people), `channels` (the list of channels and access to them), `log`
//! (entries of channels), `presence` (people with an open page), `sync` (writes of other
//! processes), `media` (caches of files), `view` (entries and boards for one reader), `chat`
//! (handling of events and notices), `session` (WebSocket sessions), `http` (server, request
//! checks, routes). Two files stand outside this order, because they import parts of `http`:
//! `settings`, and `state` (state that handlers share), which `session` and `http` import.
//!
//! Invariants: a private message is shown to its addressee only, and nothing that another person
//! gets depends on it (it has a log of its own, and `LogEntry` alone decides whose); an event acts
//! once however often a browser sends it; an entry that one browser has seen reaches every browser
//! that may see it.
//!
//! Not here: meaning of commands and texts of the bot (`adoube-bot`), drawing (`adoube-render`),
//! configuration files (`src/config`).

// These macros panic if the output cannot be written, for example on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod channels;
mod chat;
mod form_check;
mod http;
mod identity;
mod limits;
mod log;
mod media;
mod presence;
mod records;
mod session;
mod settings;
mod shutdown;
mod site_url;
mod state;
mod sync;
mod view;
mod wire;

use std::sync::{Arc, Weak};

use tokio::sync::watch;

pub use self::{
    chat::person_directory::WebPersonDirectory,
    form_check::check_form,
    http::{
        bind::{BindError, BoundListener, ListenAddress, ListenAddresses, ListenPlace, bind},
        health::{Dependency, Readiness, ReadyDependencies},
        proxies::{ProxyRange, ProxyRangeError},
        security_txt::{SecurityTxt, SecurityTxtError},
    },
    records::PLATFORM,
    settings::{WebError, WebParts, WebSettings},
    site_url::{SiteUrl, SiteUrlError},
};
use self::{
    chat::transport::{DELIVERY_POLICY, WebTransport},
    http::{
        guard::{AllowedHosts, Rules},
        listener::{self, ConnectionLimits},
        proxies::TrustedProxies,
        request_admission::RequestRateLimits,
        router::router,
    },
    limits::{CONNECTIONS, connection_slots::ConnectionSlots},
    presence::sync::ended,
    shutdown::finished,
    state::WebState,
};

/// Serves browsers on a bound socket until `shutdown` resolves; then closes sockets and finishes
/// requests.
///
/// # Errors
/// The server cannot start: the key for cookies or the list of channels, for example, is not
/// available.
pub async fn serve(
    bound: BoundListener,
    parts: WebParts,
    shutdown: impl Future<Output = ()>,
) -> Result<(), WebError> {
    let settings = &parts.settings;
    let hosts = AllowedHosts::new(bound.is_loopback(), &settings.hosts, settings.url.clone());
    let proxies = Arc::new(TrustedProxies::new(&settings.proxies));
    let mut state = WebState::open(parts).await?;
    let on_ready = state.site.readiness.take_on_ready();
    let state = Arc::new(state);
    let chat = &state.chat;
    // Before anything slow: from here on posts of this process are noted.
    let outbox = state.service.outbox_of_any(PLATFORM, DELIVERY_POLICY);
    let transport: Weak<WebTransport> = Arc::downgrade(&chat.transport);
    outbox.deliver_inline(transport);
    chat.cleanup.remove_unused_channels().await;
    let delivering = outbox.run(Arc::clone(&chat.transport));
    let tidying = tokio::spawn(Arc::clone(&chat.cleanup).run_channel_cleanup());
    let polling = tokio::spawn(Arc::clone(&chat.sync.poller).poll_store());
    let over = watch::Sender::new(false);
    let presence_sync = tokio::spawn(Arc::clone(&chat.sync.presence).run_presence_sync(over.subscribe()));
    let stop = async {
        shutdown.await;
        state.stop.send_replace(true);
    };
    let rules = Rules { hosts, faults: Arc::clone(&state.site.proxy_faults) };
    let app = state.site.base.clone().answer_below(router(Arc::clone(&state), rules));
    let pace = Arc::new(RequestRateLimits::new(Arc::clone(&state.clock)));
    let door = ConnectionLimits {
        slots: ConnectionSlots::new(CONNECTIONS),
        proxies,
        pace,
        stop: state.stop.subscribe(),
    };
    on_ready();
    tokio::join!(stop, listener::answer(bound.sockets, app, door));
    finished(&state.sockets.open).await;
    over.send_replace(true);
    ended(presence_sync).await;
    // Notices that are not in a log by then stay in the outbox until the next start.
    delivering.end(async {}).await;
    tidying.abort();
    polling.abort();
    Ok(())
}
