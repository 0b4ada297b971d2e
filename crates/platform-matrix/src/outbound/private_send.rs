//! Gates for private messages: sends in flight to a person can be stopped or awaited, so that a
//! revocation of consent is confirmed only when nothing goes out unencrypted any more. Not here:
//! the consent itself (`unencrypted_consent`), and sending (`rate_limited_sender`).

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::PersonId;
use tokio::sync::{RwLock, watch};

use super::queued_reply::QueuedReply;
use crate::ids::ChannelAddress;

/// Destination of a message, and its only permitted reader if it is private.
#[derive(Clone, Copy)]
pub(crate) struct SendTarget<'w> {
    pub(crate) place: &'w ChannelAddress,
    pub(super) only_for: Option<&'w PersonId>,
}

impl<'w> SendTarget<'w> {
    /// Destination of a public message.
    pub(crate) fn open(place: &'w ChannelAddress) -> Self {
        Self { place, only_for: None }
    }

    /// Destination of a reply.
    pub(crate) fn of(place: &'w ChannelAddress, waiting: &'w QueuedReply) -> Self {
        Self { place, only_for: waiting.secret.then_some(&waiting.person) }
    }
}

/// Gates by person.
#[derive(Default)]
pub(crate) struct PrivateSends(Mutex<HashMap<PersonId, Arc<PrivateSendGate>>>);

pub(super) struct PrivateSendGate {
    /// Held for reading by each send in flight.
    pub(super) open: RwLock<()>,
    /// Whether sends that can be cancelled must stop.
    closing: watch::Sender<bool>,
}

impl PrivateSendGate {
    pub(super) async fn closes(&self) {
        // `self` owns the sender, so the channel is not closed.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }
}

impl PrivateSends {
    pub(super) fn gate(&self, person: &PersonId) -> Arc<PrivateSendGate> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut gates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        gates.retain(|_, gate| Arc::strong_count(gate) > 1);
        let new =
            || Arc::new(PrivateSendGate { open: RwLock::default(), closing: watch::Sender::new(false) });
        Arc::clone(gates.entry(person.clone()).or_insert_with(new))
    }

    /// Runs an action while no send to a person is in flight. Checks and uploads are cancelled; a
    /// message that is being sent is awaited.
    pub(crate) async fn with_sends_blocked<T>(
        &self,
        person: &PersonId,
        action: impl Future<Output = T>,
    ) -> T {
        let gate = self.gate(person);
        gate.closing.send_replace(true);
        let closed = gate.open.write().await;
        let done = action.await;
        gate.closing.send_replace(false);
        drop(closed);
        done
    }
}
