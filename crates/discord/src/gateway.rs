//! The gateway: shards that stay connected, and what comes over them: interactions, messages, threads that change. Not
//! here: what comes of those.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::Client as HttpClient;
use serenity::{
    all::{
        Client, ClientBuilder, Context, EventHandler, GatewayIntents, Guild, GuildChannel, Interaction,
        Message, PartialGuildChannel, Ready, ShardStageUpdateEvent,
    },
    async_trait,
    gateway::{ConnectionStage, GatewayError, ShardManager},
    http::HttpBuilder,
};

use crate::{
    BoxFuture, Happening, Listener, Messages, Shards, UserId, admission::Admission, reading, watching::Watch,
};

/// How long to wait before connecting again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// The same when shards were not let in: few enough attempts a day that Discord does not take the token away.
const REFUSED_PAUSE: Duration = Duration::from_secs(15 * 60);

/// What is listened to. Interactions come without any intent; what becomes of threads is told with that of servers; of
/// messages Discord tells the words where they are for the bot, and all words only with the privileged intent.
fn intents(messages: Messages) -> GatewayIntents {
    let threads = GatewayIntents::GUILDS;
    let written = threads | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    match messages {
        Messages::None => threads,
        Messages::Mentions => written,
        Messages::All => written | GatewayIntents::MESSAGE_CONTENT,
    }
}

/// Why the gateway is left for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Left {
    /// The token is no longer one.
    #[error("Discord no longer accepts the token; set a new one and start again")]
    Token,
    /// Discord does not let the bot read all messages.
    #[error(
        "Discord does not let this bot read all messages; switch Message Content Intent on in the Developer Portal (your \
         application, Bot), or set `messages = \"mentions\"`, and start again"
    )]
    Intents,
    /// Discord knows no such kinds of events.
    #[error("Discord does not know the intents this version of the bot asks for; install a newer one")]
    UnknownIntents,
    /// Discord does not know these shards.
    #[error(
        "Discord does not accept these shards; set `shards = \"auto\"` or ask for more of them, and start again"
    )]
    Shards,
}

impl Left {
    /// What trying again would not help against.
    fn because_of(error: &serenity::Error) -> Option<Self> {
        let serenity::Error::Gateway(error) = error else { return None };
        match error {
            GatewayError::InvalidAuthentication => Some(Self::Token),
            GatewayError::DisallowedGatewayIntents => Some(Self::Intents),
            GatewayError::InvalidGatewayIntents => Some(Self::UnknownIntents),
            GatewayError::InvalidShardData | GatewayError::OverloadedShard => Some(Self::Shards),
            _ => None,
        }
    }
}

/// How the shards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatewayState {
    /// How many are connected.
    pub up: usize,
    /// How many there are in this process.
    pub all: usize,
    /// How long Discord takes to answer the slowest of them, once that is known.
    pub latency: Option<Duration>,
}

/// The way to the gateway, and the shards of this process once they are started.
pub(crate) struct Gateway {
    token: String,
    client: HttpClient,
    shards: Mutex<Option<Arc<ShardManager>>>,
    /// The bot's own user, once the gateway has said it.
    own: Arc<OnceLock<UserId>>,
    watch: Arc<Watch>,
    /// Whether nothing is connected, as nothing could be, until it is tried again.
    is_resting: AtomicBool,
}

/// What a connection is for.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(crate) shards: Shards,
    pub(crate) messages: Messages,
    pub(crate) listener: Listener,
}

struct Handler {
    listener: Listener,
    own: Arc<OnceLock<UserId>>,
    admission: Arc<Admission>,
    watch: Arc<Watch>,
}

impl Handler {
    async fn tell_of(&self, thread: &GuildChannel) {
        if let Some(thread) = reading::thread(thread) {
            (self.listener)(Happening::Thread(thread)).await;
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        // It is the same at every time.
        let _ = self.own.set(ready.user.id.into());
        let shard = ready.shard.map_or(0, |shard| shard.id.0);
        self.watch.counted(ready.shard.map_or(1, |shard| shard.total));
        self.watch.change();
        tracing::info!(bot = %ready.user.name, shard, guilds = ready.guilds.len(), "connected to Discord");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        if let Some(interaction) = reading::interaction(&interaction) {
            (self.listener)(Happening::Interaction(interaction)).await;
        }
    }

    async fn message(&self, _: Context, message: Message) {
        if let Some(said) = self.own.get().and_then(|own| reading::said(message, *own)) {
            (self.listener)(Happening::Said(said)).await;
        }
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        let threads = guild.threads.iter().filter_map(reading::thread).collect();
        (self.listener)(Happening::Awake { guild: guild.id.into(), threads }).await;
    }

    async fn thread_create(&self, _: Context, thread: GuildChannel) {
        self.tell_of(&thread).await;
    }

    async fn thread_update(&self, _: Context, _: Option<GuildChannel>, thread: GuildChannel) {
        self.tell_of(&thread).await;
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        (self.listener)(Happening::Gone(thread.id.into())).await;
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        (self.listener)(Happening::Gone(channel.id.into())).await;
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        self.admission.note(event.shard_id, event.new);
        self.watch.change();
    }
}

/// How a connection ended.
enum Ended {
    /// As the program wanted.
    Asked,
    /// Discord or the network ended it, or there was none.
    Broken,
    /// Discord did not let a shard in, again and again.
    Refused,
}

impl Gateway {
    pub(crate) fn new(token: &str, client: HttpClient) -> Self {
        Self {
            token: token.to_owned(),
            client,
            shards: Mutex::default(),
            own: Arc::default(),
            watch: Arc::default(),
            is_resting: AtomicBool::new(true),
        }
    }

