//! Handles `/help check`: the bot's part of the self-test of an installation, which checks the
//! store and the outbox. Not here: pictures and permissions (platforms).

use crate::{
    SelfTestNotice,
    core::notice::{FindingStatus, FindingSubject},
    gameplay::HandlerRequest,
};

/// Upper limit of counted waiting notices.
const MOST_WAITING: usize = 100;

impl HandlerRequest<'_> {
    pub(crate) async fn check(&self) -> SelfTestNotice {
        let (ledger, incoming) = (&self.context.ledger, self.incoming);
        let mut found = SelfTestNotice::default();
        let kept = ledger.probe_write(&incoming.event).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a self-test finds that the store keeps nothing");
            false
        });
        found.add(if kept { FindingStatus::Fine } else { FindingStatus::Broken }, FindingSubject::Store);
        match ledger.outbox(&incoming.channel, MOST_WAITING).await {
            Ok(waiting) => {
                let outcome = if waiting.is_empty() { FindingStatus::Fine } else { FindingStatus::Note };
                found.add(outcome, FindingSubject::Waiting(waiting.len()));
            }
            Err(error) => {
                tracing::error!(%error, channel = %incoming.channel, "a self-test cannot read the outbox");
                found.add(FindingStatus::Broken, FindingSubject::Waiting(0));
            }
        }
        match ledger.put_aside_of(&incoming.channel, MOST_WAITING).await {
            Ok(0) => {}
            Ok(count) => found.add(FindingStatus::Note, FindingSubject::PutAside(count)),
            Err(error) => {
                tracing::error!(%error, channel = %incoming.channel, "a self-test cannot read what was put aside");
            }
        }
        found
    }
}
