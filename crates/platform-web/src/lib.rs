//! The web chat: the adapter that anybody sees who starts the program without configuring anything. A page with
//! channels, slash commands, buttons and boards, served to this machine's browsers.
//!
//! Its rooms: `bind` makes sockets, `listen` takes their connections, of which `slots` has a bounded number;
//! `peer` is the other end of one; `readiness` tells how the program is; `guard` and `visit` check where requests
//! come from, also through web servers in front (`proxies`, `proxy_faults`; `site` is the address people open there), `pages` and `assets` are the page, `identity`, `people`,
//! `names`, `register`, `reserved`, `moderators` say who somebody is, `presence` who is here and `roll` how pages hear of
//! it, limits count `network`s, `shares` say who may have one more channel or room and `displacing` which other one makes way,
//! `channels` and `log` keep what was said, `rooms` are of games, `members` are let into private ones, `invites` are
//! links, `starting` is the form that begins a game, `events` and `delivery` are the two ways into the log, `feed` is what one
//! person reads of it, `socket`, `questions` and `view` show it to them, `book` the piece book, `pictures` the boards, which
//! `gallery` has drawn when it is the person's turn (`turns`); `elsewhere` looks for what other processes write,
//! a `bell` tells them what concerns somebody they serve, and `attendance` who is here; `board` is the board one can touch, whose pieces are drawn by
//! `art`; `played` is a game move by move, `mine` what concerns a person wherever they look; `packed` is sent compressed;
//! `well_known` are the files that programs ask every website for.
//! Deliberately not here: what a command means and every word the bot says (the bot), drawing (`adoube-render`),
//! configuration files and where the data lives (`config`).
//!
//! Invariants: what is said to one person is shown to no other, and nothing anybody gets depends on it (it has a log of
//! its own, and `log::Entry` alone decides whose); an event acts once however often a browser sends it; an entry that one
//! browser has seen, every browser that may see it gets.

// These macros panic where nobody can be told, as on a full disk; the log does not.
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
mod site_url;
mod sync;
mod view;
mod wire;

use std::sync::Arc;

use adoube_bot::{Bot, Clock, Outbox, PersonId};
use adoube_platform::{rate_limit::RateLimiter, task_tracker::TaskTracker};
use adoube_render::Renderer;
use adoube_store::{Store, StoreError};
use axum::{
    Router,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use tokio::sync::watch;

use self::{
    channels::directory::ChannelDirectory,
    http::{
        guard::{AllowedHosts, Rules},
        listener::ConnectionLimits,
        pages::Pages,
        proxies::TrustedProxies,
        proxy_faults::ProxyFaults,
        request_admission::RequestRateLimits,
    },
    identity::{
        cookie::CookieIdentity, moderators::Moderators, people::NameRules, reserved_names::ReservedNames,
    },
    limits::{
        BOARD_PACE, BOARDS_ASKED, CHANGE_PACE, CONNECTIONS, EVENT_PACE, FIRST_NEWCOMERS, GAMES_ASKED,
        NEWCOMER_PACE, NEWCOMERS_OF_ONE, QUESTION_PACE, REPLAY_PACE, REPLAYS_ASKED, REQUEST_TIME, SOCKETS,
        WRITING_PACE, connection_slots::ConnectionSlots, fair_queue::FairQueue, network::NetworkBuckets,
    },
    log::chat_log::ChatLog,
    media::picture_cache::PictureCache,
    presence::sync::PresenceSync,
    site_url::BasePath,
    sync::store_poller::PollState,
};
pub use self::{
    form_check::check_form,
    http::{
        bind::{BindError, BoundListener, ListenAddress, ListenAddresses, ListenPlace, bind},
        health::{Dependency, Readiness, ReadyDependencies},
        proxies::{ProxyRange, ProxyRangeError},
        routes::well_known::{SecurityTxt, SecurityTxtError},
    },
    identity::{cookie::PLATFORM, people::WebPeople},
    site_url::{SiteUrl, SiteUrlError},
};
pub use adoube_platform::socket_file::{SocketFileError, SocketMode};

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
    pub people: WebPeople,
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
    fn new(error: &dyn std::error::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        Self::new(&error)
    }
}

