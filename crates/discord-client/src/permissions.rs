//! List of the permissions the bot uses on Discord, and which of them are missing in a channel: for
//! the install address, for whether the bot may post, and for reporting what is missing. Not here:
//! names of permissions in every language, and what is done without one (the adapter).

use serenity::all::Permissions;

/// Channel types;
/// <https://discord.com/developers/docs/resources/channel#channel-object-channel-types>.
pub(crate) mod kind {
    pub(crate) const TEXT: u8 = 0;
    pub(crate) const VOICE: u8 = 2;
    pub(crate) const NEWS: u8 = 5;
    pub(crate) const NEWS_THREAD: u8 = 10;
    pub(crate) const PUBLIC_THREAD: u8 = 11;
    pub(crate) const PRIVATE_THREAD: u8 = 12;
    pub(crate) const STAGE: u8 = 13;
}

/// Interaction context of the bot's own direct messages;
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-context-types>.
const WITH_THE_BOT: u8 = 1;

/// Where an interaction comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InteractionOrigin {
    /// Whether the bot is installed in the server.
    pub(crate) is_installed: bool,
    /// Context: a server, the bot's direct messages, or a conversation between people.
    pub(crate) context: Option<u8>,
    /// Whether the channel belongs to a server.
    pub(crate) in_server: bool,
    /// Channel type.
    pub(crate) kind: Option<u8>,
    /// The bot's permissions there.
    pub(crate) granted: Permissions,
}

/// A permission the bot uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Needed for everything else.
    ViewChannel,
    /// Messages in channels.
    SendMessages,
    /// Messages in threads.
    SendMessagesInThreads,
    /// Long texts, which otherwise are sent as a file.
    EmbedLinks,
    /// Pictures.
    AttachFiles,
    /// Threads started by the bot.
    CreatePublicThreads,
    /// Replies to messages.
    ReadMessageHistory,
    /// Messages in voice and stage channels, which are invisible without it;
    /// <https://github.com/discord/discord-api-docs/pull/5111>.
    Connect,
}

impl Permission {
    /// In Discord's order.
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

    /// Discord's flag.
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

    /// All flags the bot asks for when it is installed.
    pub(crate) fn invited() -> Permissions {
        Self::ALL.into_iter().fold(Permissions::empty(), |all, each| all | each.flag())
    }
}

/// How the bot has access to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelAccess {
    /// It is a member of the server.
    Member,
    /// A user installed it for themselves and uses it there.
    Guest,
    /// It is a direct message channel of the bot.
    Direct,
}

/// The bot's permissions in a channel, taken from an interaction there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelPermissions {
    /// How the bot has access.
    pub presence: ChannelAccess,
    thread: bool,
    /// Whether it is a voice or stage channel.
    voice: bool,
    /// Whether such a channel can have threads.
    has_threads: bool,
    granted: Permissions,
}

impl ChannelPermissions {
    /// Reads them from an interaction's origin.
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

    /// Whether such a channel can have threads.
    pub fn has_threads(&self) -> bool {
        self.has_threads
    }

    /// Whether a permission is granted.
    pub fn has(&self, permission: Permission) -> bool {
        self.granted.administrator() || self.granted.contains(permission.flag())
    }

    /// The permissions needed to post.
    pub fn for_posting(&self) -> Vec<Permission> {
        let send = if self.thread { Permission::SendMessagesInThreads } else { Permission::SendMessages };
        let connect = self.voice.then_some(Permission::Connect);
        let written = [send, Permission::AttachFiles];
        [Permission::ViewChannel].into_iter().chain(connect).chain(written).collect()
    }

    /// Whether the bot may post.
    pub fn may_post(&self) -> bool {
        self.presence != ChannelAccess::Guest && self.missing().is_empty()
    }

    /// The missing permissions for posting, where the bot is a member of the server.
    pub fn missing(&self) -> Vec<Permission> {
        if self.presence != ChannelAccess::Member {
            return Vec::new();
        }
        self.for_posting().into_iter().filter(|each| !self.has(*each)).collect()
    }

    /// Whether the bot may start threads and write in them.
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
