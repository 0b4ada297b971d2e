//! Matrix platform of the bot: commands, bare moves, mentions and numbered lists in rooms, threads
//! and direct rooms, plain or encrypted.
//!
//! Folders import only those before them: `message` (parsing and rendering), `state` (stored and
//! cached data), `outbound` (queues, rate limits, sending), `rooms` (invitations, joining,
//! upgrades), `inbound` (events of people). [`MatrixPlatform`] builds their services. Start reading
//! at `inbound/dispatcher.rs` for events, and at `outbound/transport.rs` for messages. Not here:
//! the protocol and encryption (`adoube-matrix-client`), the meaning of commands and all texts
//! about games (the bot), drawing (`adoube-render`).
//!
//! Invariants: an event is marked as done only when its effects are durable, and no later event of
//! its room is handled before that mark is saved. Every retry of a send uses the same transaction
//! id. A message notifies only the people it mentions. Private messages go only to the person's
//! direct room, and are encrypted unless the person has consented in words to unencrypted ones.

// These macros panic if stderr cannot be written, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod account_progress;
mod avatar;
mod form_check;
mod ids;
mod inbound;
mod message;
mod outbound;
mod records;
mod rooms;
mod settings;
mod standby;
mod state;

use std::{future::Future, sync::Arc};

use adoube_bot::{Bot, Clock, Outbox, TranslationError};
use adoube_matrix_client::MatrixApi;
use adoube_platform::{picture_worker::PictureWorker, task_tracker::TaskTracker};
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::{sync::watch, task::JoinSet};

pub use self::{
    account_progress::AccountProgress,
    avatar::avatar,
    form_check::check_form,
    ids::PLATFORM,
    inbound::room_queues::ListenEnd,
    settings::{MatrixAccount, MatrixSettings, MatrixSettingsError, UserPattern},
    standby::{MatrixStandby, StandbyResult},
    state::people::MatrixPeople,
};
use self::{
    inbound::{Inbound, undecryptable},
    message::platform_text::MatrixText,
    outbound::{Outbound, delivery_error::DELIVERY_POLICY, rate_limited_account::RateLimitedAccount},
    rooms::{RoomServices, join::RoomJoins},
    state::{MatrixState, languages::Languages, people, player_cache::PlayerCache, room_cache::RoomCache},
};

/// Directory of people on Matrix, which the bot needs before the account is connected.
#[derive(Clone)]
pub struct MatrixDirectory {
    store: Arc<dyn Store>,
    rooms: Arc<RoomCache>,
    people: MatrixPeople,
    stands_still: watch::Sender<bool>,
}

impl MatrixDirectory {
    /// Creates the directory over a store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let rooms = Arc::new(RoomCache::new(clock));
        let people = MatrixPeople::new(Arc::clone(&store), Arc::clone(&rooms));
        Self { store, rooms, people, stands_still: watch::Sender::new(false) }
    }

    /// Directory of people, shared with the bot.
    pub fn people(&self) -> &MatrixPeople {
        &self.people
    }

    /// Whether the homeserver refuses all requests of the account now.
    pub fn stands_still(&self) -> watch::Receiver<bool> {
        self.stands_still.subscribe()
    }
}

/// Dependencies of [`MatrixPlatform`].
pub struct MatrixParts {
    /// The bot, which decides events.
    pub bot: Bot,
    /// The bot's clock.
    pub clock: Arc<dyn Clock>,
    /// Directory of people and rooms, over the bot's store.
    pub directory: MatrixDirectory,
    /// Renderer of boards and replays.
    pub renderer: Arc<Renderer>,
    /// The `[matrix]` section of the configuration.
    pub settings: MatrixSettings,
    /// Client connected to the bot's account.
    pub client: Arc<dyn MatrixApi>,
}

/// The platform: the bot's account with the services that handle events and send messages.
pub struct MatrixPlatform {
    account: Arc<RateLimitedAccount>,
    outbox: Outbox,
    outbound: Outbound,
    inbound: Inbound,
    joins: Arc<RoomJoins>,
    tasks: Arc<TaskTracker>,
}

