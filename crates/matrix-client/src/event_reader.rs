//! Reads timeline events of rooms into plain types (messages, edits, reactions, membership), and
//! decides which are reported and which are ignored.

use matrix_sdk::ruma::{
    EventId as EventIdOf, UserId as Id,
    events::{
        AnySyncMessageLikeEvent, AnySyncStateEvent, AnySyncTimelineEvent, Mentions, SyncStateEvent,
        relation::Replacement,
        room::{
            member::MembershipState,
            message::{
                MessageType, OriginalSyncRoomMessageEvent, Relation, RoomMessageEventContentWithoutRelation,
                sanitize::remove_plain_reply_fallback,
            },
            redaction::SyncRoomRedactionEvent,
        },
    },
};

use crate::{MatrixEventId, RoomId, RoomMessage, UserId};

/// What an event means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventReading {
    /// A text message.
    Message(RoomMessage),
    /// An edit; its sender may differ from the message's.
    Edited {
        /// The new content.
        said: RoomMessage,
        /// The original.
        first: MatrixEventId,
    },
    /// A message without text.
    NonText {
        /// The message.
        event: MatrixEventId,
        /// The sender.
        sender: UserId,
    },
    /// A reaction to a message of any sender.
    Reaction {
        /// The reaction.
        event: MatrixEventId,
        /// The sender.
        sender: UserId,
        /// The message.
        to: MatrixEventId,
        /// The emoji or text.
        key: String,
    },
    /// A request to verify the bot's device.
    VerificationRequest {
        /// The request.
        event: MatrixEventId,
        /// The sender.
        sender: UserId,
    },
    /// An event was redacted.
    Redacted(MatrixEventId),
    /// The bot joined the room.
    BotJoined,
    /// The bot was invited to the room.
    BotInvited {
        /// Whether as a direct chat.
        direct: bool,
    },
    /// A tombstone names a replacement.
    RoomReplaced(RoomId),
    /// A member joined or was invited.
    MemberJoined,
    /// A member left, or an invitation ended.
    MemberLeft,
    /// Any other event.
    Ignored,
}

impl EventReading {
    /// Whether it is a person's text message.
    pub(crate) fn is_words(&self) -> bool {
        matches!(self, Self::Message(_) | Self::Edited { .. })
    }
}

/// The bot's id and display name.
#[derive(Clone, Debug)]
pub(crate) struct AccountIdentity {
    pub(crate) id: matrix_sdk::ruma::OwnedUserId,
    pub(crate) display_name: String,
}

/// Reads an event as JSON, without a session; `None` when it is no event.
pub fn read_event(room: &RoomId, event: &str, own: &UserId, name: &str) -> Option<EventReading> {
    let own = AccountIdentity { id: Id::parse(&own.0).ok()?, display_name: name.to_owned() };
    Some(read(room, &serde_json::from_str(event).ok()?, &own))
}

pub(crate) fn read(room: &RoomId, event: &AnySyncTimelineEvent, own: &AccountIdentity) -> EventReading {
    match event {
        AnySyncTimelineEvent::State(AnySyncStateEvent::RoomMember(event)) => {
            let before = match event {
                SyncStateEvent::Original(event) => event.prev_content().map(|before| &before.membership),
                SyncStateEvent::Redacted(_) => None,
            };
            let is_own = event.state_key() == &own.id;
            match event {
                SyncStateEvent::Original(invitation)
                    if is_own && invitation.content.membership == MembershipState::Invite =>
                {
                    EventReading::BotInvited { direct: invitation.content.is_direct.unwrap_or_default() }
                }
                _ => membership(is_own, before, event.membership()),
            }
        }
        AnySyncTimelineEvent::State(AnySyncStateEvent::RoomTombstone(SyncStateEvent::Original(event)))
            if event.content.replacement_room != room.0.as_str() =>
        {
            EventReading::RoomReplaced(RoomId(event.content.replacement_room.to_string()))
        }
        AnySyncTimelineEvent::State(_) => EventReading::Ignored,
        AnySyncTimelineEvent::MessageLike(event) => read_message(room, event, own),
    }
}

fn membership(own: bool, before: Option<&MembershipState>, now: &MembershipState) -> EventReading {
    let is_there = |membership| matches!(membership, &MembershipState::Join | &MembershipState::Invite);
    match now {
        now if before == Some(now) => EventReading::Ignored,
        MembershipState::Join if own => EventReading::BotJoined,
        now if is_there(now) => EventReading::MemberJoined,
        _ if before.is_some_and(is_there) => EventReading::MemberLeft,
        _ => EventReading::Ignored,
    }
}

fn read_message(room: &RoomId, event: &AnySyncMessageLikeEvent, own: &AccountIdentity) -> EventReading {
    if let AnySyncMessageLikeEvent::RoomRedaction(SyncRoomRedactionEvent::Original(event)) = event {
        let redacted = event.content.redacts.as_ref().or(event.redacts.as_ref());
        return redacted
            .map_or(EventReading::Ignored, |id| EventReading::Redacted(MatrixEventId(id.to_string())));
    }
    if event.sender() == own.id {
        return EventReading::Ignored;
    }
    match event {
        AnySyncMessageLikeEvent::RoomMessage(event) => {
            event.as_original().map_or(EventReading::Ignored, |event| message(room, event, own))
        }
        AnySyncMessageLikeEvent::Reaction(event) => match event.as_original() {
            Some(event) => EventReading::Reaction {
                event: MatrixEventId(event.event_id.to_string()),
                sender: UserId(event.sender.to_string()),
                to: MatrixEventId(event.content.relates_to.event_id.to_string()),
                key: event.content.relates_to.key.clone(),
            },
            None => EventReading::Ignored,
        },
        AnySyncMessageLikeEvent::Sticker(event) => event
            .as_original()
            .map_or(EventReading::Ignored, |event| wordless(&event.event_id, &event.sender)),
        _ => EventReading::Ignored,
    }
}

