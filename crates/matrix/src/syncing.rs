//! Listening: one answer of the server after the other becomes things to tell, and a server that does not answer is asked
//! again, ever more seldom. Not here: what an answer leaves out (`asking`), and keys that come late (`keys`).

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use matrix_sdk::{
    Error, Room,
    config::{SyncSettings, SyncToken},
    deserialized_responses::TimelineEvent,
    ruma::{
        UInt,
        api::client::{
            filter::{Filter, FilterDefinition, LazyLoadOptions, RoomEventFilter},
            sync::sync_events::v3::{Filter as SyncFilter, InvitedRoom},
        },
        events::{AnyStrippedStateEvent, room::member::MembershipState},
    },
    store::{StateStoreDataKey, StateStoreDataValue},
    sync::SyncResponse,
};

use crate::{
    ConnectError, Failure, Happening, RoomId, UserId,
    asking::Asking,
    catch_up::Item,
    failure, keys,
    reading::{self, Own, Reading},
    rooms,
    session::Session,
};

/// How many events of a room one answer holds; where there were more, they are asked for.
const PAGE: u32 = 50;
/// How many things may wait to be told before the server is asked for more.
const MOST_UNTOLD: usize = 1000;
/// How many rooms are asked about at once for what another device has left.
const ROOMS_AT_ONCE: usize = 8;
/// How long the server may wait for something to tell.
const POLL: Duration = Duration::from_secs(30);
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Listens until the session ends.
pub(crate) async fn run(session: Arc<Session>) {
    let mut since = session.place.clone();
    let mut pause = FIRST_PAUSE;
    let mut is_first = true;
    while !session.is_closing() {
        let round = tokio::select! {
            () = session.closed() => break,
            round = round(&session, since.as_deref(), is_first) => round,
        };
        match round {
            Ok(token) => {
                since = Some(token);
                pause = FIRST_PAUSE;
                is_first = false;
                session.synced.send_replace(true);
                session.answers.send_replace(true);
            }
            Err(Failure::LoggedOut) => {
                tracing::error!("{}", ConnectError::LoggedOut(session.folder.clone()));
                session.closing.send_replace(true);
            }
            Err(error) => {
                tracing::warn!(%error, "the Matrix homeserver gave no answer");
                session.answers.send_replace(false);
                let pause = pause_after(&error, &mut pause);
                tokio::select! {
                    () = session.closed() => break,
                    () = tokio::time::sleep(pause) => {}
                }
            }
        }
    }
}

fn pause_after(error: &Failure, pause: &mut Duration) -> Duration {
    let own = *pause;
    *pause = (*pause * 2).min(LONGEST_PAUSE);
    match error {
        Failure::Later { after: Some(after), .. } => own.max((*after).min(LONGEST_PAUSE * 5)),
        _ => own,
    }
}

/// One answer of the server, and where it ends.
async fn round(session: &Arc<Session>, since: Option<&str>, is_first: bool) -> Result<String, Failure> {
    while session.catch_up().len() > MOST_UNTOLD {
        session.room_for_more.notified().await;
    }
    let token = since.map_or(SyncToken::NoToken, |since| SyncToken::Specific(since.to_owned()));
    let mut settings = SyncSettings::new().filter(SyncFilter::FilterDefinition(filter())).token(token);
    settings = settings.timeout(if is_first { Duration::ZERO } else { POLL });
    let answer = match session.client.sync_once(settings).await {
        Ok(answer) => answer,
        Err(error) => return Err(no_answer(session, since, &error).await),
    };
    let mut told = Told::default();
    tell_of_rooms(session, &answer, &mut told);
    match session.others_place.as_deref().filter(|_| is_first) {
        Some(place) => tell_what_others_left(session, &answer, place, &mut told).await?,
        None => tell(session, &answer, since, &mut told).await?,
    }
    if is_first {
        told.items.extend(open_invitations(session, &answer).await);
    }
    let is_sealed = !told.sealed.is_empty();
    session.push(answer.next_batch.clone(), told.items, told.sealed);
    if let Err(error) = session.write_now_and_then().await {
        tracing::warn!(%error, "the place in the Matrix server's stream was not written");
    }
    // A key may have come while its message was on the way here.
    if is_first || is_sealed {
        keys::retry_all(session).await;
    }
    Ok(answer.next_batch)
}

/// The SDK passes over an answer that it has taken, even when something went wrong with it afterwards: then only a new
/// beginning tells what was in it.
async fn no_answer(session: &Session, since: Option<&str>, error: &Error) -> Failure {
    let taken = session.client.state_store().get_kv_data(StateStoreDataKey::SyncToken).await;
    let taken = taken.ok().flatten().and_then(StateStoreDataValue::into_sync_token);
    if taken.is_some() && taken.as_deref() != since {
        tracing::error!(%error, "the Matrix store did not keep what the homeserver said: start again");
        session.closing.send_replace(true);
    }
    failure::from_sdk(error)
}

fn filter() -> FilterDefinition {
    let mut filter = FilterDefinition::default();
    filter.presence = Filter::ignore_all();
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.room.timeline.limit = Some(UInt::from(PAGE));
    filter.room.state.lazy_load_options = LazyLoadOptions::Enabled { include_redundant_members: false };
    filter
}

/// What there is to tell of an answer.
#[derive(Default)]
struct Told {
    items: Vec<Item>,
    sealed: Vec<keys::Sealed>,
}

