//! The sync loop: requests one sync response after the other, with exponential backoff while the
//! server does not answer. Not here: reading a response (`sync_response`), late keys (`late_keys`).

use std::{
    collections::HashSet,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use matrix_sdk::{
    Error, Room,
    config::{SyncSettings, SyncToken},
    ruma::{
        UInt,
        api::client::{
            filter::{Filter, FilterDefinition, LazyLoadOptions, RoomEventFilter},
            sync::sync_events::v3::Filter as SyncFilter,
        },
    },
    store::{StateStoreDataKey, StateStoreDataValue},
    sync::SyncResponse,
};
use tokio::{sync::Semaphore, task::JoinSet, time::Instant};

use crate::{
    MatrixError, error, late_keys,
    rooms::room_id,
    session::AccountSession,
    sync_report::SyncReport,
    sync_response::{self, PendingRoomPart},
    verification,
};

/// Most events of a room in one response; further ones are fetched.
const PAGE: u32 = 50;
/// The same where none are reported.
const SHORTEST_PAGE: u32 = 1;
/// Rooms queried at once for events a response left out.
const ROOMS_AT_ONCE: usize = 16;
/// Long polling: the server answers a sync when it has news, or after this time.
const POLL: Duration = Duration::from_secs(30);
/// Time limit of the first sync at first, which reports everything. The SDK adds thirty seconds to
/// each request.
const FIRST_ANSWER: Duration = Duration::from_mins(10);
/// Largest time limit of the first sync.
const LONGEST_ANSWER: Duration = Duration::from_hours(2);
/// Failures of the store before the session ends.
const MOST_BREAKS: u32 = 4;
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Time limit of the first sync. Some servers start over on every new request, so a sync that was
/// cut off gets twice the time.
struct FirstSyncTimeout(Duration);

impl FirstSyncTimeout {
    fn new(since: Option<&str>) -> Self {
        // With a position, a server waits for the whole time when there is nothing to report.
        Self(since.map_or(FIRST_ANSWER, |_| Duration::ZERO))
    }

    /// Doubles the limit after a request that used it up.
    fn grow(&mut self, waited: Duration) {
        if waited >= self.0 + POLL {
            self.0 = (self.0 * 2).clamp(POLL, LONGEST_ANSWER);
        }
    }
}

/// Syncs until the session ends.
pub(crate) async fn run(session: Arc<AccountSession>) {
    session.recall().await;
    let mut listening = SyncPosition::new(&session);
    let mut pause = FIRST_PAUSE;
    while !session.signals.is_closing() {
        let began = Instant::now();
        let round = tokio::select! {
            () = session.signals.closed() => break,
            round = listening.round(&session) => round,
        };
        match round {
            Ok(()) => {
                pause = FIRST_PAUSE;
                session.signals.breaks.store(0, Ordering::Relaxed);
                session.signals.synced.send_replace(true);
                session.signals.answers.send_replace(true);
            }
            Err(MatrixError::LoggedOut) => logged_out(&session),
            Err(error) => {
                tracing::warn!(%error, "the Matrix homeserver gave no answer");
                session.signals.answers.send_replace(false);
                listening.patience.grow(began.elapsed());
                let pause = pause_after(&error, &mut pause);
                tokio::select! {
                    () = session.signals.closed() => break,
                    () = tokio::time::sleep(pause) => {}
                }
            }
        }
    }
    listening.parts.shutdown().await;
}

fn logged_out(session: &AccountSession) {
    tracing::warn!("the Matrix homeserver takes the session no more");
    session.signals.close();
}

fn pause_after(error: &MatrixError, pause: &mut Duration) -> Duration {
    let own = *pause;
    *pause = (*pause * 2).min(LONGEST_PAUSE);
    match error {
        MatrixError::Transient { after: Some(after), .. } => own.max(*after),
        _ => own,
    }
}

/// Position of the sync loop.
struct SyncPosition {
    since: Option<String>,
    is_first: bool,
    patience: FirstSyncTimeout,
    /// Running room queries; no room waits for another.
    parts: JoinSet<()>,
    asking: Arc<Semaphore>,
}

impl SyncPosition {
    fn new(session: &AccountSession) -> Self {
        Self {
            since: session.place.clone(),
            is_first: true,
            patience: FirstSyncTimeout::new(session.place.as_deref()),
            parts: JoinSet::new(),
            asking: Arc::new(Semaphore::new(ROOMS_AT_ONCE)),
        }
    }

    /// Makes one sync request and passes on its events.
    async fn round(&mut self, session: &Arc<AccountSession>) -> Result<(), MatrixError> {
        while session.catch_up().is_full() {
            session.signals.room_for_more.notified().await;
        }
        let since = self.since.as_deref();
        let answer = match session.client.sync_once(self.settings()).await {
            Ok(answer) => answer,
            Err(error) => return Err(no_answer(session, since, &error).await),
        };
        let mut told = SyncReport::default();
        sync_response::rooms_come_and_gone(session, &answer, &mut told);
        let parts = match session.others_place.as_deref().filter(|_| self.is_first) {
            Some(place) => left_by_others(session, &answer, place),
            None => sync_response::report_sync(session, &answer, since, &mut told),
        };
        if self.is_first {
            sync_response::open_invitations(session, &answer, &mut told).await;
        }
        let requests = verification::requests(&answer.to_device);
        if !requests.is_empty() {
            let session = Arc::clone(session);
            self.parts.spawn(async move { verification::decline_all(&session, &requests).await });
        }
        let is_sealed = !told.sealed.is_empty();
        let open: HashSet<_> = parts.iter().map(|part| room_id(&part.room)).collect();
        let number = session.push(answer.next_batch.clone(), told, open);
        self.ask_about(session, number, parts);
        if let Err(error) = session.write_now_and_then().await {
            tracing::warn!(%error, "the place in the Matrix server's stream was not written");
        }
        // A key may have arrived before its message.
        if self.is_first || is_sealed {
            let session = Arc::clone(session);
            self.parts.spawn(async move { late_keys::retry_all(&session).await });
        }
        self.since = Some(answer.next_batch);
        self.is_first = false;
        Ok(())
    }

    fn settings(&self) -> SyncSettings {
        let token = self.since.clone().map_or(SyncToken::NoToken, SyncToken::Specific);
        let timeout = if self.is_first { self.patience.0 } else { POLL };
        // Without a position every event counts as old.
        let page = if self.since.is_some() { PAGE } else { SHORTEST_PAGE };
        SyncSettings::new().filter(SyncFilter::FilterDefinition(filter(page))).token(token).timeout(timeout)
    }

    fn ask_about(&mut self, session: &Arc<AccountSession>, number: u64, parts: Vec<PendingRoomPart>) {
        while self.parts.try_join_next().is_some() {}
        for part in parts {
            let (session, asking) = (Arc::clone(session), Arc::clone(&self.asking));
            self.parts.spawn(async move {
                let _turn = asking.acquire_owned().await;
                let room = room_id(&part.room);
                let Ok(told) = part.ask(&session).await else { return logged_out(&session) };
                let is_sealed = !told.sealed.is_empty();
                session.fill(number, &room, told);
                // A key may have arrived during the query.
                if is_sealed {
                    late_keys::retry_all(&session).await;
                }
            });
        }
    }
}

/// Queries for the events that another device has not handled, in every room: the response itself
/// does not tell which those are.
fn left_by_others(session: &AccountSession, answer: &SyncResponse, place: &str) -> Vec<PendingRoomPart> {
    let rooms = answer.rooms.joined.keys().filter_map(|id| session.client.get_room(id));
    let part = |room: Room| PendingRoomPart {
        room,
        events: Vec::new(),
        between: Some((place.to_owned(), answer.next_batch.clone())),
    };
    rooms.map(part).collect()
}

/// The error of a sync. The SDK skips a response it has stored, even when processing failed
/// afterwards: then only a restart reports its events.
async fn no_answer(session: &AccountSession, since: Option<&str>, error: &Error) -> MatrixError {
    let taken = session.client.state_store().get_kv_data(StateStoreDataKey::SyncToken).await;
    let taken = taken.ok().flatten().and_then(StateStoreDataValue::into_sync_token);
    if taken.is_some() && taken.as_deref() != since {
        tracing::error!(%error, "the Matrix store did not keep what the homeserver said: start again");
        session.signals.close();
    }
    // Other errors come from the store.
    let is_of_store = !matches!(
        error,
        Error::Http(_) | Error::AuthenticationRequired | Error::Timeout | Error::ConcurrentRequestFailed
    );
    if is_of_store && session.signals.breaks.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_BREAKS {
        tracing::error!(%error, "the Matrix store cannot be used: it is opened anew");
        session.signals.close();
    }
    error::from_sdk(error)
}

fn filter(page: u32) -> FilterDefinition {
    let mut filter = FilterDefinition::default();
    filter.presence = Filter::ignore_all();
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.room.timeline.limit = Some(UInt::from(page));
    filter.room.state.lazy_load_options = LazyLoadOptions::Enabled { include_redundant_members: false };
    filter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_needs_long_for_its_first_answer_gets_it() {
        let mut patience = FirstSyncTimeout::new(Some("s1"));
        assert_eq!(patience.0, Duration::ZERO, "a server with nothing to tell says so at once");
        patience.grow(Duration::from_secs(1));
        assert_eq!(patience.0, Duration::ZERO, "it could not be reached");
        for seconds in [30, 60, 120, 240] {
            let waited = patience.0 + POLL;
            patience.grow(waited);
            assert_eq!(patience.0, Duration::from_secs(seconds));
        }
        assert!(FirstSyncTimeout::new(None).0 >= Duration::from_mins(5));
    }
}
