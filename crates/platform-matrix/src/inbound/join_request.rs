//! Handles requests to join a room: in a conversation of two, a person asks the bot to join a
//! public room by its address. The limits of invitations apply. Not here: invitations
//! (`rooms/invitations`), and the work after joining (`rooms/join`).

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, RoomRoute};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::StoreError;

use super::{answer_sender::AnswerSender, person_action::PersonAction};
use crate::{
    ids::{self, RoomAddress},
    message::platform_text::MatrixSentence,
    outbound::queued_reply::ReplyContent,
    rooms::{
        greeting::RoomGreeter, invitation_limiter::InvitationLimiter, join::RoomJoins,
        pending_joins::PendingJoins, recheck::RoomChecks, retry::retry_join,
    },
    settings::MatrixSettings,
    state::room_cache::RoomCache,
};

/// Word in the homeserver's error for an account that is banned from a room.
const BANNED: &str = "banned";

/// Handles requests to join rooms.
pub(super) struct JoinRequests {
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) settings: Arc<MatrixSettings>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) limiter: Arc<InvitationLimiter>,
    pub(super) pending: Arc<PendingJoins>,
    pub(super) checks: Arc<RoomChecks>,
    pub(super) joins: Arc<RoomJoins>,
    pub(super) greeter: Arc<RoomGreeter>,
    pub(super) answers: Arc<AnswerSender>,
    pub(super) tasks: Arc<TaskTracker>,
}

impl JoinRequests {
    /// Handles a request; `address` is the text that names the room.
    pub(super) async fn handle(
        self: &Arc<Self>,
        action: &PersonAction,
        address: &str,
    ) -> Result<(), StoreError> {
        if !action.alone {
            return self.say_of_joining(action, MatrixSentence::JoinAlone, None).await;
        }
        if !self.settings.may_invite(&action.user.0) {
            return self.say_of_joining(action, MatrixSentence::JoinNotAllowed, None).await;
        }
        let Some(address) = ids::room_at(address) else {
            return self.say_of_joining(action, MatrixSentence::JoinHow, None).await;
        };
        if !self.limiter.accept_invitation(&action.user, self.clock.monotonic()) {
            return self.say_of_joining(action, MatrixSentence::JoinTooOften, None).await;
        }
        let route = match self.route_to(&address).await {
            Ok(route) => route,
            Err(failure) => {
                tracing::info!(%failure, room = address.name, "a room is not found");
                return self.say_of_joining(action, why_not(&failure), Some(address.name)).await;
            }
        };
        if self.rooms.get(&route.room).await.is_ok() {
            return self.say_of_joining(action, MatrixSentence::Joined, Some(route.room.0)).await;
        }
        self.pending.expect_by_invitation(&route.room, action.user.0.clone(), false).await?;
        self.checks.schedule_room_check(&route.room);
        self.visit(action, address.name, route);
        Ok(())
    }

    async fn route_to(&self, address: &RoomAddress) -> Result<RoomRoute, MatrixError> {
        let RoomAddress { name, via } = address;
        let route = if name.starts_with('#') {
            self.link.resolve(name).await?
        } else {
            RoomRoute { room: RoomId(name.clone()), via: via.clone() }
        };
        if ids::are_usable(&[&route.room.0]) { Ok(route) } else { Err(MatrixError::Rejected(name.clone())) }
    }

    /// Joins the room in a task, so no event waits for it.
    fn visit(self: &Arc<Self>, action: &PersonAction, name: String, route: RoomRoute) {
        let (requests, action, task) = (Arc::clone(self), action.clone(), self.tasks.start());
        tokio::spawn(async move {
            let _task = task;
            let room = &route.room;
            let entered = retry_join(room, || requests.link.visit(&route)).await;
            requests.rooms.forget(room);
            // The state of the room is read before a check may make the bot leave the room.
            let sentence = match &entered {
                Ok(()) => requests.found_there(room).await,
                Err(failure) => Some(why_not(failure)),
            };
            tracing::info!(?entered, room = %room.0, "asked into a room");
            let named = if entered.is_ok() { room.0.clone() } else { name };
            requests.joins.finish_join(room, entered, true).await;
            let Some(sentence) = sentence else { return };
            if let Err(error) = requests.say_of_joining(&action, sentence, Some(named)).await {
                tracing::error!(%error, room = %room.0, "nobody is told what became of entering a room");
            }
        });
    }

    /// The answer for a room that the bot has joined; `None` if the greeting already says that the
    /// bot may not stay or write there.
    async fn found_there(&self, room: &RoomId) -> Option<MatrixSentence> {
        match self.rooms.get(room).await {
            Ok(state) if state.space || state.people() == 0 => Some(MatrixSentence::JoinEmpty),
            Ok(state) => {
                (self.greeter.welcome(&state) == MatrixSentence::Greeting).then_some(MatrixSentence::Joined)
            }
            Err(_) => Some(MatrixSentence::JoinLater),
        }
    }

    async fn say_of_joining(
        &self,
        action: &PersonAction,
        sentence: MatrixSentence,
        room: Option<String>,
    ) -> Result<(), StoreError> {
        self.answers.answer_here(action, action.place.channel(), ReplyContent::Sentence(sentence, room)).await
    }
}

/// The reason for a failed join, as far as the homeserver gives one.
fn why_not(failure: &MatrixError) -> MatrixSentence {
    match failure {
        MatrixError::Forbidden(reason) | MatrixError::MessageBlocked(reason) if reason.contains(BANNED) => {
            MatrixSentence::JoinBanned
        }
        MatrixError::Forbidden(_) | MatrixError::MessageBlocked(_) => MatrixSentence::JoinClosed,
        MatrixError::NotFound(_) => MatrixSentence::JoinUnknown,
        MatrixError::Rejected(_) => MatrixSentence::JoinRefused,
        MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. } | MatrixError::LoggedOut => {
            MatrixSentence::JoinLater
        }
    }
}
