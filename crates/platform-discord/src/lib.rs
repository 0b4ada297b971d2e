//! Discord: slash commands, buttons, menus, completions and messages in servers, threads and direct messages.
//!
//! Folders, each of which uses only those before it: `records` names table and keys, `message` is how messages look,
//! `state` what is known of channels and people, `delivery` posts what waits in the outbox, `shards` are the connections,
//! `registration` registers commands, `messages` replies to what people write, `interactions` answers commands and
//! buttons. Not here: what a command means and every word about games (`adoube-bot`), how anything is drawn
//! (`adoube-render`), how Discord is reached (`adoube-discord-client`).
//!
//! Invariants: the token and the tokens of interactions are in no log and no error; every message says whom it may
//! mention, at most the one person it calls; an interaction acts once however often it comes; a notice is out of the
//! outbox only when Discord has it or can never have it; no channel keeps another one waiting.

// These macros panic where nobody can be told, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod delivery;
mod form_check;
mod interactions;
mod message;
mod messages;
mod records;
mod registration;
mod settings;
mod shards;
mod state;

use std::{
    future::Future,
    net::SocketAddr,
    sync::{Arc, Mutex, OnceLock, atomic::AtomicBool},
    time::Duration,
};

use adoube_bot::{Bot, ChannelId, Clock, CommunityId, Message, Outbox, TranslationError};
use adoube_discord_client::{
    DiscordApi, DiscordEvent, EventListener, EventSource, InteractionId, MessageEdit, MessageId,
    RequestError, SleepFn, UserId,
};
use adoube_platform::{
    picture_worker::{PictureFile, PictureWorker},
    task_tracker::TaskTracker,
};
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::net::TcpListener;

use self::delivery::{servers::Servers, thread_wakeup::ThreadWakeups};
pub use self::{
    form_check::check_form,
    settings::{DiscordSettings, Secret},
    state::people::DiscordPeople,
};
use self::{
    interactions::{completion::LatestKeystroke, self_test::ReportedDenials},
    message::platform_text::DiscordText,
    messages::queue::MessageQueue,
    registration::schedule::RegistrationSchedule,
    shards::{
        ShardCoordinator,
        outages::{OutageReporter, ShardConnectivity},
    },
    state::{
        channel_context::{ChannelBlock, ChannelContexts},
        duplicate_filter::DuplicateFilter,
        languages::ServerLanguages,
        received_interaction::{ReceivedAction, ReceivedInteraction},
    },
};
pub use adoube_discord_client::{
    Application, GatewayExit, MessageScope, ShardSelection, ShardSelectionError,
};

/// The platform's name, in front of its ids.
pub const PLATFORM: &str = "discord";
/// How long to wait before Discord is asked again who the bot is, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// What Discord needs of the program before anything is connected: the people, whom the bot knows as its directory.
#[derive(Clone)]
pub struct DiscordDirectory {
    store: Arc<dyn Store>,
    known_channels: Arc<ChannelContexts>,
    people: DiscordPeople,
}

impl DiscordDirectory {
    /// With everything kept in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let known_channels = Arc::new(ChannelContexts::new(Arc::clone(&store)));
        let people = DiscordPeople::new(Arc::clone(&store), Arc::clone(&known_channels));
        Self { store, known_channels, people }
    }

    /// The people on Discord.
    pub fn people(&self) -> &DiscordPeople {
        &self.people
    }
}

/// What Discord is made of.
pub struct DiscordParts {
    /// Who decides.
    pub service: Bot,
    /// What time it is; the same as the bot's.
    pub clock: Arc<dyn Clock>,
    /// The people and channels known so far, in the bot's store.
    pub premises: DiscordDirectory,
    /// Who draws the boards.
    pub renderer: Arc<Renderer>,
    /// What was chosen.
    pub settings: DiscordSettings,
    /// How Discord is reached; [`client`] unless there is a reason.
    pub client: adoube_discord_client::Client,
}

/// Why there is no Discord.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The settings name no token.
    #[error("Discord needs a token: set discord.token, or ADOUBE_DISCORD__TOKEN")]
    NoToken,
    /// It is none.
    #[error(
        "Discord does not accept the token: copy it again from the Developer Portal (your application, Bot, Reset Token)"
    )]
    WrongToken,
    /// The HTTP client cannot be had.
    #[error("no connection to Discord can be made: {0}")]
    Client(#[from] adoube_discord_client::ClientError),
    /// A locale file cannot be used.
    #[error(transparent)]
    Words(#[from] TranslationError),
    /// The address for interactions over HTTP cannot be had.
    #[error(
        "interactions cannot be answered at {address}: {}",
        if error.kind() == std::io::ErrorKind::AddrInUse {
            "another program listens there already; stop that one, or choose another port with discord.interactions".to_owned()
        } else {
            format!("{error}; choose another address with discord.interactions")
        }
    )]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why not.
        #[source]
        error: std::io::Error,
    },
}

impl DiscordError {
    /// Whether another start will fail as well until the settings are changed.
    pub fn is_of_settings(&self) -> bool {
        matches!(self, Self::NoToken | Self::WrongToken)
    }
}

