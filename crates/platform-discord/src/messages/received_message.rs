//! Translates a message that a person wrote into the bot's terms: author, channel, and words,
//! addressed to the bot or not.
//!
//! Not here: handling it (`respond`).

use adoube_bot::{Audience, ChannelId, Person, UserAction};
use adoube_discord_client::{GuildId, MessageEdit, MessageId, MessageScope, UserId, UserMessage};

use crate::{
    ids::{PLATFORM, bot_channel},
    state::person::{MentionedPerson, person},
};

/// Bytes of a move in words not addressed to the bot; longer messages are conversation.
const MAX_OVERHEARD_BYTES: usize = 120;
/// Bytes of words addressed to the bot. Discord limits a message to 4000 characters.
const MAX_ADDRESSED_BYTES: usize = 16_000;
/// Characters between the bot's mention and the words for it.
const SEPARATORS: [char; 3] = [',', ':', '/'];

/// A message that may concern the bot.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedMessage {
    pub(crate) id: MessageId,
    pub(crate) channel: ChannelId,
    /// The server of the channel; `None` in direct messages.
    pub(crate) guild: Option<u64>,
    pub(crate) person: Person,
    /// Other people mentioned in it.
    pub(crate) mentioned: Vec<MentionedPerson>,
    pub(crate) action: UserAction,
    pub(crate) audience: Audience,
    /// Whether Discord withholds words that are addressed to the bot.
    pub(crate) is_withheld: bool,
    /// The time of the edit, if the words are not the original ones.
    pub(crate) edit: Option<MessageEdit>,
}

impl ReceivedMessage {
    /// Reads a message; `None` when it does not concern the bot.
    pub(crate) fn read(said: UserMessage, messages: MessageScope) -> Option<Self> {
        let is_direct = said.guild.is_none();
        let is_addressed = is_direct || said.calls_bot();
        let is_withheld = said.content.is_empty();
        let limit = if is_addressed { MAX_ADDRESSED_BYTES } else { MAX_OVERHEARD_BYTES };
        let is_read = is_addressed || messages == MessageScope::All;
        if !is_read || said.content.len() > limit {
            return None;
        }
        let (action, mentioned) = if is_addressed {
            let words = without_name(&said.content, &names(&said));
            let mentioned = mentioned(&said, &words);
            (UserAction::Line(words), mentioned)
        } else {
            (UserAction::Text(said.content), Vec::new())
        };
        Some(Self {
            id: said.id,
            channel: bot_channel(said.channel),
            guild: said.guild.map(GuildId::get),
            person: person(&said.author),
            mentioned,
            action,
            audience: if is_direct { Audience::SenderOnly } else { Audience::TextAndReplyVisible },
            is_withheld,
            edit: said.edit,
        })
    }

    /// The event's id, distinct from those of interactions. All edits of a message share one, as at
    /// most one of them acts.
    pub(crate) fn event_id(&self) -> String {
        let first = first_event_id(self.id);
        if self.edit.is_some() { format!("{first}:edit") } else { first }
    }

    /// The key of the reply; each form of a message has its own.
    pub(crate) fn reply_key(&self) -> String {
        let first = first_event_id(self.id);
        self.edit.map_or_else(|| first.clone(), |edit| format!("{first}:{}", edit.at))
    }
}

/// The event's id of a message in its original form.
pub(crate) fn first_event_id(id: MessageId) -> String {
    format!("{PLATFORM}-message:{id}")
}

/// Discord's two forms of a mention.
fn marks(user: UserId) -> [String; 2] {
    [format!("<@{user}>"), format!("<@!{user}>")]
}

/// The mentions that call the bot: of its user, or of its own role.
fn names(said: &UserMessage) -> Vec<String> {
    let role = said.role.map(|role| format!("<@&{role}>"));
    marks(said.own).into_iter().chain(role).collect()
}

/// Removes one mention of the bot before, after or in the words; a second one is part of the words.
fn without_name(content: &str, marks: &[String]) -> String {
    let content = content.trim();
    let before = marks.iter().find_map(|mark| content.strip_prefix(mark.as_str()));
    let behind = || marks.iter().find_map(|mark| content.strip_suffix(mark.as_str()));
    let within = || marks.iter().find(|mark| content.contains(mark.as_str()));
    let words = match before.or_else(behind) {
        Some(words) => words.to_owned(),
        None => within().map_or_else(|| content.to_owned(), |mark| content.replacen(mark.as_str(), " ", 1)),
    };
    let words = words.trim_start_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(&c));
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The people mentioned in the words; Discord's list also has the author of the replied message.
fn mentioned(said: &UserMessage, words: &str) -> Vec<MentionedPerson> {
    let is_named = |id: UserId| marks(id).iter().any(|mark| words.contains(mark.as_str()));
    let named = said.mentions.iter().filter(|user| is_named(user.id));
    named
        .map(|user| MentionedPerson { person: person(user), is_bot: user.bot || user.id == said.own })
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
