//! Reads and changes the stored contexts of channels, with a cache if no other process writes to
//! the store.
//!
//! In a shared store every read goes to the store: a context decides whether the bot can post, and
//! any process may handle the next event of a channel.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adoube_bot::{ChannelId, Language, forms};
use adoube_store::{Batch, CommitOutcome, Store, StoreError};

use crate::{
    records,
    state::{
        channel_context::{ChannelBlock, ChannelContext, InteractionWindow, StoredChannel},
        record_cache::RecordCache,
    },
};

/// Maximum number of cached channels, and of channels cached as having no record.
const MAX_CACHED: usize = 10_000;
/// Attempts to write while other processes write the same channel.
const MAX_ATTEMPTS: usize = 8;

/// Loads and saves channel contexts.
pub(crate) struct ChannelRepository {
    store: Arc<dyn Store>,
    is_shared: bool,
    cache: Mutex<RecordCache<ChannelId, ChannelContext>>,
}

impl ChannelRepository {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { is_shared: store.is_shared(), store, cache: Mutex::new(RecordCache::new(MAX_CACHED)) }
    }

    fn cache(&self) -> MutexGuard<'_, RecordCache<ChannelId, ChannelContext>> {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The context of a channel, if it has a record.
    pub(crate) async fn get(&self, channel: &ChannelId) -> Result<Option<ChannelContext>, StoreError> {
        if !self.is_shared
            && let Some(cached) = self.cache().find(channel)
        {
            return Ok(cached.cloned());
        }
        let (context, _) = self.read(channel).await?;
        // With a shared store the cache keeps only interaction windows.
        if !self.is_shared {
            self.cache().store_read(channel, context.clone());
        }
        Ok(context)
    }

    /// The context of a channel; without a record one in which the bot tries to post.
    pub(crate) async fn get_or_unknown(&self, channel: &ChannelId) -> Result<ChannelContext, StoreError> {
        Ok(self.get(channel).await?.unwrap_or_else(ChannelContext::unknown))
    }

    /// The stored context of a channel, and its version.
    async fn read(&self, channel: &ChannelId) -> Result<(Option<ChannelContext>, Option<u64>), StoreError> {
        let key = records::place_key(channel);
        let (stored, version) = records::read::<StoredChannel>(&*self.store, &key).await?;
        let mut context = stored.map(ChannelContext::from);
        if let Some(context) = context.as_mut().filter(|context| self.is_shared && context.can_post) {
            // The window of the interaction that this process answered last.
            context.window = self.cache().get(channel).and_then(|cached| cached.window.clone());
        }
        Ok((context, version))
    }

    /// Stores the context that an interaction shows.
    pub(crate) async fn note_interaction(
        &self,
        channel: &ChannelId,
        context: ChannelContext,
    ) -> Result<(), StoreError> {
        self.change(channel, |before| {
            let (mut context, before) = (context.clone(), before.as_ref());
            context.window = before.and_then(|before| before.window.clone());
            context.parent = context.parent.or(before.and_then(|before| before.parent));
            context.block = before.and_then(|before| before.block);
            Some(context)
        })
        .await
    }

    /// Stores that a person wrote in a channel. A message does not show the bot's permissions, so
    /// the stored ones stay.
    pub(crate) async fn note_message(
        &self,
        channel: &ChannelId,
        guild: Option<u64>,
        last_language: Language,
    ) -> Result<(), StoreError> {
        self.change(channel, |before| {
            let context = before.unwrap_or_else(|| ChannelContext::new(guild, true, None, last_language));
            Some(ChannelContext { last_language, ..context })
        })
        .await
    }

    /// Stores the parent channel of a thread.
    pub(crate) async fn set_parent(&self, thread: &ChannelId, parent: u64) -> Result<(), StoreError> {
        self.change(thread, |before| before.map(|context| ChannelContext { parent: Some(parent), ..context }))
            .await
    }

    /// Stores why the bot cannot post in a channel, or that it can again.
    pub(crate) async fn set_block(
        &self,
        channel: &ChannelId,
        block: Option<ChannelBlock>,
    ) -> Result<(), StoreError> {
        self.change(channel, |before| match before {
            None if block.is_none() => None,
            before => Some(ChannelContext { block, ..before.unwrap_or_else(ChannelContext::unknown) }),
        })
        .await
    }

    /// Stores that the bot may post in the cached channels of a server, so that it tries again.
    pub(crate) async fn allow_posts(&self, guild: u64) -> Result<(), StoreError> {
        let closed: Vec<ChannelId> = {
            let cache = self.cache();
            let closed = cache.all().filter(|(_, context)| context.guild == Some(guild) && !context.can_post);
            closed.map(|(channel, _)| channel.clone()).collect()
        };
        for channel in closed {
            self.change(&channel, |before| {
                before.map(|context| ChannelContext { can_post: true, ..context })
            })
            .await?;
        }
        Ok(())
    }

    /// Stores an interaction through which the bot can send further answers.
    pub(crate) async fn open_window(
        &self,
        channel: &ChannelId,
        window: InteractionWindow,
    ) -> Result<(), StoreError> {
        let Some(mut context) = self.get(channel).await? else { return Ok(()) };
        if context.can_post {
            // Cached only: needed when the bot suddenly loses the permission to post.
            context.window = Some(window);
            self.cache().keep(channel, context);
            return Ok(());
        }
        let change = |context| ChannelContext { window: Some(window.clone()), ..context };
        self.change(channel, |before| before.map(change)).await
    }

    /// Writes a changed context. In a shared store a version conflict repeats the change on the
    /// newer record.
    async fn change(
        &self,
        channel: &ChannelId,
        make: impl Fn(Option<ChannelContext>) -> Option<ChannelContext>,
    ) -> Result<(), StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            let (before, version) =
                if self.is_shared { self.read(channel).await? } else { (self.get(channel).await?, None) };
            let Some(context) = make(before.clone()) else { return Ok(()) };
            if before.as_ref() == Some(&context) {
                return Ok(());
            }
            if let Ok(value) = forms::write(&StoredChannel::from(&context)) {
                let key = records::place_key(channel);
                let mut batch = Batch::new();
                if self.is_shared {
                    batch = batch.expect(records::TABLE, key.clone(), version);
                }
                if self.store.commit(batch.put(records::TABLE, key, value)).await? != CommitOutcome::Applied {
                    continue;
                }
            }
            if !self.is_shared {
                self.cache().keep(channel, context);
            }
            return Ok(());
        }
        // The faster process has stored the channel's present state.
        tracing::debug!(%channel, "others keep noting things about a channel");
        Ok(())
    }
}

#[cfg(test)]
mod tests;
