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

use super::{
    Door,
    failure::Failure,
    limits::{DELIVERIES, LONGEST_PAUSE, PLATFORMS},
    names::{Platform, Text},
    request::{Again, Done, Later, Look, Never, Reading},
    shown::MessageAudience,
};

/// Nothing is pumped here: the bridge asks.
const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 1,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(100),
    longest_pause: Duration::from_secs(10),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// How often somebody who waits looks for what other processes over the same records have added.
const LOOKS: Duration = Duration::from_millis(150);

/// The outboxes of all platforms.
pub(super) struct Outboxes {
    service: Bot,
    clock: Arc<dyn Clock>,
    known: Mutex<BTreeMap<Platform, Outbox>>,
    put_off: Mutex<HashMap<ChannelId, PutOff>>,
}

/// What was said of the first notice of a channel.
#[derive(Clone, Debug)]
struct PutOff {
    /// By the clock's monotonic reading.
    until: Duration,
    /// How often it was.
    tried: u32,
}

impl Outboxes {
    pub(super) fn new(service: Bot, clock: Arc<dyn Clock>) -> Self {
        Self { service, clock, known: Mutex::default(), put_off: Mutex::default() }
    }

    fn of(&self, platform: &str) -> Result<Outbox, Failure> {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let platform = Platform(platform.to_owned());
        if let Some(outbox) = known.get(&platform) {
            return Ok(outbox.clone());
        }
        if known.len() >= PLATFORMS {
            return Err(Failure::too_much(format!("at most {PLATFORMS} platforms are served at a time")));
        }
        let outbox = self.service.outbox_of(&platform.0, MANNER);
        known.insert(platform, outbox.clone());
        Ok(outbox)
    }

    fn put_off(&self) -> MutexGuard<'_, HashMap<ChannelId, PutOff>> {
        self.put_off.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long a channel still waits, if it does.
    fn pause(&self, channel: &ChannelId) -> Option<Duration> {
        let until = self.put_off().get(channel)?.until;
        until.checked_sub(self.clock.monotonic()).filter(|left| !left.is_zero())
    }

    /// How often the first notice of a channel was put off.
    fn tried(&self, channel: &ChannelId) -> u32 {
        self.put_off().get(channel).map_or(0, |put_off| put_off.tried)
    }

    /// Leaves what waits to the next program.
    pub(super) async fn leave(&self) {
        let known: Vec<Outbox> =
            self.known.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for outbox in known {
            outbox.leave().await;
        }
    }
}

impl Door {
    /// The first thing that waits in each channel of a platform.
    pub(super) async fn look(&self, look: Look) -> Result<Value, Failure> {
        let language = self.reads(&look.show)?;
        let outbox = self.outboxes.of(&look.platform.0)?;
        loop {
            let added = outbox.added();
            let (deliveries, more, pause) = self.waiting(&outbox, &look, language).await?;
            if !look.wait || !deliveries.is_empty() {
                return Ok(json!({"deliveries": deliveries, "more": more}));
            }
            let over = async {
                match pause {
                    Some(pause) => self.time.pass(pause).await,
                    None => pending().await,
                }
            };
            // Other processes tell nobody here when they add something.
            let looked_again =
                async { if self.store.is_shared() { sleep(LOOKS).await } else { pending().await } };
            tokio::select! { () = added => {}, () = over => {}, () = looked_again => {} }
        }
    }

