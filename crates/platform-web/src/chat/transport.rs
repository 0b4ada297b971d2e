//! The transport of the web chat: moves notices from the bot's outbox into the logs of their
//! channels, in one batch each. Not here: the relay that calls it (`adoube-bot`), how browsers read
//! the logs (`session/socket.rs`).

use std::{convert::Infallible, slice, sync::Arc, time::Duration};

use adoube_bot::{
    ChannelId, Clock, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, Notice, OutboxEntry,
    PersonId, RetryAfterPolicy, Transport,
};
use adoube_store::Batch;

use crate::{
    channels::{channel::name_of, directory::ChannelDirectory},
    chat::game_rooms::{GameRooms, later},
    log::{
        append::LogAppend,
        chat_log::ChatLog,
        entry::{LogContent, LogEntry, LogError},
    },
    presence::{board::PresenceBoard, update::PersonUpdate},
    sync::person_wakeup::PersonWakeups,
};

/// The log takes notices at the speed of the store, and only the store can fail.
pub(crate) const DELIVERY_POLICY: DeliveryPolicy = DeliveryPolicy {
    at_once: 64,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(100),
    longest_pause: Duration::from_secs(10),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// Writes notices from the outbox into the logs of their channels.
pub(crate) struct WebTransport {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
    pub(crate) presence: PresenceBoard,
    pub(crate) wakeups: Arc<PersonWakeups>,
    pub(crate) rooms: Arc<GameRooms>,
}

impl Transport for WebTransport {
    type Entry = Infallible;

    /// A notice leaves the outbox in the batch that puts it into the log, so it is always in
    /// exactly one of the two.
    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match delivery.notice {
            Notice::OpenThread { .. } => return self.rooms.open_room(delivery).await,
            Notice::CloseThread { .. } => return self.rooms.close_room(delivery).await,
            _ => {}
        }
        if self.is_gone(&delivery.channel).await? {
            let reason = "its channel is no more".to_owned();
            return Err(DeliveryError::Permanent { reason, done: DeliveryReceipt::default() });
        }
        let plan =
            self.plan_entries(&delivery.channel, Vec::new(), slice::from_ref(&delivery.notice)).await?;
        let done = self.rooms.finish_room(plan.receipt(), &delivery.channel).await?;
        Ok(self.publishing(done, plan))
    }

    async fn deliver_own(
        self: &Arc<Self>,
        _: &ChannelId,
        own: &Infallible,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match *own {}
    }
}

/// Entries for the logs of a channel, with the people whom their notices concern.
pub(crate) struct EntryPlan {
    /// The entries with their places in the logs.
    pub(crate) place: LogAppend,
    wakeups: Batch,
    concerned: Vec<(PersonId, PersonUpdate)>,
}

impl EntryPlan {
    /// The receipt with the writes that append the entries and wake people at other processes.
    pub(crate) fn receipt(&self) -> DeliveryReceipt {
        let Batch { version_checks: mut expect, mut writes, .. } = self.place.batch();
        expect.extend(self.wakeups.version_checks.iter().cloned());
        writes.extend(self.wakeups.writes.iter().cloned());
        DeliveryReceipt { expect, ..DeliveryReceipt::writing(writes) }
    }

    /// Shows the entries, after their batch was committed.
    pub(crate) fn publish(self, presence: &PresenceBoard) {
        self.place.publish();
        for (person, told) in &self.concerned {
            presence.tell(person, told);
        }
    }
}

impl WebTransport {
    /// Plans the entries of a batch: `words` in their order, then those of the notices.
    pub(crate) async fn plan_entries(
        &self,
        channel: &ChannelId,
        words: Vec<LogEntry>,
        notices: &[Notice],
    ) -> Result<EntryPlan, LogError> {
        let (now, mut entries, mut shown) = (self.clock.now_millis(), words, Vec::new());
        for notice in notices {
            let Some(what) = content(notice) else { continue };
            shown.push((entries.len(), notice));
            entries.push(LogEntry::new(now, None, what));
        }
        let place = self.log.reserve_ends(channel, entries).await?;
        let (mut wakeups, mut concerned) = (Vec::new(), Vec::new());
        for (index, notice) in shown {
            let is_for_everybody = notice.is_for_one().is_none();
            let number = is_for_everybody.then(|| (channel.clone(), place.number(index)));
            let people = notice.concerns();
            wakeups.extend(people.iter().map(|person| ((*person).clone(), number.clone())));
            if !people.is_empty() {
                let told = PersonUpdate::Notice(channel.clone(), Arc::new(notice.clone()));
                concerned.extend(people.into_iter().map(|person| (person.clone(), told.clone())));
            }
        }
        let wakeups = self.wakeups.wakeup_writes(&wakeups).await?;
        Ok(EntryPlan { place, wakeups, concerned })
    }

    /// Adds to a delivery that its entries are shown to readers.
    pub(crate) fn publishing(&self, done: DeliveryReceipt, plan: EntryPlan) -> DeliveryReceipt {
        let presence = self.presence.clone();
        done.then(async move || plan.publish(&presence))
    }

    /// Whether the channel was removed, so that nobody can read its notices.
    pub(crate) async fn is_gone(&self, channel: &ChannelId) -> Result<bool, DeliveryError> {
        if self.channels.list().find(name_of(channel)).is_some() {
            return Ok(false);
        }
        self.channels.is_leaving(channel).await.map_err(later)
    }
}

/// The content of a notice's entry; `None` for a notice that only changes the list of channels.
fn content(notice: &Notice) -> Option<LogContent> {
    if matches!(notice, Notice::OpenThread { .. } | Notice::CloseThread { .. }) {
        return None;
    }
    let stored = Box::new(notice.clone());
    Some(match notice.is_for_one() {
        Some(to) => LogContent::Private { to: to.clone(), notice: stored, in_place_of: None },
        None => LogContent::Notice(stored),
    })
}

impl From<LogError> for DeliveryError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => error.into(),
            error @ LogError::Form { .. } => Self::Retry { reason: error.to_string(), after: None },
        }
    }
}
