//! Builds, starts and stops the bot on Discord with all its services.

use std::{future::Future, sync::Arc};

use adoube_bot::{Bot, Clock, Outbox};
use adoube_discord_client::{
    Application, Client, DiscordApi, EventSource, GatewayExit, RequestError, SleepFn,
};
use adoube_platform::{picture_worker::PictureWorker, task_tracker::TaskTracker};
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::{net::TcpListener, sync::watch};

use crate::{
    delivery::{
        availability::ChannelAvailability,
        interaction_answer::InteractionAnswers,
        reduced_intents::ReducedIntents,
        servers::ServerAvailability,
        thread_wakeup::ThreadMonitor,
        transport::{DELIVERY_POLICY, DiscordTransport},
        welcome::ServerWelcome,
    },
    error::DiscordError,
    events::EventHandlers,
    ids::PLATFORM,
    interactions::{
        decide::InteractionDecider, receive::InteractionReceiver, respond::InteractionResponder,
        self_test::SelfTest,
    },
    message::platform_text::DiscordText,
    messages::{queue::MessageQueue, receive::MessageReceiver, respond::MessageHandler},
    registration::schedule::CommandRegistration,
    settings::DiscordSettings,
    shards::{allotment::ShardAllotment, outages::OutageReporter},
    state::{
        application::ApplicationIdentity,
        channel_repository::ChannelRepository,
        languages::{ReaderLanguages, ServerLanguages},
        message_access::MessageAccessPolicy,
        people::DiscordPeople,
        shared::SharedServices,
    },
};

/// People and channels on Discord, readable from the store before Discord is connected.
#[derive(Clone)]
pub struct DiscordDirectory {
    store: Arc<dyn Store>,
    contexts: Arc<ChannelRepository>,
    people: DiscordPeople,
}

impl DiscordDirectory {
    /// A directory over this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let contexts = Arc::new(ChannelRepository::new(Arc::clone(&store)));
        let people = DiscordPeople::new(Arc::clone(&store), Arc::clone(&contexts));
        Self { store, contexts, people }
    }

    /// The people on Discord.
    pub fn people(&self) -> &DiscordPeople {
        &self.people
    }
}

/// The parts from which the platform is built.
pub struct DiscordParts {
    /// Decides events.
    pub bot: Bot,
    /// The bot's clock.
    pub clock: Arc<dyn Clock>,
    /// People and channels, in the bot's store.
    pub directory: DiscordDirectory,
    /// Draws the boards.
    pub renderer: Arc<Renderer>,
    /// The settings.
    pub settings: DiscordSettings,
    /// The HTTP client for Discord, usually from [`client`].
    pub client: Client,
}

/// Builds the HTTP client for Discord.
///
/// # Errors
///
/// The system provides no HTTP client.
pub fn client() -> Result<Client, DiscordError> {
    Ok(adoube_discord_client::client()?)
}

/// The bot on Discord.
pub struct DiscordPlatform {
    api: Arc<dyn DiscordApi>,
    clock: Arc<dyn Clock>,
    settings: DiscordSettings,
    identity: Arc<ApplicationIdentity>,
    /// Tasks that the shutdown waits for.
    tasks: Arc<TaskTracker>,
    outbox: Outbox,
    transport: Arc<DiscordTransport>,
    allotment: Arc<ShardAllotment>,
    events: EventHandlers,
}

impl DiscordPlatform {
    /// Builds the services; connects nothing yet.
    ///
    /// # Errors
    ///
    /// The token is missing or malformed, or a locale file is invalid.
    pub fn new(parts: DiscordParts) -> Result<Arc<Self>, DiscordError> {
        let settings = parts.settings.clone();
        let shared = connect(parts)?;
        let outbox = shared.bot.outbox_of(PLATFORM, DELIVERY_POLICY);
        let availability = Arc::new(ChannelAvailability::new(&shared));
        let answers = Arc::new(InteractionAnswers::new(Arc::clone(&shared.api)));
        let transport = Arc::new(DiscordTransport::new(
            &shared,
            outbox.clone(),
            Arc::clone(&availability),
            Arc::clone(&answers),
        ));
        let allotment = Arc::new(ShardAllotment::new(&shared, settings.shards));
        let registration = Arc::new(CommandRegistration::new(&shared, settings.guilds.clone()));
        let interactions = {
            let decider = InteractionDecider::new(&shared, Arc::clone(&availability), settings.threads);
            let self_test =
                SelfTest::new(&shared, outbox.clone(), Arc::clone(&registration), settings.threads);
            let responder = InteractionResponder::new(
                &shared,
                outbox.clone(),
                Arc::clone(&transport),
                Arc::new(decider),
                Arc::clone(&answers),
                self_test,
            );
            Arc::new(InteractionReceiver::new(&shared, answers, responder))
        };
        let messages = {
            let queue = Arc::new(MessageQueue::default());
            let handler = MessageHandler::new(&shared, settings.threads, outbox.clone(), Arc::clone(&queue));
            Arc::new(MessageReceiver::new(&shared, queue, Arc::new(handler)))
        };
        let events = EventHandlers {
            bot: shared.bot.clone(),
            api: Arc::clone(&shared.api),
            people: shared.people.clone(),
            interactions,
            messages,
            threads: Arc::new(ThreadMonitor::new(&shared, Arc::clone(&availability))),
            servers: Arc::new(ServerAvailability::new(&shared, outbox.clone(), availability)),
            welcome: Arc::new(ServerWelcome::new(&shared)),
            registration,
            reduced_intents: Arc::new(ReducedIntents::new(&shared)),
            outages: Arc::new(OutageReporter::new(&shared, Arc::clone(&allotment))),
        };
        let SharedServices { api, clock, identity, tasks, .. } = shared;
        Ok(Arc::new(Self { api, clock, settings, identity, tasks, outbox, transport, allotment, events }))
    }

