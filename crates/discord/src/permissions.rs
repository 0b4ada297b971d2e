//! What the bot needs to be allowed on Discord and for what, and what of it is missing somewhere: one list for the
//! invitation, for whether the bot writes by itself, and for whoever is told what is missing. Not here: the names of
//! permissions in every language, and what is done where one is missing (the adapter).

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType, InteractionContext, Permissions,
};

/// A permission the bot has a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Without it there is nothing else.
    ViewChannel,
    /// Messages in channels.
    SendMessages,
    /// Messages in threads.
    SendMessagesInThreads,
    /// Words that are too long for a message.
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
pub enum Presence {
    /// It is a member of the server.
    Member,
    /// Somebody who has it for themselves uses it there: in a server, or in a conversation of theirs.
    Guest,
    /// It is its own conversation with somebody.
    Direct,
}

/// What the bot may do in a channel, as an interaction there says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// How it came there.
    pub presence: Presence,
    thread: bool,
    /// Whether people also talk there.
    voice: bool,
    /// Whether the channel is of a kind that has threads of its own.
    has_threads: bool,
    granted: Permissions,
}

impl Rights {
    /// With what an interaction brings along; `in_server` when its channel is one of a server.
    pub(crate) fn new(
        owners: &AuthorizingIntegrationOwners,
        context: Option<&InteractionContext>,
        in_server: bool,
        kind: Option<ChannelType>,
        granted: Option<Permissions>,
    ) -> Self {
        let installed =
            owners.0.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_))));
        let presence = match context {
            Some(InteractionContext::BotDm) => Presence::Direct,
            _ if in_server && installed => Presence::Member,
            _ => Presence::Guest,
        };
        let thread = matches!(
            kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
        );
        let has_threads = matches!(kind, Some(ChannelType::Text | ChannelType::News));
        let voice = matches!(kind, Some(ChannelType::Voice | ChannelType::Stage));
        Self { presence, thread, voice, has_threads, granted: granted.unwrap_or_default() }
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
        let written = [send, Permission::EmbedLinks, Permission::AttachFiles];
        [Permission::ViewChannel].into_iter().chain(connect).chain(written).collect()
    }

    /// Whether the bot may write here by itself.
    pub fn may_post(&self) -> bool {
        self.presence != Presence::Guest && self.missing().is_empty()
    }

    /// What a member of the server would have to be given before it may write here by itself.
    pub fn missing(&self) -> Vec<Permission> {
        if self.presence != Presence::Member {
            return Vec::new();
        }
        self.for_posting().into_iter().filter(|each| !self.has(*each)).collect()
    }

    /// Whether the bot may open threads here and write in them.
    pub fn may_open_threads(&self) -> bool {
        let needed = [Permission::CreatePublicThreads, Permission::SendMessagesInThreads];
        let may = needed.into_iter().all(|each| self.has(each));
        self.presence == Presence::Member && self.has_threads && self.may_post() && may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: [Permission; 4] =
        [Permission::ViewChannel, Permission::SendMessages, Permission::EmbedLinks, Permission::AttachFiles];

    fn rights(granted: Permissions, kind: ChannelType) -> Rights {
        let guild = AuthorizingIntegrationOwner::GuildInstall(Some(serenity::all::GuildId::new(5)));
        let owners = AuthorizingIntegrationOwners(vec![guild]);
        Rights::new(&owners, Some(&InteractionContext::Guild), true, Some(kind), Some(granted))
    }

    fn flags(permissions: &[Permission]) -> Permissions {
        permissions.iter().fold(Permissions::empty(), |all, each| all | each.flag())
    }

    #[test]
    fn whatever_is_needed_is_asked_for() {
        for kind in [ChannelType::Text, ChannelType::PublicThread] {
            let here = rights(Permission::invited(), kind);
            assert!(here.may_post(), "{kind:?}");
        }
        assert!(rights(Permission::invited(), ChannelType::Text).may_open_threads());
        // The number that stands in the invitation; more than this nobody is asked for.
        assert_eq!(Permission::invited().bits(), 309_238_811_648);
    }

    #[test]
    fn each_missing_permission_keeps_the_bot_from_writing() {
        let all = flags(&PLAIN);
        assert!(rights(all, ChannelType::Text).may_post());
        for missing in PLAIN {
            assert!(!rights(all - missing.flag(), ChannelType::Text).may_post(), "{missing:?}");
        }
    }

    #[test]
    fn where_people_talk_the_bot_has_to_be_let_in() {
        let all = flags(&PLAIN);
        for kind in [ChannelType::Voice, ChannelType::Stage] {
            assert_eq!(rights(all, kind).missing(), [Permission::Connect], "{kind:?}");
            assert!(rights(all | Permissions::CONNECT, kind).may_post(), "{kind:?}");
        }
    }

    #[test]
    fn threads_have_a_permission_of_their_own() {
        let all = flags(&PLAIN);
        for kind in [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread] {
            assert!(!rights(all, kind).may_post(), "{kind:?}");
            let there = (all | Permissions::SEND_MESSAGES_IN_THREADS) - Permissions::SEND_MESSAGES;
            assert!(rights(there, kind).may_post(), "{kind:?}");
            assert!(!rights(Permission::invited(), kind).may_open_threads(), "{kind:?}");
        }
        assert!(!rights(Permission::invited(), ChannelType::Voice).may_open_threads());
        for missing in Permission::ALL
            .into_iter()
            .filter(|each| !matches!(each, Permission::ReadMessageHistory | Permission::Connect))
        {
            let some = rights(Permission::invited() - missing.flag(), ChannelType::Text);
            assert!(!some.may_open_threads(), "{missing:?}");
        }
    }

    #[test]
    fn an_administrator_may_everything_and_a_guest_nothing() {
        assert!(rights(Permissions::ADMINISTRATOR, ChannelType::Text).may_post());
        let somebody = AuthorizingIntegrationOwner::UserInstall(serenity::all::UserId::new(5));
        let owners = AuthorizingIntegrationOwners(vec![somebody]);
        let (kind, all) = (Some(ChannelType::Text), Some(Permissions::all()));
        let guest = Rights::new(&owners, Some(&InteractionContext::Guild), true, kind, all);
        assert_eq!((guest.presence, guest.may_post()), (Presence::Guest, false));
        let direct = Rights::new(&owners, Some(&InteractionContext::BotDm), false, None, None);
        assert_eq!((direct.presence, direct.may_post()), (Presence::Direct, true));
    }
}
