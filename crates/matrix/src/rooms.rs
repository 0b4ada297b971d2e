//! Rooms: coming, leaving, who and what is in them, and the one in which the bot and somebody are alone.

use std::collections::HashMap;

use matrix_sdk::{
    Room, RoomMemberships, RoomState as Membership,
    ruma::{
        OwnedRoomId, OwnedUserId,
        api::client::room::create_room::v3::{Request, RoomPreset},
        events::{
            InitialStateEvent, MessageLikeEventType,
            room::{encryption::RoomEncryptionEventContent, member::MembershipState},
        },
        serde::Raw,
    },
};

use crate::{Failure, RoomId, RoomState, UserId, failure, session::Session};

/// How many new rooms for two are remembered until the server tells of them, too.
const MOST_NEW: usize = 1000;

/// A room the bot is in.
pub(crate) fn joined(session: &Session, room: &RoomId) -> Result<Room, Failure> {
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

pub(crate) async fn join(session: &Session, room: &RoomId) -> Result<(), Failure> {
    let room = known(session, room)?;
    if room.state() == Membership::Joined {
        return Ok(());
    }
    let inviter = room.invite_details().await.ok().map(|invitation| invitation.inviter_id);
    let inviter = inviter.filter(|inviter| inviter != session.own());
    let direct = room.is_direct().await.unwrap_or_default();
    session.client.join_room_by_id(room.room_id()).await.map_err(|error| failure::from_sdk(&error))?;
    if let Some(inviter) = inviter.filter(|_| direct) {
        remember(&mut session.direct_rooms(), inviter, room.room_id().to_owned());
    }
    Ok(())
}

/// The server tells of a new room for two a little later.
fn remember(new: &mut HashMap<OwnedUserId, OwnedRoomId>, user: OwnedUserId, room: OwnedRoomId) {
    if new.len() >= MOST_NEW {
        new.clear();
    }
    new.insert(user, room);
}

pub(crate) async fn leave(session: &Session, room: &RoomId) -> Result<(), Failure> {
    let room = known(session, room)?;
    if matches!(room.state(), Membership::Left | Membership::Banned) {
        return Ok(());
    }
    room.leave().await.map_err(|error| failure::from_sdk(&error))
}

pub(crate) async fn state(session: &Session, room: &RoomId) -> Result<RoomState, Failure> {
    let room = joined(session, room)?;
    let broken = |error: &matrix_sdk::Error| failure::from_sdk(error);
    let members = room.members(RoomMemberships::ACTIVE).await.map_err(|error| broken(&error))?;
    let members: Vec<_> = members
        .iter()
        .filter(|member| member.user_id() != session.own())
        .map(|member| (UserId(member.user_id().to_string()), member.name().to_owned()))
        .collect();
    let encrypted = room.latest_encryption_state().await.map_err(|error| broken(&error))?.is_encrypted();
    let new = session.direct_rooms().values().any(|new| new == room.room_id());
    let direct = (new || room.is_direct().await.unwrap_or_default()) && members.len() <= 1;
    let levels = room.power_levels_or_default().await;
    let message =
        if encrypted { MessageLikeEventType::RoomEncrypted } else { MessageLikeEventType::RoomMessage };
    let may_send = levels.user_can_send_message(session.own(), message);
    Ok(RoomState { members, encrypted, direct, may_send })
}

pub(crate) async fn moderates(session: &Session, room: &RoomId, user: &UserId) -> bool {
    let (Ok(room), Ok(user)) = (joined(session, room), OwnedUserId::try_from(user.0.as_str())) else {
        return false;
    };
    room.power_levels().await.is_ok_and(|levels| levels.user_can_redact_event_of_other(&user))
}

/// Where the bot and somebody are alone: one that is encrypted if there is one, else the one they made themselves. One
/// at a time, so that two private messages make one room.
pub(crate) async fn direct(session: &Session, user: &UserId) -> Result<RoomId, Failure> {
    let user = OwnedUserId::try_from(user.0.as_str())
        .map_err(|error| Failure::Refused(format!("{:?} is no user: {error}", user.0)))?;
    session.until_synced().await?;
    let _one_at_a_time = session.making_direct_room.lock().await;
    let new = session.direct_rooms().get(&user).cloned();
    let mut best: Option<(Fitness, Room)> = None;
    for room in session.client.joined_rooms() {
        let meant = room.direct_targets().iter().any(|target| target.as_user_id() == Some(&user));
        if !meant && new.as_deref() != Some(room.room_id()) {
            continue;
        }
        if let Some(fitness) = fitness(session, &room, &user).await?
            && best.as_ref().is_none_or(|(other, _)| *other < fitness)
        {
            best = Some((fitness, room));
        }
    }
    if let Some((fitness, room)) = best {
        let there = if fitness.there { Ok(()) } else { room.invite_user_by_id(&user).await };
        match there.map_err(|error| failure::from_sdk(&error)) {
            Ok(()) => return Ok(RoomId(room.room_id().to_string())),
            Err(error @ (Failure::Later { .. } | Failure::LoggedOut)) => return Err(error),
            Err(_) => {}
        }
    }
    let room = make_direct(session, user.clone()).await?;
    remember(&mut session.direct_rooms(), user, room.clone());
    Ok(RoomId(room.to_string()))
}

/// What makes a room the better one for private words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fitness {
    there: bool,
    encrypted: bool,
}

/// None when somebody else is there, too.
async fn fitness(session: &Session, room: &Room, user: &OwnedUserId) -> Result<Option<Fitness>, Failure> {
    let members = room.members(RoomMemberships::ACTIVE).await.map_err(|error| failure::from_sdk(&error))?;
    let mut there = false;
    for member in members.iter().filter(|member| member.user_id() != session.own()) {
        if member.user_id() != user {
            return Ok(None);
        }
        there = matches!(member.membership(), MembershipState::Join | MembershipState::Invite);
    }
    let encrypted =
        room.latest_encryption_state().await.map_err(|error| failure::from_sdk(&error))?.is_encrypted();
    Ok(Some(Fitness { there, encrypted }))
}

/// Nobody but the bot may invite into it, so that the two stay alone.
async fn make_direct(session: &Session, user: OwnedUserId) -> Result<OwnedRoomId, Failure> {
    let encryption =
        InitialStateEvent::with_empty_state_key(RoomEncryptionEventContent::with_recommended_defaults());
    let levels = Raw::from_json_string(r#"{"invite":100}"#.to_owned())
        .map_err(|error| Failure::Refused(error.to_string()))?;
    let mut request = Request::new();
    request.invite = vec![user];
    request.is_direct = true;
    request.preset = Some(RoomPreset::PrivateChat);
    request.initial_state = vec![encryption.to_raw_any()];
    request.power_level_content_override = Some(levels);
    let room = session.client.create_room(request).await.map_err(|error| failure::from_sdk(&error))?;
    Ok(room.room_id().to_owned())
}
