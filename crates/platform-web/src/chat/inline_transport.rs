//! Inline delivery of the web chat: notices become log entries in the batch that decides them. Not
//! here: the words of an event and its reply (`event_entries.rs`), and notices that come through the
//! outbox (`transport.rs`).

use adoube_bot::{
    BoxFuture, ChannelId, DeliveryError, DeliveryReceipt, InlinePost, InlineTransport, InlineWrites, Notice,
    RepositoryError,
};

use crate::{chat::transport::WebTransport, records::TABLE};

impl InlineTransport for WebTransport {
    fn accepts<'a>(&'a self, lane: &'a ChannelId) -> BoxFuture<'a, Result<bool, RepositoryError>> {
        Box::pin(async move {
            self.is_gone(lane).await.map(|is_gone| !is_gone).map_err(|error| plan_error(error, lane))
        })
    }

    fn plan_writes<'a>(
        &'a self,
        post: InlinePost<'a>,
    ) -> BoxFuture<'a, Result<InlineWrites, RepositoryError>> {
        Box::pin(async move {
            let planned = self.plan_notices(post).await;
            planned.map_err(|error| plan_error(error, post.lane))
        })
    }
}

impl WebTransport {
    async fn plan_notices(&self, post: InlinePost<'_>) -> Result<InlineWrites, DeliveryError> {
        let plan = self.plan_entries(post.lane, Vec::new(), post.notices).await?;
        let receipt = self.room_receipt(plan.receipt(), post).await?;
        Ok(InlineWrites { receipt: self.publishing(receipt, plan), is_answered: false })
    }

    /// Adds what the notices mean for a room: whether its game has ended, or it is used again.
    pub(crate) async fn room_receipt(
        &self,
        receipt: DeliveryReceipt,
        post: InlinePost<'_>,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        if post.notices.is_empty() {
            return Ok(receipt);
        }
        let closes = post.notices.iter().any(|notice| matches!(notice, Notice::CloseThread { .. }));
        self.rooms.note_use(receipt, post.lane, post.is_used && !closes).await
    }
}

/// The error of writes that cannot be planned.
pub(crate) fn plan_error(error: DeliveryError, lane: &ChannelId) -> RepositoryError {
    match error {
        DeliveryError::Internal(error) => error,
        DeliveryError::Retry { reason, .. } | DeliveryError::Permanent { reason, .. } => {
            RepositoryError::Unreadable { table: TABLE, key: lane.to_string(), reason }
        }
    }
}
