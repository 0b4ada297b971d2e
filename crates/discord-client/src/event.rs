//! What happens on Discord, as far as the bot is told, in plain types. Not here: how it is read (`reading`).

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use crate::{BoxFuture, ChannelId, ChannelPermissions, GuildId, InteractionId, MessageId, UserId};

/// What is done when something happens. Nothing else waits for it.
pub type EventListener = Arc<dyn Fn(DiscordEvent) -> BoxFuture<'static, ()> + Send + Sync>;

/// Something that happened. It may be told more than once, and in any order.
#[derive(Clone, PartialEq, Eq)]
pub enum DiscordEvent {
    /// Somebody used the bot.
    Interaction(Interaction),
    /// An interaction whose payload cannot be read.
    Unread(UnreadableInteraction),
    /// Somebody wrote a message.
    Said(Said),
    /// A thread was changed, or is there again. Discord does not say who did it, nor whether anybody did.
    Thread(ThreadState),
    /// Something about a channel was changed, perhaps what the bot is allowed there.
    Changed(ChannelId),
    /// A channel or a thread is not there any more.
    Gone(ChannelId),
    /// A server is out of reach, or the bot was removed from it.
    ServerGone {
        /// Which server.
        guild: GuildId,
        /// Whether the bot was removed.
        is_removal: bool,
    },
    /// Roles were changed: those of a server, or of a member of it.
    Permitted {
        /// Which server.
        guild: GuildId,
        /// Whose roles, if it is about one member.
        member: Option<UserId>,
    },
    /// The threads of a server that are awake when a session begins: of what happened before it nobody was told.
    Awake {
        /// Which server.
        guild: GuildId,
        /// All of them that the bot sees; others of its threads sleep, or are gone.
        threads: Vec<ThreadState>,
        /// What else is told of the server.
        server: GuildSummary,
    },
    /// Discord lets the bot read all messages where it was to, or does not and it reads those that are for it.
    Reads {
        /// Whether it does.
        all: bool,
    },
    /// How the connection stands. It is told again and again, also when nothing has changed.
    Shards {
        /// Of how many shards those of this process are.
        total: u32,
        /// Those that are connected.
        up: BTreeSet<u32>,
        /// Those that were and are not now.
        lost: BTreeSet<u32>,
        /// Those that were not connected yet.
        waiting: BTreeSet<u32>,
    },
}

/// A server, as Discord describes it to a bot that is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildSummary {
    /// Who owns it.
    pub owner: Option<UserId>,
    /// When the bot was taken in, in milliseconds since 1970.
    pub joined: Option<u64>,
    /// What it is called.
    pub name: String,
    /// The language it has chosen; `en-US` also where nobody has chosen one.
    pub locale: String,
}

/// How a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadState {
    /// Which.
    pub id: ChannelId,
    /// The channel it belongs to.
    pub parent: Option<ChannelId>,
    /// Whether it sleeps: nobody can use commands there, and whatever is written wakes it.
    pub archived: bool,
    /// Whether only moderators may write there and wake it.
    pub locked: bool,
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordUser {
    /// Who.
    pub id: UserId,
    /// The name they have where they were met.
    pub name: String,
    /// Whether it is a program.
    pub bot: bool,
}

/// Somebody used a command, a button or a menu, or is about to. It is not for logs: its token would be in them.
#[derive(Clone, PartialEq, Eq)]
pub struct Interaction {
    /// Its id.
    pub id: InteractionId,
    /// With it the interaction is answered; the first time within three seconds.
    pub token: String,
    /// Where.
    pub channel: ChannelId,
    /// In which server, if it is one.
    pub guild: Option<GuildId>,
    /// Who.
    pub user: DiscordUser,
    /// Whether they keep order there.
    pub moderates: bool,
    /// Whether they can change what the bot is allowed there, or know who can.
    pub manages: bool,
    /// What the bot may do there.
    pub rights: ChannelPermissions,
    /// Whether everybody there sees what apps that are no members of the server answer them.
    pub shows_guests: bool,
    /// The language of their Discord.
    pub locale: String,
    /// The language of the server; `en-US` also where nobody has chosen one.
    pub guild_locale: Option<String>,
    /// Others who are named in it.
    pub named: Vec<DiscordUser>,
    /// What they want.
    pub wish: InteractionKind,
}

/// An interaction of which no more can be read. It is not for logs: its token would be in them.
#[derive(Clone, PartialEq, Eq)]
pub struct UnreadableInteraction {
    /// Its id.
    pub id: InteractionId,
    /// With it the interaction is answered.
    pub token: String,
    /// The language of their Discord, if that could be read.
    pub locale: String,
}

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionKind {
    /// A command.
    Command {
        /// Which.
        name: String,
        /// What they said with it, each with the option's name.
        options: Vec<(String, OptionInput)>,
    },
    /// A command in the menu of a person.
    OnPerson(UserId),
    /// A command in the menu of a message.
    OnMessage {
        /// What the message says.
        words: String,
    },
    /// A form was filled in and sent.
    Submit {
        /// Its id.
        id: String,
        /// What was typed.
        words: String,
    },
    /// A button or menu of a message.
    Press {
        /// Its id.
        id: String,
        /// What was picked from a menu.
        picked: Option<OptionInput>,
        /// Whether nobody else sees that message.
        private: bool,
    },
    /// How an option of a command could go on.
    Completions {
        /// The command.
        command: String,
        /// The option.
        option: String,
        /// What stands there so far.
        typed: String,
    },
}

/// What somebody gave for an option, or picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionInput {
    /// Words.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Somebody.
    Person(UserId),
}

/// A message that a person wrote and Discord lets the bot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its id.
    pub id: MessageId,
    /// Where.
    pub channel: ChannelId,
    /// In which server; in none where the bot is alone with somebody.
    pub guild: Option<GuildId>,
    /// Who.
    pub author: DiscordUser,
    /// The words, as Discord writes them; empty where it keeps them to itself although the bot's role is called.
    pub content: String,
    /// Who is called by it. The author of a message it answers is, without being named in the words.
    pub mentions: Vec<DiscordUser>,
    /// The bot itself.
    pub own: UserId,
    /// The role that is the bot's alone and has its name, where that is called.
    pub role: Option<u64>,
    /// When the words were changed last, where this is told of a change.
    pub edit: Option<MessageEdit>,
}

/// An edit of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MessageEdit {
    /// When, in milliseconds since 1970. Discord tells of the same change again when other things about a message change.
    pub at: u64,
    /// How long after the message was written.
    pub after: Duration,
}

impl Said {
    /// Whether it calls the bot, or the role that is the bot's alone.
    pub fn calls_bot(&self) -> bool {
        self.role.is_some() || self.mentions.iter().any(|user| user.id == self.own)
    }
}
