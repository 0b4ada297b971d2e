//! Handlers of a bridge's requests about the outbox (the queue of the bot's messages): list the
//! deliveries that wait, and take their outcomes (delivered, dropped, postponed). A lane, the queue
//! of one channel, delays only its own channel.

use std::{future::pending, sync::Arc, time::Duration};

use adoube_bot::{
    Bot, DeliveryReceipt, LaneLock, Language, NextDelivery, Notice, Outbox, OutboxEntry, PersonId,
    ReaderProfile, Viewer,
};
use adoube_store::Store;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    door_time::DoorTime,
    message_presenter::MessagePresenter,
    message_view::MessageAudience,
    outboxes::DoorOutboxes,
    protocol::{
        error::DoorRequestError,
        limits::{MAX_DELIVERIES, MAX_PAUSE_MS},
        names::{DoorText, PlatformName},
        request::{
            DeliveredRequest, DropRequest, OutboxRequest, PostponeRequest, ReaderField, ShowAgainRequest,
        },
    },
};

/// How often a waiting request reads a shared store: other processes do not signal additions.
const SHARED_STORE_POLL: Duration = Duration::from_millis(150);

/// Answers requests about the outbox.
pub(crate) struct OutboxHandler {
    service: Bot,
    store: Arc<dyn Store>,
    time: Arc<DoorTime>,
    presenter: Arc<MessagePresenter>,
    outboxes: Arc<DoorOutboxes>,
}

/// The deliveries of one answer.
#[derive(Default)]
struct DeliveryPage {
    deliveries: Vec<Value>,
    has_more: bool,
    /// The shortest pause of a postponed channel.
    shortest_pause: Option<Duration>,
}

impl OutboxHandler {
    pub(crate) fn new(
        service: Bot,
        store: Arc<dyn Store>,
        time: Arc<DoorTime>,
        presenter: Arc<MessagePresenter>,
        outboxes: Arc<DoorOutboxes>,
    ) -> Self {
        Self { service, store, time, presenter, outboxes }
    }

    /// Lists the first delivery of each channel of a platform. With `wait`, waits until there is
    /// one.
    pub(crate) async fn list(&self, request: OutboxRequest) -> Result<Value, DoorRequestError> {
        let language = self.presenter.reader_language(&request.show)?;
        let outbox = self.outboxes.outbox(request.platform.clone())?;
        loop {
            let added = outbox.added();
            let page = self.next_page(&outbox, &request, language).await?;
            if !request.wait || !page.deliveries.is_empty() {
                return Ok(json!({"deliveries": page.deliveries, "more": page.has_more}));
            }
            let pause_over = async {
                match page.shortest_pause {
                    Some(pause) => self.time.sleep(pause).await,
                    None => pending().await,
                }
            };
            let poll = async {
                if self.store.is_shared() { sleep(SHARED_STORE_POLL).await } else { pending().await }
            };
            tokio::select! { () = added => {}, () = pause_over => {}, () = poll => {} }
        }
    }

    async fn next_page(
        &self,
        outbox: &Outbox,
        request: &OutboxRequest,
        language: Language,
    ) -> Result<DeliveryPage, DoorRequestError> {
        let mut after = request.after.as_ref().map(|channel| channel.0.clone());
        let mut page = DeliveryPage::default();
        loop {
            let channels = outbox.waiting(after.as_ref(), MAX_DELIVERIES).await?;
            let Some(last) = channels.last() else { return Ok(page) };
            after = Some(last.clone());
            for channel in channels {
                if page.deliveries.len() == request.limit {
                    page.has_more = true;
                    return Ok(page);
                }
                if let Some(pause) = self.outboxes.remaining_pause(&channel) {
                    page.shortest_pause =
                        Some(page.shortest_pause.map_or(pause, |shortest| shortest.min(pause)));
                    continue;
                }
                if let Some(first) = outbox.hold(&channel).await.first().await? {
                    page.deliveries.push(self.delivery_json(&first, None, language, &request.show).await);
                }
            }
        }
    }

    /// A delivery as JSON, as `person` reads it, or else its audience.
    async fn delivery_json(
        &self,
        first: &NextDelivery,
        person: Option<PersonId>,
        language: Language,
        reader: &ReaderField,
    ) -> Value {
        let OutboxEntry { channel, notice, .. } = &first.delivery;
        let recipient = notice.is_for_one().cloned();
        let audience = MessageAudience::new(recipient.as_ref());
        let person = person.or(recipient);
        let ReaderProfile { language, taste } = match &person {
            Some(person) => self.service.reading(person, language).await,
            None => language.into(),
        };
        let viewer = Viewer { person, language, hearing: reader.hears.into(), taste };
        json!({
            "key": URL_SAFE_NO_PAD.encode(first.delivery.key()),
            "channel": channel,
            "tried": self.outboxes.attempts(channel),
            "message": self.presenter.present(notice, &viewer, audience, channel, reader).await,
            "more": first.has_more,
        })
    }

