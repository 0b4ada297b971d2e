//! Implements `MatrixApi` for a session: passes requests on to the files that make them, and ends
//! the session when it is dropped. Not here: the session's state (`session`).

use std::{sync::Arc, time::Duration};

use crate::{
    BoxFuture, MatrixApi, MatrixError, MatrixEvent, MatrixEventId, MatrixMessage, MessageOrigin, RoomId,
    RoomMessage, RoomRoute, RoomState, TransactionId, UserId, activity, direct_rooms, late_keys,
    message_lookup, public_rooms, recipients, rooms, send, session::AccountSession, sync_loop, verification,
};

/// The handle given to callers. The session's tasks hold no handle, and end when it is dropped.
pub(crate) struct AccountSessionHandle(Arc<AccountSession>);

impl AccountSessionHandle {
    /// Starts the session's tasks and hands it out.
    pub(crate) fn start(session: Arc<AccountSession>) -> Self {
        let tasks = vec![
            tokio::spawn(sync_loop::run(Arc::clone(&session))),
            tokio::spawn(late_keys::watch(Arc::clone(&session))),
        ];
        session.set_tasks(tasks);
        Self(session)
    }
}

impl Drop for AccountSessionHandle {
    fn drop(&mut self) {
        self.0.signals.close();
    }
}

impl MatrixApi for AccountSessionHandle {
    fn user(&self) -> UserId {
        UserId(self.0.own().to_string())
    }

    fn next(&self) -> BoxFuture<'_, Option<MatrixEvent>> {
        Box::pin(self.0.next())
    }

    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.0.done(room))
    }

    fn company(&self, room: &RoomId) -> Option<u64> {
        rooms::company(&self.0, room)
    }

    fn is_own(&self, event: &MatrixEventId) -> Option<bool> {
        self.0.messages.is_own(&event.0)
    }

    fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId> {
        self.0.messages.timeline.thread_of(event)
    }

    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(rooms::join(&self.0, room, direct))
    }

    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(rooms::mark_direct(&self.0, room))
    }

    fn follow<'a>(&'a self, room: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(rooms::follow(&self.0, room, to))
    }

    fn resolve<'a>(&'a self, alias: &'a str) -> BoxFuture<'a, Result<RoomRoute, MatrixError>> {
        Box::pin(public_rooms::resolve(&self.0, alias))
    }

    fn visit<'a>(&'a self, route: &'a RoomRoute) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(public_rooms::visit(&self.0, route))
    }

    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(rooms::leave(&self.0, room))
    }

    fn turn_down<'a>(&'a self, room: &'a RoomId, reason: &'a str) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(rooms::turn_down(&self.0, room, reason))
    }

    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, MatrixError>> {
        Box::pin(rooms::state(&self.0, room))
    }

    fn member<'a>(
        &'a self,
        room: &'a RoomId,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<String>, MatrixError>> {
        Box::pin(rooms::member(&self.0, room, user))
    }

    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(rooms::is_encrypted(&self.0, room))
    }

    fn moderates<'a>(&'a self, room: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool> {
        Box::pin(rooms::moderates(&self.0, room, user))
    }

    fn upload<'a>(
        &'a self,
        room: &'a RoomId,
        message: &'a MatrixMessage,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(async move {
            let room = rooms::joined(&self.0, room).await?;
            send::upload(&self.0, &room, message, transaction).await.map(drop)
        })
    }

    fn origin<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<MessageOrigin, MatrixError>> {
        Box::pin(message_lookup::origin(&self.0, room, event))
    }

    fn said<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<Option<RoomMessage>, MatrixError>> {
        Box::pin(message_lookup::said(&self.0, room, event))
    }

    fn stands_behind<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
        other: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(message_lookup::stands_behind(&self.0, room, event, other))
    }

    fn decline<'a>(
        &'a self,
        request: &'a MatrixEventId,
        by: &'a UserId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(verification::decline(&self.0, request, by))
    }

    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<MatrixEventId, MatrixError>> {
        Box::pin(async move {
            let room = rooms::joined(&self.0, room).await?;
            send::send(&self.0, &room, &message, &transaction).await
        })
    }

    fn react<'a>(
        &'a self,
        room: &'a RoomId,
        to: &'a MatrixEventId,
        key: &'a str,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(activity::react(&self.0, room, to, key, transaction))
    }

    fn mark_read<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(activity::mark_read(&self.0, room, event))
    }

    fn show_typing<'a>(
        &'a self,
        room: &'a RoomId,
        time: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(activity::show_typing(&self.0, room, time))
    }

    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(recipients::encrypts(&self.0, user))
    }

    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(direct_rooms::existing_room_for(&self.0, user, true))
    }

    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(direct_rooms::room_for(&self.0, user, true))
    }

    fn existing_plain_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(direct_rooms::existing_room_for(&self.0, user, false))
    }

    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(direct_rooms::room_for(&self.0, user, false))
    }

    fn answers(&self, known: bool) -> BoxFuture<'_, bool> {
        let mut answers = self.0.signals.answers.subscribe();
        Box::pin(async move {
            // The sender lives in the session, so it exists.
            answers.wait_for(|answers| *answers != known).await.map_or(known, |answers| *answers)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.0.close())
    }
}
