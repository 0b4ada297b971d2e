//! Step of the simulation in which two processes deliver queued messages, each of which may think
//! that a lane is its own. Not here: whether everything was posted, once and in order (`mod.rs`).

use std::time::Duration;

use adoube_bot::{ChannelId, DeliveryReceipt, LaneLock, NextDelivery, Notice, OutboxEntry, RepositoryError};
use adoube_store::{BatchWrite, Table};
use rand::RngExt;

use super::{THREAD, World, check_order, everybody, is_one_of};
use crate::support;

/// A process that has not been heard of for so long is taken for dead.
const LONG: Duration = Duration::from_secs(100);

impl World {
    /// A platform that keeps what it delivers under the delivery's key, in the same transaction.
    pub async fn deliver(&mut self) {
        self.clock.wait(Duration::from_secs(self.rng.random_range(0..30)));
        let mut left = self.rng.random_range(1..6);
        let Ok(lanes) = self.programs.waiting().await else { return };
        for lane in lanes {
            while left > 0 {
                match self.deliver_first(&lane).await {
                    Ok(true) => left -= 1,
                    Ok(false) => break,
                    Err(_) => return,
                }
            }
        }
    }

    /// Delivers the first notice of a lane, now and then by two at a time, each of which thinks that the lane is its own;
    /// whether it is taken out.
    async fn deliver_first(&mut self, lane: &ChannelId) -> Result<bool, RepositoryError> {
        let [one, other] = self.programs.two_outboxes(&mut self.rng);
        let (one, other) = (one.hold(lane).await, other.hold(lane).await);
        let first = one.first().await?;
        if self.rng.random_range(0..4) == 0 {
            // While the first one hangs, the other one takes over.
            other.first().await?;
            self.clock.wait(LONG);
        }
        let second = other.first().await?;
        self.tally.note("contested", usize::from(first.is_some() && second.is_some()));
        let kept = self.programs.rows().await;
        for first in [&first, &second].into_iter().flatten() {
            let delivery = &first.delivery;
            check_order(&kept, delivery);
            if is_one_of(&delivery.notice, &["open_thread"]) {
                self.tally.note("threads", 1);
            }
            support::limits::check_for_all(self.programs.first(), &delivery.notice, &everybody());
            self.show(&delivery.notice, &delivery.channel, None);
        }
        let thread = self.rng.random_bool(0.8);
        let (one, other) =
            tokio::join!(done(&one, first.as_ref(), thread), done(&other, second.as_ref(), thread));
        let (one, other) = (one?, other?);
        Ok(one || other)
    }
}

/// Takes a notice out of the outbox; a game that waits for a thread gets one, or is refused one.
async fn done(lane: &LaneLock, first: Option<&NextDelivery>, thread: bool) -> Result<bool, RepositoryError> {
    let Some(first) = first else { return Ok(false) };
    let wants_thread = matches!(first.delivery.notice, Notice::OpenThread { .. });
    let thread = (wants_thread && thread).then(|| ChannelId(THREAD.to_owned()));
    lane.done(first, DeliveryReceipt { thread, ..DeliveryReceipt::writing(vec![copy(&first.delivery)]) })
        .await
}

fn copy(delivery: &OutboxEntry) -> BatchWrite {
    let value = serde_json::to_vec(&delivery.notice).expect("JSON");
    BatchWrite::Put { table: Table::Message, key: delivery.key().to_vec(), value }
}