/// The HTTP client for Discord.
///
/// # Errors
///
/// The system gives none.
pub fn client() -> Result<adoube_discord_client::Client, DiscordError> {
    Ok(adoube_discord_client::client()?)
}

/// Discord, as far as this program has to do with it.
pub struct DiscordPlatform {
    service: Bot,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    artist: PictureWorker,
    known_channels: Arc<ChannelContexts>,
    people: DiscordPeople,
    spoken: ServerLanguages,
    words: DiscordText,
    link: Arc<dyn DiscordApi>,
    /// Once Discord could be asked.
    application: OnceLock<Application>,
    registering: RegistrationSchedule,
    /// Whether a session of this process was to read all messages, and did.
    reads_all: AtomicBool,
    /// Whether this process tells, or has told, that fewer messages are read.
    tells_owner: AtomicBool,
    /// Whether no interaction arrived when Discord was asked, and when that was, by the monotonic clock.
    astray: Mutex<Option<(Duration, bool)>>,
    told: ReportedDenials,
    seen: DuplicateFilter<InteractionId>,
    heard: DuplicateFilter<(MessageId, Option<MessageEdit>)>,
    /// Messages of which it was said that changing them changes nothing.
    told_of_edit: DuplicateFilter<MessageId>,
    /// Who was told that the bot's role is not the bot.
    told_of_role: DuplicateFilter<UserId>,
    typing: LatestKeystroke,
    crowd: MessageQueue,
    wakes: ThreadWakeups,
    outages: OutageReporter,
    servers: Servers,
    /// Where other processes play on Discord, too.
    sharing: Option<Arc<ShardCoordinator>>,
    outbox: Outbox,
    under_way: TaskTracker,
    settings: DiscordSettings,
}

impl DiscordPlatform {
    /// Puts it together; nothing is connected yet.
    ///
    /// # Errors
    ///
    /// No token, or none that could be one; a locale file that cannot be used.
    pub fn new(parts: DiscordParts) -> Result<Arc<Self>, DiscordError> {
        let DiscordParts { service, clock, premises, renderer, settings, client } = parts;
        let DiscordDirectory { store, known_channels, people } = premises;
        let token = settings.token().ok_or(DiscordError::NoToken)?.clone();
        if !token.expose().chars().all(|c| c.is_ascii_graphic()) {
            return Err(DiscordError::WrongToken);
        }
        let link = adoube_discord_client::connect(token.expose(), &client);
        people.connect(Arc::clone(&link), Arc::clone(&clock));
        let words = DiscordText::new(service.locales())?;
        let sharing = store.is_shared().then(|| {
            Arc::new(ShardCoordinator::new(
                &service,
                Arc::clone(&store),
                Arc::clone(&clock),
                Arc::clone(&link),
            ))
        });
        Ok(Arc::new(Self {
            outbox: service.outbox_of(PLATFORM, delivery::transport::MANNER),
            service,
            spoken: ServerLanguages::new(Arc::clone(&store)),
            store,
            clock,
            artist: PictureWorker::new(renderer),
            known_channels,
            people,
            words,
            link,
            application: OnceLock::new(),
            registering: RegistrationSchedule::default(),
            reads_all: AtomicBool::default(),
            tells_owner: AtomicBool::default(),
            astray: Mutex::default(),
            told: ReportedDenials::default(),
            seen: DuplicateFilter::default(),
            heard: DuplicateFilter::default(),
            told_of_edit: DuplicateFilter::default(),
            told_of_role: DuplicateFilter::default(),
            typing: LatestKeystroke::default(),
            crowd: MessageQueue::default(),
            wakes: ThreadWakeups::default(),
            outages: OutageReporter::default(),
            servers: Servers::default(),
            sharing,
            under_way: TaskTracker::default(),
            settings,
        }))
    }

    /// Asks Discord once which application the token belongs to; `None` when Discord cannot be asked now.
    ///
    /// # Errors
    ///
    /// Discord does not accept the token.
    pub async fn identify(&self) -> Result<Option<Application>, DiscordError> {
        match self.ask_who().await {
            Ok(application) => Ok(Some(application)),
            Err(RequestError::InvalidToken) => Err(DiscordError::WrongToken),
            Err(failure) => {
                tracing::warn!(%failure, "Discord cannot be asked who the bot is");
                Ok(None)
            }
        }
    }

    async fn ask_who(&self) -> Result<Application, RequestError> {
        let application = self.link.identify().await?;
        // Who the bot is does not change.
        if self.application.set(application.clone()).is_ok() {
            self.tell_if_astray(&application);
            self.was_asked();
        }
        Ok(application)
    }

    /// Takes the address at which Discord shall call, if one is set.
    ///
    /// # Errors
    ///
    /// It cannot be had.
    pub async fn bind(&self) -> Result<Option<TcpListener>, DiscordError> {
        let Some(address) = self.settings.interactions else { return Ok(None) };
        let bound = TcpListener::bind(address).await;
        bound.map(Some).map_err(|error| DiscordError::Bind { address, error })
    }

