//! Handles an event of a page exactly once, however often the browser sends it. Not here: the entries
//! that it adds to the logs (`event_entries.rs`), and notices of other causes (`inline_transport.rs`,
//! `transport.rs`).

use std::sync::Arc;

use adoube_bot::{
    AdmissionPermit, Audience, Bot, ChannelId, ChatEvent, Clock, CommunityId, Decision, EventPriority,
    IdempotencyKey, InlineEventError, Notice, Reply,
};
use adoube_store::{CommitOutcome, Store};

use tokio::time::Instant;

use crate::{
    channels::directory::ChannelDirectory,
    chat::{
        event::{MAX_APPEND_ATTEMPTS, PageReply, WebEvent, WebEventError, action, event_key, step_key},
        event_entries::EventEntries,
        my_games::PersonNews,
        preferences::ReaderPreferences,
        transport::WebTransport,
    },
    identity::people::NameRules,
    limits::{BEGUN, rate_limits::PersonRateLimits},
    log::{
        append::LogAppend,
        chat_log::ChatLog,
        entry::{LogContent, LogEntry},
        log_id::LogId,
    },
    media::picture_cache::PictureCache,
    presence::board::PresenceBoard,
    records::leaving_key,
    wire::rejection::RequestRejection,
};

/// Handles events of people: asks the bot, which writes their entries with its decision.
pub(crate) struct WebEventHandler {
    pub(crate) service: Bot,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
    pub(crate) presence: PresenceBoard,
    pub(crate) names: Arc<NameRules>,
    pub(crate) limits: Arc<PersonRateLimits>,
    pub(crate) pictures: Arc<PictureCache>,
    pub(crate) preferences: Arc<ReaderPreferences>,
    pub(crate) news: Arc<PersonNews>,
    pub(crate) transport: Arc<WebTransport>,
}

impl WebEventHandler {
    /// Waits until a game may begin in a channel, or a person may take a seat in one.
    pub(crate) async fn admit_new_game(
        &self,
        channel: &ChannelId,
    ) -> Result<AdmissionPermit, RequestRejection> {
        let admitted = self.service.admit(channel, EventPriority::NewGame, Instant::now() + BEGUN).await;
        admitted.ok_or(RequestRejection::OVERLOADED)
    }

    /// Waits until an event may be handled; `None` when it would be answered too late.
    pub(crate) async fn admit(&self, event: &WebEvent) -> Option<AdmissionPermit> {
        let urgency = self.service.urgency(&action(&event.deed));
        self.service.admit(&event.channel, urgency, Instant::now() + BEGUN).await
    }

    /// Handles an event exactly once and returns what its page shows outside the log. The decision,
    /// the sender's words, the reply and the notices are one commit; if this returns without an
    /// error, all of it is durable.
    pub(crate) async fn handle_event(
        self: Arc<Self>,
        event: WebEvent,
        admitted: AdmissionPermit,
    ) -> Result<PageReply, WebEventError> {
        if let Some(reply) = self.finish_earlier(&event).await? {
            return Ok(reply);
        }
        let incoming = self.chat_event(&event, event_key(&event)?).await;
        let entries = EventEntries::new(&self, event.clone());
        let decision = match self.service.handle_inline(&incoming, &entries).await {
            Ok(decision) => decision,
            Err(InlineEventError::Repository(error)) => return Err(error.into()),
            Err(InlineEventError::Conflict) => return Err(self.conflict_error(&event).await),
        };
        drop(admitted);
        if !entries.are_written() {
            // What was written before may not have been shown: its commit failed, as far as was
            // known.
            self.log.find_entries(&event.channel, &event.person.id).await?;
            self.preferences.tell_reading(&event.person.id, decision.reading).await;
        }
        Ok(self.page_reply(&event, decision).await)
    }

    /// What the page shows outside the log.
    pub(crate) async fn page_reply(&self, event: &WebEvent, decision: Decision) -> PageReply {
        match decision.reply {
            Reply::Private(notice) if event.asks_at_control(&notice) => {
                PageReply { question: Some(notice), ..PageReply::default() }
            }
            _ => PageReply {
                room: self.transport.rooms.room_begun(decision.begun.as_deref()).await,
                question: None,
            },
        }
    }

