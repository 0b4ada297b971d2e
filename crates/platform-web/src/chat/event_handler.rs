//! What becomes of something a person said or pressed: the bot decides, also who may read the words, and then these
//! and the private answer stand in the log; each of them once, however often the browser sends the event. Not here:
//! sockets, and what everybody is told, which comes through the outbox (`delivery`).

use std::sync::Arc;

use adoube_bot::{
    AdmissionPermit, Audience, ChannelId, ChatEvent, CommunityId, Decision, FindingStatus, FindingSubject,
    IdempotencyKey, Language, Notice, Person, PublicText, Reply, SelfTestNotice, UserAction,
};
use adoube_store::{Batch, CommitOutcome, StoreError};
use tokio::time::Instant;

use crate::{
    WebState,
    channels::removal::leaving_key,
    limits::BEGUN,
    log::{
        chat_log::{LogAppend, LogContent, LogEntry, LogError, LogId},
        feed::EntryId,
    },
    presence::board::PersonUpdate,
};

/// Something a browser sent.
#[derive(Clone, Debug)]
pub(crate) struct WebEvent {
    /// The browser's id of it: the same when it is sent again.
    pub(crate) id: String,
    /// Where.
    pub(crate) channel: ChannelId,
    /// Who.
    pub(crate) person: Person,
    /// The language that their browser said they read.
    pub(crate) language: Language,
    /// What.
    pub(crate) deed: WebAction,
}

/// What somebody did.
#[derive(Clone, Debug)]
pub(crate) enum WebAction {
    /// Wrote something.
    Say(String),
    /// Used a button or a menu.
    Press {
        /// The message with the control.
        message: EntryId,
        /// The control's id.
        component: String,
        /// What was picked.
        value: Option<String>,
    },
    /// Used a control that stands on no message, or did something on the board one can touch.
    Act {
        /// The control's id.
        component: String,
        /// With which value.
        value: Option<String>,
    },
}

/// What the page that sent an event shows of it beside the log.
#[derive(Debug, Default)]
pub(crate) struct PageReply {
    /// The room of the game that has begun by it.
    pub(crate) room: Option<String>,
    /// A question about what was pressed on the board.
    pub(crate) question: Option<Box<Notice>>,
}

/// Why an event was not dealt with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebEventError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log failed.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Other processes kept writing to the same log.
    #[error("the end of the log of {0} could not be had in {ATTEMPTS} attempts")]
    Crowded(ChannelId),
    /// The channel was removed meanwhile.
    #[error("{0} is no more")]
    Gone(ChannelId),
}

impl WebEventError {
    /// Whether the same event may be dealt with later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Store(error) | Self::Log(LogError::Store(error)) => error.is_transient(),
            Self::Crowded(_) => true,
            Self::Log(LogError::Form { .. }) | Self::Gone(_) => false,
        }
    }
}

/// How often the end of a log is looked for anew because another process wrote there first, which one that is busy may do
/// many times in a row.
const ATTEMPTS: usize = 64;

impl WebState {
    /// Waits until an event may be dealt with; nothing when it would be answered too late.
    pub(crate) async fn admit(&self, event: &WebEvent) -> Option<AdmissionPermit> {
        let urgency = self.service.urgency(&action(&event.deed));
        self.service.admit(&event.channel, urgency, Instant::now() + BEGUN).await
    }

