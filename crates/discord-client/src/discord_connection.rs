//! Implementation of `DiscordApi`: it passes calls on to the REST client, the interaction client,
//! the gateway and the HTTP endpoint.

use std::{
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use reqwest::Client;
use serenity::{all::ApplicationFlags, interactions_endpoint::Verifier};

use crate::{
    Application, BoxFuture, ChannelId, ClientError, CommandDescription, DiscordApi, DiscordMessage,
    DiscordUser, EventListener, EventSource, GatewayExit, GatewayState, GuildChannels, GuildId, GuildMember,
    InteractionAnswer, InteractionId, InvalidRequestCount, MessageId, RequestResult, ThreadState, UserId,
    application::{ApplicationInfo, BotApplicationId},
    command_registration,
    gateway::{Gateway, GatewayOptions},
    installation::Installations,
    interaction_endpoint::{self, CallHandler},
    interactions::InteractionClient,
    invalid_request_limiter::InvalidRequestLimiter,
    mentions::CommandMentions,
    rest_client::RestClient,
    wire,
};

/// Time limit of one HTTP request.
const EXCHANGE: Duration = Duration::from_secs(20);

/// The HTTP client for Discord.
///
/// # Errors
///
/// The TLS backend cannot be initialised.
pub fn client() -> Result<Client, ClientError> {
    Client::builder().use_rustls_tls().timeout(EXCHANGE).build()
}

/// A client with this token. It makes no request yet.
pub fn connect(token: &str, client: &Client) -> Arc<dyn DiscordApi> {
    let address = Arc::<InvalidRequestLimiter>::default();
    let own = BotApplicationId::default();
    let rest = Arc::new(RestClient::new(token, client, Arc::clone(&address), Arc::clone(&own)));
    let mentions = Arc::<CommandMentions>::default();
    Arc::new(DiscordConnection {
        interactions: InteractionClient::new(client.clone(), address, own, Arc::clone(&mentions)),
        gateway: Gateway::new(token, Arc::clone(&rest)),
        rest,
        verifier: Arc::default(),
        installations: Mutex::default(),
        mentions,
    })
}

struct DiscordConnection {
    /// Requests with the bot's token.
    rest: Arc<RestClient>,
    /// Requests with an interaction's token.
    interactions: InteractionClient,
    gateway: Gateway,
    /// Verifies calls with the application's public key, once it is known.
    verifier: Arc<OnceLock<Verifier>>,
    /// As the application's settings were when they were last fetched.
    installations: Mutex<Installations>,
    /// Commands that messages can mention.
    mentions: Arc<CommandMentions>,
}

impl DiscordConnection {
    fn installations(&self) -> Installations {
        self.installations.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The application in plain types.
fn described(application: &ApplicationInfo, installations: &Installations) -> Application {
    Application {
        invitation: installations.invitation(application),
        own: installations.own(application),
        endpoint: application.endpoint(),
        owner: application.owner(),
        name: application.name(),
    }
}

impl DiscordApi for DiscordConnection {
    fn identify(&self) -> BoxFuture<'_, RequestResult<Application>> {
        Box::pin(async {
            let application = self.rest.identify().await?;
            if let Some(verifier) = interaction_endpoint::verifier(&application.verify_key) {
                // The key never changes.
                let _ = self.verifier.set(verifier);
            } else {
                tracing::warn!("the application's key cannot be read");
            }
            if let Some(flags) = application.flags {
                self.gateway.is_granted(ApplicationFlags::from_bits_truncate(flags));
            }
            let installations = Installations::of(&application);
            *self.installations.lock().unwrap_or_else(PoisonError::into_inner) = installations.clone();
            Ok(described(&application, &installations))
        })
    }

    fn is_own(&self, user: UserId) -> bool {
        self.rest.is_own(user)
    }

    fn serve(
        &self,
        entrance: EventSource,
        listener: EventListener,
        shutdown: BoxFuture<'static, ()>,
    ) -> BoxFuture<'_, Result<(), GatewayExit>> {
        match entrance {
            EventSource::Gateway { shards: allotment, messages, pause } => {
                Box::pin(self.gateway.stay(GatewayOptions { allotment, messages, pause, listener }, shutdown))
            }
            EventSource::HttpEndpoint { door, now } => {
                let verifier = Arc::clone(&self.verifier);
                let answering =
                    CallHandler { verifier, listener, now, reasons: Arc::default(), refused: Arc::default() };
                Box::pin(async {
                    interaction_endpoint::answer(door, answering, shutdown).await;
                    Ok(())
                })
            }
        }
    }

    fn has_gateway(&self) -> bool {
        self.gateway.is_used()
    }

    fn gateway(&self) -> Option<GatewayState> {
        self.gateway.state()
    }

    fn reads_less(&self) -> bool {
        self.gateway.reads_less()
    }

    fn is_crowded(&self) -> bool {
        self.rest.is_crowded()
    }

    fn quiet(&self, at_most: Duration) -> BoxFuture<'_, ()> {
        Box::pin(self.rest.quiet(at_most))
    }

    fn grant(&self, a_second: u32) {
        self.rest.grant(a_second);
    }

    fn asked(&self) -> u64 {
        self.rest.asked()
    }

    fn strain(&self) -> Option<InvalidRequestCount> {
        self.rest.strain()
    }

    fn stopped(&self) -> Option<Duration> {
        self.rest.stopped()
    }

    fn stop(&self, wait: Duration) {
        self.rest.stop(wait);
    }

    fn opened(&self, channel: ChannelId) {
        self.rest.opened(channel);
    }

    fn reached(&self, user: UserId) {
        self.rest.reached(user);
    }

    fn refused_in(&self) -> Vec<ChannelId> {
        self.rest.refused_in()
    }

    fn joined(&self, guild: GuildId) {
        self.rest.joined(guild);
    }

    fn register<'a>(
        &'a self,
        guild: Option<GuildId>,
        commands: &'a [CommandDescription],
    ) -> BoxFuture<'a, RequestResult<()>> {
        Box::pin(async move {
            let installations = self.installations();
            let names = command_registration::register(&self.rest, guild, commands, &installations).await?;
            self.mentions.note(guild, names);
            Ok(())
        })
    }

    fn post<'a>(
        &'a self,
        channel: ChannelId,
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<MessageId>> {
        Box::pin(self.rest.post(channel, self.mentions.linked_form(wire::message(message, nonce)), message))
    }

    fn reply<'a>(
        &'a self,
        to: (ChannelId, MessageId),
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<MessageId>> {
        Box::pin(self.rest.post(to.0, self.mentions.linked_form(wire::reply(message, to, nonce)), message))
    }

    fn write_to<'a>(
        &'a self,
        user: UserId,
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<()>> {
        Box::pin(self.rest.write_to(user, self.mentions.linked_form(wire::message(message, nonce)), message))
    }

    fn change<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        outgoing: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<()>> {
        Box::pin(self.rest.change(
            channel,
            message,
            self.mentions.linked_form(wire::form(outgoing)),
            outgoing,
        ))
    }

    fn strip(&self, channel: ChannelId, message: MessageId) -> BoxFuture<'_, RequestResult<()>> {
        Box::pin(self.rest.strip(channel, message))
    }

    fn open_thread<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        name: &'a str,
    ) -> BoxFuture<'a, RequestResult<ChannelId>> {
        Box::pin(self.rest.open_thread(channel, message, name))
    }

    fn add_to_thread(&self, thread: ChannelId, user: UserId) -> BoxFuture<'_, RequestResult<()>> {
        Box::pin(self.rest.add_to_thread(thread, user))
    }

    fn wake_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<Option<ThreadState>>> {
        Box::pin(self.rest.wake_thread(thread))
    }

    fn keep_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<()>> {
        Box::pin(self.rest.keep_thread(thread))
    }

    fn retire_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<()>> {
        Box::pin(self.rest.retire_thread(thread))
    }

    fn user(&self, user: UserId) -> BoxFuture<'_, RequestResult<DiscordUser>> {
        Box::pin(self.rest.user(user))
    }

    fn guild_channels(&self, guild: GuildId) -> BoxFuture<'_, RequestResult<GuildChannels>> {
        Box::pin(self.rest.guild_channels(guild))
    }

    fn guild_member(
        &self,
        guild: GuildId,
        user: UserId,
    ) -> BoxFuture<'_, RequestResult<Option<GuildMember>>> {
        Box::pin(self.rest.guild_member(guild, user))
    }

    fn parent_of_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<Option<ChannelId>>> {
        Box::pin(self.rest.parent_of_thread(thread))
    }

    fn members<'a>(
        &'a self,
        guild: GuildId,
        beginning: &'a str,
        limit: u64,
    ) -> BoxFuture<'a, RequestResult<Vec<DiscordUser>>> {
        Box::pin(self.rest.members(guild, beginning, limit))
    }

    fn answer<'a>(
        &'a self,
        id: InteractionId,
        token: &'a str,
        answer: &'a InteractionAnswer<'a>,
    ) -> BoxFuture<'a, RequestResult<Option<MessageId>>> {
        Box::pin(self.interactions.answer(id, token, answer))
    }

    fn answered_with<'a>(
        &'a self,
        token: &'a str,
        message: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<Option<MessageId>>> {
        Box::pin(self.interactions.answered_with(token, message))
    }

    fn answer_instead<'a>(
        &'a self,
        token: &'a str,
        answer: Option<MessageId>,
        message: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<()>> {
        Box::pin(self.interactions.answer_instead(token, answer, message))
    }

    fn take_answer_back<'a>(
        &'a self,
        token: &'a str,
        answer: Option<MessageId>,
    ) -> BoxFuture<'a, RequestResult<()>> {
        Box::pin(self.interactions.take_answer_back(token, answer))
    }

    fn answer_further<'a>(
        &'a self,
        token: &'a str,
        message: &'a DiscordMessage,
        is_private: bool,
    ) -> BoxFuture<'a, RequestResult<MessageId>> {
        Box::pin(self.interactions.answer_further(token, message, is_private))
    }

    fn strip_answer<'a>(&'a self, token: &'a str, message: MessageId) -> BoxFuture<'a, RequestResult<()>> {
        Box::pin(self.interactions.strip(token, message))
    }
}
