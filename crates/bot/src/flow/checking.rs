//! The self-test, as far as the service can tell: whether games are kept, and whether everybody has been told everything.
//! Not here: pictures and permissions, which are the adapters'.

use super::Flow;
use crate::{
    CheckNotice,
    notice::{Found, Outcome},
};

/// Waiting notices are counted up to here.
const MOST_WAITING: usize = 100;

impl Flow<'_> {
    pub(super) async fn check(&self) -> CheckNotice {
        let (ledger, incoming) = (&self.context.ledger, self.incoming);
        let mut found = CheckNotice::default();
        let kept = ledger.try_out(&incoming.event).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a self-test finds that the store keeps nothing");
            false
        });
        found.add(if kept { Outcome::Fine } else { Outcome::Broken }, Found::Store);
        match ledger.outbox(&incoming.channel, MOST_WAITING).await {
            Ok(waiting) => {
                let outcome = if waiting.is_empty() { Outcome::Fine } else { Outcome::Note };
                found.add(outcome, Found::Waiting(waiting.len()));
            }
            Err(error) => {
                tracing::error!(%error, channel = %incoming.channel, "a self-test cannot read the outbox");
                found.add(Outcome::Broken, Found::Waiting(0));
            }
        }
        match ledger.put_aside_of(&incoming.channel, MOST_WAITING).await {
            Ok(0) => {}
            Ok(count) => found.add(Outcome::Note, Found::PutAside(count)),
            Err(error) => {
                tracing::error!(%error, channel = %incoming.channel, "a self-test cannot read what was put aside");
            }
        }
        found
    }
}
