//! Requests about rooms: joining, leaving, declining invitations, state (name, members, encryption,
//! permissions), replaced rooms. Not here: direct rooms created by the bot (`direct_rooms`).

use matrix_sdk::{
    Error, Room, RoomMemberships, RoomState as Membership,
    deserialized_responses::{RawSyncOrStrippedState, SyncOrStrippedState},
    room::RoomMember,
    ruma::{
        OwnedRoomId, OwnedServerName, OwnedUserId, UserId as Id,
        api::client::{membership::leave_room, state::get_state_event_for_key},
        events::{
            MessageLikeEventType, StateEventType, SyncStateEvent,
            room::{
                member::{MembershipState, RoomMemberEventContent},
                tombstone::RoomTombstoneEventContent,
            },
        },
    },
};

use crate::{MatrixError, RoomId, RoomState, UserId, error, room_owner::room_owner, session::AccountSession};

/// Most servers to join a room through.
pub(crate) const MOST_SERVERS: usize = 5;
/// Members up to which the whole list is fetched. In a larger unencrypted room members are fetched
/// one by one.
const LISTED_PEOPLE: u64 = 1000;

pub(crate) fn room_id(room: &Room) -> RoomId {
    RoomId(room.room_id().to_string())
}

/// A joined room, as known after the first sync.
pub(crate) async fn joined(session: &AccountSession, room: &RoomId) -> Result<Room, MatrixError> {
    session.until_synced().await?;
    match find_room(session, room)? {
        room if room.state() == Membership::Joined => Ok(room),
        _ => Err(MatrixError::NotFound(room.0.clone())),
    }
}

pub(crate) fn find_room(session: &AccountSession, room: &RoomId) -> Result<Room, MatrixError> {
    let gone = || MatrixError::NotFound(room.0.clone());
    let id = OwnedRoomId::try_from(room.0.as_str()).map_err(|_| gone())?;
    session.client.get_room(&id).ok_or_else(gone)
}

/// Members other than the bot, joined or invited. The server need not report them; zero means unknown.
pub(crate) fn company(session: &AccountSession, room: &RoomId) -> Option<u64> {
    find_room(session, room).ok()?.active_members_count().checked_sub(1).filter(|others| *others > 0)
}

pub(crate) async fn join(session: &AccountSession, room: &RoomId, direct: bool) -> Result<(), MatrixError> {
    let room = find_room(session, room)?;
    if direct {
        session.taken_as_direct.rooms().insert(room.room_id().to_owned());
    }
    if room.state() != Membership::Joined {
        session.client.join_room_by_id(room.room_id()).await.map_err(|error| error::from_sdk(&error))?;
    }
    Ok(())
}

/// The SDK marks only rooms it joined by a request of its own.
pub(crate) async fn mark_direct(session: &AccountSession, room: &RoomId) -> Result<(), MatrixError> {
    let room = joined(session, room).await?;
    session.taken_as_direct.rooms().insert(room.room_id().to_owned());
    // Members are fetched before the lock, as the server may be slow to report one of them.
    room.members(RoomMemberships::ACTIVE).await.map_err(|error| error::from_sdk(&error))?;
    let _writing = session.taken_as_direct.writing.lock().await;
    if room.is_direct().await.unwrap_or_default() {
        return Ok(());
    }
    room.set_is_direct(true).await.map_err(|error| error::from_sdk(&error))
}

/// Servers of the old room's members know the new one.
pub(crate) async fn follow(session: &AccountSession, room: &RoomId, to: &RoomId) -> Result<(), MatrixError> {
    let wrong = || MatrixError::Rejected(format!("{:?} is no room", to.0));
    let id = OwnedRoomId::try_from(to.0.as_str()).map_err(|_| wrong())?;
    if find_room(session, to).is_ok_and(|room| room.state() == Membership::Joined) {
        return Ok(());
    }
    let old = joined(session, room).await?;
    let members =
        old.members_no_sync(RoomMemberships::JOIN).await.map_err(|error| error::from_sdk(&error))?;
    let mut servers: Vec<OwnedServerName> = Vec::new();
    for member in &members {
        let server = member.user_id().server_name();
        if servers.len() < MOST_SERVERS && !servers.iter().any(|known| known == server) {
            servers.push(server.to_owned());
        }
    }
    let joined = session.client.join_room_by_id_or_alias((&*id).into(), &servers).await;
    joined.map(drop).map_err(|error| error::from_sdk(&error))
}

