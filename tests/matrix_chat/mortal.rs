//! A life that ends at any step: the store and the homeserver of a bot that may be gone before or after anything it asks
//! of them has taken effect. Not here: when that is (`disorder`).

use std::{
    future::{Future, pending},
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicUsize, Ordering as Atomic},
    },
};

use adoube_matrix::{
    BoxFuture, EventId, Failure, Happening, Link, Origin, Outgoing, RoomId, RoomState, TransactionId, UserId,
};
use adoube_store::{
    Batch, Committed, EventId as StoreEvent, KeyRange, Order, Record, Store, StoreFuture, Table,
};

use crate::server::Server;

/// How many steps are left; each thing asked for has one before it and one behind it.
pub struct Life {
    steps: AtomicI64,
    /// How often the store was asked for something by its key.
    pub reads: AtomicUsize,
}

impl Default for Life {
    fn default() -> Self {
        Self { steps: AtomicI64::new(i64::MAX), reads: AtomicUsize::new(0) }
    }
}

impl Life {
    /// It ends after so many steps.
    pub fn limit(&self, steps: i64) {
        self.steps.store(steps, Atomic::Relaxed);
    }

    /// It ends now.
    pub fn end(&self) {
        self.limit(0);
    }

    pub fn is_over(&self) -> bool {
        self.steps.load(Atomic::Relaxed) <= 0
    }

    async fn step(&self) {
        if self.steps.fetch_sub(1, Atomic::Relaxed) <= 0 {
            pending::<()>().await;
        }
    }

    async fn lived<T>(&self, deed: impl Future<Output = T>) -> T {
        self.step().await;
        let done = deed.await;
        self.step().await;
        done
    }
}

/// The store, as long as the bot lives.
pub struct MortalStore {
    pub store: Arc<dyn Store>,
    pub life: Arc<Life>,
}

impl Store for MortalStore {
    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        self.life.reads.fetch_add(1, Atomic::Relaxed);
        let deed = self.store.get(table, key);
        Box::pin(self.life.lived(deed))
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: Order,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        let deed = self.store.scan(table, range, order, limit);
        Box::pin(self.life.lived(deed))
    }

    fn answer(&self, id: &StoreEvent) -> StoreFuture<'_, Option<Vec<u8>>> {
        let deed = self.store.answer(id);
        Box::pin(self.life.lived(deed))
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(self.life.lived(async move { self.store.commit(batch).await }))
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(self.life.lived(async move { self.store.forget_answers(before_millis, limit).await }))
    }

    passed_on!(store: page restore close);
}

/// The homeserver, as long as the bot lives.
pub struct MortalLink {
    pub server: Arc<Server>,
    pub life: Arc<Life>,
}

impl Link for MortalLink {
    fn user(&self) -> UserId {
        self.server.user()
    }

    fn next(&self) -> BoxFuture<'_, Option<Happening>> {
        Box::pin(self.life.lived(self.server.next()))
    }

    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async { self.server.done(room).await }))
    }

    fn company(&self, room: &RoomId) -> Option<u64> {
        self.server.company(room)
    }

    fn is_own(&self, event: &EventId) -> Option<bool> {
        self.server.is_own(event)
    }

    fn thread_of(&self, event: &EventId) -> Option<EventId> {
        self.server.thread_of(event)
    }

    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async move { self.server.join(room, direct).await }))
    }

    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async { self.server.mark_direct(room).await }))
    }

    fn follow<'a>(&'a self, room: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async { self.server.follow(room, to).await }))
    }

    fn decline<'a>(&'a self, request: &'a EventId, by: &'a UserId) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async { self.server.decline(request, by).await }))
    }

    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async { self.server.leave(room).await }))
    }

    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, Failure>> {
        Box::pin(self.life.lived(async { Link::room(&*self.server, room).await }))
    }

    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, Failure>> {
        Box::pin(self.life.lived(async { self.server.is_encrypted(room).await }))
    }

    fn moderates<'a>(&'a self, room: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool> {
        Box::pin(self.life.lived(async { self.server.moderates(room, user).await }))
    }

    fn upload<'a>(
        &'a self,
        room: &'a RoomId,
        message: &'a Outgoing,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(self.life.lived(async { self.server.upload(room, message, transaction).await }))
    }

    fn stands_behind<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a EventId,
        other: &'a EventId,
    ) -> BoxFuture<'a, Result<bool, Failure>> {
        Box::pin(self.life.lived(async { self.server.stands_behind(room, event, other).await }))
    }

    fn origin<'a>(&'a self, room: &'a RoomId, event: &'a EventId) -> BoxFuture<'a, Result<Origin, Failure>> {
        Box::pin(self.life.lived(async { self.server.origin(room, event).await }))
    }

    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: Outgoing,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<EventId, Failure>> {
        Box::pin(self.life.lived(async { self.server.send(room, message, transaction).await }))
    }

    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, Failure>> {
        Box::pin(self.life.lived(async { self.server.encrypts(user).await }))
    }

    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, Failure>> {
        Box::pin(self.life.lived(async { self.server.existing_direct_room(user).await }))
    }

    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, Failure>> {
        Box::pin(self.life.lived(async { self.server.direct_room(user).await }))
    }

    fn existing_plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<Option<RoomId>, Failure>> {
        Box::pin(self.life.lived(async { self.server.existing_plain_room(user).await }))
    }

    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, Failure>> {
        Box::pin(self.life.lived(async { self.server.plain_room(user).await }))
    }

    fn answers(&self, known: bool) -> BoxFuture<'_, bool> {
        Box::pin(self.life.lived(self.server.answers(known)))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.server.close()
    }
}
