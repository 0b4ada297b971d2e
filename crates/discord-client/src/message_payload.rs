//! Reads the JSON of messages, edits and threads into plain types: only used fields are read, as
//! other fields may have forms newer than this program. Not here: interactions
//! (`interaction_payload`).

use std::time::Duration;

use serde::{Deserialize, de::IgnoredAny};
use serenity::all::Timestamp;

use crate::{
    ChannelId, GuildId, MessageEdit, MessageId, RoleId, ThreadState, UserId, UserMessage,
    interaction_payload::{AccountPayload, MemberNick},
    lenient::{lenient, readable},
};

/// Types of messages that people write;
/// <https://discord.com/developers/docs/resources/message#message-object-message-types>.
const WRITTEN: [u8; 2] = [0, 19];

/// A channel object, which may be a thread.
#[derive(Deserialize)]
pub(crate) struct ThreadPayload {
    id: ChannelId,
    #[serde(default, deserialize_with = "lenient")]
    parent_id: Option<ChannelId>,
    #[serde(rename = "thread_metadata", default, deserialize_with = "lenient")]
    metadata: Option<ThreadMetadata>,
}

#[derive(Deserialize)]
struct ThreadMetadata {
    #[serde(default, deserialize_with = "lenient")]
    archived: bool,
    #[serde(default, deserialize_with = "lenient")]
    locked: bool,
}

impl ThreadPayload {
    /// The thread's state; `None` for any other channel.
    pub(crate) fn state(&self) -> Option<ThreadState> {
        let ThreadMetadata { archived, locked } = *self.metadata.as_ref()?;
        Some(ThreadState { id: self.id, parent: self.parent_id, archived, locked })
    }
}

/// A message object.
#[derive(Deserialize)]
pub(crate) struct MessagePayload {
    id: MessageId,
    channel_id: ChannelId,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) guild_id: Option<GuildId>,
    author: AccountPayload,
    #[serde(default, deserialize_with = "lenient")]
    member: Option<MemberNick>,
    #[serde(default)]
    content: String,
    #[serde(default, deserialize_with = "readable")]
    mentions: Vec<AccountPayload>,
    #[serde(default, deserialize_with = "readable")]
    pub(crate) mention_roles: Vec<RoleId>,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(default)]
    webhook_id: Option<IgnoredAny>,
    #[serde(default, deserialize_with = "lenient")]
    timestamp: Option<Timestamp>,
    #[serde(default, deserialize_with = "lenient")]
    edited_timestamp: Option<Timestamp>,
}

/// Tells whether a person edited a message. Discord also reports link previews and pins, with an
/// unchanged timestamp.
#[derive(Deserialize)]
pub(crate) struct MessageUpdatePayload {
    #[serde(default, deserialize_with = "lenient")]
    edited_timestamp: Option<Timestamp>,
}

impl MessageUpdatePayload {
    /// Whether the text was edited, now or before.
    pub(crate) fn is_edit(&self) -> bool {
        self.edited_timestamp.is_some()
    }
}

impl MessagePayload {
    /// The message in plain types; `None` when no person wrote it, or Discord withholds its text.
    /// `role` is the bot's own role if it is mentioned, which is known even without the text.
    pub(crate) fn said(self, own: UserId, role: Option<RoleId>) -> Option<UserMessage> {
        if self.content.is_empty() && role.is_none() || !self.is_by_a_person() {
            return None;
        }
        let nick = self.member.as_ref().and_then(|member| member.nick.as_deref());
        let edit = self.edit();
        Some(UserMessage {
            id: self.id,
            channel: self.channel_id,
            guild: self.guild_id,
            author: self.author.user(nick),
            mentions: self.mentions.iter().map(|each| each.user(None)).collect(),
            content: self.content,
            own,
            role: role.map(RoleId::get),
            edit,
        })
    }

    /// The latest edit, and its distance from the message.
    fn edit(&self) -> Option<MessageEdit> {
        let millis = |time: Timestamp| u64::try_from(time.unix_timestamp_nanos() / 1_000_000).ok();
        let at = millis(self.edited_timestamp?)?;
        // The age of a message without a timestamp is unknown.
        let after = self.timestamp.and_then(millis).map_or(u64::MAX, |written| at.saturating_sub(written));
        Some(MessageEdit { at, after: Duration::from_millis(after) })
    }

    fn is_by_a_person(&self) -> bool {
        WRITTEN.contains(&self.kind) && !self.author.bot && !self.author.system && self.webhook_id.is_none()
    }
}
