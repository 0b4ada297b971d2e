//! A simulated homeserver for a bot that dies at any step, before or after a request has taken
//! effect. Not here: when that is (`disorder`).

use std::{sync::Arc, time::Duration};

use adoube_matrix_client::{
    BoxFuture, MatrixApi, MatrixError, MatrixEvent, MatrixEventId, MatrixMessage, MessageOrigin, RoomId,
    RoomMessage, RoomRoute, RoomState, TransactionId, UserId,
};
use adoube_testing::store::CrashPoint;

use crate::server::Server;

/// The homeserver, as long as the bot lives.
pub struct MortalLink {
    pub server: Arc<Server>,
    pub life: Arc<CrashPoint>,
}

impl MatrixApi for MortalLink {
    fn user(&self) -> UserId {
        self.server.user()
    }

    fn next(&self) -> BoxFuture<'_, Option<MatrixEvent>> {
        Box::pin(self.life.lived(self.server.next()))
    }

    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.done(room).await }))
    }

    fn company(&self, room: &RoomId) -> Option<u64> {
        self.server.company(room)
    }

    fn is_own(&self, event: &MatrixEventId) -> Option<bool> {
        self.server.is_own(event)
    }

    fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId> {
        self.server.thread_of(event)
    }

    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async move { self.server.join(room, direct).await }))
    }

    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.mark_direct(room).await }))
    }

    fn follow<'a>(&'a self, room: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.follow(room, to).await }))
    }

    fn decline<'a>(
        &'a self,
        request: &'a MatrixEventId,
        by: &'a UserId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.decline(request, by).await }))
    }

    fn resolve<'a>(&'a self, alias: &'a str) -> BoxFuture<'a, Result<RoomRoute, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.resolve(alias).await }))
    }

    fn visit<'a>(&'a self, route: &'a RoomRoute) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.visit(route).await }))
    }

    fn turn_down<'a>(&'a self, room: &'a RoomId, reason: &'a str) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.turn_down(room, reason).await }))
    }

    fn member<'a>(
        &'a self,
        room: &'a RoomId,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<String>, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.member(room, user).await }))
    }

    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.leave(room).await }))
    }

    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, MatrixError>> {
        Box::pin(self.life.lived(async { MatrixApi::room(&*self.server, room).await }))
    }

    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.is_encrypted(room).await }))
    }

    fn moderates<'a>(&'a self, room: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool> {
        Box::pin(self.life.lived(async { self.server.moderates(room, user).await }))
    }

    fn upload<'a>(
        &'a self,
        room: &'a RoomId,
        message: &'a MatrixMessage,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.upload(room, message, transaction).await }))
    }

    fn stands_behind<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
        other: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.stands_behind(room, event, other).await }))
    }

    fn origin<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<MessageOrigin, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.origin(room, event).await }))
    }

    fn said<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<Option<RoomMessage>, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.said(room, event).await }))
    }

    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<MatrixEventId, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.send(room, message, transaction).await }))
    }

    fn react<'a>(
        &'a self,
        room: &'a RoomId,
        to: &'a MatrixEventId,
        key: &'a str,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.life.lived(async { self.server.react(room, to, key, transaction).await }))
    }

    fn mark_read<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.server.mark_read(room, event)
    }

    fn show_typing<'a>(
        &'a self,
        room: &'a RoomId,
        time: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.server.show_typing(room, time)
    }

    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.encrypts(user).await }))
    }

    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.existing_direct_room(user).await }))
    }

    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.direct_room(user).await }))
    }

    fn existing_plain_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.existing_plain_room(user).await }))
    }

    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(self.life.lived(async { self.server.plain_room(user).await }))
    }

    fn answers(&self, known: bool) -> BoxFuture<'_, bool> {
        Box::pin(self.life.lived(self.server.answers(known)))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.server.close()
    }
}
