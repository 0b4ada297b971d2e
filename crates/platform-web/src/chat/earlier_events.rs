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
    /// Finishes an event that an earlier program decided; `None` if it did not.
    pub(crate) async fn finish_earlier(
        self: &Arc<Self>,
        event: &WebEvent,
    ) -> Result<Option<PageReply>, WebEventError> {
        let in_channel = |step| step_key(step, event).map(|key| key.in_shard(&event.channel.0));
        let (decided, answered) = (in_channel("event")?, in_channel("done")?);
        let (has_decided, has_answered) =
            tokio::try_join!(self.store.answer(&decided), self.store.answer(&answered))?;
        if has_answered.is_some() {
            return Ok(Some(PageReply::default()));
        }
        if has_decided.is_none() {
            return Ok(None);
        }
        let decision = self.service.handle(&self.chat_event(event, decided).await).await;
        let said = self.store.answer(&step_key("said", event)?).await?;
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
