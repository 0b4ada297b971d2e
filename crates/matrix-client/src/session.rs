//! State of a logged-in account, in memory and saved in the SDK's store: events to report, progress
//! through the sync stream, remembered messages. Not here: requests (`session_handle`), the sync
//! loop (`sync_loop`), how a session begins (`connect`).

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicU32},
    time::{Duration, Instant},
};

use matrix_sdk::{
    Client,
    ruma::{
        OwnedUserId,
        events::{AnySyncTimelineEvent, room::MediaSource},
        serde::Raw,
    },
};
use tokio::{
    sync::{Notify, watch},
    task::JoinHandle,
};

use crate::{
    MatrixError, MatrixEvent, RoomId,
    catch_up::{CatchUp, SyncMarker},
    direct_marks::PendingDirectMarks,
    direct_room_cache::DirectRooms,
    encrypted_values::EncryptedValues,
    error,
    folder_lock::FolderLock,
    last_reported::LastReportedEvents,
    message_timeline::MessageTimeline,
    recency_map::RecencyMap,
    sync_progress::SharedSyncProgress,
    sync_report::{SyncReport, UndecryptedMessage},
};

/// Attachments that are uploaded and not sent yet, by transaction id.
pub(crate) type UploadCache = VecDeque<(String, MediaSource)>;

/// Most messages whose sender is remembered, so that a reaction needs no request.
const MOST_KNOWN: usize = 4000;
/// How long a request waits for the first sync.
const FIRST_SYNC: Duration = Duration::from_mins(1);
/// Key of the sync marker.
pub(crate) const MARKER: &str = "adoube.marker";
/// Key of the last reported events.
const HEARD: &str = "adoube.heard";

/// Interval of saving the position while there are no events.
const BETWEEN_WRITES: Duration = Duration::from_secs(10);

/// Marker and last reported events as they were last saved.
struct LastWrittenState {
    marker: SyncMarker,
    heard: LastReportedEvents,
    at: Option<Instant>,
}

/// What a session begins with.
pub(crate) struct SessionStart {
    pub(crate) client: Client,
    pub(crate) own: OwnedUserId,
    /// Display name.
    pub(crate) display_name: String,
    pub(crate) vault: EncryptedValues,
    /// This device's marker.
    pub(crate) marker: SyncMarker,
    /// Progress shared with other machines.
    pub(crate) shared: Option<SharedSyncProgress>,
    /// Another device's later marker, if that device has run since.
    pub(crate) others: Option<SyncMarker>,
    /// Keeps other processes from the store.
    pub(crate) lock: FolderLock,
}

pub(crate) struct AccountSession {
    pub(crate) client: Client,
    pub(crate) own: OwnedUserId,
    pub(crate) display_name: String,
    pub(crate) catch_up: Mutex<CatchUp>,
    /// Position of this device in the sync stream.
    pub(crate) place: Option<String>,
    /// Position up to which another device has handled everything, where this device's own does not
    /// tell.
    pub(crate) others_place: Option<String>,
    pub(crate) news: Notify,
    pub(crate) room_for_more: Notify,
    pub(crate) closing: watch::Sender<bool>,
    pub(crate) synced: watch::Sender<bool>,
    /// Consecutive failures of the store to save a response.
    pub(crate) breaks: AtomicU32,
    /// Whether the last request was answered.
    pub(crate) answers: watch::Sender<bool>,
    pub(crate) uploads: Mutex<UploadCache>,
    pub(crate) standing: MessageTimeline,
    pub(crate) private_rooms: DirectRooms,
    pub(crate) taken_as_direct: PendingDirectMarks,
    unread: Mutex<HashMap<String, Raw<AnySyncTimelineEvent>>>,
    vault: EncryptedValues,
    shared: Option<SharedSyncProgress>,
    written: tokio::sync::Mutex<LastWrittenState>,
    whose: Mutex<RecencyMap<bool>>,
    lock: Mutex<Option<FolderLock>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl AccountSession {
    pub(crate) fn new(logged_in: SessionStart) -> Arc<Self> {
        let SessionStart { client, own, display_name, vault, marker, shared, others, lock } = logged_in;
        let (place, others_place) =
            (marker.token.clone(), others.as_ref().and_then(|marker| marker.token.clone()));
        Arc::new(Self {
            client,
            own,
            display_name,
            catch_up: Mutex::new(CatchUp::new(others.unwrap_or_else(|| marker.clone()))),
            place,
            others_place,
            news: Notify::new(),
            room_for_more: Notify::new(),
            closing: watch::Sender::new(false),
            synced: watch::Sender::new(false),
            breaks: AtomicU32::new(0),
            answers: watch::Sender::new(false),
            uploads: Mutex::default(),
            standing: MessageTimeline::default(),
            private_rooms: DirectRooms::default(),
            taken_as_direct: PendingDirectMarks::default(),
            unread: Mutex::default(),
            vault,
            shared,
            written: tokio::sync::Mutex::new(LastWrittenState {
                marker,
                heard: LastReportedEvents::default(),
                at: None,
            }),
            whose: Mutex::new(RecencyMap::new(MOST_KNOWN)),
            lock: Mutex::new(Some(lock)),
            tasks: Mutex::default(),
        })
    }

    /// Keeps the session's tasks, which are awaited when it is closed.
    pub(crate) fn set_tasks(&self, tasks: Vec<JoinHandle<()>>) {
        *self.tasks.lock().unwrap_or_else(PoisonError::into_inner) = tasks;
    }

    pub(crate) fn own(&self) -> &OwnedUserId {
        &self.own
    }

    pub(crate) fn catch_up(&self) -> MutexGuard<'_, CatchUp> {
        self.catch_up.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Undecrypted messages by event id.
    pub(crate) fn unread(&self) -> MutexGuard<'_, HashMap<String, Raw<AnySyncTimelineEvent>>> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Resolves when the session ends.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        let _ = closing.wait_for(|closing| *closing).await;
    }

