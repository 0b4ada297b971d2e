//! Dispatches homeserver events: passes each to its handler.

use std::sync::Arc;

use adoube_matrix_client::MatrixEvent;
use adoube_store::StoreError;

use super::{
    edits::Edits, message_handler::RoomMessageHandler, non_text::NonTextMessages, reactions::Reactions,
    undecryptable::UndecryptableMessages, unsupported_requests::UnsupportedRequests,
};
use crate::rooms::{departures::Departures, invitations::Invitations, join::RoomJoins};

/// Handlers by kind of event.
pub(super) struct EventDispatcher {
    pub(super) invitations: Arc<Invitations>,
    pub(super) joins: Arc<RoomJoins>,
    pub(super) departures: Departures,
    pub(super) messages: Arc<RoomMessageHandler>,
    pub(super) edits: Edits,
    pub(super) reactions: Reactions,
    pub(super) non_text: NonTextMessages,
    pub(super) undecryptable: Arc<UndecryptableMessages>,
    pub(super) unsupported: UnsupportedRequests,
}

impl EventDispatcher {
    /// Handles an event; returns when its effects are durable.
    pub(super) async fn handle(&self, happening: MatrixEvent) -> Result<(), StoreError> {
        match happening {
            MatrixEvent::Invited { room, by, direct, space } => {
                self.invitations.handle(room, by, (direct, space)).await?;
            }
            MatrixEvent::Joined { room } => self.joins.handle_joined(room).await?,
            MatrixEvent::RoomReplaced { room, by } => self.joins.handle_replaced(room, by).await?,
            MatrixEvent::Message(said) => self.messages.handle_message(said).await?,
            MatrixEvent::Edited { said, first } => self.edits.handle(said, first).await?,
            MatrixEvent::Reaction { room, event, sender, to, key } => {
                self.reactions.handle(room, event, sender, to, &key).await?;
            }
            MatrixEvent::NonText { room, event, sender } => {
                self.non_text.handle(room, event, sender).await?;
            }
            MatrixEvent::Unreadable { room, event, reply_to, sender } => {
                self.undecryptable.handle((&room, &event), reply_to.as_ref(), &sender).await?;
            }
            MatrixEvent::Gap { room, since, why } => self.unsupported.report_gap(&room, &since, why).await?,
            MatrixEvent::VerificationRequest { room, event, sender } => {
                self.unsupported.decline_verification(&room, &event, &sender).await?;
            }
            MatrixEvent::MembersChanged { room, left } => self.departures.handle(room, left).await,
        }
        Ok(())
    }
}
