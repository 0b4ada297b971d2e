//! Enum of the sentences about Discord itself, and their texts in every language, from
//! `discord.ftl` of the locales.
//!
//! Not here: sentences about games (`adoube-bot`).

use adoube_bot::{Language, Locales, TranslationError, Translations};
use adoube_discord_client::Permission;
use fluent_bundle::FluentValue;

/// A sentence about Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiscordSentence {
    /// The opponent of a challenge is another program.
    BotOpponent,
    /// The bot is too busy to answer in time.
    Crowded,
    /// The interaction has an unknown form.
    Unread,
    /// Welcome to the owner of a new server.
    Welcome,
    /// Name of the command in the menu of a person.
    Challenge,
    /// Name of the command in the menu of a message.
    MakeMove,
    /// The menu command was used on a message without words.
    Wordless,
    /// The button under a board that opens the move form, and the title of that form.
    TypeMove,
    /// The label of the form's field for the move.
    MoveLabel,
    /// Examples in that field.
    MoveExamples,
    /// A file is larger than Discord takes.
    LargeFile,
    /// A self-test was requested by message, which does not carry enough data for it.
    CheckByCommand,
    /// A self-test was requested by message where slash commands do not arrive.
    Astray,
    /// Discord refuses the intent for all messages; for the owner, who can change that.
    ReadsLess,
    /// A public notice could not be delivered.
    NotDelivered,
    /// A notice was not delivered: the channel was deleted.
    ChannelGone,
    /// The bot was removed from the server of a game.
    Removed,
    /// A notice was not delivered: the thread is locked.
    ThreadLocked,
    /// A notice was not delivered: the server blocks its words.
    Blocked,
    /// A notice was not delivered, for any other reason.
    NotShown,
    /// A notice was not delivered: Discord shows the bot's answers there only to the person who
    /// acted.
    ShownToOne,
    /// Tells the person who acted that Discord shows the bot's answer only to them.
    OnlyYou,
    /// A message mentions the bot's role, but Discord withholds its words.
    RoleCalled,
    /// An edit of a message is ignored.
    EditIgnored,
    /// The clocks are stopped; appended to the reason.
    ClocksStand,
    /// A thread for a game is being opened.
    ThreadOpening,
    /// A thread that is archived again and again stays archived.
    LeftAsleep,
    /// A game in a thread is over, and the thread will be archived.
    Archived,
    /// The missing permissions, for a person who can grant them.
    NotAllowed,
    /// The name of a permission.
    Name(Permission),
    /// The last two items of a list.
    ListAnd,
    /// A finding of a self-test.
    Check(DiscordFinding),
}

/// Findings of a self-test about Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiscordFinding {
    /// The bot's presence in the channel.
    Member,
    Guest,
    GuestBetween,
    Direct,
    /// A missing permission: a required one, or one for threads, embeds or replies.
    Needed,
    Threads,
    Embeds,
    Replies,
    /// The connection between Discord and the bot.
    Connected,
    Latency,
    SomeConnected,
    Called,
    /// Which messages the bot reads.
    HearsAll,
    HearsMentions,
    HearsLess,
    HearsNone,
    /// Discord rejects so many requests that the bot makes fewer.
    Strained,
    /// The state of the registration.
    Registered,
    Registering,
    RegisteredLater,
    Uninvited,
    NotRegistered,
    /// The reason why notices wait.
    Failing,
}

impl DiscordSentence {
    #[cfg(test)]
    fn all() -> Vec<Self> {
        let plain = [
            Self::BotOpponent,
            Self::Crowded,
            Self::Unread,
            Self::Welcome,
            Self::Challenge,
            Self::MakeMove,
            Self::Wordless,
            Self::TypeMove,
            Self::MoveLabel,
            Self::MoveExamples,
            Self::LargeFile,
            Self::CheckByCommand,
            Self::Astray,
            Self::ReadsLess,
            Self::NotDelivered,
            Self::ChannelGone,
            Self::Removed,
            Self::ThreadLocked,
            Self::Blocked,
            Self::NotShown,
            Self::ShownToOne,
            Self::OnlyYou,
            Self::RoleCalled,
            Self::EditIgnored,
            Self::ClocksStand,
            Self::ThreadOpening,
            Self::LeftAsleep,
            Self::Archived,
            Self::NotAllowed,
            Self::ListAnd,
        ];
        let checks = DiscordFinding::ALL.into_iter().map(Self::Check);
        plain.into_iter().chain(Permission::ALL.into_iter().map(Self::Name)).chain(checks).collect()
    }

    fn key(self) -> &'static str {
        match self {
            Self::BotOpponent => "bot-opponent",
            Self::Crowded => "crowded",
            Self::Unread => "unread",
            Self::Welcome => "welcome",
            Self::Challenge => "menu-challenge",
            Self::MakeMove => "menu-make-move",
            Self::Wordless => "wordless",
            Self::TypeMove => "type-move",
            Self::MoveLabel => "type-move-label",
            Self::MoveExamples => "type-move-examples",
            Self::LargeFile => "large-file",
            Self::CheckByCommand => "check-by-command",
            Self::Astray => "check-astray",
            Self::ReadsLess => "reads-less",
            Self::NotDelivered => "not-delivered",
            Self::ChannelGone => "channel-gone",
            Self::Removed => "removed",
            Self::ThreadLocked => "thread-locked",
            Self::Blocked => "blocked",
            Self::NotShown => "not-shown",
            Self::ShownToOne => "shown-to-one",
            Self::OnlyYou => "only-you",
            Self::RoleCalled => "role-called",
            Self::EditIgnored => "edit-ignored",
            Self::ClocksStand => "clocks-stand",
            Self::ThreadOpening => "thread-opening",
            Self::LeftAsleep => "left-asleep",
            Self::Archived => "thread-archived",
            Self::NotAllowed => "not-allowed",
            Self::Name(permission) => key_of(permission),
            Self::ListAnd => "list-and",
            Self::Check(check) => check.key(),
        }
    }
}