    fn shards(&self) -> Option<Arc<ShardManager>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn take(&self, manager: &Arc<ShardManager>) {
        *self.shards.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(manager));
    }

    /// Whether it is used.
    pub(crate) fn is_used(&self) -> bool {
        self.shards().is_some()
    }

    /// How the shards are; `None` where there are none, as Discord calls.
    pub(crate) async fn state(&self) -> Option<GatewayState> {
        let manager = self.shards()?;
        let runners = manager.runners.lock().await;
        let up = runners.values().filter(|runner| runner.stage == ConnectionStage::Connected);
        let latency = runners.values().filter_map(|runner| runner.latency).max();
        Some(GatewayState { up: up.count(), all: runners.len(), latency })
    }

    /// Stays connected until `shutdown` resolves.
    pub(crate) async fn stay(&self, wanted: Wanted, shutdown: BoxFuture<'static, ()>) -> Result<(), Left> {
        tokio::select! {
            left = self.connect_again(&wanted, shutdown) => left,
            never = self.tell_how_it_stands(&wanted) => match never {},
        }
    }

    async fn tell_how_it_stands(&self, wanted: &Wanted) -> Infallible {
        loop {
            self.watch.next().await;
            let manager = self.shards().filter(|_| !self.is_resting.load(Ordering::Relaxed));
            let stands = self.watch.look(wanted.shards, manager.as_deref()).await;
            (wanted.listener)(stands).await;
        }
    }

    async fn connect_again(&self, wanted: &Wanted, mut shutdown: BoxFuture<'static, ()>) -> Result<(), Left> {
        let mut pause = FIRST_PAUSE;
        loop {
            let began = Instant::now();
            let ended = self.connect(wanted, shutdown.as_mut()).await;
            self.is_resting.store(true, Ordering::Relaxed);
            self.watch.change();
            match ended? {
                Ended::Asked => return Ok(()),
                // What went well for long enough begins anew.
                Ended::Broken if began.elapsed() > LONGEST_PAUSE => pause = FIRST_PAUSE,
                Ended::Broken => {}
                Ended::Refused => pause = REFUSED_PAUSE,
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
                () = &mut shutdown => return Ok(()),
            }
        }
    }

    async fn connect(
        &self,
        wanted: &Wanted,
        shutdown: Pin<&mut (dyn Future<Output = ()> + Send)>,
    ) -> Result<Ended, Left> {
        let http = HttpBuilder::new(&self.token).client(self.client.clone()).build();
        let admission = Arc::new(Admission::default());
        let handler = Handler {
            listener: Arc::clone(&wanted.listener),
            own: Arc::clone(&self.own),
            admission: Arc::clone(&admission),
            watch: Arc::clone(&self.watch),
        };
        let built = ClientBuilder::new_with_http(http, intents(wanted.messages)).event_handler(handler);
        let mut client = match built.await {
            Ok(client) => client,
            Err(error) => return broken(&error),
        };
        let manager = Arc::clone(&client.shard_manager);
        self.take(&manager);
        self.is_resting.store(false, Ordering::Relaxed);
        tokio::select! {
            outcome = run(&mut client, wanted.shards) => match outcome {
                Ok(()) => {
                    tracing::warn!("the gateway closed");
                    Ok(Ended::Broken)
                }
                Err(error) => broken(&error),
            },
            () = admission.refused() => {
                manager.shutdown_all().await;
                tracing::error!("Discord does not let the bot in; it is asked again later");
                Ok(Ended::Refused)
            }
            () = shutdown => {
                self.watch.leave();
                manager.shutdown_all().await;
                Ok(Ended::Asked)
            }
        }
    }
}

fn broken(error: &serenity::Error) -> Result<Ended, Left> {
    if let Some(left) = Left::because_of(error) {
        return Err(left);
    }
    tracing::warn!(%error, "the gateway cannot be reached");
    Ok(Ended::Broken)
}

/// Starts the shards, unless Discord is sure to refuse them: the library would ask for them for ever.
async fn run(client: &mut Client, shards: Shards) -> serenity::Result<()> {
    let Shards::Some { first, last, total } = shards else { return client.start_autosharded().await };
    let recommended = client.http.get_bot_gateway().await?.shards;
    if recommended > total {
        tracing::warn!(recommended, total, "Discord recommends more shards");
    }
    // It recommends one for every 1,000 servers and takes one for 2,500.
    if u64::from(recommended) * 1000 > u64::from(total) * 2500 {
        return Err(GatewayError::OverloadedShard.into());
    }
    client.start_shard_range(first..last, total).await
}
