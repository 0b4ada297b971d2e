//! Enum of the events that Discord sends, in plain types: servers, threads, messages, edits,
//! interactions. Not here: how they are read (`gateway_events`, `interaction_payload`).

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use crate::{BoxFuture, ChannelId, ChannelPermissions, GuildId, InteractionId, MessageId, UserId};

/// Called with each event, in a task of its own.
pub type EventListener = Arc<dyn Fn(DiscordEvent) -> BoxFuture<'static, ()> + Send + Sync>;

/// An event. It may come more than once, and in any order.
#[derive(Clone, PartialEq, Eq)]
pub enum DiscordEvent {
    /// A command, component or form was used.
    Interaction(Interaction),
    /// An interaction whose payload cannot be read.
    UnreadableInteraction(UnreadableInteraction),
    /// A person wrote or edited a message.
    Message(UserMessage),
    /// A thread was changed or unarchived. Discord does not say by whom.
    ThreadChanged(ThreadState),
    /// A channel was changed, perhaps the bot's permissions in it.
    ChannelChanged(ChannelId),
    /// A channel or thread was deleted.
    ChannelDeleted(ChannelId),
    /// A server is unavailable, or the bot was removed from it.
    GuildLeft {
        /// The server.
        guild: GuildId,
        /// Whether the bot was removed.
        is_removal: bool,
    },
    /// Roles of a server or of one member were changed.
    RolesChanged {
        /// The server.
        guild: GuildId,
        /// The member, if it concerns one.
        member: Option<UserId>,
    },
    /// A server became available, at the start of a session: earlier changes were not reported.
    GuildAvailable {
        /// The server.
        guild: GuildId,
        /// Its active threads that the bot sees; its other threads are archived or deleted.
        threads: Vec<ThreadState>,
        /// The server itself.
        server: GuildSummary,
    },
    /// Discord grants or denies the message content intent.
    MessageAccess {
        /// Whether all messages are readable; otherwise only those for the bot.
        all: bool,
    },
    /// Status of the shards, reported periodically and after each change.
    ShardStatus {
        /// The number of shards of the whole bot.
        total: u32,
        /// Connected shards.
        up: BTreeSet<u32>,
        /// Shards that were connected and are not now.
        lost: BTreeSet<u32>,
        /// Shards that were not connected yet.
        waiting: BTreeSet<u32>,
    },
}

/// A server the bot is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildSummary {
    /// Its owner.
    pub owner: Option<UserId>,
    /// When the bot joined, in milliseconds since 1970.
    pub joined: Option<u64>,
    /// Its name.
    pub name: String,
    /// Its locale; `en-US` also where none was chosen.
    pub locale: String,
}

/// State of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadState {
    /// The thread.
    pub id: ChannelId,
    /// Its parent channel.
    pub parent: Option<ChannelId>,
    /// Whether it is archived: commands cannot be used there, and a message unarchives it.
    pub archived: bool,
    /// Whether it is locked: only moderators may write and unarchive.
    pub locked: bool,
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordUser {
    /// The user.
    pub id: UserId,
    /// Their name in the server or conversation.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
}

/// A command, component, form or autocompletion. It implements no `Debug`, as its token must not be
/// logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Interaction {
    /// Interaction id.
    pub id: InteractionId,
    /// Token for answers; the first one within three seconds.
    pub token: String,
    /// The channel.
    pub channel: ChannelId,
    /// The server, if it is in one.
    pub guild: Option<GuildId>,
    /// The user.
    pub user: DiscordUser,
    /// Whether the user moderates there.
    pub moderates: bool,
    /// Whether the user can change the bot's permissions there, or knows who can.
    pub manages: bool,
    /// The bot's permissions there.
    pub rights: ChannelPermissions,
    /// Whether answers of apps that are not installed in the server are visible to everybody.
    pub shows_guests: bool,
    /// The user's locale.
    pub locale: String,
    /// The server's locale; `en-US` also where none was chosen.
    pub guild_locale: Option<String>,
    /// Other users mentioned in it.
    pub named: Vec<DiscordUser>,
    /// What was used.
    pub wish: InteractionKind,
}

/// An interaction of which only id and token are readable. It implements no `Debug`, as its token
/// must not be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct UnreadableInteraction {
    /// Interaction id.
    pub id: InteractionId,
    /// Token for answers.
    pub token: String,
    /// The user's locale, if readable.
    pub locale: String,
}

/// What an interaction is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionKind {
    /// A slash command.
    Command {
        /// Its name.
        name: String,
        /// Its options by name.
        options: Vec<(String, OptionInput)>,
    },
    /// A command in the context menu of a user.
    UserMenu(UserId),
    /// A command in the context menu of a message.
    MessageMenu {
        /// The message's text.
        words: String,
    },
    /// A form was submitted.
    Submit {
        /// The form's id.
        id: String,
        /// The entered text.
        words: String,
    },
    /// A button or menu of a message.
    Press {
        /// The component's id.
        id: String,
        /// The selected entry of a menu.
        picked: Option<OptionInput>,
        /// Whether the message is ephemeral.
        private: bool,
    },
    /// Autocompletion of a command's option.
    Autocomplete {
        /// The command.
        command: String,
        /// The option.
        option: String,
        /// The text typed so far.
        typed: String,
    },
}

/// The value of an option or menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionInput {
    /// Text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A boolean.
    Flag(bool),
    /// A user.
    Person(UserId),
}

/// A message of a person that Discord lets the bot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserMessage {
    /// Message id.
    pub id: MessageId,
    /// The channel.
    pub channel: ChannelId,
    /// The server; none in a direct message.
    pub guild: Option<GuildId>,
    /// The author.
    pub author: DiscordUser,
    /// The text; empty where Discord withholds it although the bot's role is mentioned.
    pub content: String,
    /// Mentioned users, among them the author of the message it replies to, who need not be named
    /// in the text.
    pub mentions: Vec<DiscordUser>,
    /// The bot's user.
    pub own: UserId,
    /// The bot's own managed role, if it is mentioned.
    pub role: Option<u64>,
    /// The latest edit, if it is one.
    pub edit: Option<MessageEdit>,
}

/// An edit of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MessageEdit {
    /// When, in milliseconds since 1970. Discord repeats an edit when other fields of the message
    /// change.
    pub at: u64,
    /// Time between message and edit.
    pub after: Duration,
}

impl UserMessage {
    /// Whether it mentions the bot or the bot's own role.
    pub fn calls_bot(&self) -> bool {
        self.role.is_some() || self.mentions.iter().any(|user| user.id == self.own)
    }
}