/// Rooms the bot is asked into or is no longer in.
fn tell_of_rooms(session: &Session, answer: &SyncResponse, told: &mut Told) {
    for (id, update) in &answer.rooms.invited {
        told.items.extend(invitation(session, id.as_str(), update));
    }
    for id in answer.rooms.left.keys() {
        let room = RoomId(id.to_string());
        session.catch_up().leave(&room);
        told.items.push(Item { event: None, happening: Happening::MembersChanged { room, left: false } });
    }
}

/// What happened in rooms. The only error is that the session is none.
async fn tell(
    session: &Session,
    answer: &SyncResponse,
    since: Option<&str>,
    told: &mut Told,
) -> Result<(), Failure> {
    // Without a place to begin there is no saying what is new: everything is old.
    let Some(since) = since else { return Ok(()) };
    for (id, update) in &answer.rooms.joined {
        if let Some(room) = session.client.get_room(id) {
            let mut asking = Asking::about(session, &room);
            let mut events = asking.gap(&update.timeline, since).await?;
            events.extend(update.timeline.events.iter().cloned());
            tell_room(session, &mut asking, &room, &events, told).await?;
        }
    }
    Ok(())
}

/// What happened in rooms since another device was there; of what is in the answer there is no saying whether it is that. The
/// only error is that the session is none.
async fn tell_what_others_left(
    session: &Session,
    answer: &SyncResponse,
    place: &str,
    told: &mut Told,
) -> Result<(), Failure> {
    let rooms: Vec<Room> = answer.rooms.joined.keys().filter_map(|id| session.client.get_room(id)).collect();
    // Every room is asked about, most of them in vain.
    for rooms in rooms.chunks(ROOMS_AT_ONCE) {
        let ask = |room| left_by_others(session, room, (place, &answer.next_batch));
        for asked in join_all(rooms.iter().map(ask)).await {
            let (mut asking, room, events) = asked?;
            tell_room(session, &mut asking, room, &events, told).await?;
        }
    }
    Ok(())
}

/// What happened in a room between two places.
async fn left_by_others<'a>(
    session: &'a Session,
    room: &'a Room,
    (since, until): (&str, &str),
) -> Result<(Asking<'a>, &'a Room, Vec<TimelineEvent>), Failure> {
    let mut asking = Asking::about(session, room);
    let events = asking.between(since, until).await?;
    Ok((asking, room, events))
}

/// Invitations of earlier that were neither taken nor declined.
async fn open_invitations(session: &Session, answer: &SyncResponse) -> Vec<Item> {
    let mut items = Vec::new();
    for room in session.client.invited_rooms() {
        if answer.rooms.invited.contains_key(room.room_id()) {
            continue;
        }
        let Ok(invitation) = room.invite_details().await else { continue };
        let happening = Happening::Invited {
            room: rooms::room_id(&room),
            by: UserId(invitation.inviter_id.to_string()),
            direct: room.is_direct().await.unwrap_or_default(),
        };
        items.push(Item { event: None, happening });
    }
    items
}

fn invitation(session: &Session, room: &str, update: &InvitedRoom) -> Option<Item> {
    update.invite_state.events.iter().find_map(|event| match event.deserialize().ok()? {
        AnyStrippedStateEvent::RoomMember(member)
            if member.state_key == session.own && member.content.membership == MembershipState::Invite =>
        {
            let happening = Happening::Invited {
                room: RoomId(room.to_owned()),
                by: UserId(member.sender.to_string()),
                direct: member.content.is_direct.unwrap_or_default(),
            };
            Some(Item { event: None, happening })
        }
        _ => None,
    })
}

async fn tell_room(
    session: &Session,
    asking: &mut Asking<'_>,
    room: &Room,
    events: &[TimelineEvent],
    told: &mut Told,
) -> Result<(), Failure> {
    let own = Own { id: session.own.clone(), display_name: session.display_name.clone() };
    let id = rooms::room_id(room);
    let read: Vec<_> = events
        .iter()
        .map(|event| {
            let known = event.raw().deserialize().ok();
            (event, known.map_or(Reading::Nothing, |known| reading::read(&id, &known, &own)))
        })
        .collect();
    // What was said before the bot came was not said to it.
    let begin = read.iter().rposition(|(_, reading)| *reading == Reading::BotJoined).map_or(0, |at| at + 1);
    let (mut came, mut left) = (begin > 0, false);
    for (event, reading) in read.into_iter().skip(begin) {
        match reading {
            Reading::Said(said) => {
                told.items.push(Item { event: Some(said.event.0.clone()), happening: Happening::Said(said) });
            }
            Reading::Reacted { event, sender, to, key } => {
                if asking.is_own(&to).await? {
                    let item = Some(event.0.clone());
                    let happening = Happening::Reacted { room: id.clone(), event, sender, to, key };
                    told.items.push(Item { event: item, happening });
                }
            }
            Reading::TakenBack(event) => take_back(session, told, &event.0),
            Reading::Came => came = true,
            Reading::Left => left = true,
            Reading::BotJoined => {}
            Reading::Nothing => {
                if let (Some(event), Some(sender)) = (event.event_id(), event.sender())
                    && sender == session.own
                {
                    session.remember(event.as_str(), true);
                } else if let Some((sealed, item)) = keys::sealed(session, room, event) {
                    told.items.push(item);
                    told.sealed.push(sealed);
                }
            }
        }
    }
    if came || left {
        told.items.push(Item { event: None, happening: Happening::MembersChanged { room: id, left } });
    }
    Ok(())
}

fn take_back(session: &Session, told: &mut Told, event: &str) {
    told.items.retain(|item| item.event.as_deref() != Some(event));
    told.sealed.retain(|sealed| sealed.waiting.event != event);
    session.catch_up().take_back(event);
}