impl DiscordFinding {
    #[cfg(test)]
    const ALL: [Self; 23] = [
        Self::Member,
        Self::Guest,
        Self::GuestBetween,
        Self::Direct,
        Self::Needed,
        Self::Threads,
        Self::Embeds,
        Self::Replies,
        Self::Connected,
        Self::Latency,
        Self::SomeConnected,
        Self::Called,
        Self::Strained,
        Self::HearsAll,
        Self::HearsMentions,
        Self::HearsLess,
        Self::HearsNone,
        Self::Registered,
        Self::Registering,
        Self::RegisteredLater,
        Self::Uninvited,
        Self::NotRegistered,
        Self::Failing,
    ];

    fn key(self) -> &'static str {
        match self {
            Self::Member => "check-member",
            Self::Guest => "check-guest",
            Self::GuestBetween => "check-guest-between",
            Self::Direct => "check-direct",
            Self::Needed => "check-needed",
            Self::Threads => "check-threads",
            Self::Embeds => "check-embeds",
            Self::Replies => "check-replies",
            Self::Connected => "check-connected",
            Self::Latency => "check-latency",
            Self::SomeConnected => "check-some-connected",
            Self::Called => "check-called",
            Self::Strained => "check-strained",
            Self::HearsAll => "check-hears-all",
            Self::HearsMentions => "check-hears-mentions",
            Self::HearsLess => "check-hears-less",
            Self::HearsNone => "check-hears-none",
            Self::Registered => "check-registered",
            Self::Registering => "check-registering",
            Self::RegisteredLater => "check-registered-later",
            Self::Uninvited => "check-uninvited",
            Self::NotRegistered => "check-not-registered",
            Self::Failing => "check-failing",
        }
    }
}

/// The key of a permission's name.
fn key_of(permission: Permission) -> &'static str {
    match permission {
        Permission::ViewChannel => "permission-view-channel",
        Permission::SendMessages => "permission-send-messages",
        Permission::SendMessagesInThreads => "permission-send-messages-in-threads",
        Permission::CreatePublicThreads => "permission-create-public-threads",
        Permission::EmbedLinks => "permission-embed-links",
        Permission::AttachFiles => "permission-attach-files",
        Permission::ReadMessageHistory => "permission-read-message-history",
        Permission::Connect => "permission-connect",
    }
}

/// The file of these sentences in each locale.
const FILE: &str = "discord.ftl";

/// The sentences about Discord in every language.
pub(crate) struct DiscordText(Translations);

impl DiscordText {
    pub(crate) fn new(locales: &Locales) -> Result<Self, TranslationError> {
        Translations::of(locales, &[FILE]).map(Self)
    }

    /// The text of a sentence; its value `channel` is Discord's link to a channel.
    pub(crate) fn say(&self, language: Language, sentence: DiscordSentence, channel: &str) -> String {
        self.say_with(language, sentence, &[("channel", channel.into())])
    }

    /// The text of a sentence with these values.
    pub(crate) fn say_with(
        &self,
        language: Language,
        sentence: DiscordSentence,
        values: &[(&'static str, FluentValue<'_>)],
    ) -> String {
        self.0.say(language, sentence.key(), values)
    }

    /// Permissions under the names that Discord shows, as a list: “Embed Links” and “Attach Files”.
    pub(crate) fn permissions(&self, language: Language, permissions: &[Permission]) -> String {
        let name = |permission: &Permission| self.say_with(language, DiscordSentence::Name(*permission), &[]);
        let names: Vec<String> = permissions.iter().map(name).collect();
        match names.as_slice() {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                let values = [("first", first.join(", ").into()), ("last", last.as_str().into())];
                self.say_with(language, DiscordSentence::ListAnd, &values)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use adoube_platform::locale_keys::keys;

    #[test]
    fn every_language_says_every_sentence_and_no_other() {
        let locales = Locales::embedded();
        let words = DiscordText::new(&locales).expect("locale files");
        let wanted: BTreeSet<String> =
            DiscordSentence::all().into_iter().map(|sentence| sentence.key().to_owned()).collect();
        for language in locales.languages() {
            let there = keys(locales.file(language, FILE).expect("a file"));
            assert_eq!(there, wanted, "{language:?}");
            let values = [
                "bot",
                "permission",
                "permissions",
                "invitation",
                "reason",
                "first",
                "last",
                "channel",
                "title",
                "server",
            ]
            .map(|name| (name, "here".into()));
            let counts = ["count", "millis", "up", "all", "attempts", "minutes", "refused", "most"]
                .map(|name| (name, 2.into()));
            let values: Vec<_> = values
                .into_iter()
                .chain(counts)
                .chain([("thread", "no".into()), ("why", "apps".into())])
                .collect();
            for sentence in DiscordSentence::all() {
                let said = words.say_with(language, sentence, &values);
                assert!(!said.is_empty() && !said.contains('{'), "{language:?} {sentence:?}: {said}");
            }
        }
    }
}
