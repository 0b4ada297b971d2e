//! How often shards have asked to be let in without success: Discord takes the token away from a bot that asks more than
//! a thousand times a day, and the library goes on asking. Not here: the connection itself (`gateway`).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use serenity::{all::ShardId, gateway::ConnectionStage};
use tokio::sync::Notify;

/// So often one shard asks in a row before all of them pause.
const ATTEMPTS: u32 = 3;

/// The attempts of each shard since it was let in last.
#[derive(Default)]
pub(crate) struct Admission {
    attempts: Mutex<HashMap<ShardId, u32>>,
    refused: Notify,
}

impl Admission {
    /// Notes what a shard does now.
    pub(crate) fn note(&self, shard: ShardId, stage: ConnectionStage) {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        match stage {
            ConnectionStage::Identifying => {
                let count = attempts.entry(shard).or_default();
                *count += 1;
                if *count > ATTEMPTS {
                    self.refused.notify_one();
                }
            }
            ConnectionStage::Connected => {
                attempts.remove(&shard);
            }
            _ => {}
        }
    }

    /// Resolves when a shard has asked too often in a row.
    pub(crate) async fn refused(&self) {
        self.refused.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn a_shard_may_ask_some_times_in_a_row() {
        let admission = Admission::default();
        let ask = |shard: u32| admission.note(ShardId(shard), ConnectionStage::Identifying);
        for _ in 0..10 {
            (0..ATTEMPTS).for_each(|_| ask(0));
            admission.note(ShardId(0), ConnectionStage::Connected);
        }
        (0..ATTEMPTS).for_each(ask);
        assert!(admission.refused().now_or_never().is_none());
        (0..ATTEMPTS).for_each(|_| ask(2));
        assert!(admission.refused().now_or_never().is_some());
    }
}