    /// Why every attempt to write an event met other writes: its channel is gone, or busy.
    pub(crate) async fn conflict_error(&self, event: &WebEvent) -> WebEventError {
        match self.channels.is_leaving(&event.channel).await {
            Ok(true) => WebEventError::Gone(event.channel.clone()),
            Ok(false) | Err(_) => WebEventError::Crowded(event.channel.clone()),
        }
    }

    /// Handles an event that leaves no text in the log, only notices for everybody; the caller gets
    /// the decision. The event is handled once, however often it is sent.
    pub(crate) async fn handle_without_log(
        &self,
        event: &WebEvent,
        step: &str,
    ) -> Result<Decision, WebEventError> {
        let incoming = self.chat_event(event, step_key(step, event)?).await;
        let decision = self.service.handle(&incoming).await;
        self.preferences.tell_reading(&event.person.id, decision.reading).await;
        Ok(decision)
    }

    /// Writes a private notice for the person who sent an event, once.
    pub(crate) async fn write_private(
        &self,
        event: &WebEvent,
        notice: Box<Notice>,
    ) -> Result<(), WebEventError> {
        let what = LogContent::Private { to: event.person.id.clone(), notice, in_place_of: None };
        self.write(event, event_key(event)?, what, None).await.map(|_| ())
    }

    /// The event for the bot, under this key.
    pub(crate) async fn chat_event(&self, event: &WebEvent, key: IdempotencyKey) -> ChatEvent {
        ChatEvent {
            event: key,
            channel: event.channel.clone(),
            place: Some(CommunityId(event.channel.0.clone())),
            person: event.person.clone(),
            language: event.language,
            moderator: self.moderates(event).await,
            threads: self.transport.rooms.threads_in(&event.channel, &event.person.id),
            audience: Audience::SenderOnly,
            action: action(&event.deed),
            also: Vec::new(),
            ongoing: None,
        }
    }

    /// Appends an entry to its log, unless the event already did, and removes the entry that it
    /// replaces. Returns the number of the new entry; `None` if the event already appended one.
    pub(crate) async fn write(
        &self,
        event: &WebEvent,
        once: IdempotencyKey,
        what: LogContent,
        replaces: Option<u64>,
    ) -> Result<Option<u64>, WebEventError> {
        let own = LogId::Own(event.channel.clone(), event.person.id.clone());
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let now = self.clock.now_millis();
            let id = once.as_str().rsplit(':').next().map(str::to_owned);
            let mut place =
                self.log.reserve_end(&event.channel, LogEntry::new(now, id, what.clone())).await?;
            if let Some(number) = replaces {
                place.remove(&own, number);
            }
            match self.store.commit(place.batch().idempotent(once.clone(), [], now)).await? {
                CommitOutcome::Applied => {
                    self.limits.charge_writing(event.person.id.clone(), place.bytes(1));
                    let number = place.number(0);
                    LogAppend::publish(place);
                    return Ok(Some(number));
                }
                CommitOutcome::Duplicate { .. } => return Ok(None),
                conflict @ CommitOutcome::Conflict { .. } => is_still_there(&conflict, &event.channel)?,
            }
        }
        Err(WebEventError::Crowded(event.channel.clone()))
    }

    /// Whether the person moderates the channel: its maker does, and configured moderators do
    /// everywhere.
    async fn moderates(&self, event: &WebEvent) -> bool {
        let named = self.names.moderators.contain(&*self.store, &event.person.id).await;
        let named = named.unwrap_or_else(|error| {
            tracing::error!(%error, "whom the configuration means cannot be read");
            false
        });
        named || self.channels.is_founder(&event.channel, &event.person.id)
    }
}

/// Returns an error if the conflict shows that the channel was removed; other conflicts mean that
/// another entry was written first.
fn is_still_there(conflict: &CommitOutcome, channel: &ChannelId) -> Result<(), WebEventError> {
    match conflict {
        CommitOutcome::Conflict { key, .. } if *key == Vec::from(leaving_key(channel)) => {
            Err(WebEventError::Gone(channel.clone()))
        }
        _ => Ok(()),
    }
}