/// Everything the requests share.
struct WebState {
    service: Bot,
    readiness: Readiness,
    ready_dependencies: ReadyDependencies,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    /// What this process calls itself where others look.
    process: String,
    /// When it was last looked what others wrote.
    looked: PollState,
    attendance: PresenceSync,
    gallery: PictureCache,
    renderer: Arc<Renderer>,
    people: WebPeople,
    channels: ChannelDirectory,
    log: ChatLog,
    identity: CookieIdentity,
    pages: Pages,
    names: NameRules,
    event_pace: RateLimiter<PersonId>,
    writing_pace: RateLimiter<PersonId>,
    question_pace: RateLimiter<PersonId>,
    change_pace: RateLimiter<PersonId>,
    newcomer_pace: RateLimiter<()>,
    newcomers_of_one: NetworkBuckets,
    first_newcomers: RateLimiter<()>,
    shelf: crate::http::routes::book::BookCache,
    base: BasePath,
    security: Option<SecurityTxt>,
    faults: Arc<ProxyFaults>,
    boards_asked: FairQueue,
    replays_asked: FairQueue,
    games_asked: FairQueue,
    board_pace: RateLimiter<PersonId>,
    replay_pace: RateLimiter<PersonId>,
    sockets: Arc<ConnectionSlots>,
    open_sockets: TaskTracker,
    outbox: Outbox,
    stop: watch::Sender<bool>,
}

/// Answers browsers on a bound socket until `shutdown` resolves; then sockets are closed and requests finished.
///
/// # Errors
/// What it needs before the first request cannot be had: the key for cookies, the list of channels.
pub async fn serve(
    bound: BoundListener,
    parts: WebParts,
    shutdown: impl Future<Output = ()>,
) -> Result<(), WebError> {
    let settings = &parts.settings;
    let hosts = AllowedHosts::new(bound.is_loopback(), &settings.hosts, settings.url.clone());
    let proxies = Arc::new(TrustedProxies::new(&settings.proxies));
    let mut chat = WebState::open(parts).await?;
    let on_ready = chat.readiness.take_on_ready();
    let chat = Arc::new(chat);
    chat.remove_unused_channels().await;
    let delivering = chat.outbox.run(Arc::clone(&chat));
    let tidying = tokio::spawn(Arc::clone(&chat).run_channel_cleanup());
    let looking = tokio::spawn(Arc::clone(&chat).poll_store());
    let over = watch::Sender::new(false);
    let attending = tokio::spawn(Arc::clone(&chat).run_presence_sync(over.subscribe()));
    let stop = async {
        shutdown.await;
        chat.stop.send_replace(true);
    };
    let rules = Rules { hosts, faults: Arc::clone(&chat.faults) };
    let app = chat.base.clone().answer_below(router(Arc::clone(&chat), rules));
    let pace = Arc::new(RequestRateLimits::new(Arc::clone(&chat.clock)));
    let door = ConnectionLimits {
        slots: ConnectionSlots::new(CONNECTIONS),
        proxies,
        pace,
        stop: chat.stop.subscribe(),
    };
    on_ready();
    tokio::join!(stop, crate::http::listener::answer(bound.sockets, app, door));
    crate::http::listener::finished(&chat.open_sockets).await;
    over.send_replace(true);
    crate::presence::sync::ended(attending).await;
    // What is not in a log by then waits in the outbox for the next start.
    delivering.end(async {}).await;
    tidying.abort();
    looking.abort();
    Ok(())
}

