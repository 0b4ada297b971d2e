//! What the bot needs to be allowed on Discord and for what, and what of it is missing somewhere: one list for the
//! invitation, for whether the bot writes by itself, and for whoever is told what is missing. Not here: the names of
//! permissions in every language, and what is done where one is missing (the adapter).

use serenity::all::Permissions;

/// Kinds of channels; <https://discord.com/developers/docs/resources/channel#channel-object-channel-types>.
pub(crate) mod kind {
    pub(crate) const TEXT: u8 = 0;
    pub(crate) const VOICE: u8 = 2;
    pub(crate) const NEWS: u8 = 5;
    pub(crate) const NEWS_THREAD: u8 = 10;
    pub(crate) const PUBLIC_THREAD: u8 = 11;
    pub(crate) const PRIVATE_THREAD: u8 = 12;
    pub(crate) const STAGE: u8 = 13;
}

/// Where an interaction is that is one of the bot's own conversations;
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-context-types>.
const WITH_THE_BOT: u8 = 1;

/// What an interaction says of where it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InteractionOrigin {
    /// Whether a server has let the bot in.
    pub(crate) is_installed: bool,
    /// In a server, with the bot, between people.
    pub(crate) context: Option<u8>,
    /// Whether the channel is one of a server.
    pub(crate) in_server: bool,
    /// The kind of channel.
    pub(crate) kind: Option<u8>,
    /// What the bot may do there.
    pub(crate) granted: Permissions,
}

/// A permission the bot has a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Without it there is nothing else.
    ViewChannel,
    /// Messages in channels.
    SendMessages,
    /// Messages in threads.
    SendMessagesInThreads,
    /// Words that are too long for a message, which otherwise come as a file.
    EmbedLinks,
    /// Pictures.
    AttachFiles,
    /// Threads of the bot.
    CreatePublicThreads,
    /// Answers to messages.
    ReadMessageHistory,
    /// Messages in the chats of voice and stage channels: without it they are as good as not there;
    /// <https://github.com/discord/discord-api-docs/pull/5111>.
    Connect,
}

impl Permission {
    /// In the order in which Discord lists them.
    pub const ALL: [Self; 8] = [
        Self::ViewChannel,
        Self::SendMessages,
        Self::SendMessagesInThreads,
        Self::CreatePublicThreads,
        Self::EmbedLinks,
        Self::AttachFiles,
        Self::ReadMessageHistory,
        Self::Connect,
    ];

    /// As Discord's interfaces know it.
    pub(crate) const fn flag(self) -> Permissions {
        match self {
            Self::ViewChannel => Permissions::VIEW_CHANNEL,
            Self::SendMessages => Permissions::SEND_MESSAGES,
            Self::SendMessagesInThreads => Permissions::SEND_MESSAGES_IN_THREADS,
            Self::EmbedLinks => Permissions::EMBED_LINKS,
            Self::AttachFiles => Permissions::ATTACH_FILES,
            Self::CreatePublicThreads => Permissions::CREATE_PUBLIC_THREADS,
            Self::ReadMessageHistory => Permissions::READ_MESSAGE_HISTORY,
            Self::Connect => Permissions::CONNECT,
        }
    }

    /// What the bot asks for where it is taken in: all it has a use for, and nothing else.
    pub(crate) fn invited() -> Permissions {
        Self::ALL.into_iter().fold(Permissions::empty(), |all, each| all | each.flag())
    }
}

/// How the bot came to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelAccess {
    /// It is a member of the server.
    Member,
    /// Somebody who has it for themselves uses it there: in a server, or in a conversation of theirs.
    Guest,
    /// It is its own conversation with somebody.
    Direct,
}

/// What the bot may do in a channel, as an interaction there says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelPermissions {
    /// How it came there.
    pub presence: ChannelAccess,
    thread: bool,
    /// Whether people also talk there.
    voice: bool,
    /// Whether the channel is of a kind that has threads of its own.
    has_threads: bool,
    granted: Permissions,
}

impl ChannelPermissions {
    /// With what an interaction brings along.
    pub(crate) fn new(origin: &InteractionOrigin) -> Self {
        let InteractionOrigin { is_installed, context, in_server, kind, granted } = *origin;
        let presence = match context {
            Some(WITH_THE_BOT) => ChannelAccess::Direct,
            _ if in_server && is_installed => ChannelAccess::Member,
            _ => ChannelAccess::Guest,
        };
        let thread = matches!(kind, Some(kind::PUBLIC_THREAD | kind::PRIVATE_THREAD | kind::NEWS_THREAD));
        let has_threads = matches!(kind, Some(kind::TEXT | kind::NEWS));
        let voice = matches!(kind, Some(kind::VOICE | kind::STAGE));
        Self { presence, thread, voice, has_threads, granted }
    }

    /// Whether the channel is a thread.
    pub fn in_thread(&self) -> bool {
        self.thread
    }

    /// Whether the bot could have threads here, were it allowed to.
    pub fn has_threads(&self) -> bool {
        self.has_threads
    }

