//! Reads sync responses room by room, and reports their events, invitations and removed rooms. A
//! room that needs queries first is reported after them, and no other room waits for it. Not here:
//! the queries (`room_queries`), reading single events (`event_reader`).

use std::collections::HashSet;

use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    ruma::{
        OwnedRoomId,
        api::client::sync::sync_events::v3::InvitedRoom,
        events::{AnyStrippedStateEvent, room::member::MembershipState},
    },
    sync::SyncResponse,
};

use crate::{
    MatrixError, MatrixEvent, MatrixEventId, RoomId, UserId,
    catch_up::SyncItem,
    event_reader::{self, EventReading},
    late_keys,
    room_queries::RoomQueries,
    rooms::room_id,
    session::AccountSession,
    sync_report::SyncReport,
};

/// A room's part of a response that needs queries first.
pub(crate) struct PendingRoomPart {
    pub(crate) room: Room,
    /// The events in the response, oldest first.
    pub(crate) events: Vec<TimelineEvent>,
    /// The range of positions in which the response may lack events.
    pub(crate) between: Option<(String, String)>,
}

impl PendingRoomPart {
    /// Makes the queries. The only error is an ended session.
    pub(crate) async fn ask(self, session: &AccountSession) -> Result<SyncReport, MatrixError> {
        let mut asking = RoomQueries::about(session, &self.room);
        let mut events = match &self.between {
            Some((since, until)) => asking.between(since, until).await?,
            None => Vec::new(),
        };
        let is_here = |other: &TimelineEvent| {
            self.events.iter().any(|event| event.event_id().is_some() && event.event_id() == other.event_id())
        };
        events.retain(|event| !is_here(event));
        // Only the server knows its limit for one response: either it left events out, or it says
        // that it lacks the preceding ones.
        let is_cut_off = events.is_empty();
        let is_new = !self.events.is_empty();
        events.extend(self.events);
        if let Some((_, until)) = self.between.as_ref().filter(|_| is_new && asking.missing.is_none()) {
            asking.detect_late(until, &events, is_cut_off).await?;
        }
        let read = read(session, &self.room, &events);
        let mut own = HashSet::new();
        for message in reacted_to(&read) {
            if asking.is_own(message).await? {
                own.insert(message.clone());
            }
        }
        let mut told = SyncReport::default();
        if let Some(((since, _), why)) = self.between.zip(asking.missing) {
            let happening = MatrixEvent::Gap { room: room_id(&self.room), since, why };
            told.items.push(SyncItem { event: None, happening });
        }
        tell_room(session, &self.room, read, &own, &mut told);
        Ok(told)
    }
}

/// Reports invitations and left rooms.
pub(crate) fn rooms_come_and_gone(session: &AccountSession, answer: &SyncResponse, told: &mut SyncReport) {
    for (id, update) in &answer.rooms.invited {
        told.items.extend(invitation(session, id.as_str(), update));
    }
    for id in answer.rooms.left.keys() {
        let room = RoomId(id.to_string());
        session.catch_up().leave(&room);
        told.items
            .push(SyncItem { event: None, happening: MatrixEvent::MembersChanged { room, left: false } });
    }
}

/// Reports events of joined rooms; rooms that need queries first are the result.
pub(crate) fn report_sync(
    session: &AccountSession,
    answer: &SyncResponse,
    since: Option<&str>,
    told: &mut SyncReport,
) -> Vec<PendingRoomPart> {
    let Some(since) = since else { return Vec::new() };
    let mut parts = Vec::new();
    for (id, update) in &answer.rooms.joined {
        let Some(room) = session.client.get_room(id) else { continue };
        let events = &update.timeline.events;
        let read = read(session, &room, events);
        let comes = read.iter().any(|(_, reading)| *reading == EventReading::BotJoined);
        let between =
            (update.timeline.limited && !comes).then(|| (since.to_owned(), answer.next_batch.clone()));
        let whose: Vec<_> =
            reacted_to(&read).map(|message| (message.clone(), session.messages.is_own(&message.0))).collect();
        if between.is_some() || whose.iter().any(|(_, is_own)| is_own.is_none()) {
            parts.push(PendingRoomPart { events: events.clone(), room, between });
            continue;
        }
        let own = whose.into_iter().filter(|(_, is_own)| *is_own == Some(true)).map(|(message, _)| message);
        tell_room(session, &room, read, &own.collect(), told);
    }
    parts
}

type ReadEvents<'e> = Vec<(&'e TimelineEvent, EventReading)>;

fn read<'e>(session: &AccountSession, room: &Room, events: &'e [TimelineEvent]) -> ReadEvents<'e> {
    let id = room_id(room);
    let reading = |event: &'e TimelineEvent| {
        session.messages.timeline.record(event, session.own());
        let known = event.raw().deserialize().ok();
        let reading =
            known.map_or(EventReading::Ignored, |known| event_reader::read(&id, &known, &session.identity));
        if let Some(event) = event.event_id().filter(|_| event.kind.is_utd() || reading.is_words()) {
            session.catch_up().hear(&id, event.as_str());
        }
        (event, reading)
    };
    events.iter().map(reading).collect()
}

/// Messages that reactions refer to.
fn reacted_to<'r>(read: &'r ReadEvents<'_>) -> impl Iterator<Item = &'r MatrixEventId> {
    read.iter().filter_map(|(_, reading)| match reading {
        EventReading::Reaction { to, .. } => Some(to),
        _ => None,
    })
}