impl WebState {
    async fn open(parts: WebParts) -> Result<Self, WebError> {
        let WebParts { service, store, clock, people, renderer, settings, readiness } = parts;
        let commands =
            |language| service.commands(language).into_iter().map(|command| command.name).collect();
        let channels = ChannelDirectory::open(Arc::clone(&store)).await?;
        let log = ChatLog::new(Arc::clone(&store));
        let names = service.lease(format!("{PLATFORM}/names"));
        people.prepare(&names, &*clock.timer()).await.map_err(|error| WebError::new(&error))?;
        let base = settings.url.as_ref().map(|url| url.base().clone()).unwrap_or_default();
        let names = NameRules {
            reserved: ReservedNames::new(service.words_for_people()),
            moderators: Moderators::open(&*store, &settings.moderators)
                .await
                .map_err(|error| WebError::new(&error))?,
        };
        Ok(Self {
            identity: CookieIdentity::open(&*store, &base).await.map_err(|error| WebError::new(&error))?,
            channels,
            log,
            pages: Pages::prepare(service.locales(), &base, commands)
                .map_err(|error| WebError::new(&error))?,
            names,
            event_pace: RateLimiter::new(EVENT_PACE),
            writing_pace: RateLimiter::new(WRITING_PACE),
            question_pace: RateLimiter::new(QUESTION_PACE),
            change_pace: RateLimiter::new(CHANGE_PACE),
            newcomer_pace: RateLimiter::new(NEWCOMER_PACE),
            newcomers_of_one: NetworkBuckets::new(NEWCOMERS_OF_ONE),
            first_newcomers: RateLimiter::new(FIRST_NEWCOMERS),
            gallery: PictureCache::open(Arc::clone(&renderer)).map_err(|error| WebError::new(&error))?,
            shelf: crate::http::routes::book::BookCache::new(service.locales(), Arc::clone(&renderer), &base)
                .map_err(|error| WebError::new(&error))?,
            base,
            security: settings.security,
            faults: Arc::default(),
            boards_asked: FairQueue::new(BOARDS_ASKED),
            replays_asked: FairQueue::new(REPLAYS_ASKED),
            games_asked: FairQueue::new(GAMES_ASKED),
            board_pace: RateLimiter::new(BOARD_PACE),
            replay_pace: RateLimiter::new(REPLAY_PACE),
            sockets: ConnectionSlots::new(SOCKETS),
            open_sockets: TaskTracker::default(),
            process: format!("{:016x}", rand::random::<u64>()),
            looked: PollState::new(&*clock),
            attendance: PresenceSync::new(&service),
            outbox: service.outbox_of_any(PLATFORM, crate::chat::transport::MANNER),
            stop: watch::Sender::new(false),
            readiness,
            ready_dependencies: settings.ready,
            renderer,
            service,
            store,
            clock,
            people,
        })
    }
}

fn router(chat: Arc<WebState>, rules: Rules) -> Router {
    Router::new()
        .route("/", get(crate::http::pages::page))
        .route("/c/{channel}", get(crate::http::pages::channel_page))
        .route("/game/{game}", get(crate::http::pages::private_page))
        .route("/games/{game}/moves", get(crate::http::routes::moves::moves))
        .route("/assets/{*name}", get(crate::http::pages::asset))
        .route("/art/{theme}/{file}", get(crate::http::routes::art::piece))
        .route("/book", get(crate::http::routes::book::list))
        .route("/book/{name}", get(crate::http::routes::book::leaf))
        .route("/book/{name}/from/{square}", get(crate::http::routes::book::tried))
        .route("/book/files/{name}", get(crate::http::routes::book::file))
        .route("/book/art/{name}", get(crate::http::routes::book::art))
        .route("/book/boards/{name}", get(crate::http::routes::book::board))
        .route("/words/{language}", get(crate::http::pages::words_of))
        .route("/session", post(crate::http::routes::requests::session))
        .route("/person", post(crate::http::routes::requests::person))
        .route("/channels", post(crate::http::routes::requests::make_channel))
        .route(
            "/channels/{channel}/members",
            get(crate::http::routes::members::members).post(crate::http::routes::members::change_members),
        )
        .route("/invites", post(crate::http::routes::invites::invite))
        .route("/invites/{secret}", post(crate::http::routes::invites::open))
        .route("/invite/{secret}", get(crate::http::pages::private_page))
        .route("/start", get(crate::http::routes::start::form).post(crate::http::routes::start::start))
        .route("/channels/{channel}/messages/{number}/board.png", get(crate::http::routes::pictures::board))
        .route("/channels/{channel}/messages/{number}/replay.gif", get(crate::http::routes::pictures::replay))
        .route("/channels/{channel}/messages/{number}/file", get(crate::http::routes::pictures::file))
        .route("/socket", get(crate::http::routes::requests::open_socket))
        .route("/.well-known/security.txt", get(crate::http::routes::well_known::security))
        .route("/robots.txt", get(crate::http::routes::well_known::robots))
        .route("/favicon.ico", get(crate::http::routes::well_known::favicon))
        .layer(middleware::from_fn_with_state(Arc::clone(&chat), in_time))
        .layer(middleware::from_fn_with_state(Arc::clone(&chat), crate::http::request_admission::admit))
        .layer(middleware::from_fn_with_state(rules.clone(), crate::http::guard::guard))
        // Probes name no host, and what they learn is no secret.
        .route("/ready", get(crate::http::health::ready))
        .route("/healthz", get(crate::http::health::alive))
        .layer(middleware::from_fn_with_state(rules, crate::http::guard::add_headers))
        .with_state(chat)
}

/// Gives up on requests that take too long.
async fn in_time(State(chat): State<Arc<WebState>>, request: Request, next: Next) -> Response {
    let timer = chat.clock.timer();
    tokio::select! {
        answer = next.run(request) => answer,
        () = timer.until(timer.now() + REQUEST_TIME) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}
