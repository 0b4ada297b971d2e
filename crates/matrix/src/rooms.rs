//! Rooms: coming, leaving, who and what is in them. Not here: the rooms the bot makes for one person (`private`).

use matrix_sdk::{
    Room, RoomMemberships, RoomState as Membership,
    ruma::{
        OwnedRoomId, OwnedUserId,
        events::{MessageLikeEventType, room::member::MembershipState},
    },
};

use crate::{Failure, RoomId, RoomState, UserId, failure, private, session::Session};

pub(crate) fn room_id(room: &Room) -> RoomId {
    RoomId(room.room_id().to_string())
}

/// A room the bot is in, as far as the server has told after a start.
pub(crate) async fn joined(session: &Session, room: &RoomId) -> Result<Room, Failure> {
    session.until_synced().await?;
    match known(session, room)? {
        room if room.state() == Membership::Joined => Ok(room),
        _ => Err(Failure::Gone(room.0.clone())),
    }
}

fn known(session: &Session, room: &RoomId) -> Result<Room, Failure> {
    let gone = || Failure::Gone(room.0.clone());
    let id = OwnedRoomId::try_from(room.0.as_str()).map_err(|_| gone())?;
    session.client.get_room(&id).ok_or_else(gone)
}

/// Everybody but the bot who is there or invited. A server need not say; a room in which there is nobody is one of which it
/// has not.
pub(crate) fn company(session: &Session, room: &RoomId) -> Option<u64> {
    known(session, room).ok()?.active_members_count().checked_sub(1).filter(|others| *others > 0)
}

pub(crate) async fn join(session: &Session, room: &RoomId) -> Result<(), Failure> {
    let room = known(session, room)?;
    if room.state() == Membership::Joined {
        return Ok(());
    }
    session.client.join_room_by_id(room.room_id()).await.map(drop).map_err(|error| failure::from_sdk(&error))
}

pub(crate) async fn leave(session: &Session, room: &RoomId) -> Result<(), Failure> {
    let room = known(session, room)?;
    if matches!(room.state(), Membership::Left | Membership::Banned) {
        return Ok(());
    }
    room.leave().await.map_err(|error| failure::from_sdk(&error))
}

pub(crate) async fn state(session: &Session, room: &RoomId) -> Result<RoomState, Failure> {
    let room = joined(session, room).await?;
    let broken = |error: &matrix_sdk::Error| failure::from_sdk(error);
    let members = room.members(RoomMemberships::ACTIVE).await.map_err(|error| broken(&error))?;
    let members: Vec<_> = members
        .iter()
        .filter(|member| member.user_id() != session.own())
        .map(|member| (UserId(member.user_id().to_string()), member.name().to_owned()))
        .collect();
    let encrypted = room.latest_encryption_state().await.map_err(|error| broken(&error))?.is_encrypted();
    let own = private::made_for(session.own(), &room).await.is_some();
    let direct = own || (room.is_direct().await.unwrap_or_default() && members.len() <= 1);
    let levels = room.power_levels_or_default().await;
    let message =
        if encrypted { MessageLikeEventType::RoomEncrypted } else { MessageLikeEventType::RoomMessage };
    let may_send = levels.user_can_send_message(session.own(), message);
    Ok(RoomState { members, encrypted, direct, may_send })
}

pub(crate) async fn moderates(session: &Session, room: &RoomId, user: &UserId) -> bool {
    let (Ok(room), Ok(user)) = (joined(session, room).await, OwnedUserId::try_from(user.0.as_str())) else {
        return false;
    };
    // Whoever has left keeps their level.
    let member = room.get_member(&user).await.ok().flatten();
    let is_there = member.is_some_and(|member| *member.membership() == MembershipState::Join);
    is_there && room.power_levels_or_default().await.user_can_redact_event_of_other(&user)
}
