//! What waits for the platforms of bridges: they look, and say what became of it. A channel's notices come one after the
//! other; what is put off keeps only its own channel waiting. Not here: how anything leaves the outbox (the bot's).

use std::{
    collections::{BTreeMap, HashMap},
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{
    Bot, ChannelId, Clock, DeliveryPolicy, LaneLock, Language, NextDelivery, Notice, Outbox, OutboxEntry,
    PersonId, RetryAfterPolicy, Viewer,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    ChatDoor,
    message_view::MessageAudience,
    protocol::error::DoorRequestError,
    protocol::limits::{DELIVERIES, LONGEST_PAUSE, PLATFORMS},
    protocol::names::{DoorText, PlatformName},
    protocol::request::{
        DeliveredRequest, DropRequest, OutboxRequest, PostponeRequest, ReaderField, ShowAgainRequest,
    },
};

/// Nothing is pumped here: the bridge asks.
const DELIVERY_POLICY: DeliveryPolicy = DeliveryPolicy {
    at_once: 1,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(100),
    longest_pause: Duration::from_secs(10),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// How often somebody who waits looks for what other processes over the same records have added.
const SHARED_STORE_POLL: Duration = Duration::from_millis(150);

/// The outboxes of all platforms.
pub(crate) struct DoorOutboxes {
    service: Bot,
    clock: Arc<dyn Clock>,
    outboxes: Mutex<BTreeMap<PlatformName, Outbox>>,
    postponed: Mutex<HashMap<ChannelId, PostponedNotice>>,
}

/// What was said of the first notice of a channel.
#[derive(Clone, Debug)]
struct PostponedNotice {
    /// By the clock's monotonic reading.
    until: Duration,
    /// How often it was.
    attempts: u32,
}

impl DoorOutboxes {
    pub(crate) fn new(service: Bot, clock: Arc<dyn Clock>) -> Self {
        Self { service, clock, outboxes: Mutex::default(), postponed: Mutex::default() }
    }

    fn outbox(&self, platform: &str) -> Result<Outbox, DoorRequestError> {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        let platform = PlatformName(platform.to_owned());
        if let Some(outbox) = outboxes.get(&platform) {
            return Ok(outbox.clone());
        }
        if outboxes.len() >= PLATFORMS {
            return Err(DoorRequestError::too_much(format!(
                "at most {PLATFORMS} platforms are served at a time"
            )));
        }
        let outbox = self.service.outbox_of(&platform.0, DELIVERY_POLICY);
        outboxes.insert(platform, outbox.clone());
        Ok(outbox)
    }

    fn postponed(&self) -> MutexGuard<'_, HashMap<ChannelId, PostponedNotice>> {
        self.postponed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long a channel still waits, if it does.
    fn remaining_pause(&self, channel: &ChannelId) -> Option<Duration> {
        let until = self.postponed().get(channel)?.until;
        until.checked_sub(self.clock.monotonic()).filter(|left| !left.is_zero())
    }

    /// How often the first notice of a channel was put off.
    fn attempts(&self, channel: &ChannelId) -> u32 {
        self.postponed().get(channel).map_or(0, |postponed| postponed.attempts)
    }

    /// Leaves what waits to the next program.
    pub(crate) async fn release(&self) {
        let all: Vec<Outbox> =
            self.outboxes.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for outbox in all {
            outbox.leave().await;
        }
    }
}

impl ChatDoor {
    /// The first thing that waits in each channel of a platform.
    pub(crate) async fn list_outbox(&self, look: OutboxRequest) -> Result<Value, DoorRequestError> {
        let language = self.reader_language(&look.show)?;
        let outbox = self.outboxes.outbox(&look.platform.0)?;
        loop {
            let added = outbox.added();
            let (deliveries, more, pause) = self.next_deliveries(&outbox, &look, language).await?;
            if !look.wait || !deliveries.is_empty() {
                return Ok(json!({"deliveries": deliveries, "more": more}));
            }
            let over = async {
                match pause {
                    Some(pause) => self.time.sleep(pause).await,
                    None => pending().await,
                }
            };
            // Other processes tell nobody here when they add something.
            let looked_again = async {
                if self.store.is_shared() { sleep(SHARED_STORE_POLL).await } else { pending().await }
            };
            tokio::select! { () = added => {}, () = over => {}, () = looked_again => {} }
        }
    }

    /// Deliveries, whether there may be more, and how long the channel that is put off shortest is.
    async fn next_deliveries(
        &self,
        outbox: &Outbox,
        look: &OutboxRequest,
        language: Language,
    ) -> Result<(Vec<Value>, bool, Option<Duration>), DoorRequestError> {
        let mut after = look.after.as_ref().map(|channel| channel.0.clone());
        let (mut deliveries, mut shortest): (Vec<Value>, Option<Duration>) = (Vec::new(), None);
        loop {
            let channels = outbox.waiting(after.as_ref(), DELIVERIES).await?;
            let Some(last) = channels.last() else { return Ok((deliveries, false, shortest)) };
            after = Some(last.clone());
            for channel in channels {
                if deliveries.len() == look.limit {
                    return Ok((deliveries, true, shortest));
                }
                if let Some(pause) = self.outboxes.remaining_pause(&channel) {
                    shortest = Some(shortest.map_or(pause, |shortest| shortest.min(pause)));
                    continue;
                }
                if let Some(first) = outbox.hold(&channel).await.first().await? {
                    deliveries.push(self.delivery_json(&first, None, language, &look.show).await);
                }
            }
        }
    }

    /// A delivery as somebody reads it.
    async fn delivery_json(
        &self,
        first: &NextDelivery,
        person: Option<PersonId>,
        language: Language,
        show: &ReaderField,
    ) -> Value {
        let OutboxEntry { channel, notice, .. } = &first.delivery;
        // What somebody is told alone is shown as they read it.
        let alone = first.delivery.notice.is_for_one().cloned();
        let audience = MessageAudience::of(alone.as_ref());
        let person = person.or(alone);
        let adoube_bot::ReaderProfile { language, taste } = match &person {
            Some(person) => self.service.reading(person, language).await,
            None => language.into(),
        };
        let viewer = Viewer { person, language, hearing: show.hears.into(), taste };
        json!({
            "key": URL_SAFE_NO_PAD.encode(first.delivery.key()),
            "channel": channel,
            "tried": self.outboxes.attempts(channel),
            "message": self.view_message(notice, &viewer, audience, channel, show).await,
            "more": first.has_more,
        })
    }

    /// What waits under a key, with the lock of its lane.
    async fn lock_entry(
        &self,
        DoorText(key): &DoorText,
    ) -> Result<(LaneLock, NextDelivery), DoorRequestError> {
        let unknown = || DoorRequestError::not_waiting("nothing waits under this key any more");
        let key = URL_SAFE_NO_PAD
            .decode(key)
            .map_err(|_| DoorRequestError::bad_field("key", "it is none that was given out"))?;
        let channel = OutboxEntry::channel_of(&key).ok_or_else(unknown)?;
        // Also whoever makes up keys finds no platform that is served by the program itself.
        let platform = PlatformName::try_from(channel.platform().to_owned())
            .map_err(|message| DoorRequestError::bad_field("key", message))?;
        let lane = self.outboxes.outbox(&platform.0)?.hold(&channel).await;
        match lane.first().await? {
            Some(first) if first.delivery.key() == key => Ok((lane, first)),
            _ => Err(unknown()),
        }
    }

    /// What waits under a key as somebody else reads it.
    pub(crate) async fn show_entry_again(&self, again: ShowAgainRequest) -> Result<Value, DoorRequestError> {
        let language = self.reader_language(&again.show)?;
        let (lane, first) = self.lock_entry(&again.key).await?;
        drop(lane);
        let person = again.person.map(|person| person.0);
        Ok(json!({"delivery": self.delivery_json(&first, person, language, &again.show).await}))
    }

    /// A delivery was taken to where it is read: the next one of its channel comes with the answer.
    pub(crate) async fn mark_delivered(&self, done: DeliveredRequest) -> Result<Value, DoorRequestError> {
        let language = self.reader_language(&done.show)?;
        let (lane, first) = self.lock_entry(&done.key).await?;
        let platform = first.delivery.channel.platform();
        if done.thread.as_ref().is_some_and(|thread| thread.0.platform() != platform) {
            return Err(DoorRequestError::bad_field("thread", "it is of the same platform as the channel"));
        }
        let thread = done.thread.map(|thread| thread.0);
        self.finish_delivery(&lane, &first, adoube_bot::DeliveryReceipt { thread, ..Default::default() })
            .await?;
        let next = match lane.first().await? {
            Some(next) => Some(self.delivery_json(&next, None, language, &done.show).await),
            None => None,
        };
        Ok(json!({"next": next}))
    }

    /// There is no way to take a delivery to where it is read.
    pub(crate) async fn drop_notice(&self, never: DropRequest) -> Result<Value, DoorRequestError> {
        let (lane, first) = self.lock_entry(&never.key).await?;
        let channel = &first.delivery.channel;
        tracing::warn!(%channel, why = never.why.0, "what waits is given up");
        if let Notice::Reminder(reminder) = &first.delivery.notice
            && reminder.privately
        {
            self.service.direct_message_refused(channel, reminder).await?;
        }
        self.finish_delivery(&lane, &first, adoube_bot::DeliveryReceipt::default()).await?;
        Ok(json!({}))
    }

    async fn finish_delivery(
        &self,
        lane: &LaneLock,
        first: &NextDelivery,
        done: adoube_bot::DeliveryReceipt,
    ) -> Result<(), DoorRequestError> {
        if !lane.done(first, done).await? {
            return Err(DoorRequestError::not_waiting("it has changed meanwhile: look again"));
        }
        self.outboxes.postponed().remove(&first.delivery.channel);
        Ok(())
    }

    /// A delivery cannot be taken to where it is read now: its channel waits.
    pub(crate) async fn postpone(&self, later: PostponeRequest) -> Result<Value, DoorRequestError> {
        if later.after > LONGEST_PAUSE {
            return Err(DoorRequestError::bad_field(
                "after",
                format!("at most {LONGEST_PAUSE} milliseconds"),
            ));
        }
        let (_lane, first) = self.lock_entry(&later.key).await?;
        let channel = first.delivery.channel;
        let attempts = self.outboxes.attempts(&channel) + 1;
        tracing::info!(%channel, tried = attempts, why = later.why.0, "what waits is put off");
        let until = self.outboxes.clock.monotonic() + Duration::from_millis(later.after);
        self.outboxes.postponed().insert(channel, PostponedNotice { until, attempts });
        Ok(json!({"tried": attempts}))
    }
}
