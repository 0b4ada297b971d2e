//! Handles an event of a page: the bot decides, then the event's text and private replies are
//! appended to the log, each exactly once however often the browser sends the event. Not here:
//! notices for everybody, which come through the outbox (`transport.rs`).

use std::sync::Arc;

use adoube_bot::{
    AdmissionPermit, Audience, Bot, ChannelId, ChatEvent, Clock, CommunityId, Decision, EventPriority,
    FindingStatus, FindingSubject, IdempotencyKey, Notice, PublicText, Reply, SelfTestNotice,
};
use adoube_store::{Batch, CommitOutcome, Store};

use tokio::time::Instant;

use crate::{
    channels::directory::ChannelDirectory,
    chat::{
        event::{MAX_APPEND_ATTEMPTS, PageReply, WebAction, WebEvent, WebEventError, action, event_key},
        game_rooms::GameRooms,
        my_games::PersonNews,
        preferences::ReaderPreferences,
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
    presence::{board::PresenceBoard, update::PersonUpdate},
    records::leaving_key,
    wire::{entry_id::EntryId, rejection::RequestRejection},
};

/// Handles events of people: asks the bot, and appends text and private replies to the log.
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
    pub(crate) rooms: Arc<GameRooms>,
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

    /// Handles an event exactly once and returns what its page shows outside the log. If this
    /// returns without an error, all results are durable.
    pub(crate) async fn handle_event(
        self: Arc<Self>,
        event: WebEvent,
        admitted: AdmissionPermit,
    ) -> Result<PageReply, WebEventError> {
        let answered = event_key("done", &event)?.in_shard(&event.channel.0);
        let incoming = self.chat_event(&event, "event").await?;
        let deciding = self.log.begin_decision(&event.channel).await;
        // A refusal leaves no trace in the bot, so the same move could be legal by now: do not ask
        // again.
        if self.store.answer(&answered).await?.is_some() {
            return Ok(PageReply::default());
        }
        let decision = self.service.handle(&incoming).await;
        self.preferences.tell_reading(&event.person.id, decision.reading).await;
        if let Some(what) = words(&event, decision.speech) {
            let said = match &what {
                LogContent::Said { text, .. } => Some(text.clone()),
                _ => None,
            };
            let number = self.write(&event, event_key("said", &event)?, what, None).await?;
            if let Some(said) = said {
                self.news.tell_named(&event.channel, &event.person, said.text(), number).await;
            }
        }
        // Only the text must be in the log before the notices that follow from it.
        drop(deciding);
        drop(admitted);
        let to = event.person.id.clone();
        let is_on_board = matches!(event.deed, WebAction::Act { .. });
        match decision.reply {
            // Shown at the control that was used, and not stored: using the control again asks
            // again.
            Reply::Private(notice) if is_on_board && matches!(*notice, Notice::Confirm { .. }) => {
                return Ok(PageReply { question: Some(notice), ..PageReply::default() });
            }
            // The live board shows the step.
            Reply::Private(notice) | Reply::Replace(notice) if is_on_board && notice.is_a_step() => {
                self.note_step(answered, &event).await?;
                self.presence.tell(&to, &PersonUpdate::Step(event.channel.clone()));
            }
            Reply::Private(mut notice) => {
                // The log keeps its newest entries in memory, so they are stored without long
                // texts.
                notice.leave_out_long_text();
                let what = LogContent::Private { to, notice, in_place_of: None };
                self.write(&event, answered, what, None).await?;
            }
            Reply::Replace(notice) => {
                let (replaced, in_place_of) = self.replaced(&event).await?;
                let what = LogContent::Private { to, notice, in_place_of };
                self.write(&event, answered, what, replaced).await?;
            }
            Reply::SelfTest(found) => {
                let notice = Box::new(Notice::Check(Box::new(self.checked(*found).await)));
                let what = LogContent::Private { to, notice, in_place_of: None };
                self.write(&event, answered, what, None).await?;
            }
            Reply::EngineQuestion(question) => {
                self.note_done(answered).await?;
                self.think(event, *question);
            }
            // The bot has stored the event together with its results.
            Reply::Public => {}
            Reply::Ignored => self.note_done(answered).await?,
        }
        Ok(PageReply { room: self.rooms.room_begun(decision.begun.as_deref()).await, question: None })
    }

    /// Handles an event that leaves no text in the log, only notices for everybody; the caller gets
    /// the decision. The event is handled once, however often it is sent.
    pub(crate) async fn handle_without_log(
        &self,
        event: &WebEvent,
        step: &str,
    ) -> Result<Decision, WebEventError> {
        let incoming = self.chat_event(event, step).await?;
        let deciding = self.log.begin_decision(&event.channel).await;
        let decision = self.service.handle(&incoming).await;
        self.preferences.tell_reading(&event.person.id, decision.reading).await;
        drop(deciding);
        Ok(decision)
    }

    /// Writes a private notice for the person who sent an event, once.
    pub(crate) async fn write_private(
        &self,
        event: &WebEvent,
        notice: Box<Notice>,
    ) -> Result<(), WebEventError> {
        let what = LogContent::Private { to: event.person.id.clone(), notice, in_place_of: None };
        self.write(event, event_key("done", event)?, what, None).await.map(|_| ())
    }

    async fn chat_event(&self, event: &WebEvent, step: &str) -> Result<ChatEvent, WebEventError> {
        Ok(ChatEvent {
            event: event_key(step, event)?,
            channel: event.channel.clone(),
            place: Some(CommunityId(event.channel.0.clone())),
            person: event.person.clone(),
            language: event.language,
            moderator: self.moderates(event).await,
            threads: self.rooms.threads_in(&event.channel, &event.person.id),
            audience: Audience::SenderOnly,
            action: action(&event.deed),
            also: Vec::new(),
            ongoing: None,
        })
    }

    /// Marks an event without a message as handled.
    async fn note_done(&self, answered: IdempotencyKey) -> Result<(), WebEventError> {
        self.store.commit(Batch::new().idempotent(answered, [], self.clock.now_millis())).await?;
        Ok(())
    }

    /// Marks an event as handled and wakes the person's other pages, also at other processes.
    async fn note_step(&self, answered: IdempotencyKey, event: &WebEvent) -> Result<(), WebEventError> {
        let own = LogId::Own(event.channel.clone(), event.person.id.clone());
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let batch =
                self.log.touching(&own).await?.idempotent(answered.clone(), [], self.clock.now_millis());
            match self.store.commit(batch).await? {
                CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => return Ok(()),
                conflict @ CommitOutcome::Conflict { .. } => is_still_there(&conflict, &event.channel)?,
            }
        }
        Err(WebEventError::Crowded(event.channel.clone()))
    }

    /// Adds checks of the web platform to a self-test.
    async fn checked(&self, mut found: SelfTestNotice) -> SelfTestNotice {
        let drawn = self.pictures.is_well().await;
        found.add(if drawn { FindingStatus::Fine } else { FindingStatus::Broken }, FindingSubject::Drawing);
        found
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
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let now = self.clock.now_millis();
            let id = once.as_str().rsplit(':').next().map(str::to_owned);
            let mut place =
                self.log.reserve_end(&event.channel, LogEntry::new(now, id, what.clone())).await?;
            if let Some(number) = replaces {
                place.remove(number);
            }
            match self.store.commit(place.batch().idempotent(once.clone(), [], now)).await? {
                CommitOutcome::Applied => {
                    self.limits.charge_writing(event.person.id.clone(), place.bytes());
                    let number = place.number();
                    LogAppend::publish(place);
                    return Ok(Some(number));
                }
                CommitOutcome::Duplicate { .. } => return Ok(None),
                conflict @ CommitOutcome::Conflict { .. } => is_still_there(&conflict, &event.channel)?,
            }
        }
        Err(WebEventError::Crowded(event.channel.clone()))
    }

    /// The numbers of the private message whose control was used and of the first message that it
    /// replaces.
    async fn replaced(&self, event: &WebEvent) -> Result<(Option<u64>, Option<u64>), WebEventError> {
        let WebAction::Press { message: message @ EntryId::Own(number), .. } = &event.deed else {
            return Ok((None, None));
        };
        let entry = self.log.entry_of(&event.channel, *message, &event.person.id).await?;
        Ok(match entry.as_deref() {
            Some(LogEntry { what: LogContent::Private { in_place_of, .. }, .. }) => {
                (Some(*number), Some(in_place_of.unwrap_or(*number)))
            }
            _ => (None, None),
        })
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

/// The log entry for the text of an event: for everybody, or for its author alone.
fn words(event: &WebEvent, speech: Option<PublicText>) -> Option<LogContent> {
    let WebAction::Say(text) = &event.deed else { return None };
    let by = event.person.clone();
    Some(match speech {
        Some(text) => LogContent::Said { by, text },
        None => LogContent::Command { by, text: text.clone() },
    })
}
