//! Removes the buttons of old messages: only the newest message of a series keeps its buttons.
//! Stores which messages of a series still have them.
//!
//! Not here: the definition of a series (`adoube-bot` sets it in a message).

use std::time::Duration;

use adoube_bot::{ChannelId, MessageSeries, forms, forms::StoredForm};
use adoube_discord_client::{DiscordApi, MessageId, RequestError};
use adoube_store::{Batch, BatchWrite, Key, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    ids::discord_channel,
    records,
    state::channel_context::{InteractionWindow, StoredInteractionWindow},
};

/// How long the removal waits for more urgent requests; then the buttons stay until the next
/// message of their series.
const MAX_WAIT: Duration = Duration::from_secs(3);
/// Messages kept for another attempt when their buttons could not be removed at once.
const MAX_OLDER: usize = 4;

/// A posted message of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesMessage {
    /// Its id.
    pub(crate) id: u64,
    /// The interaction it answered, which allows changes without the bot's token for a while.
    pub(crate) window: Option<InteractionWindow>,
}

impl SeriesMessage {
    /// The interaction through which the message can still be changed.
    fn open_window(&self, now: u64) -> Option<&InteractionWindow> {
        self.window.as_ref().filter(|window| window.until > now)
    }
}

/// The stored messages of a series, and the version of their record.
pub(crate) struct SeriesRecord {
    key: Key,
    messages: Vec<SeriesMessage>,
    version: Option<u64>,
}

impl SeriesRecord {
    /// Reads the messages of a series in a channel.
    pub(crate) async fn read(
        store: &dyn Store,
        channel: &ChannelId,
        series: &MessageSeries,
    ) -> Result<Self, StoreError> {
        let key = records::board_key(channel, series);
        let (series, version) = records::read::<StoredSeries>(store, &key).await?;
        Ok(Self { key, messages: series.map(Vec::from).unwrap_or_default(), version })
    }

    /// The writes for a new message of the series.
    pub(crate) fn writes_after_post(&self, posted: SeriesMessage) -> Vec<BatchWrite> {
        let older = self.messages.iter().rev().take(MAX_OLDER).rev().cloned();
        self.writes(&older.chain([posted]).collect::<Vec<_>>())
    }

    fn writes(&self, messages: &[SeriesMessage]) -> Vec<BatchWrite> {
        let (table, key) = (records::TABLE, self.key.clone().into());
        let value = forms::write(&StoredSeries::from(messages));
        value.map(|value| BatchWrite::Put { table, key, value }).into_iter().collect()
    }

    /// The record after one more write.
    pub(crate) fn after_write(self) -> Self {
        Self { version: Some(self.version.map_or(1, |version| version + 1)), ..self }
    }

    /// The record without the newest message, which keeps its buttons.
    pub(crate) fn without_newest(mut self) -> Self {
        self.messages.pop();
        self
    }

    /// Removes the buttons of the earlier messages and drops them from the record; `newest` stays
    /// if it has buttons.
    pub(crate) async fn remove_old_buttons(
        self,
        api: &dyn DiscordApi,
        store: &dyn Store,
        (channel, can_post): (&ChannelId, bool),
        newest: Option<SeriesMessage>,
        now: u64,
    ) -> Result<(), StoreError> {
        let by_token = |posted: &SeriesMessage| posted.open_window(now).is_none();
        if can_post && self.messages.iter().any(by_token) && api.is_crowded() {
            api.quiet(MAX_WAIT).await;
            let record = store.get(records::TABLE, self.key.as_ref()).await?;
            if record.map(|record| record.version) != self.version {
                // The delivery of the next message removes all these buttons.
                return Ok(());
            }
        }
        let mut left = Vec::new();
        for posted in &self.messages {
            if remove_buttons(api, (channel, can_post), posted, now).await == ButtonRemoval::NotYet {
                left.push(posted.clone());
            }
        }
        left.extend(newest);
        // If the record has changed, the process that changed it removes the buttons.
        let mut batch = Batch::new().expect(records::TABLE, self.key.clone(), self.version);
        if left.is_empty() {
            batch = batch.delete(records::TABLE, self.key.clone());
        } else {
            batch.writes.extend(self.writes(&left));
        }
        store.commit(batch).await.map(|_| ())
    }
}

/// The outcome of one removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ButtonRemoval {
    /// The buttons are gone, or can never be removed.
    Settled,
    /// Another attempt may help.
    NotYet,
}

async fn remove_buttons(
    api: &dyn DiscordApi,
    (channel, can_post): (&ChannelId, bool),
    posted: &SeriesMessage,
    now: u64,
) -> ButtonRemoval {
    let ids = discord_channel(channel).zip(MessageId::new(posted.id));
    let Some((id, message)) = ids else { return ButtonRemoval::Settled };
    let outcome = match posted.open_window(now) {
        Some(window) => api.strip_answer(&window.token, message).await,
        None if !can_post => return ButtonRemoval::Settled,
        // Old buttons are refused as stale, so urgent requests go first.
        None if api.is_crowded() => return ButtonRemoval::NotYet,
        None => api.strip(id, message).await,
    };
    match outcome {
        Ok(()) => ButtonRemoval::Settled,
        Err(RequestError::Transient(_) | RequestError::RateLimited(_)) => ButtonRemoval::NotYet,
        // The message is deleted, was changed too often, or a permission is lost; presses on its
        // buttons are refused as stale.
        Err(failure) => {
            tracing::debug!(%failure, %channel, "an old message keeps its buttons");
            ButtonRemoval::Settled
        }
    }
}

/// Stored form of a series: its messages that may have buttons, the newest last.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSeries {
    messages: Vec<StoredSeriesMessage>,
}

/// Stored form of one message of a series.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSeriesMessage {
    id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    door: Option<StoredInteractionWindow>,
}

impl StoredForm for StoredSeries {
    const KIND: &'static str = "which messages on Discord have buttons";
    const VERSION: u64 = 1;
}

impl From<&[SeriesMessage]> for StoredSeries {
    fn from(messages: &[SeriesMessage]) -> Self {
        let stored = |SeriesMessage { id, window }: &SeriesMessage| StoredSeriesMessage {
            id: *id,
            door: window.as_ref().map(StoredInteractionWindow::from),
        };
        Self { messages: messages.iter().map(stored).collect() }
    }
}

impl From<StoredSeries> for Vec<SeriesMessage> {
    fn from(stored: StoredSeries) -> Self {
        let StoredSeries { messages } = stored;
        let message = |StoredSeriesMessage { id, door }: StoredSeriesMessage| SeriesMessage {
            id,
            window: door.map(InteractionWindow::from),
        };
        messages.into_iter().map(message).collect()
    }
}