/// Leaves and forgets a room, so that the server does not report it at every start.
pub(crate) async fn leave(session: &AccountSession, room: &RoomId) -> Result<(), MatrixError> {
    let room = find_room(session, room)?;
    if !matches!(room.state(), Membership::Left | Membership::Banned) {
        quit(session, &room).await?;
    }
    session.taken_as_direct.rooms().remove(room.room_id());
    if let Err(error) = room.forget().await {
        tracing::debug!(%error, room = %room.room_id(), "a room is not forgotten");
    }
    Ok(())
}

/// The next sync reports the room as left, and it is forgotten then.
pub(crate) async fn turn_down(
    session: &AccountSession,
    room: &RoomId,
    reason: &str,
) -> Result<(), MatrixError> {
    let room = find_room(session, room)?;
    let mut request = leave_room::v3::Request::new(room.room_id().to_owned());
    request.reason = Some(reason.to_owned());
    session.client.send(request).await.map(drop).map_err(|error| error::from_http(&error))
}

/// Leaves one room. The SDK's own method also leaves the predecessor, and any room can claim one.
async fn quit(session: &AccountSession, room: &Room) -> Result<(), MatrixError> {
    if room.predecessor_room().is_none() {
        return room.leave().await.map_err(|error| error::from_sdk(&error));
    }
    let request = leave_room::v3::Request::new(room.room_id().to_owned());
    session.client.send(request).await.map(drop).map_err(|error| error::from_http(&error))
}

pub(crate) async fn state(session: &AccountSession, room: &RoomId) -> Result<RoomState, MatrixError> {
    let room = joined(session, room).await?;
    let broken = |error: &matrix_sdk::Error| error::from_sdk(error);
    let encrypted = encryption_of(&room).await?;
    let is_crowd = !encrypted && is_crowd(&room);
    let members = if is_crowd {
        room.members_no_sync(RoomMemberships::ACTIVE).await
    } else {
        room.members(RoomMemberships::ACTIVE).await
    };
    let members = members.map_err(|error| broken(&error))?;
    let invited = members.iter().filter(|member| *member.membership() == MembershipState::Invite);
    let invited = invited.map(|member| UserId(member.user_id().to_string())).collect();
    let members: Vec<_> = members
        .iter()
        .filter(|member| member.user_id() != session.own())
        .map(|member| (UserId(member.user_id().to_string()), member.name().to_owned()))
        .collect();
    let listed = u64::try_from(members.len()).unwrap_or(u64::MAX);
    let others = room.active_members_count().saturating_sub(1);
    let unlisted = if is_crowd { others.saturating_sub(listed) } else { 0 };
    let own = room_owner(session.own(), &room).await.is_some();
    let taken = session.taken_as_direct.rooms().contains(room.room_id());
    let is_of_two = listed.saturating_add(unlisted) <= 1;
    let direct = own || ((taken || room.is_direct().await.unwrap_or_default()) && is_of_two);
    let levels = room.power_levels_or_default().await;
    let message =
        if encrypted { MessageLikeEventType::RoomEncrypted } else { MessageLikeEventType::RoomMessage };
    let may_send = levels.user_can_send_message(session.own(), message);
    let replaces = room.predecessor_room().map(|before| RoomId(before.room_id.to_string()));
    let replaced_by = replacement_of(&room).await?;
    let space = room.is_space();
    let name = name_of(&room);
    Ok(RoomState {
        name,
        members,
        invited,
        unlisted,
        encrypted,
        direct,
        may_send,
        space,
        replaces,
        replaced_by,
    })
}

/// The name or alias of a room. An empty name counts as none:
/// <https://spec.matrix.org/v1.16/client-server-api/#mroomname>.
fn name_of(room: &Room) -> Option<String> {
    let name = room.name().filter(|name| !name.trim().is_empty());
    name.or_else(|| room.canonical_alias().map(|alias| alias.to_string()))
}

fn is_crowd(room: &Room) -> bool {
    room.active_members_count() > LISTED_PEOPLE
}

/// A member of a room. In a large room the server reports only senders; others are fetched.
async fn found_member(room: &Room, user: &Id) -> Result<Option<RoomMember>, MatrixError> {
    let broken = |error: &Error| error::from_sdk(error);
    if encryption_of(room).await? || !is_crowd(room) {
        return room.get_member(user).await.map_err(|error| broken(&error));
    }
    room.get_member_no_sync(user).await.map_err(|error| broken(&error))
}

