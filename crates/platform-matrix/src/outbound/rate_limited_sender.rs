//! Sends messages and attachments under the rate limits of the account and the room.
//!
//! A private message is checked in its turn, however long it waited, so that no other person can
//! read it. Not here: splitting a message into events (`send_text`), and what a
//! refusal for too many requests (HTTP 429) does (`rate_limited_account`).

use std::sync::Arc;

use adoube_bot::PersonId;
use adoube_matrix_client::{MatrixApi, MatrixError, MatrixEventId, MatrixMessage, RoomId, TransactionId};
use tokio::sync::RwLockReadGuard;

use super::{
    private_send::{PrivateSendGate, PrivateSends, SendTarget},
    rate_limited_account::RateLimitedAccount,
    room_pace::RoomPacer,
    unencrypted_consent::UnencryptedConsent,
};
use crate::{
    ids::ChannelAddress,
    state::{room_cache::RoomCache, unsaved_lists::UnsavedLists},
};

/// Sends messages.
pub(crate) struct RateLimitedSender {
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) pacer: Arc<RoomPacer>,
    pub(super) consent: Arc<UnencryptedConsent>,
    pub(super) gates: Arc<PrivateSends>,
    pub(super) unsaved: Arc<UnsavedLists>,
}

impl RateLimitedSender {
    /// Sends a message in its turn, after checking that only permitted readers are in the room.
    /// `key` identifies the message that this event is a part of.
    pub(crate) async fn send(
        &self,
        way: SendTarget<'_>,
        message: MatrixMessage,
        (key, transaction): (&[u8], TransactionId),
    ) -> Result<MatrixEventId, MatrixError> {
        let room = &way.place.room;
        let gate = way.only_for.map(|person| self.gates.gate(person));
        // A picture after its words has no numbers either.
        let has_numbers = message.replaces.is_none() && !message.plain.is_empty();
        let mut is_first = false;
        let going = async {
            let held = match way.only_for.zip(gate.as_deref()) {
                Some((person, gate)) => Some(self.pass(gate, way.place, person).await?),
                None => None,
            };
            is_first = has_numbers && self.unsaved.begin(key, room);
            Ok(held)
        };
        let slot = self.pacer.room_slot(way.place).await?;
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
            // A server that answers with a retry-after has not accepted the message.
            self.unsaved.end(key);
        }
        match said {
            Err(MatrixError::Forbidden(reason)) => Err(self.refusal(room, reason).await),
            said => said,
        }
    }

    /// Uploads an attachment under the same check, because the server can read unencrypted files.
    pub(crate) async fn upload(
        &self,
        way: SendTarget<'_>,
        message: &MatrixMessage,
        transaction: &TransactionId,
    ) -> Result<(), MatrixError> {
        let room = &way.place.room;
        let Some(person) = way.only_for else { return self.account.upload(room, message, transaction).await };
        let gate = self.gates.gate(person);
        let _open = self.pass(&gate, way.place, person).await?;
        tokio::select! {
            uploaded = self.account.upload(room, message, transaction) => uploaded,
            () = gate.closes() => Err(stopped(way.place)),
        }
    }

    /// Checks that only `person` reads the room. The guard keeps the person's consent in force
    /// while it is held.
    async fn pass<'g>(
        &self,
        gate: &'g PrivateSendGate,
        place: &ChannelAddress,
        person: &PersonId,
    ) -> Result<RwLockReadGuard<'g, ()>, MatrixError> {
        let open = gate.open.read().await;
        let is_unseen = tokio::select! {
            is_unseen = self.consent.is_private_now(place, person) => is_unseen?,
            () = gate.closes() => false,
        };
        if is_unseen { Ok(open) } else { Err(stopped(place)) }
    }

    /// Classifies a refusal: it concerns the room if the bot is not there or may not write,
    /// otherwise the message.
    async fn refusal(&self, room: &RoomId, reason: String) -> MatrixError {
        self.rooms.forget(room);
        match self.rooms.get(room).await {
            Ok(state) if state.may_send => MatrixError::MessageBlocked(reason),
            Ok(_) | Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => {
                MatrixError::Forbidden(reason)
            }
            Err(failure) => MatrixError::Transient { reason: failure.to_string(), after: None },
        }
    }
}

/// Makes the caller retry; the retry chooses the place again.
fn stopped(place: &ChannelAddress) -> MatrixError {
    let reason = format!("{} is no longer a place for it", place.room.0);
    MatrixError::Transient { reason, after: None }
}
