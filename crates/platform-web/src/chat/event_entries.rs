//! Entries of one event: the sender's words and the reply, written with the notices in the batch of
//! the decision. Not here: the notices (`inline_transport.rs`).

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use adoube_bot::{
    BoxFuture, ChannelId, Decision, DeliveryError, EngineQuestion, FindingSubject, InlinePost,
    InlineTransport, InlineWrites, Notice, PublicText, Reply, RepositoryError, SelfTestNotice,
};

use crate::{
    chat::{
        event::{WebAction, WebEvent},
        event_handler::WebEventHandler,
        inline_transport::plan_error,
    },
    log::{
        entry::{LogContent, LogEntry, LogError},
        log_id::LogId,
    },
    presence::update::PersonUpdate,
    wire::entry_id::EntryId,
};

/// Writes what comes of one event: the sender's words and the reply, and after them the notices.
pub(crate) struct EventEntries {
    handler: Arc<WebEventHandler>,
    event: WebEvent,
    /// Whether the words are not in the log yet.
    has_words: bool,
    is_written: Arc<AtomicBool>,
}

/// How a reply is shown.
enum ReplyPlan {
    /// Not at all, or by notices.
    None,
    /// As an answer to the page, at the control that was used; using the control again asks again.
    Question,
    /// As a step on the live board.
    Step,
    /// As an entry of the sender's own log.
    Entry(LogContent),
    /// By the messages of a search.
    Search(Box<EngineQuestion>),
}

impl EventEntries {
    pub(crate) fn new(handler: &Arc<WebEventHandler>, event: WebEvent) -> Self {
        Self { handler: Arc::clone(handler), event, has_words: true, is_written: Arc::default() }
    }

    /// The same for an event whose words are in the log.
    pub(crate) fn without_words(self) -> Self {
        Self { has_words: false, ..self }
    }

    /// Whether the entries were written and published.
    pub(crate) fn are_written(&self) -> bool {
        self.is_written.load(Ordering::Acquire)
    }

    async fn plan(&self, decision: &Decision, post: InlinePost<'_>) -> Result<InlineWrites, DeliveryError> {
        let (handler, event) = (&self.handler, &self.event);
        let (words, said) = self.words(decision.speech.as_ref());
        let (reply, replaced) = self.reply(&decision.reply).await?;
        let answer = match &reply {
            ReplyPlan::Entry(what) => Some(what.clone()),
            _ => None,
        };
        let now = handler.clock.now_millis();
        let entry = |what| LogEntry::new(now, Some(event.id.clone()), what);
        let entries: Vec<LogEntry> = words.into_iter().chain(answer).map(entry).collect();
        let count = entries.len();
        let transport = &handler.transport;
        let mut plan = transport.plan_entries(post.lane, entries, post.notices).await?;
        let own = LogId::Own(event.channel.clone(), event.person.id.clone());
        if let Some(number) = replaced {
            plan.place.remove(&own, number);
        }
        let mut receipt = transport.room_receipt(plan.receipt(), post).await?;
        if matches!(reply, ReplyPlan::Step) {
            let step = handler.log.touching(&own).await?;
            receipt.expect.extend(step.version_checks);
            receipt.writes.extend(step.writes);
        }
        let is_answered = !matches!(reply, ReplyPlan::Question);
        let bytes = plan.place.bytes(count);
        let said = said.map(|text| (text, plan.place.number(0)));
        let (handler, event) = (Arc::clone(handler), event.clone());
        let (is_written, reading) = (Arc::clone(&self.is_written), decision.reading);
        let receipt = receipt.then(async move || {
            is_written.store(true, Ordering::Release);
            // Before the entries, which are shown as the reader has just chosen.
            handler.preferences.tell_reading(&event.person.id, reading).await;
            plan.publish(&handler.presence);
            handler.limits.charge_writing(event.person.id.clone(), bytes);
            if let Some((text, number)) = said {
                handler.news.tell_named(&event.channel, &event.person, text.text(), number).await;
            }
            match reply {
                ReplyPlan::Step => {
                    handler.presence.tell(&event.person.id, &PersonUpdate::Step(event.channel));
                }
                ReplyPlan::Search(question) => handler.think(event, *question),
                ReplyPlan::None | ReplyPlan::Question | ReplyPlan::Entry(_) => {}
            }
        });
        Ok(InlineWrites { receipt, is_answered })
    }