    /// Deliveries, whether there may be more, and how long the channel that is put off shortest is.
    async fn waiting(
        &self,
        outbox: &Outbox,
        look: &Look,
        language: Language,
    ) -> Result<(Vec<Value>, bool, Option<Duration>), Failure> {
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
                if let Some(pause) = self.outboxes.pause(&channel) {
                    shortest = Some(shortest.map_or(pause, |shortest| shortest.min(pause)));
                    continue;
                }
                if let Some(first) = outbox.hold(&channel).await.first().await? {
                    deliveries.push(self.delivery(&first, None, language, &look.show).await);
                }
            }
        }
    }

    /// A delivery as somebody reads it.
    async fn delivery(
        &self,
        first: &NextDelivery,
        person: Option<PersonId>,
        language: Language,
        show: &Reading,
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
            "tried": self.outboxes.tried(channel),
            "message": self.shown(notice, &viewer, audience, channel, show).await,
            "more": first.has_more,
        })
    }

    /// What waits under a key, with its channel held.
    async fn held(&self, Text(key): &Text) -> Result<(LaneLock, NextDelivery), Failure> {
        let unknown = || Failure::not_waiting("nothing waits under this key any more");
        let key = URL_SAFE_NO_PAD
            .decode(key)
            .map_err(|_| Failure::field("key", "it is none that was given out"))?;
        let channel = OutboxEntry::channel_of(&key).ok_or_else(unknown)?;
        // Also whoever makes up keys finds no platform that is served by the program itself.
        let platform = Platform::try_from(channel.platform().to_owned())
            .map_err(|message| Failure::field("key", message))?;
        let held = self.outboxes.of(&platform.0)?.hold(&channel).await;
        match held.first().await? {
            Some(first) if first.delivery.key() == key => Ok((held, first)),
            _ => Err(unknown()),
        }
    }

    /// What waits under a key as somebody else reads it.
    pub(super) async fn show_again(&self, again: Again) -> Result<Value, Failure> {
        let language = self.reads(&again.show)?;
        let (held, first) = self.held(&again.key).await?;
        drop(held);
        let person = again.person.map(|person| person.0);
        Ok(json!({"delivery": self.delivery(&first, person, language, &again.show).await}))
    }

    /// A delivery was taken to where it is read: the next one of its channel comes with the answer.
    pub(super) async fn done(&self, done: Done) -> Result<Value, Failure> {
        let language = self.reads(&done.show)?;
        let (held, first) = self.held(&done.key).await?;
        let platform = first.delivery.channel.platform();
        if done.thread.as_ref().is_some_and(|thread| thread.0.platform() != platform) {
            return Err(Failure::field("thread", "it is of the same platform as the channel"));
        }
        let thread = done.thread.map(|thread| thread.0);
        self.settle(&held, &first, adoube_bot::DeliveryReceipt { thread, ..Default::default() }).await?;
        let next = match held.first().await? {
            Some(next) => Some(self.delivery(&next, None, language, &done.show).await),
            None => None,
        };
        Ok(json!({"next": next}))
    }

    /// There is no way to take a delivery to where it is read.
    pub(super) async fn never(&self, never: Never) -> Result<Value, Failure> {
        let (held, first) = self.held(&never.key).await?;
        let channel = &first.delivery.channel;
        tracing::warn!(%channel, why = never.why.0, "what waits is given up");
        if let Notice::Reminder(reminder) = &first.delivery.notice
            && reminder.privately
        {
            self.service.direct_message_refused(channel, reminder).await?;
        }
        self.settle(&held, &first, adoube_bot::DeliveryReceipt::default()).await?;
        Ok(json!({}))
    }

    async fn settle(
        &self,
        held: &LaneLock,
        first: &NextDelivery,
        done: adoube_bot::DeliveryReceipt,
    ) -> Result<(), Failure> {
        if !held.done(first, done).await? {
            return Err(Failure::not_waiting("it has changed meanwhile: look again"));
        }
        self.outboxes.put_off().remove(&first.delivery.channel);
        Ok(())
    }

    /// A delivery cannot be taken to where it is read now: its channel waits.
    pub(super) async fn later(&self, later: Later) -> Result<Value, Failure> {
        if later.after > LONGEST_PAUSE {
            return Err(Failure::field("after", format!("at most {LONGEST_PAUSE} milliseconds")));
        }
        let (_held, first) = self.held(&later.key).await?;
        let channel = first.delivery.channel;
        let tried = self.outboxes.tried(&channel) + 1;
        tracing::info!(%channel, tried, why = later.why.0, "what waits is put off");
        let until = self.outboxes.clock.monotonic() + Duration::from_millis(later.after);
        self.outboxes.put_off().insert(channel, PutOff { until, tried });
        Ok(json!({"tried": tried}))
    }
}
