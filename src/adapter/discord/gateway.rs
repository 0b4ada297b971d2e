//! The gateway: shards that stay connected, and the interactions and messages that come over them. Not here: what comes
//! of those.

use std::{
    future::Future,
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use serenity::{
    all::{
        Client, ClientBuilder, Context, EventHandler, GatewayIntents, Interaction, Message, Ready,
        ShardStageUpdateEvent,
    },
    async_trait,
    gateway::{ConnectionStage, GatewayError, ShardManager},
    http::{Http, HttpBuilder},
};

use super::{
    Discord,
    admission::Admission,
    arrival::Arrival,
    settings::{Messages, Secret, Shards},
};

/// How long to wait before connecting again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// The same when shards were not let in: few enough attempts a day that Discord does not take the token away.
const REFUSED_PAUSE: Duration = Duration::from_secs(15 * 60);

/// What is listened to. Interactions come without any intent; of messages Discord tells the words where they are for the
/// bot, and all words only with the privileged intent.
fn intents(messages: Messages) -> GatewayIntents {
    let written = GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    match messages {
        Messages::None => GatewayIntents::empty(),
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

/// The shards of this process, once they are started.
#[derive(Default)]
pub(super) struct Line(Mutex<Option<Arc<ShardManager>>>);

/// How the shards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineState {
    /// How many are connected.
    pub(super) up: usize,
    pub(super) all: usize,
    /// How long Discord takes to answer the slowest of them, once that is known.
    pub(super) latency: Option<Duration>,
}

impl Line {
    fn take(&self, manager: &Arc<ShardManager>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(manager));
    }

    /// Whether there is a gateway.
    pub(super) fn is_there(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// How the shards are; `None` where there are none, as Discord calls.
    pub(super) async fn state(&self) -> Option<LineState> {
        let manager = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let runners = manager.runners.lock().await;
        let up = runners.values().filter(|runner| runner.stage == ConnectionStage::Connected);
        let latency = runners.values().filter_map(|runner| runner.latency).max();
        Some(LineState { up: up.count(), all: runners.len(), latency })
    }
}

struct Handler {
    discord: Arc<Discord>,
    admission: Arc<Admission>,
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        // It is the same at every time.
        let _ = self.discord.own.set(ready.user.id);
        let shard = ready.shard.map_or(0, |shard| shard.id.0);
        tracing::info!(bot = %ready.user.name, shard, guilds = ready.guilds.len(), "connected to Discord");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        if let Some(arrival) = Arrival::read(interaction) {
            Arc::clone(&self.discord).arrive(arrival).await;
        }
    }

    async fn message(&self, _: Context, message: Message) {
        Arc::clone(&self.discord).hear(message).await;
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        self.admission.note(event.shard_id, event.new);
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

/// Stays connected until `shutdown` resolves.
pub(super) async fn stay(
    discord: &Arc<Discord>,
    token: &Secret,
    client: &adoube_discord::Client,
    shards: Shards,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Left> {
    let mut shutdown = pin!(shutdown);
    let mut pause = FIRST_PAUSE;
    loop {
        let http = HttpBuilder::new(token.expose()).client(client.clone()).build();
        let began = Instant::now();
        match connect(discord, http, shards, shutdown.as_mut()).await? {
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
    discord: &Arc<Discord>,
    http: Http,
    shards: Shards,
    shutdown: Pin<&mut impl Future<Output = ()>>,
) -> Result<Ended, Left> {
    let admission = Arc::new(Admission::default());
    let handler = Handler { discord: Arc::clone(discord), admission: Arc::clone(&admission) };
    let wanted = intents(discord.settings.messages);
    let mut client = match ClientBuilder::new_with_http(http, wanted).event_handler(handler).await {
        Ok(client) => client,
        Err(error) => return broken(&error),
    };
    let manager = Arc::clone(&client.shard_manager);
    discord.line.take(&manager);
    tokio::select! {
        outcome = run(&mut client, shards) => match outcome {
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
            manager.shutdown_all().await;
            Ok(Ended::Asked)
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
