//! Listening: one answer of the server after the other becomes things to tell. A gap in a room's timeline is filled,
//! what cannot be read yet is waited for, and a server that does not answer is asked again, ever more seldom.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use matrix_sdk::{
    Room,
    config::{SyncSettings, SyncToken},
    deserialized_responses::TimelineEvent,
    room::MessagesOptions,
    ruma::{
        OwnedEventId, OwnedRoomId, UInt,
        api::client::{
            filter::{Filter, FilterDefinition, LazyLoadOptions, RoomEventFilter},
            sync::sync_events::v3::{Filter as SyncFilter, InvitedRoom},
        },
        events::{AnyStrippedStateEvent, AnySyncTimelineEvent, room::member::MembershipState},
    },
    sync::{JoinedRoomUpdate, SyncResponse, Timeline},
};

use crate::{
    EventId, Failure, Happening, RoomId, UserId,
    catch_up::{Item, Waiting},
    failure,
    reading::{self, Own, Reading},
    session::Session,
};

/// How many events of a room one answer holds; where there were more, they are fetched in pages.
const PAGE: u32 = 50;
/// How many pages are fetched for a gap; what is older is lost, and logged.
const MOST_PAGES: usize = 40;
/// How many things may wait to be told before the server is asked for more.
const MOST_UNTOLD: usize = 1000;
/// How long the server may wait for something to tell.
const POLL: Duration = Duration::from_secs(30);
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Listens until the session ends.
pub(crate) async fn run(session: Arc<Session>) {
    let mut since = session.catch_up().marker().token.clone();
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
            }
            Err(Failure::LoggedOut) => {
                tracing::error!("the Matrix homeserver no longer accepts the session");
                session.closing.send_replace(true);
            }
            Err(error) => {
                tracing::warn!(%error, "the Matrix homeserver gave no answer");
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
    let answer = session.client.sync_once(settings).await.map_err(|error| failure::from_sdk(&error))?;
    let mut items = Vec::new();
    while let Err(error) = tell(session, &answer, since, &mut items).await {
        // The SDK has taken the answer already and would not give it again.
        tracing::warn!(%error, "the Matrix homeserver did not say what came before");
        items.clear();
        tokio::time::sleep(FIRST_PAUSE * 4).await;
    }
    session.catch_up().push(answer.next_batch.clone(), items);
    session.news.notify_one();
    if let Err(error) = session.write_now_and_then().await {
        tracing::warn!(%error, "the place in the Matrix server's stream was not written");
    }
    if is_first {
        retry_waiting(session).await;
    }
    Ok(answer.next_batch)
}

fn filter() -> FilterDefinition {
    let mut filter = FilterDefinition::default();
    filter.presence = Filter::ignore_all();
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.room.timeline.limit = Some(UInt::from(PAGE));
    filter.room.state.lazy_load_options = LazyLoadOptions::Enabled { include_redundant_members: false };
    filter
}

async fn tell(
    session: &Session,
    answer: &SyncResponse,
    since: Option<&str>,
    items: &mut Vec<Item>,
) -> Result<(), Failure> {
    for (id, update) in &answer.rooms.invited {
        items.extend(invitation(session, id.as_str(), update));
    }
    for id in answer.rooms.left.keys() {
        let room = RoomId(id.to_string());
        session.catch_up().leave(&room);
        items.push(Item { event: None, happening: Happening::MembersChanged { room, left: false } });
    }
    // Without a place to begin there is no saying what is new: everything is old.
    let Some(since) = since else { return Ok(()) };
    for (id, update) in &answer.rooms.joined {
        if let Some(room) = session.client.get_room(id) {
            tell_room(session, &room, update, since, items).await?;
        }
    }
    Ok(())
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
    room: &Room,
    update: &JoinedRoomUpdate,
    since: &str,
    items: &mut Vec<Item>,
) -> Result<(), Failure> {
    let own = Own { id: session.own.clone(), display_name: session.display_name.clone() };
    let id = RoomId(room.room_id().to_string());
    let mut events = gap(room, &update.timeline, since).await?;
    events.extend(update.timeline.events.iter().cloned());
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
                items.push(Item { event: Some(said.event.0.clone()), happening: Happening::Said(said) });
            }
            Reading::Reacted { event, sender, to, key } => {
                if is_own(session, room, &to).await? {
                    let id = event.0.clone();
                    let happening = Happening::Reacted { room: room_id(room), event, sender, to, key };
                    items.push(Item { event: Some(id), happening });
                }
            }
            Reading::TakenBack(event) => {
                items.retain(|item| item.event.as_ref() != Some(&event.0));
                session.catch_up().take_back(&event.0);
            }
            Reading::Came => came = true,
            Reading::Left => left = true,
            Reading::BotJoined => {}
            Reading::Nothing => items.extend(not_read(session, room, event)),
        }
    }
    if came || left {
        items.push(Item { event: None, happening: Happening::MembersChanged { room: id, left } });
    }
    Ok(())
}

fn room_id(room: &Room) -> RoomId {
    RoomId(room.room_id().to_string())
}

/// Remembers the bot's own messages; a message without its key is waited for.
fn not_read(session: &Session, room: &Room, event: &TimelineEvent) -> Option<Item> {
    let (id, sender) = (event.event_id()?, event.sender()?);
    if sender == session.own {
        session.remember_own(id.as_str());
        return None;
    }
    if !event.kind.is_utd() || is_edit(event) {
        return None;
    }
    session.unread().insert(id.to_string(), event.raw().clone());
    session.catch_up().wait_for(Waiting { room: room.room_id().to_string(), event: id.to_string() });
    let happening = Happening::Unreadable {
        room: room_id(room),
        event: EventId(id.to_string()),
        sender: UserId(sender.to_string()),
    };
    Some(Item { event: Some(id.to_string()), happening })
}

