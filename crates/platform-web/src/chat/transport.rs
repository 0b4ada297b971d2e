//! The transport of the web chat: moves notices from the bot's outbox into the logs of their
//! channels, in one batch each. Not here: the relay that calls it (`adoube-bot`), how browsers read
//! the logs (`session/socket.rs`).

use std::{convert::Infallible, sync::Arc, time::Duration};

use adoube_bot::{
    ChannelId, Clock, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, Notice, OutboxEntry,
    PersonId, RetryAfterPolicy, Transport,
};

use crate::{
    channels::{channel::name_of, directory::ChannelDirectory},
    chat::game_rooms::{GameRooms, later},
    log::{
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
        let notice = Box::new(delivery.notice.clone());
        // A private reminder goes to the person's own log, which no other person reads.
        let what = match &delivery.notice {
            Notice::Reminder(reminder) if reminder.privately => {
                LogContent::Private { to: reminder.person.id.clone(), notice, in_place_of: None }
            }
            _ => LogContent::Notice(notice),
        };
        let concerned: Vec<PersonId> = delivery.notice.concerns().into_iter().cloned().collect();
        let is_private = matches!(what, LogContent::Private { .. });
        let told = (!concerned.is_empty())
            .then(|| PersonUpdate::Notice(delivery.channel.clone(), Arc::new(delivery.notice.clone())));
        let here = self.presence.clone();
        let entry = LogEntry::new(self.clock.now_millis(), None, what);
        let telling = self.log.begin_telling(&delivery.channel).await;
        let place = self.log.reserve_end(&delivery.channel, entry).await?;
        let mut batch = place.batch();
        if !concerned.is_empty() {
            let number = (!is_private).then(|| place.number());
            let wakeup_writes = self
                .wakeups
                .wakeup_writes(&concerned, number.map(|number| (&delivery.channel, number)))
                .await?;
            batch.version_checks.extend(wakeup_writes.version_checks);
            batch.writes.extend(wakeup_writes.writes);
        }
        let done = DeliveryReceipt { expect: batch.version_checks, ..DeliveryReceipt::writing(batch.writes) };
        let done = self.rooms.finish_room(done, &delivery.channel).await?;
        Ok(done.then(async move || {
            place.publish();
            drop(telling);
            if let Some(told) = told {
                for person in &concerned {
                    here.tell(person, &told);
                }
            }
        }))
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

impl WebTransport {
    /// Whether the channel was removed, so that nobody can read its notices.
    async fn is_gone(&self, channel: &ChannelId) -> Result<bool, DeliveryError> {
        if self.channels.list().find(name_of(channel)).is_some() {
            return Ok(false);
        }
        self.channels.is_leaving(channel).await.map_err(later)
    }
}

impl From<LogError> for DeliveryError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => error.into(),
            error @ LogError::Form { .. } => Self::Retry { reason: error.to_string(), after: None },
        }
    }
}