    /// Plays on Discord until `shutdown` resolves: called at `door` where there is one, over the gateway otherwise. What
    /// was about to be delivered then waits in the outbox.
    ///
    /// # Errors
    ///
    /// Discord was left before, which the log says at once.
    pub async fn serve(
        self: Arc<Self>,
        door: Option<TcpListener>,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), GatewayExit> {
        self.forget_denial_of_old().await;
        let delivering = self.outbox.run(Arc::clone(&self));
        let registering = tokio::spawn(Arc::clone(&self).keep_registered());
        let sharing = self.sharing.clone().map(|sharing| tokio::spawn(async move { sharing.share().await }));
        if let Some(part) = self.part_of_requests() {
            self.link.grant(part);
        }
        if door.is_none() {
            self.begins_to_connect().await;
        } else {
            self.is_called();
        }
        let stayed = self.link.serve(self.entrance(door), self.listener(), Box::pin(shutdown)).await;
        if let Err(left) = &stayed {
            tracing::error!(%left, "Discord is left");
            self.is_left().await;
        }
        registering.abort();
        if let Some(sharing) = sharing {
            sharing.abort();
        }
        delivering.end(self.under_way.wait_until_idle()).await;
        if let Some(sharing) = &self.sharing {
            sharing.end().await;
        }
        stayed
    }

    fn entrance(&self, door: Option<TcpListener>) -> EventSource {
        let clock = Arc::clone(&self.clock);
        if let Some(door) = door {
            return EventSource::HttpEndpoint { door, now: Arc::new(move || clock.now_millis()) };
        }
        let timer = clock.timer();
        let pause: SleepFn = Arc::new(move |time| timer.until(timer.now() + time));
        EventSource::Gateway { shards: self.allotment(), messages: self.settings.messages, pause }
    }

    /// Who deals with what happens.
    fn listener(self: &Arc<Self>) -> EventListener {
        let discord = Arc::clone(self);
        Arc::new(move |happening| match happening {
            DiscordEvent::Interaction(interaction) => {
                let arrival = ReceivedInteraction::read(interaction, discord.service.locales());
                if matches!(arrival.wish, ReceivedAction::Completions { .. }) {
                    // Before any task of theirs runs, or each key would be the last one when it is dealt with.
                    discord.typing.note(&arrival.person.id, arrival.id);
                }
                Box::pin(Arc::clone(&discord).arrive(arrival))
            }
            DiscordEvent::UnreadableInteraction(unread) => {
                let discord = Arc::clone(&discord);
                Box::pin(async move { discord.tell_unread(&unread).await })
            }
            DiscordEvent::Message(said) => Box::pin(Arc::clone(&discord).hear(said)),
            DiscordEvent::ThreadChanged(thread) => {
                discord.link.opened(thread.id);
                Box::pin(Arc::clone(&discord).thread_changed(thread))
            }
            DiscordEvent::ChannelChanged(channel) => {
                discord.link.opened(channel);
                discord.people.changed_channel(channel);
                Box::pin(std::future::ready(()))
            }
            DiscordEvent::GuildAvailable { guild, threads, server } => {
                tokio::spawn(Arc::clone(&discord).welcome(guild, server));
                discord.link.joined(guild);
                discord.registering.appeared(guild, &discord.settings.guilds);
                discord.servers.note(guild, None);
                let discord = Arc::clone(&discord);
                Box::pin(async move {
                    Arc::clone(&discord).servers_changed().await;
                    discord.check_threads(guild, threads).await;
                })
            }
            DiscordEvent::GuildLeft { guild, is_removal } => {
                discord
                    .servers
                    .note(guild, Some(if is_removal { ChannelBlock::Removed } else { ChannelBlock::Away }));
                Box::pin(Arc::clone(&discord).servers_changed())
            }
            DiscordEvent::RolesChanged { guild, member } => {
                let discord = Arc::clone(&discord);
                Box::pin(async move { discord.permitted(guild, member).await })
            }
            DiscordEvent::ChannelDeleted(channel) => Box::pin(Arc::clone(&discord).channel_gone(channel)),
            DiscordEvent::MessageAccess { all } => {
                let discord = Arc::clone(&discord);
                Box::pin(async move { discord.reads(all).await })
            }
            DiscordEvent::ShardStatus { total, up, lost, waiting } => {
                let discord = Arc::clone(&discord);
                let stands = ShardConnectivity { total, up, lost, waiting };
                Box::pin(async move { discord.connection_stands(&stands).await })
            }
        })
    }

    /// What is to be seen of a message.
    async fn picture(&self, message: &Message) -> Option<PictureFile> {
        self.artist.picture(message).await
    }
}

/// The Discord channel behind a channel.
fn channel_id(channel: &ChannelId) -> Option<adoube_discord_client::ChannelId> {
    let number = channel.0.strip_prefix(PLATFORM)?.strip_prefix(':')?.parse().ok()?;
    adoube_discord_client::ChannelId::new(number)
}

/// The server, which has the settings of its channels; none where two talk alone.
fn guild_place(guild: Option<u64>) -> Option<CommunityId> {
    guild.map(|guild| CommunityId(format!("{PLATFORM}:guild/{guild}")))
}
