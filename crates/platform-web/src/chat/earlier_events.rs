//! Events that an earlier program began to handle: it decided, wrote the words and wrote the reply in
//! a commit each, under a key each, and may have been stopped between them. What is missing is
//! written when the page sends the event again.

use std::sync::Arc;

use adoube_bot::{InlinePost, InlineTransport, Reply};
use adoube_store::{Batch, CommitOutcome};

use crate::chat::{
    event::{MAX_APPEND_ATTEMPTS, PageReply, WebEvent, WebEventError, step_key},
    event_entries::EventEntries,
    event_handler::WebEventHandler,
};

impl WebEventHandler {
    /// Finishes an event that an earlier program began; `None` if it did not.
    pub(crate) async fn finish_earlier(
        self: &Arc<Self>,
        event: &WebEvent,
    ) -> Result<Option<PageReply>, WebEventError> {
        let in_channel = |step| step_key(step, event).map(|key| key.in_shard(&event.channel.0));
        let (decided, answered) = (in_channel("event")?, in_channel("done")?);
        let word = step_key("said", event)?;
        let (has_decided, answer, said) = tokio::try_join!(
            self.store.answer(&decided),
            self.store.answer(&answered),
            self.store.answer(&word)
        )?;
        match answer {
            Some(answer) if answer.is_empty() => return Ok(Some(PageReply::default())),
            // The decision of this program, whose key is that of the earlier one's last step.
            Some(_) => return Ok(None),
            None => {}
        }
        // Words without a decision: a refusal or talk, which the earlier program did not store.
        if has_decided.is_none() && said.is_none() {
            return Ok(None);
        }
        let decision = self.service.handle(&self.chat_event(event, decided).await).await;
        let mut entries = EventEntries::new(self, event.clone());
        if said.is_some() {
            if decision.reply == Reply::Public {
                return Ok(Some(self.page_reply(event, decision).await));
            }
            entries = entries.without_words();
        }
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let (lane, decided) = (&event.channel, Some(&decision));
            let post = InlinePost { lane, notices: &[], is_used: false, decision: decided };
            let receipt = entries.plan_writes(post).await?.receipt;
            let batch = Batch { version_checks: receipt.expect, writes: receipt.writes, ..Batch::new() };
            match self.store.commit(batch.idempotent(answered.clone(), [], self.clock.now_millis())).await? {
                CommitOutcome::Applied => {
                    if let Some(then) = receipt.then {
                        then().await;
                    }
                    return Ok(Some(self.page_reply(event, decision).await));
                }
                CommitOutcome::Duplicate { .. } => return Ok(Some(PageReply::default())),
                CommitOutcome::Conflict { .. } => {}
            }
        }
        Err(self.conflict_error(event).await)
    }
}