    /// Adds the events of a sync response; those of `open` rooms follow by its number, which is the
    /// result.
    pub(crate) fn push(&self, token: String, told: SyncReport, open: HashSet<RoomId>) -> u64 {
        self.add(told.sealed, |catch_up| catch_up.push(token, told.items, open))
    }

    /// Adds the events of a room that was open.
    pub(crate) fn fill(&self, number: u64, room: &RoomId, told: SyncReport) {
        self.add(told.sealed, |catch_up| catch_up.fill(number, room, told.items));
    }

    /// A message waits for its key from its report on.
    fn add<T>(&self, sealed: Vec<UndecryptedMessage>, add: impl FnOnce(&mut CatchUp) -> T) -> T {
        let mut catch_up = self.catch_up();
        let mut unread = self.unread();
        for UndecryptedMessage { waiting, raw } in sealed {
            unread.insert(waiting.event.clone(), raw);
            catch_up.wait_for(waiting);
        }
        let added = add(&mut catch_up);
        drop((catch_up, unread));
        self.forget_opened();
        self.news.notify_one();
        added
    }

    /// Drops messages that no longer wait for a key.
    pub(crate) fn forget_opened(&self) {
        let catch_up = self.catch_up();
        let waiting: HashSet<&str> =
            catch_up.waiting().iter().map(|waiting| waiting.event.as_str()).collect();
        self.unread().retain(|event, _| waiting.contains(event.as_str()));
    }

    pub(crate) fn remember(&self, event: &str, is_own: bool) {
        self.whose.lock().unwrap_or_else(PoisonError::into_inner).put(event, is_own);
    }

    /// Whether the bot sent a message, if that is remembered.
    pub(crate) fn is_own(&self, event: &str) -> Option<bool> {
        self.whose.lock().unwrap_or_else(PoisonError::into_inner).get(event).copied()
    }

    /// Waits for the first sync, before which the rooms are unknown.
    pub(crate) async fn until_synced(&self) -> Result<(), MatrixError> {
        let mut synced = self.synced.subscribe();
        tokio::select! {
            biased;
            answer = synced.wait_for(|synced| *synced) => answer.map(drop).map_err(|_| MatrixError::LoggedOut),
            () = self.closed() => Err(error::later("the connection is being closed")),
            () = tokio::time::sleep(FIRST_SYNC) => Err(error::later("the homeserver has not answered yet")),
        }
    }

    /// Saves the marker if it has changed. A caller that waited for another save needs none of its
    /// own when that save covered it.
    pub(crate) async fn write(&self) -> Result<(), MatrixError> {
        let mut written = self.written.lock().await;
        let marker = self.catch_up().marker().clone();
        if written.marker != marker {
            // The shared copy first: an event that this device reports again was reported before.
            if let Some(shared) = &self.shared {
                shared.write(&marker).await?;
            }
            self.vault.write(MARKER, &marker).await.map_err(|error| error::later(error.to_string()))?;
            (written.marker, written.at) = (marker, Some(Instant::now()));
        }
        Ok(())
    }

    /// Saves the position also where there are no events.
    pub(crate) async fn write_now_and_then(&self) -> Result<(), MatrixError> {
        let last = self.written.lock().await.at;
        if last.is_some_and(|last| last.elapsed() < BETWEEN_WRITES) {
            return Ok(());
        }
        self.write_heard().await?;
        self.write().await
    }

    /// Saves the last reported events if they have changed.
    async fn write_heard(&self) -> Result<(), MatrixError> {
        let mut written = self.written.lock().await;
        let heard = self.catch_up().heard().clone();
        if written.heard != heard {
            self.vault.write(HEARD, &heard).await.map_err(|error| error::later(error.to_string()))?;
            written.heard = heard;
        }
        Ok(())
    }

    /// Restores the last reported events of before the start.
    pub(crate) async fn recall(&self) {
        match self.vault.read(HEARD).await {
            Ok(heard) => self.catch_up().recall(heard.unwrap_or_default()),
            Err(error) => tracing::warn!(%error, "what was told last on Matrix is forgotten"),
        }
    }

    pub(crate) async fn next(&self) -> Option<MatrixEvent> {
        loop {
            let news = self.news.notified();
            if self.is_closing() {
                return None;
            }
            let next = self.catch_up().next();
            if next.is_some() {
                self.room_for_more.notify_one();
                return next;
            }
            tokio::select! {
                () = news => {}
                () = self.closed() => {}
            }
        }
    }

    pub(crate) async fn done(&self, room: &RoomId) -> Result<(), MatrixError> {
        self.catch_up().mark_handled(room);
        self.write().await?;
        self.catch_up().mark_saved(room);
        self.room_for_more.notify_one();
        self.news.notify_one();
        Ok(())
    }

    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            if let Err(error) = task.await {
                tracing::warn!(%error, "a task of the Matrix connection did not end well");
            }
        }
        // Before the first sync the position may be another device's.
        let is_synced = *self.synced.borrow();
        if is_synced && let Err(error) = self.write().await {
            tracing::warn!(%error, "the place in the Matrix server's stream was not written");
        }
        if let Err(error) = self.write_heard().await {
            tracing::warn!(%error, "what was told last on Matrix was not written");
        }
        if let Err(error) = self.client.pause().await {
            tracing::warn!(%error, "the Matrix store was not closed in order");
        }
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
