//! What the program has to do with Discord, in plain types.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use tokio::net::TcpListener;

use crate::{
    ChannelId, CommandDescription, DiscordMessage, DiscordUser, EventListener, GatewayExit, GatewayState,
    GuildChannels, GuildId, GuildMember, InteractionId, InvalidRequestCount, MessageId, MessageScope,
    RequestResult, ShardAssignment, ThreadState, UserId,
};

/// A boxed future: whoever awaits it is not compiled against the library.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Which application the bot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Its name.
    pub name: String,
    /// The address at which somebody takes it into a server, with the permissions it has a use for, where that is allowed.
    pub invitation: Option<String>,
    /// The address at which somebody takes it to wherever they are, for themselves, where that is allowed.
    pub own: Option<String>,
    /// Where Discord calls with interactions, which then do not come over the gateway.
    pub endpoint: Option<String>,
    /// Who can change its settings at Discord: its owner, or the owner of the team it belongs to.
    pub owner: Option<UserId>,
}

/// What time it is, in milliseconds since 1970.
pub type CalendarSource = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Resolves when so much time has passed, by the clock of whoever hands it in.
pub type SleepFn = Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>;

/// How what happens comes in.
pub enum EventSource {
    /// The bot stays connected.
    Gateway {
        /// With the shards it is allotted.
        shards: Arc<dyn ShardAssignment>,
        /// And is told of these messages.
        messages: MessageScope,
        /// So it waits before it tries again what went wrong.
        pause: SleepFn,
    },
    /// Discord calls, with interactions alone.
    Door {
        /// Where.
        door: TcpListener,
        /// A call that is too old is none.
        now: CalendarSource,
    },
}