/// What a message relates to is not encrypted.
fn is_edit(event: &TimelineEvent) -> bool {
    let content: Option<serde_json::Value> = event.raw().get_field("content").ok().flatten();
    content.is_some_and(|content| content["m.relates_to"]["rel_type"] == "m.replace")
}

/// Whether a message is the bot's.
async fn is_own(session: &Session, room: &Room, event: &EventId) -> Result<bool, Failure> {
    if session.is_own(&event.0) {
        return Ok(true);
    }
    let Ok(id) = OwnedEventId::try_from(event.0.as_str()) else { return Ok(false) };
    match room.event(&id, None).await.map_err(|error| failure::from_sdk(&error)) {
        Ok(found) => {
            let is_own = found.sender().is_some_and(|sender| sender == session.own);
            if is_own {
                session.remember_own(&event.0);
            }
            Ok(is_own)
        }
        Err(error @ (Failure::Later { .. } | Failure::LoggedOut)) => Err(error),
        Err(_) => Ok(false),
    }
}

/// What the server left out between its last answer and this one, oldest first.
async fn gap(room: &Room, timeline: &Timeline, since: &str) -> Result<Vec<TimelineEvent>, Failure> {
    let mut events = Vec::new();
    let is_whole = !timeline.limited || timeline.events.iter().any(|event| came(event, room));
    let mut from = timeline.prev_batch.clone().filter(|_| !is_whole);
    for _ in 0..MOST_PAGES {
        let Some(token) = from else { break };
        let mut options = MessagesOptions::backward().from(token.as_str());
        options.to = Some(since.to_owned());
        options.limit = UInt::from(PAGE * 2);
        let page = match room.messages(options).await.map_err(|error| failure::from_sdk(&error)) {
            Ok(page) => page,
            Err(error @ (Failure::Later { .. } | Failure::LoggedOut)) => return Err(error),
            Err(error) => {
                tracing::warn!(room = %room.room_id(), %error, "what was said meanwhile may not be read");
                break;
            }
        };
        let came_here = page.chunk.iter().any(|event| came(event, room));
        from = page.end.filter(|_| !page.chunk.is_empty() && !came_here);
        events.extend(page.chunk);
        if events.len() >= MOST_PAGES * PAGE as usize * 2 {
            tracing::warn!(room = %room.room_id(), "so much was said meanwhile that the oldest is left out");
        }
    }
    events.reverse();
    Ok(events)
}

/// Whether the bot came into the room with this event: what lies before does not matter.
fn came(event: &TimelineEvent, room: &Room) -> bool {
    let own = Own { id: room.own_user_id().to_owned(), display_name: String::new() };
    event.raw().deserialize().is_ok_and(|event: AnySyncTimelineEvent| {
        reading::read(&room_id(room), &event, &own) == Reading::BotJoined
    })
}

/// Whenever keys arrive, what waits for one is tried again.
pub(crate) async fn watch_keys(session: Arc<Session>) {
    let Some(arrivals) = session.client.encryption().room_keys_received_stream().await else { return };
    let mut arrivals = std::pin::pin!(arrivals);
    loop {
        tokio::select! {
            () = session.closed() => return,
            arrival = arrivals.next() => match arrival {
                Some(_) => retry_waiting(&session).await,
                None => return,
            },
        }
    }
}

async fn retry_waiting(session: &Session) {
    let waiting = session.catch_up().waiting().to_vec();
    session.unread().retain(|event, _| waiting.iter().any(|waiting| waiting.event == *event));
    for waiting in waiting {
        match retry(session, &waiting).await {
            Ok(Some(reading)) => {
                let happening = match reading {
                    Reading::Said(said) => Some(Happening::Said(said)),
                    _ => None,
                };
                session.catch_up().resolve(&waiting.event, happening);
                session.news.notify_one();
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, event = waiting.event, "still not readable"),
        }
    }
}

/// None when it still cannot be read.
async fn retry(session: &Session, waiting: &Waiting) -> Result<Option<Reading>, Failure> {
    let id = OwnedRoomId::try_from(waiting.room.as_str());
    let Some(room) = id.ok().and_then(|id| session.client.get_room(&id)) else {
        return Ok(Some(Reading::Nothing));
    };
    let kept = session.unread().get(&waiting.event).cloned();
    let found = match kept {
        Some(kept) => room.decrypt_event(kept.cast_ref_unchecked(), None).await,
        None => match OwnedEventId::try_from(waiting.event.as_str()) {
            Ok(event) => room.event(&event, None).await,
            Err(_) => return Ok(Some(Reading::Nothing)),
        },
    };
    let found = match found.map_err(|error| failure::from_sdk(&error)) {
        Ok(found) => found,
        Err(Failure::Gone(_) | Failure::Forbidden(_)) => return Ok(Some(Reading::Nothing)),
        Err(error) => return Err(error),
    };
    if found.kind.is_utd() {
        session.unread().insert(waiting.event.clone(), found.into_raw());
        return Ok(None);
    }
    let own = Own { id: session.own.clone(), display_name: session.display_name.clone() };
    let known = found.raw().deserialize();
    Ok(Some(known.map_or(Reading::Nothing, |known| reading::read(&room_id(&room), &known, &own))))
}
