//! State of a logged-in account in memory: events to report, progress through the sync stream, and
//! how the session ends. Not here: remembered messages (`message_memory`), what is saved
//! (`progress_writer`), requests (`session_handle`), the sync loop (`sync_loop`), how a session
//! begins (`connect`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use matrix_sdk::{Client, ruma::OwnedUserId};
use tokio::task::JoinHandle;

use crate::{
    MatrixError, MatrixEvent, RoomId,
    catch_up::{CatchUp, SyncMarker},
    direct_marks::PendingDirectMarks,
    direct_room_cache::DirectRooms,
    encrypted_values::EncryptedValues,
    error,
    event_reader::AccountIdentity,
    folder_lock::FolderLock,
    message_memory::MessageMemory,
    progress_writer::ProgressWriter,
    session_signals::SessionSignals,
    sync_progress::SharedSyncProgress,
    sync_report::{SyncReport, UndecryptedMessage},
};

/// How long a request waits for the first sync.
const FIRST_SYNC: Duration = Duration::from_mins(1);

/// What a session begins with.
pub(crate) struct SessionStart {
    pub(crate) client: Client,
    pub(crate) identity: AccountIdentity,
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

/// A logged-in account.
pub(crate) struct AccountSession {
    pub(crate) client: Client,
    pub(crate) identity: AccountIdentity,
    pub(crate) catch_up: Mutex<CatchUp>,
    /// Position of this device in the sync stream.
    pub(crate) place: Option<String>,
    /// Position up to which another device has handled everything, where this device's own does not
    /// tell.
    pub(crate) others_place: Option<String>,
    pub(crate) signals: SessionSignals,
    pub(crate) messages: MessageMemory,
    pub(crate) private_rooms: DirectRooms,
    pub(crate) taken_as_direct: PendingDirectMarks,
    progress: ProgressWriter,
    lock: Mutex<Option<FolderLock>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl AccountSession {
    pub(crate) fn new(logged_in: SessionStart) -> Arc<Self> {
        let SessionStart { client, identity, vault, marker, shared, others, lock } = logged_in;
        let (place, others_place) =
            (marker.token.clone(), others.as_ref().and_then(|marker| marker.token.clone()));
        Arc::new(Self {
            client,
            identity,
            catch_up: Mutex::new(CatchUp::new(others.unwrap_or_else(|| marker.clone()))),
            place,
            others_place,
            signals: SessionSignals::default(),
            messages: MessageMemory::default(),
            private_rooms: DirectRooms::default(),
            taken_as_direct: PendingDirectMarks::default(),
            progress: ProgressWriter::new(vault, shared, marker),
            lock: Mutex::new(Some(lock)),
            tasks: Mutex::default(),
        })
    }

    /// Keeps the session's tasks, which are awaited when it is closed.
    pub(crate) fn set_tasks(&self, tasks: Vec<JoinHandle<()>>) {
        *self.tasks.lock().unwrap_or_else(PoisonError::into_inner) = tasks;
    }

    pub(crate) fn own(&self) -> &OwnedUserId {
        &self.identity.id
    }

    pub(crate) fn catch_up(&self) -> MutexGuard<'_, CatchUp> {
        self.catch_up.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut undecrypted = self.messages.undecrypted();
        for UndecryptedMessage { waiting, raw } in sealed {
            undecrypted.insert(waiting.event.clone(), raw);
            catch_up.wait_for(waiting);
        }
        let added = add(&mut catch_up);
        drop((catch_up, undecrypted));
        self.forget_opened();
        self.signals.news.notify_one();
        added
    }

    /// Drops messages that no longer wait for a key.
    pub(crate) fn forget_opened(&self) {
        let catch_up = self.catch_up();
        let waiting: HashSet<&str> =
            catch_up.waiting().iter().map(|waiting| waiting.event.as_str()).collect();
        self.messages.undecrypted().retain(|event, _| waiting.contains(event.as_str()));
    }

    /// Waits for the first sync, before which the rooms are unknown.
    pub(crate) async fn until_synced(&self) -> Result<(), MatrixError> {
        let mut synced = self.signals.synced.subscribe();
        tokio::select! {
            biased;
            answer = synced.wait_for(|synced| *synced) => answer.map(drop).map_err(|_| MatrixError::LoggedOut),
            () = self.signals.closed() => Err(error::later("the connection is being closed")),
            () = tokio::time::sleep(FIRST_SYNC) => Err(error::later("the homeserver has not answered yet")),
        }
    }

    /// Saves the marker if it has changed.
    pub(crate) async fn write(&self) -> Result<(), MatrixError> {
        self.progress.write_marker(|| self.catch_up().marker().clone()).await
    }

    /// Saves the position also where there are no events.
    pub(crate) async fn write_now_and_then(&self) -> Result<(), MatrixError> {
        if !self.progress.is_due().await {
            return Ok(());
        }
        self.write_heard().await?;
        self.write().await
    }

    /// Saves the last reported events if they have changed.
    async fn write_heard(&self) -> Result<(), MatrixError> {
        self.progress.write_heard(|| self.catch_up().heard().clone()).await
    }

    /// Restores the last reported events of before the start.
    pub(crate) async fn recall(&self) {
        if let Some(heard) = self.progress.read_heard().await {
            self.catch_up().recall(heard);
        }
    }

    pub(crate) async fn next(&self) -> Option<MatrixEvent> {
        loop {
            let news = self.signals.news.notified();
            if self.signals.is_closing() {
                return None;
            }
            let next = self.catch_up().next();
            if next.is_some() {
                self.signals.room_for_more.notify_one();
                return next;
            }
            tokio::select! {
                () = news => {}
                () = self.signals.closed() => {}
            }
        }
    }

    pub(crate) async fn done(&self, room: &RoomId) -> Result<(), MatrixError> {
        self.catch_up().mark_handled(room);
        self.write().await?;
        self.catch_up().mark_saved(room);
        self.signals.room_for_more.notify_one();
        self.signals.news.notify_one();
        Ok(())
    }

    pub(crate) async fn close(&self) {
        self.signals.close();
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            if let Err(error) = task.await {
                tracing::warn!(%error, "a task of the Matrix connection did not end well");
            }
        }
        // Before the first sync the position may be another device's.
        let is_synced = *self.signals.synced.borrow();
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
