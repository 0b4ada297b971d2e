//! Rooms that let in people without an invitation: in a conversation of two somebody asks the bot to come into one, by its
//! address. The same limits hold as for invitations. Not here: invitations (`invitations`), and what is done in a room then
//! (`arriving`).

use std::sync::Arc;

use adoube_matrix_client::{MatrixError, RoomId, RoomRoute};
use adoube_store::StoreError;

use crate::{
    MatrixPlatform,
    ids::{self, RoomAddress},
    inbound::handler::PersonAction,
    message::platform_text::MatrixSentence,
    outbound::reply_queue::ReplyContent,
};

/// What homeservers say to an account that is banned from a room, in their words.
const BANNED: &str = "banned";

impl MatrixPlatform {
    /// A person asks the bot to join a room.
    pub(crate) async fn asked_into(
        self: &Arc<Self>,
        deed: &PersonAction,
        address: &str,
    ) -> Result<(), StoreError> {
        if !deed.alone {
            return self.say_of_joining(deed, MatrixSentence::JoinAlone, None).await;
        }
        if !self.settings.may_invite(&deed.user.0) {
            return self.say_of_joining(deed, MatrixSentence::JoinNotAllowed, None).await;
        }
        let Some(address) = ids::room_at(address) else {
            return self.say_of_joining(deed, MatrixSentence::JoinHow, None).await;
        };
        if !self.invitations.take(&deed.user, self.clock.monotonic()) {
            return self.say_of_joining(deed, MatrixSentence::JoinTooOften, None).await;
        }
        let route = match self.route_to(&address).await {
            Ok(route) => route,
            Err(failure) => {
                tracing::info!(%failure, room = address.name, "a room is not found");
                return self.say_of_joining(deed, why_not(&failure), Some(address.name)).await;
            }
        };
        if self.rooms.get(&route.room).await.is_ok() {
            return self.say_of_joining(deed, MatrixSentence::Joined, Some(route.room.0)).await;
        }
        self.expect_by_invitation(&route.room, deed.user.0.clone(), false).await?;
        self.schedule_room_check(&route.room);
        self.visit(deed, address.name, route);
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

    /// Goes there; nobody waits for it.
    fn visit(self: &Arc<Self>, deed: &PersonAction, name: String, route: RoomRoute) {
        let (matrix, deed, task) = (Arc::clone(self), deed.clone(), self.under_way.start());
        tokio::spawn(async move {
            let _task = task;
            let room = &route.room;
            let entered = matrix.retry_join(room, || matrix.link.visit(&route)).await;
            matrix.rooms.forget(room);
            // What the room is like is looked at before the bot may leave it again.
            let sentence = match &entered {
                Ok(()) => matrix.found_there(room).await,
                Err(failure) => Some(why_not(failure)),
            };
            tracing::info!(?entered, room = %room.0, "asked into a room");
            let named = if entered.is_ok() { room.0.clone() } else { name };
            matrix.finish_join(room, entered, true).await;
            let Some(sentence) = sentence else { return };
            if let Err(error) = matrix.say_of_joining(&deed, sentence, Some(named)).await {
                tracing::error!(%error, room = %room.0, "nobody is told what became of entering a room");
            }
        });
    }

    /// The answer for a room the bot has joined. Other checks report that it cannot stay or may not write.
    async fn found_there(&self, room: &RoomId) -> Option<MatrixSentence> {
        match self.rooms.get(room).await {
            Ok(state) if state.space || state.people() == 0 => Some(MatrixSentence::JoinEmpty),
            Ok(state) => (self.welcome(&state) == MatrixSentence::Greeting).then_some(MatrixSentence::Joined),
            Err(_) => Some(MatrixSentence::JoinLater),
        }
    }

    async fn say_of_joining(
        &self,
        deed: &PersonAction,
        sentence: MatrixSentence,
        room: Option<String>,
    ) -> Result<(), StoreError> {
        self.answer_here(deed, deed.place.channel(), ReplyContent::Sentence(sentence, room)).await
    }
}

/// Why the bot is not in a room, as far as the homeserver says.
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