impl MatrixPlatform {
    /// Builds the services.
    ///
    /// # Errors
    ///
    /// Fails if a locale file cannot be used.
    pub fn new(parts: MatrixParts) -> Result<Arc<Self>, TranslationError> {
        let MatrixParts { bot, clock, directory, renderer, settings, client } = parts;
        let MatrixDirectory { store, rooms, people, stands_still } = directory;
        let account = Arc::new(RateLimitedAccount::new(client, clock.timer(), &settings, stands_still));
        rooms.connect(Arc::clone(&account) as Arc<dyn MatrixApi>);
        let server = account.user();
        let text = MatrixText::new(bot.locales(), &settings.prefix)?.on(people::server_of(&server));
        let outbox = bot.outbox_of(PLATFORM, DELIVERY_POLICY);
        let state = MatrixState {
            artist: Arc::new(PictureWorker::new(renderer)),
            text: Arc::new(text),
            languages: Arc::new(Languages::new(bot.clone(), people.clone(), settings.language)),
            players: Arc::new(PlayerCache::new(bot.clone())),
            unsaved: Arc::default(),
            settings: Arc::new(settings),
            bot,
            store,
            clock,
            rooms,
            people,
        };
        let outbound = Outbound::new(&state, &account, &outbox);
        let room_services = RoomServices::new(&state, &account, &outbox, &outbound);
        let (joins, tasks) = (Arc::clone(&room_services.joins), Arc::clone(&room_services.tasks));
        let inbound = Inbound::new(&state, &account, &outbound, room_services);
        Ok(Arc::new(Self { account, outbox, outbound, inbound, joins, tasks }))
    }

    /// Serves Matrix until `shutdown` resolves or the connection is closed. Messages not sent by
    /// then wait for the next start.
    pub async fn serve(self: Arc<Self>, shutdown: impl Future<Output = ()>) -> ListenEnd {
        let Outbound { transport, consent, activity, availability, unconfirmed, .. } = &self.outbound;
        if let Err(error) = unconfirmed.load_unconfirmed().await {
            tracing::error!(%error, "what was being said when the program ended may be answered as if it had not been");
        }
        let delivering = self.outbox.run(Arc::clone(transport));
        if let Err(error) = consent.forget_questions().await {
            tracing::error!(%error, "whom nobody asks any more is forgotten at the next start");
        }
        if let Err(error) = self.joins.continue_join().await {
            tracing::error!(%error, "into rooms that are in the place of others the bot goes at the next start");
        }
        let checking = tokio::spawn(Arc::clone(&self).run_checks());
        let watching = tokio::spawn(Arc::clone(availability).watch_server());
        let showing = Arc::clone(activity);
        let showing = tokio::spawn(async move { showing.run().await });
        let ended = self.inbound.queues.listen(shutdown).await;
        if ended == ListenEnd::Closed {
            tracing::error!("the connection to Matrix is closed");
            watching.abort();
            availability.note_server(false).await;
        }
        checking.abort();
        watching.abort();
        showing.abort();
        self.account.leave();
        delivering.end(self.tasks.wait_until_idle()).await;
        self.account.close().await;
        ended
    }

    /// Runs the periodic checks: overdue keys, unjoined private rooms, and rooms whose state could
    /// not be read.
    async fn run_checks(self: Arc<Self>) {
        let mut interval = tokio::time::interval(undecryptable::CHECK_INTERVAL);
        let mut checks = JoinSet::new();
        loop {
            interval.tick().await;
            self.joins.check_due_rooms(&mut checks);
            if let Err(error) = self.inbound.undecryptable.check_overdue().await {
                tracing::error!(%error, "messages without keys cannot be looked for");
            }
            if let Err(error) = self.outbound.unjoined.check_due().await {
                tracing::error!(%error, "who has not come into their own room cannot be looked for");
            }
        }
    }
}
