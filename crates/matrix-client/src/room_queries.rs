//! Queries the server for what is missing in a room's part of a sync response: events the response
//! left out, and senders of messages. A query that fails for one room alone is given up after some
//! attempts, as nothing more of the room is reported before; a server that answers nothing is
//! waited for. Not here: what is reported (`sync_response`).

use std::{collections::HashSet, time::Duration};

use matrix_sdk::{
    Error, Room,
    deserialized_responses::TimelineEvent,
    room::MessagesOptions,
    ruma::{OwnedEventId, UInt, events::AnySyncTimelineEvent},
};

use crate::{
    GapReason, MatrixError, MatrixEventId, error,
    event_reader::{self, EventReading},
    rooms::room_id,
    session::AccountSession,
};

/// Events of a page.
const PAGE: u32 = 100;
/// Most pages and bytes fetched for a gap; older events are lost, which is logged.
const MOST_PAGES: usize = 40;
const MOST_BYTES: usize = 16 << 20;
/// Attempts for one room while the server answers others.
const MOST_TRIES: u32 = 4;
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Queries about one room's part of a response.
pub(crate) struct RoomQueries<'a> {
    session: &'a AccountSession,
    room: &'a Room,
    tries: u32,
    /// Why events are missing, if any are.
    pub(crate) missing: Option<GapReason>,
}

impl<'a> RoomQueries<'a> {
    pub(crate) fn about(session: &'a AccountSession, room: &'a Room) -> Self {
        Self { session, room, tries: MOST_TRIES, missing: None }
    }