/// Reports earlier invitations that are still open.
pub(crate) async fn open_invitations(session: &AccountSession, answer: &SyncResponse, told: &mut SyncReport) {
    for room in session.client.invited_rooms() {
        if answer.rooms.invited.contains_key(room.room_id()) {
            continue;
        }
        let Ok(invitation) = room.invite_details().await else { continue };
        let happening = MatrixEvent::Invited {
            room: room_id(&room),
            by: UserId(invitation.inviter_id.to_string()),
            direct: room.is_direct().await.unwrap_or_default(),
            space: room.is_space(),
        };
        told.items.push(SyncItem { event: None, happening });
    }
}

fn invitation(session: &AccountSession, room: &str, update: &InvitedRoom) -> Option<SyncItem> {
    update.invite_state.events.iter().find_map(|event| match event.deserialize().ok()? {
        AnyStrippedStateEvent::RoomMember(member)
            if member.state_key == *session.own() && member.content.membership == MembershipState::Invite =>
        {
            let happening = MatrixEvent::Invited {
                room: RoomId(room.to_owned()),
                by: UserId(member.sender.to_string()),
                direct: member.content.is_direct.unwrap_or_default(),
                space: is_space(session, room),
            };
            Some(SyncItem { event: None, happening })
        }
        _ => None,
    })
}

fn is_space(session: &AccountSession, room: &str) -> bool {
    let id = OwnedRoomId::try_from(room).ok();
    id.and_then(|id| session.client.get_room(&id)).is_some_and(|room| room.is_space())
}

fn tell_room(
    session: &AccountSession,
    room: &Room,
    read: ReadEvents<'_>,
    own: &HashSet<MatrixEventId>,
    told: &mut SyncReport,
) {
    let id = room_id(room);
    let readings: Vec<&EventReading> = read.iter().map(|(_, reading)| reading).collect();
    let begin = beginning(&readings);
    let (mut came, mut left) = (false, false);
    if readings.contains(&&EventReading::BotJoined) {
        let happening = MatrixEvent::Joined { room: id.clone() };
        told.items.push(SyncItem { event: None, happening });
    }
    for (event, reading) in read.into_iter().skip(begin) {
        match reading {
            EventReading::Message(said) => {
                told.items.push(SyncItem {
                    event: Some(said.event.0.clone()),
                    happening: MatrixEvent::Message(said),
                });
            }
            EventReading::Edited { said, first } => {
                let item = Some(said.event.0.clone());
                told.items.push(SyncItem { event: item, happening: MatrixEvent::Edited { said, first } });
            }
            EventReading::Reaction { event, sender, to, key } => {
                if own.contains(&to) {
                    let item = Some(event.0.clone());
                    let happening = MatrixEvent::Reaction { room: id.clone(), event, sender, to, key };
                    told.items.push(SyncItem { event: item, happening });
                }
            }
            EventReading::VerificationRequest { event, sender } => {
                let item = Some(event.0.clone());
                let happening = MatrixEvent::VerificationRequest { room: id.clone(), event, sender };
                told.items.push(SyncItem { event: item, happening });
            }
            EventReading::NonText { event, sender } => {
                let item = Some(event.0.clone());
                let happening = MatrixEvent::NonText { room: id.clone(), event, sender };
                told.items.push(SyncItem { event: item, happening });
            }
            EventReading::Redacted(event) => redact(session, told, &event.0),
            EventReading::RoomReplaced(by) => {
                let happening = MatrixEvent::RoomReplaced { room: id.clone(), by };
                told.items.push(SyncItem { event: event.event_id().map(|id| id.to_string()), happening });
            }
            EventReading::MemberJoined => came = true,
            EventReading::MemberLeft => left = true,
            EventReading::BotJoined | EventReading::BotInvited { .. } => {}
            EventReading::Ignored => {
                if let (Some(event), Some(sender)) = (event.event_id(), event.sender())
                    && sender == *session.own()
                {
                    session.messages.remember(event.as_str(), true);
                } else if let Some((sealed, item)) = late_keys::read_undecrypted(session, room, event) {
                    told.items.push(item);
                    told.sealed.push(sealed);
                }
            }
        }
    }
    if came || left {
        told.items.push(SyncItem { event: None, happening: MatrixEvent::MembersChanged { room: id, left } });
    }
}

/// Index of the first relevant event. Messages from before the bot's join were not meant for it,
/// unless they followed an invitation to a direct chat.
fn beginning(readings: &[&EventReading]) -> usize {
    let Some(came) = readings.iter().rposition(|reading| **reading == EventReading::BotJoined) else {
        return 0;
    };
    let before = readings.get(..came).unwrap_or_default();
    let invited = before.iter().rposition(|reading| matches!(reading, EventReading::BotInvited { .. }));
    match invited.and_then(|at| Some((at, before.get(at)?))) {
        Some((at, EventReading::BotInvited { direct: true })) => at + 1,
        _ => came + 1,
    }
}

fn redact(session: &AccountSession, told: &mut SyncReport, event: &str) {
    told.items.retain(|item| item.event.as_deref() != Some(event));
    told.sealed.retain(|sealed| sealed.waiting.event != event);
    session.catch_up().redact(event);
}

#[cfg(test)]
mod tests {
    use super::{EventReading, beginning};

    #[test]
    fn what_was_said_to_the_bot_alone_before_it_came_counts() {
        let (came, words) = (EventReading::BotJoined, EventReading::Ignored);
        let [direct, room] = [true, false].map(|direct| EventReading::BotInvited { direct });
        for (readings, begin) in [
            (vec![&words, &words], 0),
            (vec![&words, &came, &words], 2),
            (vec![&words, &room, &words, &came, &words], 4),
            (vec![&words, &direct, &words, &came, &words], 2),
            (vec![&direct, &words, &came, &words, &room, &words, &came], 7),
            (vec![&room, &came, &words, &direct, &words, &came], 4),
            (vec![&came, &words, &direct, &words], 1),
        ] {
            assert_eq!(beginning(&readings), begin, "{readings:?}");
        }
    }
}
