//! The gateway: shards that stay connected, and the interactions that come over them. Not here: what comes of those.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use serenity::{
    all::{Client, ClientBuilder, Context, EventHandler, GatewayIntents, Interaction, Ready},
    async_trait,
    gateway::{GatewayError, ShardManager},
    http::HttpBuilder,
};

use super::{
    Discord,
    arrival::Arrival,
    settings::{Secret, Shards},
};

/// How long to wait before connecting again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// Interactions come without any intent; nothing else is listened to.
const INTENTS: GatewayIntents = GatewayIntents::empty();

/// Why the gateway is left for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Left {
    /// The token is no longer one.
    #[error("Discord no longer accepts the token; set a new one and start again")]
    Token,
    /// Discord does not know these shards.
    #[error(
        "Discord does not accept these shards; set `shards = \"auto\"` or ask for more of them, and start again"
    )]
    Shards,
}

struct Handler(Arc<Discord>);

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        let shard = ready.shard.map_or(0, |shard| shard.id.0);
        tracing::info!(bot = %ready.user.name, shard, guilds = ready.guilds.len(), "connected to Discord");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        if let Some(arrival) = Arrival::read(interaction) {
            Arc::clone(&self.0).arrive(arrival).await;
        }
    }
}

/// Stays connected until `shutdown` resolves.
pub(super) async fn stay(
    discord: &Arc<Discord>,
    token: &Secret,
    client: &reqwest::Client,
    shards: Shards,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Left> {
    let mut shutdown = pin!(shutdown);
    let mut pause = FIRST_PAUSE;
    loop {
        let http = HttpBuilder::new(token.expose()).client(client.clone()).build();
        let connected = async {
            let client = ClientBuilder::new_with_http(http, INTENTS)
                .event_handler(Handler(Arc::clone(discord)))
                .await?;
            Ok::<Client, serenity::Error>(client)
        };
        let outcome = match connected.await {
            Ok(mut client) => {
                let manager = Arc::clone(&client.shard_manager);
                tokio::select! {
                    outcome = run(&mut client, shards) => outcome,
                    () = &mut shutdown => {
                        leave(&manager).await;
                        return Ok(());
                    }
                }
            }
            Err(error) => Err(error),
        };
        match outcome {
            Ok(()) => tracing::warn!("the gateway closed"),
            Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => return Err(Left::Token),
            Err(serenity::Error::Gateway(GatewayError::InvalidShardData | GatewayError::OverloadedShard)) => {
                return Err(Left::Shards);
            }
            Err(error) => tracing::warn!(%error, "the gateway cannot be reached"),
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
            () = &mut shutdown => return Ok(()),
        }
    }
}

async fn run(client: &mut Client, shards: Shards) -> serenity::Result<()> {
    match shards {
        Shards::Auto => client.start_autosharded().await,
        Shards::Some { first, last, total } => client.start_shard_range(first..last, total).await,
    }
}

async fn leave(manager: &ShardManager) {
    manager.shutdown_all().await;
}
