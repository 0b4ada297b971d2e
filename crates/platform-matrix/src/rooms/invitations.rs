//! Handles invitations to rooms: decides which are accepted, joins the room, or declines with a
//! reason. Not here: the work after joining (`join`).

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, UserId};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::StoreError;

use super::{
    invitation_limiter::InvitationLimiter,
    join::RoomJoins,
    pending_joins::PendingJoins,
    recheck::RoomChecks,
    retry::{ATTEMPTS, PAUSE, retry_join},
};
use crate::{
    ids,
    message::platform_text::{MatrixSentence, MatrixText},
    settings::MatrixSettings,
    state::languages::Languages,
};

/// Accepts and declines invitations.
pub(crate) struct Invitations {
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) settings: Arc<MatrixSettings>,
    pub(super) text: Arc<MatrixText>,
    pub(super) languages: Arc<Languages>,
    pub(super) limiter: Arc<InvitationLimiter>,
    pub(super) pending: Arc<PendingJoins>,
    pub(super) checks: Arc<RoomChecks>,
    pub(super) joins: Arc<RoomJoins>,
    pub(super) tasks: Arc<TaskTracker>,
}

impl Invitations {
    /// Accepts or declines an invitation, in a task. An unanswered invitation is delivered again at
    /// the next start. Spaces are declined, because they have no messages.
    pub(crate) async fn handle(
        self: &Arc<Self>,
        room: RoomId,
        by: UserId,
        (direct, space): (bool, bool),
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &by.0]) {
            return Ok(());
        }
        let declined = self.decline_reason(&room, &by, space).await?;
        tracing::info!(room = %room.0, by = %by.0, ?declined, "invited");
        if declined.is_none() {
            self.pending.expect_by_invitation(&room, by.0.clone(), direct).await?;
            self.checks.schedule_room_check(&room);
        }
        let (invitations, task) = (Arc::clone(self), self.tasks.start());
        tokio::spawn(async move {
            let _task = task;
            match declined {
                None => {
                    let entered = invitations.enter(&room, direct).await;
                    invitations.joins.finish_join(&room, entered, true).await;
                }
                Some(reason) => invitations.turn_down(&room, &by, reason).await,
            }
        });
        Ok(())
    }

    /// The reason to decline an invitation; `None` to accept it.
    async fn decline_reason(
        &self,
        room: &RoomId,
        by: &UserId,
        space: bool,
    ) -> Result<Option<MatrixSentence>, StoreError> {
        if !self.settings.may_invite(&by.0) {
            return Ok(Some(MatrixSentence::DeclineNotAllowed));
        }
        if space {
            return Ok(Some(MatrixSentence::DeclineSpace));
        }
        // The person who upgrades a room invites its members, so an expected invitation is not
        // counted.
        let is_waited_for = self.pending.waits_for(room).await?;
        let taken = is_waited_for || self.limiter.accept_invitation(by, self.clock.monotonic());
        Ok((!taken).then_some(MatrixSentence::DeclineTooOften))
    }

    /// Declines an invitation, with the reason in the language of the inviting person.
    async fn turn_down(&self, room: &RoomId, by: &UserId, reason: MatrixSentence) {
        let language = self.languages.language_of(&ids::person_id(by)).await;
        let reason = self.text.say(language, reason, None).plain;
        if let Err(failure) = self.link.turn_down(room, &reason).await {
            tracing::debug!(%failure, room = %room.0, "an invitation is not declined");
        }
    }

    /// Accepts an invitation. A homeserver may announce an invitation before it has stored it, and
    /// then refuses an immediate join, so the join is retried.
    async fn enter(&self, room: &RoomId, direct: bool) -> Result<(), MatrixError> {
        let mut attempt = 1;
        loop {
            match retry_join(room, || self.link.join(room, direct)).await {
                Err(MatrixError::Forbidden(reason)) if attempt < ATTEMPTS => {
                    tracing::warn!(reason, room = %room.0, "an invitation may not be known everywhere yet");
                    tokio::time::sleep(PAUSE).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }
}
