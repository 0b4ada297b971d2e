//! Sends what is for one person's eyes alone. Whether nobody else reads it there is looked at when it is its turn to go, however
//! long it has waited; and whoever takes back that it may go unencrypted is told so when nothing of it is on its way any more.
//! Not here: who has agreed (`agreeing`), how a message is said (`saying`).

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::PersonId;
use adoube_matrix_client::{MatrixError, MatrixEventId, MatrixMessage, TransactionId};
use tokio::sync::{RwLock, RwLockReadGuard, watch};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    outbound::reply_queue::QueuedReply,
};

/// Where something is said, and for whose eyes alone it is, if that is so.
#[derive(Clone, Copy)]
pub(crate) struct SendTarget<'w> {
    pub(crate) place: &'w ChannelAddress,
    only_for: Option<&'w PersonId>,
}

impl<'w> SendTarget<'w> {
    /// Of what everybody may read.
    pub(crate) fn open(place: &'w ChannelAddress) -> Self {
        Self { place, only_for: None }
    }

    /// Of what is said to one person.
    pub(crate) fn of(place: &'w ChannelAddress, waiting: &'w QueuedReply) -> Self {
        Self { place, only_for: waiting.secret.then_some(&waiting.person) }
    }
}

/// What is on its way to each person, so that it can be stopped or waited for.
#[derive(Default)]
pub(crate) struct PrivateSends(Mutex<HashMap<PersonId, Arc<PrivateSendGate>>>);

struct PrivateSendGate {
    /// Whatever is on its way holds this for reading.
    open: RwLock<()>,
    /// Whether what can be stopped is to stop.
    closing: watch::Sender<bool>,
}

impl PrivateSendGate {
    async fn closes(&self) {
        // The sender is here, so it is not gone.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }
}

impl PrivateSends {
    fn gate(&self, person: &PersonId) -> Arc<PrivateSendGate> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut gates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        gates.retain(|_, gate| Arc::strong_count(gate) > 1);
        let new =
            || Arc::new(PrivateSendGate { open: RwLock::default(), closing: watch::Sender::new(false) });
        Arc::clone(gates.entry(person.clone()).or_insert_with(new))
    }

    /// Does something while nothing is on its way to somebody. What is looked at or taken to the server stops; a message that is
    /// being sent is waited for.
    pub(crate) async fn with_sends_blocked<T>(&self, person: &PersonId, deed: impl Future<Output = T>) -> T {
        let gate = self.gate(person);
        gate.closing.send_replace(true);
        let closed = gate.open.write().await;
        let done = deed.await;
        gate.closing.send_replace(false);
        drop(closed);
        done
    }
}

impl MatrixPlatform {
    /// Says something when it is its turn, if nobody reads it then whom it is not for. The key tells the message that it is a part
    /// of.
    pub(crate) async fn send(
        &self,
        way: SendTarget<'_>,
        message: MatrixMessage,
        (key, transaction): (&[u8], TransactionId),
    ) -> Result<MatrixEventId, MatrixError> {
        let room = &way.place.room;
        let gate = way.only_for.map(|person| self.confiding.gate(person));
        // A picture behind its words has none either.
        let has_numbers = message.replaces.is_none() && !message.plain.is_empty();
        let mut is_first = false;
        let going = async {
            let held = match way.only_for.zip(gate.as_deref()) {
                Some((person, gate)) => Some(self.pass(gate, way.place, person).await?),
                None => None,
            };
            is_first = has_numbers && self.unnoted.begin(key, room);
            Ok(held)
        };
        let slot = self.room_slot(way.place).await?;
        let said = self.account.send_when_allowed(going, room, message, transaction).await;
        if let Some(slot) = slot {
            slot.end(&said);
        }
        let is_refused = matches!(
            said,
            Err(MatrixError::Transient { after: Some(_), .. }
                | MatrixError::AccountBlocked { .. }
                | MatrixError::LoggedOut)
        );
        if is_first && is_refused {
            // Whoever says when to come again has not taken it.
            self.unnoted.end(key);
        }
        match said {
            Err(MatrixError::Forbidden(reason)) => Err(self.refusal(room, reason).await),
            said => said,
        }
    }

    /// The same for what is taken to the server before it is said: what is not encrypted can be read there.
    pub(crate) async fn upload(
        &self,
        way: SendTarget<'_>,
        message: &MatrixMessage,
        transaction: &TransactionId,
    ) -> Result<(), MatrixError> {
        let room = &way.place.room;
        let Some(person) = way.only_for else { return self.link.upload(room, message, transaction).await };
        let gate = self.confiding.gate(person);
        let _open = self.pass(&gate, way.place, person).await?;
        tokio::select! {
            uploaded = self.link.upload(room, message, transaction) => uploaded,
            () = gate.closes() => Err(stopped(way.place)),
        }
    }

    /// Looks whether nobody else reads along; as long as the result is held, that stays so as far as it is the person's choice.
    async fn pass<'g>(
        &self,
        gate: &'g PrivateSendGate,
        place: &ChannelAddress,
        person: &PersonId,
    ) -> Result<RwLockReadGuard<'g, ()>, MatrixError> {
        let open = gate.open.read().await;
        let is_unseen = tokio::select! {
            is_unseen = self.is_private_now(place, person) => is_unseen?,
            () = gate.closes() => false,
        };
        if is_unseen { Ok(open) } else { Err(stopped(place)) }
    }

    /// Whether nobody reads along in a place at this moment: a third one may have come since something was asked there, and what is
    /// not encrypted the server reads, if nobody has agreed to that.
    pub(crate) async fn is_private_now(
        &self,
        place: &ChannelAddress,
        person: &PersonId,
    ) -> Result<bool, MatrixError> {
        let Some(user) = ids::user_id(person) else { return Ok(false) };
        match self.link.room(&place.room).await {
            Ok(state) => {
                Ok(state.is_only_with(&user) && (state.encrypted || self.allows_unencrypted(&user).await?))
            }
            Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_) | MatrixError::Rejected(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }
}

/// It goes another way the next time.
fn stopped(place: &ChannelAddress) -> MatrixError {
    let reason = format!("{} is no longer a place for it", place.room.0);
    MatrixError::Transient { reason, after: None }
}
