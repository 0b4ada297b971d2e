//! Finds and creates direct rooms for one person's confidential messages: encrypted unless that is
//! not wanted, and only the bot can invite. The create event names the person and cannot change, so
//! a room is found again after any loss of local data. A room that another user created never
//! counts as one. Not here: all other rooms (`rooms`), which of the person's devices can read
//! (`recipients`).

use matrix_sdk::{
    Room, RoomMemberships, RoomState as Membership,
    ruma::{
        OwnedRoomId, OwnedUserId, UserId as Id,
        api::client::room::create_room::v3::{Request, RoomPreset},
        events::{
            InitialStateEvent,
            room::{encryption::RoomEncryptionEventContent, member::MembershipState},
        },
        serde::Raw,
    },
};
use serde_json::json;

use crate::{
    MatrixError, RoomId, UserId,
    direct_room_cache::DirectRoom,
    error,
    room_owner::{OWNER_FIELD, room_owner},
    rooms,
    session::AccountSession,
};

/// Finds direct rooms among the joined rooms, also one whose creation was not confirmed, because
/// the response was lost or the person could not be invited.
async fn find(session: &AccountSession, user: &Id, encrypted: bool) -> Result<Vec<DirectRoom>, MatrixError> {
    let mut found = Vec::new();
    for room in session.client.joined_rooms() {
        let is_theirs = room_owner(session.own(), &room).await.is_some_and(|of| of == user);
        if is_theirs && rooms::encryption_of(&room).await? == encrypted {
            found.push(DirectRoom { room: room.room_id().to_owned(), invited: false });
        }
    }
    Ok(found)
}

/// The direct room of a person, created when there is none. A person who left is invited again.
pub(crate) async fn room_for(
    session: &AccountSession,
    user: &UserId,
    encrypted: bool,
) -> Result<RoomId, MatrixError> {
    let user = id_of(user)?;
    if let Some(room) = cached_room(session, &user, encrypted).await? {
        return Ok(room);
    }
    // One at a time, so that two messages create one room.
    let _making = session.private_rooms.making.lock().await;
    if let Some(room) = found(session, &user, encrypted).await? {
        return Ok(room);
    }
    let room = make(session, &user, encrypted).await?;
    session.private_rooms.rooms().insert((user, encrypted), DirectRoom { room: room.clone(), invited: true });
    Ok(RoomId(room.to_string()))
}

/// The direct room of a person, if there is one.
pub(crate) async fn existing_room_for(
    session: &AccountSession,
    user: &UserId,
    encrypted: bool,
) -> Result<Option<RoomId>, MatrixError> {
    let user = id_of(user)?;
    if let Some(room) = cached_room(session, &user, encrypted).await? {
        return Ok(Some(room));
    }
    let _making = session.private_rooms.making.lock().await;
    found(session, &user, encrypted).await
}

pub(crate) fn id_of(user: &UserId) -> Result<OwnedUserId, MatrixError> {
    OwnedUserId::try_from(user.0.as_str())
        .map_err(|error| MatrixError::Rejected(format!("{:?} is no user: {error}", user.0)))
}

/// The cached room.
async fn cached_room(
    session: &AccountSession,
    user: &Id,
    encrypted: bool,
) -> Result<Option<RoomId>, MatrixError> {
    session.until_synced().await?;
    let known = session.private_rooms.rooms().get(&(user.to_owned(), encrypted)).cloned();
    usable(session, known, user).await
}

/// The cached room, or one among the joined rooms.
async fn found(session: &AccountSession, user: &Id, encrypted: bool) -> Result<Option<RoomId>, MatrixError> {
    if let Some(room) = cached_room(session, user, encrypted).await? {
        return Ok(Some(room));
    }
    for found in find(session, user, encrypted).await? {
        if let Some(room) = usable(session, Some(found.clone()), user).await? {
            session.private_rooms.rooms().insert((user.to_owned(), encrypted), found);
            return Ok(Some(room));
        }
    }
    Ok(None)
}

/// The room, unless it is left or another user is in it. The person is invited if they are not in
/// it.
async fn usable(
    session: &AccountSession,
    private: Option<DirectRoom>,
    user: &Id,
) -> Result<Option<RoomId>, MatrixError> {
    let Some(DirectRoom { room, invited }) = private else { return Ok(None) };
    let Some(room) = session.client.get_room(&room) else { return Ok(None) };
    if room.state() != Membership::Joined {
        return Ok(None);
    }
    let members = room.members(RoomMemberships::ACTIVE).await.map_err(|error| error::from_sdk(&error))?;
    let mut others = members.iter().map(|member| member.user_id()).filter(|member| *member != session.own());
    if others.clone().any(|other| other != user) {
        tracing::error!(room = %room.room_id(), "somebody else is in a private room; it is used no more");
        return Ok(None);
    }
    if others.next().is_none() {
        // The server may not have reported the invitation of a new room yet.
        if !invited || has_left(&room, user).await? {
            room.invite_user_by_id(user).await.map_err(|error| error::from_sdk(&error))?;
        }
        know_invited(&room, user).await?;
    }
    Ok(Some(RoomId(room.room_id().to_string())))
}

/// Makes sure that the invited person is known as a member. Messages are encrypted for known
/// members only and could never be read by others: a new room's members may have been fetched
/// before the server had finished it.
async fn know_invited(room: &Room, user: &Id) -> Result<(), MatrixError> {
    if is_known(room, user).await? {
        return Ok(());
    }
    room.mark_members_missing();
    room.sync_members().await.map_err(|error| error::from_sdk(&error))?;
    if is_known(room, user).await? {
        return Ok(());
    }
    let reason = format!("{user} is invited, and the server does not know it yet");
    Err(MatrixError::Transient { reason, after: None })
}

/// Whether the person is known as joined or invited.
async fn is_known(room: &Room, user: &Id) -> Result<bool, MatrixError> {
    let member = room.get_member_no_sync(user).await.map_err(|error| error::from_sdk(&error))?;
    let there = [MembershipState::Invite, MembershipState::Join];
    Ok(member.is_some_and(|member| there.contains(member.membership())))
}

async fn has_left(room: &Room, user: &Id) -> Result<bool, MatrixError> {
    let member = room.get_member_no_sync(user).await.map_err(|error| error::from_sdk(&error))?;
    Ok(member.is_some())
}

async fn make(session: &AccountSession, user: &Id, encrypted: bool) -> Result<OwnedRoomId, MatrixError> {
    let encryption =
        InitialStateEvent::with_empty_state_key(RoomEncryptionEventContent::with_recommended_defaults());
    let broken = |error: serde_json::Error| MatrixError::Rejected(error.to_string());
    let levels = Raw::from_json_string(json!({ "invite": 100 }).to_string()).map_err(broken)?;
    let content = Raw::from_json_string(json!({ OWNER_FIELD: user }).to_string()).map_err(broken)?;
    let mut request = Request::new();
    request.invite = vec![user.to_owned()];
    request.is_direct = true;
    request.preset = Some(RoomPreset::PrivateChat);
    request.initial_state = encrypted.then(|| encryption.to_raw_any()).into_iter().collect();
    request.power_level_content_override = Some(levels);
    request.creation_content = Some(content);
    let room = session.client.create_room(request).await.map_err(|error| error::from_sdk(&error))?;
    know_invited(&room, user).await?;
    Ok(room.room_id().to_owned())
}