    /// The entry under a key, with the lock of its lane.
    async fn lock_entry(
        &self,
        DoorText(key): &DoorText,
    ) -> Result<(LaneLock, NextDelivery), DoorRequestError> {
        let unknown = || DoorRequestError::not_waiting("nothing waits under this key any more");
        let key = URL_SAFE_NO_PAD
            .decode(key)
            .map_err(|_| DoorRequestError::bad_field("key", "it is none that was given out"))?;
        let channel = OutboxEntry::channel_of(&key).ok_or_else(unknown)?;
        // A forged key must not reach a platform that the program serves itself.
        let platform = PlatformName::try_from(channel.platform().to_owned())
            .map_err(|message| DoorRequestError::bad_field("key", message))?;
        let lane = self.outboxes.outbox(platform)?.hold(&channel).await;
        match lane.first().await? {
            Some(first) if first.delivery.key() == key => Ok((lane, first)),
            _ => Err(unknown()),
        }
    }

    /// The entry under a key, as another person reads it.
    pub(crate) async fn show_entry_again(
        &self,
        request: ShowAgainRequest,
    ) -> Result<Value, DoorRequestError> {
        let language = self.presenter.reader_language(&request.show)?;
        let (lane, first) = self.lock_entry(&request.key).await?;
        drop(lane);
        let person = request.person.map(|person| person.0);
        Ok(json!({"delivery": self.delivery_json(&first, person, language, &request.show).await}))
    }

    /// Removes a delivered notice from the outbox. The answer contains the next one of its channel.
    pub(crate) async fn mark_delivered(&self, request: DeliveredRequest) -> Result<Value, DoorRequestError> {
        let language = self.presenter.reader_language(&request.show)?;
        let (lane, first) = self.lock_entry(&request.key).await?;
        let platform = first.delivery.channel.platform();
        if request.thread.as_ref().is_some_and(|thread| thread.0.platform() != platform) {
            return Err(DoorRequestError::bad_field("thread", "it is of the same platform as the channel"));
        }
        let thread = request.thread.map(|thread| thread.0);
        self.remove(&lane, &first, DeliveryReceipt { thread, ..Default::default() }).await?;
        let next = match lane.first().await? {
            Some(next) => Some(self.delivery_json(&next, None, language, &request.show).await),
            None => None,
        };
        Ok(json!({"next": next}))
    }

    /// Removes an undeliverable notice from the outbox.
    pub(crate) async fn drop_notice(&self, request: DropRequest) -> Result<Value, DoorRequestError> {
        let (lane, first) = self.lock_entry(&request.key).await?;
        let channel = &first.delivery.channel;
        tracing::warn!(%channel, why = request.why.0, "what waits is given up");
        if let Notice::Reminder(reminder) = &first.delivery.notice
            && reminder.privately
        {
            self.service.direct_message_refused(channel, reminder).await?;
        }
        self.remove(&lane, &first, DeliveryReceipt::default()).await?;
        Ok(json!({}))
    }

    async fn remove(
        &self,
        lane: &LaneLock,
        first: &NextDelivery,
        receipt: DeliveryReceipt,
    ) -> Result<(), DoorRequestError> {
        if !lane.done(first, receipt).await? {
            return Err(DoorRequestError::not_waiting("it has changed meanwhile: look again"));
        }
        self.outboxes.clear_postponed(&first.delivery.channel);
        Ok(())
    }

    /// Postpones a failed delivery. Its channel waits until then.
    pub(crate) async fn postpone(&self, request: PostponeRequest) -> Result<Value, DoorRequestError> {
        if request.after > MAX_PAUSE_MS {
            let message = format!("at most {MAX_PAUSE_MS} milliseconds");
            return Err(DoorRequestError::bad_field("after", message));
        }
        let (_lane, first) = self.lock_entry(&request.key).await?;
        let channel = first.delivery.channel;
        let attempts = self.outboxes.postpone(channel.clone(), Duration::from_millis(request.after));
        tracing::info!(%channel, tried = attempts, why = request.why.0, "what waits is put off");
        Ok(json!({"tried": attempts}))
    }
}
