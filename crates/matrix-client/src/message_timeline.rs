//! Message timeline, in memory: remembers time, thread and ownership of recent messages, and the
//! latest message of each thread, from what the server has reported. Not here: fetching what is not
//! remembered (`message_lookup`), what a message says (`event_reader`).

use std::sync::{Mutex, MutexGuard, PoisonError};

use matrix_sdk::{
    deserialized_responses::TimelineEvent,
    ruma::{MilliSecondsSinceUnixEpoch, UserId as Id, events::AnySyncTimelineEvent, serde::Raw},
};
use serde::Deserialize;
use serde_json::Value;

use crate::{MatrixEventId, MessageOrigin, recency_map::RecencyMap};

/// Most messages that are remembered.
const MOST_KNOWN: usize = 4000;
/// Most threads whose latest message is remembered.
const MOST_THREADS: usize = 500;

struct TimelineState {
    messages: RecencyMap<MessageOrigin>,
    /// By thread root.
    latest: RecencyMap<String>,
}

/// Recent messages.
pub(crate) struct MessageTimeline(Mutex<TimelineState>);

impl Default for MessageTimeline {
    fn default() -> Self {
        let (messages, latest) = (RecencyMap::new(MOST_KNOWN), RecencyMap::new(MOST_THREADS));
        Self(Mutex::new(TimelineState { messages, latest }))
    }
}

impl MessageTimeline {
    fn state(&self) -> MutexGuard<'_, TimelineState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an event, in the order of the server's reports.
    pub(crate) fn record(&self, event: &TimelineEvent, own: &Id) {
        let (Some(id), Some(origin)) = (event.event_id(), origin_of(event, own)) else { return };
        let mut known = self.state();
        if let Some(root) = &origin.thread {
            known.latest.put(&root.0, id.to_string());
        }
        known.messages.put(id.as_str(), origin);
    }

    /// Records the origin of an event that was fetched.
    pub(crate) fn remember(&self, event: &MatrixEventId, origin: MessageOrigin) {
        self.state().messages.put(&event.0, origin);
    }

    /// Records a message of the bot in a thread.
    pub(crate) fn said(&self, root: &MatrixEventId, event: &str) {
        self.state().latest.put(&root.0, event.to_owned());
    }

    /// The origin of a message, if it is remembered.
    pub(crate) fn origin(&self, event: &MatrixEventId) -> Option<MessageOrigin> {
        self.state().messages.get(&event.0).cloned()
    }

    /// The thread of a message, as far as remembered.
    pub(crate) fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId> {
        self.state().messages.get(&event.0)?.thread.clone()
    }

    /// The latest message of a thread, if it is remembered.
    pub(crate) fn latest(&self, root: &MatrixEventId) -> Option<MatrixEventId> {
        self.state().latest.get(&root.0).cloned().map(MatrixEventId)
    }
}

/// Origin of an event by its own fields; relations are not encrypted.
pub(crate) fn origin_of(event: &TimelineEvent, own: &Id) -> Option<MessageOrigin> {
    let is_own = event.sender().is_some_and(|sender| sender == own);
    let event = event.raw();
    let at: MilliSecondsSinceUnixEpoch = event.get_field("origin_server_ts").ok()??;
    let content: Value = event.get_field("content").ok()??;
    let relation = &content["m.relates_to"];
    let root = relation["event_id"].as_str().filter(|_| relation["rel_type"] == "m.thread");
    Some(MessageOrigin {
        at: at.get().into(),
        thread: root.map(|root| MatrixEventId(root.to_owned())),
        own: is_own,
    })
}

/// The latest message of a thread, which the server bundles with the root.
pub(crate) fn latest_of(root: &Raw<AnySyncTimelineEvent>) -> Option<MatrixEventId> {
    #[derive(Deserialize)]
    struct LatestInThread {
        event_id: String,
    }
    let mut unsigned: Value = root.get_field("unsigned").ok()??;
    let latest = unsigned["m.relations"]["m.thread"]["latest_event"].take();
    let LatestInThread { event_id } = serde_json::from_value(latest).ok()?;
    Some(MatrixEventId(event_id))
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;
    use serde_json::json;

    use super::*;

    fn event(id: &str, at: u64, content: &Value) -> TimelineEvent {
        let event = json!({
            "type": "m.room.message", "event_id": id, "sender": "@ada:x", "origin_server_ts": at, "content": content,
        });
        TimelineEvent::from_plaintext(Raw::new(&event).unwrap().cast_unchecked())
    }

    fn in_thread(root: &str) -> Value {
        json!({ "body": "e4", "m.relates_to": { "rel_type": "m.thread", "event_id": root } })
    }

    #[test]
    fn what_the_server_tells_says_when_and_where_it_was_said() {
        let standing = MessageTimeline::default();
        let id = |id: &str| MatrixEventId(id.to_owned());
        for (event, at, thread) in [
            (event("$a", 10, &json!({ "body": "e4" })), 10, None),
            (event("$b", 11, &in_thread("$root")), 11, Some(id("$root"))),
            (
                event("$c", 12, &json!({ "m.relates_to": { "rel_type": "m.replace", "event_id": "$a" } })),
                12,
                None,
            ),
        ] {
            standing.record(&event, user_id!("@bot:x"));
            let known = standing.origin(&MatrixEventId(event.event_id().unwrap().to_string()));
            assert_eq!(known, Some(MessageOrigin { at, thread, own: false }));
        }
        standing.record(&event("$e", 13, &json!({})), user_id!("@ada:x"));
        assert!(standing.origin(&id("$e")).unwrap().own);
        assert_eq!(standing.latest(&id("$root")), Some(id("$b")));
        standing.said(&id("$root"), "$d");
        assert_eq!(standing.latest(&id("$root")), Some(id("$d")));
        assert_eq!(standing.latest(&id("$other")), None);
    }

    #[test]
    fn a_root_names_the_latest_of_its_thread() {
        let with = |unsigned: Value| {
            let root = json!({ "event_id": "$root", "content": {}, "unsigned": unsigned });
            latest_of(&Raw::new(&root).unwrap().cast_unchecked())
        };
        let latest =
            json!({ "m.relations": { "m.thread": { "latest_event": { "event_id": "$e" }, "count": 2 } } });
        assert_eq!(with(latest), Some(MatrixEventId("$e".to_owned())));
        assert_eq!(with(json!({})), None);
    }
}