    /// Asks Discord once which application the token belongs to; `None` if Discord cannot be asked
    /// now.
    ///
    /// # Errors
    ///
    /// Discord does not accept the token.
    pub async fn identify(&self) -> Result<Option<Application>, DiscordError> {
        match self.identity.ask().await {
            Ok(application) => Ok(Some(application)),
            Err(RequestError::InvalidToken) => Err(DiscordError::WrongToken),
            Err(failure) => {
                tracing::warn!(%failure, "Discord cannot be asked who the bot is");
                Ok(None)
            }
        }
    }

    /// Binds the address for interactions over HTTP, if one is set.
    ///
    /// # Errors
    ///
    /// The address cannot be bound.
    pub async fn bind(&self) -> Result<Option<TcpListener>, DiscordError> {
        let Some(address) = self.settings.interactions else { return Ok(None) };
        let bound = TcpListener::bind(address).await;
        bound.map(Some).map_err(|error| DiscordError::Bind { address, error })
    }

    /// Whether no shard is connected, or Discord was not reached yet.
    pub fn is_away(&self) -> watch::Receiver<bool> {
        self.events.outages.is_down()
    }

    /// Whether some of this process's shards are connected and others are not.
    pub fn is_partly_away(&self) -> watch::Receiver<bool> {
        self.events.outages.is_partly_down()
    }

    /// Runs the bot until `shutdown` resolves: with interactions over HTTP at `endpoint`, if there
    /// is one, otherwise over the gateway. Undelivered notices stay in the outbox.
    ///
    /// # Errors
    ///
    /// Discord closed the connection permanently before `shutdown`; the log reports that at once.
    pub async fn serve(
        self: Arc<Self>,
        endpoint: Option<TcpListener>,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), GatewayExit> {
        let EventHandlers { reduced_intents, registration, outages, .. } = &self.events;
        reduced_intents.forget_unwanted_denial().await;
        let relay = self.outbox.run(Arc::clone(&self.transport));
        let registering = tokio::spawn(Arc::clone(registration).run());
        let coordinator = self.allotment.coordinator();
        let sharing =
            coordinator.cloned().map(|coordinator| tokio::spawn(async move { coordinator.share().await }));
        if let Some(share) = self.allotment.request_share() {
            self.api.grant(share);
        }
        let identifying = if endpoint.is_some() {
            Some(tokio::spawn(Arc::clone(outages).serve_calls()))
        } else {
            outages.begin_connecting().await;
            None
        };
        let source = self.event_source(endpoint);
        let stayed = self.api.serve(source, self.events.listener(), Box::pin(shutdown)).await;
        if let Err(left) = &stayed {
            tracing::error!(%left, "Discord is left");
            outages.connection_refused().await;
        }
        if let Some(identifying) = identifying {
            identifying.abort();
        }
        registering.abort();
        if let Some(sharing) = sharing {
            sharing.abort();
        }
        relay.end(self.tasks.wait_until_idle()).await;
        if let Some(coordinator) = coordinator {
            coordinator.end().await;
        }
        stayed
    }

    fn event_source(&self, endpoint: Option<TcpListener>) -> EventSource {
        let clock = Arc::clone(&self.clock);
        if let Some(door) = endpoint {
            return EventSource::HttpEndpoint { door, now: Arc::new(move || clock.now_millis()) };
        }
        let timer = clock.timer();
        let pause: SleepFn = Arc::new(move |time| timer.until(timer.now() + time));
        EventSource::Gateway { shards: self.allotment.assignment(), messages: self.settings.messages, pause }
    }
}

/// Checks the token and builds the parts that services share.
fn connect(parts: DiscordParts) -> Result<SharedServices, DiscordError> {
    let DiscordParts { bot, clock, directory, renderer, settings, client } = parts;
    let DiscordDirectory { store, contexts, people } = directory;
    let token = settings.token().ok_or(DiscordError::NoToken)?;
    if !token.expose().chars().all(|c| c.is_ascii_graphic()) {
        return Err(DiscordError::WrongToken);
    }
    let api = adoube_discord_client::connect(token.expose(), &client);
    people.connect(Arc::clone(&api), Arc::clone(&clock));
    let text = Arc::new(DiscordText::new(bot.locales())?);
    let servers = ServerLanguages::new(Arc::clone(&store));
    let languages = Arc::new(ReaderLanguages::new(bot.clone(), people.clone(), servers));
    let identity = ApplicationIdentity::new(Arc::clone(&api), Arc::clone(&clock), settings.interactions);
    let access = MessageAccessPolicy::new(settings.messages, Arc::clone(&api));
    Ok(SharedServices {
        bot,
        api,
        store,
        clock,
        contexts,
        people,
        languages,
        text,
        identity: Arc::new(identity),
        access: Arc::new(access),
        pictures: Arc::new(PictureWorker::new(renderer)),
        tasks: Arc::default(),
    })
}