    /// The entry for the text of the event: for everybody, or for its author alone; and the text if
    /// it is for everybody.
    fn words(&self, speech: Option<&PublicText>) -> (Option<LogContent>, Option<PublicText>) {
        let WebAction::Say(text) = &self.event.deed else { return (None, None) };
        if !self.has_words {
            return (None, None);
        }
        let by = self.event.person.clone();
        match speech {
            Some(text) => (Some(LogContent::Said { by, text: text.clone() }), Some(text.clone())),
            None => (Some(LogContent::Command { by, text: text.clone() }), None),
        }
    }

    /// How the reply is shown, and the number of the message that it replaces.
    async fn reply(&self, reply: &Reply) -> Result<(ReplyPlan, Option<u64>), LogError> {
        let to = self.event.person.id.clone();
        let private = |notice: Box<Notice>, in_place_of| {
            ReplyPlan::Entry(LogContent::Private { to, notice, in_place_of })
        };
        Ok(match reply {
            Reply::Private(notice) if self.event.asks_at_control(notice) => (ReplyPlan::Question, None),
            Reply::Private(notice) | Reply::Replace(notice)
                if self.event.is_on_board() && notice.is_a_step() =>
            {
                (ReplyPlan::Step, None)
            }
            Reply::Private(notice) => {
                let mut notice = notice.clone();
                // The log keeps its newest entries in memory, so they are stored without long
                // texts.
                notice.leave_out_long_text();
                (private(notice, None), None)
            }
            Reply::Replace(notice) => {
                let (replaced, in_place_of) = self.replaced().await?;
                (private(notice.clone(), in_place_of), replaced)
            }
            Reply::SelfTest(found) => {
                let checked = self.checked((**found).clone()).await;
                (private(Box::new(Notice::Check(Box::new(checked))), None), None)
            }
            Reply::EngineQuestion(question) => (ReplyPlan::Search(question.clone()), None),
            Reply::Public | Reply::Ignored => (ReplyPlan::None, None),
        })
    }

    /// The numbers of the private message whose control was used and of the first message that it
    /// replaces.
    async fn replaced(&self) -> Result<(Option<u64>, Option<u64>), LogError> {
        let WebAction::Press { message: message @ EntryId::Own(number), .. } = &self.event.deed else {
            return Ok((None, None));
        };
        let (log, event) = (&self.handler.log, &self.event);
        let entry = log.entry_of(&event.channel, *message, &event.person.id).await?;
        Ok(match entry.as_deref() {
            Some(LogEntry { what: LogContent::Private { in_place_of, .. }, .. }) => {
                (Some(*number), Some(in_place_of.unwrap_or(*number)))
            }
            _ => (None, None),
        })
    }

    /// Adds checks of the web platform to a self-test.
    async fn checked(&self, mut found: SelfTestNotice) -> SelfTestNotice {
        found.add(self.handler.pictures.finding().await, FindingSubject::Drawing);
        found
    }
}

impl InlineTransport for EventEntries {
    fn accepts<'a>(&'a self, lane: &'a ChannelId) -> BoxFuture<'a, Result<bool, RepositoryError>> {
        self.handler.transport.accepts(lane)
    }

    fn plan_writes<'a>(
        &'a self,
        post: InlinePost<'a>,
    ) -> BoxFuture<'a, Result<InlineWrites, RepositoryError>> {
        let Some(decision) = post.decision else { return self.handler.transport.plan_writes(post) };
        Box::pin(async move {
            let planned = self.plan(decision, post).await;
            planned.map_err(|error| plan_error(error, post.lane))
        })
    }
}
