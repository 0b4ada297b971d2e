//! Trait `DiscordApi`, the client's interface: every call the program makes to Discord (connection,
//! commands, messages, threads, interactions), in plain types.

use std::{sync::Arc, time::Duration};

use tokio::net::TcpListener;

use crate::{
    Application, BoxFuture, CalendarSource, ChannelId, CommandDescription, DiscordMessage, DiscordUser,
    EventListener, GatewayExit, GatewayState, GuildChannels, GuildId, GuildMember, InteractionId,
    InvalidRequestCount, MessageId, MessageScope, RequestResult, ShardAssignment, SleepFn, ThreadState,
    UserId,
};

/// Where events come from.
pub enum EventSource {
    /// The gateway.
    Gateway {
        /// The shards of this process.
        shards: Arc<dyn ShardAssignment>,
        /// Which messages are received.
        messages: MessageScope,
        /// Sleeps between attempts.
        pause: SleepFn,
    },
    /// HTTP calls by Discord, with interactions alone.
    HttpEndpoint {
        /// Where calls arrive.
        door: TcpListener,
        /// The clock that a call's timestamp is compared with.
        now: CalendarSource,
    },
}

/// The first answer to an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionAnswer<'a> {
    /// A public message.
    Public(&'a DiscordMessage),
    /// An ephemeral message.
    Private(&'a DiscordMessage),
    /// Replaces the message with the used component.
    UpdateSource(&'a DiscordMessage),
    /// The answer follows later, as an ephemeral message.
    Deferred,
    /// Leaves the message with the used component as it is.
    Acknowledge,
    /// Suggestions of an autocompletion.
    Autocomplete(Vec<OptionCompletion>),
    /// A form with a text field. Its submission is an interaction of its own.
    Modal(&'a TextModal),
}

/// A form with one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextModal {
    /// Id that comes back with the text, of at most 100 characters.
    pub id: String,
    /// Title, of at most 45 characters.
    pub title: String,
    /// Label of the field, of at most 45 characters.
    pub label: String,
    /// Placeholder, of at most 100 characters.
    pub placeholder: String,
    /// Most characters of the text.
    pub most: u16,
}

/// A suggestion of an autocompletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionCompletion {
    /// The label people see.
    pub label: String,
    /// The option's value.
    pub value: String,
}

/// Discord's interface. Requests with the bot's token queue together; requests with an
/// interaction's token do not queue, and a rate limit is returned to the caller.
pub trait DiscordApi: Send + Sync + 'static {
    /// The application the token belongs to; later requests use its id.
    fn identify(&self) -> BoxFuture<'_, RequestResult<Application>>;

    /// Whether this user is the bot, whose id is its application's; `false` until that is known.
    fn is_own(&self, user: UserId) -> bool;

    /// Reports events until `shutdown` resolves.
    ///
    /// # Errors
    ///
    /// Discord refuses the bot for good.
    fn serve(
        &self,
        entrance: EventSource,
        listener: EventListener,
        shutdown: BoxFuture<'static, ()>,
    ) -> BoxFuture<'_, Result<(), GatewayExit>>;

    /// Whether the gateway is used, without which no messages arrive.
    fn has_gateway(&self) -> bool;

    /// Status of the shards; `None` without a gateway.
    fn gateway(&self) -> Option<GatewayState>;

    /// Whether Discord denies the message content intent: then only messages for the bot are
    /// readable.
    fn reads_less(&self) -> bool;

    /// Whether requests with the bot's token have to wait, so that optional ones should be left out
    /// or done another way.
    fn is_crowded(&self) -> bool;

    /// Resolves when requests need not wait, or after `at_most`.
    fn quiet(&self, at_most: Duration) -> BoxFuture<'_, ()>;

    /// Sets how many requests a second may be made with the bot's token; 50 unless other processes
    /// make some.
    fn grant(&self, a_second: u32);

    /// Requests made with the bot's token so far.
    fn asked(&self) -> u64;

    /// The count of invalid requests, once it is so high that requests are slowed down to avoid a
    /// block.
    fn strain(&self) -> Option<InvalidRequestCount>;

    /// Remaining time of a global rate limit on the bot's token, whichever process caused it.
    fn stopped(&self) -> Option<Duration>;

    /// Applies a global rate limit that another process met.
    fn stop(&self, wait: Duration);

    /// Forgets the permission denials of a channel, as they may have ended.
    fn opened(&self, channel: ChannelId);

    /// Forgets the permission denials of a user, who has just sent a direct message.
    fn reached(&self, user: UserId);

    /// Channels in which requests are suspended after two denials.
    fn refused_in(&self) -> Vec<ChannelId>;

    /// Forgets the permission denials of a server, which the bot has just joined.
    fn joined(&self, guild: GuildId);

    /// Makes the registered commands, everywhere or in one server, equal to these; no request where
    /// nothing differs. Messages mention slash commands from then on.
    fn register<'a>(
        &'a self,
        guild: Option<GuildId>,
        commands: &'a [CommandDescription],
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Posts a message, once for each nonce of at most 25 characters.
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<MessageId>>;

    /// Posts a reply that does not ping the author of the message.
    fn reply<'a>(
        &'a self,
        to: (ChannelId, MessageId),
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<MessageId>>;

    /// Sends a direct message.
    fn write_to<'a>(
        &'a self,
        user: UserId,
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Edits a message of the bot.
    fn change<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        outgoing: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Removes buttons and menus of a message.
    fn strip(&self, channel: ChannelId, message: MessageId) -> BoxFuture<'_, RequestResult<()>>;

    /// Starts a thread from a message, or returns the existing one.
    fn open_thread<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        name: &'a str,
    ) -> BoxFuture<'a, RequestResult<ChannelId>>;

    /// Adds a user to a thread.
    fn add_to_thread(&self, thread: ChannelId, user: UserId) -> BoxFuture<'_, RequestResult<()>>;

    /// Unarchives a thread; its state afterwards.
    fn wake_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<Option<ThreadState>>>;

    /// Archives the thread after a week without messages, for a running game.
    fn keep_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<()>>;

    /// Archives the thread after a day without messages; a message unarchives it.
    fn retire_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<()>>;

    /// Fetches a user.
    fn user(&self, user: UserId) -> BoxFuture<'_, RequestResult<DiscordUser>>;

    /// Fetches a server's channels and permissions.
    fn guild_channels(&self, guild: GuildId) -> BoxFuture<'_, RequestResult<GuildChannels>>;

    /// Fetches a member of a server; `None` for a user who is not one.
    fn guild_member(&self, guild: GuildId, user: UserId)
    -> BoxFuture<'_, RequestResult<Option<GuildMember>>>;

    /// The parent channel of a public thread, whose viewers see the thread; `None` for any other
    /// channel.
    fn parent_of_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<Option<ChannelId>>>;

    /// Members of a server whose names begin so, at most `limit`.
    fn members<'a>(
        &'a self,
        guild: GuildId,
        beginning: &'a str,
        limit: u64,
    ) -> BoxFuture<'a, RequestResult<Vec<DiscordUser>>>;

    /// Sends the first answer; the id of its public message, if any. A public answer that Discord
    /// shows to its user alone is an error
    /// ([`ShownPrivately`](crate::RequestError::ShownPrivately)), here and below.
    fn answer<'a>(
        &'a self,
        id: InteractionId,
        token: &'a str,
        answer: &'a InteractionAnswer<'a>,
    ) -> BoxFuture<'a, RequestResult<Option<MessageId>>>;

    /// The id of the first answer, if it is this public message.
    fn answered_with<'a>(
        &'a self,
        token: &'a str,
        message: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<Option<MessageId>>>;

    /// Edits the first answer, or this one.
    fn answer_instead<'a>(
        &'a self,
        token: &'a str,
        answer: Option<MessageId>,
        message: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Deletes the first answer, or this one.
    fn take_answer_back<'a>(
        &'a self,
        token: &'a str,
        answer: Option<MessageId>,
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Sends a follow-up, public or ephemeral.
    fn answer_further<'a>(
        &'a self,
        token: &'a str,
        message: &'a DiscordMessage,
        is_private: bool,
    ) -> BoxFuture<'a, RequestResult<MessageId>>;

    /// Removes buttons and menus of an answer.
    fn strip_answer<'a>(&'a self, token: &'a str, message: MessageId) -> BoxFuture<'a, RequestResult<()>>;
}
