//! Tracks numbered lists that people may read before the meaning of their numbers is saved: a
//! homeserver shows a message before it confirms it, and may have accepted a message although it
//! answers with an error. Replies that use numbers wait for the save. Not here: stored lists
//! (`numbered_lists`), and finding the list of a number (`inbound/number_resolver`).

use std::{collections::HashMap, time::Duration};

use adoube_bot::Timer;
use adoube_matrix_client::RoomId;
use tokio::sync::watch;

/// Longest wait of a reply for the save. A homeserver that shows a message and takes longer to
/// confirm it is faulty.
const PATIENCE: Duration = Duration::from_secs(10);

/// Rooms of messages in flight, by the key of the message.
pub(crate) struct UnsavedLists(watch::Sender<HashMap<Vec<u8>, RoomId>>);

impl Default for UnsavedLists {
    fn default() -> Self {
        Self(watch::Sender::new(HashMap::new()))
    }
}

impl UnsavedLists {
    /// Marks a message as possibly visible; a retry has the same key. Returns whether the message
    /// was not marked before.
    pub(crate) fn begin(&self, key: &[u8], room: &RoomId) -> bool {
        let mut is_new = false;
        self.0.send_if_modified(|messages| {
            is_new = messages.insert(key.to_owned(), room.clone()).is_none();
            // Replies that already wait are not affected by a new message.
            false
        });
        is_new
    }

    /// Ends the mark: the list is saved, or the message was given up.
    pub(crate) fn end(&self, key: &[u8]) {
        self.0.send_if_modified(|messages| messages.remove(key).is_some());
    }

    /// Drops the marks of a room that the bot has left.
    pub(crate) fn forget(&self, room: &RoomId) {
        self.0.send_modify(|messages| messages.retain(|_, of| of != room));
    }

    /// Whether a message is in flight to a room.
    pub(crate) fn has(&self, room: &RoomId) -> bool {
        self.0.borrow().values().any(|of| of == room)
    }

    /// Waits until all lists that are visible in a room now are saved. Returns whether they are:
    /// after `PATIENCE` their marks end, and later replies do not wait for them until they are
    /// sent again.
    pub(crate) async fn wait_until_saved(&self, room: &RoomId, timer: &dyn Timer) -> bool {
        let mut messages = self.0.subscribe();
        let here = |messages: &HashMap<Vec<u8>, RoomId>| -> Vec<Vec<u8>> {
            messages.iter().filter(|(_, of)| *of == room).map(|(key, _)| key.clone()).collect()
        };
        let before = here(&messages.borrow_and_update());
        if before.is_empty() {
            return true;
        }
        let noted = messages.wait_for(|messages| !before.iter().any(|key| messages.contains_key(key)));
        tokio::select! {
            _ = noted => true,
            () = timer.until(timer.now() + PATIENCE) => {
                tracing::warn!(room = %room.0, "whether something was said there is not known for long");
                for key in &before {
                    self.end(key);
                }
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use adoube_testing::clock::FastClock;
    use futures_util::FutureExt as _;

    use super::*;

    fn room(id: &str) -> RoomId {
        RoomId(id.to_owned())
    }

    #[tokio::test]
    async fn what_was_on_its_way_before_is_waited_for_in_its_room() {
        let (unnoted, clock) = (UnsavedLists::default(), FastClock::new(0, 1));
        let (here, there) = (room("!here"), room("!there"));
        assert!(unnoted.begin(b"first", &here));
        assert!(!unnoted.begin(b"first", &here), "it is said again");
        assert!(unnoted.has(&here) && !unnoted.has(&there));
        assert_eq!(unnoted.wait_until_saved(&there, &clock).now_or_never(), Some(true));
        let mut waiting = Box::pin(unnoted.wait_until_saved(&here, &clock));
        assert!(waiting.as_mut().now_or_never().is_none());
        unnoted.begin(b"second", &here);
        unnoted.end(b"elsewhere");
        assert!(waiting.as_mut().now_or_never().is_none());
        unnoted.end(b"first");
        assert_eq!(waiting.now_or_never(), Some(true));
        unnoted.end(b"second");
        assert!(unnoted.0.borrow().is_empty(), "nothing is kept");
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let (unnoted, clock) = (UnsavedLists::default(), FastClock::new(0, 100_000));
        unnoted.begin(b"lost", &room("!r"));
        assert!(!unnoted.wait_until_saved(&room("!r"), &clock).await);
        assert!(unnoted.0.borrow().is_empty());
        unnoted.begin(b"left", &room("!r"));
        unnoted.forget(&room("!r"));
        assert!(unnoted.wait_until_saved(&room("!r"), &clock).await);
    }
}