    /// Whether one thing is allowed.
    pub fn has(&self, permission: Permission) -> bool {
        self.granted.administrator() || self.granted.contains(permission.flag())
    }

    /// What it takes to write here by itself.
    pub fn for_posting(&self) -> Vec<Permission> {
        let send = if self.thread { Permission::SendMessagesInThreads } else { Permission::SendMessages };
        let connect = self.voice.then_some(Permission::Connect);
        let written = [send, Permission::AttachFiles];
        [Permission::ViewChannel].into_iter().chain(connect).chain(written).collect()
    }

    /// Whether the bot may write here by itself.
    pub fn may_post(&self) -> bool {
        self.presence != ChannelAccess::Guest && self.missing().is_empty()
    }

    /// What a member of the server would have to be given before it may write here by itself.
    pub fn missing(&self) -> Vec<Permission> {
        if self.presence != ChannelAccess::Member {
            return Vec::new();
        }
        self.for_posting().into_iter().filter(|each| !self.has(*each)).collect()
    }

    /// Whether the bot may open threads here and write in them.
    pub fn may_open_threads(&self) -> bool {
        let needed = [Permission::CreatePublicThreads, Permission::SendMessagesInThreads];
        let may = needed.into_iter().all(|each| self.has(each));
        self.presence == ChannelAccess::Member && self.has_threads && self.may_post() && may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: [Permission; 3] =
        [Permission::ViewChannel, Permission::SendMessages, Permission::AttachFiles];

    fn rights(granted: Permissions, kind: u8) -> ChannelPermissions {
        let kind = Some(kind);
        ChannelPermissions::new(&InteractionOrigin {
            is_installed: true,
            context: Some(0),
            in_server: true,
            kind,
            granted,
        })
    }

    fn flags(permissions: &[Permission]) -> Permissions {
        permissions.iter().fold(Permissions::empty(), |all, each| all | each.flag())
    }

    #[test]
    fn whatever_is_needed_is_asked_for() {
        for kind in [kind::TEXT, kind::PUBLIC_THREAD] {
            let here = rights(Permission::invited(), kind);
            assert!(here.may_post(), "{kind:?}");
        }
        assert!(rights(Permission::invited(), kind::TEXT).may_open_threads());
        // The number that stands in the invitation; more than this nobody is asked for.
        assert_eq!(Permission::invited().bits(), 309_238_811_648);
    }

    #[test]
    fn each_missing_permission_keeps_the_bot_from_writing() {
        let all = flags(&PLAIN);
        assert!(rights(all, kind::TEXT).may_post());
        for missing in PLAIN {
            assert!(!rights(all - missing.flag(), kind::TEXT).may_post(), "{missing:?}");
        }
    }

    #[test]
    fn where_people_talk_the_bot_has_to_be_let_in() {
        let all = flags(&PLAIN);
        for kind in [kind::VOICE, kind::STAGE] {
            assert_eq!(rights(all, kind).missing(), [Permission::Connect], "{kind:?}");
            assert!(rights(all | Permissions::CONNECT, kind).may_post(), "{kind:?}");
        }
    }

    #[test]
    fn threads_have_a_permission_of_their_own() {
        let all = flags(&PLAIN);
        for kind in [kind::PUBLIC_THREAD, kind::PRIVATE_THREAD, kind::NEWS_THREAD] {
            assert!(!rights(all, kind).may_post(), "{kind:?}");
            let there = (all | Permissions::SEND_MESSAGES_IN_THREADS) - Permissions::SEND_MESSAGES;
            assert!(rights(there, kind).may_post(), "{kind:?}");
            assert!(!rights(Permission::invited(), kind).may_open_threads(), "{kind:?}");
        }
        assert!(!rights(Permission::invited(), kind::VOICE).may_open_threads());
        for missing in Permission::ALL.into_iter().filter(|each| {
            !matches!(each, Permission::EmbedLinks | Permission::ReadMessageHistory | Permission::Connect)
        }) {
            let some = rights(Permission::invited() - missing.flag(), kind::TEXT);
            assert!(!some.may_open_threads(), "{missing:?}");
        }
    }

    #[test]
    fn an_administrator_may_everything_and_a_guest_nothing() {
        assert!(rights(Permissions::ADMINISTRATOR, kind::TEXT).may_post());
        let (kind, granted) = (Some(kind::TEXT), Permissions::all());
        let guest =
            InteractionOrigin { is_installed: false, context: Some(0), in_server: true, kind, granted };
        let guest = ChannelPermissions::new(&guest);
        assert_eq!((guest.presence, guest.may_post()), (ChannelAccess::Guest, false));
        let granted = Permissions::empty();
        let direct = InteractionOrigin {
            is_installed: false,
            context: Some(1),
            in_server: false,
            kind: None,
            granted,
        };
        let direct = ChannelPermissions::new(&direct);
        assert_eq!((direct.presence, direct.may_post()), (ChannelAccess::Direct, true));
    }
}