    /// Deals with an event, once, and says what its page shows of it beside the log. When this returns without an error
    /// everything that came of it is durable.
    pub(crate) async fn handle_event(
        self: Arc<Self>,
        event: WebEvent,
        admitted: AdmissionPermit,
    ) -> Result<PageReply, WebEventError> {
        let answered = event_key("done", &event)?.in_shard(&event.channel.0);
        let incoming = self.chat_event(&event, "event").await?;
        let deciding = self.log.begin_decision(&event.channel).await;
        // A refusal leaves no trace in the bot, so the same move might be legal by now: do not ask it again.
        if self.store.answer(&answered).await?.is_some() {
            return Ok(PageReply::default());
        }
        let decision = self.service.handle(&incoming).await;
        self.tell_reading(&event.person.id, decision.reading).await;
        if let Some(what) = words(&event, decision.speech) {
            let said = match &what {
                LogContent::Said { text, .. } => Some(text.clone()),
                _ => None,
            };
            let number = self.write(&event, event_key("said", &event)?, what, None).await?;
            if let Some(said) = said {
                self.tell_named(&event.channel, &event.person, said.text(), number).await;
            }
        }
        // Only the words have to stand before what came of them.
        drop(deciding);
        drop(admitted);
        let to = event.person.id.clone();
        let is_on_board = matches!(event.deed, WebAction::Act { .. });
        match decision.reply {
            // Asked where it was pressed. Nothing is kept of it: pressing again asks again.
            Reply::Private(notice) if is_on_board && matches!(*notice, Notice::Confirm { .. }) => {
                return Ok(PageReply { question: Some(notice), ..PageReply::default() });
            }
            // The board shows it.
            Reply::Private(notice) | Reply::Replace(notice) if is_on_board && notice.is_a_step() => {
                self.note_step(answered, &event).await?;
                self.people.here.tell(&to, &PersonUpdate::Step(event.channel.clone()));
            }
            Reply::Private(mut notice) => {
                // The log keeps its newest entries in memory as they are.
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
            // The bot itself has kept the event with what it caused.
            Reply::Public => {}
            Reply::Ignored => self.note_done(answered).await?,
        }
        Ok(PageReply { room: self.room_begun(decision.begun.as_deref()).await, question: None })
    }

    /// Deals with an event of which nothing is written down but what came of it for everybody: whoever sent it gets the
    /// decision. It happens once, however often it is sent.
    pub(crate) async fn handle_without_log(
        &self,
        event: &WebEvent,
        step: &str,
    ) -> Result<Decision, WebEventError> {
        let incoming = self.chat_event(event, step).await?;
        let deciding = self.log.begin_decision(&event.channel).await;
        let decision = self.service.handle(&incoming).await;
        self.tell_reading(&event.person.id, decision.reading).await;
        drop(deciding);
        Ok(decision)
    }

    /// Writes what is for the person who sent such an event, once.
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
            threads: self.threads_in(&event.channel, &event.person.id),
            audience: Audience::SenderOnly,
            action: action(&event.deed),
            also: Vec::new(),
            ongoing: None,
        })
    }

    /// Nothing is to be said, and the event is not asked about again.
    async fn note_done(&self, answered: IdempotencyKey) -> Result<(), WebEventError> {
        self.store.commit(Batch::new().idempotent(answered, [], self.clock.now_millis())).await?;
        Ok(())
    }

    /// The same, and the other pages of this person hear of it, also where another process serves them.
    async fn note_step(&self, answered: IdempotencyKey, event: &WebEvent) -> Result<(), WebEventError> {
        let own = LogId::Own(event.channel.clone(), event.person.id.clone());
        for _ in 0..ATTEMPTS {
            let batch =
                self.log.touching(&own).await?.idempotent(answered.clone(), [], self.clock.now_millis());
            match self.store.commit(batch).await? {
                CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => return Ok(()),
                conflict @ CommitOutcome::Conflict { .. } => is_still_there(&conflict, &event.channel)?,
            }
        }
        Err(WebEventError::Crowded(event.channel.clone()))
    }

    /// A self-test with what the bot cannot know.
    async fn checked(&self, mut found: SelfTestNotice) -> SelfTestNotice {
        let drawn = self.gallery.is_well().await;
        found.add(if drawn { FindingStatus::Fine } else { FindingStatus::Broken }, FindingSubject::Drawing);
        found
    }

    /// Puts something at the end of its log, unless this was done before, and takes what it replaces away. Its number, if it
    /// was not.
    pub(crate) async fn write(
        &self,
        event: &WebEvent,
        once: IdempotencyKey,
        what: LogContent,
        replaces: Option<u64>,
    ) -> Result<Option<u64>, WebEventError> {
        for _ in 0..ATTEMPTS {
            let now = self.clock.now_millis();
            let id = once.as_str().rsplit(':').next().map(str::to_owned);
            let mut place =
                self.log.reserve_end(&event.channel, LogEntry::new(now, id, what.clone())).await?;
            if let Some(number) = replaces {
                place.remove(number);
            }
            match self.store.commit(place.batch().idempotent(once.clone(), [], now)).await? {
                CommitOutcome::Applied => {
                    let (person, now) = (event.person.id.clone(), self.clock.monotonic());
                    self.writing_pace.consume(person, place.bytes(), now);
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

    /// The private message whose control was used, and the first message in whose place it stands.
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

    /// Whoever made a channel moderates it, and so do those whom the configuration names, everywhere.
    async fn moderates(&self, event: &WebEvent) -> bool {
        let named = self.names.moderators.contain(&*self.store, &event.person.id).await;
        let named = named.unwrap_or_else(|error| {
            tracing::error!(%error, "whom the configuration means cannot be read");
            false
        });
        named || self.channels.is_founder(&event.channel, &event.person.id)
    }
}

/// Whether nothing but another entry was in the way.
fn is_still_there(conflict: &CommitOutcome, channel: &ChannelId) -> Result<(), WebEventError> {
    match conflict {
        CommitOutcome::Conflict { key, .. } if *key == Vec::from(leaving_key(channel)) => {
            Err(WebEventError::Gone(channel.clone()))
        }
        _ => Ok(()),
    }
}

/// What was said, for everybody or for its speaker alone.
fn words(event: &WebEvent, speech: Option<PublicText>) -> Option<LogContent> {
    let WebAction::Say(text) = &event.deed else { return None };
    let by = event.person.clone();
    Some(match speech {
        Some(text) => LogContent::Said { by, text },
        None => LogContent::Command { by, text: text.clone() },
    })
}

fn action(deed: &WebAction) -> UserAction {
    match deed {
        WebAction::Say(text) => match text.strip_prefix('/') {
            Some(command) => UserAction::Line(command.to_owned()),
            None => UserAction::Text(text.clone()),
        },
        WebAction::Press { component, value, .. } | WebAction::Act { component, value } => {
            UserAction::Press { id: component.clone(), value: value.clone() }
        }
    }
}

/// The id under which one step of an event is done once: its person's own, so that nobody can use up another's ids.
pub(crate) fn event_key(step: &str, event: &WebEvent) -> Result<IdempotencyKey, StoreError> {
    IdempotencyKey::new(format!("web-{step}:{}:{}", event.person.id, event.id))
}