pub(crate) async fn member(
    session: &AccountSession,
    room: &RoomId,
    user: &UserId,
) -> Result<Option<String>, MatrixError> {
    let room = joined(session, room).await?;
    let Ok(user) = OwnedUserId::try_from(user.0.as_str()) else { return Ok(None) };
    if let Some(member) = found_member(&room, &user).await? {
        let is_there = is_there(member.membership());
        return Ok(is_there.then(|| member.name().to_owned()));
    }
    if !is_crowd(&room) {
        return Ok(None);
    }
    let (id, kind) = (room.room_id().to_owned(), StateEventType::RoomMember);
    let question = get_state_event_for_key::v3::Request::new(id, kind, user.to_string());
    let answer = match session.client.send(question).await {
        Ok(answer) => answer,
        Err(error) => {
            return match error::from_http(&error) {
                MatrixError::NotFound(_) => Ok(None),
                failure => Err(failure),
            };
        }
    };
    let content: Option<RoomMemberEventContent> = serde_json::from_str(answer.event_or_content.get()).ok();
    Ok(content
        .filter(|member| is_there(&member.membership))
        .map(|member| member.displayname.unwrap_or_else(|| user.localpart().to_owned())))
}

fn is_there(membership: &MembershipState) -> bool {
    matches!(membership, MembershipState::Join | MembershipState::Invite)
}

pub(crate) async fn is_encrypted(session: &AccountSession, room: &RoomId) -> Result<bool, MatrixError> {
    encryption_of(&joined(session, room).await?).await
}

pub(crate) async fn encryption_of(room: &Room) -> Result<bool, MatrixError> {
    let state = room.latest_encryption_state().await.map_err(|error| error::from_sdk(&error))?;
    Ok(state.is_encrypted())
}

/// The replacement of a room. After a partial join the server may not know yet that the sender had
/// no permission.
async fn replacement_of(room: &Room) -> Result<Option<RoomId>, MatrixError> {
    let Some((sender, by)) = tombstone(room.get_state_event_static().await)? else { return Ok(None) };
    let levels = match room.power_levels().await.map_err(Error::from) {
        Ok(levels) => levels,
        Err(error @ Error::StateStore(_)) => return Err(error::from_sdk(&error)),
        // The room has no power levels.
        Err(_) => room.power_levels_or_default().await,
    };
    Ok(levels.user_can_send_state(&sender, StateEventType::RoomTombstone).then_some(by))
}

/// Sender and replacement of a tombstone.
fn tombstone(
    read: Result<Option<RawSyncOrStrippedState<RoomTombstoneEventContent>>, Error>,
) -> Result<Option<(OwnedUserId, RoomId)>, MatrixError> {
    let event = read.map_err(|error| error::from_sdk(&error))?.and_then(|event| event.deserialize().ok());
    let Some(SyncOrStrippedState::Sync(SyncStateEvent::Original(event))) = event else { return Ok(None) };
    Ok(Some((event.sender, RoomId(event.content.replacement_room.to_string()))))
}

pub(crate) async fn moderates(session: &AccountSession, room: &RoomId, user: &UserId) -> bool {
    let (Ok(room), Ok(user)) = (joined(session, room).await, OwnedUserId::try_from(user.0.as_str())) else {
        return false;
    };
    // A user keeps their power level after leaving.
    let member = found_member(&room, &user).await.ok().flatten();
    let is_there = member.is_some_and(|member| *member.membership() == MembershipState::Join);
    is_there && room.power_levels_or_default().await.user_can_redact_event_of_other(&user)
}

#[cfg(test)]
mod tests {
    use std::io;

    use matrix_sdk::ruma::serde::Raw;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tombstone_that_cannot_be_read_now_is_not_none() {
        let broken = tombstone(Err(Error::Io(io::Error::other("a broken disk"))));
        assert!(matches!(broken, Err(MatrixError::Transient { .. })), "{broken:?}");
        assert_eq!(tombstone(Ok(None)), Ok(None));
        let told = |content: serde_json::Value| {
            let event = json!({
                "type": "m.room.tombstone", "event_id": "$e", "sender": "@ada:example.org", "state_key": "",
                "origin_server_ts": 7, "content": content,
            });
            let event = Raw::from_json_string(event.to_string()).expect("JSON");
            tombstone(Ok(Some(RawSyncOrStrippedState::Sync(event))))
        };
        let by = told(json!({ "body": "", "replacement_room": "!new:example.org" }));
        let by = by.expect("it can be read").map(|(sender, by)| (sender.to_string(), by.0));
        assert_eq!(by, Some(("@ada:example.org".to_owned(), "!new:example.org".to_owned())));
        // A tombstone without a replacement stays unusable.
        assert_eq!(told(json!({ "body": "" })), Ok(None));
    }
}