/// The first answer to an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionAnswer<'a> {
    /// A message for everybody.
    Public(&'a DiscordMessage),
    /// A message for whoever acted.
    Private(&'a DiscordMessage),
    /// In place of the message whose control was used.
    InPlace(&'a DiscordMessage),
    /// The real answer follows, for whoever acted.
    Wait,
    /// Nothing: the message whose control was used stays as it is.
    Nothing,
    /// What an option could be.
    Completions(Vec<OptionCompletion>),
    /// A form that asks for a line of text. What was typed comes back as an interaction of its own.
    Form(&'a TextModal),
}

/// A form with one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextModal {
    /// What comes back with the text, of at most 100 characters.
    pub id: String,
    /// What stands above it, of at most 45.
    pub title: String,
    /// What is to be typed, of at most 45.
    pub label: String,
    /// What stands in the field while nothing does, of at most 100.
    pub placeholder: String,
    /// How many characters may be typed.
    pub most: u16,
}

/// Something an option could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionCompletion {
    /// What is shown.
    pub label: String,
    /// What the option becomes.
    pub value: String,
}

/// The way to Discord. What is asked with the bot's token waits its turn, all of it together; what is asked with an
/// interaction's token waits for nothing, and when Discord says "later", whoever asks hears how much later.
pub trait DiscordApi: Send + Sync + 'static {
    /// Which application the token belongs to; from then on requests are made in its name.
    fn identify(&self) -> BoxFuture<'_, RequestResult<Application>>;

    /// Whether this user is the bot, which has its application's id; not as long as that is not known.
    fn is_own(&self, user: UserId) -> bool;

    /// Tells what happens until `shutdown` resolves.
    ///
    /// # Errors
    ///
    /// Discord does not let the bot in, and will not.
    fn serve(
        &self,
        entrance: EventSource,
        listener: EventListener,
        shutdown: BoxFuture<'static, ()>,
    ) -> BoxFuture<'_, Result<(), GatewayExit>>;

    /// Whether there is a gateway, over which alone messages come.
    fn has_gateway(&self) -> bool;

    /// How the shards are; `None` where there are none, as Discord calls.
    fn gateway(&self) -> Option<GatewayState>;

    /// Whether Discord does not let the bot read all messages, whether it was to or not: it reads those that are for it.
    fn reads_less(&self) -> bool;

    /// Whether there is more to ask with the bot's token than may be asked, so that everything which can be done another
    /// way, or left undone, should be.
    fn is_crowded(&self) -> bool;

    /// Resolves when that is no longer so, or after so long.
    fn quiet(&self, at_most: Duration) -> BoxFuture<'_, ()>;

    /// From now on so many requests a second may be made with the bot's token; 50, unless others make some, too.
    fn grant(&self, a_second: u32);

    /// How many requests were made with the bot's token so far.
    fn asked(&self) -> u64;

    /// Whether so many requests are refused, for whatever reason, that fewer are made before Discord shuts the address out.
    fn strain(&self) -> Option<InvalidRequestCount>;

    /// How long Discord takes no requests with the bot's token, whichever process makes them; nothing while it takes some.
    fn stopped(&self) -> Option<Duration>;

    /// Another process was told that Discord takes none for so long.
    fn stop(&self, wait: Duration);

    /// Something shows that what was refused in a channel may be granted now: until then what was refused twice is not asked
    /// again.
    fn opened(&self, channel: ChannelId);

    /// A direct message arrived: this person's direct messages are open to the bot again.
    fn reached(&self, user: UserId);

    /// The channels with two refusals, in which requests are suspended.
    fn refused_in(&self) -> Vec<ChannelId>;

    /// The bot is in a server now, so that what was refused there may be granted.
    fn joined(&self, guild: GuildId);

    /// Brings the commands up to date, everywhere or in one server: these and no others. Nothing is changed where nothing
    /// differs. From then on messages mention the slash commands in them.
    fn register<'a>(
        &'a self,
        guild: Option<GuildId>,
        commands: &'a [CommandDescription],
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Posts a message in a channel the bot is in, once for each nonce, of at most 25 characters.
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<MessageId>>;

    /// The same as a reply to a message, whose author is not called for it.
    fn reply<'a>(
        &'a self,
        to: (ChannelId, MessageId),
        message: &'a DiscordMessage,
        nonce: &'a str,
    ) -> BoxFuture<'a, RequestResult<MessageId>>;

    /// Writes to one person.
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

    /// Takes the buttons and menus of a message away.
    fn strip(&self, channel: ChannelId, message: MessageId) -> BoxFuture<'_, RequestResult<()>>;

    /// Opens a thread under a message, or finds the one that is there.
    fn open_thread<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        name: &'a str,
    ) -> BoxFuture<'a, RequestResult<ChannelId>>;

    /// Takes somebody into a thread.
    fn add_to_thread(&self, thread: ChannelId, user: UserId) -> BoxFuture<'_, RequestResult<()>>;

    /// Wakes a thread that sleeps; says how it is then.
    fn wake_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<Option<ThreadState>>>;

    /// Keeps a thread in which a game begins for a week after each word in it.
    fn keep_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<()>>;

    /// Lets a thread go out of the way a day after the last word in it; whoever writes there opens it again.
    fn retire_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<()>>;

    /// Who a user is.
    fn user(&self, user: UserId) -> BoxFuture<'_, RequestResult<DiscordUser>>;

    /// The channels of a server and who sees them.
    fn guild_channels(&self, guild: GuildId) -> BoxFuture<'_, RequestResult<GuildChannels>>;

    /// A person's membership of a server; `None` for a person who is no member.
    fn guild_member(&self, guild: GuildId, user: UserId)
    -> BoxFuture<'_, RequestResult<Option<GuildMember>>>;

    /// The channel that a public thread belongs to, which those see who see the thread; nothing where it is no such thread.
    fn parent_of_thread(&self, thread: ChannelId) -> BoxFuture<'_, RequestResult<Option<ChannelId>>>;

    /// Members of a server whose names begin like this, at most so many.
    fn members<'a>(
        &'a self,
        guild: GuildId,
        beginning: &'a str,
        limit: u64,
    ) -> BoxFuture<'a, RequestResult<Vec<DiscordUser>>>;

    /// Answers an interaction for the first time; the message for everybody that came of it. One that Discord shows to
    /// whoever acted alone is a failure ([`Hidden`](crate::Failure::Hidden)), here and below.
    fn answer<'a>(
        &'a self,
        id: InteractionId,
        token: &'a str,
        answer: &'a InteractionAnswer<'a>,
    ) -> BoxFuture<'a, RequestResult<Option<MessageId>>>;

    /// The message for everybody with which an interaction was answered, when it is this one.
    fn answered_with<'a>(
        &'a self,
        token: &'a str,
        message: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<Option<MessageId>>>;

    /// Puts something in place of the first answer, or of this one.
    fn answer_instead<'a>(
        &'a self,
        token: &'a str,
        answer: Option<MessageId>,
        message: &'a DiscordMessage,
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Takes the first answer away, or this one.
    fn take_answer_back<'a>(
        &'a self,
        token: &'a str,
        answer: Option<MessageId>,
    ) -> BoxFuture<'a, RequestResult<()>>;

    /// Answers once more, for everybody or for whoever acted.
    fn answer_further<'a>(
        &'a self,
        token: &'a str,
        message: &'a DiscordMessage,
        is_private: bool,
    ) -> BoxFuture<'a, RequestResult<MessageId>>;

    /// Takes the buttons and menus of an answer away.
    fn strip_answer<'a>(&'a self, token: &'a str, message: MessageId) -> BoxFuture<'a, RequestResult<()>>;
}
