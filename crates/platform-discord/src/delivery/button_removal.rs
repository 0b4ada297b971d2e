//! Which messages of a series still have buttons: when a later one is shown, they lose them. Not here: what a series is
//! (the bot says it), how they are kept (`records`).

use std::time::Duration;

use adoube_bot::{ChannelId, MessageSeries, forms};
use adoube_discord_client::{DiscordApi, MessageId, RequestError};
use adoube_store::{Batch, BatchWrite, Key, Store, StoreError};

use crate::{
    channel_id,
    records::{self, StoredSeries},
    state::channel_context::InteractionWindow,
};

/// How long the buttons of older messages may stay because there are requests that somebody waits for. After that they stay
/// until the next message of their series.
const QUIET_WITHIN: Duration = Duration::from_secs(3);
/// Messages that are tried again when their buttons could not be taken away at once.
const TRIED_AGAIN: usize = 4;

/// A message that was posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesMessage {
    /// Its id.
    pub(crate) id: u64,
    /// The interaction it answered, through which it can be changed for a while without the bot's token.
    pub(crate) door: Option<InteractionWindow>,
}

impl SeriesMessage {
    /// The interaction through which it can still be changed.
    fn open_window(&self, now: u64) -> Option<&InteractionWindow> {
        self.door.as_ref().filter(|door| door.until > now)
    }
}

/// What is kept of a series, and the version of it.
pub(crate) struct SeriesRecord {
    key: Key,
    messages: Vec<SeriesMessage>,
    version: Option<u64>,
}

impl SeriesRecord {
    /// What is kept of a series in a channel.
    pub(crate) async fn read(
        store: &dyn Store,
        channel: &ChannelId,
        series: &MessageSeries,
    ) -> Result<Self, StoreError> {
        let key = records::board_key(channel, series);
        let record = store.get(records::TABLE, key.as_ref()).await?;
        let version = record.as_ref().map(|record| record.version);
        let boards =
            record.and_then(|record| forms::read_or_tell::<StoredSeries>(key.as_ref(), &record.value));
        Ok(Self { key, messages: boards.map(Vec::from).unwrap_or_default(), version })
    }

    /// What to write when a new message of the series was posted.
    pub(crate) fn followed_by(&self, posted: SeriesMessage) -> Vec<BatchWrite> {
        let older = self.messages.iter().rev().take(TRIED_AGAIN).rev().cloned();
        self.write(&older.chain([posted]).collect::<Vec<_>>())
    }

    fn write(&self, messages: &[SeriesMessage]) -> Vec<BatchWrite> {
        let (table, key) = (records::TABLE, self.key.clone().into());
        let value = forms::write(&StoredSeries::from(messages));
        value.map(|value| BatchWrite::Put { table, key, value }).into_iter().collect()
    }

    /// The same after one more change of the record: a message was posted.
    pub(crate) fn changed(self) -> Self {
        Self { version: Some(self.version.map_or(1, |version| version + 1)), ..self }
    }

    /// The same without the newest message, which keeps its buttons.
    pub(crate) fn but_the_newest(mut self) -> Self {
        self.messages.pop();
        self
    }

    /// Takes the buttons of the earlier messages away and forgets those; `newest` keeps its own when it has any.
    pub(crate) async fn remove_old_buttons(
        self,
        link: &dyn DiscordApi,
        store: &dyn Store,
        (channel, is_open): (&ChannelId, bool),
        newest: Option<SeriesMessage>,
        now: u64,
    ) -> Result<(), StoreError> {
        let by_token = |posted: &SeriesMessage| posted.open_window(now).is_none();
        if is_open && self.messages.iter().any(by_token) && link.is_crowded() {
            link.quiet(QUIET_WITHIN).await;
            let record = store.get(records::TABLE, self.key.as_ref()).await?;
            if record.map(|record| record.version) != self.version {
                // Whoever posted the next message takes all these buttons away.
                return Ok(());
            }
        }
        let mut left = Vec::new();
        for posted in &self.messages {
            if strip(link, (channel, is_open), posted, now).await == ButtonRemoval::NotYet {
                left.push(posted.clone());
            }
        }
        left.extend(newest);
        // After any other change of the record that one's writer tidies up.
        let mut batch = Batch::new().expect(records::TABLE, self.key.clone(), self.version);
        if left.is_empty() {
            batch = batch.delete(records::TABLE, self.key.clone());
        } else {
            batch.writes.extend(self.write(&left));
        }
        store.commit(batch).await.map(|_| ())
    }
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ButtonRemoval {
    /// The buttons are gone, or never will be.
    Settled,
    /// Another attempt may help.
    NotYet,
}

async fn strip(
    link: &dyn DiscordApi,
    (channel, is_open): (&ChannelId, bool),
    posted: &SeriesMessage,
    now: u64,
) -> ButtonRemoval {
    let ids = channel_id(channel).zip(MessageId::new(posted.id));
    let Some((id, message)) = ids else { return ButtonRemoval::Settled };
    let outcome = match posted.open_window(now) {
        Some(door) => link.strip_answer(&door.token, message).await,
        None if !is_open => return ButtonRemoval::Settled,
        // Until then they answer that they are stale; what somebody waits for goes first.
        None if link.is_crowded() => return ButtonRemoval::NotYet,
        None => link.strip(id, message).await,
    };
    match outcome {
        Ok(()) => ButtonRemoval::Settled,
        Err(RequestError::Transient(_) | RequestError::RateLimited(_)) => ButtonRemoval::NotYet,
        // A deleted message, too many changes of an old one, a lost permission: its buttons answer that they are stale.
        Err(failure) => {
            tracing::debug!(%failure, %channel, "an old message keeps its buttons");
            ButtonRemoval::Settled
        }
    }
}
