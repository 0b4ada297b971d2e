//! A message that somebody wrote, in terms of the bot: who, where, and what was said to the bot, or was said where the
//! bot hears everything. Not here: what comes of it (`replying`).

use adoube_bot::{Audience, ChannelId, MessageAccess, Person, UserAction};
use adoube_discord_client::{GuildId, MessageEdit, MessageId, MessageScope, UserId, UserMessage};

use crate::{
    DiscordPlatform, PLATFORM,
    state::{channel_context::ChannelContext, people, received_interaction::MentionedPerson},
};

/// Bytes of what may be a move and was not said to the bot; longer ones are talk.
const SAID: usize = 120;
/// Bytes of what is said to the bot. Discord lets nobody write more than 4000 characters.
const TOLD: usize = 16_000;
/// What people put between a name and what they say.
const AFTER_A_NAME: [char; 3] = [',', ':', '/'];

/// A message that may concern the bot.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedMessage {
    pub(crate) id: MessageId,
    pub(crate) channel: ChannelId,
    /// The server it was written in.
    pub(crate) guild: Option<u64>,
    pub(crate) person: Person,
    /// Others who are named in it.
    pub(crate) named: Vec<MentionedPerson>,
    pub(crate) action: UserAction,
    pub(crate) audience: Audience,
    /// Whether Discord keeps the words to itself, though they are for the bot.
    pub(crate) is_kept_back: bool,
    /// When the words were changed, where these are not the first ones.
    pub(crate) edit: Option<MessageEdit>,
}

impl ReceivedMessage {
    /// Reads a message; `None` when it does not concern the bot.
    pub(crate) fn read(said: UserMessage, messages: MessageScope) -> Option<Self> {
        let alone = said.guild.is_none();
        let told = alone || said.calls_bot();
        let is_kept_back = said.content.is_empty();
        let limit = if told { TOLD } else { SAID };
        let heard = told || messages == MessageScope::All;
        if !heard || said.content.len() > limit {
            return None;
        }
        let (action, named) = if told {
            let words = without_name(&said.content, &names(&said));
            let named = named(&said, &words);
            (UserAction::Line(words), named)
        } else {
            (UserAction::Text(said.content), Vec::new())
        };
        Some(Self {
            id: said.id,
            channel: ChannelId(format!("{PLATFORM}:{}", said.channel)),
            guild: said.guild.map(GuildId::get),
            person: people::person(&said.author),
            named,
            action,
            audience: if alone { Audience::SenderOnly } else { Audience::TextAndReplyVisible },
            is_kept_back,
            edit: said.edit,
        })
    }
}

impl DiscordPlatform {
    /// What the bot hears in a place: everything where it is a member and reads all messages, or is alone with somebody; and
    /// where it only answers, as a guest, nothing from those who have not brought it along, who can press all the same.
    pub(crate) fn hearing_in(&self, place: &ChannelContext) -> MessageAccess {
        if !place.open {
            return MessageAccess::Presses;
        }
        let all = match self.messages() {
            MessageScope::All => true,
            MessageScope::Mentions => place.guild.is_none(),
            MessageScope::None => false,
        };
        if all && place.open && self.link.has_gateway() {
            MessageAccess::Everything
        } else {
            MessageAccess::Called
        }
    }
}

/// Discord's two ways to write a mention.
fn marks(user: UserId) -> [String; 2] {
    [format!("<@{user}>"), format!("<@!{user}>")]
}

/// The ways to write that the bot is called: by its name, or by that of the role that is the bot's alone.
fn names(said: &UserMessage) -> Vec<String> {
    let role = said.role.map(|role| format!("<@&{role}>"));
    marks(said.own).into_iter().chain(role).collect()
}

/// What is said to somebody whose name stands before it, behind it, or in it; a second mention is a part of what is said.
fn without_name(content: &str, marks: &[String]) -> String {
    let content = content.trim();
    let before = marks.iter().find_map(|mark| content.strip_prefix(mark.as_str()));
    let behind = || marks.iter().find_map(|mark| content.strip_suffix(mark.as_str()));
    let within = || marks.iter().find(|mark| content.contains(mark.as_str()));
    let words = match before.or_else(behind) {
        Some(words) => words.to_owned(),
        None => within().map_or_else(|| content.to_owned(), |mark| content.replacen(mark.as_str(), " ", 1)),
    };
    let words = words.trim_start_matches(|c: char| c.is_whitespace() || AFTER_A_NAME.contains(&c));
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whoever is named in the words; the author of a message that was answered is mentioned without being named.
fn named(said: &UserMessage, words: &str) -> Vec<MentionedPerson> {
    let is_named = |id: UserId| marks(id).iter().any(|mark| words.contains(mark.as_str()));
    let named = said.mentions.iter().filter(|user| is_named(user.id));
    named
        .map(|user| MentionedPerson { person: people::person(user), bot: user.bot || user.id == said.own })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_name_is_taken_off_once() {
        let own = marks(UserId::new(7).expect("an id")).into_iter().chain(["<@&8>".to_owned()]);
        let own: Vec<String> = own.collect();
        for (content, words) in [
            ("<@7> Nf3", "Nf3"),
            ("<@!7> Nf3", "Nf3"),
            ("  <@7>,\n play   <@9> chess ", "play <@9> chess"),
            ("<@7>: /move Nf3", "move Nf3"),
            ("<@&8> Nf3", "Nf3"),
            ("Nf3 <@7>", "Nf3"),
            ("hey <@7> what is a Joker", "hey what is a Joker"),
            ("<@7> play <@7>", "play <@7>"),
            ("<@7>", ""),
            ("Nf3", "Nf3"),
            ("<@77> Nf3", "<@77> Nf3"),
        ] {
            assert_eq!(without_name(content, &own), words, "{content}");
        }
    }
}