fn message(room: &RoomId, event: &OriginalSyncRoomMessageEvent, own: &AccountIdentity) -> EventReading {
    match &event.content.msgtype {
        MessageType::VerificationRequest(request) if request.to == own.id => {
            EventReading::VerificationRequest {
                event: MatrixEventId(event.event_id.to_string()),
                sender: UserId(event.sender.to_string()),
            }
        }
        MessageType::Audio(_)
        | MessageType::File(_)
        | MessageType::Image(_)
        | MessageType::Location(_)
        | MessageType::Video(_)
            if !matches!(event.content.relates_to, Some(Relation::Replacement(_))) =>
        {
            wordless(&event.event_id, &event.sender)
        }
        _ => match &event.content.relates_to {
            Some(Relation::Replacement(edit)) => edited(room, event, edit, own),
            relation => said(room, event, relation.as_ref(), own).map(EventReading::Message),
        }
        .unwrap_or(EventReading::Ignored),
    }
}

fn wordless(event: &EventIdOf, sender: &Id) -> EventReading {
    EventReading::NonText { event: MatrixEventId(event.to_string()), sender: UserId(sender.to_string()) }
}

/// Only text counts, also in edits
/// (<https://spec.matrix.org/v1.16/client-server-api/#event-replacements>).
fn edited(
    room: &RoomId,
    event: &OriginalSyncRoomMessageEvent,
    edit: &Replacement<RoomMessageEventContentWithoutRelation>,
    own: &AccountIdentity,
) -> Option<EventReading> {
    let MessageType::Text(text) = &edit.new_content.msgtype else { return None };
    let said = words(room, event, (&text.body, edit.new_content.mentions.as_ref()), own);
    Some(EventReading::Edited { said, first: MatrixEventId(edit.event_id.to_string()) })
}

/// Only text counts: notices are messages of other bots.
fn said(
    room: &RoomId,
    event: &OriginalSyncRoomMessageEvent,
    relation: Option<&Relation<RoomMessageEventContentWithoutRelation>>,
    own: &AccountIdentity,
) -> Option<RoomMessage> {
    let MessageType::Text(text) = &event.content.msgtype else { return None };
    let mut thread = None;
    let mut reply_to = None;
    match relation {
        Some(Relation::Reply(reply)) => reply_to = Some(&reply.in_reply_to.event_id),
        Some(Relation::Thread(relation)) => {
            thread = Some(&relation.event_id);
            // A fallback names the thread's latest message for clients without threads.
            if !relation.is_falling_back {
                reply_to = relation.in_reply_to.as_ref().map(|to| &to.event_id);
            }
        }
        _ => {}
    }
    let text = match reply_to {
        Some(_) => remove_plain_reply_fallback(&text.body),
        None => &text.body,
    };
    Some(RoomMessage {
        thread: thread.map(|id| MatrixEventId(id.to_string())),
        reply_to: reply_to.map(|id| MatrixEventId(id.to_string())),
        ..words(room, event, (text, event.content.mentions.as_ref()), own)
    })
}

/// Builds the message from its text, whichever field holds it.
fn words(
    room: &RoomId,
    event: &OriginalSyncRoomMessageEvent,
    (text, called): (&str, Option<&Mentions>),
    own: &AccountIdentity,
) -> RoomMessage {
    RoomMessage {
        room: room.clone(),
        event: MatrixEventId(event.event_id.to_string()),
        thread: None,
        reply_to: None,
        sender: UserId(event.sender.to_string()),
        mentions_bot: called.is_some_and(|called| called.user_ids.contains(&own.id)) || names(text, own),
        mentions: others(called, &own.id),
        text: text.to_owned(),
        at: event.origin_server_ts.get().into(),
    }
}

fn others(called: Option<&Mentions>, own: &Id) -> Vec<UserId> {
    let called = called.into_iter().flat_map(|called| &called.user_ids);
    called.filter(|id| *id != own).map(|id| UserId(id.to_string())).collect()
}

/// Whether the text begins with the bot's name as a whole word.
fn names(text: &str, own: &AccountIdentity) -> bool {
    let (text, local) = (text.trim_start(), own.id.localpart());
    let stands = |name: &str, is_end: fn(Option<char>) -> bool| {
        !name.is_empty() && after_name(text, name).is_some_and(|rest| is_end(rest.chars().next()))
    };
    let called = [own.display_name.as_str(), own.id.as_str(), &format!("@{local}")];
    called.into_iter().any(|name| stands(name, |next| next.is_none_or(|next| !next.is_alphanumeric())))
        // The local part may be an ordinary word.
        || stands(local, |next| matches!(next, None | Some(',' | ':')))
}

fn after_name<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for expected in name.chars() {
        let found = rest.next()?;
        if !found.to_lowercase().eq(expected.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests;