    /// Repeats a query until it is answered; `None` when it is given up. The only error is an ended
    /// session.
    async fn insist<T, F>(&mut self, ask: impl Fn() -> F) -> Result<Option<T>, MatrixError>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let mut pause = FIRST_PAUSE;
        while self.tries > 0 {
            let failure = match ask().await.map_err(|error| error::from_sdk(&error)) {
                Ok(answer) => return Ok(Some(answer)),
                Err(failure) => failure,
            };
            tracing::warn!(room = %self.room.room_id(), %failure, "what a room holds is not told");
            let after = match failure {
                MatrixError::LoggedOut => return Err(failure),
                MatrixError::Transient { after, .. } => after,
                // It concerns the account, or this query alone; the next query tells.
                MatrixError::AccountBlocked { .. } => None,
                _ => return Ok(None),
            };
            if after.is_none() && self.others_are_answered().await? {
                self.tries -= 1;
            }
            if self.tries > 0 {
                // The server's own wait is kept in full.
                tokio::time::sleep(after.map_or(pause, |after| after.max(pause))).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            } else {
                tracing::error!(room = %self.room.room_id(), "what follows in a room waits no longer for what cannot be asked for");
            }
        }
        Ok(None)
    }

    async fn others_are_answered(&self) -> Result<bool, MatrixError> {
        match self.session.client.whoami().await.map_err(|error| error::from_http(&error)) {
            Ok(_) => Ok(true),
            Err(MatrixError::LoggedOut) => Err(MatrixError::LoggedOut),
            Err(_) => Ok(false),
        }
    }

    /// Events between two positions of the sync stream, oldest first. Positions bound the pages,
    /// not events: pages follow the order of the room's graph, where an event that arrived late may
    /// lie before the oldest known one.
    pub(crate) async fn between(
        &mut self,
        since: &str,
        until: &str,
    ) -> Result<Vec<TimelineEvent>, MatrixError> {
        self.back(Some(until.to_owned()), since).await
    }

    /// Finds events that the server itself received so late that no position of its stream precedes
    /// them, as when it filled a gap of its own; no range of positions contains them. In the order
    /// of the room's graph they stand among the reported events or right before them, and were
    /// never reported. `is_cut_off`: the server says that it lacks the preceding events.
    pub(crate) async fn detect_late(
        &mut self,
        until: &str,
        told: &[TimelineEvent],
        is_cut_off: bool,
    ) -> Result<(), MatrixError> {
        let mut left: HashSet<OwnedEventId> = told.iter().filter_map(TimelineEvent::event_id).collect();
        let (mut from, mut pages) = (Some(until.to_owned()), 0);
        while pages < MOST_PAGES
            && let Some(token) = from.take()
        {
            let room = self.room;
            let Some(page) = self.insist(|| room.messages(before(&token, None))).await? else { break };
            for event in &page.chunk {
                if event.event_id().is_some_and(|id| left.remove(&id)) {
                    continue;
                }
                if !self.is_said(event) {
                    if self.is_coming(event) {
                        return Ok(());
                    }
                    continue;
                }
                let was_told = self.was_told(event);
                // Without remembered events of the room it is unknown what was reported.
                if was_told == Some(false) || was_told.is_none() && is_cut_off {
                    tracing::warn!(room = %self.room.room_id(), "what the server itself has learnt late is not told");
                    self.missing = Some(GapReason::ReceivedLate);
                    return Ok(());
                }
                if left.is_empty() {
                    return Ok(());
                }
            }
            from = page.end.filter(|_| !page.chunk.is_empty());
            pages += 1;
        }
        Ok(())
    }

    /// Whether an event is a message, of a person or of the bot.
    fn is_said(&self, event: &TimelineEvent) -> bool {
        let is_of_bot = self.is_by_bot(event)
            && matches!(event.raw().get_field::<serde_json::Value>("state_key"), Ok(None));
        is_of_bot || event.kind.is_utd() || self.read(event).is_some_and(|read| read.is_words())
    }

    /// Whether an event was reported, as far as that is remembered. The bot knows its own messages.
    fn was_told(&self, event: &TimelineEvent) -> Option<bool> {
        if self.is_by_bot(event) {
            return Some(true);
        }
        let id = event.event_id()?;
        self.session.catch_up().was_told(&room_id(self.room), id.as_str())
    }

    fn is_by_bot(&self, event: &TimelineEvent) -> bool {
        event.sender().is_some_and(|sender| sender == *self.session.own())
    }

    fn read(&self, event: &TimelineEvent) -> Option<EventReading> {
        let event: AnySyncTimelineEvent = event.raw().deserialize().ok()?;
        Some(event_reader::read(&room_id(self.room), &event, &self.session.identity))
    }

    /// Events before a position, back to another one, oldest first.
    async fn back(
        &mut self,
        mut from: Option<String>,
        since: &str,
    ) -> Result<Vec<TimelineEvent>, MatrixError> {
        let mut events: Vec<TimelineEvent> = Vec::new();
        let (mut pages, mut bytes) = (0, 0);
        while let Some(token) = from.take() {
            if pages == MOST_PAGES || bytes >= MOST_BYTES {
                tracing::warn!(room = %self.room.room_id(), "so much was said meanwhile that the oldest is left out");
                self.missing = Some(GapReason::TooManyEvents);
                break;
            }
            let room = self.room;
            let Some(page) = self.insist(|| room.messages(before(&token, Some(since)))).await? else {
                self.missing = Some(GapReason::NotReturned);
                break;
            };
            let came_here = page.chunk.iter().any(|event| self.is_coming(event));
            from = page.end.filter(|_| !page.chunk.is_empty() && !came_here);
            pages += 1;
            bytes += page.chunk.iter().map(|event| event.raw().json().get().len()).sum::<usize>();
            events.extend(page.chunk);
        }
        events.reverse();
        Ok(events)
    }

    /// Whether the bot joined with this event: earlier events do not matter.
    fn is_coming(&self, event: &TimelineEvent) -> bool {
        self.read(event) == Some(EventReading::BotJoined)
    }

    /// Whether the bot sent a message.
    pub(crate) async fn is_own(&mut self, event: &MatrixEventId) -> Result<bool, MatrixError> {
        if let Some(is_own) = self.session.messages.is_own(&event.0) {
            return Ok(is_own);
        }
        let Ok(id) = OwnedEventId::try_from(event.0.as_str()) else { return Ok(false) };
        let room = self.room;
        let Some(found) = self.insist(|| room.event(&id, None)).await? else { return Ok(false) };
        let is_own = found.sender().is_some_and(|sender| sender == *self.session.own());
        self.session.messages.remember(&event.0, is_own);
        Ok(is_own)
    }
}

/// Options for the page before a position, back to another one.
fn before(place: &str, since: Option<&str>) -> MessagesOptions {
    let mut options = MessagesOptions::backward().from(place);
    options.to = since.map(str::to_owned);
    options.limit = UInt::from(PAGE);
    options
}
